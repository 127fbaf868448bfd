from dataclasses import replace
from datetime import datetime, timedelta

from storage import Change, NewLine, NewNotice, Post, PostKind, Storage
from storage.engine import Partition
from storage.records import Claim, stamp
from tests.storage.build import NOON, later, move, open_table
from tests.storage.contract.conftest import Peek


async def waiting(storage: Storage, seconds: float = 0, table: int | None = None) -> list[tuple[int, int, str]]:
    return [(a.table_id, a.number, a.kind) for a in await storage.outbox.pending(later(seconds), table)]


async def test_announcements_wait_in_the_order_of_the_log(storage: Storage) -> None:
    one, two = await open_table(storage, 1), await open_table(storage, 2)
    await storage.tables.append(move(one, 1))
    await storage.tables.append(move(one, 2, announce="turn", since=1))
    assert await waiting(storage) == [(one, 1, "lobby"), (one, 3, "turn"), (two, 1, "lobby")]
    assert await waiting(storage, table=two) == [(two, 1, "lobby")]
    turn = (await storage.outbox.pending(NOON))[1]
    assert (turn.since, turn.attempts, turn.created, turn.channel_id) == (1, 0, NOON, 1)


async def test_every_announcement_has_a_nonce_of_its_own(storage: Storage) -> None:
    table = await open_table(storage)
    for number in range(1, 20):
        await storage.tables.append(move(table, number, announce="turn"))
    nonces = [a.nonce for a in await storage.outbox.pending(NOON)]
    assert len(set(nonces)) == 20
    assert all(len(nonce) == 16 for nonce in nonces)
    assert nonces == [a.nonce for a in await storage.outbox.pending(NOON)]


async def claimed(storage: Storage, table: int, seconds: float = 0) -> Claim | None:
    """Claim a table's announcements for two minutes, including those that are due only later."""
    return await storage.outbox.claim(table, later(seconds), later(seconds + 120), later(1e7))


async def fail(storage: Storage, table: int, again: float) -> None:
    """Record that a table's announcements have failed and are to be retried this many seconds after noon."""
    claim = await claimed(storage, table)
    assert claim is not None
    await storage.outbox.release(claim, later(again))


async def test_a_failure_delays_all_announcements_of_its_own_table_only(storage: Storage) -> None:
    one, two = await open_table(storage, 1), await open_table(storage, 2)
    await storage.tables.append(move(one, 1, announce="turn"))
    await fail(storage, one, 60)
    assert await waiting(storage) == [(two, 1, "lobby")]
    assert await waiting(storage, 59.9) == [(two, 1, "lobby")]
    assert await waiting(storage, 60) == [(one, 1, "lobby"), (one, 2, "turn"), (two, 1, "lobby")]
    assert [a.attempts for a in await storage.outbox.pending(later(60), one)] == [1, 1]


async def test_something_new_lets_all_of_its_table_be_tried_at_once(storage: Storage) -> None:
    table = await open_table(storage)
    await fail(storage, table, 60)
    await storage.tables.append(move(table, 1, announce="turn"))
    assert await waiting(storage) == [(table, 1, "lobby"), (table, 2, "turn")]


async def test_after_a_new_start_nothing_has_to_wait(storage: Storage) -> None:
    table = await open_table(storage)
    await fail(storage, table, 1e6)
    await claimed(storage, table)
    await storage.outbox.retry_all(later(5))
    assert await waiting(storage, 4.9) == []
    assert await waiting(storage, 5) == [(table, 1, "lobby")]
    alone = storage.database.alone
    assert bool(await claimed(storage, table, 6)) is alone, "another process may have it"
    assert await claimed(storage, table, 130)


async def test_it_is_remembered_when_a_post_was_sent_without_an_answer(storage: Storage) -> None:
    table = await open_table(storage)

    async def tried() -> list[datetime | None]:
        return [one.tried for one in await storage.outbox.pending(later(1e6))]

    assert await tried() == [None]
    first = await claimed(storage, table, 0.5)
    assert [one.tried for one in first.waiting] == [None], "as it was before"
    assert await tried() == [later(0.5)]
    await storage.tables.append(move(table, 1, announce="turn"))
    await storage.outbox.release(first, later(1))
    second = await claimed(storage, table, 2)
    assert [(one.number, one.tried) for one in second.waiting] == [(1, later(0.5))], "what was sent comes first"
    assert [one.number for one in second.held] == [2]
    assert await tried() == [later(0.5), None]
    await storage.outbox.release(second, later(3), [one.id for one in second.waiting])
    assert await tried() == [None, None]


async def test_held_announcements_wait_as_long_as_the_failed_one(storage: Storage) -> None:
    table = await open_table(storage)
    await fail(storage, table, 1)
    await storage.tables.append(move(table, 1, announce="turn"))
    claim = await claimed(storage, table, 2)
    assert [one.number for one in claim.held] == [2]
    await storage.outbox.release(claim, later(60))
    assert await waiting(storage, 59.9) == []
    assert await storage.outbox.due_tables(later(59.9), 9) == []
    assert await waiting(storage, 60) == [(table, 1, "lobby"), (table, 2, "turn")]


async def test_no_other_process_posts_what_one_has_claimed(storage: Storage) -> None:
    """Q25, Q26: a claim blocks later announcements, too. It ends with its post, its release or its lease."""
    table = await open_table(storage)
    first = await claimed(storage, table)
    await storage.tables.append(move(table, 1, announce="turn"))
    assert await claimed(storage, table, 119) is None
    assert await storage.outbox.due_tables(later(119), 9) == []
    assert await storage.outbox.due_tables(later(120), 9) == [table]
    successor = await claimed(storage, table, 120)
    assert [one.id for one in successor.waiting] == [one.id for one in first.waiting], "exactly what was marked"
    assert [one.nonce for one in successor.waiting] == [one.nonce for one in first.waiting]
    await storage.outbox.release(first, later(121))  # A late process releases no claims of others.
    assert await claimed(storage, table, 122) is None
    await storage.outbox.done([one.id for one in successor.waiting], later(123), claim=successor)
    last = await claimed(storage, table, 124)
    assert [one.number for one in last.waiting] == [2]
    await storage.outbox.done([one.id for one in last.waiting], later(125), claim=last)
    assert await claimed(storage, table, 126) is None


async def test_a_process_handles_the_tables_of_its_own_servers(storage: Storage) -> None:
    """Q27: each table is in one partition, which is that of its server. Tables in DMs are in the first one."""
    guilds = [None, *(number << 22 for number in range(1, 8))]
    tables = {guild: await open_table(storage, channel, guild=guild) for channel, guild in enumerate(guilds, 1)}
    for guild in guilds:
        await storage.outbox.redraw(tables[guild], NOON)
        await storage.outbox.mark_board_in_flight(tables[guild], NOON)
        await storage.notices.write([NewNotice(1, "nudge", NOON, tables[guild], 0)])
    await storage.tables.append(Change(tables[None], 1, NOON, (NewLine("place"),), next_at=NOON))
    await storage.tables.append(Change(tables[1 << 22], 1, NOON, (NewLine("place"),), next_at=NOON))
    for processes in (1, 2, 4):
        now = later(1000 * processes)
        seen: list[int] = []
        for slot in range(processes):
            partition = storage.database.partition = Partition(slot, processes)
            mine = [tables[guild] for guild in guilds if partition.has(guild)]
            assert sorted(await storage.outbox.due_tables(now, 99)) == sorted(mine)
            assert sorted(await storage.outbox.redraws(now, 99)) == sorted(mine)
            assert sorted(await storage.outbox.tables_with_stale_posts()) == sorted(mine)
            assert sorted(one.table_id or 0 for one in await storage.notices.pending(now, 99)) == sorted(mine)
            assert set(await storage.notices.due_tables(now, 99)) == {tables[None], tables[1 << 22]} & set(mine)
            assert await storage.anything_due(now) is True
            for guild in guilds:
                assert (await claimed(storage, tables[guild], 1000 * processes + 1) is not None) == partition.has(guild)
            seen += mine
        assert sorted(seen) == sorted(tables.values())


async def test_posted_announcements_stay_recorded_with_their_post(storage: Storage, peek: Peek) -> None:
    table = await open_table(storage)
    [lobby] = await storage.outbox.pending(NOON)
    post = Post(5555, table, 1, 1, "lobby", True, 0, "what stays of it")
    await storage.outbox.done([lobby.id], NOON, post, {2: 1, 0: 1})
    assert await waiting(storage, 1e6) == []
    assert await storage.outbox.posts(table) == [post]
    again = Post(5556, table, 1, 1, "lobby", True)
    await storage.outbox.done([], later(60), again, {2: 1, 1: 1})
    pings = await peek("SELECT seat, number, kind, at FROM pings ORDER BY seat")
    first, second = stamp(NOON), stamp(later(60))
    assert pings == [(0, 1, "turn", first), (1, 1, "turn", second), (2, 1, "turn", first)], "once a turn"


async def test_an_announcement_follows_its_table_to_another_channel(storage: Storage) -> None:
    table = await open_table(storage)
    await storage.tables.append(Change(table, 1, NOON, (NewLine("place"),), place=(44, None, None)))
    assert [a.channel_id for a in await storage.outbox.pending(NOON)] == [44]


async def test_posts_lose_their_buttons_and_are_forgotten(storage: Storage) -> None:
    table, other = await open_table(storage, 1), await open_table(storage, 2)
    for message in (31, 30, 32):
        await storage.outbox.add_post(Post(message, table, 1, message, "board", True, body="Anna's turn"))
    await storage.outbox.add_post(Post(40, other, 2, 1, "board", True))
    assert await storage.outbox.tables_with_stale_posts() == [table]
    await storage.outbox.retire_posts([30, 31])
    assert await storage.outbox.tables_with_stale_posts() == []
    assert [post.message_id for post in await storage.outbox.posts(table)] == [32]
    gone = [(post.message_id, post.body) for post in await storage.outbox.posts(table, live=False)]
    assert gone == [(30, ""), (31, ""), (32, "Anna's turn")]
    await storage.outbox.add_post(Post(32, table, 1, 99, "board", True))
    assert [post.number for post in await storage.outbox.posts(table)] == [99]
    await storage.outbox.forget_posts()
    assert await storage.outbox.posts(other, live=False) == []


async def test_a_board_that_was_asked_for_is_remembered_until_it_is_noted(storage: Storage) -> None:
    table, other = await open_table(storage, 1), await open_table(storage, 2)
    assert await storage.outbox.unconfirmed_board(table) is None
    await storage.outbox.mark_board_in_flight(table, NOON)
    await storage.outbox.mark_board_in_flight(table, later(60))
    assert await storage.outbox.unconfirmed_board(table) == NOON
    assert await storage.outbox.unconfirmed_board(other) is None
    assert await storage.outbox.tables_with_stale_posts() == [table]
    await storage.outbox.mark_board_in_flight(table, None)
    assert await storage.outbox.unconfirmed_board(table) is None
    assert await storage.outbox.tables_with_stale_posts() == []


async def test_stale_posts_are_the_live_ones_in_order_and_an_unconfirmed_board(storage: Storage) -> None:
    table, other = await open_table(storage, 1), await open_table(storage, 2)
    assert await storage.outbox.stale_posts(table) == ([], None)
    await storage.outbox.mark_board_in_flight(table, NOON)
    assert await storage.outbox.stale_posts(table) == ([], NOON)
    posts = [Post(message, table, 1, 0, PostKind.BOARD, live=message != 3, body="{}") for message in (4, 3, 2)]
    for post in (*posts, replace(posts[0], message_id=1, table_id=other)):
        await storage.outbox.add_post(post)
    assert await storage.outbox.stale_posts(table) == ([posts[2], posts[0]], NOON)
    await storage.outbox.mark_board_in_flight(table, None)
    assert await storage.outbox.stale_posts(table) == ([posts[2], posts[0]], None)
    assert await storage.outbox.stale_posts(other + 1) == ([], None)


async def test_a_channel_has_its_last_live_post_and_the_outages_since(storage: Storage) -> None:
    table = await open_table(storage)
    [lobby] = await storage.outbox.pending(NOON, table)
    assert (await storage.outbox.delivered_state(table, 1)).post is None
    for message, live in enumerate((True, True, False), 1):
        await storage.outbox.add_post(Post(message, table, 1, 0, PostKind.BOARD, live, 0, ""))
    gap = timedelta(seconds=100)
    for seconds in (0, 200, 400, 700, 900):
        await storage.heartbeat.beat(later(seconds), gap)
        if seconds == 400:
            await storage.outbox.done([lobby.id], later(seconds))
    await storage.vacations.begin(1, later(750), later(950), later(950))  # a stop that is no outage
    found = await storage.outbox.delivered_state(table, 1)
    assert found.post == Post(2, table, 1, 0, PostKind.BOARD, live=True)
    assert found.outages == ((later(400), later(700)), (later(700), later(900)))


async def test_the_last_results_are_one_of_each_channel(storage: Storage) -> None:
    ended = []
    for channel in (1, 2, 1):
        ended.append(await open_table(storage, channel))
        await storage.tables.append(move(ended[-1], 1, status="over"))
    await storage.tables.append(move(await open_table(storage, 3), 1))
    assert await storage.tables.last_results(10) == [ended[1], ended[2]]
    assert await storage.tables.last_results(1) == [ended[2]]


async def test_the_earlier_of_two_scheduled_updates_of_a_post_counts(storage: Storage) -> None:
    """Scheduling a later update neither postpones the earlier one nor adds another."""
    table = await open_table(storage)
    await storage.outbox.redraw(table, later(100))
    assert await storage.outbox.redraws(later(50), 9) == []
    await storage.outbox.redraw(table, later(10))
    assert await storage.outbox.redraws(later(50), 9) == [table]
    await storage.outbox.redraw(table, later(200))
    assert await storage.outbox.redraws(later(50), 9) == [table]
    await storage.outbox.mark_redrawn(table, later(50))
    assert await storage.outbox.redraws(later(300), 9) == []


async def test_P41_a_post_is_updated_when_the_next_absence_of_a_seated_player_begins(storage: Storage) -> None:
    """P41: each update and each new post schedules the next absence's update, whatever was scheduled before."""
    table = await open_table(storage)
    player = await storage.people.meet(100, "user 100")
    await storage.vacations.begin(player, later(-50), later(-10), later(-10))
    await storage.vacations.begin(player, later(300), later(400), later(400))
    await storage.vacations.begin(player, later(100), later(200), later(200))
    await storage.vacations.begin(await storage.people.meet(101, "other"), later(5), later(50), later(50))
    await storage.outbox.redraw(table, NOON)
    await storage.outbox.mark_redrawn(table, NOON)
    assert await storage.outbox.redraws(later(99), 9) == []
    assert await storage.outbox.redraws(later(100), 9) == [table]
    await storage.outbox.done([], later(100), Post(5, table, 1, 1, PostKind.TURN, live=True))
    assert await storage.outbox.redraws(later(299), 9) == []
    assert await storage.outbox.redraws(later(300), 9) == [table]
    await storage.outbox.mark_redrawn(table, later(300))
    assert await storage.outbox.redraws(later(900), 9) == []
