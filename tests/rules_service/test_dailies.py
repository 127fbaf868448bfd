"""The challenge of the day (docs/spec/slow-play.md, 16): one seed, kept secret, and one attempt for each person."""

import asyncio
import runpy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from rules import GAMES
from rules import daily as chains
from rules.errors import CannotUndo
from rules.game import blocking_seats
from rules.table import Table
from rules_service import Place, RulesService, TableInfo, acts
from rules_service.dailies import DAYS, KEPT, AttemptState
from rules_service.daily import DailyKind, Square, planned_kind, points_by_round, squares, squares_of_turn
from rules_service.errors import Closed, DailyAlone, DailyOver, DailyTaken, NoAttempt, NotSeated
from storage import LineKind, TableStatus, VoteKind
from storage.records import DailyRow
from tests.rules_service.hard_turn import make, prepare
from tests.rules_service.house import ANNA, BEN, DAY, HERE, House

TODAY = 20513  # 2026-03-01
DM = Place(50)
Capsys = pytest.CaptureFixture[str]
check_link = runpy.run_path(str(Path(__file__).parents[2] / "contrib" / "check_link.py"))["main"]


@pytest.fixture
def alone(house: House) -> House:
    """Return the house with the real games, on a day with solo Messina."""
    house.service = RulesService(house.storage, house.clock, GAMES)
    house.service.repository.on_announce = house.heard.append
    return house


@pytest.fixture(params=["alone", "turn"])
async def here(alone: House, request: pytest.FixtureRequest) -> House:
    """Run the test on a day with solo Messina and on a day with a turn of Rattus."""
    if request.param == "turn":
        await prepare(alone.service, TODAY)
    return alone


async def finish(house: House, table: int, choice: int = 0) -> TableInfo:
    """Play Anna's attempt to the end, always with the legal move at this index. Return the finished table."""
    while True:
        snapshot = await house.service.read.snapshot(table)
        legal = snapshot.table.legal(snapshot.info.seat_of(ANNA.id))
        outcome = await house.service.play.move(table, ANNA.id, legal[choice % len(legal)].text)
        if outcome.snapshot.info.status == TableStatus.OVER:
            return outcome.snapshot.info


async def test_p151_one_attempt_whatever_became_of_it(here: House) -> None:
    """P151: a person has one attempt, even with two devices, after giving up or a restart, and on another server."""
    dailies = here.service.dailies
    tried = await asyncio.gather(*(dailies.start(ANNA, "en", TODAY) for _ in range(5)), return_exceptions=True)
    [info] = [one for one in tried if isinstance(one, TableInfo)]
    assert [type(one) for one in tried].count(DailyTaken) == 4
    assert (info.status, info.daily, info.alone) == (TableStatus.RUNNING, TODAY, True)
    with pytest.raises(DailyTaken) as refused:
        await RulesService(here.storage, here.clock, GAMES).dailies.start(ANNA, "de", TODAY)
    assert refused.value.table_id == info.id
    assert (await dailies.resume(ANNA, TODAY)).id == info.id
    await here.service.act(acts.leave(), info.id, ANNA)
    assert (await dailies.attempt(ANNA.id, TODAY)).state == AttemptState.UNFINISHED
    with pytest.raises(DailyTaken, match="used your one attempt"):
        await dailies.start(ANNA, "en", TODAY)
    with pytest.raises(NoAttempt):
        await dailies.resume(ANNA, TODAY)
    assert (await dailies.start(BEN, "en", TODAY)).id != info.id


async def test_p151_a_crash_before_the_set_up_and_a_click_that_arrives_twice(here: House, monkeypatch) -> None:
    """P151: the attempt is stored first. If setting up its game fails, it is set up when the player comes back."""
    dailies = here.service.dailies
    with monkeypatch.context() as patch:
        patch.setattr("rules_service.dailies.carry_out", None)
        with pytest.raises(TypeError):
            await dailies.start(ANNA, "en", TODAY, interaction=5)
    info = await dailies.start(ANNA, "en", TODAY, interaction=5)
    assert info.status == TableStatus.RUNNING
    seats = len(info.seats)
    kinds = [*("open", *["join"] * (seats - 1), *["seat"] * seats, "start")]
    assert await here.kinds(info.id) == [*kinds, *["move"] * (info.number - len(kinds))]


async def test_p152_an_attempt_takes_no_channel_and_notifies_nobody(here: House) -> None:
    """P152: a game in the DM continues beside the attempt, which never causes a post, ping or reminder."""
    other = await here.service.opening.open(DM, ANNA, "messina")
    here.heard.clear()
    info = await here.service.dailies.start(ANNA, "en", TODAY)
    assert (await here.service.read.table_in(DM.channel_id)).id == other.id
    assert [one.id for one in (await here.service.read.tables_at(DM, 9))[0]] == [other.id]
    assert [one.id for one in await here.service.read.my_tables(ANNA.id)] == [other.id]
    assert await here.service.read.next_table(ANNA.id, 0) is None
    await here.pass_time(40 * 3600)
    await finish(here, info.id)
    assert here.heard == []
    assert await here.waiting(info.id) == await here.storage.notices.of_table(info.id) == []
    assert await here.service.read.finished_tables(ANNA.id, 9) == await here.service.read.results(ANNA.id) == []


async def test_p153_no_person_and_no_act_helps(here: House) -> None:
    """P153: undo by consent, plans, pauses, other players, computers and changes of the options are refused."""
    info = await here.service.dailies.start(ANNA, "en", TODAY)
    tomorrow = here.clock.now() + timedelta(days=1)
    refused = [acts.propose(VoteKind.UNDO, "3 0:1"), acts.propose_pause(tomorrow), acts.move(HERE), acts.sleep()]
    refused += [acts.join(), acts.add_computer("strong"), acts.set_options({"hints": "always"}), acts.close()]
    before = await here.unchanged(info.id)
    trials = await here.service.try_acts(dict(enumerate(refused)), info.id, ANNA)
    assert {type(one.refusal) for one in trials.values()} == {DailyAlone}
    for act in (*refused, acts.close_as_moderator()):
        with pytest.raises(DailyAlone):
            await here.service.act(act, info.id, ANNA)
    with pytest.raises(NotSeated):
        await here.service.act(acts.leave(), info.id, BEN)
    with pytest.raises(CannotUndo):
        await here.service.read.undo_request(info.id, ANNA)
    for work in (here.service.plans.of(info.id, ANNA.id), here.service.opening.open_again(info.id, ANNA)):
        with pytest.raises(DailyAlone):
            await work
    assert await here.unchanged(info.id) == before
    assert (info.options["take_back"], info.options["hints"]) == ("never", "never")


async def test_p154_the_seed_is_secret_until_nobody_plays_any_more(here: House, capsys: Capsys) -> None:
    """P154: the end of a game doesn't reveal the seed. The link of a day proves that day's seed but no later one."""
    dailies = here.service.dailies
    info = await dailies.start(ANNA, "en", TODAY)
    over = await finish(here, info.id)
    row = await here.storage.tables.get(info.id)
    anchor, opens = (await dailies.chain()).anchor, datetime(2026, 3, 1, tzinfo=UTC)
    assert info.fingerprint == (await dailies.today()).fingerprint == sha256(row.seed.encode()).hexdigest()
    for hours in (12, 24 + 47.99):
        here.clock.time = opens + timedelta(hours=hours)
        info, today = await here.service.read.info(over.id), await dailies.of_day(TODAY)
        assert (info.seed, info.revealed, info.sealed) == (None, False, opens + timedelta(days=3))
        assert today.link is None
        assert row.seed not in repr((info, today, await dailies.attempt(ANNA.id, TODAY), await dailies.chain()))
    here.clock.time = opens + timedelta(days=3)
    info, today, later = await here.service.read.info(over.id), await dailies.of_day(TODAY), await dailies.today()
    assert (info.seed, info.revealed, info.sealed) == (row.seed, True, None)
    assert chains.seed_of(today.link, TODAY) == row.seed
    check_link(today.link, "2026-03-01", anchor, "1")
    assert f"Seed: {row.seed}\nFingerprint: {info.fingerprint}\n" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="WRONG"):
        check_link(today.link, "2026-03-01", anchor, "2")
    assert (later.number, later.link, await dailies.of_day(TODAY + 9)) == (4, None, None)
    assert (await here.service.read.verify(info.id)).ok


async def test_p154_others_learn_nothing_from_an_attempt(here: House) -> None:
    """P154: what Ben and the public see doesn't change when Anna begins, plays and finishes her attempt."""

    async def seen() -> str:
        dailies, day = here.service.dailies, await here.service.dailies.today()
        return repr((day, await dailies.shared(7, TODAY), await dailies.attempt(BEN.id, TODAY), await dailies.chain()))

    first, nobody = await here.service.dailies.start(BEN, "en", TODAY), await seen()
    info = await here.service.dailies.start(ANNA, "en", TODAY)
    assert await seen() == nobody
    await finish(here, info.id, choice=1)
    assert await seen() == nobody
    assert (await here.service.read.info(first.id)).seed is None
    await here.service.dailies.judge(ANNA.id, TODAY, 64)
    await here.service.dailies.share(ANNA, TODAY, 7)
    assert [one.name for one in await here.service.dailies.shared(7, TODAY)] == ["Anna"]


@pytest.mark.parametrize(("start", "end"), [(0, 48), (23.999, 71.999)], ids=["first", "last"])
async def test_p156_within_its_day_and_48_hours(here: House, start: float, end: float) -> None:
    """P156: the day is that of UTC in all time zones. An attempt ends after 48 hours, even without the scheduler."""
    midnight = datetime(2026, 3, 1, tzinfo=UTC)
    for outside in (-0.001, 24):
        here.clock.time = midnight + timedelta(hours=outside)
        with pytest.raises(DailyOver):
            await here.service.dailies.start(ANNA, "en", TODAY)
    here.clock.time = midnight + timedelta(hours=start)
    info = await here.service.dailies.start(ANNA, "en", TODAY)
    here.clock.time = midnight + timedelta(hours=end - 0.001)
    await here.pass_time(0)
    [move, *_] = (await here.service.read.snapshot(info.id)).table.legal(info.seat_of(ANNA.id))
    await here.service.play.move(info.id, ANNA.id, move.text)
    here.clock.time = midnight + timedelta(hours=end)
    with pytest.raises(DailyOver):
        await here.service.play.undo(info.id, ANNA.id)
    assert [one.state for one in await here.service.dailies.attempts(ANNA.id, 9)] == [AttemptState.UNFINISHED]
    await here.pass_time(0)
    found = await here.service.dailies.attempt(ANNA.id, TODAY)
    assert (found.state, found.points) == (AttemptState.UNFINISHED, None)
    assert (await here.service.read.info(info.id)).status == TableStatus.CANCELLED


async def test_p157_points_after_each_round_compared_with_the_computers(alone: House) -> None:
    """P157: the points after each round are stored with the last move. Without par there is no comparison."""
    dailies = alone.service.dailies
    info = await dailies.start(ANNA, "en", TODAY)
    await finish(alone, info.id)
    table, found = (await alone.service.read.snapshot(info.id)).table, await dailies.attempt(ANNA.id, TODAY)
    assert found.rounds == points_by_round(table)
    assert (len(found.rounds), found.points, found.state) == (6, table.score().points[0], AttemptState.FINISHED)
    assert squares((5, 7, 9), (5, 10, 13)) == [Square.AHEAD, Square.NEAR, Square.BEHIND]
    assert squares(found.rounds, ()) == []
    begun = next(line.digest for line in await alone.storage.tables.log(info.id) if line.kind == LineKind.START)
    for day in (TODAY, TODAY + 1):
        missing = await dailies.without_par()
        assert (missing[0], missing[1].digest == begun) == (day, day == TODAY)
        await dailies.set_par(day, (1, 2))
    assert await dailies.without_par() is await dailies.opened_table(TODAY) is None, "only a turn is ever opened"
    assert (await dailies.today()).par_rounds == (1, 2)


async def test_p158_only_a_finished_attempt_is_shown(here: House) -> None:
    dailies = here.service.dailies
    with pytest.raises(NoAttempt):
        await dailies.share(ANNA, TODAY, 7)
    info = await dailies.start(ANNA, "en", TODAY)
    with pytest.raises(NoAttempt):
        await dailies.share(ANNA, TODAY, 7)
    await here.service.act(acts.leave(), info.id, ANNA)
    await dailies.share(ANNA, TODAY, 7)
    assert [(one.user_id, one.points) for one in await dailies.shared(7, TODAY)] == [(ANNA.id, None)]
    await dailies.unshare(ANNA, TODAY, 7)
    assert await dailies.shared(7, TODAY) == []


async def test_p151_p159_a_forgotten_person_leaves_no_trace_and_gets_no_second_attempt(here: House) -> None:
    info = await here.service.dailies.start(ANNA, "en", TODAY)
    await here.storage.people.schedule_deletion(BEN.id, here.clock.now())
    with pytest.raises(DailyOver, match="deleted"):
        await here.service.dailies.start(BEN, "en", TODAY)
    await here.service.people.forget(ANNA.id)
    assert await here.service.dailies.attempts(ANNA.id, 9) == []
    assert (await here.service.read.info(info.id)).status == TableStatus.CANCELLED


async def test_p150_a_new_chain_follows_and_rules_that_changed_stop_the_day(alone: House) -> None:
    """P150: days after the last link have a new chain. A day whose rules have changed can't be played."""
    dailies, first = alone.service.dailies, await alone.service.dailies.chain()
    assert (first.first, first.last, DAYS, KEPT) == (TODAY, TODAY + DAYS - 1, 4000, 30)
    assert chains.earlier(first.root, DAYS) == first.anchor
    alone.clock.time += timedelta(days=DAYS)
    assert (await dailies.chain()).first == TODAY + DAYS
    assert (await dailies.today()).number == DAYS + 1
    alone.clock.time += timedelta(days=1)
    await alone.storage.dailies.add(DailyRow(TODAY + DAYS + 1, "messina", "print", "another set-up"))
    with pytest.raises(DailyOver, match="rules"):
        await dailies.start(ANNA, "en", TODAY + DAYS + 1)
    assert await dailies.delete_old_tables(50) == 0


async def test_p167_every_third_day_has_a_turn_if_one_was_found_before_it_began(alone: House) -> None:
    """P167: a turn found too late isn't used. Nobody sees tomorrow's turn. Changed rules stop the day's challenge."""
    dailies, day = alone.service.dailies, TODAY + 2
    assert [one for one in range(TODAY, TODAY + 6) if planned_kind(one) == DailyKind.RATTUS] == [day, day + 3]
    alone.clock.wait(DAY)
    assert await dailies.turn_to_find() is None, "nobody has looked at today's"
    await dailies.today()
    found, game, options, seed = await dailies.turn_to_find()
    assert (found, game.id) == (day, "rattus")
    await dailies.set_par(day - 1, (1, 2))
    assert await dailies.without_par() is None, "tomorrow is not decided"
    turn = make(seed)
    await dailies.set_turn(day, turn)
    assert (await dailies.turn_to_find(), await dailies.of_day(day)) == (None, None)
    alone.clock.wait(DAY)
    today, row = await dailies.today(), await alone.storage.dailies.of_day(day)
    assert (today.kind, today.seats, today.par, today.turn) == (DailyKind.RATTUS, 3, turn.points, None)
    assert ((await dailies.without_par())[0], await dailies.opened_table(day)) == (day + 1, None)
    assert not [text for text in (turn.stored[1:-1], seed) if text in repr((today, row))]
    illegal = msgspec.structs.replace(turn, moves=turn.moves[1:])
    for number, stored in ((day + 3, turn.stored), (day + 6, illegal.stored)):
        await alone.storage.dailies.add(replace(row, day=number, turn=stored))
        alone.clock.wait(3 * DAY)
        with pytest.raises(DailyOver, match="rules"):
            await dailies.start(ANNA, "en", number)
    alone.clock.wait(3 * DAY)
    await dailies.set_turn(day + 9, turn)
    assert (await dailies.today()).kind == DailyKind.MESSINA, "it came too late"
    assert (await dailies.opened_table(day)).number == len(turn.moves)
    assert (await dailies.of_day(day)).turn == turn
    assert options["hints"] == "never"


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_p168_the_computers_have_moved_before_and_never_move_again(alone: House, seats: int) -> None:
    """P168: the person has the seat whose turn it is. The attempt ends with the turn, or with a reveal."""
    turn = await prepare(alone.service, TODAY, seats)
    info = await alone.service.dailies.start(ANNA, "en", TODAY)
    snapshot = await alone.service.read.snapshot(info.id)
    assert (info.seat_of(ANNA.id), info.due, len(info.seats)) == (turn.seat, (turn.seat,), seats)
    assert [(step.seat, step.move) for step in snapshot.table.steps] == turn.moves
    computers = [seat for seat in info.seats if not seat.person]
    assert {one.computer for one in computers} == {"steady"}
    assert len({one.name for one in info.seats}) == seats
    assert alone.service.repository.counted["replays"] == 0, "the start left the game in memory"
    alone.service = RulesService(alone.storage, alone.clock, GAMES)  # a new service loads the table from its log
    woken: list[int] = []
    alone.service.repository.on_computer = woken.append
    played = turn.judgement["plan"]
    for move in (played[0], None, *played):
        act = alone.service.play.move(info.id, ANNA.id, move) if move else alone.service.play.undo(info.id, ANNA.id)
        outcome = await act
    assert outcome.crossed_barrier
    assert outcome.snapshot.info.status == TableStatus.OVER
    assert not outcome.snapshot.table.over
    found = await alone.service.dailies.attempt(ANNA.id, TODAY)
    assert (found.state, found.moves, found.points) == (AttemptState.PLAYED, (*played,), None)
    assert (woken, await alone.service.play.computers_to_move()) == ([], [])
    for work in (alone.service.play.undo(info.id, ANNA.id), alone.service.play.move(info.id, ANNA.id, "end")):
        with pytest.raises(Closed):
            await work
    alone.clock.wait(3 * DAY)
    assert (await alone.service.read.verify(info.id)).ok


async def test_p168_the_first_thing_that_is_revealed_ends_the_attempt(alone: House) -> None:
    """P168: when the Witch looks at a rat, the attempt ends, because luck would decide from there on."""
    await prepare(alone.service, TODAY)
    info = await alone.service.dailies.start(ANNA, "en", TODAY)
    seat = info.seat_of(ANNA.id)

    def look(table: Table, *made: str) -> list[str]:
        for move in table.legal(seat):
            after = table.fork()
            after.play(seat, move.text)
            if not after.undoable(seat) and seat in blocking_seats(after.state):
                return [*made, move.text]
            if len(made) < 2 and after.undoable(seat) and (found := look(after, *made, move.text)):
                return found
        return []

    moves = look((await alone.service.read.snapshot(info.id)).table)
    for move in moves:
        outcome = await alone.service.play.move(info.id, ANNA.id, move)
    assert (outcome.turn_over, outcome.snapshot.info.status) == (False, TableStatus.OVER)
    assert (await alone.service.dailies.attempt(ANNA.id, TODAY)).moves == tuple(moves)


async def test_p169_a_turn_is_judged_once_and_not_shown_before(alone: House) -> None:
    dailies = alone.service.dailies
    await prepare(alone.service, TODAY)
    info = await dailies.start(ANNA, "en", TODAY)
    assert await dailies.unjudged(9) == []
    await dailies.judge(ANNA.id, TODAY, 99)
    assert (await dailies.attempt(ANNA.id, TODAY)).points is None, "it is not played"
    await finish(alone, info.id)
    [(person, day, moves)] = await dailies.unjudged(9)
    assert (person, day, moves) == (ANNA.id, TODAY, (await dailies.attempt(ANNA.id, TODAY)).moves)
    with pytest.raises(NoAttempt, match="judged"):
        await dailies.share(ANNA, TODAY, 7)
    for points in (64, 99):
        await dailies.judge(ANNA.id, TODAY, points)
    assert ((await dailies.attempt(ANNA.id, TODAY)).points, await dailies.unjudged(9)) == (64, [])
    tried = [(71, 71), (80, 71), (69, 71), (66, 71), (61, 71), (60, 71), (51, 71), (50, 71)]
    signs = {Square.AHEAD: "A", Square.NEAR: "N", Square.BEHIND: "B"}
    rows = ["".join(signs[one] for one in squares_of_turn(*pair)) for pair in tried]
    assert rows == ["AAA", "AAA", "AAA", "AAN", "ANB", "NBB", "NBB", "BBB"]
