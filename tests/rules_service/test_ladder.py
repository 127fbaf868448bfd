"""When somebody does not come: the others decide, who is late is told first, and nothing is taken by surprise."""

import pytest

from rules_service import Asleep, Awake, ChannelTaken, NotAway, NotSeated, NoVote, Place, TooSoon
from rules_service.asks import FINAL
from rules_service.ladder import DROWSY, LATE
from tests.rules_service.house import ANNA, BEN, CARA, DAVE, DAY, HERE, House

HOUR = 3600.0
THREE = (ANNA, BEN, CARA)


async def told(house: House, *kinds: str) -> list[tuple[int, str]]:
    """What is to be sent, of these kinds; it is sent at once."""
    now, found = house.clock.now(), []
    for notice in await house.storage.notices.pending(now, 50):
        if notice.kind in kinds:
            found.append((notice.seat or 0, notice.kind))
        if notice.kind == FINAL:
            assert notice.table_id is not None
            await house.service.told_final(notice.table_id, notice.seat or 0)
        await house.storage.notices.done(notice.id, now, "sent", last=notice.kind == "second")
    return found


async def late(house: House, people: tuple = THREE) -> int:  # type: ignore[type-arg]
    """A table at which Anna, who has never moved, is late."""
    info = (await house.running(people)).info
    await house.silence(4)
    await house.service.see_to(50)
    return info.id


async def test_P50_the_present_are_told_once_that_somebody_is_late(house: House) -> None:
    """P50, P48: a line in the log."""
    table = await late(house)
    assert (await house.kinds(table))[-1] == "late"
    assert sorted(await told(house, LATE)) == [(1, LATE), (2, LATE)]
    house.clock.wait(DAY)
    await house.service.see_to(50)
    assert await told(house, LATE) == []
    assert (await house.kinds(table)).count("late") == 1


async def test_P52_a_seat_is_offered_two_days_after_the_absent_was_told(house: House) -> None:
    """P52: before that nothing happens, even if all agree."""
    table = await late(house)
    info = await house.service.free(table, BEN)
    await house.service.answer(table, CARA, info.asks[0].number, True)
    house.clock.wait(10 * DAY)
    await house.service.see_to(50)
    assert (await house.service.info(table)).vacant == (), "she has not been told"
    assert (0, FINAL) in await told(house, FINAL)
    house.clock.wait(48 * HOUR - 1)
    await house.service.see_to(50)
    assert (await house.service.info(table)).vacant == ()
    house.clock.wait(1)
    await house.service.see_to(50)
    info = await house.service.info(table)
    assert (info.vacant, info.seats[0].freed, info.asks) == ((0,), True, ())
    assert (await house.kinds(table))[-3:] == ["ask", "yes", "free"]
    assert (await house.service.join(table, ANNA)).vacant == ()  # P62
    assert (await house.service.verify(table)).ok


@pytest.mark.parametrize(("said", "free"), [({}, True), ({CARA: False}, False)])
async def test_P52_more_must_be_for_it_than_against_it(house: House, said: dict, free: bool) -> None:  # type: ignore[type-arg]
    """P52, P57: a tie is a no; the same may be asked again after a week."""
    table = await late(house)
    number = (await house.service.free(table, BEN)).asks[0].number
    for person, yes in said.items():
        await house.service.answer(table, person, number, yes)
    await told(house, FINAL)
    house.clock.wait(48 * HOUR)
    await house.service.see_to(50)
    assert ((await house.service.info(table)).vacant == (0,)) is free
    if free:
        return
    with pytest.raises(NoVote, match="again"):
        await house.service.free(table, BEN)
    house.clock.wait(7 * DAY)
    assert (await house.service.free(table, BEN)).asks


@pytest.mark.parametrize("act", ["here", "walk 1"])
async def test_P56_a_sign_of_life_ends_what_is_asked_about_the_seat(house: House, act: str) -> None:
    """P56: it or a move; the third time in a wait only an ended turn counts."""
    table = await late(house)
    await house.service.free(table, BEN)
    await told(house, FINAL)
    house.clock.wait(47 * HOUR)
    if act == "here":
        await house.service.here(table, ANNA)
    else:
        await house.play(table, ANNA, act)
    info = await house.service.info(table)
    assert (info.asks, info.seats[0].away) == ((), False)
    house.clock.wait(DAY)
    await house.service.see_to(50)
    assert (await house.service.info(table)).vacant == ()
    with pytest.raises(NotAway):
        await house.service.free(table, BEN)


async def test_P56_saying_so_helps_twice_in_a_wait(house: House) -> None:
    """P56, P13."""
    table = await late(house)
    await house.service.here(table, ANNA)
    await house.service.here(table, ANNA)
    with pytest.raises(TooSoon, match="2 times"):
        await house.service.here(table, ANNA)
    with pytest.raises(TooSoon):
        await house.service.here(table, BEN)


async def test_P63_of_two_the_one_who_is_there_decides_alone_after_the_same_time(house: House) -> None:
    """P63."""
    table = await late(house, (ANNA, BEN))
    await house.service.free(table, BEN)
    await told(house, FINAL)
    house.clock.wait(48 * HOUR)
    await house.service.see_to(50)
    assert (await house.service.info(table)).vacant == (0,)


async def test_P54_a_table_closes_when_all_who_are_there_agree_and_who_is_late_has_had_their_time(house: House) -> None:
    """P54, P55: whoever never comes back blocks nothing."""
    table = await late(house)
    number = (await house.service.cancel(table, BEN)).asks[0].number
    await house.service.answer(table, CARA, number, True)
    assert (await house.service.info(table)).open
    await told(house, FINAL)
    house.clock.wait(48 * HOUR)
    await house.service.see_to(50)
    assert (await house.service.info(table)).status == "cancelled"


async def test_P55_where_nobody_is_late_it_closes_at_once_and_one_no_is_enough(house: House) -> None:
    """P55."""
    table = (await house.running(THREE)).info.id
    number = (await house.service.cancel(table, ANNA)).asks[0].number
    with pytest.raises(NoVote):
        await house.service.cancel(table, ANNA)
    await house.service.answer(table, BEN, number, False)
    assert (await house.service.info(table)).asks == ()
    for person in THREE:
        info = await house.service.cancel(table, person)
    assert info.status == "cancelled"


async def test_P53_two_who_are_present_lay_the_table_to_sleep_and_any_of_them_wakes_it(house: House) -> None:
    """P53, P66: the channel is free; all waits begin anew."""
    table = await late(house)
    await house.service.sleep(table, BEN)
    assert (await house.service.info(table)).asleep is None
    info = await house.service.sleep(table, CARA)
    assert (info.asleep, info.due, info.seed) == (house.clock.now(), (), None)
    with pytest.raises(Asleep):
        await house.play(table, ANNA, "walk 1")
    await house.lobby((DAVE,))
    with pytest.raises(NotSeated):
        await house.service.wake(table, DAVE, HERE)
    with pytest.raises(ChannelTaken):
        await house.service.wake(table, ANNA, HERE)
    house.clock.wait(100 * DAY)
    there = Place(11, 7)
    info = await house.service.wake(table, ANNA, there)
    assert (info.place, info.asleep, info.due) == (there, None, (0,))
    assert info.seats[0].due_since == house.clock.now()
    with pytest.raises(Awake):
        await house.service.wake(table, ANNA, there)
    await house.play(table, ANNA, "walk 1", "end")
    assert (await house.service.verify(table)).ok


async def test_P53_there_must_be_a_reason_to_sleep(house: House) -> None:
    """P53."""
    table = (await house.running(THREE)).info.id
    with pytest.raises(NotAway):
        await house.service.sleep(table, BEN)
    await house.service.leave(table, ANNA)
    house.clock.wait(3 * DAY)
    await house.service.sleep(table, BEN)
    assert (await house.service.sleep(table, CARA)).asleep


@pytest.mark.parametrize("keep", [False, True])
async def test_P65_a_table_at_which_nobody_does_anything_sleeps_by_itself(house: House, keep: bool) -> None:
    """P65: 30 days, a week after all were told, unless somebody keeps it awake."""
    table = await late(house)
    house.clock.wait(19 * DAY)
    await house.service.see_to(50)
    assert sorted(await told(house, DROWSY)) == [(seat, DROWSY) for seat in range(3)]
    assert (await house.service.info(table)).sleeps_at is not None
    if keep:
        await house.service.keep_awake(table, BEN)
        assert (await house.service.info(table)).sleeps_at is None
    house.clock.wait(7 * DAY)
    await house.service.see_to(50)
    assert ((await house.service.info(table)).asleep is not None) is not keep
    house.clock.wait(180 * DAY)
    await house.service.see_to(50)
    await house.service.see_to(50)
    house.clock.wait(180 * DAY)
    await house.service.see_to(50)
    assert ((await house.service.info(table)).status == "cancelled") or keep


async def test_P117_what_a_moderator_laid_to_sleep_wakes_here_after_a_day_and_elsewhere_at_once(house: House) -> None:
    """P116, P117: at any time; who sits there has only the votes of a player."""
    table = (await house.running(THREE)).info.id
    with pytest.raises(NotAway):
        await house.service.sleep(table, BEN, moderator=True)
    assert (await house.service.sleep(table, DAVE, moderator=True)).asleep
    with pytest.raises(TooSoon, match="moderator"):
        await house.service.wake(table, ANNA, HERE)
    house.clock.wait(DAY)
    assert (await house.service.wake(table, ANNA, HERE)).asleep is None


@pytest.mark.parametrize("against", [False, True])
async def test_P116_what_a_moderator_asks_is_void_if_one_who_is_present_is_against_it(
    house: House, against: bool
) -> None:
    """P116: the same two days."""
    table = await late(house)
    info = await house.service.free(table, DAVE, moderator=True)
    if against:
        await house.service.answer(table, BEN, info.asks[0].number, False)
    await told(house, FINAL)
    house.clock.wait(48 * HOUR)
    await house.service.see_to(50)
    assert ((await house.service.info(table)).vacant == ()) is against
    with pytest.raises(NotAway):
        await house.service.cancel(table, DAVE, moderator=True)
    house.clock.wait(14 * DAY)
    assert (await house.service.cancel(table, DAVE, moderator=True)).closer == "Dave"


async def test_P68_who_is_late_has_no_say(house: House) -> None:
    """P68."""
    table = await late(house)
    with pytest.raises(NotAway):
        await house.service.free(table, ANNA)
    info = await house.service.free(table, BEN)
    assert info.asks[0].asked == (1, 2)


async def test_P65_nobody_sleeps_before_a_week_after_all_were_told_however_long_they_have_waited(house: House) -> None:
    """P65: as at a table of an older version, whose people were told late."""
    table = (await house.running(THREE)).info.id
    house.clock.wait(60 * DAY)
    await house.service.see_to(50)
    house.clock.wait(7 * DAY - 1)
    await house.service.see_to(50)
    assert (await house.service.info(table)).asleep is None
    house.clock.wait(1)
    await house.service.see_to(50)
    assert (await house.service.info(table)).asleep is not None
