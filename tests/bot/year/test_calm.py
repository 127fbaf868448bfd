"""T13: what four people see who press only *Join*, *Start* and *Your turn*, from first day to last.

It is there to be read: ``python -m pytest tests/bot/year/test_calm.py -s`` prints every message that each of them got.
"""

import random
from collections import defaultdict
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from rules_service import Person, Place, acts
from rules_service.turn_timers import NEAR
from storage import Address
from tests.bot.year.people import nights
from tests.bot.year.world import START, World, world

FOUR = tuple(Person(100 + number, name) for number, name in enumerate(("Ann", "Ben", "Cara", "Dave")))
LIVE_IN = ("Europe/Berlin", "Europe/London", "America/New_York", "Asia/Kolkata")  # They never set these zones.
THREE_WEEKS = timedelta(days=21)


async def play(w: World, luck: random.Random) -> int:
    """Play a game of Rattus in which all come a few hours after their ping, by day; one is slow at times."""
    info = await w.service.opening.open(Place(5, 7), FOUR[0], "rattus")
    await w.tell()
    for person in FOUR[1:]:
        w.clock.time += timedelta(minutes=luck.randrange(1, 90))
        await w.service.act(acts.join(), info.id, person)
        await w.tell()
    await w.service.act(acts.start(), info.id, FOUR[0])
    await w.tell()
    while (now := await w.service.read.info(info.id)).open:
        [seat, *_] = now.due
        who = next(at for at, person in enumerate(FOUR) if person.id == now.seats[seat].user_id)
        hours = luck.choice([0.2, 0.5, 1, 2, 4, 7]) if luck.random() > 0.04 else luck.uniform(50, 60)
        at = w.clock.now() + timedelta(hours=hours)
        await w.until(nights(LIVE_IN[who]).quiet_until(at) or at)
        while seat in (snapshot := await w.service.read.snapshot(info.id)).info.due:
            moves = next(due.moves for due in snapshot.table.due() if due.seat == seat)
            ends = "end" in moves and luck.random() < 0.8
            await w.service.play.move(info.id, FOUR[who].id, "end" if ends else luck.choice(moves))
            w.clock.time += timedelta(seconds=luck.randrange(5, 90))
        await w.tell()
    await w.until(w.clock.now() + timedelta(days=1))
    return info.id


def read_by_each(w: World) -> dict[str, list[tuple[datetime, str]]]:
    """Return the messages that pinged each of them, or came by DM."""
    found: dict[str, list[tuple[datetime, str]]] = defaultdict(list)
    for sent in w.wire.sent:
        for person in FOUR:
            if person.id in sent.reached:
                found[person.name].append((sent.at, sent.text))
    return found


@pytest.mark.deep(one_in=4)
async def test_T13_four_who_press_only_join_start_and_your_turn(
    games: Path | Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T13: they finish Rattus within three weeks; each is pinged once for each turn, and hardly ever reminded."""
    async with world(games, monkeypatch, "calm") as w:
        table = await play(w, random.Random("calm"))
        read = read_by_each(w)
        for name, said in read.items():
            print(f"\n=== {name}: {len(said)} messages")  # noqa: T201 - it is there to be read
            for at, text in said:
                print(f"--- {at:%a %d %b %H:%M} UTC\n{text}")  # noqa: T201
        info = await w.service.read.info(table)
        assert info.status == "over"
        assert info.ended is not None
        assert info.ended - START < THREE_WEEKS
        calls = w.truth("SELECT seat, count(*) AS n FROM pings WHERE kind <> 'over' GROUP BY seat")
        notices = w.truth("SELECT kind, outcome FROM notices WHERE outcome IN ('sent', 'merged')")
        assert len(notices) <= 6, [tuple(row) for row in notices]
        assert {row["kind"] for row in notices} <= {"full", "first", "second"}
        waits = sum(row["n"] for row in calls)
        assert sum(map(len, read.values())) == waits + len(notices)
        private = [sent for sent in w.wire.sent if sent.private is not None]
        assert private == [], "nobody has asked to be written to"
        silent = [sent for sent in w.wire.sent if not sent.called and not sent.silent]
        assert silent == [], "what calls nobody wakes nobody"
        # Reminders never come at night, although no one has set a time zone.
        for row in w.truth(
            "SELECT n.done, p.user_id FROM notices n JOIN players p ON p.id = n.player WHERE n.outcome = 'sent'"
            " AND n.kind IN ('first', 'second')"
        ):
            at = datetime.fromtimestamp(row["done"] / 1000, START.tzinfo)
            asleep = nights(LIVE_IN[row["user_id"] - 100]).quiet_until(at)
            assert asleep is None or asleep - at <= NEAR, "somebody is woken"
        # A channel has one live board and at most one notice for each player whose turn it is (P36).
        there = [sent for sent in w.wire.there.values() if "custom_id" in str(sent.payload)]
        assert len(there) == 1
