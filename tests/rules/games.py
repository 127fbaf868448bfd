"""Play random games, to test the properties of every game."""

import json
import random
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.chance import Chance
from rules.errors import BadPosition, RulesError
from rules.game import Event, Game, apply_move, copy_state, due_seats, legal_moves, start_game
from rules.notation import Move
from rules.table import Table

# The games whose tests know what occurs in them. A new one is checked by the conformance classes.
KNOWN_GAMES = ("rattus", "messina")


@dataclass(frozen=True)
class RandomGames:
    """A way to play games at random. The same arguments give the same game."""

    game: Game[Any]

    def options(self, seats: int, **chosen: str) -> dict[str, str]:
        """Return all options of a table: the chosen ones, and the defaults of the others."""
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
    """Yield every list, dict and mutable record in an object, including the object itself."""
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


def perft(state: Any, game: Game[Any], depth: int) -> int:
    """Count the sequences of this many moves, always by the first due seat. A game that ends earlier counts once."""
    if depth == 0 or state.over:
        return 1
    seat = due_seats(state)[0]
    moves = legal_moves(state, seat)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        twin = copy_state(state)
        apply_move(game, twin, seat, move)
        total += perft(twin, game, depth - 1)
    return total


def put(position: Any, path: str, value: Any) -> None:
    """Change a value deep inside a position, as at "rats.gallia.1.token", or append one to a list, as at "walls.+"."""
    *way, last = path.split(".")
    for word in way:
        position = position[int(word) if isinstance(position, list) else word]
    if last == "+":
        position.append(value)
    else:
        position[int(last) if isinstance(position, list) else last] = value


def read_events(path: Path, game: str) -> dict[str, list[Event]]:
    """Return a file's events by their heading. Each line of the file is an event with its values."""
    module, found = import_module(f"rules.{game}.events"), dict[str, list[Event]]()
    for line in path.read_text("utf-8").splitlines():
        kind, _, values = line.partition(" ")
        if kind == "===":
            events = found.setdefault(values, [])
        else:
            event = getattr(module, kind)
            named = dict(zip(event.__struct_fields__, json.loads(f"[{values}]"), strict=False))
            events.append(msgspec.convert({"event": event.__struct_config__.tag, **named}, event))
    return found


def limits(path: Path) -> list[Any]:
    """Return the cases in a file: ``position | a value at its limit or - | one beyond | reason``, values as JSON."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        make, limit, beyond, why = line.split(" | ")
        found.append(pytest.param(make, limit, beyond, why, id=f"{make} {beyond}"[:60]))
    return found


def changed_position(position: Any, changes: str) -> Any:
    """Return the position after changes like ``stock.0 = 1; placed = true``, or unchanged after ``-``."""
    position = deepcopy(position)
    for change in changes.split("; ") if changes != "-" else ():
        where, value = change.split(" = ")
        put(position, where, json.loads(value))
    return position


def assert_refusals(game: Game[Any], positions: Mapping[str, Any], path: Path) -> None:
    """Assert that each move in a file, ``position | changes | move | reason``, is refused with exactly this reason."""
    for line in path.read_text("utf-8").splitlines():
        make, changes, move, why = line.split(" | ")
        table = Table.from_position(game, changed_position(positions[make](), changes))
        with pytest.raises(RulesError) as refused:
            table.play(table.due()[0].seat, move)
        assert str(refused.value) == why, line


def assert_limit(game: Game[Any], position: Any, limit: str, beyond: str, why: str) -> None:
    """Assert that the first changes make a possible position, and that the others make one that is refused."""
    Table.from_position(game, changed_position(position, limit))
    impossible = changed_position(position, beyond)
    with pytest.raises(BadPosition, match=why):
        Table.from_position(game, impossible)


def pick(lot: Chance, things: Any) -> Any:
    """Return a random one of these things, or None if there are none."""
    return things[lot.below(len(things))] if things else None


def damage(position: dict[str, Any], lot: Chance) -> str:
    """Change a random value in a position. Return the change as ``key = value``."""
    inner, key = place(position, lot)
    inner[key] = changed(inner[key], lot)
    return f"{key} = {inner[key]}"


def place(position: Any, lot: Chance) -> tuple[Any, Any]:
    """Return a random place in a position: its container, and its key there."""
    while True:
        key = pick(lot, list(position)) if isinstance(position, dict) else lot.below(len(position))
        inner = position[key]
        if not isinstance(inner, dict | list) or not inner or lot.below(5) == 0:
            return position, key
        position = inner


def changed(value: Any, lot: Chance) -> Any:
    """Return a similar value, which nearly always differs from this one."""
    match value:
        case bool():
            return not value
        case int():
            return pick(lot, [value + 1, value - 1, value + 2, 0, -1, 99])
        case str():
            return pick(lot, ["", "nun", "left", "h7", "city-4", value + "1", value[:-1]])
        case list() if value:
            return pick(lot, [value[1:], value[:-1], [*value, value[0]], list(reversed(value))])
    return pick(lot, [None, 0, 1, "nun", ["nun"], [1], []])
