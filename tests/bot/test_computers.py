import asyncio
import json
import os
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import rules
from bot.computers import COMMAND, AiClient, Computers, posed
from bot.fair_queue import Ask, Work
from bot.settings import SECONDS_OF_PAUSE
from computer_players.ai_worker import LOWEST_PRIORITY, PlanRequest, find_plan
from computer_players.review import WaysRequest, compare_ways, request_of, stretches
from computer_players.search import PlanAdvice
from rules.chance import Chance
from rules.game import sample_position
from rules.table import Table
from rules_service import Person, Place, RulesService, acts
from rules_service.computers import COMPUTER_SIGN
from storage import LineKind, Storage
from tests.bot.conftest import ThinkingThread
from tests.bot.cores import BUSY
from tests.bot.players import DAY, answers, due, game, in_haste, next_panel, seat_all
from tests.bot.sim import Sim, buttons, message, text
from tests.bot.test_absence import absent, look
from tests.rules_service.house import StillClock
from workers.worker import WorkerUnavailable

pytestmark = pytest.mark.usefixtures("undrawn")  # These tests need no boards.


async def against(sim: Sim, computers: int, level: str = "casual", **options: str) -> int:
    """Start Alice's table against this many computer players. Return its id."""
    await sim.command(sim.alice, "table open", **options)
    panel = message(await sim.click(sim.alice, sim.latest(), "Computer players"))
    for _ in range(computers):
        await sim.click(sim.alice, sim.again(panel), f"Add a {level} player")
    await sim.click(sim.alice, sim.again(panel), "Start")
    assert (text(sim.again(panel)), buttons(sim.again(panel))) == ("The game starts.", {})
    return (await sim.open_tables())[-1].id


@pytest.mark.deep(one_in=2)
async def test_one_person_plays_against_three_computers_to_the_end(sim: Sim) -> None:
    """Computer players move automatically. One post without pings shows their moves before each turn of the person."""
    table = await against(sim, 3)
    chance, turns, before = random.Random("rattus"), 0, len(sim.posts())
    while (await sim.bot.app.service.read.info(table)).open:
        assert await due(sim, table) is sim.alice
        await in_haste(sim, sim.alice, chance)
        turns += 1
    assert not any(sim.pinged(post) for post in sim.posts())
    # One post for each turn, and for anything in mid-turn that can no longer be undone.
    assert len(sim.posts()) - before <= turns + 5
    assert f"**{COMPUTER_SIGN} " in text(sim.latest())
    assert "Everything is correct" in text(await sim.manage(sim.alice, "verify"))
    [own] = await sim.bot.app.service.read.results(sim.alice.id)
    assert (own.people, own.computers) == (4, 3)
    assert "4 players with computers:** 1 game" in text(await sim.command(sim.alice, "stats"))
    await sim.click(sim.alice, sim.latest(), "Play again")
    assert text(sim.latest()).count(COMPUTER_SIGN) == 3


async def test_a_computers_turn_is_posted_with_the_turn_before_and_pings_the_next_player(sim: Sim) -> None:
    await sim.command(sim.alice, "table open", seating="joined", start="0")
    panel = message(await sim.click(sim.alice, sim.latest(), "Computer players"))
    await sim.click(sim.alice, sim.again(panel), "Add a casual player")
    await sim.click(sim.bob, sim.latest(), "Join")
    await sim.click(sim.alice, sim.latest(), "Start")
    before = len(sim.posts())
    while await due(sim, (await sim.open_tables())[0].id) is sim.alice:
        await in_haste(sim, sim.alice, random.Random(1))
    assert len(sim.posts()) == before + 1
    assert "**Alice**: 2 cubes in " in text(sim.latest())
    assert "**Ugolina**: 2 cubes in " in text(sim.latest())
    assert sim.pinged(sim.latest()) == {"bob"}


async def test_a_lowered_level_is_mentioned_once_per_plan(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """A level that was lowered to save time is mentioned once for each plan, not for every move of it."""
    plans: list[PlanAdvice] = []

    async def plan(self: AiClient, request: PlanRequest, limit: float, ask: Ask) -> PlanAdvice:
        if request.level != "casual":
            raise WorkerUnavailable("it is too hard")
        plans.append(await asyncio.to_thread(find_plan, request))
        return plans[-1]

    monkeypatch.setattr(AiClient, "plan", plan)
    table = await against(sim, 1, "steady", seating="joined", start="0")
    await in_haste(sim, sim.alice, random.Random(2))
    told = [line.kind for line in await sim.bot.app.storage.tables.log(table)]
    assert any(len(found.moves) > 1 for found in plans)
    assert not any(found.other for found in plans), "nobody reads a comparison with other plans"
    assert told.count(LineKind.SIMPLER) == len(plans)


async def test_an_ai_worker_gets_only_what_its_seat_sees(sim: Sim) -> None:
    """The AI worker, a separate program, gets neither the game's seed nor anything hidden from its seat."""
    table = await against(sim, 1, game="messina")
    snapshot = (await sim.bot.app.service.read.snapshot(table)).read_by(0)
    request, moves = posed(snapshot, 0, "casual")
    again, _ = posed(snapshot, 0, "casual")
    told = json.dumps(request.position)
    assert again == request
    assert snapshot.table.seed not in told
    game, state = snapshot.table.game, snapshot.table.state
    other = sample_position(game, state, 0, Chance("what the seat does not know is otherwise"))
    assert other != state
    assert msgspec.to_builtins(sample_position(game, other, 0, Chance(request.seed))) == request.position
    assert request.seed == f"{table} {snapshot.seen}"
    assert moves == snapshot.table.due()[0].moves or request.seat not in snapshot.info.due
    assert COMMAND[1:] == ("-m", "workers.program", "computer_players.ai_worker")


def thought_about(name: str = "rattus") -> PlanRequest:
    """Return the request for a computer's plan in the first turn of a new game."""
    table = Table(rules.GAMES[name], 2, "thought")
    position = msgspec.to_builtins(sample_position(table.game, table.state, None, Chance("lot")))
    return PlanRequest(name, table.due()[0].seat, "casual", "s", position)


async def test_processes_are_of_the_lowest_priority_as_many_as_may_be_and_kept() -> None:
    ai = AiClient(size=2)
    first = await ai.plan(thought_about(), BUSY, Ask(Work.TURN, 1))
    assert sum(worker.pid is not None for worker in ai.workers) == 1, "only those that are needed are started"
    found = await asyncio.gather(*(ai.plan(thought_about(), BUSY, Ask(Work.TURN, table)) for table in range(3)))
    assert found == [first] * 3, "the same comes to the same"
    pids = [worker.pid for worker in ai.workers if worker.pid is not None]
    assert len(pids) == 2
    assert {os.getpriority(os.PRIO_PROCESS, pid) for pid in pids} == {LOWEST_PRIORITY}
    await ai.close()
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


async def test_a_repeated_try_is_answered_from_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """An identical try by another person is answered from memory. If all workers are busy for too long, a try fails."""
    monkeypatch.setattr("bot.computers.Worker", ThinkingThread)
    table = Table(rules.GAMES["rattus"], 2, "tried")
    while len(stretches(table)) < 6:
        table.play(table.due()[0].seat, table.due()[0].moves[0])
    request = request_of(table, "1", stretches(table)[3].first)
    asked, ai = WaysRequest(request, [request.moves, request.moves[:1]]), AiClient(size=1)
    assert await ai.compare(asked, 1) == compare_ways(asked)
    await ai.close()
    ai.queue._idle.clear()
    assert await ai.compare(asked, 2) == compare_ways(asked)
    monkeypatch.setattr("bot.computers.MAX_SECONDS_FOR_TRY", 0.01)
    with pytest.raises(WorkerUnavailable, match="busy"):
        await ai.compare(WaysRequest(request, [request.moves]), 2)
    assert not ai.queue.length(Work.TRY), "nobody waits for it any more"


async def test_known_ways_are_judged_while_nothing_else_waits_and_may_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """If judging known ways fails, the person who tries a turn still gets an answer."""
    ai: Any = AiClient(size=1)
    served = list[str]()

    async def call(function: Any, limit: float, request: str, worker: Any) -> str:
        served.append(request)
        await asyncio.sleep(0)
        if request == "fails":
            raise WorkerUnavailable("stopped")
        return request

    monkeypatch.setattr(ai, "_call", call)
    turn = asyncio.create_task(ai.plan("turn", BUSY, Ask(Work.TURN, 1)))
    await asyncio.sleep(0)
    for known, person in (("fails", 7), ("refused", 7), ("known", 8)):
        ai.judge_ahead(known, person)
    await asyncio.sleep(0)
    tried = ai.queue.ask(Ask(Work.TRY, 7), lambda worker: call(compare_ways, BUSY, "try", worker))
    await asyncio.gather(turn, tried, *ai._ahead)
    assert served == ["turn", "try", "fails", "known"]
    assert not ai._ahead


async def test_a_hint_that_does_not_come_in_time_says_so(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    await against(sim, 1, seating="joined", start="0")
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))

    async def never(self: AiClient, request: PlanRequest, limit: float, ask: Ask) -> PlanAdvice:
        assert ask.kind is Work.HINT
        raise WorkerUnavailable("busy")

    monkeypatch.setattr(AiClient, "plan", never)
    assert "no answer in time" in text(await sim.click(sim.alice, panel, "Hint"))
    assert answers(sim.again(panel))


async def later(sim: Sim, table: int, seconds: float) -> None:
    """Let this much time pass, then run the computer players that are due."""
    sim.jump(seconds)
    app = sim.bot.app
    await app.computers.poll()
    while app.computers.at_work(table):
        await asyncio.sleep(0.01)
    await app.announcer.until_shown(table)


async def test_p51_a_computer_plays_for_a_late_player_who_returns(sim: Sim) -> None:
    """P51, P61, P62: a computer that plays for a late player has a sign and gets no pings. The player can return."""
    table = await absent(sim)
    panel = await sim.click(sim.bob, sim.offering("My view"), "What now?")
    assert "**A computer plays** for Alice" in text(panel)
    await sim.click(sim.bob, panel, "Computer plays for Alice")
    await look(sim)
    assert "wants a computer to play for 🔴 **Alice**" in text(sim.offering("My view"))
    sim.jump(2 * DAY + 60)
    await look(sim)
    live = sim.offering("My view")
    assert f"A computer plays for 🔴 **{COMPUTER_SIGN} Alice**" in text(live)
    assert (await sim.bot.app.service.read.info(table)).due == (0,), "a minute is left"
    await later(sim, table, 61)
    assert (await sim.bot.app.service.read.info(table)).due == (1,)
    assert f"**{COMPUTER_SIGN} Alice**: 2 cubes in " in text(sim.latest())
    assert "alice" not in sim.pinged(sim.latest())
    await sim.click(sim.alice, sim.latest(), "Take my seat back")
    assert "The computer no longer plays for you." in text(sim.panel(sim.alice))
    await look(sim)
    assert "Alice took their seat back." in text(sim.offering("My view"))
    assert COMPUTER_SIGN not in text(sim.offering("My view"))
    assert "Take my seat back" not in buttons(sim.offering("My view"))


async def test_a_computers_post_waits_so_that_a_persons_turn_stays_on_screen(sim):
    """The computer player has already moved. If its post follows a person's turn, it is delayed."""
    table = await against(sim, 1, seating="joined", start="0")
    sim.bot.app.computers.pause = SECONDS_OF_PAUSE
    before = len(sim.posts())
    await sim.command(sim.alice, "move", move="place gallia 2")
    await sim.command(sim.alice, "move", move="end")
    await sim.pass_time(SECONDS_OF_PAUSE - 0.5)
    assert len(sim.posts()) == before, "nothing has covered the panel yet"
    assert text(sim.panel(sim.alice)) == "**Your turn is done.**"
    assert (await sim.bot.app.service.read.info(table)).due == (0,), "the computer does not wait"
    await sim.pass_time(0.6)
    assert len(sim.posts()) == before + 1
    assert not sim.bot.app.computers.count_down.is_running()
    told = text(sim.latest())
    assert "2 cubes in Gallia" in told
    assert "**Ugolina**: " in told


@pytest.mark.parametrize("where", ["channel", "dm"])
async def test_P141_the_next_question_replaces_the_panel_once_the_computers_have_moved(sim: Sim, where: str) -> None:
    """P141: the person needn't press *Your turn* again, and no panel is left that only says that a turn is over."""
    me: Any = sim.alice if where == "channel" else sim.alice.user
    here = sim.channel if where == "channel" else sim.alice.user.dm_channel
    await sim.command(me, "table open", game="rattus", seating="joined", start="0")
    panel = message(await sim.click(me, sim.latest(here), "Computer players"))
    await sim.click(me, panel, "Add a casual player")
    await sim.click(me, sim.again(panel), "Start")
    old = len(sim.posts(here, viewer=me))
    panel, turns, first = message(await sim.click(me, sim.latest(here), "Your turn")), 0, sim.latest(here).id
    while turns < 3:
        offered = answers(panel)
        before = len((await game(sim, 1)).steps)
        await sim.answer(me, panel, min(offered, key=lambda label: offered[label] != "end"))
        await sim.bot.app.announcer.until_shown(1)
        await sim.sweep()
        panel = next_panel(sim, me, panel, here)
        assert answers(panel), text(panel)
        turns += any(step.ends for step in (await game(sim, 1)).steps[before:])
    assert (sim.latest(here).id == first) == (where == "dm"), "the post is edited in a DM"
    assert panel.id > sim.latest(here).id
    private = [one for one in sim.posts(here, viewer=me)[old:] if one.flags.ephemeral]
    assert [one.id for one in private] == [panel.id]


@pytest.mark.parametrize("why", ["another was opened", "it leads to another table"])
async def test_P141_a_panel_stays_if_it_says_more_or_another_was_opened(sim: Sim, why: str) -> None:
    """P141, P38: a person doesn't get two panels with the same question, and no button vanishes."""
    if why == "it leads to another table":
        await seat_all(sim, [sim.alice, sim.bob], sim.world.channels[1], start="0", seating="joined")
    table = await against(sim, 1, seating="joined", start="0")
    sim.bot.app.computers.pause = SECONDS_OF_PAUSE
    post = sim.latest()
    panel = message(await sim.click(sim.alice, post, "Your turn"))
    for label in ("A · Scandia", "✅ End my turn"):
        await sim.click(sim.alice, sim.again(panel), label)
    said = text(sim.again(panel))
    opened = why == "another was opened" and message(await sim.click(sim.alice, post, "Your turn"))
    await sim.pass_time(SECONDS_OF_PAUSE + 0.1)
    await sim.bot.app.announcer.until_shown(table)
    await sim.sweep()
    assert text(sim.again(panel)) == said
    assert not opened or answers(sim.again(opened))
    assert len([one for one in sim.posts(viewer=sim.alice) if one.flags.ephemeral and one.id >= panel.id]) == 1 + bool(
        opened
    )


async def test_a_bot_that_stops_in_the_pause_posts_after_its_restart(sim: Sim) -> None:
    await against(sim, 1, seating="joined", start="0")
    sim.bot.app.computers.pause = SECONDS_OF_PAUSE
    before = len(sim.posts())
    await sim.command(sim.alice, "move", move="place gallia 2")
    await sim.command(sim.alice, "move", move="end")
    await sim.restart()
    assert len(sim.posts()) == before + 1
    assert "2 cubes in Gallia" in text(sim.latest())


async def test_no_computer_is_at_work_after_the_bot_has_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer's unfinished work needs the storage, so it ends before the storage is closed."""
    storage = await Storage.open(tmp_path / "closing.sqlite")
    service = RulesService(storage, StillClock())
    computers, thinking = Computers(SimpleNamespace(), service, AiClient()), asyncio.Event()
    service.repository.on_computer = computers.wake

    async def plan(*_: object, **__: object) -> PlanAdvice:
        thinking.set()
        await asyncio.Event().wait()
        return PlanAdvice([])

    monkeypatch.setattr(AiClient, "plan", plan)
    host = Person(1, "Alice")
    info = await service.opening.open(Place(1, 7), host, "rattus", {"seating": "joined", "start": "1"})
    await service.act(acts.add_computer("casual"), info.id, host)
    await service.act(acts.start(), info.id, host)
    await thinking.wait()
    await computers.close()
    assert not computers.at_work(info.id)
    await storage.close()
