"""Two services on one database (Q21 to Q24), as in two processes. Neither sees the other's cache."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from rules_service import Outcome, Place, RulesService, Stale, TableInfo, acts
from storage import Change
from tests.rules_service import house as houses
from tests.rules_service.house import ANNA, BEN, CARA, House, anew


async def test_a_second_process_plays_on_what_the_first_has_played(house: House) -> None:
    """Q21: before cached games were checked, the third of these moves made the table invalid."""
    table, other = (await house.running()).info.id, anew(house)
    for service, text in ((house.service, "walk 1"), (other, "walk 2"), (house.service, "walk 1"), (other, "end")):
        await service.play.move(table, ANNA.id, text)
        assert (await service.read.verify(table)).ok
    for service in (house.service, other, anew(house)):
        assert (await service.read.snapshot(table)).table.view(None).fields == [4, 0]


async def undo(service: RulesService, table: int) -> None:
    await service.play.undo(table, ANNA.id)


async def walk(service: RulesService, table: int) -> None:
    await service.play.move(table, ANNA.id, "walk 2")


async def end_and_go_back(service: RulesService, table: int) -> None:
    await service.play.move(table, ANNA.id, "end")
    _, back = await service.read.undo_request(table, ANNA)
    info = await service.act(acts.propose("back", back.text), table, ANNA)
    await service.act(acts.answer(info.votes[0].number, True), table, BEN)


@pytest.mark.parametrize("act", [walk, undo, end_and_go_back])
async def test_a_game_that_is_behind_is_caught_up_by_the_lines_it_lacks(house, monkeypatch, act):
    """Q22: only the missing lines are read, not the whole log."""
    table, other = (await house.running()).info.id, anew(house)
    await house.play(table, ANNA, "walk 1")
    await other.read.snapshot(table)
    await act(house.service, table)
    read, real = [], house.storage.tables.log

    async def log(table_id: int, after: int = 0) -> object:
        read.append(after)
        return await real(table_id, after)

    monkeypatch.setattr(house.storage.tables, "log", log)
    snapshot = await other.read.snapshot(table)
    assert read == [6]
    assert snapshot.table.digest == (await house.service.read.snapshot(table)).table.digest
    assert snapshot.numbers == (await house.service.read.snapshot(table)).numbers
    assert snapshot.table.entries == (await anew(house).read.snapshot(table)).table.entries


async def test_a_game_that_is_not_as_it_was_is_replayed(house: House) -> None:
    """Q22: a cached game whose digests differ from those of the missing lines is discarded."""
    table, other = (await house.running()).info.id, anew(house)
    await house.play(table, ANNA, "walk 1")
    remembered = (await other.read.snapshot(table)).table
    remembered.play(0, "walk 3")
    await house.play(table, ANNA, "walk 1")
    assert (await other.read.snapshot(table)).table.view(None).fields == [2, 0]
    assert (await other.play.move(table, ANNA.id, "end")).number == 8
    assert (await other.read.verify(table)).ok


async def test_a_line_that_comes_while_a_game_is_caught_up_waits_for_the_next_look(house, monkeypatch):
    """Q22: a snapshot's position is that of its line number, and the log isn't read from its beginning."""
    table, other = (await house.running()).info.id, anew(house)
    await other.read.snapshot(table)
    await house.play(table, ANNA, "walk 1")
    read, real = [], house.storage.tables.log

    async def log(table_id: int, after: int = 0) -> object:
        read.append(after)
        monkeypatch.setattr(house.storage.tables, "log", real)
        await house.play(table, ANNA, "walk 2")
        monkeypatch.setattr(house.storage.tables, "log", log)
        return await real(table_id, after)

    monkeypatch.setattr(house.storage.tables, "log", log)
    snapshot = await other.read.snapshot(table)
    assert (snapshot.number, snapshot.table.view(None).fields) == (6, [1, 0])
    assert read == [5]
    monkeypatch.setattr(house.storage.tables, "log", real)
    assert (await other.read.snapshot(table)).table.view(None).fields == [3, 0]


async def test_a_game_that_is_ahead_of_its_table_is_replayed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Q22: a cached game can be ahead after the database was restored from a backup."""
    table = (await house.running()).info.id
    before = await house.storage.tables.get(table)
    await house.play(table, ANNA, "walk 1")

    async def get(_: int) -> object:
        return before

    monkeypatch.setattr(house.storage.tables, "get", get)
    snapshot = await house.service.read.snapshot(table)
    assert (snapshot.number, snapshot.table.view(None).fields) == (5, [0, 0])


def meanwhile(house: House, monkeypatch: pytest.MonkeyPatch, act: Callable[[], Coroutine[Any, Any, Any]]) -> None:
    """Carry out the act, as another process would, just before the house stores its next change."""
    real = house.storage.tables.append

    async def late(change: Change) -> int:
        monkeypatch.setattr(house.storage.tables, "append", real)
        await act()
        return await real(change)

    monkeypatch.setattr(house.storage.tables, "append", late)


async def test_acts_are_decided_again_when_another_process_was_faster(house, monkeypatch):
    """Q23: two people join at once, an option changes while a player leaves, and two players agree to close a table."""
    info, other = await house.lobby((ANNA,)), anew(house)
    meanwhile(house, monkeypatch, lambda: other.act(acts.join(), info.id, BEN))
    assert [seat.name for seat in (await house.service.act(acts.join(), info.id, CARA)).seats] == [
        "Anna",
        "Ben",
        "Cara",
    ]
    meanwhile(house, monkeypatch, lambda: other.act(acts.leave(), info.id, BEN))
    changed = await house.service.act(acts.set_options({"seating": "lot"}), info.id, ANNA)
    assert [seat.name for seat in changed.seats] == ["Anna", "Cara"]
    assert changed.options["seating"] == "lot"
    table = (await house.running((ANNA, BEN, CARA), Place(20))).info.id
    asked = (await house.service.act(acts.close(), table, ANNA)).votes[0].number
    meanwhile(house, monkeypatch, lambda: other.act(acts.answer(asked, True), table, BEN))
    assert (await house.service.act(acts.answer(asked, True), table, CARA)).status == "cancelled"


async def test_a_move_is_played_if_its_position_is_still_there(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Q23: a line about people that another process has written doesn't make the move outdated, but a move does."""
    begun, other = await house.running(), anew(house)
    table = begun.info.id
    meanwhile(house, monkeypatch, lambda: other.act(acts.close(), table, BEN))
    done = await house.service.play.move(table, ANNA.id, "walk 1", seen=begun.number)
    assert done.snapshot.table.view(None).fields == [1, 0]
    for number in (done.number, None):
        meanwhile(house, monkeypatch, lambda: other.play.move(table, ANNA.id, "walk 2"))
        with pytest.raises(Stale):
            await house.service.play.move(table, ANNA.id, "walk 1", seen=number)
    assert (await house.service.read.snapshot(table)).table.view(None).fields == [5, 0]


async def test_the_same_click_at_two_processes_is_carried_out_once(house, monkeypatch):
    """Q24: the click counts once. Neither process answers that the board has moved on, and both know the new state."""
    table, other = (await house.running()).info.id, anew(house)

    def click(service: RulesService) -> Coroutine[Any, Any, Outcome]:
        return service.play.move(table, ANNA.id, "walk 1", seen=5, interaction=1)

    first: list[Outcome] = []

    async def same() -> None:
        first.append(await click(other))

    meanwhile(house, monkeypatch, same)
    second = await click(house.service)
    assert (first[0].duplicate, second.duplicate) == (False, True)
    assert first[0].number == second.number == 6
    assert second.snapshot.table.digest == first[0].snapshot.table.digest
    meanwhile(house, monkeypatch, lambda: other.act(acts.leave(), table, BEN, interaction=2))
    assert (await house.service.act(acts.leave(), table, BEN, interaction=2)).seats[1].vacant
    assert (await house.kinds(table)).count("leave") == 1


async def test_a_table_that_two_processes_open_with_one_click_is_one(house, monkeypatch):
    """Q24: when the second process opens the table, the same click has already taken the channel."""
    other, real = anew(house), house.storage.tables.create

    async def late(*what: Any, **how: Any) -> int:
        monkeypatch.setattr(house.storage.tables, "create", real)
        first.append(await other.opening.open(houses.HERE, ANNA, "toy", interaction=1))
        return await real(*what, **how)

    first: list[Any] = []
    monkeypatch.setattr(house.storage.tables, "create", late)
    assert (await house.service.opening.open(houses.HERE, ANNA, "toy", interaction=1)).id == first[0].id


async def test_two_processes_that_start_a_game_deal_it_once(house: House) -> None:
    """Q23, Q24: two clicks of an impatient host, or one click twice, reach both processes at once."""
    for interactions in ((1, 2), (3, 3)):
        info, other = await house.lobby(place=Place(interactions[0])), anew(house)
        both = await asyncio.gather(
            *(
                service.act(acts.start(), info.id, ANNA, interaction=click)
                for service, click in zip((house.service, other), interactions, strict=True)
            ),
            return_exceptions=True,
        )
        begun = [one for one in both if isinstance(one, TableInfo)]
        assert len(begun) == (2 if interactions == (3, 3) else 1)
        assert (await house.kinds(info.id)).count("start") == 1
        assert (await house.service.read.verify(info.id)).ok
