"""Summaries of Messina 1347 in few sentences: of a turn, and of what the game does between turns.

The actions of one seat are one sentence; the preparation of a round is a few lines under its heading.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rules.game import Event
from rules.messina import components as c
from rules.messina import events as e
from rules.messina.round_end import GOLD_POINTS
from rules.messina.view_types import View
from wording.messina import event_sentences as es
from wording.messina import names as n
from wording.messina.event_sentences import TrackScrolled, between_turns, clauses
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
    """Return each event, located, with the seat that acted (None: the game) and its turn.

    Neighbouring board choices are ordered by seat, so that each seat's are in one sentence.
    """
    ordered: list[Event] = []
    for _, group in groupby(events, key=lambda event: isinstance(event, e.BoardTaken)):
        ordered += sorted(group, key=lambda event: event.seat if isinstance(event, e.BoardTaken) else 0)
    found: list[tuple[tuple[int | None, int], Event]] = []
    turn = 0
    for event in es.located(ordered, view):
        seat: int | None = getattr(event, "seat", None)
        if its_turn(event):
            seat = c.OPPONENT
        elif isinstance(event, e.Tribute):
            seat = event.visitor
        elif isinstance(event, e.RatPenalty) or (isinstance(event, e.Rats) and event.cause == "infection"):
            seat = None
        found.append(((seat, turn), event))
        turn += isinstance(event, (e.TurnEnded, *TURN_ENDS))
    return found


def _did(seat: int, events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Describe the actions of one seat, then its gains.

    The end of a turn goes without saying if there was another action.
    """
    phrases: list[str] = []
    for kind, group in groupby(_in_order(events), key=_kind):
        phrases += MERGED.get(kind, _each)(list(group), s)
    gains: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for event in of_kind(events, e.Gained):
        gains[_is_production(event)].update(event.gains)
    produced, gained = (n.amounts(gains[production], s) for production in (True, False))
    if produced:
        phrases.insert(0, s._("produced {amounts}", amounts=produced))
    lapsed = [event.effect for event in of_kind(events, e.Unused)]
    lapsed += [effect for event in of_kind(events, e.TurnEnded) for effect in event.lapsed]
    after = []
    if gained and phrases:
        after.append(s._("Gained: {amounts}.", amounts=gained))
    elif gained:
        phrases = [s._("gained {amounts}", amounts=gained)]
    elif not phrases:
        phrases = _each([event for event in events if isinstance(event, e.Acted | e.TurnEnded | e.Unused)][:1], s)
    after += [es.unused(lapsed, s)] if lapsed else []
    return [" ".join([s.did(seat, phrases), *after])] if phrases else []


def _is_production(event: e.Gained) -> bool:
    """Return whether a hut, an early workshop or the upgraded citizen in a late one produced this.

    A late workshop's one-time payment is always more than the point for its citizen.
    """
    printed = c.WORKSHOPS.get(event.source)
    if printed and printed.late:
        return event.gains == {"points": GOLD_POINTS}
    return bool(printed) or event.source in c.HUT_TILES


def _in_order(events: Sequence[Event]) -> list[Event]:
    """Return the events that are mentioned individually, in order, but with the steps of a repopulation together."""
    found = [event for event in events if _tells(event)]
    first = next((at for at, event in enumerate(found) if _kind(event) == "repopulation"), 0)
    return [*found[:first], *sorted(found[first:], key=lambda event: _kind(event) != "repopulation")]


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
    **dict.fromkeys((e.Repopulating, e.Given, e.Parted, e.Repopulated), "repopulation"),
    **dict.fromkeys((e.Built, e.Restacked), "build"),
    **dict.fromkeys((e.Activated, e.SquareSpent), "activation"),
}


def _each(events: list[Any], s: Speaker[View]) -> list[str]:
    return [text for event in events for text in clauses(event, s)]


def _builds(events: list[Any], s: Speaker[View]) -> list[str]:
    """Describe what was built and restacked, each with its price."""
    phrases = []
    cost: dict[str, int] = {}
    for event in events:
        if not isinstance(event, e.Paid):
            phrases.append(es.built(event, s, cost))
        cost = event.cost if isinstance(event, e.Paid) else {}
    return phrases


MERGED: dict[str, Any] = {
    "build": _builds,
    "Tribute": lambda events, s: [es.got_tribute(events[0], s)],
    "repopulation": lambda events, s: [es.repopulated(events, s)],
    "Rescued": lambda events, s: [es.rescued(events, s)],
    "Housed": lambda events, s: [es.housed(events, s)],
    "Employed": lambda events, s: [es.employed(events, s)],
    "activation": lambda events, s: [es.activated(events, s)],
    "InQuarantine": lambda events, s: [es.still_in_quarantine(events, s)],
    "Stepped": lambda events, s: [es.stepped(events, s)],
    "BoardTaken": lambda events, s: [es.boards_taken(events, s)],
    **{f"scroll {track}": lambda events, s: [es.scrolled(events, s)] for track in n.SCROLL_TRACKS},
}


def round_summary(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Return the events as sentences, with a round's preparation as a few lines under its heading."""

    def each(*kinds: type[Event]) -> list[str]:
        return [between_turns(event, s) for event in events if isinstance(event, kinds)]

    began = of_kind(events, e.RoundBegan)
    if not began:
        return [between_turns(event, s) if not isinstance(event, e.Rats) else "" for event in events]
    lost = [es.victims(one, s) for one in sorted(of_kind(events, e.CitizensLost), key=lambda one: int(one.hex[1:]))]
    came = [es.newcomers(event, s) for event in of_kind(events, e.CitizensCame)]
    lines = [
        *each(e.RoundEnded),
        between_turns(began[0], s),
        " ".join([*each(e.ShipArrived), *each(e.HexAdded)]),
        s._("Lost to the plague: {citizens}.", citizens=s._("; ").join(lost)) if lost else "",
        *each(e.LateWorkshops),
        " ".join([*each(e.WheelTurned, e.PlaguePlaced, e.PlagueFailed), *_owners_rats(events, s)]),
        s._("New citizens: {citizens}.", citizens=s._("; ").join(came)) if came else "",
    ]
    return [line for line in lines if line]


def _owners_rats(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Describe the rats of the owners of infected hexes."""
    rats: Counter[int] = Counter()
    for event in of_kind(events, e.Rats):
        rats[event.seat] += event.rats
    return [
        s._("{player} takes {rats} as the owner of a hex.", player=s.player(seat), rats=n.tokens("rats", count, s))
        for seat, count in rats.items()
    ]
