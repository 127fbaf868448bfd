"""The options of a table in words: their names, and the meaning of their values."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from rules.errors import N_
from rules.game import Option
from wording.catalogue import LanguageNames, Words


@dataclass(frozen=True)
class PickWords:
    """The words of an option whose value is picked word by word (`rules.game.Option.pick`)."""

    # The words of a value, including one that has a name; "" if they are not fixed.
    content: Callable[[str, Words], str]
    label: Callable[[str, Words], str]  # one word, plain text
    about: Callable[[str, Words], str]  # its use, in a line


@dataclass(frozen=True)
class OptionWords:
    """The name of an option and the meaning of its values, and a sentence on what it decides.

    Texts are keys of the catalogue, plain text.
    """

    title: str
    values: Mapping[str, str]
    picks: PickWords | None = None
    about: str = ""

    def value(self, value: str, w: Words) -> str:
        """Return the meaning of the value, unique among the option's values."""
        if value in self.values:
            return w._(self.values[value])
        return self.picks.content(value, w) if self.picks else value

    def content(self, value: str, w: Words) -> str:
        """Return what a named value stands for, as far as it is known before the start; "" for most."""
        return self.picks.content(value, w) if self.picks and value in self.values else ""


def unusual(
    chosen: Mapping[str, str], usual: Iterable[Option], words_of: Callable[[str], OptionWords], w: Words
) -> list[str]:
    """Return the options of a table that differ from the defaults, a line each."""
    lines = [
        f"- **{w._(words_of(option.id).title)}**: {words_of(option.id).value(chosen[option.id], w)}"
        for option in usual
        if option.matters(chosen) and chosen.get(option.id, option.default) != option.default
    ]
    return lines or [w._("All options are at their defaults.")]


@dataclass(frozen=True)
class AloneWords:
    """The texts about playing a game alone: that it is possible, and the question whether the player wants to."""

    possible: str
    question: str


ALONE = AloneWords(N_("You can also play alone."), N_("Do you want to play alone?"))

# The options of every table, whatever game it plays.
TABLE: Mapping[str, OptionWords] = {
    "confirm": OptionWords(
        N_("End each turn with a button"),
        {"on": N_("yes, and I can undo until then"), "off": N_("no, the turn ends by itself")},
        about=N_("Whether your turn waits for “End my turn”, so that you can change your mind."),
    ),
    "pace": OptionWords(
        N_("Pace"),
        {
            "relaxed": N_("a move every few days; late after 7 days"),
            "none": N_("no hurry; late after 21 days"),
            "daily": N_("a move a day; late after 3 days"),
            "brisk": N_("several moves a day; late after 2 days"),
            "live": N_("live: we are all here now; after an hour without a move it becomes a move a day"),
        },
        about=N_(
            "How soon players should move. Running out of time never ends a game, but the others "
            "can go on without a late player."
        ),
    ),
    "seating": OptionWords(
        N_("Seats"),
        {"lot": N_("drawn at random at the start"), "joined": N_("in the order of joining")},
        about=N_("Who has which seat, and so the order of turns."),
    ),
    "entry": OptionWords(
        N_("Who may join"),
        {"anybody": N_("anyone here"), "invited": N_("only invited players")},
        about=N_("Whether seats are open to everyone in the channel, or only to players invited by the host."),
    ),
    "take_back": OptionWords(
        N_("Undoing a turn"),
        {"ask": N_("if everyone agrees"), "never": N_("never")},
        about=N_("Whether you can ask the others to undo what was revealed or ended. Draws come out the same."),
    ),
    "hints": OptionWords(
        N_("Hints"),
        {
            "alone": N_("for players alone or against computers"),
            "always": N_("for everyone"),
            "never": N_("for nobody"),
        },
        about=N_(
            "Whether you can ask the strong computer player, visible only to you, what it would do in your place."
        ),
    ),
    "language": OptionWords(
        N_("Language"),
        LanguageNames(),
        about=N_("The language of my posts in the channel. What only you see is in your own."),
    ),
    "picture": OptionWords(
        N_("Picture of the board"),
        {"tall": N_("tall, for phones"), "wide": N_("wide, for computers")},
        about=N_("How the board looks in the channel. For what only you see, use /preferences."),
    ),
    "size": OptionWords(
        N_("Size of pictures"),
        {"normal": N_("normal"), "large": N_("large, in parts")},
        about=N_("Large pictures come in two parts, so that everything on them is larger."),
    ),
    "contrast": OptionWords(
        N_("Contrast"),
        {"normal": N_("normal"), "high": N_("high contrast")},
        about=N_("High contrast makes backgrounds nearly white, and text and lines nearly black."),
    ),
    "colours": OptionWords(
        N_("Colour-blind support"),
        {"usual": N_("shapes and letters"), "strong": N_("patterns and larger letters, too")},
        about=N_("Patterns make pieces and places easy to tell apart for colour-blind players."),
    ),
    "areas": OptionWords(
        N_("Areas of the players"),
        {"automatic": N_("as large as needed"), "fixed": N_("always the same")},
        about=N_("In fixed areas everything stays where it was, even when there is less of it."),
    ),
}
