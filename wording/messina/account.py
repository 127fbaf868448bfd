"""What happened in a turn or at the end of a round, in few sentences: what one seat did is told in one of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from rules.game import Event
from rules.messina import events as e
from rules.messina import round_events as r
from rules.messina import solo_events as s
from rules.messina.components import DISTRICTS, HUT_TILES, OPPONENT, WORKSHOPS
from rules.messina.round.production import GOLD_POINTS
from rules.messina.view_types import View
from wording.catalogue import Words
from wording.messina import estate_events as estate
from wording.messina import events as tell
from wording.messina.amounts import amounts, effects, tokens
from wording.messina.located import TrackScrolled, located
from wording.messina.names import OTHERS, SCROLL_TRACKS, is_square
from wording.messina.opponent import LAST, its_turn, opponent_did
from wording.messina.round_account import between
from wording.players import player

# What is seen in the result, or goes without saying after every round.
UNTOLD = (s.Judged, s.OpponentLeft, s.TilesShuffled)


def account(events: Sequence[Event], names: Sequence[str], w: Words, view: View | None = None) -> list[str]:
    """The events as sentences; ``view`` tells the boards of side b."""
    names = names[:1] if view and view.opponent else names
    told = [event for event in located(_dealt_by_seat(events), view) if not isinstance(event, UNTOLD)]
    lines: list[str] = []
    for (seat, _), group in groupby(_numbered(told), key=lambda one: one[0]):
        together = [event for _, event in group]
        if len(together) < len(told) and all(isinstance(event, e.TurnEnded) for event in together):
            continue  # what was done is told already, and what follows tells that the turn ended
        if seat is None:
            lines += between(together, names, w)
        elif its_turn(together[0]):
            lines += opponent_did(together, names, w)
        else:
            lines += _did(seat, together, names, w)
    return lines


def _dealt_by_seat(events: Sequence[Event]) -> list[Event]:
    """The events with neighbouring ones about boards ordered by seat, so that each seat's are told together."""
    found: list[Event] = []
    for _, group in groupby(events, key=lambda event: isinstance(event, r.BoardTaken)):
        found += sorted(group, key=lambda event: event.seat if isinstance(event, r.BoardTaken) else 0)
    return found


def _numbered(events: Sequence[Event]) -> Iterator[tuple[tuple[int | None, int], Event]]:
    """Each event with the seat of whose doing it tells (None: the game does it) and the number of its turn."""
    turn = 0
    for event in events:
        seat: int | None = getattr(event, "seat", None)
        if its_turn(event):
            seat = OPPONENT
        elif isinstance(event, e.Tribute):
            seat = event.visitor
        elif isinstance(event, r.RatPenalty) or (isinstance(event, e.Rats) and event.cause == "infection"):
            seat = None
        yield (seat, turn), event
        turn += isinstance(event, (e.TurnEnded, *LAST))


def _did(seat: int, events: Sequence[Event], names: Sequence[str], w: Words) -> list[str]:
    """What one seat did, and at the end of it what it gained; that a turn ended goes without saying if it did more."""
    phrases: list[str] = []
    for kind, group in groupby(_in_order(events), key=_kind):
        phrases += MERGED.get(kind, _each)(list(group), names, w)
    produced, gained = _gains(events)
    if produced:
        phrases.insert(0, w._("produced {amounts}", amounts=amounts(produced, w)))
    if gained:
        phrases.append(w._("gained {amounts}", amounts=amounts(gained, w)))
    lapsed = [effect for event in events if isinstance(event, e.TurnEnded) for effect in event.lapsed]
    if not phrases:
        phrases = _each([event for event in events if isinstance(event, e.Acted | e.TurnEnded)][:1], names, w)
        lapsed = []
    if not phrases:
        return []
    left = w._("Left unused: {effects}.", effects=w.join_list(effects(lapsed, w))) if lapsed else ""
    return [" ".join(filter(None, [tell.told(seat, phrases, names, w), left]))]


def _gains(events: Sequence[Event]) -> tuple[Counter[str], Counter[str]]:
    """What production brought, and what everything else did."""
    produced: Counter[str] = Counter()
    gained: Counter[str] = Counter()
    for event in events:
        if isinstance(event, e.Gained):
            (produced if _production(event) else gained).update(event.gains)
    return produced, gained


def _production(event: e.Gained) -> bool:
    """Whether a hut, an early workshop or the upgraded citizen in a late one produced this.

    What a late workshop pays once is always more than the point for its citizen.
    """
    if event.source in HUT_TILES:
        return True
    return event.source in WORKSHOPS and (not WORKSHOPS[event.source].late or event.gains == {"points": GOLD_POINTS})


def _in_order(events: Sequence[Event]) -> list[Event]:
    """What is told by itself, in its order; but a repopulation in one piece, whatever was done amid it."""
    found = [event for event in events if _tells(event)]
    first = next((at for at, event in enumerate(found) if _kind(event) == "repopulation"), 0)
    return [
        *found[:first],
        *(event for event in found[first:] if _kind(event) == "repopulation"),
        *(event for event in found[first:] if _kind(event) != "repopulation"),
    ]


def _tells(event: Event) -> bool:
    """Whether the event is told by itself, and not with what is around it or with all that was gained."""
    match event:
        case e.Acted():
            return event.copied
        case e.Paid():
            return not is_square(event.source)  # the square's name tells its price
    return not isinstance(event, e.CubeLeft | e.Gained | e.TurnEnded | r.Produced)


def _kind(event: Event) -> str:
    """Neighbouring events of one kind are told together."""
    match event:
        case e.Paid():
            return "repopulation" if event.source in DISTRICTS else "build"
        case TrackScrolled(track=track):
            return f"scroll {track}"
        case e.Rescued(spot="") | r.Housed(spot=""):
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


def _each(events: list[Any], names: Sequence[str], w: Words) -> list[str]:
    return [text for event in events if (text := tell.phrase(event, names, w))]


def _builds(events: list[Any], names: Sequence[str], w: Words) -> list[str]:
    """What was built and restacked, each with its price."""
    phrases = []
    cost: dict[str, int] = {}
    for event in events:
        match event:
            case e.Paid():
                cost = event.cost
                continue
            case e.Restacked():
                text = w._("restacked the {stacks}", stacks=w._(OTHERS[event.stacks]))
            case _:
                text = estate.built(event, w)
        phrases.append(w._("{did} for {cost}", did=text, cost=amounts(cost, w)) if cost else text)
        cost = {}
    return phrases


def _tribute(events: list[Any], names: Sequence[str], w: Words) -> list[str]:
    """Points for the owner of the hex, as the visitor's doing."""
    [event] = events
    points = tokens("points", event.points, w)
    if event.seat == event.visitor:
        return [w._("got {points} as its owner", points=points)]
    return [w._("brought {player} {points} as its owner", player=player(names, event.seat, w), points=points)]


MERGED: dict[str, Any] = {
    "build": _builds,
    "Tribute": _tribute,
    "repopulation": lambda events, names, w: [estate.repopulated(events, w)],
    "Rescued": lambda events, names, w: [tell.rescued(events, w)],
    "Housed": lambda events, names, w: [estate.housed(events, w)],
    "Employed": lambda events, names, w: [estate.employed(events, w)],
    "activation": lambda events, names, w: [estate.activated(events, w)],
    "InQuarantine": lambda events, names, w: [estate.kept(events, w)],
    "Stepped": lambda events, names, w: [estate.stepped(events, w)],
    "BoardTaken": lambda events, names, w: [estate.boards_taken(events, w)],
    **{
        f"scroll {track}": lambda events, names, w: [estate.scrolled(events[0].track, len(events), w)]
        for track in SCROLL_TRACKS
    },
}
