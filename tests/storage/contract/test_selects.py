"""The rows found and left out by the queries, tested with rows that differ in one point."""

from dataclasses import replace
from datetime import datetime, timedelta

from storage import Change, NewLine, NewNotice, NewTable, NoticeKind, Post, PostKind, SeatRow, Storage, VoteRow
from storage.kinds import LineKind, NoticeOutcome, VoteKind
from storage.records import Absence, InvitedRow, ResultRow, ResultsRow, Stop
from tests.storage.build import NOON, SECRET, later, move, open_table, row_of

FIRST, SECOND, NUDGE = NoticeKind.FIRST_REMINDER, NoticeKind.SECOND_REMINDER, NoticeKind.NUDGE
SENT = NoticeOutcome.SENT


def seat(number: int, player: int, **values: object) -> SeatRow:
    return replace(SeatRow(number, player), **values)  # type: ignore[arg-type]


async def playing(storage: Storage, channel: int = 1, people: int = 2, **values: object) -> int:
    """Return a running table whose seats have waited since line 2, unless other values are given."""
    table = await open_table(storage, channel)
    players = [await storage.people.meet(100 + one, f"user {one}") for one in range(people)]
    given = {"due_since": NOON, "due_number": 2} | values
    seats = tuple(seat(number, player, **given) for number, player in enumerate(players))
    await storage.tables.append(move(table, 1, status="running", seats=seats))
    return table


async def tell(storage: Storage, *notices: NewNotice, message: int = 50) -> None:
    """Write notifications, and record them as sent in messages numbered from ``message`` on."""
    for number, new in enumerate(notices, message):
        await storage.notices.write([new])
        [found] = [one for one in await storage.notices.pending(later(1e8), 99) if one.kind == new.kind]
        await storage.notices.done(found.id, new.not_before, SENT, (1, number))


async def outdated(storage: Storage, at: datetime = NOON) -> list[int | None]:
    return [one.message_id for one in await storage.notices.outdated(at, 9)]


async def test_P36_only_a_newer_message_about_the_same_wait_replaces_one(storage: Storage) -> None:
    """P36: a message about another seat, or another wait of the same seat, doesn't replace an earlier message."""
    table = await playing(storage)
    await tell(storage, NewNotice(1, FIRST, NOON, table, 0, 2), NewNotice(2, FIRST, NOON, table, 1, 2), message=50)
    assert await outdated(storage) == []
    await storage.notices.write([NewNotice(1, NUDGE, NOON, table, 0, 2)])
    assert await outdated(storage) == [], "the newer one has no message yet"
    await tell(storage, NewNotice(1, SECOND, NOON, table, 0, 2), message=60)
    assert await outdated(storage) == [50]
    await tell(storage, NewNotice(1, NoticeKind.LATE, NOON, table, 0, 7), message=70)  # Another wait, which is over.
    assert await outdated(storage) == [70, 50]


async def test_P36_events_that_outdate_a_message(storage: Storage) -> None:
    """P36: a message is outdated by another wait, the wait's end, a free seat, sleep and the end of the game."""
    for ends in ({"due_number": 3}, {"due_number": None, "due_since": None}, {"vacant": True}):
        table = await playing(storage, channel=2)
        await tell(storage, NewNotice(1, FIRST, NOON, table, 0, 2), message=50)
        assert await outdated(storage) == []
        row = await row_of(storage, table)
        seats = (replace(row.seats[0], **ends), row.seats[1])  # type: ignore[arg-type]
        await storage.tables.append(Change(table, row.number, NOON, (), seats=seats))
        assert await outdated(storage) == [50]
        await storage.notices.mark_deleted((await storage.notices.outdated(NOON, 1))[0].id)
        await storage.tables.append(Change(table, row.number, NOON, (), status="over"))  # type: ignore[arg-type]
    for channel, change in enumerate(({"asleep": True}, {"status": "cancelled"}), 3):
        table = await playing(storage, channel)
        await tell(storage, NewNotice(1, FIRST, NOON, table, 0, 2), message=80)
        await storage.tables.append(Change(table, 2, NOON, (), **change))  # type: ignore[arg-type]
        assert await outdated(storage) == [80]
        await storage.notices.mark_deleted((await storage.notices.outdated(NOON, 1))[0].id)


async def test_P36_messages_about_a_lobby_are_over_when_the_game_begins(storage: Storage) -> None:
    """P36: a lobby's messages become outdated.

    Of the votes, only the one on whether all are ready is about the lobby.
    """
    table = await open_table(storage)
    votes = tuple(
        VoteRow(number, kind, "", None, 1, NOON, later(100))
        for number, kind in ((2, VoteKind.START), (3, VoteKind.PACE))
    )
    await storage.tables.append(Change(table, 1, NOON, (), votes=votes, invited=((1, later(1e6)),)))
    await tell(storage, NewNotice(1, NoticeKind.FULL, NOON, table, 0), message=50)
    await tell(storage, NewNotice(1, NoticeKind.INVITE, NOON, table, None, 1), message=51)
    await tell(storage, NewNotice(1, NoticeKind.IDLE, NOON, table, None, 4), message=52)
    await tell(storage, NewNotice(1, NoticeKind.VOTE, NOON, table, 0, 2), message=53)
    await tell(storage, NewNotice(1, NoticeKind.VOTE, NOON, table, 1, 3), message=54)
    assert await outdated(storage) == [54]
    await storage.tables.append(Change(table, 1, NOON, (), status="running"))  # type: ignore[arg-type]
    assert await outdated(storage) == [53, 52, 51, 50]


async def test_P65_P96_a_question_whether_to_go_on_is_over_once_it_was_answered(storage: Storage) -> None:
    """P65, P96: an answer at the same moment as the question counts."""
    lobby, running = await open_table(storage), await playing(storage, 2)
    await tell(storage, NewNotice(1, NoticeKind.IDLE, later(10), lobby, None, 1), message=50)
    await tell(storage, NewNotice(1, NoticeKind.SLEEP_WARNING, later(10), running, 0, 2), message=51)
    for at, over in ((9, []), (10, [51, 50])):
        for table, number in ((lobby, 1), (running, 2)):
            await storage.tables.append(Change(table, number, later(at), (), keeps_open=True))
        assert await outdated(storage) == over, at


async def test_P23_being_seated_or_made_the_host_is_no_act(storage: Storage) -> None:
    table = await open_table(storage)
    for number, kind in enumerate((LineKind.SEAT, LineKind.YES, LineKind.HOST, LineKind.MOVE), 1):
        await storage.tables.append(Change(table, number, later(number), (NewLine(kind, 0, 1),)))
    assert await storage.notices.last_acts(1, 9) == [later(4), later(2), NOON]
    assert await storage.notices.last_acts(1, 1) == [later(4)]


async def test_P91_an_invitation_is_over_when_its_seat_is_held_no_longer(storage: Storage) -> None:
    """P91: an invitation is outdated at the exact moment when its own reservation ends, not another person's."""
    table = await open_table(storage)
    anna, ben = [await storage.people.meet(user, "x") for user in (101, 102)]
    invited = ((anna, later(100)), (ben, later(150)))
    await storage.tables.append(Change(table, 1, NOON, (NewLine(LineKind.INVITE, 0, 1),), invited=invited))
    await tell(storage, NewNotice(anna, NoticeKind.INVITE, NOON, table, None, 2))
    assert await outdated(storage, later(99)) == []
    assert await outdated(storage, later(100)) == [50]
    row = await row_of(storage, table)
    assert row.invited == (InvitedRow(anna, later(100), 101, "x"), InvitedRow(ben, later(150), 102, "x"))


async def test_P2_the_table_whose_seat_has_been_due_longest_comes_first(storage: Storage) -> None:
    """P2: other due seats at the table don't matter. Each table is returned once, from its first check on."""
    one, two = await playing(storage, 1), await playing(storage, 2)
    players = [1, await storage.people.meet(101, "user 1")]
    for table, seconds in ((one, (10, 100)), (two, (50, 50))):
        seats = tuple(
            seat(number, players[number], due_since=NOON, due_number=2, next_at=later(at))
            for number, at in enumerate(seconds)
        )
        await storage.tables.append(Change(table, 2, NOON, (), seats=seats))
    assert await storage.notices.due_tables(later(9), 9) == []
    assert await storage.notices.due_tables(later(10), 9) == [one]
    assert await storage.notices.due_tables(later(200), 9) == [one, two]
    assert await storage.notices.due_tables(later(200), 1) == [one]
    assert await storage.notices.due_tables_of(1, NOON, later(9)) == []
    assert await storage.notices.due_tables_of(1, NOON, later(10)) == [one]
    assert await storage.notices.due_tables_of(1, later(9), later(50)) == [one, two]
    assert await storage.notices.due_tables_of(1, later(10), later(50)) == [two]
    assert await storage.notices.due_tables_of(players[1], NOON, later(100)) == [two, one]
    await storage.tables.append(Change(two, 2, NOON, (), next_at=later(5)))
    assert await storage.notices.due_tables(later(200), 9) == [two, one]


async def test_P2_an_expired_vote_keeps_its_table_due_until_it_is_closed(storage: Storage) -> None:
    table = await playing(storage)
    open_vote = VoteRow(3, VoteKind.PACE, "brisk", None, 1, NOON, later(30))
    other = replace(open_vote, number=2, kind=VoteKind.SLEEP, closes=None)
    await storage.tables.append(Change(table, 2, NOON, (NewLine(LineKind.ASK),), votes=(open_vote, other)))
    row = await row_of(storage, table)
    assert [one.number for one in row.votes] == [2, 3]
    assert await storage.notices.due_tables(later(29), 9) == []
    assert await storage.notices.due_tables(later(30), 9) == [table]
    await storage.notices.postpone_table(table, later(30), later(90))
    assert await storage.notices.due_tables(later(89), 9) == []
    assert await storage.notices.due_tables(later(90), 9) == [table]
    await storage.tables.append(Change(table, 3, NOON, (), votes=(replace(open_vote, ended=later(40)),)))
    assert await storage.notices.due_tables(later(90), 9) == []
    await storage.notices.postpone_table(table, later(100), later(200))
    row = await row_of(storage, table)
    assert row.votes[1].closes == later(30), "it has ended"


async def test_P29_P30_sent_and_pending_notifications_of_a_person(storage: Storage) -> None:
    """P29, P30: unsent notifications exclude those being sent. Sent ones exclude refused ones and a given kind."""
    table = await playing(storage)
    new = [
        NewNotice(1, SECOND, later(20), table, 0, 2), NewNotice(1, FIRST, later(10), table, 0, 2),
        NewNotice(2, FIRST, later(10), table, 1, 2), NewNotice(1, NUDGE, later(30), table, 0, 2),
    ]  # fmt: skip
    await storage.notices.write(new)
    assert [one.kind for one in await storage.notices.unsent(1, later(20))] == [FIRST, SECOND]
    first, second = await storage.notices.unsent(1, later(20))
    await storage.notices.begin(first.id, later(20))
    assert [one.kind for one in await storage.notices.unsent(1, later(30))] == [SECOND, NUDGE]
    await storage.notices.done(second.id, later(60), SENT)
    await storage.notices.done(first.id, later(50), SENT)
    assert [one.kind for one in await storage.notices.unsent(1, later(30))] == [NUDGE]
    assert await storage.notices.sent_to(1, NOON, NoticeKind.BACK) == [later(50), later(60)]
    assert await storage.notices.sent_to(1, later(50), NoticeKind.BACK) == [later(60)]
    assert await storage.notices.sent_to(1, NOON, FIRST) == [later(60)]
    assert await storage.notices.sent_to(2, NOON, NoticeKind.BACK) == []
    [nudge] = await storage.notices.unsent(1, later(30))
    await storage.notices.done(nudge.id, later(70), NoticeOutcome.REFUSED)
    assert await storage.notices.sent_to(1, NOON, NoticeKind.BACK) == [later(50), later(60)]


async def test_P15_the_last_reminder_makes_the_wait_be_checked_again_no_later(storage: Storage) -> None:
    """P15: the last reminder brings forward only the check of its own wait, and never delays it."""
    for next_at, checked in ((later(90), later(60)), (later(30), later(30)), (None, None)):
        table = await playing(storage, next_at=next_at)
        await storage.notices.write([NewNotice(1, SECOND, NOON, table, 0, 2)])
        [notice] = [one for one in await storage.notices.pending(NOON, 9) if one.table_id == table]
        await storage.notices.done(notice.id, later(60), SENT, last=True)
        row = await row_of(storage, table)
        assert [one.second_reminder_at for one in row.seats] == [later(60), None]
        assert [one.next_at for one in row.seats] == [checked, next_at]
        assert [one.reminded for one in row.seats] == [later(60), None]
        await storage.tables.append(Change(table, 2, NOON, (), status="over"))  # type: ignore[arg-type]


async def test_P9_which_stops_belong_to_a_seat(storage: Storage) -> None:
    """P7, P9, P42, P46: outages, table pauses and the holder's absences count if they end after the wait began."""
    for at in (-100, -40):  # An outage, which ended before the wait.
        await storage.heartbeat.beat(later(at), timedelta(seconds=10))
        storage.heartbeat._beat = None  # As after a restart.
    table, other = await playing(storage), await playing(storage, 2)
    await storage.vacations.begin(1, later(10), later(20), later(20))
    await storage.vacations.begin(1, later(-20), later(-10), later(-10))
    await storage.tables.append(Change(table, 2, later(-30), (), paused_until=later(-20)))
    await storage.tables.append(Change(other, 2, NOON, (), paused_until=later(500)))
    row = await row_of(storage, table)
    absence = Stop(later(10), later(20), away=True)
    assert [one.stops for one in row.seats] == [(absence,), ()]
    assert row.paused_until == later(-20)
    await storage.tables.append(Change(table, 2, later(5), (), paused_until=later(300)))
    row = await row_of(storage, table)
    pause = Stop(later(5), later(300))
    assert [set(one.stops) for one in row.seats] == [{absence, pause}, {pause}]
    assert row.paused_until == later(300)
    await storage.heartbeat.beat(later(60), timedelta(seconds=10))
    row = await row_of(storage, table)
    outage = Stop(later(-40), later(60))
    assert [set(one.stops) for one in row.seats] == [{absence, pause, outage}, {pause, outage}]


async def test_P45_a_seat_has_the_last_absence_of_its_holder(storage: Storage) -> None:
    """P45: the seat's row includes whether a computer may play during the absence."""
    table = await playing(storage)
    for begins, ends, computer in ((100, 200, True), (10, 20, False)):
        await storage.vacations.begin(1, later(begins), later(ends), later(ends), computer=computer)
    row = await row_of(storage, table)
    assert [one.absence for one in row.seats] == [Absence(later(100), later(200), computer=True), None]
    ends = [await storage.people.recipient(1, later(at)) for at in (99, 100, 199, 200)]
    assert ends == [(100, None), (100, later(200)), (100, later(200)), (100, None)]
    await storage.people.forget(100, NOON)
    assert await storage.people.recipient(1, NOON) is None, "nobody is there to be notified"


async def test_P6_a_seat_has_the_hours_of_its_holder(storage: Storage) -> None:
    """P6: no other preferences, and no other player's hours, are read."""
    table = await playing(storage)
    for user, key, value in ((100, "zone", "UTC"), (101, "quiet", "none"), (100, "colour", "red")):
        await storage.people.prefer(user, key, value)
    row = await row_of(storage, table)
    assert [one.hours for one in row.seats] == [{"zone": "UTC"}, {"quiet": "none"}]


async def test_P120_how_long_things_have_waited(storage: Storage) -> None:
    """P120: only announcements and notifications that are due and not sent count."""
    table = await playing(storage)
    await storage.notices.write([NewNotice(1, FIRST, later(50), table, 0, 2), NewNotice(2, FIRST, NOON, table, 1, 2)])
    assert (await storage.health(later(10))).notice == NOON
    [due] = await storage.notices.pending(later(10), 9)
    await storage.notices.done(due.id, later(10), SENT)
    assert (await storage.health(later(49))).notice is None
    assert (await storage.health(later(50))).notice == later(50)
    day = 24 * 3600
    outcomes = [(await storage.health(later(10 + day + late))).notices for late in (-1, 0)]
    assert outcomes == [{"sent": 1}, {}], "those of the last day"
    found = await storage.outbox.pending(later(1), table)
    assert await storage.outbox.overdue(later(1)) == [(table, False)]
    assert await storage.outbox.overdue(found[0].created) == []


async def test_which_lines_were_to_be_shown_until_a_line(storage: Storage) -> None:
    """A post about a reveal shows no whole turn. A post about people shows no lines of the game."""
    table = await playing(storage)
    for after, kind in ((2, PostKind.TURN), (3, PostKind.REVEAL), (4, PostKind.SEAT)):
        await storage.tables.append(move(table, after, announce=kind, since=after))
    shown = [await storage.outbox.delivered_state(table, number) for number in (2, 3, 4, 5)]
    assert [(one.turns, one.until) for one in shown] == [(0, 0), (3, 3), (3, 4), (3, 4)]
    await storage.tables.append(move(table, 5, announce=PostKind.TURN, since=3))
    now = await storage.outbox.delivered_state(table, 6)
    assert (now.turns, now.until) == (6, 6)
    await storage.tables.append(move(table, 6, announce=PostKind.OVER, since=6))
    assert (await storage.outbox.delivered_state(table, 7)).turns == 7


async def test_P104_results_are_missing_of_games_that_are_over(storage: Storage) -> None:
    """P104: running and cancelled games have no results. Stored results are not missing."""
    tables = [await playing(storage, channel) for channel in (1, 2, 3)]
    for table, status in ((tables[0], "over"), (tables[1], "cancelled")):
        await storage.tables.append(Change(table, 2, NOON, (), status=status))  # type: ignore[arg-type]
    assert await storage.results.missing(100) == [tables[0]]
    assert await storage.results.missing(999) == []
    computer = await storage.people.computer("Berto")
    seats = seat(0, 1), seat(1, computer, computer="steady")
    await storage.tables.append(Change(tables[0], 2, NOON, (), seats=seats))
    await storage.results.write(tables[0], [ResultRow(0, 5, 1, (7, 9))])
    assert await storage.results.missing(100) == []
    assert await storage.results.of_user(100) == [ResultsRow(tables[0], NOON, "toy", 7, 2, 1, 5, 1, (7, 9))]
    assert await storage.results.on_server(7, NOON, "statistics", "server") == [], "only one person played"


async def test_P148_a_server_counts_games_of_people_who_allow_it(storage: Storage) -> None:
    """P148: results of shared games on this server since a given day count, except those of people who opted out."""
    tables = [await playing(storage, channel) for channel in (1, 2)]
    for table in tables:
        await storage.tables.append(Change(table, 2, NOON, (), status="over"))  # type: ignore[arg-type]
    assert await storage.results.missing_on(7, 9) == tables[::-1]
    assert await storage.results.missing_on(7, 1) == tables[1:]
    assert await storage.results.missing_on(8, 9) == []
    await storage.results.write(tables[0], [ResultRow(0, 5, 2, ()), ResultRow(1, 8, 1, ())])
    assert await storage.results.missing_on(7, 9) == tables[1:]

    async def shown(guild: int = 7, since: datetime = NOON) -> list[tuple[str, int, int]]:
        found = await storage.results.on_server(guild, since, "statistics", "server")
        return [(one.name, one.points, one.place) for one in found]

    assert await shown() == [("user 1", 8, 1), ("user 0", 5, 2)]
    assert await shown(8) == await shown(since=later(1)) == []
    await storage.people.prefer(101, "statistics", "server")
    await storage.people.prefer(100, "statistics", "me")
    assert await shown() == [("user 1", 8, 1)]
    await storage.people.forget(101, NOON)
    assert await shown() == []


async def test_P101_a_list_is_due_at_the_earlier_of_two_times(storage: Storage) -> None:
    """P101: a change on another server doesn't count."""
    for guild in (7, 8):
        await storage.matchmaking.create_list(guild, guild, "en", NOON)
        await storage.matchmaking.schedule_list(guild, None)
    await storage.matchmaking.schedule_list(7, later(100))

    async def due(seconds: float) -> list[int]:
        return [one.guild_id for one in await storage.matchmaking.due_lists(later(seconds), 9)]

    assert (await due(99), await due(100)) == ([], [7])
    await storage.matchmaking.schedule_list(8, later(40))
    assert await due(100) == [8, 7], "the longest overdue first"
    await storage.matchmaking.schedule_list(8, None)
    await storage.tables.create(
        NewTable("toy", 1, 7, None, await storage.people.meet(100, "x"), SECRET, "print", "{}", "en"), later(50)
    )
    assert (await due(49), await due(50)) == ([], [7])
    await storage.tables.create(
        NewTable("toy", 2, 7, None, await storage.people.meet(100, "x"), SECRET, "print", "{}", "en"), later(70)
    )
    assert (await due(50), await due(1e6)) == ([7], [7])


async def test_P2_the_next_check_is_set_for_the_handled_wait(storage: Storage) -> None:
    """P2: the check is set only at this table and seat, and only if the wait is still the same."""
    table, other = await playing(storage), await playing(storage, 2)

    async def checks(which: int) -> list[datetime | None]:
        row = await row_of(storage, which)
        return [one.next_at for one in row.seats]

    await storage.notices.write([], table_id=table, seen_to=[(0, 2, later(50)), (1, 7, later(60))])
    assert await checks(table) == [later(50), None]
    assert await checks(other) == [None, None]
    await storage.notices.write([], table_id=table, seen_to=[(0, 2, None), (1, 2, later(70))])
    assert await checks(table) == [None, later(70)]


async def test_P119_P120_how_many_tables_and_seats_count(storage: Storage) -> None:
    """P119, P120: sleeping and ended tables, free seats, and those of other people and servers don't count."""
    tables = [await playing(storage, channel) for channel in (1, 2, 3, 4)]
    await open_table(storage, 5)
    await open_table(storage, 6, guild=8)
    ben = await storage.people.meet(101, "user 1")
    row = await row_of(storage, tables[0])
    seats = (row.seats[0], replace(row.seats[1], vacant=True))
    await storage.tables.append(Change(tables[0], 2, NOON, (), seats=seats))
    await storage.tables.append(Change(tables[1], 2, NOON, (), asleep=True))
    await storage.tables.append(Change(tables[2], 2, NOON, (), status="over"))  # type: ignore[arg-type]
    counts = [await storage.tables.counts(player, guild) for player, guild in ((1, 7), (ben, 7), (1, 8), (ben, 9))]
    assert [(one.lobbies, one.seats, one.tables) for one in counts] == [(1, 4, 3), (0, 1, 3), (1, 4, 1), (0, 1, 0)]
    assert (await storage.health(NOON)).tables == {"lobby": 2, "running": 2, "asleep": 1, "over": 1}
    moments = [await storage.tables.opened(*asked) for asked in ((1, later(-1), NOON), (1, NOON, later(9)))]
    assert [len(opened) for opened in moments] == [6, 0], "also those that have ended"
    assert await storage.tables.opened(ben, later(-1), NOON) == []
    asleep = await playing(storage, 7)
    await storage.tables.append(Change(asleep, 2, NOON, (), asleep=True))
    await storage.tables.append(Change(asleep, 2, NOON, (), status="cancelled"))  # type: ignore[arg-type]
    assert (await storage.health(NOON)).tables["cancelled"] == 1
    assert await storage.tables.waiting_for(100) == [tables[0], tables[1], tables[3]]
    assert await storage.tables.waiting_for(101) == [tables[1], tables[3]]


async def test_P93_options_changed_since_a_player_agreed_are_marked(storage: Storage) -> None:
    """P93: changed options aren't marked for computers or for the player who changed them."""
    table = await open_table(storage)
    ben = await storage.people.meet(101, "Ben")
    computer = await storage.people.computer("Ugolina")
    seats = (seat(0, 1), seat(1, ben), seat(2, computer, computer="steady", person=False))
    lines = (
        NewLine(LineKind.JOIN, 1, ben),
        NewLine(LineKind.JOIN, 2, computer),
        NewLine(LineKind.OPTION, 0, 1, "pace daily"),
    )
    await storage.tables.append(Change(table, 1, NOON, lines, seats=seats))

    async def changed() -> tuple[str, ...]:
        row = await row_of(storage, table)
        return row.changed

    assert await changed() == ("pace",)
    await storage.tables.append(Change(table, 4, NOON, (NewLine(LineKind.READY, 0, 1),)))
    assert await changed() == ("pace",), "the player who changed it agrees anyway"
    await storage.tables.append(Change(table, 5, NOON, (NewLine(LineKind.READY, 1, ben),)))
    assert await changed() == ()
    await storage.tables.append(Change(table, 6, NOON, (NewLine(LineKind.OPTION, 0, 1, "entry invited"),)))
    assert await changed() == ("entry",)
    alone = (seat(0, 1), seat(1, computer, computer="steady", person=False))
    await storage.tables.append(Change(table, 7, NOON, (), seats=alone))
    assert await changed() == ()


async def test_P45_P61_tables_that_wait_for_a_computer(storage: Storage) -> None:
    """P45, P61: a running, awake table waits for a computer's seat or an absent player who wants a computer to play."""
    tables = [await playing(storage, channel, 3, due_since=None, due_number=None) for channel in range(1, 8)]
    row = await row_of(storage, tables[0])
    people = [one.player for one in row.seats]

    async def put(table: int, which: int, **values: object) -> None:
        seats = tuple(seat(at, player, **values if at == which else {}) for at, player in enumerate(people))
        await storage.tables.append(Change(table, 2, NOON, (), seats=seats))

    await put(tables[0], 0, computer="steady", due_since=NOON)
    await put(tables[1], 0, computer="steady")
    await put(tables[2], 0, due_since=NOON)
    await put(tables[3], 1, due_since=NOON)  # away, and wants a computer to play
    await put(tables[4], 2, due_since=NOON)  # away, and doesn't want that
    await put(tables[5], 1, due_since=NOON)
    await put(tables[6], 1, due_since=NOON)
    await storage.tables.append(Change(tables[5], 2, NOON, (), asleep=True))
    await storage.tables.append(Change(tables[6], 2, NOON, (), status="over"))  # type: ignore[arg-type]
    await storage.vacations.begin(people[1], later(100), later(200), later(200), computer=True)
    await storage.vacations.begin(people[2], later(100), later(200), later(200))
    for seconds, found in ((99, False), (100, True), (199, True), (200, False)):
        expected = [tables[0], *([tables[3]] if found else [])]
        assert await storage.tables.computers_to_move(later(seconds)) == expected, seconds


async def test_P109_only_seats_of_forgotten_people_at_open_tables_are_freed(storage: Storage) -> None:
    """P109: free seats and seats of computers, which have no Discord id either, are not affected."""
    table, over, free, other = [await playing(storage, channel) for channel in (1, 2, 3, 4)]
    computer = await storage.people.computer("Berto")
    await storage.tables.append(Change(other, 2, NOON, (), seats=(seat(0, 2), seat(1, computer, computer="steady"))))
    await storage.tables.append(Change(free, 2, NOON, (), seats=(seat(0, 1, vacant=True), seat(1, 2))))
    await storage.tables.append(Change(over, 2, NOON, (), status="over"))  # type: ignore[arg-type]
    assert await storage.tables.with_forgotten_players() == []
    await storage.people.forget(100, NOON)
    assert await storage.tables.with_forgotten_players() == [table]


async def test_the_first_tables_where_a_person_moved_in_a_game(storage: Storage) -> None:
    """The earliest table comes first. Tables where only others moved, and tables of another game, don't count."""
    one, two, three, four = [await playing(storage, channel) for channel in (1, 2, 3, 4)]
    for table, kind, player, at in (
        *((one, LineKind.MOVE, 1, 1), (three, LineKind.YES, 2, 2), (two, LineKind.MOVE, 2, 10)),
        *((four, LineKind.MOVE, 2, 20), (one, LineKind.MOVE, 2, 20), (two, LineKind.MOVE, 2, 30)),
    ):
        row = await row_of(storage, table)
        await storage.tables.append(Change(table, row.number, later(at), (NewLine(kind, 0, player),)))
    assert await storage.tables.first_of(101, "toy") == [two]
    assert await storage.tables.first_of(101, "toy", 9) == [two, one, four]
    assert await storage.tables.first_of(101, "tag", 9) == []


async def test_P15_the_last_reminder_that_was_sent_first_counts(storage: Storage) -> None:
    """P15: if the last reminder is sent twice, the day until the player is late begins with the first of them."""
    table = await playing(storage)
    for count, at in enumerate((10, 20)):
        await storage.notices.write([NewNotice(1, SECOND, NOON, table, 0, 2, count)])
        [new] = await storage.notices.pending(NOON, 9)
        await storage.notices.done(new.id, later(at), SENT, last=True)
    row = await row_of(storage, table)
    assert [one.second_reminder_at for one in row.seats] == [later(10), None]


async def test_the_last_games_of_a_person_that_were_played_to_their_end(storage: Storage) -> None:
    """Cancelled and running games, and games of others, are left out."""
    for channel, (status, at) in enumerate((("over", 20), ("over", 10), ("over", 30), ("cancelled", 40)), 1):
        table = await playing(storage, channel)
        await storage.tables.append(Change(table, 2, later(at), (), status=status))  # type: ignore[arg-type]
    await playing(storage, 5)
    assert [row.id for row in await storage.tables.finished_of_user(100, 2)] == [3, 1]
    assert len(await storage.tables.finished_of_user(100, 9)) == 3
    assert await storage.tables.finished_of_user(999, 9) == []


async def test_which_table_a_channel_has(storage: Storage) -> None:
    """The channel's table is the open one that is awake, otherwise one that sleeps, otherwise the last that ended."""
    first = await playing(storage)
    await storage.tables.append(Change(first, 2, later(10), (), status="over"))  # type: ignore[arg-type]
    second = await playing(storage)

    async def here() -> int:
        row = await storage.tables.in_channel(1)
        return row.id

    assert await here() == second
    await storage.tables.append(Change(second, 2, later(20), (), asleep=True))
    assert await here() == second
    third = await playing(storage)
    assert await here() == third
    await storage.tables.append(Change(third, 2, later(30), (), status="cancelled"))  # type: ignore[arg-type]
    assert await here() == second
    await storage.tables.append(Change(second, 2, later(25), (), status="over"))  # type: ignore[arg-type]
    assert await here() == third
    fourth = await playing(storage)
    await storage.tables.append(Change(fourth, 2, later(30), (), status="over"))  # type: ignore[arg-type]
    assert await here() == fourth, "both ended at once"


async def test_P26_P89_which_notes_and_notifications_are_deleted(storage: Storage) -> None:
    """P26, P89: notes are deleted when their table ends; of notifications, only unsent ones of this kind and person."""
    table, other = await playing(storage), await playing(storage, 2)
    await storage.notes.write(100, table, "mine")
    await storage.notes.write(100, other, "other")
    await storage.notes.write(101, table, "his")
    await storage.notes.write(100, table, "new")
    assert [await storage.notes.read(user, one) for user, one in ((100, table), (100, other), (101, table))] == [
        "new",
        "other",
        "his",
    ]
    await storage.tables.append(Change(other, 2, NOON, (), status="over"))  # type: ignore[arg-type]
    await storage.notes.write(100, other, "late")
    assert await storage.notes.read(100, other) == ""
    digest, back = NoticeKind.DIGEST, NoticeKind.BACK
    await storage.notices.write(
        [NewNotice(1, digest, NOON, number=1), NewNotice(1, digest, NOON, number=2), NewNotice(1, back, later(1))]
    )
    await storage.notices.write([NewNotice(2, digest, later(2), number=1)])
    begun = (await storage.notices.pending(NOON, 9))[0]
    await storage.notices.begin(begun.id, NOON)
    await storage.notices.drop(1, digest)
    left = await storage.notices.pending(later(9), 9)
    assert [(one.player, one.kind) for one in left] == [(1, digest), (1, back), (2, digest)]


async def test_P46_a_new_pause_ends_the_one_before_and_checks_all_waits_again(storage: Storage) -> None:
    """P46: only this table's pause ends. A seat for which nobody waits has no check."""
    table, other = await playing(storage), await playing(storage, 2)
    for one in (table, other):
        seats = (seat(0, 1, due_since=NOON, due_number=2, next_at=later(900)), seat(1, 2))
        await storage.tables.append(Change(one, 2, NOON, (), seats=seats, paused_until=later(500)))
    await storage.tables.append(Change(table, 2, later(100), (), paused_until=later(100)))
    rows = [await storage.tables.get(one) for one in (table, other)]
    assert [row.paused_until for row in rows if row] == [later(100), later(500)]
    assert [[one.next_at for one in row.seats] for row in rows if row] == [[later(100), None], [NOON, None]]


async def test_P49_the_last_reminder_of_the_wait_is_shown(storage: Storage) -> None:
    """P49: it is shown if it was sent, even merged into another message. Nudges and reminders of other waits aren't."""
    table = await playing(storage)
    for count, (kind, number, at, outcome) in enumerate(
        (
            *((FIRST, 2, 10, SENT), (SECOND, 2, 20, NoticeOutcome.MERGED), (NUDGE, 2, 30, SENT)),
            *((FIRST, 7, 40, SENT), (SECOND, 2, 50, NoticeOutcome.REFUSED), (SECOND, 2, 60, NoticeOutcome.MOOT)),
        )
    ):
        await storage.notices.write([NewNotice(1, kind, NOON, table, 0, number, count)])
        [new] = await storage.notices.pending(NOON, 9)
        await storage.notices.done(new.id, later(at), outcome)
    row = await row_of(storage, table)
    assert [one.reminded for one in row.seats] == [later(20), None]
    told = await storage.notices.of_table(table)
    assert [(one.kind, one.number) for one in told] == [(FIRST, 2), (SECOND, 2), (NUDGE, 2), (FIRST, 7)]


async def test_P7_outages_since_the_last_post_are_listed_in_order(storage: Storage) -> None:
    """P7: boards with a due seat are drawn again."""
    table, idle = await playing(storage), await playing(storage, 2, due_since=None, due_number=None)
    announced = await storage.outbox.pending(NOON, table)
    await storage.outbox.done([announced[0].id], later(150), Post(5, table, 1, 1, PostKind.TURN, live=True))
    for at in (0, 100, 101, 300, 301, 600):
        await storage.heartbeat.beat(later(at), timedelta(seconds=50))
        storage.heartbeat._beat = None  # As after a restart.
    told = (await storage.outbox.delivered_state(table, 2)).outages
    assert list(told) == [(later(101), later(300)), (later(301), later(600))]
    assert await storage.outbox.redraws(later(600), 9) == [table]
    assert idle != table


async def test_notices_are_sent_in_the_order_in_which_they_are_due(storage: Storage) -> None:
    table = await playing(storage)
    for kind, at in ((FIRST, 30), (NUDGE, 10), (SECOND, 20)):
        await storage.notices.write([NewNotice(1, kind, later(at), table, 0, 2)])
    assert [one.kind for one in await storage.notices.pending(later(30), 9)] == [NUDGE, SECOND, FIRST]
    assert [one.kind for one in await storage.notices.pending(later(29), 9)] == [NUDGE, SECOND]
    assert [one.kind for one in await storage.notices.pending(later(30), 2)] == [NUDGE, SECOND]
    announcements = await storage.outbox.waiting()
    assert announcements == (len(await storage.outbox.pending(NOON)), NOON)


async def test_posts_are_updated_in_the_order_in_which_that_is_due(storage: Storage) -> None:
    """P41: an absence of a person who has left the table doesn't count."""
    one, two = await playing(storage, 1), await playing(storage, 2)
    await storage.outbox.redraw(one, later(20))
    await storage.outbox.redraw(two, later(10))
    assert await storage.outbox.redraws(later(20), 9) == [two, one]
    assert await storage.outbox.redraws(later(10), 9) == [two]
    row = await row_of(storage, two)
    seats = (replace(row.seats[0], vacant=True), row.seats[1])
    await storage.tables.append(Change(two, row.number, NOON, (), seats=seats))
    await storage.vacations.begin(1, later(100), later(200), later(200))
    for table in (one, two):
        await storage.outbox.mark_redrawn(table, later(30))
    assert await storage.outbox.redraws(later(100), 9) == [one]


async def test_nothing_is_announced_twice(storage: Storage) -> None:
    """Each outage since the last post is announced once. A table is retried at the stored time."""
    table = await playing(storage)
    await storage.tables.append(move(table, 2, announce=PostKind.TURN, since=2))
    first, last = await storage.outbox.pending(NOON, table)
    for at in (0, 100, 101, 300):
        await storage.heartbeat.beat(later(at), timedelta(seconds=50))
        storage.heartbeat._beat = None  # As after a restart.
    await storage.outbox.done([first.id], later(90))
    await storage.outbox.done([last.id], later(200))
    await storage.outbox.done([first.id, last.id], later(400))
    assert list((await storage.outbox.delivered_state(table, 3)).outages) == [(later(101), later(300))]
    await storage.tables.append(move(table, 3, announce=PostKind.TURN, since=3))
    claim = await storage.outbox.claim(table, NOON, later(5), NOON)
    assert claim is not None
    await storage.outbox.release(claim, later(500))
    assert await storage.outbox.overdue(later(499)) == [(table, True)]
    assert await storage.outbox.overdue(later(500)) == [(table, False)]
