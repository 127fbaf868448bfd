"""One of many processes without Discord, which plays and posts until killed: ``child.py ADDRESS CLICK TABLES LEASE``.

It prints ``here`` when it begins, and then what its players and channels would know: ``try CLICK``, ``ack CLICK TABLE
NUMBER``, ``lost CLICK`` (it is unknown whether it was stored), ``telling ID`` (an announcement not sent before),
``again ID`` (one that may have been sent, so the channel is searched first), ``told ID``.

The number of its first click seeds its random choices.
"""

import asyncio
import random
import sys
from datetime import timedelta

from rules import GAMES
from rules.errors import RulesError
from rules_service import Person, Place, RulesService, TableInfo, acts
from rules_service.clock import Clock
from storage import DatabaseError, Storage
from storage.address import read_address

PEOPLE = [Person(number, f"player {number}") for number in range(1, 61)]
SEATS = 3
FOREVER = timedelta(days=1000)
CLOCK = Clock()


def say(*words: object) -> None:
    print(*words, flush=True)  # noqa: T201 - this is how the test hears of it


class Process:
    """Makes sensible random clicks one after the other, and sends the pending announcements in parallel."""

    def __init__(self, storage: Storage, first_click: int, tables: int, lease: float) -> None:
        self.storage, self.service = storage, RulesService(storage, CLOCK, cache=200)
        self.click, self.tables, self.lease = first_click, tables, timedelta(seconds=lease)

    async def play(self) -> None:
        while True:
            try:
                await self.act()
            except DatabaseError:
                say("lost", self.click)
                await asyncio.sleep(0.1)

    async def act(self) -> None:
        click = self.click = self.click + 1
        tables = await self.storage.tables.open_ids()
        say("try", click)
        try:
            if len(tables) < self.tables:
                game = random.choice(sorted(GAMES))
                place = Place(random.getrandbits(40))
                info = await self.service.opening.open(place, random.choice(PEOPLE), game, interaction=click)
            else:
                info = await self.go_on(await self.service.read.info(random.choice(tables)), click)
        except RulesError:
            return
        say("ack", click, info.id, info.number)

    async def go_on(self, info: TableInfo, click: int) -> TableInfo:
        if info.status == "lobby":
            if len(info.seats) < SEATS:
                return await self.service.act(acts.join(), info.id, random.choice(PEOPLE), interaction=click)
            host = Person(info.host_id or 0, "the host")
            return await self.service.act(acts.start(), info.id, host, interaction=click)
        if random.random() < 0.03:
            person = random.choice(PEOPLE[:SEATS])
            seated = info.seat_of(person.id) is not None
            return await self.service.act(acts.leave() if seated else acts.join(), info.id, person, interaction=click)
        snapshot = await self.service.read.snapshot(info.id)
        asked = snapshot.table.due()
        if not asked:  # Another process has just ended the game.
            return snapshot.info
        due = random.choice(asked)
        user = info.seats[due.seat].user_id or 0
        if random.random() < 0.05:
            return (await self.service.play.undo(info.id, user, interaction=click)).snapshot.info
        move = random.choice(due.moves)
        seen = snapshot.read_by(due.seat).seen
        played = await self.service.play.move(info.id, user, move, seen=seen, interaction=click)
        return played.snapshot.info

    async def tell(self) -> None:
        while True:
            try:
                for table in await self.storage.outbox.due_tables(CLOCK.now(), 50):
                    await self.tell_one(table)
            except DatabaseError:
                pass
            await asyncio.sleep(0.05)

    async def tell_one(self, table: int) -> None:
        now = CLOCK.now()
        say("claiming", table)
        claim = await self.storage.outbox.claim(table, now, now + self.lease, now + FOREVER)
        for one in claim.waiting if claim else ():
            say("again" if one.tried else "telling", one.id)
        say("claimed", table)
        if claim is None:
            return
        await asyncio.sleep(random.random() * 0.02)  # simulates the way to Discord
        ids = [one.id for one in claim.waiting]
        await self.storage.outbox.done(ids, CLOCK.now(), claim=claim)
        late = CLOCK.now() >= claim.until  # It was delayed for so long that another process may have sent it, too.
        for one in claim.waiting if not late else ():
            say("told", one.id)


async def main(address: str, first_click: str, tables: str, lease: str) -> None:
    say("here")
    random.seed(int(first_click))
    async with await Storage.open(read_address(address, "address")) as storage:
        process = Process(storage, int(first_click), int(tables), float(lease))
        await asyncio.gather(process.play(), process.tell())


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
