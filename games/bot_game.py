"""The definition of a game for the bot: everything that it needs to offer the game on Discord."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from renderer import Pictures
from rules.errors import N_
from rules.game import Event, Game, Option
from rules.notation import Move
from wording import GameWords, OptionWords, Thing
from wording.help_pages import Lesson

MAX_BESIDE = 15


@dataclass(frozen=True)
class CommandGroup:
    """A subgroup of a game's commands, each for one kind of move. Discord allows 25 commands in a group."""

    about: str
    verbs: Sequence[str]


class PickerHints(msgspec.Struct, frozen=True):
    """Hints on how a panel asks for a move. By default it asks for the kind of move, then for field after field."""

    # Kinds of move whose answers are shown at once, beside the other kinds, in this order as far as there is room.
    # Every other kind, which is rarely wanted, is one button that opens its answers.
    inline: Sequence[str] = ()
    # Which of these kinds use a select instead, with as many buttons before it as there is room for.
    selects: Collection[str] = ()
    # Rarely wanted kinds of move. Their answers share a select with those of `path_fields`.
    rare: Sequence[str] = ()
    # The most answers that are shown beside each other; a select of the rest counts as one.
    max_beside: int = MAX_BESIDE
    # By kind: the most of its answers that are shown beside other kinds, including the select of the rest.
    max_inline: Mapping[str, int] = msgspec.field(default_factory=dict)
    # The maximum number of rows of controls below the picture on a screen of 1280x800. Rows get fuller if necessary.
    max_rows: int = 4
    # Up to this many whole moves of a kind are shown instead of asking field by field. This doesn't apply to the kinds
    # in `by_field`, whose first field is an answer beside other kinds even if it has only one value.
    max_whole: int = 0
    by_field: Collection[str] = ()
    # By kind: the field that is asked last, and that a command may leave out if one path is the cheapest.
    path_fields: Mapping[str, str] = msgspec.field(default_factory=dict)
    # By kind: its last field, if people mostly want the value with the first cost in order. A panel offers the others
    # in a select.
    folded_fields: Mapping[str, str] = msgspec.field(default_factory=dict)
    # By kind: the label of that select.
    folded_labels: Mapping[str, str] = msgspec.field(default_factory=dict)
    # By kind: the field that names the thing whose letter is shown; "" for no letter. The default is the last field
    # with a letter.
    letter_fields: Mapping[str, str] = msgspec.field(default_factory=dict)
    # The cost of a move, and its order among moves of the same cost: the cheapest answers come first.
    cost: Callable[[Move], tuple[int, Any]] = lambda move: (0, 0)
    # The order in which answers get a button of their own if there isn't room for all; the default is by cost.
    priority: Callable[[Move], Any] = lambda move: 0
    # Moves that one press makes one after the other because their order makes no difference, given the legal moves.
    # Several such rows replace the answers with their moves; a single one is an additional answer.
    in_a_row: Callable[[Sequence[Move]], Sequence[Sequence[Move]]] = lambda moves: ()
    # By kind: the label of a row that contains all legal moves; other rows are named by their letters.
    row_labels: Mapping[str, str] = msgspec.field(default_factory=dict)

    @property
    def select_fields(self) -> Mapping[str, str]:
        """Return, by kind of move, the field whose values go into a select, except the cheapest value."""
        return {**self.path_fields, **self.folded_fields}


@dataclass(frozen=True)
class BoardParts:
    """How to show a board that consists of several pictures. By default everyone sees all of them."""

    # The prefix of the name of a picture that belongs to one seat. The number of the seat follows it.
    own: str = ""
    # Kinds of things in such a picture. Changes to them are marked only in the picture of the player who moved.
    own_kinds: Collection[str] = ()
    # The picture that contains all others.
    everything: str = ""
    # The one picture that a post shows after a turn, and the one in the layout for phones, at most half a screen high;
    # the default is all of them.
    turn: str = ""
    turn_on_phone: str = ""
    # The one picture after the first of these events, a round's end, up to the second, the beginning of the next; and
    # what a post still says in words beside it.
    round: str = ""
    round_ends: tuple[type[Event], ...] = ()
    told_beside: Callable[[Sequence[Event]], Sequence[Event]] = lambda events: events
    # Names in a select: the first view of a player with a picture of their own, a seat's picture, the legend.
    mine: str = ""
    owned: str = ""
    legend: str = N_("Legend")

    def owner(self, part: str) -> int | None:
        """Return the seat that the picture belongs to, or None."""
        return int(part.removeprefix(self.own)) if self.own and part.startswith(self.own) else None


@dataclass(frozen=True)
class Preference:
    """A personal choice about things that only the person sees. ``means`` describes each value in a sentence."""

    option: Option
    words: OptionWords
    means: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class BotGame:
    """The definition of a game for the bot: everything that it needs to offer the game on Discord."""

    rules: Game[Any]
    title: str  # the game's title, the same in every language
    words: GameWords[Any]
    pictures: Pictures[Any]
    commands: Mapping[str, CommandGroup] = field(default_factory=dict)  # by name
    # The names of commands for kinds of move whose word in the notation means something else there.
    command_names: Mapping[str, str] = field(default_factory=dict)
    # Fields that a command doesn't require, because a move may not need them or only one value is possible: of every
    # kind of move, or of one ("spread region").
    optional_fields: Collection[str] = ()
    seat_fields: Collection[str] = ()  # fields with the number of a seat, which people type as the player's name
    picker: PickerHints = field(default_factory=PickerHints)
    picker_at: Callable[[Any, PickerHints], PickerHints] = lambda view, picker: picker  # adapts hints to a position
    # Moves that a question suggests, given the legal kinds of move. If one of them isn't legal, the panel explains why.
    moves_to_explain: Callable[[Any, Collection[str]], Sequence[Move]] = lambda view, kinds: ()
    parts: BoardParts = field(default_factory=BoardParts)
    at_opening: Sequence[str] = ()  # options that `/table open` takes as parameters
    round_begins: tuple[type[Event], ...] = ()  # events that begin a round and end the one before
    # Events that a player sees in the picture of the panel until the next turn, even if they end the turn.
    shown_in_panel: tuple[type[Event], ...] = ()
    first: Sequence[str] = ("pace", "picture")  # the main options: shown in the lobby, and first in its panel
    # The seat whose turn comes after that of the given seat, if the public view makes it certain.
    next_seat: Callable[[Any, int], int | None] = lambda view, seat: None
    # The display options (`rules_service.options.DISPLAY_OPTIONS`) that its pictures support; their values are words of
    # `Scene.style`.
    display: Collection[str] = ("size", "contrast", "colours")
    # Things that can be looked up separately, by the page of help to which they belong.
    things: Mapping[str, Sequence[Thing]] = field(default_factory=dict)
    lesson: Lesson | None = None
    # Kinds of move that others often make impossible in a plan, with the button for the fallback that ends before one.
    plans_before: Mapping[str, str] = field(default_factory=dict)

    def hints(self, view: Any) -> PickerHints:
        """Return the hints for asking a player for a move in the position of this view."""
        return self.picker_at(view, self.picker)

    def is_optional(self, verb: str, field: str) -> bool:
        """Return whether the field is optional in the command for a kind of move."""
        return field in self.optional_fields or f"{verb} {field}" in self.optional_fields

    def command(self, verb: str) -> str:
        """Return the command for a kind of move, without the slash: "messina build hut"."""
        within = next((f"{name} " for name, group in self.commands.items() if verb in group.verbs), "")
        return f"{self.rules.id} {within}{self.command_names.get(verb, verb)}"
