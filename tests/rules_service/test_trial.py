"""Acts that are only tried out: the answer is what doing them would bring, and nothing is stored."""

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from rules.errors import RulesError
from rules_service import ChannelTaken, Person, Place, acts
from rules_service.act import Act, Decision
from rules_service.errors import TooSoon
from storage import TableStatus, VoteKind
from tests.rules_service.house import ANNA, BEN, CARA, DAY, HERE, House
from tests.rules_service.test_acts import BY_THE_BOT
from tests.storage.build import row_of

YAN = Person(98, "Yan")  # whom nobody knows yet
PEOPLE = (ANNA, BEN, CARA, YAN)
ELSEWHERE = Place(11, 7)
ENDING = ("close", "close_as_moderator", "leave", "remove", "start_over")  # rarely, so that something lasts
OFTEN = {
    TableStatus.LOBBY: ["join", "ready", "invite", "start"],
    TableStatus.RUNNING: ["answer", "wake", "propose_pause", "free"],
    TableStatus.OVER: [],
    TableStatus.CANCELLED: [],
}
NAMES = sorted(name for name, act in vars(acts).items() if isinstance(act, Act) and name not in BY_THE_BOT)


def made(name: str, luck: random.Random, votes: Sequence[int]) -> Decision:
    """Return the act with arguments that are possible, at least sometimes."""
    seat = luck.randrange(3)
    arguments: dict[str, tuple[Any, ...]] = {
        "set_options": ({"confirm": luck.choice(["on", "off"])},),
        "add_computer": (luck.choice(["casual", "none"]),),
        "remove": (seat,),
        "invite": ([luck.choice(PEOPLE)],),
        "choose_colour": (luck.choice([None, 0, 1]),),
        "join": (luck.choice([None, seat]),),
        "move": (luck.choice([HERE, ELSEWHERE]),),
        "set_language": ("de",),
        "free": (luck.choice([None, seat]),),
        "free_as_moderator": (seat,),
        "propose": (VoteKind.PACE, luck.choice(["daily", "brisk"])),
        "propose_pause": (luck.randint(1, 3),),
        "answer": (luck.choice([*votes, 1]), luck.random() < 0.8),
        "wake": (luck.choice([HERE, ELSEWHERE]),),
    }
    decision: Decision = getattr(acts, name)(*arguments.get(name, ()))
    return decision


async def stored(house: House, table: int) -> object:
    """Return what a trial could have changed."""
    people = [await house.storage.people.find(person.id) for person in PEOPLE]
    count = await house.storage.database.query("SELECT count(*) AS n FROM players", (), list)
    return (
        await house.storage.tables.get(table),
        await house.storage.tables.log(table),
        people,
        [row["n"] for row in count],
    )


async def carry_out(house: House, decision: Decision, table: int, who: Person) -> RulesError | None:
    """Return the refusal of an act, or None if it is done."""
    try:
        await house.service.act(decision, table, who)
    except RulesError as error:
        return error
    return None


def told(refusal: RulesError | None) -> object:
    """Return what a person is told of a refusal."""
    return refusal and (type(refusal), refusal.template, dict(refusal.values))


@pytest.mark.deep(one_in=4)
async def test_a_trial_says_what_the_act_would_do_and_stores_nothing(house: House) -> None:
    luck, seen = random.Random(1), set[tuple[str, bool]]()
    for channel in range(100, 116):
        table = (await house.lobby([ANNA], Place(channel, channel), pace="daily")).id
        for step in range(50):
            row = await row_of(house.storage, table)
            often = OFTEN[row.status]
            name, who = luck.choice(often * 3 + NAMES), luck.choice(PEOPLE)
            if name in ENDING and step < 40:
                continue
            decision = made(name, luck, [vote.number for vote in row.votes if vote.ended is None])
            before = await stored(house, table)
            trial = (await house.service.try_acts({name: decision}, table, who))[name]
            assert await stored(house, table) == before
            done = await carry_out(house, decision, table, who)
            assert (name, told(trial.refusal)) == (name, told(done))
            now = await house.service.read.info(table)
            assert trial.ends == (now.status == TableStatus.CANCELLED and row.ended is None), name
            seen.add((name, trial.refusal is None))
            if row.started and luck.random() < 0.15:
                await house.silence(luck.choice([1, 2, 9]))
    assert sum(possible for _, possible in seen) > 15
    assert sum(not possible for _, possible in seen) > 22


async def test_a_table_does_not_wake_in_a_channel_that_another_one_has_taken(house: House) -> None:
    table = (await house.running([ANNA, BEN], HERE)).info.id
    await house.service.act(acts.sleep_as_moderator(), table, CARA)
    house.clock.wait(2 * DAY)
    other = await house.lobby([BEN], HERE)
    await house.lobby([CARA], ELSEWHERE)
    decisions = {place: acts.wake(place) for place in (HERE, ELSEWHERE, Place(12, 7))}
    trials = await house.service.try_acts(decisions, table, ANNA)
    refusals = [trial.refusal for trial in trials.values()]
    assert [type(refusal) for refusal in refusals] == [ChannelTaken, ChannelTaken, type(None)]
    assert refusals[0].values == {"table": other.id}
    with pytest.raises(ChannelTaken):
        await house.service.act(acts.wake(HERE), table, ANNA)


async def test_a_nudge_is_tried_out_like_it_is_sent(house: House) -> None:
    table = (await house.running()).info.id
    with pytest.raises(TooSoon):
        await house.service.people.try_nudge(table, BEN)
    house.clock.wait(3 * DAY)
    for _ in range(2):
        await house.service.people.try_nudge(table, BEN, 0)
    await house.service.people.nudge(table, BEN, 0)
    with pytest.raises(TooSoon, match="not long ago"):
        await house.service.people.try_nudge(table, BEN, 0)
    assert (
        sum(
            notice.kind == "nudge"
            for notice in await house.storage.notices.pending(house.clock.now() + timedelta(days=9), 50)
        )
        == 1
    )
