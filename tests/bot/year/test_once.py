"""T2: no notification is sent twice, whenever the process is killed, and even if two scheduler runs overlap.

A short story that sends nearly all kinds of notifications is replayed many times. In run ``n`` the process dies before
or after the n-th time that it stores or sends something, and later again at random. ``make years`` replays the story
more often: with a thousand runs, the process dies at each of these moments.
"""

import asyncio
import os
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from bot.channel.notices import Notifier
from rules.errors import RulesError
from rules_service import Person, Place, acts
from tests.bot.sim import engine
from tests.bot.year.world import START, World, world

FIRST = int(os.environ.get("FIRST", "1"))
SEEDS = int(os.environ.get("SEEDS", "0"))
RUNS = range(FIRST, FIRST + SEEDS) if SEEDS else (12, 13, 43, *range(73, 500, 140))
ANN, BEN, CARA = Person(1, "Ann"), Person(2, "Ben"), Person(3, "Cara")
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
TOLD = {"turn", "first", "second", "nudge", "late", "final", "ask", "drowsy"}

Act = Callable[[World], Awaitable[Any]]


def story() -> list[tuple[timedelta, Act]]:
    """Return people's acts with the time before each: all play a turn at two tables, then Ann vanishes."""

    async def open_table(channel: int, w: World) -> None:
        info = await w.service.read.table_in(channel)
        if info is None:
            info = await w.service.opening.open(Place(channel, 7), ANN, "toy", {"seating": "joined", "start": "0"})
        for person in (BEN, CARA):
            with suppress(RulesError):
                await w.service.act(acts.join(), info.id, person)
        await w.service.act(acts.start(), info.id, ANN)

    async def play(table: int, person: Person, w: World) -> None:
        await w.service.play.move(table, person.id, "walk 1")
        await w.service.play.move(table, person.id, "end")

    return [
        (HOUR, lambda w: w.storage.people.prefer(BEN.id, "notices", "both")),
        (HOUR, lambda w: w.storage.people.prefer(CARA.id, "zone", "Asia/Kathmandu")),
        *((HOUR, partial(open_table, channel)) for channel in (5, 6)),
        *((2 * HOUR, partial(play, table, person)) for person in (ANN, BEN, CARA) for table in (1, 2)),
        (75 * HOUR, lambda w: w.service.people.nudge(1, BEN)),
        (8 * DAY, lambda w: w.service.act(acts.free(), 1, BEN)),
        (HOUR, lambda w: w.service.act(acts.propose("pace", "none"), 2, BEN)),
        (3 * DAY, lambda w: w.service.act(acts.sleep(), 1, BEN)),
        (40 * DAY, lambda w: w.service.act(acts.keep_awake(), 2, BEN)),
    ]


async def tell(w: World, away: timedelta, steps: int | None, luck: random.Random) -> int:
    """Run the story, and count the deaths. A dead process restarts after ``away``. With ``steps``, it may die again."""
    died, at = 0, START

    async def live(work: Callable[[], Awaitable[Any]]) -> None:
        nonlocal died
        while not await w.survive(work, away, lambda: None if steps is None else luck.randrange(3, 200)):
            died += 1

    for wait, act in story():
        at += wait

        async def do(act: Act = act) -> None:
            with suppress(RulesError):
                await act(w)
            await w.tell()

        await live(lambda at=at: w.until(at))  # type: ignore[misc]
        await live(do)
        await live(w.sweep)
    await live(lambda: w.until(at + DAY))
    return died


def sent_twice(w: World) -> list[str]:
    """Return the notifications and turn pings that were sent more than once in the channel or by DM."""
    found = Counter((sent.nonce, sent.private is None) for sent in w.wire.sent if sent.reached)
    twice = [f"{nonce}: {count} times" for (nonce, _), count in found.items() if count > 1]
    calls: Counter[tuple[Any, ...]] = Counter()
    for row in w.truth("SELECT n.nonce, n.table_id, n.seat, n.number FROM notices n WHERE kind = 'turn'"):
        calls.update(
            (row["table_id"], row["seat"], row["number"], sent.private is None)
            for sent in w.wire.sent
            if sent.nonce == row["nonce"]
        )
    for row in w.truth("SELECT table_id, seat, number, kind FROM pings"):
        calls.update([(row["table_id"], row["seat"], row["number"], True)])
    return twice + [f"turn of {turn}: {count} times" for turn, count in calls.items() if count > 1]


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize(("number", "games"), [(one, engine(one)) for one in RUNS], indirect=["games"])
async def test_T2_nothing_is_sent_twice_whenever_the_process_dies(games, monkeypatch, number):
    """T2, P28: no notification is sent twice, and none that is due stays unsent."""
    luck = random.Random(number)
    async with world(games, monkeypatch, f"once {number}") as w:
        w.life.spare(number, after=luck.random() < 0.5)
        away = luck.choice([timedelta(seconds=20), timedelta(minutes=4), timedelta(hours=2)])
        died = await tell(w, away, number, luck)
        assert died or w.life.counted < number
        assert sent_twice(w) == [], f"again: make years FIRST={number} SEEDS=1"
        assert w.truth("SELECT * FROM notices WHERE done IS NULL AND kind <> 'back'") == []
        kinds = {row["kind"] for row in w.truth("SELECT kind FROM notices WHERE outcome IN ('sent', 'merged')")}
        assert kinds >= TOLD - {"nudge", "turn", "ask"}


async def test_T2_two_scheduler_runs_at_once_send_everything_once(games, monkeypatch):
    """T2: two processes run the scheduler at once, and Discord recognises their nonces."""
    async with world(games, monkeypatch) as w:
        other = Notifier(w.announcer)
        one = w.notifier.sweep

        async def both() -> None:
            await asyncio.gather(one(), other.sweep())

        monkeypatch.setattr(w.notifier, "sweep", both)
        assert await tell(w, DAY, None, random.Random(1)) == 0
        assert sent_twice(w) == []
        kinds = {row["kind"] for row in w.truth("SELECT kind FROM notices WHERE outcome IN ('sent', 'merged')")}
        assert kinds >= TOLD
