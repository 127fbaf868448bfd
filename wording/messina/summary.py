"""Summaries of Messina 1347 in few sentences: of a turn, and of what the game does between turns.

The actions of one seat are one sentence; the preparation of a round is a few lines under its heading.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from rules.game import Event
from rules.messina import components as c
from rules.messina import events as e
from rules.messina.round_end import GOLD_POINTS
from rules.messina.view_types import View
from wording.catalogue import Words
from wording.messina import names as n
from wording.messina.event_sentences import (
    TrackScrolled,
    activated,
    arrived,
    between_turns,
    boards_taken,
    built,
    clauses,
    employed,
    got_tribute,
    housed,
    located,
    newcomers,
    repopulated,
    rescued,
    restacked,
    scrolled,
    stepped,
    still_in_quarantine,
    unused,
    victims,
)
from wording.messina.virtual_opponent import TURN_ENDS, its_turn, opponent_did
from wording.speaker import Speaker, of_kind

# These are shown in the result, or go without saying after every round.
OMITTED_EVENTS = (e.Judged, e.OpponentLeft, e.TilesShuffled)


def summary(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Return the events as sentences."""
    attributed = by_doer([event for event in events if not isinstance(event, OMITTED_EVENTS)], s.view)
    lines: list[str] = []
    for (seat, _), group in groupby(attributed, key=lambda one: one[0]):
        together = [event for _, event in group]
        if len(together) < len(attributed) and all(isinstance(event, e.TurnEnded) for event in together):
            # The actions are in the summary already, and later events show that the turn ended.
            continue
        if seat is None:
            lines += round_summary(together, s)
        elif its_turn(together[0]):
            lines += opponent_did(together, s)
        else:
            lines += _did(seat, together, s)
    return lines


def by_doer(events: Sequence[Event], view: View) -> list[tuple[tuple[int | None, int], Event]]:
    """Return each event, located, with the seat that acted (None: the game) and its turn."""
    return list(_numbered(located(_dealt_by_seat(events), view)))


def _dealt_by_seat(events: Sequence[Event]) -> list[Event]:
    """Return the events with neighbouring board choices ordered by seat, so that each seat's are in one sentence."""
    found: list[Event] = []
    for _, group in groupby(events, key=lambda event: isinstance(event, e.BoardTaken)):
        found += sorted(group, key=lambda event: event.seat if isinstance(event, e.BoardTaken) else 0)
    return found


def _numbered(events: Sequence[Event]) -> Iterator[tuple[tuple[int | None, int], Event]]:
    """Yield each event as `by_doer` returns it."""
    turn = 0
    for event in events:
        seat: int | None = getattr(event, "seat", None)
        if its_turn(event):
            seat = c.OPPONENT
        elif isinstance(event, e.Tribute):
            seat = event.visitor
        elif isinstance(event, e.RatPenalty) or (isinstance(event, e.Rats) and event.cause == "infection"):
            seat = None
        yield (seat, turn), event
        turn += isinstance(event, (e.TurnEnded, *TURN_ENDS))


def _did(seat: int, events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Describe the actions of one seat, then its gains.

    The end of a turn goes without saying if there was another action.
    """
    phrases: list[str] = []
    for kind, group in groupby(_in_order(events), key=_kind):
        phrases += MERGED.get(kind, _each)(list(group), s)
    produced, gained = _gains(events)
    if produced:
        phrases.insert(0, s._("produced {amounts}", amounts=n.amounts(produced, s)))
    lapsed = [event.effect for event in events if isinstance(event, e.Unused)]
    lapsed += [effect for event in events if isinstance(event, e.TurnEnded) for effect in event.lapsed]
    after = []
    if gained and phrases:
        after.append(s._("Gained: {amounts}.", amounts=n.amounts(gained, s)))
    elif gained:
        phrases = [s._("gained {amounts}", amounts=n.amounts(gained, s))]
    elif not phrases:
        phrases = _each([event for event in events if isinstance(event, e.Acted | e.TurnEnded | e.Unused)][:1], s)
    if not phrases:
        return []
    after += [unused(lapsed, s)] if lapsed else []
    return [" ".join([s.did(seat, phrases), *after])]


def _gains(events: Sequence[Event]) -> tuple[Counter[str], Counter[str]]:
    """Return the gains from production, and all others."""
    produced: Counter[str] = Counter()
    gained: Counter[str] = Counter()
    for event in events:
        if isinstance(event, e.Gained):
            (produced if _production(event) else gained).update(event.gains)
    return produced, gained


def _production(event: e.Gained) -> bool:
    """Return whether a hut, an early workshop or the upgraded citizen in a late one produced this.

    A late workshop's one-time payment is always more than the point for its citizen.
    """
    if event.source in c.HUT_TILES:
        return True
    return event.source in c.WORKSHOPS and (
        not c.WORKSHOPS[event.source].late or event.gains == {"points": GOLD_POINTS}
    )


def _in_order(events: Sequence[Event]) -> list[Event]:
    """Return the events that are mentioned individually, in order, but with the steps of a repopulation together."""
    found = [event for event in events if _tells(event)]
    first = next((at for at, event in enumerate(found) if _kind(event) == "repopulation"), 0)
    return [
        *found[:first],
        *(event for event in found[first:] if _kind(event) == "repopulation"),
        *(event for event in found[first:] if _kind(event) != "repopulation"),
    ]


def _tells(event: Event) -> bool:
    """Return whether the event is mentioned individually, not as part of its neighbours or of the total gains."""
    match event:
        case e.Acted():
            return event.copied
        case e.Paid():
            # The name of a square includes its price.
            return not n.is_square(event.source)
    return not isinstance(event, e.CubeLeft | e.Gained | e.TurnEnded | e.Unused | e.Produced)


def _kind(event: Event) -> str:
    """Return the kind of an event. Neighbouring events of one kind share a sentence."""
    match event:
        case e.Paid():
            return "repopulation" if event.source in c.DISTRICTS else "build"
        case TrackScrolled(track=track):
            return f"scroll {track}"
        case e.Rescued(spot="") | e.Housed(spot=""):
            return "no room"
    return KINDS.get(type(event), type(event).__name__)


KINDS: dict[type[Event], str] = {
    e.Repopulating: "repopulation",
    e.Given: "repopulation",
    e.Parted: "repopulation",
    e.Repopulated: "repopulation",
    e.Built: "build",
    e.Restacked: "build",
    e.Activated: "activation",
    e.SquareSpent: "activation",
}


def _each(events: list[Any], s: Speaker[View]) -> list[str]:
    return [text for event in events for text in clauses(event, s)]


def _builds(events: list[Any], s: Speaker[View]) -> list[str]:
    """Describe what was built and restacked, each with its price."""
    phrases = []
    cost: dict[str, int] = {}
    for event in events:
        match event:
            case e.Paid():
                cost = event.cost
                continue
            case e.Restacked():
                phrases.append(restacked(event, cost, s))
            case _:
                phrases.append(built(event, cost, s))
        cost = {}
    return phrases


MERGED: dict[str, Any] = {
    "build": _builds,
    "Tribute": lambda events, s: [got_tribute(events[0], s)],
    "repopulation": lambda events, s: [repopulated(events, s)],
    "Rescued": lambda events, s: [rescued(events, s)],
    "Housed": lambda events, s: [housed(events, s)],
    "Employed": lambda events, s: [employed(events, s)],
    "activation": lambda events, s: [activated(events, s)],
    "InQuarantine": lambda events, s: [still_in_quarantine(events, s)],
    "Stepped": lambda events, s: [stepped(events, s)],
    "BoardTaken": lambda events, s: [boards_taken(events, s)],
    **{f"scroll {track}": lambda events, s: [scrolled(events[0].track, len(events), s)] for track in n.SCROLL_TRACKS},
}


def round_summary(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Return the events as sentences, with a round's preparation as a few lines under its heading."""
    began = of_kind(events, e.RoundBegan)
    if not began:
        return [between_turns(event, s) if not isinstance(event, e.Rats) else "" for event in events]
    before = [between_turns(event, s) for event in events if isinstance(event, e.RoundEnded)]
    lines = [between_turns(began[0], s), _arrivals(events, s), _losses(events, s)]
    lines += [between_turns(event, s) for event in of_kind(events, e.LateWorkshops)]
    lines += [_plague(events, s), _newcomers(events, s)]
    return [*before, *filter(None, lines)]


def _arrivals(events: Sequence[Event], s: Speaker[View]) -> str:
    """Describe the new ships and the new hex."""
    texts = [arrived(event, s) for event in of_kind(events, e.ShipArrived)]
    return " ".join([*texts, *[between_turns(event, s) for event in of_kind(events, e.HexAdded)]])


def _losses(events: Sequence[Event], w: Words) -> str:
    """Describe citizens that the plague took from the hexes."""
    lost = sorted(of_kind(events, e.CitizensLost), key=lambda event: int(event.hex[1:]))
    if not lost:
        return ""
    who = w._("; ").join(victims(event.hex, event.citizens, w) for event in lost)
    return w._("Lost to the plague: {citizens}.", citizens=who)


def _plague(events: Sequence[Event], s: Speaker[View]) -> str:
    """Describe what the wheel brought, and the rats of the owners of infected hexes."""
    texts = [between_turns(event, s) for event in events
             if isinstance(event, e.WheelTurned | e.PlaguePlaced | e.PlagueFailed)]  # fmt: skip
    rats: dict[int, int] = {}
    for event in of_kind(events, e.Rats):
        rats[event.seat] = rats.get(event.seat, 0) + event.rats
    for seat, count in rats.items():
        values = {"player": s.player(seat), "rats": n.tokens("rats", count, s)}
        texts.append(s._("{player} takes {rats} as the owner of a hex.", **values))
    return " ".join(texts)


def _newcomers(events: Sequence[Event], w: Words) -> str:
    """Describe new citizens and their places."""
    came = [newcomers(event.citizen, event.hexes, w) for event in of_kind(events, e.CitizensCame)]
    return w._("New citizens: {citizens}.", citizens=w._("; ").join(came)) if came else ""
