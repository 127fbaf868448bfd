"""Changes since the viewer's last look, collected from the events, for the strips and for the map."""

from collections.abc import Mapping, Sequence
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


@dataclass(frozen=True)
class Changes:
    """What is new on the board."""

    turned: Sequence[Turned] = ()
    plague_moves: Sequence[happened.PlagueMoved] = ()  # the plague piece's paths, the latest last
    lost: Mapping[tuple[str, int], int] = field(default_factory=dict)  # cubes by region and seat
    cubes: frozenset[tuple[str, int]] = frozenset()  # region ("" for the palace) and seat of new cubes
    rats: frozenset[str] = frozenset()
    figures: frozenset[tuple[str, str]] = frozenset()  # kind and region
    walls: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()
    lifted: frozenset[Target] = frozenset()  # rats in the air in a replay, and the plague piece by its region


NOTHING = Changes()


def changes_from(events: Sequence[Event]) -> Changes:
    """Collect the changes that the events leave visible."""
    turned: list[Turned] = []
    plague_moves: list[happened.PlagueMoved] = []
    lost: dict[tuple[str, int], int] = {}
    cubes: set[tuple[str, int]] = set()
    rats: set[str] = set()
    figures: set[tuple[str, str]] = set()
    walls: set[str] = set()
    cards: set[str] = set()
    seen = 0
    for event in events:
        match event:
            case happened.PlagueMoved():
                plague_moves.append(event)
            case happened.Revealed():
                turned.append(Turned(event, plague_moves[-1] if len(plague_moves) > seen else None))
                seen = len(plague_moves)
                for seat, count in enumerate(event.lost):
                    if count:
                        where = (turned[-1].region, seat)
                        lost[where] = lost.get(where, 0) + count
            case happened.Placed(seat=seat, region=region):
                cubes.add((region, seat))
            case happened.Unloaded(owner=seat, region=region):
                cubes.add((region, seat))
            case happened.CubesMoved(seat=seat, to=region):
                cubes.add((region, seat))
            case happened.CubesExchanged(region=region, owner=owner, to=to, other_owner=other):
                cubes |= {(region, other), (to, owner)}
            case happened.Saved(seat=seat):
                cubes.add(("", seat))
            case happened.RatPlaced(rat=rat) | happened.RatMoved(to=rat):
                rats.add(rat)
            case happened.Exchanged(rat=rat, other=other_rat):
                rats |= {rat, other_rat}
            case happened.FigureMoved(card=card, to=region):
                figures.add((card, region))
            case happened.WallMoved(connection=connection):
                walls.add(connection)
            case happened.Took(card=card) | happened.Joined(card=card):
                cards.add(card)
    return Changes(
        turned,
        plague_moves,
        lost,
        frozenset(cubes),
        frozenset(rats),
        frozenset(figures),
        frozenset(walls),
        frozenset(cards),
    )
