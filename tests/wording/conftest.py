import random
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules import GAMES
from rules.game import Game, due_seats
from rules.notation import Move
from rules.table import Table
from tests.test_recorded import FILES, read

EXPANSION = (
    "random", "good_times", "serf+baker+mayor+crusader+soldier+queen", "merchant+messenger+nun+bishop+piper+wizard",
    "merchant+crusader+knight+serf+wizard+emperor",
)  # fmt: skip
NAMES = ["Anna", "Bob", "Cleo", "Dóra"]


def verb_of(move: Move) -> str:
    return str(move.__struct_config__.tag)


@dataclass
class Position:
    """A moment of a game: the active seat's view, the public view, and the question.

    Most tests use only a few of thousands of moments, so views are made on first use.
    """

    seat: int
    question: str
    moves: list[Move]
    game: Game[Any]
    packed: bytes

    @cached_property
    def own(self) -> Any:
        return self.game.view(self.state, self.seat)

    @cached_property
    def public(self) -> Any:
        return self.game.view(self.state, None)

    @cached_property
    def state(self) -> Any:
        return msgspec.msgpack.decode(self.packed, type=self.game.state_type)

    @cached_property
    def verbs(self) -> list[str]:
        return list(dict.fromkeys(map(verb_of, self.moves)))


@dataclass
class Played:
    table: Table
    positions: list[Position]
    events: list[list[Any]]  # The events of each move, the set-up first.


def moment(table: Table, seat: int) -> Position:
    """Return the table's current moment, at which this seat has to decide."""
    return Position(
        seat, table.state.pending[seat][-1].question, table.legal(seat), table.game, msgspec.msgpack.encode(table.state)
    )


def play(seats: int, seed: str, options: dict[str, str], game: str = "rattus") -> Played:
    table = Table(GAMES[game], seats, seed, options)
    chance = random.Random(seed)
    played = Played(table, [], [list(table.opening)])
    while not table.over:
        seat = due_seats(table.state)[0]
        position = moment(table, seat)
        played.positions.append(position)
        verb = chance.choice(position.verbs)  # Choose the kind of move first, so that rare ones occur often.
        move = chance.choice([move for move in position.moves if verb_of(move) == verb])
        played.events.append(table.play(seat, move.text))
    return played


@pytest.fixture(scope="session")
def games() -> list[Played]:
    """Play the base game, and games that together have every card of the expansion."""
    settings = [(2, "on"), (3, "on"), (4, "on"), (4, "off")]
    base = [
        play(seats, f"words {seats} {confirm} {number}", {"confirm": confirm})
        for seats, confirm in settings
        for number in range(3)
    ]
    return base + [
        play(seats, f"words {cards} {seats} {number}", {"cards": cards, "confirm": "on"})
        for cards in EXPANSION
        for seats in (2, 3, 4)
        for number in range(3)
    ]


@pytest.fixture(scope="session")
def positions(games: list[Played]) -> list[Position]:
    return [position for game in games for position in game.positions]


UNUSUAL = {
    "confirm": "on", "workshop_moves": "always", "payment_inside_benefit": "yes", "recall_action_step": "yes",
    "recall_from_home": "always", "round4_order": "leader_chooses", "restack_duty": "restacked", "big_fire": "printed",
}  # fmt: skip


def replay(path: Path) -> Played:
    """Replay a recorded game, move by move."""
    log = read(path).log
    loaded = Table.load(GAMES[log.game], log, trusted=True)
    table = Table(GAMES[log.game], log.seats, log.seed, loaded.options)
    played = Played(table, [], [list(table.opening)])
    for step in loaded.steps:
        played.positions.append(moment(table, step.seat))
        played.events.append(table.play(step.seat, step.move))
    return played


@pytest.fixture(scope="session")
def messina() -> list[Played]:
    """Return the recorded games of Messina 1347, and some random ones."""
    recorded = [replay(path) for path in FILES if path.parent.name == "messina"]
    options = ({"confirm": "on"}, {}, UNUSUAL)
    return recorded + [play(seats, f"words {seats}", one, "messina") for seats in (2, 3, 4) for one in options]


@pytest.fixture(scope="session")
def moments(messina: list[Played]) -> list[Position]:
    """Return all moments of the games of Messina 1347."""
    return [position for game in messina for position in game.positions]


@pytest.fixture
def names() -> list[str]:
    return list(NAMES)
