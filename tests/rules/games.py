"""Play random games, to test the properties of every game."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.game import Event, Game, apply_move, due_seats, legal_moves, start_game
from rules.notation import Move

# The games whose tests know what occurs in them. A new one is checked by the conformance classes.
KNOWN_GAMES = ("rattus", "messina")


@dataclass(frozen=True)
class RandomGames:
    """Play games at random. The same numbers give the same game."""

    game: Game[Any]

    def options(self, seats: int, **chosen: str) -> dict[str, str]:
        """Return the complete options of a table."""
        return {option.id: chosen.get(option.id, option.default) for option in self.game.options(seats)}

    def random_game(self, seats: int, seed: object, **chosen: str) -> Iterator[tuple[Any, int, Move, list[Event]]]:
        """Play a game and yield the state after each move (the same object), the seat, the move and the events."""
        lot = random.Random(f"{seats} {seed}")
        state, _ = start_game(self.game, seats, str(seed), self.options(seats, **chosen))
        while not state.over:
            seat = lot.choice(due_seats(state))
            move = lot.choice(legal_moves(state, seat))
            yield state, seat, move, apply_move(self.game, state, seat, move)

    def before_each_move(self, seats: int, seed: object, **chosen: str) -> Iterator[Any]:
        """Yield the state before each move of a game. It must not be changed."""
        lot = random.Random(f"{seats} {seed}")
        state, _ = start_game(self.game, seats, str(seed), self.options(seats, **chosen))
        while not state.over:
            yield state
            seat = lot.choice(due_seats(state))
            apply_move(self.game, state, seat, lot.choice(legal_moves(state, seat)))


def changeable(thing: Any) -> Iterator[Any]:
    """Yield every list, dict and record within a thing that could be changed."""
    within: Any
    match thing:
        case list() | tuple():
            within = thing
        case dict():
            within = thing.values()
        case msgspec.Struct():
            within = [getattr(thing, name) for name in thing.__struct_fields__]
        case _:
            return
    if not (isinstance(thing, tuple) or (isinstance(thing, msgspec.Struct) and thing.__struct_config__.frozen)):
        yield thing
    for one in within:
        yield from changeable(one)
