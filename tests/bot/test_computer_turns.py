import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.computers import AiClient, Computers, can_play, posed
from bot.fair_queue import Ask, Work
from computer_players.search import PlanAdvice
from games import GAMES
from rules_service import Person, Place, RulesService, Snapshot, Stale, acts
from storage import Storage
from tests.rules_service.house import StillClock
from workers.worker import WorkerUnavailable

ALICE = Person(1, "Alice")


class Staff:
    """AI workers whose work ends when the test decides."""

    def __init__(self) -> None:
        self.given: list[tuple[str, float, Any]] = []  # The requests so far: function, time limit and request.
        self.free: list[asyncio.Future[str]] = []
        self.killed: list[int] = []
        self.closed: list[int] = []

    def worker(self, number: int) -> Any:
        async def call(function: Any, limit: float, request: Any) -> str:
            self.given.append((function.__name__, limit, request))
            self.free.append(asyncio.get_running_loop().create_future())
            return await self.free[-1]

        async def close() -> None:
            self.closed.append(number)

        return SimpleNamespace(call=call, kill=lambda: self.killed.append(number), close=close)


@pytest.fixture
def staff(monkeypatch: pytest.MonkeyPatch) -> Staff:
    made, numbers = Staff(), iter(range(9))
    monkeypatch.setattr("bot.computers.Worker", lambda *_, most_answers: made.worker(next(numbers)))
    return made


async def ready() -> None:
    """Let all tasks run until they wait for something."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_worker_whose_request_is_cancelled_is_killed(staff: Staff) -> None:
    """A worker that lived on would still think about the cancelled request during the next one."""
    ai: Any = AiClient(size=1)
    tasks = [asyncio.create_task(ai.plan(name, 1.0, Ask(Work.TURN, table))) for table, name in enumerate("ab")]
    await ready()
    tasks[0].cancel()
    await ready()
    assert staff.killed == [0]
    assert staff.given == [("find_plan", 1.0, "a"), ("find_plan", 1.0, "b")]
    await ai.close()
    assert (staff.killed, staff.closed) == ([0, 0], [0])
    with pytest.raises(asyncio.CancelledError):
        await tasks[1]


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[RulesService]:
    async with await Storage.open(tmp_path / "games") as storage:
        yield RulesService(storage, StillClock())


async def facing(service: RulesService, level: str) -> Snapshot:
    """Open two tables. Return the second as seen by its computer player, who has seat 1 and moves first."""
    await service.opening.open(Place(2, 7), Person(9, "Zoe"), "rattus")
    options = {"seating": "joined", "start": "1"}
    info = await service.opening.open(Place(1, 7), ALICE, "rattus", options)
    for act in (acts.add_computer(level), acts.start()):
        await service.act(act, info.id, ALICE)
    return (await service.read.snapshot(info.id)).read_by(1)


@pytest.mark.parametrize(
    ("level", "tried"),
    [
        ("strong", [("strong", 30.0), ("strong", 30.0), ("steady", 15.0), ("casual", 10.0)]),
        ("steady", [("steady", 15.0), ("steady", 15.0), ("casual", 10.0)]),
        ("casual", [("casual", 10.0), ("casual", 10.0)]),
    ],
)
async def test_a_search_without_a_plan_is_repeated_and_then_made_easier(
    service: RulesService,
    staff: Staff,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    level: str,
    tried: list[tuple[str, float]],
) -> None:
    """Only the first move names the lower level at which a plan was found. If no plan is found, the move is random."""
    snapshot = await facing(service, level)
    table, line = snapshot.info.id, snapshot.number
    legal = posed(snapshot, 1, level)[1]
    assert len(legal) > 1
    requests, made = list[tuple[str, float]](), list[tuple[Any, ...]]()

    async def plan(request: Any, limit: float, ask: Ask) -> PlanAdvice:
        assert (request.game, request.seat, request.seed) == ("rattus", 1, f"{table} {line}")
        assert ask == Ask(Work.TURN, table)
        requests.append((request.level, limit))
        if len(requests) <= failing:
            raise WorkerUnavailable("it is busy")
        return PlanAdvice([legal[0], "end"])

    async def move_for(*made_at: Any) -> Any:
        made.append(made_at)
        return SimpleNamespace(number=line + len(made), duplicate=False, crossed_barrier=False)

    ai: Any = AiClient(size=1)
    monkeypatch.setattr(ai, "plan", plan)
    monkeypatch.setattr(service.play, "move_for", move_for)
    computers: Any = Computers(SimpleNamespace(), service, ai)  # type: ignore[arg-type]
    for failing in range(len(tried) + 1):
        for noted in (requests, made, caplog):
            noted.clear()
        await computers._turn(snapshot, 1, level)
        assert requests == tried[: failing + 1]
        assert caplog.messages == [
            f"table {table}, line {line}: the AI worker found no move at level {one}: it is busy"
            for one, _ in tried[:failing]
        ]
        if failing < len(tried):
            assert made == [(table, 1, legal[0], tried[failing][0], line), (table, 1, "end", level, line + 1)]
        else:
            [(*where, move, by, at)] = made
            assert (where, by, at, move in legal) == ([table, 1], "chance", line, True)


@pytest.mark.parametrize("stopped", ["duplicate", "crossed_barrier", "stale", ""])
async def test_the_moves_of_a_plan_are_made_as_long_as_everything_happens_as_expected(
    service: RulesService, staff: Staff, monkeypatch: pytest.MonkeyPatch, stopped: str
) -> None:
    snapshot = await facing(service, "casual")

    async def plan(*_: object, **__: object) -> PlanAdvice:
        return PlanAdvice(["a", "b", "c"])

    ai: Any = AiClient(size=1)
    monkeypatch.setattr(ai, "plan", plan)
    made = list[tuple[str, int]]()

    async def move_for(table_id: int, seat: int, move: str, level: str, number: int) -> Any:
        made.append((move, number))
        if stopped == "stale" and move == "b":
            raise Stale("moved on", number=9)
        happened = {what: move == "b" and what == stopped for what in ("duplicate", "crossed_barrier")}
        return SimpleNamespace(number=number + 2, **happened)

    monkeypatch.setattr(service.play, "move_for", move_for)
    computers: Any = Computers(SimpleNamespace(), service, ai)  # type: ignore[arg-type]
    await computers._turn(snapshot, 1, "casual")
    line = snapshot.number
    assert made == [("a", line), ("b", line + 2), ("c", line + 4)][: 2 if stopped else 3]


async def test_work_that_follows_computer_moves_is_done_once(service: RulesService, staff: Staff) -> None:
    computers, done = Computers(SimpleNamespace(), service, AiClient(size=1)), list[str]()  # type: ignore[arg-type]

    def noting(what: str) -> Any:
        async def note() -> None:
            done.append(what)

        return note

    computers.then(1, noting("at once"))  # No computer is thinking.
    await ready()
    assert done == ["at once"]
    computers._pausing[1] = 0.0
    for what in ("replaced", "wanted"):
        computers.then(1, noting(what))
    await ready()
    assert done == ["at once"]
    for _ in range(2):
        computers._rest(1)
        await ready()
    assert done == ["at once", "wanted"]
    computers.then(1, noting("cancelled"))
    computers.then(1, None)
    computers._rest(1)
    await ready()
    assert done == ["at once", "wanted"]


async def test_a_hint_is_what_the_strong_computer_would_do_at_once(service, staff, monkeypatch):
    snapshot = await facing(service, "casual")
    ai: Any = AiClient(size=1)
    computers = Computers(SimpleNamespace(), service, ai)  # type: ignore[arg-type]
    hint = asyncio.create_task(computers.hint(snapshot, 1, ALICE.id))
    while not staff.given:
        await asyncio.sleep(0.001)
    [(function, limit, request)] = staff.given
    assert (function, limit, request.level, request.seat, request.explained) == ("find_plan", 20.0, "strong", 1, True)
    staff.free[0].set_result(PlanAdvice(["end"]))  # type: ignore[arg-type]
    assert await hint == PlanAdvice(["end"])
    assert await computers.hint(snapshot, 1, ALICE.id) == PlanAdvice(["end"]), "it is remembered"
    monkeypatch.setattr("bot.computers.MAX_SECONDS_FOR_HINT", 0.01)
    with pytest.raises(WorkerUnavailable, match="all AI workers are busy"):
        await computers.hint(snapshot, 0, ALICE.id)  # Another seat's request is a different question.
    request, moves = posed(snapshot, 1, "steady")
    seed = f"{snapshot.info.id} {snapshot.number}"
    assert (request.game, request.seat, request.level, request.seed) == ("rattus", 1, "steady", seed)
    [due] = snapshot.table.due()
    assert moves == list(due.moves)
    monkeypatch.setattr("bot.computers.posed", lambda *_: (request, moves[:1]))
    made = list[tuple[Any, ...]]()

    async def move_for(*made_at: Any) -> Any:
        made.append(made_at)
        return SimpleNamespace(number=9, duplicate=False, crossed_barrier=False)

    monkeypatch.setattr(service.play, "move_for", move_for)
    asked = len(staff.given)
    assert await computers.hint(snapshot, 1, ALICE.id) == PlanAdvice(moves[:1])
    await computers._turn(snapshot, 1, "casual")
    assert made == [(snapshot.info.id, 1, moves[0], "casual", snapshot.number)]
    assert len(staff.given) == asked, "nobody has to think about the only move"
    assert all(map(can_play, GAMES))
    assert not can_play("chess")
