"""When a player is late the others vote on what happens, but the late player is notified first."""

from datetime import timedelta

import pytest

from rules_service import ChannelTaken, Closed, NotSeated, NoVote, Person, Place, SeatHeld, acts
from rules_service.errors import AlreadySeated, Asleep, Awake, NobodyLate, NotWelcome, SeatTaken, TooSoon
from storage import NoticeKind
from tests.rules_service.house import ANNA, BEN, CARA, DAVE, DAY, HERE, House

HOUR = 3600.0
THREE = (ANNA, BEN, CARA)
EVA = Person(5, "Eva")


async def told(house: House, *kinds: str) -> list[tuple[int, str]]:
    """Return the pending notifications of these kinds, and send them at once."""
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
    """Start a game where Anna, who has never moved, is late."""
    info = (await house.running(people)).info
    await house.silence(4)
    await house.service.see_to(50)
    return info.id


async def test_P50_the_present_are_told_once_that_somebody_is_late(house: House) -> None:
    """P50, P48: the log has a line about it."""
    table = await late(house)
    assert (await house.kinds(table))[-1] == "late"
    assert sorted(await told(house, NoticeKind.LATE)) == [(1, NoticeKind.LATE), (2, NoticeKind.LATE)]
    house.clock.wait(DAY)
    await house.service.see_to(50)
    assert await told(house, NoticeKind.LATE) == []
    assert (await house.kinds(table)).count("late") == 1


async def test_P52_a_seat_is_offered_two_days_after_the_absent_was_told(house: House) -> None:
    """P52: before that the vote has no effect, even if all agree."""
    table = await late(house)
    info = await house.service.act(acts.free(), table, BEN)
    await house.service.act(acts.answer(info.votes[0].number, True), table, CARA)
    house.clock.wait(10 * DAY)
    await house.service.see_to(50)
    assert (await house.service.read.info(table)).vacant == (), "she has not been told"
    assert (0, NoticeKind.FINAL_WARNING) in await told(house, NoticeKind.FINAL_WARNING)
    house.clock.wait(48 * HOUR - 1)
    await house.service.see_to(50)
    assert (await house.service.read.info(table)).vacant == ()
    house.clock.wait(1)
    await house.service.see_to(50)
    info = await house.service.read.info(table)
    assert (info.vacant, info.seats[0].freed, info.votes) == ((0,), True, ())
    assert (await house.kinds(table))[-3:] == ["ask", "yes", "free"]
    assert (await house.service.act(acts.join(), table, ANNA)).vacant == ()  # P62
    assert (await house.service.read.verify(table)).ok


@pytest.mark.parametrize(("said", "free"), [({}, True), ({CARA: False}, False)])
async def test_P52_more_must_be_for_it_than_against_it(house: House, said: dict, free: bool) -> None:  # type: ignore[type-arg]
    """P52, P57: a tie counts as no, and the same vote may start again after a week."""
    table = await late(house)
    number = (await house.service.act(acts.free(), table, BEN)).votes[0].number
    for person, yes in said.items():
        await house.service.act(acts.answer(number, yes), table, person)
    await told(house, NoticeKind.FINAL_WARNING)
    house.clock.wait(48 * HOUR)
    await house.service.see_to(50)
    assert ((await house.service.read.info(table)).vacant == (0,)) is free
    if free:
        return
    with pytest.raises(NoVote, match="again"):
        await house.service.act(acts.free(), table, BEN)
    house.clock.wait(7 * DAY)
    assert (await house.service.act(acts.free(), table, BEN)).votes


@pytest.mark.parametrize("act", ["here", "walk 1"])
async def test_P56_a_sign_of_life_ends_what_is_asked_about_the_seat(house: House, act: str) -> None:
    """P56: pressing "I'm here" or moving is enough, but the third time in a wait only a finished turn counts."""
    table = await late(house)
    await house.service.act(acts.free(), table, BEN)
    await told(house, NoticeKind.FINAL_WARNING)
    house.clock.wait(47 * HOUR)
    if act == "here":
        await house.service.act(acts.confirm_presence(), table, ANNA)
    else:
        await house.play(table, ANNA, act)
    info = await house.service.read.info(table)
    assert (info.votes, info.seats[0].away) == ((), False)
    house.clock.wait(DAY)
    await house.service.see_to(50)
    assert (await house.service.read.info(table)).vacant == ()
    with pytest.raises(NobodyLate):
        await house.service.act(acts.free(), table, BEN)


async def test_P56_saying_so_helps_twice_in_a_wait(house: House) -> None:
    """P56, P13."""
    table = await late(house)
    await house.service.act(acts.confirm_presence(), table, ANNA)
    await house.service.act(acts.confirm_presence(), table, ANNA)
    with pytest.raises(TooSoon, match="2 times"):
        await house.service.act(acts.confirm_presence(), table, ANNA)
    with pytest.raises(TooSoon):
        await house.service.act(acts.confirm_presence(), table, BEN)


async def test_P63_of_two_the_one_who_is_there_decides_alone_after_the_same_time(house: House) -> None:
    """P63."""
    table = await late(house, (ANNA, BEN))
    await house.service.act(acts.free(), table, BEN)
    await told(house, NoticeKind.FINAL_WARNING)
    house.clock.wait(48 * HOUR)
    await house.service.see_to(50)
    assert (await house.service.read.info(table)).vacant == (0,)


async def test_P54_a_table_closes_when_all_who_are_there_agree_and_who_is_late_has_had_their_time(house: House) -> None:
    """P54, P55: a player who never comes back blocks no vote."""
    table = await late(house)
    number = (await house.service.act(acts.close(), table, BEN)).votes[0].number
    await house.service.act(acts.answer(number, True), table, CARA)
    assert (await house.service.read.info(table)).open
    await told(house, NoticeKind.FINAL_WARNING)
    house.clock.wait(48 * HOUR)
    await house.service.see_to(50)
    assert (await house.service.read.info(table)).status == "cancelled"


async def test_P55_where_nobody_is_late_it_closes_at_once_and_one_no_is_enough(house: House) -> None:
    """P55."""
    table = (await house.running(THREE)).info.id
    number = (await house.service.act(acts.close(), table, ANNA)).votes[0].number
    with pytest.raises(NoVote):
        await house.service.act(acts.close(), table, ANNA)
    await house.service.act(acts.answer(number, False), table, BEN)
    assert (await house.service.read.info(table)).votes == ()
    for person in THREE:
        info = await house.service.act(acts.close(), table, person)
    assert info.status == "cancelled"


async def test_P53_two_who_are_present_lay_the_table_to_sleep_and_any_of_them_wakes_it(house: House) -> None:
    """P53, P66: the channel is free, and all timers restart."""
    table = await late(house)
    await house.service.act(acts.sleep(), table, BEN)
    assert (await house.service.read.info(table)).asleep_since is None
    info = await house.service.act(acts.sleep(), table, CARA)
    assert (info.asleep_since, info.due, info.seed) == (house.clock.now(), (), None)
    with pytest.raises(Asleep):
        await house.play(table, ANNA, "walk 1")
    other = await house.lobby((DAVE,))
    with pytest.raises(NotSeated):
        await house.service.act(acts.wake(HERE), table, DAVE)
    elsewhere = await house.lobby((DAVE,), Place(12, 7))
    for taken in (other, elsewhere):
        with pytest.raises(ChannelTaken) as refused:
            await house.service.act(acts.wake(taken.place), table, ANNA)
        assert refused.value.table_id == refused.value.values["table"] == taken.id
        assert (await house.service.read.info(table)).asleep_since is not None
    house.clock.wait(100 * DAY)
    there = Place(11, 7)
    info = await house.service.act(acts.wake(there), table, ANNA)
    assert (info.place, info.asleep_since, info.due) == (there, None, (0,))
    assert info.seats[0].due_since == house.clock.now()
    with pytest.raises(Awake):
        await house.service.act(acts.wake(there), table, ANNA)
    await house.play(table, ANNA, "walk 1", "end")
    assert (await house.service.read.verify(table)).ok


async def test_P53_there_must_be_a_reason_to_sleep(house: House) -> None:
    """P53."""
    table = (await house.running(THREE)).info.id
    with pytest.raises(NobodyLate):
        await house.service.act(acts.sleep(), table, BEN)
    await house.service.act(acts.leave(), table, ANNA)
    house.clock.wait(3 * DAY)
    await house.service.act(acts.sleep(), table, BEN)
    assert (await house.service.act(acts.sleep(), table, CARA)).asleep_since


@pytest.mark.parametrize("keep", [False, True])
async def test_P65_a_table_at_which_nobody_does_anything_sleeps_by_itself(house: House, keep: bool) -> None:
    """P65: after 30 days, and a week after all were notified, unless a player keeps it awake."""
    table = await late(house)
    house.clock.wait(19 * DAY)
    await house.service.see_to(50)
    assert sorted(await told(house, NoticeKind.SLEEP_WARNING)) == [
        (seat, NoticeKind.SLEEP_WARNING) for seat in range(3)
    ]
    assert (await house.service.read.info(table)).sleeps_at is not None
    if keep:
        await house.service.act(acts.keep_awake(), table, BEN)
        assert (await house.service.read.info(table)).sleeps_at is None
    house.clock.wait(7 * DAY)
    await house.service.see_to(50)
    assert ((await house.service.read.info(table)).asleep_since is not None) is not keep
    house.clock.wait(180 * DAY)
    await house.service.see_to(50)
    await house.service.see_to(50)
    house.clock.wait(180 * DAY)
    await house.service.see_to(50)
    assert ((await house.service.read.info(table)).status == "cancelled") or keep


async def test_P117_what_a_moderator_laid_to_sleep_wakes_here_after_a_day_and_elsewhere_at_once(house: House) -> None:
    """P116, P117: this is possible at any time, but seated moderators only have a player's vote."""
    table = (await house.running(THREE)).info.id
    with pytest.raises(NobodyLate):
        await house.service.act(acts.sleep_as_moderator(), table, BEN)
    assert (await house.service.act(acts.sleep_as_moderator(), table, DAVE)).asleep_since
    with pytest.raises(TooSoon, match="moderator"):
        await house.service.act(acts.wake(HERE), table, ANNA)
    await house.lobby((CARA,))  # Its channel is taken, so it wakes where she types the command.
    assert (await house.service.act(acts.wake(Place(11, 7)), table, ANNA)).place == Place(11, 7)
    assert (await house.service.act(acts.sleep_as_moderator(), table, DAVE)).asleep_since
    house.clock.wait(DAY)
    assert (await house.service.act(acts.wake(Place(11, 7)), table, ANNA)).asleep_since is None
    assert (await house.service.act(acts.sleep_as_moderator(), table, DAVE)).asleep_since
    with pytest.raises(TooSoon, match="moderator"):  # The last time counts, not the first.
        await house.service.act(acts.wake(Place(11, 7)), table, ANNA)


@pytest.mark.parametrize("against", [False, True])
async def test_P116_what_a_moderator_asks_is_void_if_one_who_is_present_is_against_it(
    house: House, against: bool
) -> None:
    """P116: the vote takes the same two days."""
    table = await late(house)
    info = await house.service.act(acts.free_as_moderator(), table, DAVE)
    if against:
        await house.service.act(acts.answer(info.votes[0].number, False), table, BEN)
    await told(house, NoticeKind.FINAL_WARNING)
    house.clock.wait(48 * HOUR)
    await house.service.see_to(50)
    assert ((await house.service.read.info(table)).vacant == ()) is against
    with pytest.raises(NobodyLate):
        await house.service.act(acts.close_as_moderator(), table, DAVE)
    house.clock.wait(14 * DAY)
    assert (await house.service.act(acts.close_as_moderator(), table, DAVE)).closer == "Dave"


async def test_P68_who_is_late_has_no_say(house: House) -> None:
    """P68."""
    table = await late(house)
    with pytest.raises(NobodyLate):
        await house.service.act(acts.free(), table, ANNA)
    info = await house.service.act(acts.free(), table, BEN)
    assert info.votes[0].voters == (1, 2)


async def test_P65_nobody_sleeps_before_a_week_after_all_were_told_however_long_they_have_waited(house: House) -> None:
    """P65: for example at a table of an older version, whose players were notified late."""
    table = (await house.running(THREE)).info.id
    house.clock.wait(60 * DAY)
    await house.service.see_to(50)
    house.clock.wait(7 * DAY - 1)
    await house.service.see_to(50)
    assert (await house.service.read.info(table)).asleep_since is None
    house.clock.wait(1)
    await house.service.see_to(50)
    assert (await house.service.read.info(table)).asleep_since is not None


async def test_P66_a_table_wakes_in_its_channel_unless_another_one_is_awake_there(house: House) -> None:
    """P66: another one that sleeps there is not in the way, nor one that has ended."""
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


async def test_P66_what_has_come_to_its_end_does_not_wake(house: House) -> None:
    """P66: the table is cancelled after 180 days."""
    table = await late(house, (ANNA, BEN))
    await house.service.act(acts.sleep(), table, BEN)
    house.clock.wait(180 * DAY)
    await house.service.see_to(50)
    with pytest.raises(Closed):
        await house.service.act(acts.wake(HERE), table, ANNA)
    assert (await house.service.read.info(table)).status == "cancelled"


@pytest.mark.parametrize("act", ["here", "walk 1"])
async def test_P13_whoever_comes_after_twice_the_time_stays_late(house: House, act: str) -> None:
    """P13, P56: the votes about the seat end all the same, and the log has only one line about the lateness."""
    table = await late(house)
    house.clock.wait(12 * DAY)
    await house.service.act(acts.free(), table, BEN)
    if act == "here":
        await house.service.act(acts.confirm_presence(), table, ANNA)
    else:
        house.clock.wait(DAY)
        await house.play(table, ANNA, act)
    info = await house.service.read.info(table)
    assert (info.seats[0].away, info.seats[0].late, info.votes) == (True, True, ())
    await house.service.see_to(50)
    assert (await house.kinds(table)).count("late") == 1


async def test_P52_each_question_tells_who_is_late_anew(house: House) -> None:
    """P52: a player who pressed "I'm here" is notified again, and has the full time again."""
    table = await late(house)
    await house.service.act(acts.free(), table, BEN)
    assert await told(house, NoticeKind.FINAL_WARNING) == [(0, NoticeKind.FINAL_WARNING)]
    await house.service.act(acts.confirm_presence(), table, ANNA)
    await house.silence(4)
    await house.service.see_to(50)
    await house.service.act(acts.free(), table, BEN)
    house.clock.wait(10 * DAY)
    await house.service.see_to(50)
    assert (await house.service.read.info(table)).vacant == (), "she has not been told"
    assert (0, NoticeKind.FINAL_WARNING) in await told(house, NoticeKind.FINAL_WARNING)
    house.clock.wait(48 * HOUR)
    await house.service.see_to(50)
    assert (await house.service.read.info(table)).vacant == (0,)


async def test_P52_a_later_question_does_not_put_off_an_earlier_one(house: House) -> None:
    """P52: the late player is told of both, but the time of the first one goes on."""
    table = await late(house)
    await house.service.act(acts.free(), table, BEN)
    assert await told(house, NoticeKind.FINAL_WARNING) == [(0, NoticeKind.FINAL_WARNING)]
    house.clock.wait(DAY)
    await house.service.act(acts.free(computer=True), table, CARA)
    assert await told(house, NoticeKind.FINAL_WARNING) == [(0, NoticeKind.FINAL_WARNING)]
    house.clock.wait(DAY)
    await house.service.see_to(50)
    assert (await house.service.read.info(table)).vacant == (0,)


async def test_P52_one_notice_serves_questions_that_are_asked_before_it_is_sent(house: House) -> None:
    """P52, P55."""
    table = await late(house)
    await house.service.act(acts.free(), table, BEN)
    await house.service.act(acts.close(), table, CARA)
    assert (await told(house, NoticeKind.FINAL_WARNING)) == [(0, NoticeKind.FINAL_WARNING)]
    assert all(ask.closes for ask in (await house.service.read.info(table)).votes)


@pytest.mark.parametrize("how", ["pace", "back"])
async def test_P69_who_has_time_again_keeps_their_seat_whatever_was_asked(house: House, how: str) -> None:
    """P69, P17, P79: this applies to every way in which lateness can end."""
    table = (await house.running(THREE, pace="brisk")).info.id
    await house.play(table, ANNA, "walk 1", "end")
    await house.play(table, BEN, "walk 1", "end")
    await house.silence(4)
    await house.service.see_to(50)
    assert (await house.service.read.info(table)).seats[2].late
    number = (await house.service.act(acts.free(), table, ANNA)).votes[0].number
    await house.service.act(acts.answer(number, True), table, BEN)
    await told(house, NoticeKind.FINAL_WARNING)
    match how:
        case "pace":
            await house.service.act(acts.propose("pace", "none"), table, ANNA)
            await house.service.act(acts.propose("pace", "none"), table, BEN)
        case "back":
            found = (await house.service.read.undo_request(table, BEN))[1]
            await house.service.act(acts.propose("back", found.text), table, BEN)
            await house.service.act(acts.propose("back", found.text), table, ANNA)
    house.clock.wait(DAY)
    await house.service.see_to(50)
    info = await house.service.read.info(table)
    assert (info.vacant, [ask.kind for ask in info.votes]) == ((), [])


async def test_P29_what_another_table_reminds_of_makes_nobody_late_at_another_time(house: House) -> None:
    """P29: only another reminder brings forward those due soon; the time of lateness stays the same."""
    first = (await house.running(THREE)).info.id
    house.clock.wait(60 * HOUR)
    await house.service.see_to(50)  # Second reminder at noon, twelve hours later; late a day after that.
    house.clock.wait(9 * HOUR)
    second = (await house.running(THREE, Place(11, 7), pace="daily")).info.id  # Reminders after 12 and 24 hours.
    at = house.clock.now()
    for _ in range(80):
        await house.service.see_to(50)
        await told(house, "first", "second", NoticeKind.LATE, NoticeKind.SLEEP_WARNING)
        house.clock.wait(HOUR)
    lines = [(line.kind, line.at) for table in (first, second) for line in await house.storage.tables.log(table)]
    assert [moment - at for kind, moment in lines if kind == "late"] == [timedelta(hours=27), timedelta(hours=48)]


async def test_P29_lateness_brings_no_reminder_forward(house: House) -> None:
    """P29: a reminder comes sooner only if it can be sent together with another one."""
    first = (await house.running(THREE)).info.id
    for hours in (60, 12, 15):  # Second reminder at noon, 72 hours after the start; late a day after that.
        house.clock.wait(hours * HOUR)
        await house.service.see_to(50)
        await told(house, "first", "second")
    second = (await house.running(THREE, Place(11, 7), pace="daily")).info.id  # First reminder after 12 hours.
    house.clock.wait(9 * HOUR)
    await house.service.see_to(50)
    assert (await house.service.read.info(first)).seats[0].late
    noted = await house.storage.notices.pending(house.clock.now(), 50)
    assert [one for one in noted if (one.table_id, one.kind) == (second, "first")] == []


async def test_P15_a_day_after_the_last_reminder_counts_from_when_it_was_sent(house: House) -> None:
    """P15, P29: this includes a reminder that came sooner, together with another table's."""
    await house.running(THREE)  # Its first reminder comes after 24 hours.
    house.clock.wait(5 * HOUR)
    table = (await house.running(THREE, Place(11, 7), pace="daily")).info.id  # Its second reminder: after 24 hours.
    at = house.clock.now()
    for _ in range(50):
        await house.service.see_to(50)
        await told(house, "first", "second", NoticeKind.LATE)
        house.clock.wait(HOUR)
    [late] = [line.at for line in await house.storage.tables.log(table) if line.kind == "late"]
    assert late - at == timedelta(hours=43)


async def test_P59_nobody_takes_a_seat_who_has_held_another_one_or_is_blocked(house: House) -> None:
    """P59: they may know the seat's secrets."""
    table = (await house.running(THREE)).info.id
    await house.service.act(acts.leave(), table, CARA)
    await house.service.act(acts.join(), table, DAVE)
    await house.service.act(acts.leave(), table, ANNA)
    with pytest.raises(SeatTaken):
        await house.service.act(acts.join(), table, CARA)
    await house.storage.people.block(BEN.id, EVA.id, most=50)
    with pytest.raises(NotWelcome):
        await house.service.act(acts.join(), table, EVA)
    assert (await house.service.read.info(table)).vacant == (0,)


async def test_P60_a_seat_that_is_free_for_14_days_needs_no_further_time(house: House) -> None:
    """P60: then the present players close the table at once; before that, the seat does not count as away."""
    table = (await house.running(THREE)).info.id
    await house.service.act(acts.leave(), table, ANNA)
    house.clock.wait(14 * DAY - 1)
    assert not (await house.service.read.info(table)).seats[0].away
    house.clock.wait(1)
    assert (await house.service.read.info(table)).seats[0].away
    number = (await house.service.act(acts.close(), table, BEN)).votes[0].number
    assert (await house.service.act(acts.answer(number, True), table, CARA)).status == "cancelled"


@pytest.mark.parametrize(("said", "back"), [(True, True), (False, False), (None, False)])
async def test_P62_whoever_holds_the_seat_now_is_asked_once(house: House, said: bool | None, back: bool) -> None:
    """P62: the others have no vote, and two weeks of silence count as no."""
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
    house.clock.wait(14 * DAY)
    await house.service.see_to(50)
    info = await house.service.read.info(table)
    assert (info.votes, info.seats[0].name) == ((), "Anna" if back else "Dave")
    assert (await house.service.read.verify(table)).ok
    if back:
        return
    with pytest.raises(NoVote, match="once"):
        await house.service.act(acts.ask_for_seat(), table, ANNA)
    await house.service.act(acts.leave(), table, DAVE)
    assert (await house.service.act(acts.join(), table, ANNA)).vacant == (), "when it is free it is there for them"


async def test_P62_only_who_has_held_a_seat_asks_for_it(house: House) -> None:
    """P62."""
    table = (await house.running(THREE)).info.id
    with pytest.raises(NotSeated):
        await house.service.act(acts.ask_for_seat(), table, DAVE)
    with pytest.raises(AlreadySeated):
        await house.service.act(acts.ask_for_seat(), table, ANNA)


async def test_P102_all_who_are_there_begin_again_without_who_never_moved(house: House) -> None:
    """P102: after the late player's time a lobby opens with the same options. All present players are ready in it."""
    table = await late(house)
    info = await house.service.act(acts.start_over(), table, CARA)
    await house.service.act(acts.answer(info.votes[0].number, True), table, BEN)
    assert (await house.service.read.info(table)).open
    await told(house, NoticeKind.FINAL_WARNING)
    house.clock.wait(48 * HOUR)
    await house.service.see_to(50)
    assert (await house.service.read.info(table)).status == "cancelled"
    lobby = await house.service.read.table_in(HERE.channel_id)
    assert lobby is not None
    assert (lobby.status, [seat.name for seat in lobby.seats]) == ("lobby", ["Cara", "Ben"])
    assert lobby.options["seating"] == "joined"
    assert all(seat.ready for seat in lobby.seats)
    assert (await house.service.act(acts.start(), lobby.id, CARA)).started


async def test_P102_a_sign_of_life_and_the_table_goes_on(house: House) -> None:
    """P102, P55: the late player was notified and came back. A player who has moved is not left out."""
    table = await late(house)
    number = (await house.service.act(acts.start_over(), table, BEN)).votes[0].number
    await told(house, NoticeKind.FINAL_WARNING)
    await house.play(table, ANNA, "walk 1", "end")
    await house.service.act(acts.answer(number, False), table, CARA)
    assert (await house.service.read.info(table)).status == "running"
    with pytest.raises(NobodyLate):
        await house.service.act(acts.start_over(), table, BEN)


async def test_P66_a_table_that_was_laid_to_sleep_has_no_questions_when_it_wakes(house: House) -> None:
    """P53, P66, P117: all timers restart and no player is late, even if a moderator put it to sleep."""
    table = await late(house)
    await house.service.act(acts.free(), table, BEN)
    await house.service.act(acts.sleep_as_moderator(), table, DAVE)
    assert (await house.service.read.info(table)).votes == ()
    house.clock.wait(DAY)
    info = await house.service.act(acts.wake(HERE), table, ANNA)
    assert (info.votes, info.seats[0].away) == ((), False)


async def test_P42_tables_wait_for_whoever_is_away_for_sixty_days_in_a_year(house: House) -> None:
    """P42: after that the player still gets no pings, but timers run."""
    table = (await house.running(THREE, pace="none")).info.id  # Absence stops the timers for at most 42 days here.
    for left in (30, 0, 0):
        now = house.clock.now()
        assert await house.service.people.go_away(BEN, now, now + timedelta(days=30)) == timedelta(days=left)
        house.clock.wait(30 * DAY)
    await house.service.see_to(50)
    now = house.clock.now()
    await house.service.people.go_away(BEN, now, now + timedelta(days=30))
    await house.play(table, ANNA, "end")
    late = (await house.service.read.info(table)).seats[1].late_from
    assert late is not None
    assert late - now <= timedelta(days=15), "nothing is left of the year"


async def test_P41_a_sleeping_table_logs_no_absences(house: House) -> None:
    table = (await house.running()).info.id
    await house.service.act(acts.sleep_as_moderator(), table, CARA)
    before, now = await house.kinds(table), house.clock.now()
    await house.service.people.go_away(BEN, now, now + timedelta(days=3))
    assert await house.kinds(table) == before
