"""P167: hard turns for the challenge of the day, found in games between computers."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bot.computers import AiClient
from bot.fair_queue import Work
from bot.hard_turns import GAMES as PLAYED
from bot.hard_turns import MIDDLE, NOBODY, find_turn, hardest, question_of
from bot.par import ParPlayer
from computer_players.review import CheckRequest, Judgement, requests_for, stretches
from computer_players.search import PlanAdvice
from rules import GAMES
from rules.chance import Chance
from rules.game import begins_turn, due_seats
from rules.table import Table, read_position
from rules_service import RulesService
from rules_service.daily import DailyKind, planned_kind
from rules_service.daily_turn import begin
from rules_service.options import complete_options
from storage import Storage
from tests.rules_service.hard_turn import make
from tests.rules_service.house import DAY, StillClock
from workers.worker import WorkerUnavailable

RATTUS, SEED = GAMES["rattus"], "the secret seed"
OPTIONS = complete_options(RATTUS, {})


class Ai:
    """Computers that move at random. They judge, and confirm, that every turn could have been better by ``gain``."""

    def __init__(self, gain: float) -> None:
        self.gain, self.asked = gain, list[Any]()

    async def plan(self, request: Any, limit: float, ask: Any) -> PlanAdvice:
        self.asked.append(request)
        assert ask.kind == Work.REVIEW
        state = read_position(RATTUS, request.position)
        legal = state.pending[request.seat][-1].options(state, request.seat)
        return PlanAdvice([legal[Chance(request.seed).below(len(legal))].text])

    async def judge(self, question: Any, limit: float, table: int) -> Judgement:
        self.asked.append(question)
        if isinstance(question, CheckRequest):
            return msgspec.structs.replace(question.judgement, checked=True)
        played = [0.5] * len(question.position["pending"])
        return Judgement([one + self.gain for one in played], played, ["end"])


async def test_P167_a_turn_is_found_without_a_look_at_the_seed() -> None:
    """P167: the turn is from the middle of a game with this seed. If no turn is hard enough, another game is played."""
    ai = Ai(0.07)
    found = await find_turn(ai, RATTUS, OPTIONS, SEED)
    assert found is not None
    table, _ = begin(RATTUS, OPTIONS, SEED, found)
    assert due_seats(table.state) == [found.seat]
    assert begins_turn(table.state, found.seat)
    assert (found.seats, found.level, found.points) == (*PLAYED[0], 57)
    assert question_of(found) in [msgspec.structs.replace(one, after=None) for one in ai.asked if hasattr(one, "moves")]
    assert SEED not in str(ai.asked)
    assert SEED not in found.stored
    easy = Ai(0.05)
    assert await find_turn(easy, RATTUS, OPTIONS, SEED) is None
    played = [one.level for one in easy.asked if hasattr(one, "level")]
    assert {*played} == {"casual", "steady"}


def test_P167_the_turn_is_whole_undecided_confirmed_and_in_the_middle() -> None:
    """P167: of the turns that meet these conditions, the one with the costliest mistake is chosen."""
    begun, _ = begin(RATTUS, OPTIONS, SEED, make(SEED))
    table = Table(RATTUS, begun.seats, SEED, begun.options)
    lot = Chance("moves")
    while not table.over:
        [seat, *_] = due_seats(table.state)
        legal = table.legal(seat)
        table.play(seat, legal[lot.below(len(legal))].text)
    asked, parts = requests_for(table, "x"), stretches(table)
    whole = [at for at, one in enumerate(parts) if (one.turn, one.seat) not in [(p.turn, p.seat) for p in parts[:at]]]
    steps = len(table.steps)
    middle = [at for at in whole if MIDDLE[0] <= parts[at].first / steps <= MIDDLE[1]]
    part = next(at for at in range(middle[0], middle[-1]) if at not in whole)

    def found(*hard: tuple[int, float, float, bool]) -> int | None:
        nothing = Judgement([0.3] * 3, [0.3] * 3, [], checked=True)
        judged = [nothing] * len(parts)
        for at, best, played, checked in hard:
            judged[at] = Judgement([best] * 3, [played] * 3, ["end"], checked=checked)
        turn = hardest(table, "casual", asked, judged)
        return None if turn is None else len(turn.moves)

    first, second = middle[3], middle[4]
    good = (first, 0.5, 0.4, True)
    assert found(good) == parts[first].first
    assert found(good, (second, 0.5, 0.3, True)) == parts[second].first
    for at, best, played, checked in [
        *((second, 0.95, 0.8, True), (second, 0.2, 0.02, True), (second, 0.6, 0.4, False), (part, 0.6, 0.4, True)),
        *((whole[0], 0.6, 0.4, True), (whole[-1], 0.6, 0.4, True)),
    ]:
        assert found(good, (at, best, played, checked)) == parts[first].first
    assert found((first, 0.45, 0.4, True)) is None


async def test_P169_judging_a_played_turn_can_wait_beside_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """P169: played turns have an asker of their own, because the queue lets each asker wait for only one review."""
    served, done = list[str](), asyncio.Event()

    async def call(ai: AiClient, function: Any, limit: float, request: Any, worker: Any) -> str:
        await done.wait()
        served.append(request)
        return request

    monkeypatch.setattr(AiClient, "_call", call)
    ai = AiClient(1)
    asked = [ai.judge(one, 9, NOBODY) for one in ("first", "second")] + [ai.weigh("played", 9)]
    tasks = [asyncio.create_task(one) for one in asked]
    await asyncio.sleep(0)
    done.set()
    await asyncio.gather(*tasks)
    assert served == ["first", "played", "second"]


async def test_P167_tomorrows_turn_is_looked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """P167: a search that fails starts over; a search without a result does not. Par comes first."""
    results, asked = [WorkerUnavailable("stopped"), None], list[str]()

    async def find(ai: Any, game: Any, options: Any, seed: str) -> Any:
        asked.append(seed)
        result = results.pop(0) if results else make(seed)
        if isinstance(result, Exception):
            raise result
        return result

    monkeypatch.setattr("bot.par.find_turn", find)
    async with await Storage.open(tmp_path / "x.sqlite") as storage:
        service = RulesService(storage, clock := StillClock())
        player = ParPlayer(SimpleNamespace(), service, SimpleNamespace())
        day = (await service.dailies.today()).day
        for turns in range(2):
            while planned_kind(day + 1) != DailyKind.RATTUS:
                clock.wait(DAY)
                day += 1
            await service.dailies.today()
            await service.dailies.set_par(day, (1, 2))
            for _ in range(4):
                await player.poll()
            clock.wait(DAY)
            day += 1
            assert (await service.dailies.today()).kind == (DailyKind.RATTUS if turns else DailyKind.MESSINA)
        assert len(asked) == 3
