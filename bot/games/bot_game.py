"""What the bot must know of a game to play it on Discord: one record, in which everything about it comes together."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from renderer import Pictures
from rules.errors import N_
from rules.game import Event, Game, Option
from rules.notation import Move
from wording import GameWords, OptionWords, Thing
from wording.lessons import Lesson


@dataclass(frozen=True)
class CommandGroup:
    """Kinds of move that share a group within the game's commands, of which a group takes 25; and what it is about."""

    about: str
    verbs: Sequence[str]


@dataclass(frozen=True)
class PickerHints:
    """How a panel asks for a move. With nothing said: first the kind of move, then one field after the other."""

    # Kinds of move whose answers are shown at once, beside the other kinds, in this order as far as there is room. All
    # others are one button each that opens them: what is rarely wanted.
    spread: Sequence[str] = ()
    # Those of them that open in a select instead, with as many answers before it as there is room for.
    selects: Collection[str] = ()
    # Kinds of move that are seldom wanted: their answers are in a select, which they share with ways (see below).
    rare: Sequence[str] = ()
    # By kind: so many of its answers stand beside other kinds at most, the select of the others among them.
    at_most: Mapping[str, int] = field(default_factory=dict)
    # So many whole moves of a kind are shown rather than asked for field by field; of these kinds none, and beside
    # other kinds their first field is an answer also where it has one value.
    whole: int = 0
    by_field: Collection[str] = ()
    # By kind: the field that is asked last, and in a command may be left out where one way is the cheapest.
    ways: Mapping[str, str] = field(default_factory=dict)
    # By kind: the last field, where people mostly want the first of its values by cost: a panel offers the others in a
    # select.
    usual: Mapping[str, str] = field(default_factory=dict)
    # By kind: what that select is called.
    others: Mapping[str, str] = field(default_factory=dict)
    # By kind: the field that names what its letter stands on; "": no letter. Else the last such field.
    points: Mapping[str, str] = field(default_factory=dict)
    # What a move costs, and its place among those of one cost: the cheapest answers come first.
    cost: Callable[[Move], tuple[int, Any]] = lambda move: (0, 0)
    # What comes first where not all have room beside each other; with nothing said they come as they cost.
    wanted: Callable[[Move], Any] = lambda move: 0

    @property
    def folded(self) -> Mapping[str, str]:
        """By kind: the field whose other values than the first by cost stand in a select."""
        return {**self.ways, **self.usual}


@dataclass(frozen=True)
class BoardParts:
    """How a board is shown that consists of several pictures. With nothing said: all of them, to everybody."""

    # What the name of a picture begins with that belongs to one seat, which stands behind it.
    own: str = ""
    # Kinds of things that such a picture holds: they have changed on that of who moved alone.
    own_kinds: Collection[str] = ()
    # The one picture that is all of them.
    everything: str = ""
    # The one picture that a post shows after a turn; with nothing said all of them.
    turn: str = ""
    # Events after which a post shows all pictures.
    for_all: tuple[type[Event], ...] = ()
    # What a select calls them: what is shown at first to who has one of their own, what belongs to a seat, the legend.
    mine: str = ""
    owned: str = ""
    legend: str = N_("Legend")

    def owner(self, part: str) -> int | None:
        """The seat that the picture belongs to, if it belongs to one."""
        return int(part.removeprefix(self.own)) if self.own and part.startswith(self.own) else None


@dataclass(frozen=True)
class Preference:
    """Something that a person may choose for what only they see; ``means`` is what each value means, in a sentence."""

    option: Option
    words: OptionWords
    means: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class BotGame:
    """A game on Discord."""

    rules: Game[Any]
    title: str  # the same in every language
    words: GameWords[Any]
    pictures: Pictures[Any]
    commands: Mapping[str, CommandGroup] = field(default_factory=dict)  # by name
    # What kinds of move are called among the commands whose word in the notation means something else there.
    called: Mapping[str, str] = field(default_factory=dict)
    # Fields that a command does not insist on, as a move may need none of them or only one is possible: of every kind
    # of move, or of one ("spread region").
    left_out: Collection[str] = ()
    by_name: Collection[str] = ()  # fields with the number of a seat, which people say by its name
    picker: PickerHints = field(default_factory=PickerHints)
    picker_at: Callable[[Any, PickerHints], PickerHints] = lambda view, picker: picker  # what the position adds to it
    # Moves that a question makes one think of, given the kinds of move that are legal: of those that are not legal the
    # panel says why.
    wishes: Callable[[Any, Collection[str]], Sequence[Move]] = lambda view, kinds: ()
    parts: BoardParts = field(default_factory=BoardParts)
    at_opening: Sequence[str] = ()  # options that `/table open` takes as parameters
    round_begins: tuple[type[Event], ...] = ()  # events with which a round begins, and the one before it is over
    first: Sequence[str] = ("pace", "picture")  # options that matter most: told in the lobby, and asked first
    # Who comes after a seat that has the turn, where that is certain, given the public view.
    follows: Callable[[Any, int], int | None] = lambda view, seat: None
    # The display options (`rules_service.options.DISPLAY`) that its pictures know of: their values are words of
    # `Scene.style`.
    display: Collection[str] = ("size", "contrast", "colours")
    # What can be looked up by itself, by the page of help that it belongs to.
    things: Mapping[str, Sequence[Thing]] = field(default_factory=dict)
    lesson: Lesson | None = None

    def hints(self, view: Any) -> PickerHints:
        """How the panel asks whoever sees this view."""
        return self.picker_at(view, self.picker)

    def may_lack(self, verb: str, field: str) -> bool:
        """Whether the command for a kind of move does not insist on the field."""
        return field in self.left_out or f"{verb} {field}" in self.left_out

    def command(self, verb: str) -> str:
        """What is typed for a kind of move, without the slash: "messina build hut"."""
        within = next((f"{name} " for name, group in self.commands.items() if verb in group.verbs), "")
        return f"{self.rules.id} {within}{self.called.get(verb, verb)}"
