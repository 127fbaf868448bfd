"""What the game does between the turns of Messina 1347, compactly: the end of a round and what the next one brings."""

from collections.abc import Sequence
from typing import TypeVar

from rules.game import Event
from rules.messina import events as e
from rules.messina import round_events as r
from wording.catalogue import Words
from wording.messina.amounts import citizens, tokens
from wording.messina.names import hex_name, place, places, ship
from wording.messina.round_events import MANY, between_turns
from wording.players import player

E = TypeVar("E", bound=Event)


def between(events: Sequence[Event], names: Sequence[str], w: Words) -> list[str]:
    """The events as sentences; all that prepares a round as a few lines under its head."""
    began = of(events, r.RoundBegan)
    if not began:
        return [between_turns(event, names, w) if not isinstance(event, e.Rats) else "" for event in events]
    before = [between_turns(event, names, w) for event in events if isinstance(event, r.RoundEnded)]
    lines = [between_turns(began[0], names, w), _arrivals(events, w), _losses(events, w)]
    lines += [between_turns(event, names, w) for event in of(events, r.LateWorkshops)]
    lines += [_plague(events, names, w), _newcomers(events, w)]
    return [*before, *filter(None, lines)]


def of(events: Sequence[Event], kind: type[E]) -> list[E]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def _arrivals(events: Sequence[Event], w: Words) -> str:
    """Ships and the new hex."""
    texts = []
    for event in of(events, r.ShipArrived):
        text = w._("{ship} at {dock}", ship=ship(event.ship, w), dock=place(event.dock, w))
        texts.append(text if event.cube else w._("{arrival} without plague", arrival=text))
    texts += [hex_name(event.hex, w) for event in of(events, r.HexAdded)]
    return w._("New: {things}.", things=w.join_list(texts)) if texts else ""


def _losses(events: Sequence[Event], w: Words) -> str:
    """Citizens that the plague took from the hexes."""
    lost = of(events, r.CitizensLost)
    if not lost:
        return ""
    who = [
        w._("{citizens} on {hex}", citizens=w.join_list(citizens(_counted(event.citizens), w)), hex=place(event.hex, w))
        for event in lost
    ]
    return w._("The plague took {citizens}.", citizens=w.join_list(who))


def _counted(classes: Sequence[str]) -> dict[str, int]:
    return {citizen: classes.count(citizen) for citizen in dict.fromkeys(classes)}


def _plague(events: Sequence[Event], names: Sequence[str], w: Words) -> str:
    """What the wheel brought, and the rats of those whose hexes were infected."""
    texts = [between_turns(event, names, w) for event in events
             if isinstance(event, r.WheelTurned | r.PlaguePlaced | r.PlagueFailed)]  # fmt: skip
    rats: dict[int, int] = {}
    for event in of(events, e.Rats):
        rats[event.seat] = rats.get(event.seat, 0) + event.rats
    for seat, count in rats.items():
        values = {"player": player(names, seat, w), "rats": tokens("rats", count, w)}
        texts.append(w._("{player} takes {rats} for it.", **values))
    return " ".join(texts)


def _newcomers(events: Sequence[Event], w: Words) -> str:
    """Citizens who came, and where to."""
    return " ".join(
        w._("{citizens} on {hexes}.", citizens=w._(MANY[event.citizen]), hexes=places(event.hexes, w))
        for event in of(events, r.CitizensCame)
    )
