from datetime import timedelta

from storage import ListRow, SearchEntry, Storage
from tests.storage.build import NOON, open_table

GUILD, CHANNEL = 7, 10
HOUR = timedelta(hours=1)


async def entry(storage: Storage, user: int, game: str = "toy", hours: int = 24) -> SearchEntry:
    player = await storage.people.meet(user, f"user {user}")
    return SearchEntry(player, user, f"user {user}", game, (2, 3), "daily", NOON + hours * HOUR)


async def test_an_entry_for_each_person_and_game_until_its_time_is_over(storage: Storage) -> None:
    matchmaking = storage.matchmaking
    one, other = await entry(storage, 1), await entry(storage, 2, hours=1)
    for each in (one, other, await entry(storage, 1, "chess", 48)):
        await matchmaking.add(GUILD, each, NOON)
    assert [(row.user_id, row.game) for row in await matchmaking.entries(GUILD, NOON)] == [
        (2, "toy"),
        (1, "toy"),
        (1, "chess"),
    ]
    later = await entry(storage, 1, hours=30)
    await matchmaking.add(GUILD, later, NOON)
    assert later in await matchmaking.entries(GUILD, NOON)
    assert one not in await matchmaking.entries(GUILD, NOON)
    assert other not in await matchmaking.entries(GUILD, NOON + HOUR)
    assert await matchmaking.entries(8, NOON) == []
    await matchmaking.remove(GUILD, [one.player], "toy", NOON)
    assert [row.game for row in await matchmaking.entries(GUILD, NOON + HOUR)] == ["chess"]


async def test_blocked_pairs_among_some_players(storage: Storage) -> None:
    one, other, third = [(await entry(storage, user)).player for user in (1, 2, 3)]
    await storage.people.block(2, 1, most=9)
    assert await storage.matchmaking.blocked_pairs([one, other, third]) == {frozenset({one, other})}
    assert await storage.matchmaking.blocked_pairs([one, third]) == set()


async def test_a_forgotten_person_is_removed_from_the_list(storage: Storage) -> None:
    """P109, P110: no trace of the person stays in the list."""
    matchmaking = storage.matchmaking
    await matchmaking.create_list(GUILD, CHANNEL, "en", NOON)
    await matchmaking.add(GUILD, await entry(storage, 1), NOON)
    await matchmaking.add(GUILD, await entry(storage, 2), NOON)
    await matchmaking.schedule_list(GUILD, None)
    await storage.people.forget(1, NOON)
    assert [row.user_id for row in await matchmaking.entries(GUILD, NOON)] == [2]
    assert await matchmaking.due_lists(NOON, 9)


async def test_a_list_is_due_when_something_has_changed_or_its_moment_has_come(storage: Storage) -> None:
    matchmaking = storage.matchmaking
    await open_table(storage, CHANNEL)
    assert await matchmaking.due_lists(NOON, 9) == [], "nobody has wanted one"
    await matchmaking.create_list(GUILD, CHANNEL, "de", NOON)
    [row] = await matchmaking.due_lists(NOON, 9)
    assert row == ListRow(GUILD, CHANNEL, None, "de", row.nonce, "")
    assert await storage.anything_due(NOON)
    await matchmaking.schedule_list(GUILD, NOON + HOUR)
    await matchmaking.note_list_shown(GUILD, 99, "abc")
    assert not await storage.anything_due(NOON)
    [row] = await matchmaking.due_lists(NOON + HOUR, 9)
    assert (row.message_id, row.shown) == (99, "abc")
    await matchmaking.add(GUILD, await entry(storage, 1), NOON)
    assert await matchmaking.due_lists(NOON, 9)
    await matchmaking.drop_list(GUILD)
    assert await matchmaking.list_of(GUILD) is None
    assert await matchmaking.entries(GUILD, NOON) == []
