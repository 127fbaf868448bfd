"""Collect from the events what changed since the viewer's last look: pieces that moved, left or are new."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.game import Event, Target
from rules.messina import events as e
from rules.messina.components import HUT_IDS, OPPONENT_SEAT, SQUARES

HOME = "home"
# The kinds of things that events make new in the city and on offer, or on a seat's estate: the fields that name them.
SHARED: dict[type[Event], str] = dict.fromkeys((e.Went, e.Repopulated, e.HexAdded, e.OpponentWent), "hex")
SHARED |= {e.ShipArrived: "ship"}
OWN: dict[type[Event], str] = dict.fromkeys((e.OverseerAdvanced, e.OverseerUpgraded), "overseer")
OWN |= {e.Boarded: "ship", e.Employed: "workshop", e.InQuarantine: "hut"}


class Route(NamedTuple):
    """A lieutenant's route through the city, from one hex or dock to another."""

    seat: int
    start: str
    to: str


@dataclass
class Changes:
    """The changes on the board, by the place or piece where they are drawn."""

    routes: list[Route] = field(default_factory=list)
    figures: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))  # seats that left a hex or dock
    # Citizens that left a hex, each with the seat whose estate it went to: None if it was lost.
    citizens: dict[str, list[tuple[str, int | None]]] = field(default_factory=lambda: defaultdict(list))
    cubes: Counter[str] = field(default_factory=Counter)  # the number removed from a hex or ship
    infected: set[str] = field(default_factory=set)  # hexes that received a cube
    arrived: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # new citizens on a hex
    ships: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # ships that left a dock
    wheel: bool = False  # whether it was turned
    raised: dict[tuple[str, int], int] = field(default_factory=dict)  # former spaces by register and seat
    fires: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))  # fires spent, by seat
    given: dict[int, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))  # citizens, by seat and spot
    shared: set[Target] = field(default_factory=set)  # what is new in the city and on offer
    own: dict[int, set[Target]] = field(default_factory=lambda: defaultdict(set))  # what is new on estates, by seat

    def leave(self, seat: int, start: str, to: str = "") -> None:
        """Record that a lieutenant left ``start`` (home, a hex or a dock) for ``to``. "" is home or the box."""
        if start == HOME:
            self.own[seat].add(Target(HOME, HOME))
        elif start != to:
            self.figures[start].append(seat)
            if to:
                self.routes.append(Route(seat, start, to))

    def note(self, event: Any) -> None:
        """Record the changes of an event."""
        if kind := SHARED.get(type(event)):
            self.shared.add(Target(kind, getattr(event, kind)))
        if kind := OWN.get(type(event)):
            self.own[event.seat].add(Target(kind, getattr(event, kind)))
        self._in_turn(event)
        self._between_turns(event)

    def _in_turn(self, event: Event) -> None:
        match event:
            case e.Went(seat=seat, start=start, hex=hex_):
                self.leave(seat, start, hex_)
            case e.Boarded(seat=seat, start=start, dock=dock, ship=ship):
                self.leave(seat, start, dock)
                self.ships[dock].append(ship)
            case e.Recalled(seat=seat, start=start) | e.Parted(seat=seat, start=start):
                self.leave(seat, start)
            case e.Rescued(seat=seat, citizen=citizen, hex=hex_, spot=spot):
                self.citizens[hex_].append((citizen, seat if spot else None))
                self.own[seat] |= {_place(spot)} if spot else set()
            case e.Fought(seat=seat, source=source, fire=fire, big=big, cubes=cubes, also=also):
                self.cubes.update({source: cubes} if cubes else {})
                self.cubes.update(also)
                self.fires[seat].update(fire=fire, big_fire=big)
            case e.Stepped(seat=seat, register=register, space=space, last=False):
                self.raised.setdefault((register, seat), space - 1)
            case e.Given(seat=seat, citizen=citizen, spot=spot):
                self.given[seat][spot] = citizen
                self.own[seat].discard(_place(spot))
            case e.Built(kind=kind, next=upper):
                self.shared |= {Target("hut_upgrade" if kind == "hut" else kind, upper)} if upper else set()
                self.own[event.seat].add(Target("hut", event.hut) if kind == "hut" else Target(kind, event.tile))
            case e.Restacked(stacks=stacks, tiles=tiles):
                kind = "workshop" if stacks == "workshops" else "hut_upgrade"
                self.shared |= {Target(kind, tile) for tile in tiles if tile}
            case e.Scrolled(seat=seat, column=column):
                self.own[seat].add(Target("scroll", str(column)))
            case e.Gilded(seat=seat, spot=spot):
                self.own[seat].add(_place(spot))

    def _between_turns(self, event: Event) -> None:
        """Record an event's changes at a round's end, in the next round's preparation, or in the opponent's turn."""
        match event:
            case e.Housed(seat=seat, hut=hut, spot=spot):
                self.own[seat].discard(Target("hut", hut))
                self.own[seat] |= {_place(spot)} if spot else set()
            case e.CitizensLost(hex=hex_, citizens=citizens):
                self.citizens[hex_] += [(one, None) for one in citizens]
            case e.LateWorkshops(tiles=tiles):
                self.shared |= {Target("workshop", tile) for tile in tiles}
            case e.WheelTurned():
                self.wheel = True
            case e.PlaguePlaced(hexes=hexes):
                self.infected.update(hexes)
            case e.CitizensCame(citizen=citizen, hexes=hexes):
                for hex_ in hexes:
                    self.arrived[hex_].append(citizen)
            case e.OpponentRescued(hex=hex_, citizens=citizens):
                self.citizens[hex_] += [(one, OPPONENT_SEAT) for one in citizens]
            case e.OpponentFought(hex=hex_, space=space):
                self.cubes[hex_] += 1
                self.raised.setdefault(("popularity", OPPONENT_SEAT), space - 1)
            case e.OpponentTook(kind="ship", tiles=tiles, dock=dock):
                self.ships[dock] += tiles
            case e.OpponentTook(kind=kind, next=upper):
                self.shared |= {Target("hut_upgrade" if kind == "huts" else kind, tile) for tile in upper if tile}


NO_CHANGES = Changes()


def changes_from(events: Sequence[Event]) -> Changes:
    """Collect the changes that are visible after the events."""
    found = Changes()
    for event in events:
        found.note(event)
    return found


def _place(spot: str) -> Target:
    """Return the target for a citizen's place on an estate: a hut, a square or a workshop."""
    return Target("hut" if spot in HUT_IDS else "square" if spot in SQUARES else "workshop", spot)
