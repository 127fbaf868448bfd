from datetime import timedelta

import pytest

from rules_service import ChannelTaken, NoTable, NotSeated, NoVote, Place, acts
from tests.rules_service.house import ANNA, BEN, CARA, DAY, HERE, House

THERE = Place(channel_id=11, guild_id=7, parent_id=10)


async def test_one_open_table_in_a_channel(house: House) -> None:
    info = await house.lobby()
    with pytest.raises(ChannelTaken) as refused:
        await house.service.opening.open(HERE, CARA, "toy")
    assert refused.value.table_id == info.id
    assert refused.value.values["table"] == info.id
    assert (await house.lobby(place=THERE)).id != info.id


ELSEWHERE = Place(12, 8, 9)


async def test_a_table_moves_within_its_server_when_a_player_asks(house: House) -> None:
    info = await house.lobby()
    other = await house.lobby(place=THERE)
    with pytest.raises(ChannelTaken) as refused:
        await house.service.act(acts.move(THERE), info.id, ANNA)
    assert refused.value.table_id == other.id
    with pytest.raises(NotSeated):
        await house.service.act(acts.move(Place(12, 7)), info.id, CARA)
    info = await house.service.act(acts.move(Place(12, 7, 9)), info.id, BEN)
    assert info.place == Place(12, 7, 9)
    assert await house.service.read.table_in(HERE.channel_id) is None
    assert (await house.waiting(info.id))[-1][2] == "lobby"
    line = (await house.storage.tables.log(info.id))[-1]
    assert (line.kind, line.name, line.text) == ("place", "Ben", "12 7 9")
    with pytest.raises(NoTable):
        await house.service.read.info(99)


@pytest.mark.parametrize("begun", [False, True])
async def test_P70_a_table_moves_to_another_server_two_days_after_a_vote_by_all(house, begun):
    """P70: a single no defeats the vote, which can be started again."""
    people = (ANNA, BEN, CARA)
    table = (await house.running(people)).info.id if begun else (await house.lobby(people)).id
    info = await house.service.act(acts.move(ELSEWHERE), table, ANNA)
    assert (info.place, [ask.what for ask in info.votes]) == (HERE, ["12 8 9"])
    with pytest.raises(NoVote):
        await house.service.act(acts.move(Place(13, 8)), table, BEN)  # The new destination makes it another vote.
    info = await house.service.act(acts.answer(info.votes[0].number, False), table, BEN)
    assert info.votes == ()
    number = (await house.service.act(acts.move(ELSEWHERE), table, BEN)).votes[0].number
    for person in (ANNA, CARA):
        info = await house.service.act(acts.answer(number, True), table, person)
    assert (info.place, info.votes[0].closes) == (HERE, house.clock.now() + timedelta(days=2))
    await house.pass_time(2 * DAY - 1)
    assert (await house.service.read.info(table)).place == HERE
    await house.pass_time(1)
    info = await house.service.read.info(table)
    assert (info.place, info.votes) == (ELSEWHERE, ())
    assert (await house.kinds(table))[-2:] == ["yes", "place"]
    assert (await house.waiting(table))[-1][2] == ("place" if begun else "lobby")
    assert (await house.service.read.verify(table)).ok


async def test_P70_a_channel_that_is_taken_in_the_meantime_stays_taken(house: House) -> None:
    """P70: the vote fails, and the table stays where it is."""
    table = (await house.running()).info.id
    number = (await house.service.act(acts.move(ELSEWHERE), table, ANNA)).votes[0].number
    await house.service.act(acts.answer(number, True), table, BEN)
    await house.lobby((CARA,), ELSEWHERE)
    with pytest.raises(ChannelTaken):
        await house.service.act(acts.move(ELSEWHERE), table, BEN)
    await house.pass_time(2 * DAY)
    info = await house.service.read.info(table)
    assert (info.place, info.votes) == (HERE, ())
    await house.play(table, ANNA, "walk 1", "end")
