import pytest

from rules.errors import BadNotation, CannotUndo, IllegalMove, NotYourTurn
from rules_service import Closed, NoTable, NotSeated, Stale, WrongPhase, acts
from tests.rules_service.house import ANNA, BEN, CARA, DAVE, House, anew
from tests.rules_service.toy import Looked, Walked, Weather


async def test_moves_that_a_secret_look_makes_final_are_posted_without_the_secret(house):
    """P81, P83: earlier moves of the turn can no longer be undone, so the others see them on the board."""
    snapshot = await house.running()
    table = snapshot.info.id
    outcome = await house.play(table, ANNA, "look")
    assert (outcome.crossed_barrier, outcome.turn_over, outcome.announced) == (True, False, True)
    assert (await house.waiting(table))[-1] == (5, 6, "reveal")
    assert outcome.public == (Looked(0),)
    assert isinstance(outcome.events[1], Weather)
    assert outcome.snapshot.events(0, 5) == list(outcome.events)
    assert outcome.snapshot.events(1, 5) == outcome.snapshot.events(None, 5) == [Looked(0)]
    assert "degrees" not in repr(outcome) + repr(outcome.snapshot)


@pytest.mark.parametrize(
    ("person", "text", "refusal"),
    [
        *((BEN, "walk 1", NotYourTurn), (CARA, "walk 1", NotSeated), (ANNA, "walk 7", IllegalMove)),
        *((ANNA, "fly 1", BadNotation), (ANNA, "", BadNotation)),
    ],
)
async def test_a_refused_move_changes_nothing(house, person, text, refusal):
    snapshot = await house.running()
    before = await house.unchanged(snapshot.info.id)
    house.heard.clear()
    with pytest.raises(refusal):
        await house.service.play.move(snapshot.info.id, person.id, text, interaction=9)  # type: ignore[attr-defined]
    assert await house.unchanged(snapshot.info.id) == before
    assert house.heard == []
    assert not await house.storage.tables.accepted(9)


async def test_moves_without_a_running_table_are_refused(house: House) -> None:
    with pytest.raises(NoTable):
        await house.service.play.move(99, ANNA.id, "walk 1")
    info = await house.lobby()
    with pytest.raises(WrongPhase):
        await house.service.play.move(info.id, ANNA.id, "walk 1")
    await house.service.act(acts.start(), info.id, ANNA)
    await house.play(info.id, ANNA, "walk 3", "walk 3", "walk 3", "end")
    with pytest.raises(Closed):
        await house.service.play.move(info.id, BEN.id, "walk 1")
    with pytest.raises(Closed):
        await house.service.play.undo(info.id, ANNA.id)


@pytest.mark.parametrize("number", [4, 5, 8, -1])
async def test_a_press_on_what_was_offered_before_the_last_move_is_stale(house: House, number: int) -> None:
    snapshot = await house.running()
    assert snapshot.number == 5
    await house.service.play.move(snapshot.info.id, ANNA.id, "walk 1", seen=5)
    before = await house.unchanged(snapshot.info.id)
    with pytest.raises(Stale) as refused:
        await house.service.play.move(snapshot.info.id, ANNA.id, "walk 1", seen=number)
    assert refused.value.number == 6
    with pytest.raises(Stale):
        await house.service.play.undo(snapshot.info.id, ANNA.id, seen=number)
    assert await house.unchanged(snapshot.info.id) == before
    await house.service.play.move(snapshot.info.id, ANNA.id, "walk 1", seen=6)


async def test_the_same_click_twice_plays_once(house: House) -> None:
    snapshot = await house.running()
    first = await house.service.play.move(snapshot.info.id, ANNA.id, "walk 1", seen=5, interaction=77)
    before = await house.unchanged(snapshot.info.id)
    house.heard.clear()
    second = await house.service.play.move(snapshot.info.id, ANNA.id, "walk 1", seen=5, interaction=77)
    assert (first.duplicate, second.duplicate, second.number) == (False, True, first.number)
    undo = await house.service.play.undo(snapshot.info.id, ANNA.id, interaction=77)
    assert undo.duplicate
    assert await house.unchanged(snapshot.info.id) == before
    assert house.heard == []


# Undo


async def test_undo_ends_at_a_reveal_and_at_the_end_of_a_turn(house: House) -> None:
    table = (await house.running()).info.id
    await house.play(table, ANNA, "look")
    before = await house.unchanged(table)
    with pytest.raises(CannotUndo):
        await house.service.play.undo(table, ANNA.id)
    assert await house.unchanged(table) == before
    await house.play(table, ANNA, "walk 1", "end")
    with pytest.raises(CannotUndo):
        await house.service.play.undo(table, ANNA.id)
    with pytest.raises(CannotUndo):
        await house.service.play.undo(table, BEN.id)
    with pytest.raises(NotSeated):
        await house.service.play.undo(table, DAVE.id)


async def test_undo_keeps_peoples_acts_in_the_meantime(house: House) -> None:
    snapshot = await house.running((ANNA, BEN, CARA))
    table = snapshot.info.id
    await house.play(table, ANNA, "walk 1")
    await house.service.act(acts.leave(), table, CARA)
    await house.service.act(acts.join(), table, DAVE)
    await house.service.act(acts.close(), table, BEN)
    await house.play(table, ANNA, "walk 2")
    outcome = await house.service.play.undo(table, ANNA.id, 2)
    assert outcome.snapshot.table.view(None).fields == [0, 0, 0]
    assert [seat.name for seat in outcome.snapshot.info.seats] == ["Anna", "Ben", "Dave"]
    assert [question.answers for question in outcome.snapshot.info.votes] == [{1: True}]
    assert not outcome.snapshot.table.steps
    assert (await house.kinds(table))[7:] == ["move", "leave", "join", "ask", "move", "undo"]


@pytest.mark.parametrize("where", ["here", "after a restart", "in another process"])
async def test_P171_undo_undoes_all_moves_of_a_press(house: House, where: str) -> None:
    """P171: a press that makes several moves is one step, and so is a typed move."""
    table, other = (await house.running()).info.id, anew(house)
    await other.read.snapshot(table)
    await house.play(table, ANNA, "walk 3")
    await house.service.play.move(table, ANNA.id, "walk 1", "walk 9", "walk 2", interaction=1)
    await house.play(table, ANNA, "walk 1")
    lines = [line for line in await house.storage.tables.log(table) if line.digest][1:]
    assert [(line.text, line.joined) for line in lines] == [
        *(("walk 3", False), ("walk 1", False), ("walk 2", True), ("walk 1", False)),
    ]
    for steps, field in ((1, 6), (1, 3), (1, 0)) if where == "here" else ((2, 3), (None, 0)):
        service = {"here": house.service, "after a restart": anew(house)}.get(where, other)
        before = await house.unchanged(table)
        with pytest.raises(CannotUndo, match=r"only [123]"):
            await service.play.undo(table, ANNA.id, 4)
        assert await house.unchanged(table) == before
        outcome = await service.play.undo(table, ANNA.id, steps)
        assert outcome.snapshot.table.view(0).fields == [field, 0]
    undone = [line.text for line in await house.storage.tables.log(table) if line.kind == "undo"]
    assert undone == (["1", "2", "1"] if where == "here" else ["3", "1"])
    assert (await house.service.read.verify(table)).ok


async def test_P171_a_press_is_undone_back_to_what_it_revealed(house: House) -> None:
    """P171, P80: moves before a reveal stay, even if the same press made them."""
    table = (await house.running()).info.id
    await house.service.play.move(table, ANNA.id, "walk 1", "look", "walk 2", "walk 3")
    outcome = await house.service.play.undo(table, ANNA.id)
    assert outcome.snapshot.table.view(0).fields == [1, 0]
    with pytest.raises(CannotUndo, match="revealed something new"):
        await house.service.play.undo(table, ANNA.id, None)


# Viewing


async def test_a_look_is_not_changed_by_later_moves(house: House) -> None:
    snapshot = await house.running()
    first = await house.service.read.snapshot(snapshot.info.id)
    await house.play(snapshot.info.id, ANNA, "walk 1")
    second = await house.service.read.snapshot(snapshot.info.id)
    await house.service.play.undo(snapshot.info.id, ANNA.id)
    assert (first.number, first.table.view(None).fields, len(first.table.entries)) == (5, [0, 0], 0)
    assert (second.number, second.table.view(None).fields, len(second.table.steps)) == (6, [1, 0], 1)


async def test_a_look_back_at_an_earlier_line(house: House) -> None:
    snapshot = await house.running()
    table = snapshot.info.id
    await house.play(table, ANNA, "walk 1", "walk 2")
    await house.service.play.undo(table, ANNA.id)
    fields = {}
    for number in range(5):
        with pytest.raises(WrongPhase):
            await house.service.read.snapshot(table, number)
    for number in range(5, 10):
        earlier = await house.service.read.snapshot(table, number)
        fields[number] = earlier.table.view(None).fields
    assert fields == {5: [0, 0], 6: [1, 0], 7: [3, 0], 8: [1, 0], 9: [1, 0]}
    assert (await house.service.read.snapshot(table, 7)).events(None, 6) == [Walked(0, 2)]


async def test_a_lobby_has_no_game_to_look_at(house: House) -> None:
    table = (await house.lobby()).id
    with pytest.raises(WrongPhase):
        await house.service.read.snapshot(table)
    await house.service.act(acts.close(), table, ANNA)
    with pytest.raises(Closed):
        await house.service.read.snapshot(table)


async def test_snapshots_of_a_position_share_views_except_those_for_others(house: House) -> None:
    table = (await house.running()).info.id
    await house.play(table, ANNA, "walk 1")
    first, second = [await house.service.read.snapshot(table) for _ in range(2)]
    assert first.view(None) is second.view(None)
    seen = await second.seen_by(None)
    assert seen.view(None) == seen.table.view(None)
    assert seen.view(None) != first.view(None), "Anna can still undo her step"
