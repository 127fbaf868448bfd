"""T5: a person who wants a seat presses everything there is, with friends and a moderator, and lets time pass.

``make years`` tries more sequences.
"""

import os
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import pytest

from rules.errors import RulesError
from rules_service import Person, Place, acts
from rules_service.pace import PACES
from storage.records import moment
from tests.bot.sim import engine
from tests.bot.year.records import Waited, least, length
from tests.bot.year.world import World, world

FIRST = int(os.environ.get("FIRST", "1"))
SEEDS = int(os.environ.get("SEEDS", "6"))
VERA, PAUL, MAL, MO, OLGA = (
    Person(number, name) for number, name in enumerate(("Vera", "Paul", "Mal", "Mo", "Olga"), 1)
)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
PACED = ("relaxed", "none", "daily", "brisk")
PRESSES = 90
WISHES: tuple[dict[str, str], ...] = (
    {}, {"notices": "none"}, {"notices": "private"}, {"zone": "Asia/Kathmandu", "quiet": "20-9"},
    {"zone": "Pacific/Auckland", "quiet_days": "mon tue wed sat sun"},
)  # fmt: skip


class Siege:
    """A table where Vera doesn't come, Paul ends each turn in time, and Mal wants their seats."""

    def __init__(self, w: World, luck: random.Random) -> None:
        self.w, self.luck = w, luck
        self.table = 0
        self.free: set[int] = set()  # the seats that are free now
        self.deadline: dict[int | None, datetime] = {}  # by the log line of the wait: when Paul ends his turn

    async def begin(self) -> None:
        """Start the table, with Vera's preferences."""
        service, luck = self.w.service, self.luck
        for key, value in luck.choice(WISHES).items():
            await self.w.storage.people.prefer(VERA.id, key, value)
        if luck.random() < 0.3:
            self.w.wire.closed.add(VERA.id)
        people = luck.sample([VERA, PAUL, MAL], 3)
        info = await service.opening.open(
            Place(5, 7), people[0], "toy", {"pace": luck.choice(PACED), "seating": "joined"}
        )
        self.table = info.id
        for person in people[1:]:
            await service.act(acts.join(), info.id, person)
        await service.act(acts.start(), info.id, people[0])
        if luck.random() < 0.3:
            with suppress(RulesError):
                await service.people.go_away(VERA, self.w.clock.now(), self.w.clock.now() + luck.randrange(1, 31) * DAY)
        if luck.random() < 0.5:
            with suppress(RulesError):
                await self._plays(VERA)

    async def press(self) -> None:
        """Let Mal, a moderator or a stranger press a random button. Refusals are ignored."""
        s, t, luck, now = self.w.service, self.table, self.luck, self.w.clock.now()
        info = await s.read.info(t)
        who = luck.choice([MAL, MAL, MAL, MO, OLGA])
        moderator = who is MO
        seat = luck.choice([None, 0, 1, 2])
        asks = [ask.number for ask in info.votes] or [0]
        presses: list[Callable[[], Awaitable[Any]]] = [
            lambda: s.act((acts.free_as_moderator if moderator else acts.free)(seat), t, who),
            lambda: s.act((acts.free_as_moderator if moderator else acts.free)(seat), t, who),
            lambda: s.act((acts.sleep_as_moderator if moderator else acts.sleep)(), t, who),
            lambda: s.act(acts.wake(luck.choice([Place(5, 7), Place(6, 7), Place(9, 8)])), t, who),
            lambda: s.act((acts.close_as_moderator if moderator else acts.close)(), t, who),
            lambda: s.act(acts.propose("pace", luck.choice(list(PACES))), t, who),
            lambda: s.act(acts.propose_pause(luck.randrange(1, 31)), t, who),
            lambda: s.act(acts.end_pause(), t, who),
            lambda: s.act(acts.answer(luck.choice(asks), luck.random() < 0.9), t, who),
            lambda: s.people.nudge(t, who, seat),
            lambda: s.act(acts.join(seat), t, luck.choice([MAL, OLGA, MO])),
            lambda: s.act(acts.leave(), t, who),
            lambda: s.act(acts.move(Place(luck.choice([5, 6]), 7)), t, who),
            lambda: s.act(acts.more_time(), t, who),
            lambda: s.act(acts.confirm_presence(), t, who),
            lambda: s.act(acts.keep_awake(), t, who),
            lambda: s.people.go_away(who, now, now + luck.randrange(1, 9) * DAY),
            lambda: s.people.come_back(who), lambda: self._plays(who), lambda: s.play.undo(t, who.id),
            lambda: self._takes_back(who), lambda: s.act(acts.start(), t, who),
            lambda: s.act(acts.set_options({"pace": "brisk"}), t, who),
            lambda: s.act(acts.remove(seat or 0), t, who),
        ]  # fmt: skip
        with suppress(RulesError):
            await luck.choice(presses)()

    async def _plays(self, who: Person) -> None:
        """Play a step and usually end the turn, but never the game."""
        await self.w.service.play.move(self.table, who.id, "shout")
        if self.luck.random() < 0.8:
            await self.w.service.play.move(self.table, who.id, "end")

    async def _takes_back(self, who: Person) -> None:
        _, found = await self.w.service.read.undo_request(self.table, who)
        await self.w.service.act(acts.propose("back", found.text), self.table, who)

    async def time(self) -> None:
        """Let some time pass. Paul comes if it is his turn, and ends it."""
        end = self.w.clock.now() + self.luck.choice([HOUR, 9 * HOUR, DAY, 2 * DAY, 4 * DAY]) * self.luck.random()
        while True:
            self.look()
            due = self._paul()
            if due is None or due > end:
                break
            await self._until(due)
            if self._paul() != due:
                continue
            with suppress(RulesError):
                await self.w.service.play.move(self.table, PAUL.id, "end")
            await self.w.tell()
        if self.luck.random() < 0.05:
            await self.w.again(self.luck.choice([20 * HOUR, 9 * DAY, HOUR / 10]))
        await self._until(end)
        self.look()

    async def _until(self, end: datetime) -> None:
        """Let time pass, and check the table after each event."""
        while (at := self.w.coming()) is not None and at <= end:
            await self.w.until(at)
            self.look()
        await self.w.until(end)

    def _paul(self) -> datetime | None:
        """Return when Paul ends his turn: within his time, or now at a live table. None: it isn't his turn."""
        for wait in self._waits(PAUL):
            if wait.pace == "live":
                return self.w.clock.now()
            if wait.number not in self.deadline:
                self.deadline[wait.number] = wait.begins + least(wait) * self.luck.random() * 0.98
            return max(self.deadline[wait.number], self.w.clock.now())
        return None

    def _waits(self, who: Person, freed: bool = False) -> list[Waited]:
        rows = self.w.truth(
            "SELECT s.*, t.options FROM seats s JOIN tables t ON t.id = s.table_id JOIN players p ON p.id = s.player"
            " WHERE s.due_since IS NOT NULL AND s.vacant = ? AND s.freed = ? AND p.user_id = ? AND t.ended IS NULL",
            *(freed, freed, who.id),
        )
        return [
            Waited(
                *(row["table_id"], row["seat"], row["due_number"], row["player"], moment(row["due_since"])),
                row["pace"] or next(name for name in PACES if f'"{name}"' in row["options"]),
                *(bool(row["moved"]), bool(row["more"])),
            )
            for row in rows
        ]

    def look(self) -> None:
        """Check that Paul's seat was never freed, and Vera's only after her time and the time to answer were over."""
        now = self.w.clock.now()
        assert not self._waits(PAUL, freed=True), "he has ended each turn in time"
        freed = {wait.seat: wait for wait in self._waits(VERA, freed=True)}
        for seat in freed.keys() - self.free:
            wait, asked = freed[seat], PACES[freed[seat].pace].reply_window
            assert length(self.w, wait, now - asked) >= least(wait), f"taken {now - wait.begins} after {wait}"
        there = {
            row["seat"] for row in self.w.truth("SELECT seat FROM seats WHERE vacant = 1")
        }  # also for a table that is asleep
        self.free = (self.free | set(freed)) & there


@pytest.mark.deep(one_in=6)
@pytest.mark.parametrize(
    ("number", "games"), [(one, engine(one)) for one in range(FIRST, FIRST + SEEDS)], indirect=["games"]
)
async def test_T5_no_sequence_of_presses_takes_a_seat_too_soon(games, monkeypatch, number):
    """T5, P69: no seat is taken before its player is late and the time to answer is over."""
    luck = random.Random(number)
    async with world(games, monkeypatch, f"siege {number}") as w:
        w.boards = False
        siege = Siege(w, luck)
        await siege.begin()
        for _ in range(PRESSES):
            await siege.press()
            await w.tell()
            siege.look()
            if luck.random() < 0.5:
                await siege.time()
