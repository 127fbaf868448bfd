"""Plans are made for the current position, and played as they were shown, once or not at all (slow-play.md, 12)."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from rules.errors import IllegalMove
from rules.plan import Course, PlannedMove
from rules_service import NotSeated, Person, Place, Stale, WrongPhase, acts
from rules_service.errors import damaged_game
from rules_service.plans import DELAY, LIVE_DELAY, MOST, Comparison, Offer, Plan
from rules_service.service import RulesService
from storage import Change, NoticeKind, TableRow
from tests.rules_service.house import ANNA, BEN, CARA, House, anew

MINUTES = 660.0  # longer than any plan waits


async def planned(
    house: House, table: int, who: Person, *moves: str, by_itself: bool = False, service: RulesService | None = None
) -> Plan:
    """Add these moves to the person's plan, and choose automatic play if ``by_itself``. Return the plan."""
    plans = (service or house.service).plans
    plan = await plans.of(table, who.id)
    for move in moves:
        plan = await plans.add(plan, move)
    return await plans.by_itself(plan, wanted=True) if by_itself else plan


async def steps(house: House, table: int) -> list[tuple[int, str]]:
    """Return the moves in effect, each as seat and move."""
    return [(step.seat, step.move) for step in (await house.service.read.snapshot(table)).table.steps]


async def test_p128_a_plan_is_made_while_others_play_and_changes_nothing(house: House) -> None:
    """P128: a plan starts from the current position of a running game, during another player's turn."""
    info = await house.lobby()
    with pytest.raises(WrongPhase):
        await house.service.plans.of(info.id, BEN.id)
    await house.service.act(acts.start(), info.id, ANNA)
    await house.play(info.id, ANNA, "walk 3")
    before = await house.unchanged(info.id)
    plan = await planned(house, info.id, BEN, "walk 2", "walk 1")
    assert plan.course.table.view(1).fields == [0, 3], "what Anna can still undo is nobody's business"
    assert await house.unchanged(info.id) == before
    assert not plan.offered, "it is not Ben's turn"
    with pytest.raises(IllegalMove):
        await house.service.plans.add(plan, "walk 9")
    with pytest.raises(NotSeated):
        await house.service.plans.of(info.id, CARA.id)
    with pytest.raises(Stale):
        await planned(house, info.id, ANNA, "walk 1")


async def test_p130_nothing_can_be_planned_after_a_reveal(house: House) -> None:
    """P130: a look at the weather can only be the last move of a plan."""
    table = (await house.running()).info.id
    plan = await planned(house, table, BEN, "walk 1", "look")
    assert plan.course.ended
    with pytest.raises(WrongPhase, match="nobody knows yet"):
        await house.service.plans.add(plan, "end")
    assert plan.course.asks_then


async def test_p132_undo_takes_moves_out_and_an_older_view_changes_nothing(house: House) -> None:
    """P132: a press counts once, and changes the plan only if the player saw the current plan and position."""
    table, plans = (await house.running()).info.id, house.service.plans
    first = await planned(house, table, BEN, "walk 1")
    second = await plans.add(first, "walk 2", interaction=7)
    for late in (plans.add(first, "walk 3"), plans.undo(first), plans.add(second, "walk 2", interaction=7)):
        with pytest.raises(Stale):
            await late
    assert [move.text for move in (await plans.of(table, BEN.id)).moves] == ["walk 1", "walk 2"]
    undone = await plans.undo(second)
    assert [move.text for move in undone.moves] == ["walk 1"]
    await house.play(table, ANNA, "look")
    with pytest.raises(Stale):
        await plans.undo(undone)
    empty = await plans.undo(await plans.of(table, BEN.id), None)
    assert not empty.row.moves
    with pytest.raises(WrongPhase):
        await plans.undo(empty)


async def test_p129_steps_that_others_can_undo_do_not_make_a_plan_old(house: House) -> None:
    """P129, T11: the planner sees others' steps and their effects only when they can no longer be undone."""
    table, plans = (await house.running()).info.id, house.service.plans
    plan = await planned(house, table, BEN, "walk 1")
    for steps in (["walk 1"], ["walk 2", "walk 3"]):
        await house.play(table, ANNA, *steps)
        assert (await plans.of(table, BEN.id)).snapshot.seen == plan.snapshot.seen
        plan = await plans.add(plan, "walk 1")
        plan = await plans.undo(plan)
    await house.service.play.undo(table, ANNA.id, 2)
    seen = (await plans.of(table, BEN.id)).snapshot.seen
    assert seen == plan.snapshot.seen
    await house.play(table, ANNA, "walk 3", "look")
    now = await plans.of(table, BEN.id)
    assert now.snapshot.seen == seen + 3, "the first step, the third one and the look; not two steps and their undo"
    assert now.snapshot.shows_all_to(now.snapshot.seen)
    assert not now.snapshot.shows_all_to(seen)


async def test_P132_a_plan_made_after_ones_only_step_lasts_while_others_move(house: House) -> None:
    """P132: other players' moves don't end the plan, and neither does a step that its player made before planning."""
    table = (await house.running()).info.id
    await house.play(table, ANNA, "end")
    await planned(house, table, ANNA, "walk 1")
    await house.play(table, BEN, "look")
    assert (await house.service.plans.of(table, ANNA.id)).row.moves


async def test_p132_a_plan_is_over_once_its_player_has_moved_without_it(house: House) -> None:
    """P132, P135: when the player moves without the plan, its moves and *Play it for me* are deleted."""
    table = (await house.running()).info.id
    await house.play(table, ANNA, "end")
    await house.play(table, BEN, "end")
    await planned(house, table, BEN, "walk 1", "end", by_itself=True)
    await house.play(table, ANNA, "end")
    assert (await house.service.plans.of(table, BEN.id)).row.wait is not None
    await house.play(table, BEN, "walk 2")
    plan = await house.service.plans.of(table, BEN.id)
    assert (plan.row.moves, plan.row.wait, plan.moves) == ((), None, ())


async def test_p133_a_plan_that_reveals_something_is_played_up_to_there(house: House) -> None:
    """P133: the player sees what was revealed. The turn isn't over, so they can continue it."""
    table, plans = (await house.running()).info.id, house.service.plans
    await planned(house, table, BEN, "walk 2", "look")
    await house.play(table, ANNA, "end")
    plan = await plans.of(table, BEN.id)
    outcome = await plans.play(table, BEN.id, plan.row.revision)
    assert outcome.crossed_barrier
    assert not outcome.turn_over
    assert [type(event).__name__ for event in outcome.events] == ["Walked", "Looked", "Weather"]
    assert [type(event).__name__ for event in outcome.public] == ["Walked", "Looked"]


async def test_p137_a_plan_changed_since_it_was_shown_is_not_played(house: House) -> None:
    """P137: another device has edited or played the plan, or another player's undo has ended the turn."""
    table, plans = (await house.running()).info.id, house.service.plans
    await planned(house, table, BEN, "walk 2", "end")
    await house.play(table, ANNA, "end")
    shown = await plans.of(table, BEN.id)
    before = await house.unchanged(table)
    for revision, number in ((shown.row.revision - 1, shown.snapshot.number), (shown.row.revision, 1)):
        with pytest.raises(Stale):
            await plans.play(table, BEN.id, revision, seen=number)
    assert await house.unchanged(table) == before
    await house.undo_vote(table, ANNA, BEN)
    with pytest.raises(Stale):
        await plans.play(table, BEN.id, shown.row.revision, seen=shown.snapshot.number)
    with pytest.raises(Stale):
        await plans.play(table, BEN.id, shown.row.revision)
    assert (await plans.of(table, BEN.id)).row.moves == ("walk 2", "end"), "the turn will come again"


async def test_P171_a_played_plan_is_undone_as_a_whole_and_offered_again(house: House) -> None:
    """P171, P137: one press played the plan, so one press undoes it."""
    table = (await house.running()).info.id
    await planned(house, table, BEN, "walk 2", "walk 1")
    await house.play(table, ANNA, "end")
    for _ in range(2):
        plan = await house.service.plans.of(table, BEN.id)
        assert plan.offered
        await house.service.plans.play(table, BEN.id, plan.row.revision)
        assert (await steps(house, table))[1:] == [(1, "walk 2"), (1, "walk 1")]
        await house.service.play.undo(table, BEN.id)
        assert (await steps(house, table))[1:] == []


async def test_p137_two_presses_at_the_same_moment_play_once(house: House) -> None:
    """P137: only one of several presses plays the plan, whether they are in one process or in two."""
    table = (await house.running()).info.id
    services = [house.service, house.service, anew(house)]
    await planned(house, table, BEN, "walk 2", "walk 2", "end")
    await house.play(table, ANNA, "end")
    plan = await house.service.plans.of(table, BEN.id)
    presses = (one.plans.play(table, BEN.id, plan.row.revision, seen=plan.snapshot.number) for one in services)
    done = await asyncio.gather(*presses, return_exceptions=True)
    assert [type(one).__name__ for one in done].count("Outcome") == 1
    assert (await steps(house, table))[1:] == [(1, "walk 2"), (1, "walk 2"), (1, "end")]


async def test_p135_a_plan_is_played_by_itself_some_minutes_after_the_turn_has_begun(house: House) -> None:
    """P135, P136: a plan is played only if the player asked for it, only once, and not before its time."""
    table = (await house.running()).info.id
    plan = await planned(house, table, BEN, "walk 2", "end", by_itself=True)
    assert plan.row.wait is not None
    assert plan.row.wait // 1000 in DELAY
    await house.pass_time(MINUTES)
    assert await steps(house, table) == []
    await house.play(table, ANNA, "walk 1", "end")
    await house.pass_time(plan.row.wait / 1000 - 1)
    assert len(await steps(house, table)) == 2
    house.heard.clear()
    await house.pass_time(1)
    assert (await steps(house, table))[2:] == [(1, "walk 2"), (1, "end")]
    assert house.heard == [table], "the others are shown the turn like any other"
    await house.play(table, ANNA, "end")
    await house.pass_time(MINUTES)
    assert len(await steps(house, table)) == 5, "nothing is played twice"
    assert (await house.service.read.verify(table)).ok


async def test_p135_at_a_live_table_it_takes_seconds(house: House) -> None:
    """P136: at a live table the plan is played after seconds, because everybody is present."""
    table = (await house.running(pace="live")).info.id
    plan = await planned(house, table, BEN, "end", by_itself=True)
    assert plan.row.wait is not None
    assert plan.row.wait // 1000 in LIVE_DELAY
    assert [str(DELAY), str(LIVE_DELAY)] == ["range(60, 600)", "range(10, 60)"]


async def test_p135_without_the_choice_it_waits_for_its_player(house: House) -> None:
    """P135: players choose automatic play for each plan. Changing the plan revokes the choice."""
    table = (await house.running()).info.id
    plan = await planned(house, table, BEN, "walk 2", "end", by_itself=True)
    plan = await house.service.plans.undo(plan)
    assert plan.row.wait is None
    await house.service.plans.add(plan, "end")
    await house.play(table, ANNA, "end")
    await house.pass_time(MINUTES)
    assert len(await steps(house, table)) == 1
    assert (await house.service.plans.of(table, BEN.id)).offered


async def planned_and_asked_to_undo(house: House) -> int:
    """Return the id of a table where Ben's plan would be played automatically, but Anna has asked to undo her turn."""
    table = (await house.running()).info.id
    await planned(house, table, BEN, "end", by_itself=True)
    await house.play(table, ANNA, "end")
    _, back = await house.service.read.undo_request(table, ANNA)
    for vote in (acts.propose("pace", "none"), acts.propose("back", back.text)):
        await house.service.act(vote, table, ANNA)
    return table


async def test_p135_while_a_vote_on_an_undo_is_open_the_turn_is_left_to_its_player(house: House) -> None:
    """P135, P75: the plan isn't played during the vote, because that would count as a no."""
    table = await planned_and_asked_to_undo(house)
    await house.pass_time(MINUTES)
    assert len(await steps(house, table)) == 1
    plan = await house.service.plans.of(table, BEN.id)
    assert plan.row.wait is None
    assert plan.offered


async def test_p135_where_a_computer_plays_the_seat_the_plan_is_left_to_its_player(house: House) -> None:
    """P45, P135: an absent player has chosen that a computer plays, so the plan waits."""
    table, now = (await house.running()).info.id, house.clock.now()
    await planned(house, table, BEN, "walk 2", "end", by_itself=True)
    await house.service.people.go_away(BEN, now, now + timedelta(days=2), computer=True)
    await house.play(table, ANNA, "end")
    await house.pass_time(MINUTES)
    assert len(await steps(house, table)) == 1
    assert (await house.service.plans.of(table, BEN.id)).row.wait is None
    assert not [one for one in await house.storage.notices.pending(house.clock.now(), 9) if one.kind == NoticeKind.PLAN]


async def test_p139_an_undo_by_consent_takes_the_turn_away_and_the_plan_waits(house: House) -> None:
    """P139: when the turn comes again, the player decides whether to play the plan."""
    table = (await house.running()).info.id
    await planned(house, table, BEN, "walk 2", "end", by_itself=True)
    await house.play(table, ANNA, "walk 1", "end")
    await house.undo_vote(table, ANNA, BEN)
    await house.pass_time(MINUTES)
    assert await steps(house, table) == []
    await house.play(table, ANNA, "walk 3", "end")
    await house.pass_time(MINUTES)
    assert len(await steps(house, table)) == 2
    plan = await house.service.plans.of(table, BEN.id)
    assert plan.offered
    await house.service.plans.play(table, BEN.id, plan.row.revision)
    assert (await steps(house, table))[2:] == [(1, "walk 2"), (1, "end")]


async def test_p139_a_turn_that_comes_back_is_not_the_one_that_was_planned_after_it(house: House) -> None:
    """P139: Ben's last turn is undone after he has planned the next one. The plan waits for that next turn."""
    table = (await house.running()).info.id
    await house.play(table, ANNA, "end")
    await house.play(table, BEN, "walk 1", "end")
    await planned(house, table, BEN, "walk 3", "end", by_itself=True)
    await house.undo_vote(table, BEN, ANNA)
    await house.pass_time(MINUTES)
    assert await steps(house, table) == [(0, "end")]


async def test_p138_the_end_of_the_turn_deletes_the_plan_however_it_was_played(house: House) -> None:
    """P138: the end of a turn that its player plays by hand also deletes the plan.

    If the player undoes all moves before that, the plan is offered again.
    """
    table, plans = (await house.running()).info.id, house.service.plans
    await planned(house, table, BEN, "walk 2", "end", by_itself=True)
    await house.play(table, ANNA, "end")
    await house.play(table, BEN, "walk 1")
    await house.pass_time(MINUTES)
    assert (await steps(house, table))[1:] == [(1, "walk 1")], "the player has come first"
    assert not (await plans.of(table, BEN.id)).offered
    await house.service.play.undo(table, BEN.id)
    plan = await plans.of(table, BEN.id)
    assert plan.offered
    assert plan.row.wait is None
    await house.play(table, BEN, "walk 1", "end")
    assert not (await house.storage.plans.read(plan.row.player, table)).moves


async def test_p138_a_player_who_loses_the_seat_loses_the_plan(house: House) -> None:
    """P138: leaving deletes the plan, and a player who takes the seat again doesn't get it back."""
    table = (await house.running([ANNA, BEN, CARA])).info.id
    plan = await planned(house, table, BEN, "walk 2", "end", by_itself=True)
    await house.service.act(acts.leave(), table, BEN)
    assert not (await house.storage.plans.read(plan.row.player, table)).moves
    with pytest.raises(NotSeated):
        await house.service.plans.of(table, BEN.id)
    await house.service.act(acts.join(), table, BEN)
    await house.play(table, ANNA, "end")
    await house.pass_time(MINUTES)
    assert len(await steps(house, table)) == 1


async def test_q51_a_plan_that_is_played_by_itself_outlives_a_crash_and_is_played_once(house, monkeypatch):
    """Q51: the process dies just before or after it stores the plan's moves, and then the scheduler runs twice more."""
    table = (await house.running()).info.id
    await planned(house, table, BEN, "walk 2", "end", by_itself=True)
    await house.play(table, ANNA, "end")
    house.clock.wait(MINUTES)
    real = house.storage.tables.append

    class Killed(BaseException):
        """The process has died."""

    async def dies_before(change: Change) -> int:
        raise Killed

    async def dies_after(change: Change) -> int:
        await real(change)
        raise Killed

    for death, expected in ((dies_before, 1), (dies_after, 3)):
        monkeypatch.setattr(house.storage.tables, "append", death)
        with pytest.raises(Killed):
            await anew(house).see_to(50)
        monkeypatch.setattr(house.storage.tables, "append", real)
        assert len(await steps(replace_service(house), table)) == expected
    for _ in range(2):
        await anew(house).see_to(50)
    assert (await steps(replace_service(house), table))[1:] == [(1, "walk 2"), (1, "end")]
    assert (await anew(house).read.verify(table)).ok


def replace_service(house: House) -> House:
    """Return a house on the same storage with a new service, as after a restart."""
    return House(house.storage, anew(house), house.clock)


async def test_p135_a_damaged_table_does_not_stop_the_others(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """P135: the damaged table's plan is left to its player, and the scheduler run continues."""
    tables = [(await house.running(place=Place(channel))).info.id for channel in (20, 21)]
    for table in tables:
        await planned(house, table, BEN, "end", by_itself=True)
        await house.play(table, ANNA, "end")
    real = house.service.repository.row

    async def row(table_id: int) -> TableRow:
        if table_id == tables[0]:
            raise damaged_game()
        return await real(table_id)

    monkeypatch.setattr(house.service.repository, "row", row)
    await house.pass_time(MINUTES)
    assert len(await steps(house, tables[1])) == 2
    assert await house.storage.plans.due_tables(house.clock.now(), 9) == []


def course(left: tuple[str, ...] = (), **things: int) -> Course:
    """Return a plan's course. Each move's number stands for what it touches. ``left``: moves that are now illegal."""
    table: Any = SimpleNamespace(lost_on_end_turn=lambda seat: ())
    moves = tuple(PlannedMove(text, table, text == "end", (), (thing,)) for text, thing in things.items())
    return Course(table, 0, "turn", moves, left, IllegalMove("no") if left else None)


def test_p145_a_fallback_is_offered_if_it_is_the_first_whole_one_and_played_if_those_before_it_are_illegal() -> None:
    """P145: fallbacks are for illegal moves. If only a price or a piece has changed, the bot plays no fallback."""
    then, other = course(go=1, end=1), course(walk=1, end=1)
    whole, again = Comparison(then, then), Comparison(other, other)
    touched, illegal = Comparison(then, course(go=2, end=1)), Comparison(then, course(("go", "end")))
    assert (Offer((whole, again)).chosen, Offer((whole, again)).by_itself) == (0, ("go", "end"))
    assert (Offer((illegal, again)).chosen, Offer((illegal, again)).by_itself) == (1, ("walk", "end"))
    assert Offer((illegal, again)).moves == ("walk", "end")
    assert Offer((touched, again)).by_itself == ()
    assert Offer((illegal, touched, again)).by_itself == ()
    part = Comparison(then, course(("end",), go=1))
    assert (Offer((illegal, part)).chosen, Offer((illegal, part)).moves) == (1, ("go",))
    assert (Offer((illegal, illegal)).chosen, Offer((illegal, illegal)).moves) == (0, ())
    dearer = replace(then.moves[0], events=("paid",))
    changed = Comparison(then, replace(then, moves=(dearer, then.moves[1])))
    assert (Offer((changed, again)).chosen, Offer((changed, again)).by_itself) == (1, ())


async def test_p145_a_plan_has_up_to_two_fallbacks_each_changed_by_itself(house: House) -> None:
    """P145: the next fallback replaces an emptied one. Emptying the plan itself also revokes *Play it for me*."""
    table, plans = (await house.running()).info.id, house.service.plans
    chosen = await planned(house, table, BEN, "walk 1", "end", by_itself=True)
    for way in (1, 2):
        plan = await plans.add(await plans.of(table, BEN.id, way), f"walk {way + 1}")
        assert plan.row.wait == chosen.row.wait
    assert plan.row.ways == (("walk 1", "end"), ("walk 2",), ("walk 3",))
    assert [course.whole for course in plan.courses] == [True, True, True, False]
    assert (await plans.of(table, BEN.id, 9)).way == MOST - 1
    with pytest.raises(WrongPhase):
        await plans.add_fallback(plan, ["end"])
    plan = await plans.undo(await plans.of(table, BEN.id, 1))
    assert (plan.row.ways, plan.row.wait) == ((("walk 1", "end"), ("walk 3",)), chosen.row.wait)
    plan = await plans.undo(await plans.of(table, BEN.id), None)
    assert (plan.row.ways, plan.row.wait) == ((("walk 3",),), None)
    plan = await plans.add_fallback(plan, ["walk 1"])
    await plans.by_itself(plan, wanted=True)
    await house.play(table, ANNA, "end")
    await house.pass_time(MINUTES)
    assert (await steps(house, table))[1:] == [(1, "walk 3")], "its player is asked then"
    assert not [one for one in await house.storage.notices.pending(house.clock.now(), 9) if one.kind == NoticeKind.PLAN]


async def test_p147_a_move_that_was_decided_otherwise_does_not_take_the_rest_of_the_plan_with_it(house: House) -> None:
    """P147: the remaining moves, without the end of the turn, are played at once. Then nothing of the plan is left."""
    table, plans = (await house.running()).info.id, house.service.plans
    await planned(house, table, BEN, "walk 1", "walk 2", "walk 3", "end")
    assert await plans.rest(table, BEN.id) is None
    await house.play(table, ANNA, "end")
    assert await plans.rest(table, BEN.id) is None, "the whole plan is offered"
    await house.play(table, BEN, "walk 2")
    found = await plans.rest(table, BEN.id)
    assert found[1].moves == ("walk 1", "walk 3")
    await house.pass_time(MINUTES)
    await plans.play(table, BEN.id, found[0].row.revision)
    assert (await steps(house, table))[1:] == [(1, "walk 2"), (1, "walk 1"), (1, "walk 3")]
    assert await plans.rest(table, BEN.id) is None
    with pytest.raises(Stale):
        await plans.play(table, BEN.id, found[0].row.revision)
    await house.play(table, BEN, "end")
    await planned(house, table, BEN, "walk 1", "look")
    await house.play(table, ANNA, "end")
    await house.play(table, BEN, "look")
    assert await plans.rest(table, BEN.id) is not None
    await house.undo_vote(table, BEN, ANNA)
    assert await plans.rest(table, BEN.id) is None


async def test_p146_the_player_is_notified_once_that_a_plan_was_not_played(house: House) -> None:
    """P146: there is only one notification during a wait."""
    await planned_and_asked_to_undo(house)
    for _ in range(2):
        await house.pass_time(MINUTES)
        told = await house.storage.notices.pending(house.clock.now(), 9)
        assert [one.seat for one in told if one.kind == NoticeKind.PLAN] == [1]


def test_p135_a_plan_is_played_by_itself_only_if_all_that_it_touches_is_unchanged() -> None:
    """P135: no move of the plan may have changed, and none may be missing."""
    planned = course(walk=1, look=2, end=3)
    assert Comparison(planned, planned).by_itself
    for now in (course(walk=9, look=2, end=3), course(walk=1, look=2, end=9), course(walk=1, look=2)):
        assert not Comparison(planned, now).by_itself
    assert Comparison(course(walk=1), course(walk=1)).by_itself, "its player is asked then"
    assert not Comparison(course(), course()).by_itself
