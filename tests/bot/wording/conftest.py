import random
from dataclasses import dataclass
from typing import Any

import pytest

from rules import GAMES
from rules.notation import Move, print_move
from rules.table import Table

NAMES = ["Anna", "Bob", "Cleo", "Dóra"]


@dataclass
class Position:
    """A moment of a random game: what the seat that decides sees, what everybody sees, what is asked."""

    seat: int
    question: str
    moves: list[Move]
    own: Any
    public: Any

    @property
    def verbs(self) -> list[str]:
        return list(dict.fromkeys(print_move(move).split()[0] for move in self.moves))


@dataclass
class Played:
    table: Table
    positions: list[Position]
    events: list[list[Any]]  # of each move, the set-up first


def play(seats: int, seed: str, options: dict[str, str]) -> Played:
    table = Table(GAMES["rattus"], seats, seed, options)
    chance = random.Random(seed)
    played = Played(table, [], [list(table.opening)])
    while not table.over:
        due = table.due()[0]
        moves = table.legal(due.seat)
        position = Position(due.seat, due.question, moves, table.view(due.seat), table.view(None))
        played.positions.append(position)
        verb = chance.choice(position.verbs)  # kinds of move first, so that cards are used often
        move = chance.choice([move for move in moves if print_move(move).split()[0] == verb])
        played.events.append(table.play(due.seat, print_move(move)))
    return played


@pytest.fixture(scope="session")
def games() -> list[Played]:
    settings = [(2, "on"), (3, "on"), (4, "on"), (4, "off")]
    return [
        play(seats, f"words {seats} {confirm} {number}", {"confirm": confirm})
        for seats, confirm in settings
        for number in range(3)
    ]


@pytest.fixture(scope="session")
def positions(games: list[Played]) -> list[Position]:
    return [position for game in games for position in game.positions]


@pytest.fixture
def names() -> list[str]:
    return list(NAMES)
