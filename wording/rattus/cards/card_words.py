"""What is said of a class card and of a class, in one record each; and what several cards say alike."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.game import Event
from rules.rattus import events as e
from rules.rattus.view import View
from wording.catalogue import Words
from wording.rattus.names import name, potions, rat, region_of
from wording.speaker import MoveWords, QuestionWords, Speaker

Phrase = Callable[[Sequence[Any], Speaker[View]], str]


@dataclass(frozen=True)
class CardWords:
    """Everything that is said of a class card.

    ``about`` is a line, ``help`` the paragraphs on its page. ``moves`` are what it lets a player do, ``questions`` what
    it asks in between. ``phrases`` tell by kind of event what it brought about, in the past tense and without a
    subject: events that belong together (`wording.rattus.events.alike`) in one phrase. Of a region to choose rats are
    shown; for ``own_cubes`` the number of the player's cubes instead, for ``all_cubes`` that of all cubes besides.
    """

    about: str
    help: tuple[str, ...]
    moves: Mapping[str, MoveWords[View]]
    questions: Mapping[str, QuestionWords[View]] = field(default_factory=dict)
    phrases: Mapping[type[Event], Phrase] = field(default_factory=dict)
    own_cubes: Sequence[str] = ()  # kinds of move that begin in a region with own cubes
    all_cubes: Sequence[str] = ()  # kinds of move for which all cubes matter


@dataclass(frozen=True)
class ClassWords:
    """A class: the title of its page of help, a line about the page, and its cards."""

    title: str
    about: str
    cards: Mapping[str, CardWords]


def cube(count: int, w: Words) -> str:
    """A cube, told from others by the potions under it."""
    return w._("a cube with {potions}", potions=potions(count, w)) if count else w._("a cube without potions")


def owner(seat: int, s: Speaker[View]) -> str:
    """A player whose cube is chosen; the mark tells players of one name apart."""
    return s.marked_player(seat)


def rat_here(handle: str, s: Speaker[View]) -> str:
    """A rat as it lies now: "the rat in Gallia"; with its letter where there are others."""
    region = region_of(handle)
    if any(found.id == region and len(found.rats) == 1 for found in s.view.regions):
        return s._("the rat in {region}", region=name(region, s))
    return rat(handle, s)


def short_rat(handle: str, w: Words) -> str:
    """A rat where its region goes without saying: "rat a"."""
    return w._("rat {letter}", letter=handle[-1])


def way(before: str, after: str, w: Words) -> str:
    """Where something moved."""
    return w._("from {before} to {after}", before=before, after=after)


def cubes_moved(events: Sequence[e.CubesMoved], s: Speaker[View]) -> str:
    """Cubes that a card moved, with the potions under them."""
    [event] = events
    values = {"region": name(event.region, s), "to": name(event.to, s), "card": name(event.card, s)}
    if event.potions:
        return s.ngettext(
            "moved {count} cube with {potions} from {region} to {to} ({card})",
            "moved {count} cubes with {potions} from {region} to {to} ({card})",
            event.cubes,
            potions=potions(event.potions, s),
            **values,
        )
    return s.ngettext(
        "moved {count} cube from {region} to {to} ({card})",
        "moved {count} cubes from {region} to {to} ({card})",
        event.cubes,
        **values,
    )
