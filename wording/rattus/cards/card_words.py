"""The record of texts for a class card, and texts that several cards share."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.game import Event
from rules.rattus import events as e
from rules.rattus.view import View
from wording.catalogue import Words
from wording.rattus.names import name, potions, rat, region_of
from wording.speaker import Speaker

Phrase = Callable[[Sequence[Any], Speaker[View]], str]


@dataclass(frozen=True)
class CardWords:
    """The texts about a class card.

    ``labels`` describe whole moves, ``questions`` are those whose text depends on the position. ``phrases`` describe
    effects by kind of event, in the past tense and without a subject; events that belong together
    (`wording.rattus.event_sentences.alike`) share one phrase. Everything else is in ``cards.md``, ``moves.md`` and
    ``questions.md``.

    A region on offer normally shows its rats. For ``own_cubes`` it shows the number of the player's cubes instead, for
    ``all_cubes`` that of all cubes as well.
    """

    labels: Mapping[str, Callable[[Any, Speaker[View]], str]] = field(default_factory=dict)
    questions: Mapping[str, Callable[[Speaker[View], Collection[str]], str]] = field(default_factory=dict)
    phrases: Mapping[type[Event], Phrase] = field(default_factory=dict)
    own_cubes: Sequence[str] = ()  # kinds of move that start in a region with the player's cubes
    all_cubes: Sequence[str] = ()  # kinds of move for which all cubes matter


def cube(count: int, w: Words) -> str:
    """Describe a cube by the potions under it."""
    return w._("a cube with {potions}", potions=potions(count, w)) if count else w._("a cube without potions")


def rat_here(handle: str, s: Speaker[View]) -> str:
    """Return a rat where it is now: "the rat in Gallia", or with its letter if there are others."""
    region = region_of(handle)
    if any(found.id == region and len(found.rats) == 1 for found in s.view.regions):
        return s._("the rat in {region}", region=name(region, s))
    return rat(handle, s)


def short_rat(handle: str, w: Words) -> str:
    """Return a rat without its region, which is obvious from the context: "rat a"."""
    return w._("rat {letter}", letter=handle[-1])


def path(before: str, after: str, w: Words) -> str:
    """Describe a piece's path."""
    return w._("from {before} to {after}", before=before, after=after)


def cubes_moved(events: Sequence[e.CubesMoved], s: Speaker[View]) -> str:
    """Describe the cubes that a card moved, with the potions under them."""
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
