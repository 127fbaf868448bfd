"""Challenges of the day: one attempt per person, stored with its table, and results shown where players want."""

import asyncio
from dataclasses import replace

import pytest

from storage import Change, Conflict, DailyRow, NewLine, NewTable, SeatRow, Storage
from storage.records import ChainRow
from tests.storage.build import NOON, SECRET, later, open_table, row_of
from tests.storage.contract.conftest import Everything
from tests.storage.contract.test_transactions import fail_each_statement

DAY = 20_000


async def begin(storage: Storage, user: int, day: int = DAY, interaction: int | None = None) -> int:
    player = await storage.people.meet(user, f"user {user}")
    table = NewTable("toy", 0, None, None, player, SECRET, "print", "{}", "en", daily=day)
    return await storage.tables.create(table, NOON, interaction=interaction)


async def end(storage: Storage, table: int, *rounds: int) -> None:
    row = await row_of(storage, table)
    status = "over" if rounds else "cancelled"
    await storage.tables.append(Change(table, row.number, later(5), (), status=status, rounds=rounds))


async def test_p151_a_person_has_one_attempt_on_a_day_and_it_takes_no_place(storage: Storage, everything: Everything):
    """P151, P152: of many attempts at once, only one succeeds and leaves a trace. Its table has no channel or post."""
    tried = await asyncio.gather(*(begin(storage, 5, interaction=one) for one in range(9)), return_exceptions=True)
    [table] = [one for one in tried if isinstance(one, int)]
    assert {one.what for one in tried if isinstance(one, Conflict)} == {"attempt"}
    found = await everything()
    assert len(found["tables"]) == len(found["daily_attempts"]) == len(found["interactions"]) == 1
    assert not found["announcements"]
    assert await storage.tables.in_channel(0) is None
    assert (await storage.tables.counts(1, None)).seats == 0
    assert await storage.tables.opened(1, later(-60), later(60)) == []
    assert await storage.tables.of_user(5) == await storage.tables.awake_ids_of(5) == []
    assert table not in [await begin(storage, 6), await begin(storage, 5, DAY + 1)], "all in no channel, at once"
    await end(storage, table)
    with pytest.raises(Conflict, match="attempt"):
        await begin(storage, 5)


async def test_p151_the_attempt_is_stored_with_its_table_or_not_at_all(storage, everything, monkeypatch):
    """P151: attempt and table are stored together or not at all, whichever statement fails."""
    await storage.people.meet(5, "user 5")
    assert await fail_each_statement(storage, everything, monkeypatch, lambda: begin(storage, 5, interaction=1)) > 3
    assert (await storage.dailies.attempt(5, DAY)).ended is None
    assert await storage.dailies.attempt(5, DAY + 1) is await storage.dailies.attempt(6, DAY) is None


async def test_p158_results_are_shown_where_their_players_want_it(storage: Storage, everything: Everything) -> None:
    """P158: most points first, unfinished attempts last, forgotten people not at all. P108: results are exported."""
    for user, rounds in ((5, (3, 90)), (6, (4, 120)), (7, ()), (8, (5, 99)), (9, (1, 130))):
        await end(storage, await begin(storage, user), *rounds)
        assert (await storage.dailies.attempt(user, DAY)).rounds == rounds
    for user in (5, 6, 7, 8):
        player = await storage.people.find(user)
        for _ in range(2):
            await storage.dailies.share(player, DAY, 77)
    assert [one.points for one in await storage.dailies.shared(77, DAY)] == [120, 99, 90, None]
    assert await storage.dailies.shared(78, DAY) == await storage.dailies.shared(77, DAY + 1) == []
    told = await storage.people.export(5)
    assert told["daily_shares"] == [{"day": DAY, "guild_id": 77}]
    assert [(row["points"], row["rounds"]) for row in told["daily_attempts"]] == [(90, "[3,90]")]
    assert SECRET not in str(told)
    gone = await storage.people.find(6)
    await storage.people.forget(6, NOON)
    rows = await everything()
    assert gone not in [row[1] for row in rows["daily_attempts"]] + [row[2] for row in rows["daily_shares"]]
    await storage.dailies.unshare(await storage.people.find(8), DAY, 77)
    assert [one.user_id for one in await storage.dailies.shared(77, DAY)] == [5, 7]
    assert [one.day for one in await storage.dailies.attempts(5, 9)] == [DAY]


async def test_p159_old_tables_of_challenges_go_and_their_results_stay(storage: Storage, peek) -> None:
    """P159: the old tables are deleted with their logs, but not their results. No other table's log can be deleted."""
    old, new, other = await begin(storage, 5), await begin(storage, 5, DAY + 1), await open_table(storage, 3, 5)
    for table in (old, new, other):
        number = (await row_of(storage, table)).number
        lines = (NewLine("move", 0, 1, "walk 1", "0" * 16),)
        await storage.tables.append(
            Change(table, number, NOON, lines, seats=(SeatRow(0, 1),), status="over", rounds=(7,))
        )
    assert await storage.dailies.delete_tables(DAY + 1, 50) == 1
    assert await storage.dailies.delete_tables(DAY + 1, 50) == 0
    assert [await storage.tables.get(one) is None for one in (old, new, other)] == [True, False, False]
    assert await storage.tables.log(old) == []
    assert [(one.table_id, one.points) for one in await storage.dailies.attempts(5, 9)] == [(new, 7), (None, 7)]
    with pytest.raises(Exception, match="never deleted"):
        await peek(f"DELETE FROM moves WHERE table_id = {other}")


async def test_p150_chain_and_challenges_are_made_once(storage: Storage) -> None:
    """P150: a second process finds the data stored by the first. The first par is kept."""
    one, two = ChainRow(DAY, DAY + 9, "root", "anchor"), ChainRow(DAY, DAY + 9, "another", "one")
    await storage.dailies.add_chain(one)
    await storage.dailies.add_chain(two)
    assert await storage.dailies.chains() == [one]
    row = DailyRow(DAY, "messina", "print", "digest")
    await storage.dailies.add(row)
    await storage.dailies.add(replace(row, fingerprint="other"))
    assert await storage.dailies.of_day(DAY) == row
    await storage.dailies.set_par(DAY, (5, 60))
    await storage.dailies.set_par(DAY, (6, 70))
    assert await storage.dailies.of_day(DAY) == replace(row, par=60, rounds=(5, 60))
    assert "root" not in repr(replace(one, anchor=""))
