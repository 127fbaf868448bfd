import asyncio

import pytest

from bot.periodic import periodic

SECRET = "a secret"


class Client:
    def __init__(self) -> None:
        self.ready = asyncio.Event()

    async def wait_until_ready(self) -> None:
        await self.ready.wait()


class Worker:
    def __init__(self) -> None:
        self.client, self.runs, self.done = Client(), 0, asyncio.Event()

    @periodic(0.0, "counting")
    async def count(self) -> None:
        self.runs += 1
        if self.runs == 1:
            raise ArithmeticError(SECRET)
        self.done.set()


async def test_an_error_is_logged_and_the_work_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    worker = Worker()
    worker.count.start()
    worker.client.ready.set()
    await asyncio.wait_for(worker.done.wait(), 5)
    worker.count.cancel()
    [record] = [record for record in caplog.records if record.name == "bot.periodic"]
    assert record.getMessage().startswith("counting failed, retrying later: ArithmeticError\n")
    assert SECRET not in record.getMessage()


async def test_the_work_begins_when_the_bot_is_ready() -> None:
    worker = Worker()
    worker.count.start()
    await asyncio.sleep(0.05)
    assert worker.runs == 0
    worker.client.ready.set()
    await asyncio.wait_for(worker.done.wait(), 5)
    worker.count.cancel()
