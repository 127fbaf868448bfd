"""The options of a table in words: what each is called, and what its values mean."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from rules.errors import N_
from rules.game import Option
from wording.catalogue import LanguageNames, Words


@dataclass(frozen=True)
class PickWords:
    """What an option's value is called that was picked word by word (`rules.game.Option.pick`)."""

    content: Callable[[str, Words], str]  # the words of a value, also of one that has a name; "" if they are not fixed
    label: Callable[[str, Words], str]  # one word, plain text
    about: Callable[[str, Words], str]  # what it is good for, in a line


@dataclass(frozen=True)
class OptionWords:
    """What an option is called and each of its values means, and in a sentence what it decides.

    Texts are keys of the catalogue, plain text.
    """

    title: str
    values: Mapping[str, str]
    picks: PickWords | None = None
    about: str = ""

    def value(self, value: str, w: Words) -> str:
        """What the value means, different for different values."""
        if value in self.values:
            return w._(self.values[value])
        return self.picks.content(value, w) if self.picks else value

    def content(self, value: str, w: Words) -> str:
        """What a value that has a name stands for, as far as it is known before the start; "" for most."""
        return self.picks.content(value, w) if self.picks and value in self.values else ""


def unusual(
    chosen: Mapping[str, str], usual: Iterable[Option], words_of: Callable[[str], OptionWords], w: Words
) -> list[str]:
    """The options of a table that are not as usual, a line each."""
    lines = [
        f"- **{w._(words_of(option.id).title)}**: {words_of(option.id).value(chosen[option.id], w)}"
        for option in usual
        if option.matters(chosen) and chosen.get(option.id, option.default) != option.default
    ]
    return lines or [w._("All options are as usual.")]


@dataclass(frozen=True)
class AloneWords:
    """What is said of playing a game alone: that it is possible, and the question whether that is wanted."""

    possible: str
    question: str


ALONE = AloneWords(N_("You can also play alone."), N_("Do you want to play alone?"))

# What every table has to choose, whatever is played at it.
TABLE: Mapping[str, OptionWords] = {
    "confirm": OptionWords(
        N_("End each turn with a button"),
        {"on": N_("yes, and take back until then"), "off": N_("no, the turn ends by itself")},
        about=N_("Whether your turn waits for “End my turn”, so that you can think again."),
    ),
    "pace": OptionWords(
        N_("Pace"),
        {
            "relaxed": N_("a move every few days; late after 7 days"),
            "none": N_("no hurry; late after 21 days"),
            "daily": N_("a move a day; late after 3 days"),
            "brisk": N_("several moves a day; late after 2 days"),
            "live": N_("we sit together now; after an hour without a move it is a move a day"),
        },
        about=N_("How soon a move is expected. Time alone ends nothing; but the others may go on without who is late."),
    ),
    "seating": OptionWords(
        N_("Seats"),
        {"lot": N_("drawn by lot at the start"), "joined": N_("in the order of joining")},
        about=N_("Who sits where, and so who comes after whom."),
    ),
    "entry": OptionWords(
        N_("Who may join"),
        {"anybody": N_("anybody here"), "invited": N_("only who is invited")},
        about=N_("Whether seats are open to everybody in the channel, or only to people whom the host has invited."),
    ),
    "take_back": OptionWords(
        N_("Taking back a turn"),
        {"ask": N_("when all agree"), "never": N_("never, what is done is done")},
        about=N_("Whether you may ask the others to take back what was shown or ended. The same chance comes again."),
    ),
    "hints": OptionWords(
        N_("Hints"),
        {
            "alone": N_("for who plays alone or against computers"),
            "always": N_("for everybody"),
            "never": N_("for nobody"),
        },
        about=N_("Whether you may ask the strong computer player, in private, what it would do in your place."),
    ),
    "language": OptionWords(
        N_("Language"),
        LanguageNames(),
        about=N_("In which language I speak in the channel. What only you read comes in yours."),
    ),
    "picture": OptionWords(
        N_("Picture of the board"),
        {"tall": N_("tall, for phones"), "wide": N_("wide, for computers")},
        about=N_("How the board looks in the channel. What only you see you choose with /preferences."),
    ),
    "size": OptionWords(
        N_("Size of pictures"),
        {"normal": N_("as usual"), "large": N_("large, in parts")},
        about=N_("Large pictures come in two parts side by side, so that everything on them is larger."),
    ),
    "contrast": OptionWords(
        N_("Contrast"),
        {"normal": N_("as usual"), "high": N_("nearly black on white")},
        about=N_("High contrast makes grounds nearly white, and ink and lines nearly black."),
    ),
    "colours": OptionWords(
        N_("Help with colours"),
        {"usual": N_("shapes and letters"), "strong": N_("patterns and larger letters, too")},
        about=N_("Patterns tell pieces and places apart for whoever sees their colours alike."),
    ),
    "areas": OptionWords(
        N_("Areas of the players"),
        {"automatic": N_("as large as needed"), "fixed": N_("always the same")},
        about=N_("In fixed areas everything stays where it was, also when there is less of it."),
    ),
    "hexes": OptionWords(
        N_("Hexes of Messina"),
        {"full": N_("in full colour"), "dimmed": N_("pale")},
        about=N_("On pale hexes pieces, plague and letters are found at a glance."),
    ),
}
