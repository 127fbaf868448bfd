import pytest

from storage import Change, Conflict, NewLine, PlanRow, SeatRow, Storage
from tests.storage.build import NOON, later, move, open_table, row_of
from tests.storage.contract.conftest import Everything
from tests.storage.contract.test_transactions import fail_each_statement

MOVES, FALLBACKS = ("walk 1", "end"), (("walk 2",), ("end",))
WAIT = 90_000  # ms


async def running(storage: Storage) -> int:
    """Return a table where it is the turn of player 1, whose plan is to be played automatically."""
    table = await open_table(storage)
    seats = (SeatRow(0, 1, due_since=NOON), SeatRow(1, await storage.people.meet(6, "Ben")))
    await storage.tables.append(move(table, 1, status="running", seats=seats))
    assert await storage.plans.write(table, PlanRow(1, MOVES, 2, 0, WAIT, FALLBACKS), NOON)
    return table


async def test_a_plan_is_read_as_it_was_written(storage: Storage) -> None:
    table = await running(storage)
    assert await storage.plans.read(1, table) == PlanRow(1, MOVES, 2, 1, WAIT, FALLBACKS)
    assert await storage.plans.read(2, table) == PlanRow(2)
    assert await storage.plans.read(1, table + 1) == PlanRow(1)


async def test_p132_only_the_plan_that_was_seen_is_changed(storage: Storage) -> None:
    """P132: of two devices with the same revision, one succeeds. A finished plan never comes back."""
    table = await running(storage)
    seen = await storage.plans.read(1, table)
    assert await storage.plans.write(table, PlanRow(1, ("walk 2",), 2, seen.revision), NOON)
    assert not await storage.plans.write(table, PlanRow(1, ("walk 3",), 2, seen.revision), NOON)
    assert not await storage.plans.write(table, PlanRow(1, ("walk 3",), 2, 0), NOON)
    assert (await storage.plans.read(1, table)).moves == ("walk 2",)
    await storage.tables.append(move(table, 2, plans_over=(1,)))
    assert not await storage.plans.write(table, PlanRow(1, ("walk 3",), 2, 2), NOON), "it is over"
    assert await storage.plans.read(1, table) == PlanRow(1)


async def test_the_same_click_changes_a_plan_once(storage: Storage) -> None:
    table = await running(storage)
    assert await storage.plans.write(table, PlanRow(1, ("walk 2",), 2, 1), NOON, interaction=5)
    assert not await storage.plans.write(table, PlanRow(1, ("walk 3",), 2, 2), NOON, interaction=5)


async def test_p136_a_plan_is_due_when_its_time_after_the_beginning_of_the_turn_is_over(storage: Storage) -> None:
    """P136: a plan isn't due before its time is over, at a sleeping table, or for a player without a turn or seat."""
    table = await running(storage)
    assert await storage.plans.due_tables(later(89), 9) == []
    assert await storage.plans.due_tables(later(90), 9) == [table]
    assert await storage.plans.due(table, later(89)) == []
    assert await storage.plans.due(table, later(90)) == [PlanRow(1, MOVES, 2, 1, WAIT, FALLBACKS)]
    assert await storage.anything_due(later(90))
    for seat in (SeatRow(0, 1), SeatRow(0, 1, vacant=True, due_since=NOON)):
        await storage.tables.append(move(table, (await storage.tables.get(table)).number, seats=(seat,)))  # type: ignore[union-attr]
        assert await storage.plans.due_tables(later(90), 9) == []
        assert await storage.plans.due(table, later(90)) == []
    number = (await storage.tables.get(table)).number  # type: ignore[union-attr]
    await storage.tables.append(move(table, number, seats=(SeatRow(0, 1, due_since=NOON),), asleep=True))
    assert await storage.plans.due_tables(later(90), 9) == []


async def test_q49_a_plan_is_played_in_the_transaction_of_its_moves_or_not_at_all(storage, everything, monkeypatch):
    """Q49: the played plan is marked and its moves are stored, or neither, whichever statement fails."""
    table = await running(storage)
    plan = await storage.plans.read(1, table)
    lines = tuple(NewLine("move", 0, 1, text, "0123456789abcdef") for text in MOVES)
    change = Change(table, 2, NOON, lines, plan=plan, interaction=8)
    assert await fail_each_statement(storage, everything, monkeypatch, lambda: storage.tables.append(change)) > 3
    assert await storage.plans.read(1, table) == PlanRow(1, MOVES, 2, 2, None, FALLBACKS)
    with pytest.raises(Conflict):
        await storage.tables.append(Change(table, 4, NOON, lines, plan=plan))
    assert len(await storage.tables.log(table)) == 4


async def test_q50_a_plan_changed_in_the_meantime_is_not_played(storage: Storage, everything: Everything) -> None:
    """Q50: no part of the turn is stored."""
    table = await running(storage)
    plan = await storage.plans.read(1, table)
    await storage.plans.write(table, PlanRow(1, ("walk 3",), 2, 1), NOON)
    before = await everything()
    with pytest.raises(Conflict, match="plan"):
        await storage.tables.append(move(table, 2, plan=plan))
    assert await everything() == before


async def test_p139_an_undo_by_consent_leaves_plans_to_their_players(storage: Storage) -> None:
    """P139: after an undo by consent, plans are kept but not played automatically."""
    table = await running(storage)
    line = NewLine("back", 0, 1, "1", "0123456789abcdef")
    others = (NewLine("yes", 1, 2, "3"),)
    for number, lines, wait in ((2, others, WAIT), (3, (), WAIT), (3, (*others, line), None)):
        await storage.tables.append(Change(table, number, NOON, lines))
        assert await storage.plans.read(1, table) == PlanRow(1, MOVES, 2, 1, wait, FALLBACKS)


@pytest.mark.parametrize("status", ["over", "cancelled"])
async def test_p138_the_end_of_the_table_deletes_all_plans(storage: Storage, status: str) -> None:
    """P138: an ended table accepts no new plan."""
    table = await running(storage)
    await storage.tables.append(move(table, 2, status=status))
    assert await storage.plans.read(1, table) == PlanRow(1)
    assert not await storage.plans.write(table, PlanRow(1, MOVES, 2), NOON)


async def test_p138_a_forgotten_person_has_no_plan_and_can_export_it_before(storage: Storage) -> None:
    """P108, P109: plans are personal data."""
    table = await running(storage)
    told = await storage.people.export(100)
    assert told["plans"] == [
        {"table_id": table, "moves": '["walk 1","end"]', "number": 2, "wait": WAIT, "fallbacks": '[["walk 2"],["end"]]'}
    ]
    assert (await storage.people.export(6))["plans"] == []
    await storage.people.forget(100, NOON)
    assert await storage.plans.read(1, table) == PlanRow(1)


async def test_an_unreadable_plan_is_none(storage: Storage, caplog: pytest.LogCaptureFixture) -> None:
    """A damaged plan must not prevent its player from playing."""
    table = await running(storage)
    await storage.database.write(lambda db: db.run("UPDATE plans SET moves = ?", ("[1",)))
    assert await storage.plans.read(1, table) == PlanRow(1)
    assert await storage.plans.due(table, later(90)) == []
    assert "UnreadableRow" in caplog.text
    await storage.plans.leave_to_players(table)
    assert await storage.plans.due_tables(later(90), 9) == []


async def test_a_table_says_at_once_who_has_a_plan_but_not_where_it_is_written_down(storage: Storage) -> None:
    """P129: whether a player has a plan is read with the seat, and isn't part of the row's text in logs."""

    async def have() -> list[bool]:
        row = await row_of(storage, table)
        assert row == await storage.tables.in_channel(1)
        assert "planned" not in repr(row)
        return [seat.planned for seat in row.seats]

    table = await running(storage)
    assert await have() == [True, False]
    assert await storage.plans.write(table, PlanRow(2, ("walk 1",), 2), NOON)
    assert await have() == [True, True]
    assert await storage.plans.write(table, PlanRow(1, (), 2, 1), NOON), "it has no moves any more"
    assert await have() == [False, True]
    await storage.tables.append(move(table, 2, plans_over=(2,)))
    assert await have() == [False, False]


async def test_plans_are_played_in_the_order_in_which_they_are_due(storage: Storage) -> None:
    """The table whose plan has been due longest comes first. A table's plans come in the order of its seats."""
    tables = [await open_table(storage, channel) for channel in (1, 2)]
    players = [await storage.people.meet(user, "x") for user in (100, 101)]
    for table, waits in zip(tables, ((20, 30), (15, 10)), strict=True):
        seats = tuple(SeatRow(number, players[number], due_since=NOON, due_number=2) for number in (0, 1))
        await storage.tables.append(move(table, 1, status="running", seats=seats))
        for player, wait in zip(players, waits, strict=True):
            assert await storage.plans.write(table, PlanRow(player, ("walk 1",), 2, wait=1000 * wait), NOON)
    assert list(dict.fromkeys(await storage.plans.due_tables(later(30), 9))) == [tables[1], tables[0]]
    assert [one.player for one in await storage.plans.due(tables[1], later(30))] == players
