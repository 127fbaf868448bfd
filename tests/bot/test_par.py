"""P157: when idle, the strong computer plays each challenge three times. The median is par."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.computers import BEST
from bot.fair_queue import Work
from bot.par import ParPlayer
from computer_players.search import PlanAdvice
from rules import GAMES
from rules.table import read_position
from rules_service import RulesService
from storage import Storage
from storage.engine import Partition
from tests.rules_service.house import StillClock
from workers.worker import WorkerUnavailable


async def test_p157_par_is_the_median_of_three_games_played_without_a_look_at_the_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P157: today's challenge comes first, then tomorrow's if today's was opened. Interrupted games start over."""
    asked, failing = list[Any](), [True]

    async def plan(request: Any, limit: float, ask: Any) -> PlanAdvice:
        if failing and " 1 " in request.seed:
            failing.clear()
            raise WorkerUnavailable("stopped")
        asked.append(request)
        assert (ask.kind, request.level, limit > 0) == (Work.REVIEW, BEST, True)
        state = read_position(GAMES["messina"], request.position)
        legal = [move.text for move in state.pending[0][-1].options(state, 0)]
        return PlanAdvice([legal[int(request.seed.split()[2]) * 4 % len(legal)]])

    async with await Storage.open(tmp_path / "x.sqlite") as storage:
        service = RulesService(storage, StillClock())
        points = iter([(1, 50), (1, 90), (1, 70), (2, 5), (2, 6), (2, 7)])
        monkeypatch.setattr("bot.par.points_by_round", lambda table: next(points))
        player = ParPlayer(SimpleNamespace(), service, SimpleNamespace(plan=plan))
        await player.poll()
        assert asked == []
        today = await service.dailies.today()
        _, played = await service.dailies.without_par()
        storage.database.partition = Partition(1, 2)
        await player.poll()
        assert asked == [], "another process does it"
        storage.database.partition = Partition()
        await player.poll()
        assert (await service.dailies.today()).par is None, "it has failed"
        assert {request.seed.split()[2] for request in asked} == {"0"}
        asked.clear()
        await player.poll()
        one, tomorrow = await service.dailies.today(), await storage.dailies.of_day(today.day + 1)
        assert (one.par, one.par_rounds) == (70, (1, 70))
        assert {request.seed.split()[2] for request in asked} == {"1", "2"}, "the first one was through"
        assert played.seed.partition("/")[0] not in str(asked)
        assert ((await service.dailies.without_par())[0], tomorrow) == (today.day + 1, None)
        assert (await player.poll(), await service.dailies.without_par()) == (None, None)
