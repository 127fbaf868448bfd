"""Changes since the viewer's last look, collected from the events, for the strips and for the map."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.game import Event, Target
from rules.rattus import events as happened


class Turned(NamedTuple):
    """A rat that was turned over, and its effect; the first one of a turn has the plague's path there."""

    event: happened.Revealed
    plague_move: happened.PlagueMoved | None = None

    @property
    def region(self) -> str:
        """The region of the rat."""
        return self.event.rat.rpartition("-")[0]


@dataclass
class Changes:
    """What is new on the board."""

    turned: list[Turned] = field(default_factory=list)
    plague_moves: list[happened.PlagueMoved] = field(default_factory=list)  # the latest last
    lost: Counter[tuple[str, int]] = field(default_factory=Counter)  # cubes by region and seat
    cubes: set[tuple[str, int]] = field(default_factory=set)  # region ("" for the palace) and seat of new cubes
    rats: set[str] = field(default_factory=set)
    figures: set[tuple[str, str]] = field(default_factory=set)  # kind and region
    walls: set[str] = field(default_factory=set)
    cards: set[str] = field(default_factory=set)
    lifted: frozenset[Target] = frozenset()  # rats in the air in a replay, and the plague piece by its region


NOTHING = Changes()


def changes_from(events: Sequence[Event], lifted: frozenset[Target] = frozenset()) -> Changes:
    """Collect the changes that the events leave visible; what a replay has lifted isn't drawn in its place."""
    found = Changes(lifted=lifted)
    moves_shown = 0
    for event in events:
        match event:
            case happened.PlagueMoved():
                found.plague_moves.append(event)
            case happened.Revealed():
                moves = found.plague_moves
                found.turned.append(Turned(event, moves[-1] if len(moves) > moves_shown else None))
                moves_shown = len(moves)
                region = found.turned[-1].region
                found.lost.update({(region, seat): count for seat, count in enumerate(event.lost) if count})
            case happened.Placed(seat=seat, region=region) | happened.Unloaded(owner=seat, region=region):
                found.cubes.add((region, seat))
            case happened.CubesMoved(seat=seat, to=region):
                found.cubes.add((region, seat))
            case happened.CubesExchanged(region=region, owner=owner, to=to, other_owner=other):
                found.cubes |= {(region, other), (to, owner)}
            case happened.Saved(seat=seat):
                found.cubes.add(("", seat))
            case happened.RatPlaced(rat=rat) | happened.RatMoved(to=rat):
                found.rats.add(rat)
            case happened.Exchanged(rat=rat, other=other_rat):
                found.rats |= {rat, other_rat}
            case happened.FigureMoved(card=card, to=region):
                found.figures.add((card, region))
            case happened.WallMoved(connection=connection):
                found.walls.add(connection)
            case happened.Took(card=card) | happened.Joined(card=card):
                found.cards.add(card)
    return found
