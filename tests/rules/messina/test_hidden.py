"""Face-down stacks and chance stay hidden from views and legal moves, and revealing moves can't be undone."""

import random

import pytest

from rules.game import apply_move, copy_state, due_seats, legal_moves
from tests.rules.messina.games import GAME, SEATS, rich_game


def scramble(state, lot):
    """Return a state that looks the same to all players: face-down tiles are shuffled, and chance is changed."""
    twin = copy_state(state)
    stacks = [*twin.hut_stacks, *twin.early.values(), *twin.late.values()]
    covered = [stack[:-1] if stack in (*twin.hut_stacks, *twin.offer.values()) else list(stack) for stack in stacks]
    for stack, hidden in zip(stacks, covered, strict=True):
        lot.shuffle(hidden)
        stack[: len(hidden)] = hidden
    lot.shuffle(twin.hex_stack)
    lot.shuffle(twin.ship_stack)
    lot.shuffle(twin.dock_tiles)
    for stack in twin.wagon_stacks:
        hidden = stack[:-1]
        lot.shuffle(hidden)
        stack[:-1] = hidden
    if twin.opponent is not None:
        lot.shuffle(twin.opponent.stack)
    twin.chance.seed = str(lot.random())
    twin.chance.draws += lot.randrange(9)
    return twin


@pytest.mark.parametrize("seats", SEATS)
def test_what_shows_something_new_is_a_barrier(seats):
    """States that differ only in secrets often give different events for a move that is a barrier."""
    lot = random.Random(seats)
    differ = 0
    for seed in range(2):
        for state in rich_game(seats, seed, confirm="on"):
            seat = due_seats(state)[0]
            move = lot.choice(legal_moves(state, seat))
            one, other = copy_state(state), scramble(state, lot)
            told = [apply_move(GAME, twin, seat, move) for twin in (one, other)]
            assert told[0] == told[1] or not one.undoable[seat]
            differ += told[0] != told[1]
    assert differ > 5
