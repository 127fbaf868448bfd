"""The decisions about acts of players and moderators, tested on rows without a database."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from rules.errors import BadOptions
from rules_service import NotSeated, NoVote, Person, Place, SeatHeld, escalation, lobby, membership, votes
from rules_service.act import Case
from rules_service.computers import away_until, due, is_alone, level_of
from rules_service.errors import (
    AlreadySeated,
    Awake,
    NobodyLate,
    NoMoreTime,
    NotHost,
    NotWelcome,
    SeatTaken,
    TableFull,
    TooMany,
    TooSoon,
)
from rules_service.guards import MAX_INVITATIONS
from rules_service.options import read_options, write_options
from storage import (
    InvitedRow,
    LineKind,
    LogRow,
    NewTable,
    NoticeKind,
    PostKind,
    SeatRow,
    TableRow,
    TableStatus,
    VoteKind,
    VoteRow,
)
from storage.records import Absence, Stop
from tests.rules_service import rows
from tests.rules_service.house import NOON
from tests.rules_service.rows import DAY, HOUR, computer, seat, seats_of, table, waiting
from tests.rules_service.toy import TOY

NOW = NOON + 10 * DAY
NEWCOMER = Person(109, "New")


def case(row: TableRow, *lines: LogRow, **values: Any) -> Case:
    """Return the input of an act at this table: by default now, and by a newcomer with storage id 9."""
    return Case(row, TOY, **{"person": NEWCOMER, "at": NOW, "player": 9, "lines": lines} | values)


def line(number: int, kind: LineKind, player: int | None = None, at: datetime = NOON, **values: Any) -> LogRow:
    """Return a line of the log."""
    given: dict[str, Any] = {"seat": None, "user_id": None, "name": "", "text": "", "digest": ""}
    return LogRow(number, kind, player=player, at=at, **given | values)


STARTED = line(3, LineKind.START, 1)


class TestEscalation:
    def test_P50_present_players_are_told_who_is_late(self) -> None:
        """P50: present players are notified of late players. Late players and computers are not."""
        row = table(
            waiting(0, second_reminder_at=NOON), seat(1), waiting(2, due_number=5, second_reminder_at=NOON), computer(3)
        )
        done = escalation.mark_late(row, NOW)
        assert [one.late_since for one in seats_of(done)] == [NOW, None, NOW, None]
        assert {(one.seat, one.kind) for one in done.notices} == {(1, NoticeKind.LATE)}
        assert [one.number for one in done.notices] == [1, 5]
        assert [(one.kind, one.seat) for one in done.lines] == [(LineKind.LATE, 0), (LineKind.LATE, 2)]
        assert escalation.mark_late(replace(row, seats=seats_of(done)), NOW) is None

    def test_P56_here_is_possible_only_if_other_people_wait(self) -> None:
        """P56, P64: *I am here* is refused if only computers wait for the player or nobody does, and the third time."""
        mine = waiting(0, presence_count=1, late_since=NOON, final_warning_at=NOON, left_server_at=NOON)
        done = escalation.confirm_presence(case(table(mine, seat(1))), mine)
        now = seats_of(done)[0]
        assert (now.presence_count, now.acted_at, now.late_since) == (2, NOW, None)
        assert (now.final_warning_at, now.left_server_at, now.next_at) == (None, None, None)
        for row, other in (
            (table(mine, computer(1)), mine),
            (table(seat(0), seat(1)), seat(0)),
            (table(mine, seat(1)), replace(mine, presence_count=2)),
        ):
            with pytest.raises(TooSoon):
                escalation.confirm_presence(case(row), other)

    def test_P14_more_time_three_times_a_player_and_game(self) -> None:
        """P14: a player may ask for more time three times in a game, across all the seats that they hold in it."""
        row, mine = table(waiting(0), seat(1)), waiting(0)
        other = [line(number, LineKind.MORE, 2, seat=0) for number in (4, 5, 6)]
        own = [line(number, LineKind.MORE, 1, seat=1) for number in (7, 8)]
        assert escalation.more_time(case(row, *other, *own), mine).lines[0].kind == LineKind.MORE
        with pytest.raises(NoMoreTime, match="3 times"):
            escalation.more_time(case(row, *other, *own, line(9, LineKind.MORE, 1, seat=1)), mine)
        with pytest.raises(NoMoreTime, match="already"):
            escalation.more_time(case(row), waiting(0, extra_time=True))
        with pytest.raises(NoMoreTime, match="aren’t keeping"):
            escalation.more_time(case(table(waiting(0), computer(1))), mine)

    def test_P67_that_a_player_has_left_the_server_is_noted_once_in_the_wait(self) -> None:

        def noted(gone: Any, number: int = 1) -> bool:
            return escalation.mark_left_server(case(table(gone, seat(1))), None, 0, number) is not None

        assert noted(waiting(0))
        assert not noted(waiting(0), 2)
        assert not noted(waiting(0, left_server_at=NOON))
        assert not noted(waiting(0, vacant=True))

    def test_P52_the_answer_time_begins_for_open_votes_about_the_player_or_all(self) -> None:
        """P52: votes about the player or all close a day after a brisk table's warning. A set closing time stays."""
        votes = [
            VoteRow(number, VoteKind.CLOSE, "", about, 2, NOON, closes, ended)
            for number, (about, closes, ended) in enumerate(
                [(0, None, None), (None, None, None), (1, None, None), (0, NOW, None), (0, None, NOW)]
            )
        ]
        row = table(waiting(0), seat(1), pace="brisk", votes=tuple(votes))
        done = escalation.start_reply_window(case(row), None, 0)
        assert [(one.number, one.closes) for one in done.votes] == [(0, NOW + DAY), (1, NOW + DAY)]
        assert [one.final_warning_at for one in seats_of(done)] == [NOW, None]

    def test_P53_a_seat_that_is_free_for_three_days_is_a_reason_to_sleep(self) -> None:
        """P53: a free seat is a reason to sleep only while the table waits for it."""

        def reason(free: Any) -> bool:
            row = table(free, seat(1))
            try:
                return bool(escalation.sleep(case(row), row.seats[1]))
            except NobodyLate:
                return False

        assert reason(waiting(0, NOW - 3 * DAY, vacant=True))
        assert not reason(waiting(0, NOW - 3 * DAY + HOUR, vacant=True))
        assert not reason(seat(0, vacant=True))
        assert not reason(waiting(0, NOW - DAY))

    @pytest.mark.parametrize(
        ("free", "here", "place"),
        [
            (True, Place(11, 7), None),
            (False, Place(11, 7, 3), (11, 7, 3)),
            (False, Place(10, 7), None),
            (True, Place(11, None), None),
            (False, Place(11, None), None),
        ],
    )
    def test_P66_a_table_wakes_in_its_channel_if_that_is_free(self, free: bool, here: Place, place: object) -> None:
        """P66, P70: nobody can take a table of several people into a DM."""
        row = table(seat(0), seat(1), asleep_since=NOON)
        done = escalation.wake(case(row, channel_free=free, waiting=(1,)), row.seats[0], here)
        assert (done.place, done.asleep, done.keeps_open) == (place, False, True)
        assert [one.due_since for one in seats_of(done)] == [None, NOW]
        with pytest.raises(Awake):
            escalation.wake(case(replace(row, asleep_since=None), channel_free=free), row.seats[0], here)

    def test_P66_a_solo_table_wakes_in_the_dm(self) -> None:
        row = table(seat(0), asleep_since=NOON)
        done = escalation.wake(case(row, channel_free=True, waiting=(0,)), row.seats[0], Place(11, None))
        assert done.place == (11, None, None)

    def test_P117_only_the_last_sleep_counts_and_only_for_a_day(self) -> None:
        row = table(seat(0), seat(1), asleep_since=NOON)

        def wakes(*lines: LogRow, here: int = 10, free: bool = True) -> bool:
            try:
                return bool(
                    escalation.wake(case(row, STARTED, *lines, channel_free=free), row.seats[0], Place(here, 7))
                )
            except TooSoon:
                return False

        by_moderator = line(5, LineKind.SLEEP, 77, NOW - DAY + timedelta(seconds=1), text="moderator")
        assert not wakes(by_moderator)
        assert wakes(by_moderator, here=11, free=False)
        assert wakes(replace(by_moderator, at=NOW - DAY))
        assert wakes(by_moderator, line(6, LineKind.SLEEP, 1, NOW - HOUR))
        assert not wakes(line(4, LineKind.SLEEP, 1, NOW - 3 * DAY), by_moderator)

    def test_P119_a_table_wakes_six_times_an_hour(self) -> None:
        row = table(seat(0), seat(1), asleep_since=NOON)
        times = [NOW - HOUR + timedelta(minutes=number) for number in range(escalation.MAX_WAKES)]
        woken = [line(number, LineKind.WAKE, 1, at) for number, at in enumerate(times, 5)]
        assert escalation.wake(case(row, STARTED, *woken, channel_free=True), row.seats[0], Place(10, 7))
        ahead, again = line(12, LineKind.WAKE, 1, NOW + HOUR), line(12, LineKind.WAKE, 1, NOW)
        assert escalation.wake(case(row, STARTED, *woken, ahead, channel_free=True), row.seats[0], Place(10, 7))
        with pytest.raises(TooSoon, match=f"woken 6 times.*<t:{int((times[1] + HOUR).timestamp())}:R>"):
            escalation.wake(case(row, STARTED, *woken, again, channel_free=True), row.seats[0], Place(10, 7))

    def test_P18_a_live_evening_that_is_over_restarts_all_waits_at_a_daily_pace(self) -> None:
        """P18: even a wait that still had another pace restarts."""
        row = table(waiting(0, pace="brisk"), seat(1), pace="live")
        done = escalation.evening_over(row, NOW)
        assert [(one.due_since, one.pace) for one in seats_of(done)] == [(NOW, ""), (None, "")]
        assert read_options(done.options)["pace"] == "daily"
        assert done.announce == PostKind.PACE

    def test_P65_all_seated_people_are_warned_before_a_table_sleeps(self) -> None:
        """P65, P66: a warning comes after two weeks, sleep a week later, and the end after half a year asleep."""
        row = table(waiting(0), seat(1, vacant=True), computer(2), seat(3))
        warned = escalation.due_change(row, NOON + 14 * DAY)
        assert ([one.seat for one in warned.notices], warned.warns_of_sleep) == ([0, 3], True)
        assert escalation.due_change(row, NOON + 14 * DAY - HOUR) is None
        assert escalation.keep_awake(case(row), row.seats[0]).keeps_open
        late = replace(row, sleep_warned_at=NOON + 14 * DAY)
        slept = escalation.due_change(late, NOON + 21 * DAY)
        assert slept.asleep
        assert escalation.due_change(late, NOON + 21 * DAY - HOUR) is None
        asleep = replace(row, asleep_since=NOON)
        ended = escalation.due_change(asleep, NOON + 180 * DAY)
        assert ended.status == TableStatus.CANCELLED
        assert escalation.due_change(asleep, NOON + 180 * DAY - HOUR) is None

    def test_P116_a_moderator_ends_a_game_14_days_after_it_stopped(self) -> None:
        """P116: a game has stopped if it is asleep, a player is late, or it waits for a free seat."""

        def possible(row: TableRow) -> bool:
            try:
                return votes.close_as_moderator(case(row), votes.closing_moderator(case(row))).closer == 9
            except NobodyLate:
                return False

        two_weeks = NOW - 14 * DAY
        assert possible(table(seat(0), seat(1), asleep_since=two_weeks))
        assert possible(table(waiting(0, late_since=two_weeks), waiting(1, late_since=NOW)))
        assert possible(table(waiting(0, two_weeks, vacant=True), seat(1)))
        assert not possible(table(waiting(0, two_weeks + HOUR, vacant=True), seat(1)))
        assert not possible(table(waiting(0, two_weeks), seat(1)))
        assert not possible(table(seat(0, vacant=True), seat(1)))
        own = table(seat(0), seat(1))
        assert votes.close_as_moderator(case(own), own.seats[0]).status is None, "a player only asks"
        assert votes.close_as_moderator(case(rows.lobby(seat(0))), None).closer == 9
        assert votes.close_as_moderator(case(rows.lobby(seat(0))), seat(0)).closer is None

    def test_P46_a_pause_ends_while_it_lasts(self) -> None:
        row = table(seat(0), seat(1), paused_until=NOW + HOUR)
        assert votes.end_pause(case(row), row.seats[0]).paused_until == NOW
        for until in (None, NOW):
            with pytest.raises(NoVote):
                votes.end_pause(case(replace(row, paused_until=until)), row.seats[0])


class TestMembership:
    def test_a_player_returns_only_to_a_seat_that_they_held(self) -> None:
        """P59, P111: seats from before the player was forgotten count, too. Newcomers may take any free seat."""
        row = table(seat(0, vacant=True), seat(1, vacant=True), seat(2))
        in_lobby = line(1, LineKind.JOIN, 9, seat=2)
        dealt = line(2, LineKind.SEAT, 9, seat=1)

        def taken(*lines: LogRow, wanted: int | None = None, before: Sequence[int] = ()) -> int | None:
            done = membership.take_vacant_seat(case(row, *lines, seats_before=before), wanted)
            return done.lines[0].seat

        assert taken(STARTED) == 0
        assert taken(STARTED, wanted=1) == 1
        assert taken(in_lobby, STARTED) == 0
        assert taken(dealt, STARTED) == 1
        assert taken(STARTED, line(5, LineKind.JOIN, 9, seat=1)) == 1
        assert taken(STARTED, before=[1]) == 1
        for values in ({"wanted": 0, "before": [1]}, {"wanted": 2}):
            with pytest.raises(SeatTaken):
                taken(STARTED, **values)
        with pytest.raises(SeatHeld):
            taken(STARTED, line(5, LineKind.JOIN, 9, seat=2))
        with pytest.raises(SeatHeld):
            membership.take_vacant_seat(case(table(seat(0), seat(1)), STARTED, seats_before=[0]), None)
        with pytest.raises(TableFull):
            membership.take_vacant_seat(case(table(seat(0), seat(1)), STARTED), None)
        with pytest.raises(AlreadySeated):
            membership.take_vacant_seat(case(row, STARTED, player=3), None)
        assert membership.take_vacant_seat(case(row, STARTED, player=1), None).lines[0].seat == 0

    def test_a_new_holder_starts_over_and_an_old_one_continues(self) -> None:
        """P13, P16: the waiting time, the quiet hours and the absences belong to the player, not to the seat."""
        old = waiting(0, vacant=True, freed=True, computer="steady", hours={"zone": "UTC"}, stops=(Stop(NOON, NOW),))
        old = replace(old, absence=Absence(NOON, NOW + DAY, computer=True))
        row = table(old, seat(1))
        [new, _] = membership.sit(row, 0, 9, NOW).seats or ()
        assert (new.player, new.moved, new.due_since, new.hours, new.stops) == (9, False, NOW, {}, ())
        assert new.absence is None
        assert (new.vacant, new.freed, new.computer, new.acted_at) == (False, False, "", NOW)
        [same, _] = membership.sit(row, 0, 1, NOW).seats or ()
        assert (same.moved, same.due_since, same.freed) == (True, NOON, False)
        assert (same.hours, same.stops, same.absence) == ({"zone": "UTC"}, (Stop(NOON, NOW),), old.absence)
        [idle, _] = membership.sit(table(seat(0, vacant=True), seat(1)), 0, 9, NOW).seats or ()
        assert idle.due_since is None

    def test_a_lobby_that_loses_its_host_gets_the_first_person_as_its_host(self) -> None:
        """P96: the new host gets a host's full time, and is asked again whether to keep the lobby."""
        row = rows.lobby(seat(0), computer(1), seat(2), seat(3))
        left = membership.leave(case(row), row.seats[0])
        assert [(one.seat, one.player) for one in seats_of(left)] == [(0, 2), (1, 3), (2, 4)]
        assert (left.host, left.keeps_open, seats_of(left)[1].acted_at) == (3, True, NOW)
        guest = membership.leave(case(row), row.seats[3])
        assert (guest.host, guest.keeps_open) == (1, False)
        only = rows.lobby(seat(0), computer(1))
        assert membership.leave(case(only), only.seats[0]).status == TableStatus.CANCELLED

    def test_P109_forgotten_people_leave_one_by_one(self) -> None:
        """P109: one forgotten person leaves at a time. Computers, which have no Discord id either, stay."""
        row = table(computer(0), seat(1, user_id=None, vacant=True), seat(2, user_id=None), seat(3))
        done = membership.leave_if_forgotten(case(row), None)
        assert done.lines[0].seat == 2
        assert membership.leave_if_forgotten(case(table(computer(0), seat(1))), None) is None
        assert membership.leave_if_forgotten(case(replace(row, ended=NOON)), None) is None

    def test_P62_a_seat_taken_back_from_a_computer_has_a_new_wait(self) -> None:
        mine = waiting(0, computer="steady")
        done = membership.take_seat_back(case(table(mine, seat(1))), mine)
        assert (seats_of(done)[0].computer, seats_of(done)[0].due_since, seats_of(done)[0].acted_at) == ("", NOW, NOW)
        idle = seat(0, computer="steady")
        done = membership.take_seat_back(case(table(idle, seat(1))), idle)
        assert seats_of(done)[0].due_since is None


class TestLobby:
    def test_P91_seats_are_reserved_for_other_invited_people(self) -> None:
        """P91: a seat is reserved for an invited person until the time is up or they join.

        P95: the host is notified when all seats are taken.
        """
        tomorrow, later = InvitedRow(7, NOW + DAY, 107, "G"), InvitedRow(9, NOW + 2 * DAY, 109, "N")
        row = rows.lobby(*(seat(number) for number in range(max(TOY.seats) - 1)), invited=(tomorrow, later))
        with pytest.raises(TableFull) as error:
            lobby.join(case(row), None)
        assert error.value.values["until"] == int((NOW + DAY).timestamp())
        mine = replace(row, invited=(later,))
        done = lobby.join(case(mine), None)
        assert (done.invited, done.keeps_open) == (((9, NOW),), True)
        assert [(one.player, one.kind, one.seat) for one in done.notices] == [(1, NoticeKind.FULL, 0)]
        free = lobby.join(case(replace(row, invited=(replace(tomorrow, until=NOW),))), None)
        assert (free.invited, len(free.notices)) == ((), 1)
        asked = VoteRow(5, VoteKind.START, "", None, 1, NOON, NOW, answers={1: True})
        first = lobby.join(case(rows.lobby(seat(0), votes=(asked,))), None)
        assert first.notices == ()
        assert [one.answers for one in first.votes] == [{1: True, 9: True}], "who joins is ready"
        full = rows.lobby(*(seat(number) for number in range(max(TOY.seats))))
        with pytest.raises(TableFull, match="All seats are taken"):
            lobby.join(case(full), None)

    def test_P92_an_invited_person_may_join_even_later(self) -> None:
        """P91, P92: an invitation is still valid when its seat is no longer reserved."""
        options = write_options({**read_options(rows.lobby().options), "entry": "invited"})
        row = rows.lobby(seat(0), options=options, invited=(InvitedRow(9, NOON, 109, "N"),))
        assert lobby.join(case(row), None).lines[0].kind == LineKind.JOIN
        with pytest.raises(NotWelcome):
            lobby.join(case(row, player=8), None)

    def test_P91_a_host_invites_as_many_as_there_is_room_for_and_six_at_most(self) -> None:
        """P91, P119: a host can invite six people in all, and no more at a time than there are free seats."""
        row = rows.lobby(seat(0))
        free = max(TOY.seats) - 1
        done = lobby.invite(case(row, others={7: False, 8: True}), row.seats[0], ())
        assert done.invited == ((7, NOW + 72 * HOUR), (8, NOW + 72 * HOUR))
        assert [(one.player, one.number, one.by) for one in done.notices] == [(7, 10, 1)]
        for kept in range(free + 2):  # older versions may have kept more seats than the table has
            held = tuple(InvitedRow(30 + one, NOW + DAY, 130 + one, "") for one in range(kept))
            full = case(replace(row, invited=held), others=dict.fromkeys(range(20, 21 + free), False))
            with pytest.raises(TableFull) as refused:
                lobby.invite(full, row.seats[0], ())
            assert refused.value.values == {"count": max(free - kept, 0)}
        past = tuple(InvitedRow(20 + one, NOON, None, "") for one in range(MAX_INVITATIONS - 1))
        assert lobby.invite(case(replace(row, invited=past), others={7: False}), row.seats[0], ()).invited
        with pytest.raises(TooMany):
            lobby.invite(case(replace(row, invited=past), others={7: False, 8: False}), row.seats[0], ())
        with pytest.raises(NoVote):
            lobby.invite(case(replace(row, invited=past), others={20: False}), row.seats[0], ())
        with pytest.raises(AlreadySeated):
            lobby.invite(case(rows.lobby(seat(0), seat(1)), others={2: False}), row.seats[0], ())

    def test_a_computer_takes_no_seat_that_is_held(self) -> None:
        seats = tuple(seat(number) for number in range(max(TOY.seats) - 1))
        row = rows.lobby(*seats)
        assert lobby.add_computer(case(row), seats[0], "steady").seats
        for refused in (
            replace(row, invited=(InvitedRow(7, NOW + DAY, 107, "G"),)),
            replace(row, seats=(*seats, seat(len(seats)))),
        ):
            with pytest.raises(TableFull):
                lobby.add_computer(case(refused), seats[0], "steady")
        with pytest.raises(BadOptions):
            lobby.add_computer(case(row), seats[0], "clever")

    def test_P92_a_host_removes_others_and_not_themselves(self) -> None:
        """P92: the host can remove anybody else from the lobby."""
        row = rows.lobby(seat(0), seat(1))
        assert lobby.remove(case(row), row.seats[0], 1).lines[0].kind == LineKind.REMOVE
        for number in (0, 2):
            with pytest.raises(NotSeated):
                lobby.remove(case(row), row.seats[0], number)

    def test_P93_only_options_of_pictures_leave_the_others_ready(self) -> None:
        """P93: if other options change, too, the players must confirm again that they are ready."""
        row = rows.lobby(seat(0, acted_at=NOON), seat(1, acted_at=NOON))
        other = {"picture": "wide"}
        looks = lobby.set_options(case(row), row.seats[0], other)
        assert (looks.seats, [one.text for one in looks.lines]) == (None, ["picture wide"])
        both = lobby.set_options(case(row), row.seats[0], {**other, "pace": "daily"})
        assert [one.acted_at for one in seats_of(both)] == [NOW, None]

    def test_P94_who_may_start(self) -> None:
        """P94: the host may start, and anybody seated may start after three days without the host."""
        row = rows.lobby(seat(0, acted_at=NOW - 3 * DAY), seat(1))
        guest, host, stranger = Person(102, ""), Person(101, ""), Person(199, "")
        assert lobby.starter(case(row, person=guest)).seat == 1
        assert lobby.starter(case(row, person=host)).seat == 0
        soon = replace(row, seats=(seat(0, acted_at=NOW - 3 * DAY + HOUR), seat(1)))
        assert lobby.starter(case(soon, person=host)).seat == 0
        with pytest.raises(NotHost, match="If P0 does nothing"):
            lobby.starter(case(soon, person=guest))
        with pytest.raises(NotHost, match="Only P0, the host of this table, can do this"):
            lobby.starter(case(row, person=stranger))

    def test_P94_players_who_are_not_ready_are_asked_but_not_the_starter(self) -> None:
        row = rows.lobby(seat(0), seat(1, acted_at=NOW - HOUR), seat(2, acted_at=NOON))
        asked = lobby.start(case(row), row.seats[0])
        assert asked.status is None
        assert asked.votes[0].answers == {1: True, 2: True}
        assert [one.player for one in asked.notices] == [3]
        assert seats_of(asked)[0].acted_at == NOW
        ready = rows.lobby(seat(0), seat(1, acted_at=NOW - HOUR))
        assert lobby.start(case(ready), ready.seats[0]).status == TableStatus.RUNNING

    def test_P96_a_lobby_is_kept_three_times(self) -> None:
        row = rows.lobby(seat(0), seat(1))
        kept = [line(number, LineKind.KEEP, 1) for number in (4, 5, 6)]
        done = lobby.keep(case(row, *kept[:2]), row.seats[0])
        assert (done.keeps_open, seats_of(done)[0].acted_at) == (True, NOW)
        with pytest.raises(TooMany):
            lobby.keep(case(row, *kept), row.seats[0])

    def test_P96_a_lobbys_host_is_asked_and_without_an_answer_it_closes(self) -> None:
        row = rows.lobby(seat(0), seat(1))
        asked = lobby.due_change(row, NOON + 7 * DAY)
        assert ([one.player for one in asked.notices], asked.warns_of_sleep) == ([1], True)
        early = lobby.due_change(row, NOON + 7 * DAY - HOUR)
        assert (early.notices, early.status, early.warns_of_sleep) == ((), None, False)
        warned = replace(row, sleep_warned_at=NOON + 8 * DAY)
        assert lobby.due_change(warned, NOON + 15 * DAY).status == TableStatus.CANCELLED
        assert lobby.due_change(warned, NOON + 15 * DAY - HOUR).status is None

    def test_P99_the_same_people_are_invited_again_as_far_as_there_is_room(self) -> None:
        """P99, P119: people who left or were forgotten are not invited. Computers take the remaining seats."""
        old = [seat(0), seat(1), seat(2, vacant=True), seat(3, user_id=None), computer(4), computer(5), seat(6)]
        new = NewTable("toy", 10, 7, None, 1, "", "", "", "en", next_at=NOW + 7 * DAY)

        def again(most: int, seats: Sequence[SeatRow] = old, next_at: datetime = NOW + 7 * DAY) -> NewTable:
            return lobby.again(replace(new, next_at=next_at), seats, most, [7], NOW)

        done = again(4)
        assert done.invited == ((2, NOW + 72 * HOUR), (7, NOW + 72 * HOUR))
        assert [(one.seat, one.player, one.computer) for one in done.beside] == [(1, 5, "steady")]
        assert [(one.player, one.number, one.by) for one in done.notices] == [(2, 3, 1)], "one has blocked the host"
        assert [(one.kind, one.text) for one in done.lines] == [(LineKind.INVITE, "2"), (LineKind.INVITE, "7")]
        assert done.next_at == NOW + 72 * HOUR
        assert again(4, next_at=NOW + HOUR).next_at == NOW + HOUR
        assert [player for player, _ in again(2).invited] == [2]
        assert (again(2).beside, len(again(5).beside)) == ((), 2)
        many = [seat(number) for number in range(9)]
        assert len(again(9, many).invited) == MAX_INVITATIONS
        alone = again(4, [seat(0), computer(1)])
        assert (alone.invited, len(alone.beside), alone.next_at) == ((), 1, NOW + 7 * DAY)

    def test_P91_only_the_invited_person_declines_and_only_while_the_seat_is_held(self) -> None:
        row = rows.lobby(seat(0), invited=(InvitedRow(7, NOW + HOUR, 109, "N"), InvitedRow(8, NOW + HOUR, 108, "M")))
        assert lobby.invitation(case(row)).player == 7
        for late in (replace(row.invited[0], until=NOW), replace(row.invited[0], user_id=None)):
            with pytest.raises(NoVote):
                lobby.invitation(case(replace(row, invited=(late, row.invited[1]))))


def test_P45_when_a_computer_plays_for_an_absent_player() -> None:
    """P45, P61: the computer plays during the whole absence, each time a minute after the seat's turn begins."""
    wanted = Absence(NOW, NOW + DAY, computer=True)
    gone = waiting(0, NOW, absence=wanted)
    assert [level_of(gone, NOW + after) for after in (-HOUR, 0 * HOUR, 23 * HOUR, DAY)] == ["", "steady", "steady", ""]
    assert level_of(replace(gone, computer="strong"), NOW) == "strong"
    assert level_of(replace(gone, vacant=True, computer="strong"), NOW) == ""
    assert away_until(gone, NOW) == NOW + DAY
    assert away_until(gone, NOW + DAY) is None
    seats = [gone, computer(1, due_since=NOW), computer(2), waiting(3, NOW)]
    assert due(seats, NOW + timedelta(seconds=59)) == [1]
    assert due(seats, NOW + timedelta(seconds=60)) == [0, 1]
    assert is_alone([seat(0), computer(1)])
    assert not is_alone([seat(0), seat(1, vacant=True)])
