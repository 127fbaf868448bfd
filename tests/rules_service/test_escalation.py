from datetime import timedelta

import pytest

from rules_service import NoVote, Place, SeatHeld, acts
from storage import NoticeKind
from tests.rules_service.house import ANNA, BEN, CARA, DAVE, DAY, HERE, House

HOUR = 3600.0
THREE = (ANNA, BEN, CARA)


async def told(house: House, *kinds: str) -> list[tuple[int, str]]:
    """Mark all pending notifications as sent, as the notifier does. Return seat and kind if it is one of ``kinds``."""
    now, found = house.clock.now(), []
    for notice in await house.storage.notices.pending(now, 50):
        if notice.kind in kinds:
            found.append((notice.seat or 0, notice.kind))
        if notice.kind == NoticeKind.FINAL_WARNING:
            assert notice.table_id is not None
            await house.service.act(acts.start_reply_window(notice.seat or 0), notice.table_id)
        await house.storage.notices.done(notice.id, now, "sent", last=notice.kind == "second")
    return found


async def late(house: House, people: tuple = THREE) -> int:  # type: ignore[type-arg]
    """Start a game where Anna is late and has never moved. Return the table's id."""
    info = (await house.running(people)).info
    await house.silence(4)
    await house.service.see_to(50)
    return info.id


async def test_P52_a_seat_is_offered_two_days_after_the_warning(house: House) -> None:
    """P52: before those two days are over, the vote has no effect, even if all agree."""
    table = await late(house)
    info = await house.service.act(acts.free(), table, BEN)
    await house.service.act(acts.answer(info.votes[0].number, True), table, CARA)
    await house.pass_time(10 * DAY)
    assert (await house.service.read.info(table)).vacant == (), "she has not been told"
    assert (0, NoticeKind.FINAL_WARNING) in await told(house, NoticeKind.FINAL_WARNING)
    await house.pass_time(48 * HOUR - 1)
    assert (await house.service.read.info(table)).vacant == ()
    await house.pass_time(1)
    info = await house.service.read.info(table)
    assert (info.vacant, info.seats[0].freed, info.votes) == ((0,), True, ())
    assert (await house.kinds(table))[-3:] == ["ask", "yes", "free"]
    assert (await house.service.act(acts.join(), table, ANNA)).vacant == ()  # P62
    assert (await house.service.read.verify(table)).ok


async def test_P66_a_table_wakes_in_its_channel_unless_another_one_is_awake_there(house: House) -> None:
    """P66: another table in the channel doesn't matter if it sleeps or has ended."""
    one = (await house.running((ANNA, BEN))).info.id
    await house.service.act(acts.sleep_as_moderator(), one, DAVE)
    two = (await house.running((CARA, DAVE))).info.id
    house.clock.wait(2 * DAY)
    there = Place(11, 7)
    await house.service.act(acts.sleep_as_moderator(), two, ANNA)
    assert (await house.service.act(acts.wake(there), one, ANNA)).place == HERE
    house.clock.wait(2 * DAY)
    assert (await house.service.act(acts.wake(there), two, CARA)).place == there
    await house.service.act(acts.sleep_as_moderator(), two, ANNA)
    house.clock.wait(2 * DAY)
    await house.service.act(acts.close_as_moderator(), (await house.lobby((CARA,), Place(12, 7))).id, DAVE)
    assert (await house.service.act(acts.wake(HERE), two, CARA)).place == there


@pytest.mark.parametrize(("said", "back"), [(True, True), (False, False), (None, False)])
async def test_P62_the_present_player_is_asked_once_for_the_seat(house: House, said: bool | None, back: bool) -> None:
    """P62: the other players have no vote. If there is no answer within two weeks, that counts as a no."""
    table = (await house.running(THREE)).info.id
    await house.service.act(acts.leave(), table, ANNA)
    await house.service.act(acts.join(), table, DAVE)
    with pytest.raises(SeatHeld):
        await house.service.act(acts.join(), table, ANNA)
    info = await house.service.act(acts.ask_for_seat(), table, ANNA)
    [ask] = info.votes
    assert (ask.voters, ask.seat) == ((0,), 0)
    assert await told(house, NoticeKind.VOTE) == [(0, NoticeKind.VOTE)]
    await house.service.act(acts.answer(ask.number, True), table, BEN)
    await house.play(table, DAVE, "walk 1", "end")
    assert (await house.service.read.info(table)).votes, "playing on is no answer"
    if said is not None:
        await house.service.act(acts.answer(ask.number, said), table, DAVE)
    await house.pass_time(14 * DAY)
    info = await house.service.read.info(table)
    assert (info.votes, info.seats[0].name) == ((), "Anna" if back else "Dave")
    assert (await house.service.read.verify(table)).ok
    if back:
        return
    with pytest.raises(NoVote, match="once"):
        await house.service.act(acts.ask_for_seat(), table, ANNA)
    await house.service.act(acts.leave(), table, DAVE)
    assert (await house.service.act(acts.join(), table, ANNA)).vacant == (), "when it is free it is there for them"


async def test_P41_a_sleeping_table_logs_no_absences(house: House) -> None:
    table = (await house.running()).info.id
    await house.service.act(acts.sleep_as_moderator(), table, CARA)
    before, now = await house.kinds(table), house.clock.now()
    await house.service.people.go_away(BEN, now, now + timedelta(days=3))
    assert await house.kinds(table) == before


async def test_P102_present_players_start_over_without_one_who_never_moved(house: House) -> None:
    """P102: when the late player's time to answer is over, a lobby with the same options and ready players opens."""
    table = await late(house)
    info = await house.service.act(acts.start_over(), table, CARA)
    await house.service.act(acts.answer(info.votes[0].number, True), table, BEN)
    assert (await house.service.read.info(table)).open
    await told(house, NoticeKind.FINAL_WARNING)
    await house.pass_time(48 * HOUR)
    assert (await house.service.read.info(table)).status == "cancelled"
    lobby = await house.service.read.table_in(HERE.channel_id)
    assert (lobby.status, [seat.name for seat in lobby.seats]) == ("lobby", ["Cara", "Ben"])
    assert lobby.options["seating"] == "joined"
    assert all(seat.ready for seat in lobby.seats)
    assert (await house.service.act(acts.start(), lobby.id, CARA)).started
