"""Rare events at a table, on a real file: starts without the host, undo by consent, absences, computers."""

from dataclasses import replace
from datetime import timedelta

import pytest

from rules.errors import BadOptions, CannotUndo
from rules.log import Step
from rules.notation import End, Move
from rules_service import Place, RulesService, acts
from rules_service.act import announced_change
from rules_service.consent_undo import first_step, undo_by_consent, undo_request
from rules_service.errors import NotWelcome, VacationConflict
from rules_service.matchmaking import Matchmaking
from rules_service.options import read_options, write_options
from rules_service.people import days_left, must_be_possible
from rules_service.play import only_end
from rules_service.repository import TableRepository
from rules_service.turn_timers import REMINDER_KINDS
from storage import Change, LineKind, NewLine, NoticeKind, PlanRow, TableStatus, VoteKind, VoteOutcome, VoteRow
from tests.rules_service.house import ANNA, BEN, CARA, DAVE, DAY, HERE, NOON, House, anew
from tests.rules_service.toy import TOY, Throw
from tests.storage.build import row_of

HOUR = 3600.0
DAYS = timedelta(days=1)


async def test_P94_ready_players_start_without_the_host_and_keep_their_colours(house: House) -> None:
    """P94, P97: the game starts once the vote has passed. The first person, not a computer, becomes host."""
    info = await house.lobby((ANNA,))
    await house.service.act(acts.add_computer("casual"), info.id, ANNA)
    await house.service.act(acts.join(), info.id, BEN)
    await house.service.act(acts.choose_colour(2), info.id, BEN)
    house.clock.wait(4 * DAY)
    await house.service.act(acts.ready(), info.id, BEN)
    await house.service.act(acts.start(), info.id, BEN)
    house.clock.wait(DAY - 60)
    await house.service.act(acts.ready(), info.id, BEN)
    await house.pass_time(60)
    row = await row_of(house.storage, info.id)
    assert [(one.name, one.colour) for one in row.seats] == [("Ugolina", None), ("Ben", 2)]
    assert row.host == row.seats[1].player
    lines = await house.storage.tables.log(info.id)
    assert [line.text for line in lines if line.kind == LineKind.REMOVE] == ["0"]
    assert [vote.outcome for vote in row.votes] == [VoteOutcome.PASSED]


async def test_P91_neither_side_learns_of_a_block(house: House) -> None:
    """P91, P113: inviting works as usual, but nothing is sent if either person has blocked the other."""
    for blocker, blocked in ((ANNA, BEN), (CARA, ANNA)):
        await house.storage.people.block(blocker.id, blocked.id, most=50)
    info = await house.lobby((ANNA,))
    await house.service.act(acts.invite([BEN, CARA]), info.id, ANNA)
    assert await house.storage.notices.pending(house.clock.now(), 50) == []


async def test_P113_a_free_seat_is_closed_while_a_player_there_blocks_the_person(house):
    """P59, P113: in a lobby only the host’s blocks count, in a game those of all seated players."""
    await house.storage.people.block(BEN.id, DAVE.id, most=50)
    info = (await house.running((ANNA, BEN, CARA))).info
    await house.service.act(acts.leave(), info.id, CARA)
    with pytest.raises(NotWelcome):
        await house.service.act(acts.join(), info.id, DAVE)
    await house.service.act(acts.leave(), info.id, BEN)
    assert (await house.service.act(acts.join(), info.id, DAVE)).seats[1].name == "Dave"
    there = await house.lobby((ANNA, BEN), Place(11, 7))
    assert len((await house.service.act(acts.join(), there.id, DAVE)).seats) == 3
    hosted = await house.lobby((BEN, ANNA), Place(12, 7))
    with pytest.raises(NotWelcome):
        await house.service.act(acts.join(), hosted.id, DAVE)


class TestUndoByConsent:
    async def test_P72_all_moves_since_the_asker_began_their_turn_are_undone(self, house: House) -> None:
        """P71, P72, P78: the position before the asker's turn is restored, and every wait restarts."""
        table = (await house.running(pace="daily")).info.id
        await house.play(table, ANNA, "walk 1", "walk 2", "end")
        await house.play(table, BEN, "walk 3")
        house.clock.wait(HOUR)
        before = (await house.service.read.undo_request(table, ANNA))[1]
        assert before.moves == {0: 3}, "what Ben can still undo is not counted"
        await house.play(table, BEN, "end")
        house.clock.wait(HOUR)
        assert (await house.service.read.undo_request(table, ANNA))[1].moves == {0: 3, 1: 2}
        await house.undo_vote(table, ANNA, BEN)
        snapshot = await house.service.read.snapshot(table)
        assert (list(snapshot.table.state.fields), snapshot.info.due) == ([0, 0], (0,))
        assert (await house.waiting(table))[-1] == (snapshot.number - 1, snapshot.number, "turn")
        row = await row_of(house.storage, table)
        assert [one.due_since for one in row.seats] == [house.clock.now(), None]
        assert {one.acted_at for one in row.seats} == {house.clock.now()}
        assert (await house.service.read.verify(table)).ok

    async def test_undo_replays_no_moves_made_in_this_process(self, house: House) -> None:
        """An undo replays no move that was made in this process, so the metric of replayed moves stays 0."""
        table = (await house.running()).info.id
        await house.play(table, ANNA, "walk 1", "walk 2")
        await house.service.play.undo(table, ANNA.id)
        await house.play(table, ANNA, "look", "end")
        await house.play(table, BEN, "end")
        await house.undo_vote(table, ANNA, BEN)
        await house.play(table, ANNA, "walk 3")
        here, there = [await one.read.snapshot(table) for one in (house.service, anew(house))]
        assert (here.table.log(), here.numbers) == (there.table.log(), there.numbers)
        assert house.service.repository.counted["replays"] == 0
        assert (await house.service.read.verify(table)).ok

    async def test_P72_players_who_joined_before_the_turn_do_not_matter(self, house: House) -> None:
        """P72: an undo is impossible only if people joined or left since the turn began."""
        table = (await house.running((ANNA, BEN, CARA))).info.id
        await house.play(table, ANNA, "walk 1", "end")
        await house.service.act(acts.leave(), table, BEN)
        await house.service.act(acts.join(), table, DAVE)
        for person in (DAVE, CARA, ANNA):
            await house.play(table, person, "walk 1", "end")
        assert (await house.service.read.undo_request(table, ANNA))[1].moves == {0: 2}
        await house.service.act(acts.leave(), table, CARA)
        with pytest.raises(CannotUndo, match="joined or left"):
            await house.service.read.undo_request(table, ANNA)

    async def test_P72_a_player_who_leaves_makes_an_undo_vote_void(self, house: House) -> None:
        """P72: the request is void even if all remaining players agree."""
        table = (await house.running((ANNA, BEN, CARA))).info.id
        await house.play(table, ANNA, "walk 1", "end")
        await house.undo_vote(table, ANNA)
        await house.service.act(acts.leave(), table, CARA)
        await house.service.act(acts.answer((await row_of(house.storage, table)).votes[0].number, True), table, BEN)
        row = await row_of(house.storage, table)
        assert [(vote.outcome, vote.ended) for vote in row.votes] == [(VoteOutcome.VOID, house.clock.now())]
        assert (await house.service.read.snapshot(table)).table.state.fields[0] == 1

    async def test_P72_a_change_of_players_since_the_turn_prevents_an_undo(self, house: House) -> None:
        """P72: a freed seat counts, and a computer that begins or stops playing. Changes before the turn don't."""
        table = (await house.running()).info.id
        await house.play(table, ANNA, "walk 1", "end")
        row, lines = await row_of(house.storage, table), await house.storage.tables.log(table)
        async with house.service.repository.lock(table) as locked:
            loaded = await locked.load()
        never = replace(row, options=write_options({**read_options(row.options), "take_back": "never"}))
        with pytest.raises(CannotUndo, match="At this table"):  # P71
            undo_request(never, loaded, lines, row.seats[0])
        for kind in (LineKind.JOIN, LineKind.LEAVE, LineKind.FREE, LineKind.STANDIN, LineKind.RETURN):
            before = [replace(line, kind=kind) if line.number == loaded.start else line for line in lines]
            assert undo_request(row, loaded, before, row.seats[0]).line == loaded.start
            after = [*lines, replace(lines[-1], number=row.number + 1, kind=kind)]
            with pytest.raises(CannotUndo, match="joined or left"):
                undo_request(row, loaded, after, row.seats[0])

    async def test_P72_no_player_is_late_afterwards(self, house: House) -> None:
        """P72: every wait restarts, so votes to go on without a player become void."""
        table = (await house.running()).info.id
        await house.play(table, ANNA, "walk 1", "end")
        asked = (await house.service.read.undo_request(table, ANNA))[1]
        async with house.service.repository.lock(table) as locked:
            row, now = locked.row, house.clock.now()
            anna, ben = (seat.player for seat in row.seats)
            late = [
                VoteRow(90 + about, VoteKind.FREE_SEAT, "", about, by, now, now) for about, by in ((0, ben), (1, anna))
            ]
            locked.row = replace(row, votes=tuple(late))
            vote = VoteRow(99, VoteKind.UNDO, asked.text, None, anna, now, now)
            done, _ = await undo_by_consent(locked, vote, announced_change(row, now))
        assert [(one.number, one.outcome) for one in done.votes] == [(90, VoteOutcome.VOID), (91, VoteOutcome.VOID)]

    async def test_P76_a_no_is_for_this_turn_and_three_requests_are_a_player_s_own(self, house: House) -> None:
        """P75, P76: a single no refuses an undo of this turn only. Each player may ask three times."""
        table = (await house.running()).info.id
        for turn in range(3):
            await house.play(table, ANNA, "shout", "end")
            await house.undo_vote(table, ANNA)
            number = (await house.service.read.info(table)).votes[0].number
            await house.service.act(acts.answer(number, False), table, BEN)
            with pytest.raises(CannotUndo, match="can’t ask again" if turn < 2 else "3 times|can’t ask again"):
                await house.service.read.undo_request(table, ANNA)
            await house.play(table, BEN, "shout", "end")
            assert (await house.service.read.undo_request(table, BEN))[1].moves
        await house.play(table, ANNA, "shout", "end")
        with pytest.raises(CannotUndo, match="3 times"):
            await house.service.read.undo_request(table, ANNA)
        await house.play(table, BEN, "end")
        assert (await house.service.read.undo_request(table, BEN))[1].moves

    async def test_P76_a_solo_player_has_no_limit(self, house: House) -> None:
        info = await house.lobby((ANNA,))
        await house.service.act(acts.add_computer("casual"), info.id, ANNA)
        await house.service.act(acts.start(), info.id, ANNA)
        for _ in range(5):
            await house.play(info.id, ANNA, "shout", "end")
            await house.undo_vote(info.id, ANNA)
        assert (await house.service.read.snapshot(info.id)).table.state.shouts == 0


@pytest.mark.parametrize(
    ("turns", "first"),
    [
        ("0:1 0:1 1:2", 0),
        ("0:1 1:2 0:3 0:3", 2),  # only the last turn
        ("0:1 1:1 0:1 1:2", 0),  # another seat's answer belongs to the turn
        ("1:1 0:1 1:1 0:1 1:1", 1),
        ("1:0 0:0 1:0 0:0", 3),  # in the set-up all players act
        ("0:0 0:0 1:0", 0),
        ("0:0 0:1 1:2", 1),
        ("0:1 0:2", 1),
    ],
)
def test_P72_which_steps_belong_to_a_turn(turns: str, first: int) -> None:
    """P72: the turn is seat 0's current or last one. Each step is given as seat and turn."""
    pairs = [tuple(map(int, one.split(":"))) for one in turns.split()]
    steps = [Step(number, seat, "", [], turn, ends=False) for number, (seat, turn) in enumerate(pairs, 1)]
    assert first_step(steps, 0) == first
    with pytest.raises(CannotUndo):
        first_step(steps, 2)


class TestAbsence:
    def test_P42_days_of_the_last_year_count(self) -> None:
        """P42: only the days of an earlier absence that are within a year count."""
        now = NOON + 500 * DAYS
        year = now - 365 * DAYS
        assert days_left([], now) == 60 * DAYS
        assert days_left([(year - 10 * DAYS, year + 5 * DAYS), (now - 20 * DAYS, now - 10 * DAYS)], now) == (45 * DAYS)
        assert days_left([(now - 90 * DAYS, now)], now) == 0 * DAYS

    def test_P39_from_one_to_thirty_days_within_thirty_days(self) -> None:
        month = 30 * DAYS

        def possible(begins: timedelta, ends: timedelta, *before: tuple[timedelta, timedelta]) -> bool:
            try:
                known = [(NOON + first, NOON + last) for first, last in before]
                must_be_possible(known, NOON + begins, NOON + ends, NOON)
            except VacationConflict:
                return False
            return True

        now = timedelta()
        assert possible(now, month)
        assert possible(month, 2 * month)
        assert not possible(now, month + DAYS)
        assert not possible(month + DAYS, month + 2 * DAYS)
        assert not possible(DAYS, DAYS)
        assert possible(now, DAYS, (-9 * DAYS, now))
        assert not possible(now, DAYS, (-9 * DAYS, DAYS), (-20 * DAYS, -19 * DAYS))

    async def test_P41_P44_waits_are_checked_when_an_absence_begins_and_ends(self, house: House) -> None:
        """P40, P41, P42, P44: going away and coming back early move reminders at once."""
        table = (await house.running(pace="daily")).info.id
        begins = house.clock.now()
        await house.service.people.go_away(ANNA, begins, begins + 10 * DAYS)
        await house.service.see_to(50)
        anna = (await row_of(house.storage, table)).seats[0]
        assert anna.next_at == begins + 10 * DAYS + timedelta(hours=12)
        assert (await house.kinds(table)).count("away") == 1
        [back] = await house.storage.notices.pending(begins + 10 * DAYS, 50)
        assert (back.kind, back.player) == (NoticeKind.BACK, anna.player)
        house.clock.wait(DAY)
        await house.service.people.come_back(ANNA)
        assert (await row_of(house.storage, table)).seats[0].next_at == house.clock.now()
        await house.service.see_to(50)
        assert (await row_of(house.storage, table)).seats[0].next_at == begins + DAYS + timedelta(hours=12)
        pending = await house.storage.notices.pending(begins + 30 * DAYS, 50)
        assert NoticeKind.BACK not in {one.kind for one in pending}
        with pytest.raises(VacationConflict):
            await house.service.people.come_back(ANNA)

    async def test_P41_an_absence_that_begins_later_is_shown_when_it_begins(self, house: House) -> None:
        """P41: the live post is updated then, even if there were other updates before."""
        await house.running(pace="daily")
        begins = house.clock.now() + 3 * DAYS
        await house.service.people.go_away(BEN, begins, begins + DAYS)
        [table] = await house.storage.outbox.redraws(house.clock.now(), 50)
        await house.storage.outbox.mark_redrawn(table, house.clock.now())
        assert await house.storage.outbox.redraws(begins - DAYS, 50) == []
        assert len(await house.storage.outbox.redraws(begins, 50)) == 1


async def test_P109_all_seats_that_a_crash_left_to_forgotten_people_become_free(house: House) -> None:
    """P109: three people who were forgotten, but kept their seats because of a crash, lose them."""
    table = (await house.running((ANNA, BEN, CARA))).info.id
    for person in (ANNA, BEN, CARA):
        await house.storage.people.forget(person.id, house.clock.now())
    await house.service.people.free_forgotten()
    assert (await house.service.read.info(table)).status == "cancelled"


async def test_P100_nobody_is_matched_if_two_of_three_block_each_other(house: House) -> None:
    """P100, P113: a single block prevents a match of three people. A search for a solo game is refused."""
    await house.storage.matchmaking.create_list(7, 10, "en", NOON)
    await house.storage.people.block(ANNA.id, BEN.id, most=50)
    matchmaking = house.service.matchmaking
    for person in (ANNA, BEN):
        await matchmaking.add(7, person, "toy", [3], "daily")
    assert await matchmaking.add(7, CARA, "toy", [3], "daily") == []
    alone = Matchmaking(TableRepository(house.storage, house.clock, {"solo": replace(TOY, id="solo", seats=(1, 2))}, 1))
    with pytest.raises(BadOptions):
        await alone.add(7, DAVE, "solo", [1], "daily")


class TestScheduler:
    async def test_P23_a_reminder_waits_for_a_usual_time_only_where_hours_are_unknown(self, house: House) -> None:
        """P23: if a player's quiet hours are known, the reminder doesn't wait for anything else."""
        slow = (await house.running((BEN, CARA), Place(11, 7), pace="daily")).info
        known = (await house.running((CARA, DAVE), Place(12, 7), pace="daily")).info
        for key, value in (("zone", "UTC"), ("quiet", "none")):
            await house.storage.people.prefer(CARA.id, key, value)
        await house.pass_time(DAY / 2 + 5 * HOUR)
        now = house.clock.now()
        found = await house.storage.notices.pending(now + 2 * DAYS, 50)
        when = {one.table_id: one.not_before for one in found if one.kind in REMINDER_KINDS}
        assert when[known.id] == now
        assert when[slow.id] > now

    @pytest.mark.parametrize(("newer", "known"), [(9, True), (10, False)])
    async def test_P23_the_last_ten_acts_show_when_somebody_is_awake(self, house, newer, known):
        """P23: an act half a day ago counts, unless ten later ones were at a different time of day."""
        table = (await house.running((BEN, CARA), pace="daily")).info
        ben, notices = table.seats[0].player, house.storage.notices
        for at, count in ((NOON - timedelta(hours=12), 1), (NOON, newer - len(await notices.last_acts(ben, 99)))):
            row = await row_of(house.storage, table.id)
            lines = tuple(NewLine(LineKind.KEEP, 0, ben) for _ in range(count))
            await house.storage.tables.append(Change(row.id, row.number, at, lines, next_at=row.next_at))
        await house.pass_time(DAY / 2)
        now = house.clock.now()
        [told] = [one for one in await notices.pending(now + DAYS, 50) if one.kind in REMINDER_KINDS]
        assert told.not_before == (now if known else now + timedelta(hours=11, minutes=30))

    @pytest.mark.parametrize(("later", "together"), [(6 * HOUR, True), (6 * HOUR + 60, False)])
    async def test_P29_reminders_due_within_six_hours_are_merged(self, house, later, together):
        first = (await house.running(pace="daily")).info
        house.clock.wait(later)
        second = (await house.running((ANNA, CARA), Place(11, 7), pace="daily")).info
        await house.pass_time(DAY / 2 - later)
        found = await house.storage.notices.pending(house.clock.now() + 2 * DAYS, 50)
        assert [one.table_id for one in found if one.kind in REMINDER_KINDS] == [first.id, second.id][: 1 + together]

    async def test_P29_a_live_reminder_is_not_merged_with_others(self, house: House) -> None:
        """P29, P30: a live reminder is sent alone."""
        slow = (await house.running(pace="daily")).info
        house.clock.wait(11 * HOUR)
        live = (await house.running((ANNA, CARA), Place(11, 7), pace="live")).info
        await house.pass_time(600)
        found = await house.storage.notices.pending(house.clock.now() + 2 * DAYS, 50)
        assert [one.table_id for one in found if one.kind in REMINDER_KINDS] == [live.id]
        assert slow.id != live.id
        assert (await house.service.read.info(live.id)).options["pace"] == "live", "the evening goes on"
        await house.pass_time(3600)
        assert (await house.service.read.info(live.id)).options["pace"] == "daily", "it is over (P18)"

    async def test_P66_a_live_table_that_slept_for_half_a_year_ends(self, house: House) -> None:
        live = (await house.running(pace="live")).info.id
        await house.service.act(acts.sleep_as_moderator(), live, DAVE)
        await house.pass_time(180 * DAY)
        assert (await house.service.read.info(live)).status == TableStatus.CANCELLED

    async def test_a_table_that_cannot_be_read_is_tried_again_a_day_later(self, house: House) -> None:
        """The scheduler run goes on with the other tables."""
        bad = (await house.running(pace="daily")).info.id
        good = (await house.running((CARA, DAVE), Place(11, 7), pace="daily")).info.id
        sql = "UPDATE tables SET options = '{' WHERE id = ?"
        await house.storage.database.write(lambda db: db.run(sql, (bad,)))
        await house.pass_time(DAY)
        now = house.clock.now()
        assert [one.table_id for one in await house.storage.notices.pending(now + DAYS, 50)] == [good]
        assert await house.storage.notices.due_tables(now, 50) == []
        assert await house.storage.notices.due_tables(now + DAYS - timedelta(seconds=1), 50) == []
        assert bad in await house.storage.notices.due_tables(now + DAYS, 50)


class TestMoves:
    async def test_P95_a_player_who_is_next_again_has_a_new_wait_and_no_plan(self, house: House) -> None:
        """P95, P138: in a solo game the end of each turn begins the next one."""
        alone = RulesService(house.storage, house.clock, {"toy": replace(TOY, seats=(1, 2, 3))})
        table = (await alone.opening.open(HERE, ANNA, "toy")).id
        begun = await alone.act(acts.start(), table, ANNA)
        player = begun.seats[0].player
        assert await house.storage.plans.write(table, PlanRow(player, ("walk 1",), begun.number), NOON)
        house.clock.wait(HOUR)
        looked = await alone.play.move(table, ANNA.id, "look")
        assert (await row_of(house.storage, table)).seats[0].due_since == NOON, "a reveal is not the end of the turn"
        assert (await house.storage.plans.read(player, table)).moves
        ended = await alone.play.move(table, ANNA.id, "end")
        assert (looked.crossed_barrier, ended.crossed_barrier, ended.turn_over) == (True, True, False)
        anna = (await row_of(house.storage, table)).seats[0]
        assert (anna.due_since, anna.due_number) == (house.clock.now(), ended.number)
        assert not (await house.storage.plans.read(player, table)).moves

    async def test_P27_only_the_end_is_left_once_something_was_done(self, house: House) -> None:
        """P27: at the beginning of a turn there is more to do, even if the turn could be ended."""
        snapshot = await house.running()
        turn = snapshot.table.fork()
        stack = turn.state.pending[0]

        class OnlyEnd(type(stack[-1])):  # type: ignore[misc]
            def options(self, state: object, seat: int) -> list[Move]:
                return [End()]

        class OnlyThrow(OnlyEnd):
            def options(self, state: object, seat: int) -> list[Move]:
                return [Throw()]

        stack[-1] = OnlyEnd()
        assert not only_end(turn, 0)
        stack[-1] = OnlyEnd(begun=True)
        assert only_end(turn, 0)
        assert not only_end(turn, 1)
        stack[-1] = OnlyThrow(begun=True)
        assert not only_end(turn, 0), "a throw is no end, though nothing else is legal (P122)"
