import asyncio
from collections import Counter
from contextlib import AsyncExitStack

from storage import Address, PostKind, Storage
from tests.storage.build import NOON, later, move, open_table

TABLES, TURNS = 30, 2


async def test_Q25_four_processes_tell_everything_once_and_leave_no_claim(address: Address) -> None:
    """Q25: nothing is sent twice, nothing is left over, and later announcements can be claimed at once."""
    sent = Counter[int]()
    async with AsyncExitStack() as stack:
        processes = [await stack.enter_async_context(await Storage.open(address)) for _ in range(4)]
        tables = [await open_table(processes[0], channel) for channel in range(1, TABLES + 1)]

        async def announce(number: int) -> None:
            for table in tables:
                await processes[0].tables.append(move(table, number, announce=PostKind.TURN))

        async def tell(one: Storage) -> None:
            while due := await one.outbox.due_tables(NOON, TABLES):
                for table in due:
                    if claim := await one.outbox.claim(table, NOON, later(120), NOON):
                        sent.update(waiting.id for waiting in claim.waiting)
                        await one.outbox.done([waiting.id for waiting in claim.waiting], NOON, claim=claim)

        for number in range(1, TURNS + 1):
            await announce(number)
            await asyncio.gather(*map(tell, processes))
            assert await processes[0].outbox.waiting() == (0, None), "no claim keeps back what is new"
    assert (len(sent), {*sent.values()}) == (TABLES * (TURNS + 1), {1})
