"""Trying acts: the service returns what they would do, and stores nothing."""

from datetime import timedelta

import pytest

from rules_service import ChannelTaken, Place, acts
from rules_service.errors import TooSoon
from tests.rules_service.house import ANNA, BEN, CARA, DAY, HERE, House

ELSEWHERE = Place(11, 7)


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
