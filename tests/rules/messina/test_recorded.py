"""The recorded games, which `tests/test_recorded.py` replays, contain every kind of move and of event."""

from pathlib import Path

import msgspec

from rules.log import Log
from rules.messina import events
from rules.table import Table
from tests.rules.messina.games import GAME

FILES = sorted((Path(__file__).parents[2] / "recorded" / "messina").glob("*.json"))


def kinds(module):
    return {
        name for name, kind in vars(module).items() if isinstance(kind, type) and kind.__module__ == module.__name__
    }


def test_every_move_and_every_event_occurs():
    moves, happened, seats = set(), set(), set()
    for path in FILES:
        log = msgspec.convert(msgspec.json.decode(path.read_bytes())["log"], Log)
        table = Table.load(GAME, log, trusted=True)
        seats.add(log.seats)
        happened |= {type(event).__name__ for event in table.opening}
        for step in table.steps:
            moves.add(step.move.split()[0])
            happened |= {type(event).__name__ for event in step.events}
    assert moves == set(GAME.notation.kinds)
    # With all solo tiles in the stack the opponent always finds a hex. A failure has to be set up.
    assert happened == kinds(events) - {"OpponentPassed"}
    assert seats == {1, 2, 3, 4}
