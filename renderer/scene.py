"""What a caller may ask to have drawn."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from renderer.seats import Seat, looks
from renderer.words import ENGLISH, Words
from rules.game import Event, Target

Changes = Sequence[Target] | Mapping[str, Sequence[Target]]  # what has changed; in one picture of everything by part
V = TypeVar("V")


class Mark(NamedTuple):
    """A choice of a private panel: the letter on its button, and the thing on the board it points at."""

    letter: str
    target: Target


@dataclass(frozen=True)
class Scene(Generic[V]):
    """Everything a picture depends on.

    ``part`` is one of the game's `Pictures.parts`, or "part": as much of the board as the choices are on, or "legend":
    the icons, or the cards in play, explained. ``names`` are the players' names by seat, any text; ``colours`` says
    which of `renderer.seats.SEATS` each looks like, if it is not that of its number. ``marks`` are the choices of a
    private panel, ``changed`` is what the last turn changed; both may name things that are not on the picture, which
    are left out. ``events`` is what has happened since, as far as everybody knows of it. ``style`` holds the reader's
    wishes: "dimmed" (hexes are pale), "fixed" (areas of players keep their size), "strong" (patterns and larger letters
    besides colours), "large" (each picture comes in halves), "high" (contrast). ``lifted`` is what is in the air while
    a replay moves it, and so is not drawn in its place.
    """

    view: V
    names: Sequence[str]
    part: str = "wide"
    words: Words = ENGLISH
    marks: Sequence[Mark] = ()
    changed: Changes = ()
    style: frozenset[str] = frozenset()
    events: Sequence[Event] = ()
    lifted: frozenset[Target] = frozenset()
    colours: Sequence[int] = ()

    @property
    def looks(self) -> Sequence[Seat]:
        """How everybody is told apart, by the number under which something is drawn."""
        return looks(tuple(self.names), "strong" in self.style, tuple(self.colours))

    @property
    def news(self) -> Sequence[Target]:
        """What has changed on this part."""
        return self.changed.get(self.part, ()) if isinstance(self.changed, Mapping) else self.changed

    def letters(self, there: Container[Target]) -> dict[Target, tuple[str, ...]]:
        """The letters on each of these things."""
        found: dict[Target, tuple[str, ...]] = {}
        for letter, target in dict.fromkeys(self.marks):
            if target in there:
                found[target] = (*found.get(target, ()), letter)
        return found
