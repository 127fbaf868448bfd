"""The words of the cards of Church."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from rules.errors import N_
from rules.rattus import events as e
from rules.rattus import moves as m
from rules.rattus.view import View
from wording.catalogue import plural
from wording.rattus.cards.card_words import CardWords, Phrase, path, rat_here
from wording.rattus.names import name, region_of
from wording.speaker import Speaker

RAT_MOVED, RAT_AS = N_("rat {letter} from {region} to {to}"), N_("rat {letter} from {region} to {to} as rat {other}")


def _rats_moved(events: Sequence[e.RatMoved], s: Speaker[View]) -> str:
    where = [
        s._(
            RAT_AS if event.rat[-1] != event.to[-1] else RAT_MOVED,
            letter=event.rat[-1],
            other=event.to[-1],
            region=name(region_of(event.rat), s),
            to=name(region_of(event.to), s),
        )
        for event in events
    ]
    return s._("moved {rats} ({card})", rats=s.join_list(where), card=name("monk", s))


MONK = CardWords(
    labels={
        "monk": lambda move, s: s._("Monk: {rat} goes to {region}", rat=rat_here(move.rat, s), region=name(move.to, s))
    },
    phrases={e.RatMoved: _rats_moved},
)


def _figure(new: str, moved: str) -> Callable[[Any, Speaker[View]], str]:
    """Return the label of moves with a figure: a new one, or one that is on the map."""

    def label(move: m.Nun | m.Bishop, s: Speaker[View]) -> str:
        if move.figure == m.RESERVE:
            return s._(new, region=name(move.to, s))
        return s._(moved, region=name(move.figure, s), to=name(move.to, s))

    return label


def _figures_moved(moved: tuple[str, str], placed: tuple[str, str]) -> Phrase:
    """Return the phrase about figures, either all set from the reserve or all moved."""

    def phrase(events: Sequence[e.FigureMoved], s: Speaker[View]) -> str:
        if events[0].region:
            paths = s.join_list([path(name(event.region, s), name(event.to, s), s) for event in events])
            return s.ngettext(*moved, len(events), ways=paths)
        return s.ngettext(*placed, len(events), where=s.join_list([name(event.to, s) for event in events]))

    return phrase


def _next_nun(s: Speaker[View], verbs: Collection[str]) -> str:
    return s._("You can place or move another nun. Still possible: {left}.", left=s.view.left)


NUN = CardWords(
    labels={"nun": _figure(N_("Nun: a new one in {region}"), N_("Nun: from {region} to {to}"))},
    questions={"nun": _next_nun},
    phrases={
        e.FigureMoved: _figures_moved(
            plural("moved a nun {ways}", "moved {count} nuns {ways}"),
            plural("placed a nun in {where}", "placed {count} nuns in {where}"),
        )
    },
    all_cubes=("nun",),
)


BISHOP = CardWords(
    labels={"bishop": _figure(N_("Bishop: a new one in {region}"), N_("Bishop: from {region} to {to}"))},
    phrases={
        e.FigureMoved: _figures_moved(
            plural("moved a bishop {ways}", "moved {count} bishops {ways}"),
            plural("placed a bishop in {where}", "placed {count} bishops in {where}"),
        )
    },
    all_cubes=("bishop",),
)


CHURCH = {"monk": MONK, "nun": NUN, "bishop": BISHOP}
