"""How many touches a turn takes, counted over the recorded games in which each turn ends with a press."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from rules.log import Log
from tests.bot.touches import Touched, touches, turns

FILES = sorted((Path(__file__).parents[1] / "recorded" / "messina").glob("*.json"))
FIRST = ("go", "board", "recall", "produce")
MEDIAN = 5  # touches of all turns of a game


def recorded(path: Path) -> list[Touched]:
    """The turns of a recorded game; none if its turns end by themselves, so that nobody confirms anything."""
    log = msgspec.convert(msgspec.json.decode(path.read_bytes())["log"], Log)
    return list(turns(log, FIRST)) if log.options["confirm"] == "on" else []


GAMES = [path for path in FILES if recorded(path)]


def ordinary(turn: Touched) -> bool:
    """Go somewhere, act, confirm; nobody to rescue, no fight, one answer for all of the action."""
    kinds = [move.split()[0] for move, _ in turn]
    return len(kinds) == 3 and kinds[0] in ("go", "board") and kinds[-1] == "end"


def test_there_are_such_games() -> None:
    assert len(GAMES) > 2


def test_an_ordinary_turn_takes_four_touches() -> None:
    counted = Counter(touches(turn) for path in GAMES for turn in recorded(path) if ordinary(turn))
    assert set(counted) == {4, 5}, "five where another lieutenant than the nearest is chosen"
    assert counted[4] > 4 * counted[5]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_other_decision_is_one_press(path: Path) -> None:
    pressed = Counter(count for turn in recorded(path) for move, count in turn if move.split()[0] not in FIRST)
    assert pressed[1] / pressed.total() > 0.95
    assert sorted(touches(turn) for turn in recorded(path))[len(recorded(path)) // 2] <= MEDIAN
