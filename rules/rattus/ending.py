"""Progress from turn to turn, and the end: end test, final round, final devastation, scores (sections 9 and 10)."""

from rules.game import Score
from rules.rattus.cards import at_end
from rules.rattus.components import NEUTRAL_CUBES
from rules.rattus.events import FinalDevastation, FinalRound, GameEnded, SetupEnded
from rules.rattus.plague import resolve, struck
from rules.rattus.state import State
from rules.rattus.turn import Final, Finish, Setup, Turn


def advance(state: State) -> None:
    """Go on to the next part of the game when no seat has a decision."""
    if state.phase == "turns":
        _test_end(state)
    if state.phase == "setup" and state.order:
        state.begin_turn(state.order[0])
        state.pending[state.active].append(Setup())
    elif state.phase == "final" and state.order:
        state.begin_turn(state.order[0])
        state.pending[state.active].append(Final())
    elif state.phase == "final":
        at_end(state)
        if state.pending[state.active]:
            state.pending[state.active].insert(0, Finish())
        else:
            _finish(state)
    else:
        if state.phase == "setup":
            state.emit(SetupEnded(state.start))
            state.begin_turn(state.start)
        else:
            state.begin_turn((state.active + 1) % state.seats)
        state.phase = "turns"
        state.turn += 1
        state.pending[state.active].append(Turn())


def _test_end(state: State) -> None:
    """Check after a turn whether it was the last normal one (section 9.1)."""
    seat = state.active
    if not state.supply:
        state.reason = "supply"
    elif not state.stock[seat] and seat not in state.baked:  # all are in regions or in the palace
        state.reason = "cubes"
    else:
        return
    state.phase = "final"
    state.trigger = seat
    state.order = [(seat - back) % state.seats for back in range(1, state.seats)]
    state.emit(FinalRound(seat, state.reason, list(state.order)))


def _finish(state: State) -> None:
    """Carry out the final devastation: regions in the fixed order, the tokens of each at random (section 9.4)."""
    state.emit(FinalDevastation())
    for region, rats in state.rats.items():
        neutral = NEUTRAL_CUBES if state.neutral_at_end and region == state.plague else 0
        while struck(state, region):
            rat = rats[state.chance.below(len(rats))]
            resolve(state, f"{region}-{rat.letter}", neutral)
    state.over = True
    result = score(state)
    state.emit(GameEnded(result.points, result.ranking))


def score(state: State) -> Score:
    """Return one point per cube in regions and palace; ties go to the seat whose turn would come first (section 10)."""
    regions = [sum(cubes[seat] for cubes in state.cubes.values()) for seat in range(state.seats)]
    points = [on_board + safe for on_board, safe in zip(regions, state.palace, strict=True)]
    last = state.active if state.trigger is None else state.trigger
    ranking = sorted(range(state.seats), key=lambda seat: (-points[seat], (seat - last - 1) % state.seats))
    breakdown = {"regions": regions, "palace": list(state.palace)}
    return Score(points, breakdown, ranking, ranking[:1], state.reason)


def to_turn(state: State, seat: int) -> bool:
    """Make it the seat's turn, or its part of the set-up or final round. Return False if it has none left."""
    _skip(state)
    if state.phase == "setup" and seat not in state.order:
        state.order = []
        state.phase, state.turn = "turns", 1
    elif state.phase == "turns":
        advance(state)  # this may begin the final round
        _skip(state)
    if state.phase == "turns":
        state.active = seat
        state.pending[seat].append(Turn())
        return True
    if seat not in state.order:
        return False
    del state.order[: state.order.index(seat)]
    advance(state)
    return True


def _skip(state: State) -> None:
    """Drop all questions, and turn rats that a joint reveal has left face up down again."""
    for stack in state.pending:
        stack.clear()
    state.turned.clear()
