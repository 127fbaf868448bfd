import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.channel.plan_words import move_text
from bot.panels.turn import lettered_move
from bot.panels.turn_parts import Question, Turn, back_and_undo, commands_of, question_of, so_far
from bot.ui.message import button
from games import GAMES
from rules.plan import PlannedMove
from rules.table import Table
from tests.bot.forge import press
from tests.bot.players import certain_seed, leave, seat_all
from tests.bot.sim import Anything, Sim
from tests.bot.story import KEPT, Story, rows_of
from tests.bot.test_panel_height import asked
from tests.bot.test_plan import open_plan, play
from tests.kept import kept
from tests.rules.games import KNOWN_GAMES

pytestmark = pytest.mark.kept


def of_each_kind(name: str) -> Iterator[tuple[Turn, Question]]:
    """Yield the first recorded question for each name, first word (or kinds of move) and number of words."""
    seen = set()
    for turn, found in asked(name):
        kind = (turn.question, *(found.said[:1] or turn.kinds), len(found.said))
        if kind not in seen:
            seen.add(kind)
            yield turn, found


def as_shown(turn: Turn, found: Question) -> Iterator[str]:
    """Yield the lines of a question on a panel, as seen by people who press buttons and people who type."""
    yield f"=== {turn.question} {' '.join(found.said)} (move {turn.snapshot.number})"
    hints = GAMES[turn.snapshot.info.game].hints(turn.speaker.view)
    controls = [*back_and_undo(turn, found.said, hints), button(turn.id("hint"), "Hint")]
    yield from (so_far(turn), *found.context, *found.details)
    yield f"[marks: {' '.join(f'{mark.letter}:{mark.target.id}' for mark in found.marks)}]"
    yield from found.texts
    yield from rows_of(found.rows_with(controls))
    typed = question_of(turn, found.said, typed=True)
    yield from ("--- typed", *typed.details, *typed.texts, commands_of(turn))
    move = turn.legal[len(turn.legal) // 2]
    name, facts = lettered_move(turn, move.text)
    blue = [row for row in rows_of(question_of(turn, found.said, advised=move).rows) if " blue " in row]
    yield from (f"--- advised: {name} ({facts.vital})", *blue)
    for text in turn.moves[:3]:
        move = PlannedMove(text, turn.snapshot.table, False, (), ())
        yield f"--- planned: {move_text(turn.snapshot.info, turn.seat, move, turn.words)}"


@pytest.mark.parametrize("name", KNOWN_GAMES)
def test_each_kind_of_question_is_asked_as_kept(name: str) -> None:
    """The test covers panels with buttons, panels for typed moves, and answers that a hint recommends."""
    lines = [line for turn, found in of_each_kind(name) for line in (*as_shown(turn, found), "")]
    shown = "\n".join(lines)
    assert shown == kept(KEPT / f"questions-{name}.txt", shown)


async def store(sim: Sim, table: int, *moves: str, wait: int | None = None) -> int:
    """Store a plan of Bob's for the current position. Return the plan's revision."""
    player = await sim.bot.app.storage.people.find(sim.bob.id)
    assert player is not None
    plans, snapshot = sim.bot.app.storage.plans, await sim.bot.app.service.read.snapshot(table)
    row = await plans.read(player, table)
    await plans.write(table, replace(row, moves=moves, wait=wait, number=snapshot.number), sim.bot.clock.now())
    return row.revision + 1


async def test_plans_are_shown_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """P128, P133: plans in every state, and every press on an older panel, are as kept."""
    certain_seed(monkeypatch, "kept")
    story = Story(sim, monkeypatch)
    table = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    number = (await sim.bot.app.service.read.info(table)).number
    await sim.command(sim.bob, "preferences", details="off")
    presses = ["Details", "Gallia", "Italia", "Start over", "Gallia", "Italia", "Save plan", "Play it for me"]
    presses += ["Add a fallback", "Hispania", "Save plan", "Change: Plan", "Change: Fallback 1", "Undo"]
    panel = story.note("plan", await open_plan(sim, sim.bob))
    for label in presses:
        await sim.click(sim.bob, panel, label)
        panel = story.note(label, panel)
    for words in ("pask:{} 0 place nowhere", "ppick:{} 0 place gallia 2", "pundo:{} 0", "pself:{}"):
        revision = (await sim.bot.app.service.plans.of(table, sim.bob.id)).row.revision
        await press(sim, sim.bob, panel, f"m1:{table}:1:{number}:{words.format(revision)}")
        panel = story.note(words, panel)
    story.note("typed", await sim.command(sim.bob, "plan"))
    await store(sim, table, "place gallia 2")
    revision = (await sim.bot.app.service.plans.of(table, sim.bob.id)).row.revision
    await press(sim, sim.bob, panel, f"m1:{table}:1:{number}:pask:{revision} 0 place nowhere")
    panel = story.note("pask", panel)
    for moves in (("place gallia 2", "place gallia 1"), ("place gallia 2", "place italia 2", "end", "place polonia 2")):
        await store(sim, table, *moves)
        story.note(str(moves), await open_plan(sim, sim.bob))
        story.note("typed", await sim.command(sim.bob, "plan"))
    await store(sim, table, "place gallia 2", "place gallia 1")
    await play(sim, sim.alice, "place italia 2", "end")
    story.note("offer", await sim.click(sim.bob, sim.latest(), "Your turn"))
    story.note("Bob's turn, typed", await sim.command(sim.bob, "turn"))
    await store(sim, table, "place gallia 1")
    story.note("Bob's turn with nothing to play, typed", await sim.command(sim.bob, "turn"))
    assert story.text == kept(KEPT / "plans.txt", story.text)


async def at_random(sim: Sim, table: int, chance: random.Random, *stops: Callable[[Table], bool]) -> None:
    """Play random moves until each of these stops is reached in turn. Post all moves before a stop together."""
    service, announcer = sim.bot.app.service, sim.bot.app.announcer
    for until in stops:
        with pytest.MonkeyPatch.context() as held_back:
            held_back.setattr(announcer, "more_follows", lambda about: True)
            while not until(now := (await service.read.snapshot(table)).table):
                [turn, *_] = now.due()
                info = await service.read.info(table)
                await service.play.move(table, info.seats[turn.seat].user_id or 0, chance.choice(turn.moves))
        announcer.wake(table)
        while await announcer.until_shown(table):
            pass


async def test_plans_of_later_turns_are_shown_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """P128, P133: texts about a plan of one move, and about four players' moves since it was made, are as kept."""
    certain_seed(monkeypatch, "kept")
    story, chance = Story(sim, monkeypatch), random.Random(13)
    table = await seat_all(sim, [sim.alice, sim.bob, sim.carol, sim.dora], start="0", seating="joined")
    await at_random(sim, table, chance, lambda now: now.turn > 12 and now.due()[0].seat == 2)
    for wait in (None, 600):
        await store(sim, table, "witch gallia-a", wait=wait)
        story.note(f"A plan to look at rats, played after {wait}", await sim.command(sim.bob, "plan"))
    await store(sim, table, "witch gallia-a")
    await at_random(sim, table, chance, lambda now: now.due()[0].seat == 1)
    for who in (sim.bob, sim.carol):
        story.note(f"/turn of {who.name}", await sim.command(who, "turn"))
    await at_random(sim, table, chance, lambda now: now.due()[0].seat != 1)
    await at_random(sim, table, chance, lambda now: now.due()[0].seat == 1)
    await sim.command(sim.dora, "table show")
    panel = story.note("Your turn", await sim.click(sim.bob, sim.latest(), "Your turn"))
    for label in ("Move the plague", "Back"):
        await sim.click(sim.bob, panel, label)
        panel = story.note(label, panel)
    assert story.text == kept(KEPT / "plans-later.txt", story.text)


async def test_logs_and_replays_are_shown_as_kept(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """P84, P86, P87, P88: texts about people's acts, agreed undos, and undone looks at secrets are as kept."""
    certain_seed(monkeypatch, "kept")
    story, chance = Story(sim, monkeypatch), random.Random(3)
    await sim.command(sim.alice, "table open", start="0", seating="joined", cards="base")
    [info] = await sim.open_tables()
    table = info.id
    story.note("/log in a lobby", await sim.command(sim.dora, "log"))
    story.note("/replay in a lobby", await sim.command(sim.dora, "replay"))
    for who in (sim.bob, sim.carol):
        await sim.click(who, sim.latest(), "Join")
    await sim.click(sim.alice, sim.latest(), "Start")
    story.note("log", await sim.command(sim.dora, "log"))
    story.note("replay", await sim.command(sim.dora, "replay"))
    await at_random(sim, table, chance, lambda now: now.turn > 0)
    story.note("replay of one turn", await sim.command(sim.dora, "replay"))
    await at_random(sim, table, chance, lambda now: now.turn > 2 and now.due()[0].seat == 1)
    await sim.command(sim.dora, "table show")
    await leave(sim, sim.bob)
    panel: Anything = await sim.manage(sim.alice)
    await sim.click(sim.alice, panel, "End the game")
    story.note("Alice wants to end", sim.again(panel))
    offer = story.note("Dora joins?", await sim.click(sim.dora, sim.latest(), "Take the free seat"))
    await sim.click(sim.dora, offer, "Take the seat of Bob")
    story.note("Dora joins", offer)
    await at_random(sim, table, chance, lambda now: now.turn > 5 and now.due()[0].seat == 1)
    await play(sim, sim.dora, "take witch", "witch gallia-a", "keep")
    story.note("log", await sim.command(sim.alice, "log"))
    story.note("replay", await sim.command(sim.alice, "replay"))
    offer = await sim.click(sim.dora, await sim.command(sim.dora, "undo"), "Ask to undo")
    story.note("undo", offer)
    await sim.click(sim.dora, offer, "Ask the others")
    story.note("asked", offer)
    looked = await sim.click(sim.alice, sim.latest(), "What would be undone")
    story.note("looked", looked)
    for who in (sim.alice, sim.carol):
        await sim.click(who, sim.latest(), "Yes")
    await at_random(sim, table, chance, lambda now: now.turn > 13)
    panel = story.note("log", await sim.command(sim.carol, "log"))
    for label in ("Earlier", "Earlier", "Later"):
        await sim.click(sim.carol, panel, label)
        panel = story.note(label, panel)
    await press(sim, sim.carol, panel, f"m1:{table}:-:0:pages:99")
    panel = story.note("forged", panel)
    typed: list[dict[str, Any]] = [{}, {"turn": 5, "to": 10}, {"turn": 5, "to": 11}, {"to": 3}]
    for said in typed:
        story.note(f"/replay {said}", await sim.command(sim.carol, "replay", **said))
    for label in ("First", "The whole game"):
        await sim.click(sim.carol, sim.panel(sim.carol), label)
        story.note(label, sim.panel(sim.carol))
    await sim.choose(sim.carol, sim.panel(sim.carol), "Turn 13: Alice")
    story.note("Another turn", sim.panel(sim.carol))
    await sim.command(sim.carol, "preferences", animations="off")
    story.note("no motion", await sim.command(sim.carol, "replay", turn=5, to=11))
    for who in (sim.alice, sim.dora, sim.carol):
        story.note(f"{who.name} wants to end", await sim.manage(who, "close"))
    panel = await press(sim, sim.bob, panel, f"m1:{table}:-:0:log:")
    story.note("page 0 after the end", sim.panel(sim.bob))
    await sim.click(sim.bob, sim.panel(sim.bob), "◀ Earlier")
    story.note("page 1 after the end", sim.panel(sim.bob))
    await press(sim, sim.alice, panel, f"m1:{table}:-:0:watch:4")
    panel = story.note("replay after the end", sim.panel(sim.alice))
    await sim.choose(sim.alice, panel, "What Dora could see")
    panel = story.note("eyes", panel)
    await sim.choose(sim.alice, panel, "Turn 2: Dora")
    panel = story.note("eyes", panel)
    await press(sim, sim.alice, panel, f"m1:{table}:-:0:rewind:1 2 3 turn")
    panel = story.note("forged", panel)
    assert story.text == kept(KEPT / "logs.txt", story.text)
