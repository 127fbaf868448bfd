"""Run bots without Discord, each of which plays by itself until it is killed.

Each line ``DATABASE FIRST_CLICK`` of standard input forks a process. It prints what it is about to do and what was
acknowledged, as a player and a channel would see it: ``try CLICK``, ``ack CLICK TABLE NUMBER``, ``telling ID`` and
``told ID``. ``born PID`` identifies the process, and ``dead CODE`` reports its exit status.

Its random choices depend on the number of its first click.
"""

import asyncio
import os
import random
import sys
from pathlib import Path

from rules.errors import RulesError
from rules_service import Person, Place, RulesService, TableInfo, acts
from rules_service.clock import Clock
from storage import Storage

PEOPLE = [Person(n, f"player {n}") for n in range(1, 4)]
TABLES = 2


def say(*words: object) -> None:
    print(*words, flush=True)  # noqa: T201 - the test reads this output


class Player:
    """Make sensible random clicks, one after the other."""

    def __init__(self, service: RulesService, storage: Storage, first_click: int) -> None:
        self.service, self.storage, self.click = service, storage, first_click

    async def open(self) -> None:
        channel = random.getrandbits(40)
        info = await self.service.opening.open(Place(channel), PEOPLE[0], "rattus", interaction=self.next())
        self.acknowledge(info.id, info.number)

    async def act(self, info: TableInfo) -> None:
        click = self.next()
        person = random.choice(PEOPLE)
        try:
            if info.status == "lobby":
                if len(info.seats) < len(PEOPLE):
                    done = await self.service.act(acts.join(), info.id, PEOPLE[len(info.seats)], interaction=click)
                else:
                    done = await self.service.act(acts.start(), info.id, PEOPLE[0], interaction=click)
            elif random.random() < 0.05:
                seated = info.seat_of(person.id) is not None
                done = await self.service.act(
                    acts.leave() if seated else acts.join(), info.id, person, interaction=click
                )
            elif random.random() < 0.1:
                user = info.seats[info.due[0]].user_id or 0
                done = (await self.service.play.undo(info.id, user, interaction=click)).snapshot.info
            else:
                snapshot = await self.service.read.snapshot(info.id)
                [due] = snapshot.table.due()
                user = info.seats[due.seat].user_id or 0
                move = random.choice(due.moves)
                seen = snapshot.read_by(due.seat).seen
                played = await self.service.play.move(info.id, user, move, seen=seen, interaction=click)
                done = played.snapshot.info
        except RulesError:
            return
        self.acknowledge(done.id, done.number)

    async def announce(self) -> None:
        waiting = await self.storage.outbox.pending(Clock().now())
        if waiting:
            first = waiting[0]
            say("telling", first.id)
            await self.storage.outbox.done([first.id], Clock().now())
            say("told", first.id)

    def next(self) -> int:
        self.click += 1
        say("try", self.click)
        return self.click

    def acknowledge(self, table: int, number: int) -> None:
        say("ack", self.click, table, number)


async def main(path: Path, first_click: int) -> None:
    random.seed(first_click)
    async with await Storage.open(path) as storage:
        player = Player(RulesService(storage, Clock()), storage, first_click)
        while True:
            tables = [await player.service.read.info(table) for table in await storage.tables.open_ids()]
            await (player.act(random.choice(tables)) if len(tables) == TABLES else player.open())
            if random.random() < 0.3:
                await player.announce()


if __name__ == "__main__":
    for line in sys.stdin:
        database, click = line.split()
        life = os.fork()
        if not life:
            asyncio.run(main(Path(database), int(click)))
        say("born", life)
        say("dead", os.waitstatus_to_exitcode(os.waitpid(life, 0)[1]))
