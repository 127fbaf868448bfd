import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.fair_queue import PATIENCE, STILL_BUSY, Ask, FairQueue, Work
from bot.ui.reply import Refusal

ANNA, BEN = 1, 2
TABLE, OTHER_TABLE = 1, 2


class House:
    """A queue for one server, with a clock set by the test. A job ends when the test says so."""

    def __init__(self) -> None:
        self.at = 100.0
        self.queue = FairQueue(["the server"], 2, lambda: self.at)
        self.begun: list[str] = []
        self.cancelled: list[str] = []
        self.ends: dict[str, asyncio.Future[str]] = {}

    def ask(self, name: str, kind: Work, asker: int, question: object = None) -> asyncio.Task[str]:
        """Ask for work with this name, which is also its result."""

        async def work(server: str) -> str:
            assert server == "the server"
            self.begun.append(name)
            self.ends[name] = asyncio.get_running_loop().create_future()
            try:
                return await self.ends[name]
            except asyncio.CancelledError:
                self.cancelled.append(name)
                raise

        return asyncio.create_task(self.queue.ask(Ask(kind, asker, question), work))

    async def finish(self, seconds: float = 1.0) -> None:
        """End the work that began last, after this many seconds."""
        self.at += seconds
        self.ends[self.begun[-1]].set_result(self.begun[-1])
        await settled()


async def settled() -> None:
    """Let all tasks run until they wait for something."""
    for _ in range(8):
        await asyncio.sleep(0)


async def test_a_person_who_presses_each_second_takes_turns_with_others() -> None:
    """Each hint takes 2.4 s. Anna asks for a different one each second."""
    house, presses = House(), list[asyncio.Task[str]]()
    for number in range(8):
        if number == 1:  # Anna’s first hint is done, and her second one has begun.
            house.ask("Ben", Work.HINT, BEN)
            for table in (TABLE, OTHER_TABLE):
                house.ask(f"turn at {table}", Work.TURN, table)
        for press in range(3):
            presses.append(house.ask(f"Anna {number}.{press}", Work.HINT, ANNA, (TABLE, 0, number, press)))
        await settled()
        await house.finish(2.4)
    assert house.begun[:7] == ["Anna 0.0", "Anna 0.1", "Ben", "turn at 1", "turn at 2", "Anna 1.0", "Anna 5.0"]
    refused = [press for press in presses if press.done() and press.exception()]
    assert len(refused) >= 10
    assert {str(press.exception()) for press in refused} == {str(Refusal(STILL_BUSY))}
    await house.queue.close()


async def test_a_computer_that_has_waited_for_ten_seconds_comes_before_every_hint() -> None:
    """After ten seconds, a computer's turn comes before hints. A review comes last, however long it has waited."""
    house = House()
    house.ask("first", Work.TURN, OTHER_TABLE)
    house.ask("review", Work.REVIEW, 3)
    house.ask("turn", Work.TURN, TABLE)
    house.ask("Anna", Work.HINT, ANNA)
    await settled()
    await house.finish(PATIENCE - 0.1)
    house.ask("Ben", Work.HINT, BEN)
    await settled()
    await house.finish(0.1)
    await house.finish(1)
    house.ask("Anna again", Work.HINT, ANNA)
    await settled()
    await house.finish(1)
    assert house.begun == ["first", "Anna", "turn", "Ben", "Anna again"]
    await house.finish(1)
    assert house.begun[-1] == "review"
    waited = {kind: (one.served, round(one.seconds, 3)) for kind, one in house.queue.waited.items()}
    assert waited == {
        Work.HINT: (3, round(PATIENCE - 0.1 + 1.1 + 1, 3)), Work.REPLAY: (0, 0.0), Work.TRY: (0, 0.0),
        Work.TURN: (2, PATIENCE), Work.REVIEW: (1, PATIENCE + 3),
    }  # fmt: skip
    await house.queue.close()


async def test_the_same_question_is_worked_on_once_and_its_answer_remembered_for_a_while() -> None:
    house = House()
    question = TABLE, 0, 17
    both = [house.ask(name, Work.HINT, ANNA, question) for name in ("one", "two")]
    await settled()
    other_seat = house.ask("other seat", Work.HINT, BEN, (TABLE, 1, 17))
    other_kind = house.ask("other kind", Work.REPLAY, BEN, question)
    await settled()
    assert (house.queue.length(Work.HINT), house.queue.length(Work.REPLAY)) == (1, 1)
    await house.finish()
    assert [await one for one in both] == ["one", "one"]
    assert await house.ask("three", Work.HINT, ANNA, question) == "one"
    await house.finish()
    await house.finish()
    assert (await other_seat, await other_kind) == ("other seat", "other kind"), "each has an answer of its own"
    assert house.begun == ["one", "other seat", "other kind"]
    again = house.ask("four", Work.HINT, ANNA, question)  # Two newer answers have replaced it in the cache.
    await settled()
    await house.finish()
    assert await again == "four"


async def test_an_error_reaches_all_askers_and_is_not_cached() -> None:
    house = House()
    both = [house.ask(name, Work.HINT, ANNA, "why") for name in ("one", "two")]
    await settled()
    other = house.ask("other", Work.HINT, BEN)
    await settled()
    house.ends["one"].set_exception(ValueError("broken"))
    await settled()
    for one in both:
        with pytest.raises(ValueError, match="broken"):
            await one
    await house.finish()
    assert await other == "other"
    again = house.ask("again", Work.HINT, ANNA, "why")
    await settled()
    await house.finish()
    assert await again == "again"


Step = Callable[[House, asyncio.Task[str]], Awaitable[None]]


async def waiting(house: House, task: asyncio.Task[str]) -> None:
    await settled()
    task.cancel()
    await settled()
    assert house.queue.length(Work.TURN) == 0


async def granted(house: House, task: asyncio.Task[str]) -> None:
    """Cancel a job that the server has accepted but not begun."""
    await settled()
    house.ends["first"].set_result("first")
    while house.queue.length(Work.TURN):
        await asyncio.sleep(0)
    assert "given up" not in house.begun
    task.cancel()


async def at_work(house: House, task: asyncio.Task[str]) -> None:
    await settled()
    await house.finish()
    task.cancel()
    await settled()
    assert house.cancelled == ["given up"]


@pytest.mark.parametrize("cancelled", [waiting, granted, at_work])
async def test_a_cancelled_job_frees_the_server_for_the_next_one(cancelled: Step) -> None:
    house = House()
    first = house.ask("first", Work.TURN, TABLE)
    await cancelled(house, house.ask("given up", Work.TURN, OTHER_TABLE))
    last = house.ask("last", Work.TURN, 3)
    await settled()
    if cancelled is waiting:
        await house.finish()
    await house.finish()
    assert (await first, await last) == ("first", "last")


async def test_work_continues_while_somebody_waits_and_restarts_for_a_new_asker() -> None:
    house = House()
    leaves, stays = (house.ask(name, Work.HINT, ANNA, "why") for name in ("one", "two"))
    await settled()
    leaves.cancel()
    await settled()
    assert house.cancelled == []
    stays.cancel()
    await asyncio.sleep(0)
    anew = house.ask("anew", Work.HINT, ANNA, "why")
    await settled()
    assert house.cancelled == ["one"]
    await house.finish()
    assert await anew == "anew"


async def test_after_closing_no_request_waits_or_runs() -> None:
    house = House()
    tasks = [house.ask(f"{table}", Work.TURN, table) for table in range(3)]
    await settled()
    await house.queue.close()
    assert (house.begun, house.cancelled, house.queue.length(Work.TURN)) == (["0"], ["0"], 0)
    await settled()
    assert all(task.cancelled() for task in tasks)
