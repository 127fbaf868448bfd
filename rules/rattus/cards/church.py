"""Church (section 8)."""

from collections.abc import Iterator

from rules.notation import Move
from rules.rattus.cards.ability import Ability
from rules.rattus.events import RatMoved
from rules.rattus.moves import Monk
from rules.rattus.reasons import Refused, full, no_rat, not_neighbours
from rules.rattus.state import State


def _options(state: State, seat: int) -> Iterator[Move]:
    """Each rat to each neighbour that has room. Which rat matters, since some may have been seen."""
    for region, rats in state.rats.items():
        if rats:
            targets = [to for to in state.neighbours(region) if state.room(to)]
            for rat in rats:
                handle = f"{region}-{rat.letter}"
                for to in targets:
                    yield Monk(handle, to)


def _move(state: State, seat: int, move: Monk) -> None:
    handle = state.put_rat(move.to, state.lift_rat(move.rat))
    state.happened(RatMoved(seat, "monk", move.rat, handle))


def _refuse(state: State, seat: int, move: Monk) -> Refused | None:
    if refused := no_rat(state, move.rat):
        return refused
    return not_neighbours(state, move.rat.split("-")[0], move.to) or full(state, move.to)


MONK = Ability(Monk, _options, _move, _refuse)
