from storage import Change, NewLine, Post, SeatRow, Storage
from storage.people import keyed
from tests.storage.build import NOON, SECRET, later, open_table, row_of
from tests.storage.contract.conftest import Everything


async def test_a_person_is_met_once_and_their_name_is_renewed(storage: Storage) -> None:
    table = await open_table(storage, user=5)
    first = await storage.people.meet(5, "Old Name")
    assert await storage.people.meet(5, "New Name") == first
    assert await storage.people.meet(6, "Other") != first
    row = await row_of(storage, table)
    assert row.seats[0].name == "New Name"


async def test_preferences_are_set_changed_and_dropped(storage: Storage) -> None:
    assert await storage.people.preferences(5) == {}
    await storage.people.prefer(5, "theme", "dark")
    await storage.people.prefer(5, "pings", "off")
    await storage.people.prefer(6, "theme", "light")
    await storage.people.prefer(5, "theme", "sepia")
    assert await storage.people.preferences(5) == {"pings": "off", "theme": "sepia"}
    await storage.people.prefer(5, "theme", None)
    assert await storage.people.preferences(5) == {"pings": "off"}
    assert await storage.people.preferences(6) == {"theme": "light"}


async def test_a_preference_before_or_after_the_first_table_keeps_the_name_given_there(storage: Storage) -> None:
    await storage.people.prefer(5, "theme", "dark")
    await open_table(storage, user=5)
    await storage.people.prefer(5, "theme", "light")
    [row] = await storage.tables.of_user(5)
    assert row.seats[0].name == "user 5"


async def test_the_texts_of_posts_with_a_forgotten_player_are_deleted(storage: Storage) -> None:
    theirs, other = await open_table(storage, 1, user=5), await open_table(storage, 2, user=6)
    once = await open_table(storage, 3, user=5)
    heir = await storage.people.meet(6, "Ben")
    await storage.tables.append(Change(once, 1, NOON, (NewLine("leave", 0, 1),), seats=(SeatRow(0, heir),), host=heir))
    for table in (theirs, other, once):
        await storage.outbox.add_post(Post(table, table, table, 1, "board", True, 0, "Anna is to move"))
    await storage.people.forget(5, NOON)
    assert [post.body for post in await storage.outbox.posts(theirs)] == [""]
    assert [post.body for post in await storage.outbox.posts(once)] == [""], "somebody else sits there now"
    assert [post.body for post in await storage.outbox.posts(other)] == ["Anna is to move"]


async def test_p108_the_export_is_all_of_ones_own_and_nothing_secret(storage: Storage) -> None:
    """P108: the export has the person's lines, seats and notes, but never a seed or who has blocked them."""
    table = await open_table(storage, user=5)
    await open_table(storage, 2, user=6)
    await storage.people.prefer(5, "size", "large")
    await storage.notes.write(5, table, "wait for the Knight")
    await storage.people.block(5, 6, most=50)
    await storage.people.block(6, 5, most=50)
    await storage.people.schedule_deletion(5, NOON)
    told = await storage.people.export(5)
    assert told["players"] == [{"user_id": 5, "name": "user 5"}]
    assert told["preferences"] == [{"key": "size", "value": "large"}]
    assert told["notes"] == [{"table_id": table, "text": "wait for the Knight"}]
    assert told["blocks"] == [{"blocked": 6}]
    assert [row["kind"] for row in told["moves"]] == ["open"]
    assert [row["id"] for row in told["tables"]] == [table]
    assert len(told["forgetting"]) == len(told["seats"]) == 1
    assert SECRET not in str(told)
    assert await storage.people.export(77) == {}


async def test_p113_blocks_are_few_and_can_be_taken_back(storage: Storage) -> None:
    """P113: a person can block 50 people; the limit is two in this test."""
    mine = await storage.people.meet(5, "Ann")
    assert await storage.people.block(5, 6, most=2)
    assert await storage.people.block(5, 6, most=2)
    assert await storage.people.block(5, 7, most=2)
    assert not await storage.people.block(5, 8, most=2)
    assert await storage.people.block(5, 7, most=2), "who is blocked already needs no room"
    assert await storage.people.blocked_by(5) == [6, 7]
    assert await storage.people.blocks([mine], 7)
    assert not await storage.people.blocks([mine], 8)
    assert not await storage.people.blocks([mine + 1], 5), "it goes one way"
    await storage.people.unblock(5, 7)
    assert await storage.people.blocked_by(5) == [6]


async def test_p109_a_request_is_carried_out_a_day_later_unless_cancelled(storage: Storage) -> None:
    """P109: until the day is over, one press cancels the request."""
    for user in (5, 6):
        await storage.people.schedule_deletion(user, later(60))
    assert await storage.people.deletion_due(5) == later(60)
    assert await storage.people.due_deletions(later(59)) == []
    await storage.people.cancel_deletion(6)
    assert await storage.people.deletion_due(6) is None
    assert await storage.people.due_deletions(later(60)) == [5]


async def test_p110_nothing_is_left_of_a_forgotten_person(storage: Storage, everything: Everything) -> None:
    """P110: no row keeps the person's Discord id, name, note or preferences."""
    table = await open_table(storage, user=987654321)
    await storage.people.meet(987654321, "Rumpelstiltskin")
    await storage.notes.write(987654321, table, "spin the straw")
    await storage.people.block(987654321, 6, most=50)
    await storage.people.block(6, 987654321, most=50)
    await storage.people.prefer(987654321, "theme", "dark")
    await storage.people.schedule_deletion(987654321, NOON)
    before = await storage.tables.log(table)
    assert await storage.people.forget(987654321, NOON)
    assert not await storage.people.forget(987654321, NOON)
    after = await storage.tables.log(table)
    assert [(line.number, line.kind, line.player) for line in after] == [(e.number, e.kind, e.player) for e in before]
    assert [(line.user_id, line.name) for line in after] == [(None, "#1")]
    dump = await everything()
    assert not dump["blocks"] + dump["forgetting"]
    assert not [word for word in ("Rumpelstiltskin", "987654321", "straw", "dark") if word in str(dump)]
    assert await storage.tables.with_forgotten_players() == [table]
    assert await storage.people.meet(987654321, "Anna") == 3, "who comes back is somebody new"
    assert await storage.tables.of_user(987654321) == []


async def started(storage: Storage, user: int, seat: int) -> int:
    """Start a table where the user has a seat."""
    table = await open_table(storage, user=user)
    player = await storage.people.meet(user, "Anna")
    lines = (NewLine("seat", seat, player), NewLine("start", None, player, digest="0" * 16))
    await storage.tables.append(Change(table, 1, NOON, lines, status="running", seats=(SeatRow(0, player),)))
    return table


async def test_p111_a_forgotten_person_may_return_to_their_own_seat_only(storage: Storage) -> None:
    """P111: until the table ends, a keyed hash recognises the person and nobody else."""
    table = await started(storage, 5, 1)
    await storage.people.forget(5, NOON)
    assert await storage.people.seats_before(5, table) == {1}
    assert await storage.people.seats_before(6, table) == set()
    await storage.tables.append(Change(table, 3, NOON, (NewLine("cancel"),), status="cancelled"))
    assert await storage.people.seats_before(5, table) == set(), "it goes with the table's end"
    assert keyed(5, bytes(16)).hex() == "2a8db2b294912c10906e311e76148363", "the same in every version"
