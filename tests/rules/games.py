"""Random games, for the properties that every game must have."""

import random
from collections.abc import Iterator
from typing import Any

from rules import GAMES
from rules.game import Event, State, apply, due, legal, start
from rules.notation import Move

GAME = GAMES["rattus"]


def options(seats: int, **chosen: str) -> dict[str, str]:
    """The options of a table, complete."""
    return {option.id: chosen.get(option.id, option.default) for option in GAME.options(seats)}


def random_game(seats: int, seed: object, **chosen: str) -> Iterator[tuple[Any, int, Move, list[Event]]]:
    """Play a game at random. Yields the state after each move (the same object), the seat, the move, the events."""
    lot = random.Random(f"{seats} {seed}")
    state, _ = start(GAME, seats, str(seed), options(seats, **chosen))
    while not state.over:
        seat = lot.choice(due(state))
        move = lot.choice(legal(state, seat))
        yield state, seat, move, apply(GAME, state, seat, move)


def before_each_move(seats: int, seed: object, **chosen: str) -> Iterator[State]:
    """The state before each move of a random game; it must not be changed."""
    lot = random.Random(f"{seats} {seed}")
    state, _ = start(GAME, seats, str(seed), options(seats, **chosen))
    while not state.over:
        yield state
        seat = lot.choice(due(state))
        apply(GAME, state, seat, lot.choice(legal(state, seat)))
