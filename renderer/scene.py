"""The scene: the description of a picture to draw, and its language."""

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from renderer.canvas.text import drawable
from renderer.seats import SEAT_LOOKS, SeatLook, looks_of
from rules.game import Event, Target


class Words(Protocol):
    """The texts of one language by their English originals. A missing text appears in English."""

    @property
    def lang(self) -> str:
        """The language code, such as "pl"."""

    def _(self, text: str, /, **values: object) -> str:
        """Return the text in this language, with the values filled in."""

    def __hash__(self) -> int:
        """Return a hash, because boards with words are cached by language."""


class English:
    """The English texts, as written in the code."""

    lang = "en"

    def _(self, text: str, /, **values: object) -> str:
        """Return the text with the values filled in."""
        return text.format(**values) if values else text


ENGLISH = English()


# The changed things; by part, if one picture shows all parts.
ChangedTargets = Sequence[Target] | Mapping[str, Sequence[Target]]
V = TypeVar("V")


def shown_names(names: Sequence[str], words: Words, colours: Sequence[int] = ()) -> list[str]:
    """Return the players' names in letters of the plain font, or their colours if nothing of a name can be drawn.

    If different names become equal, such as Chinese ones of the same sound, all but the first get numbers.
    """
    shown: dict[str, str] = {}  # by what pictures show, the name
    found: list[str] = []
    for seat, name in enumerate(names):
        first = drawable(name) or words._(SEAT_LOOKS[colours[seat] if colours else seat].name.capitalize())
        choices = (first, *(f"{first} {number}" for number in range(2, len(names) + 1)))
        found.append(next(one for one in choices if shown.setdefault(one, name) == name))
    return found


class Mark(NamedTuple):
    """A choice: the letter on its button, and its thing on the board.

    A mark without a letter shows what the question is about.
    """

    letter: str
    target: Target


@dataclass(frozen=True)
class Scene(Generic[V]):
    """Everything a picture depends on.

    ``part`` names what to draw: one of the game's `Pictures.parts`, "part" (the part of the board with the choices),
    "legend" (the explanation of the icons, or of the cards in play), or a part that only posts or replays show.

    ``names`` are the players' names by seat, in any script. ``colours`` has the index of each seat's look in
    `renderer.seats.SEAT_LOOKS`, by default the number of the seat.

    ``marks`` are the choices on a private panel, of which some are ``advised``. ``changed`` are the things that the
    last turn changed; those outside the picture are ignored. ``events`` are the recent public events, whose traces are
    drawn.

    ``style`` holds the reader's display options: "dimmed" (pale hexes), "fixed" (players' areas keep their size),
    "strong" (patterns and larger letters in addition to colours), "large" (each picture in halves), "high" (contrast),
    "wide" (pictures of questions are as low as possible, for a computer).

    ``lifted`` are the things that a replay is moving, which are not drawn in their places.
    """

    view: V
    names: Sequence[str]
    part: str = "wide"
    words: Words = ENGLISH
    marks: Sequence[Mark] = ()
    advised: Collection[Target] = ()
    changed: ChangedTargets = ()
    style: frozenset[str] = frozenset()
    events: Sequence[Event] = ()
    lifted: frozenset[Target] = frozenset()
    colours: Sequence[int] = ()

    @property
    def looks(self) -> Sequence[SeatLook]:
        """The looks of the players' pieces, by seat."""
        return looks_of(tuple(self.names), "strong" in self.style, tuple(self.colours))

    @property
    def shown_names(self) -> Sequence[str]:
        """The players' names as shown in pictures, by seat."""
        return shown_names(self.names, self.words, self.colours)

    @property
    def changed_here(self) -> Sequence[Target]:
        """The changed things on this part."""
        return self.changed.get(self.part, ()) if isinstance(self.changed, Mapping) else self.changed

    def letters(self, there: Container[Target]) -> dict[Target, tuple[str, ...]]:
        """Return the letters of the choices on each of these things."""
        found: dict[Target, tuple[str, ...]] = {}
        for letter, target in dict.fromkeys(self.marks):
            if target in there:
                found[target] = (*found.get(target, ()), letter)
        return found
