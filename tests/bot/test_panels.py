import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

import bot.pictures
from bot.panels.turn import news_since_move
from bot.panels.turn_parts import Turn
from renderer import Scene
from rules.rattus.events import Revealed
from tests.bot.players import answers, due, game, seat_all, turn
from tests.bot.sim import Anything, Sim, buttons, message, pictures, text


async def advance(sim: Sim, table: int, until: Callable[[list[str]], bool]) -> None:
    """Play random moves without the bot until the legal moves meet the condition, then ask for the board."""
    chance, service = random.Random(1), sim.bot.app.service
    while not until((turn := (await game(sim, table)).due()[0]).moves):
        info = await service.read.info(table)
        await service.play.move(table, info.seats[turn.seat].user_id or 0, chance.choice(turn.moves))
    await sim.command(sim.alice, "table show")


async def open_panel(sim: Sim, table: int) -> tuple[MemberActor, Anything]:
    who = await due(sim, table)
    return who, message(await sim.click(who, sim.latest(), "Your turn"))


async def test_a_step_edits_the_same_panel_and_the_end_says_so(sim: Sim, table: int) -> None:
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    await sim.click(sim.alice, panel, "Gallia")
    assert sim.panel(sim.alice).id == panel.id
    assert "2 cubes in Gallia" in text(sim.again(panel))
    assert len(pictures(sim.env, sim.again(panel))) == 1, "the board can be looked over before the turn ends"
    await sim.click(sim.alice, sim.again(panel), "End my turn")
    assert text(sim.again(panel)).startswith("**Your turn is done.**")
    assert "Bob" not in text(sim.again(panel)), "old panels are not updated, so they don't name the next player"
    left = {"Set quiet hours", "Plan my turn", "Ask to undo", "📝 Note to myself"}
    assert set(buttons(sim.again(panel))) == left, "nothing else is to be done"


async def test_effects_of_rats_stay_in_the_picture_until_the_next_turn(sim, table, monkeypatch):
    """Each rat's effects stay visible, even those of the last rat, which automatically ends the turn."""
    drawn: list[Scene[Any]] = []
    real = bot.pictures.draw_picture

    def draw(game: str, scene: Scene[Any], *side: str) -> bytes:
        drawn.append(scene)
        return real(game, scene, *side)

    monkeypatch.setattr(bot.pictures, "draw_picture", draw)
    await advance(sim, table, lambda moves: sum(move.startswith("reveal") for move in moves) > 2)
    who, panel = await open_panel(sim, table)
    turned = list[int]()
    while "**Your turn is done.**" not in text(sim.again(panel)):
        shown = [scene for scene in drawn if scene.part == "part"][-1]
        turned.append(len([event for event in shown.events if isinstance(event, Revealed)]))
        rat = next(label for label, move in answers(sim.again(panel)).items() if "reveal" in move)
        await sim.click(who, sim.again(panel), rat)
    assert turned == [0, 1]
    last = [scene for scene in drawn if scene.part == "part"][-1]
    assert len([event for event in last.events if isinstance(event, Revealed)]) == 3
    assert pictures(sim.env, sim.again(panel))
    assert not last.marks
    await advance(sim, table, lambda moves: any(move.startswith("take") for move in moves))
    await open_panel(sim, table)
    assert not [scene for scene in drawn if scene.part == "part"][-1].events


@pytest.mark.deep(one_in=2)
async def test_the_panel_that_ends_the_game_says_once_that_it_is_over(sim: Sim, table: int) -> None:
    chance, service = random.Random(1), sim.bot.app.service
    while True:
        tried = (await game(sim, table)).fork()
        turn = tried.due()[0]
        tried.play(turn.seat, move := chance.choice(turn.moves))
        if tried.over:
            break
        await service.play.move(table, (await service.read.info(table)).seats[turn.seat].user_id or 0, move)
    await sim.command(sim.alice, "table show")
    who, panel = await open_panel(sim, table)
    while not (await game(sim, table)).over:
        await sim.click(who, sim.again(panel), next(iter(answers(sim.again(panel)))))
    assert text(sim.again(panel)).count("**The game is over.**") == 1


async def last_cubes(sim: Sim) -> discord.Message:
    """Return the panel after Alice has placed the last cubes of the set-up. Alice also begins the game."""
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    for who, move in (
        *[(sim.alice, "place gallia 2"), (sim.alice, "end"), (sim.bob, "place gallia 2")],
        *[(sim.bob, "place italia 2"), (sim.bob, "end")],
    ):
        await sim.command(who, "move", move=move)
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    await sim.click(sim.alice, panel, "Italia")
    return sim.again(panel)


async def test_a_player_who_moves_again_has_the_panel_below_the_post(sim: Sim) -> None:
    """At the end of the set-up, the first player moves again. A panel in use never has a post below it."""
    panel = await last_cubes(sim)
    await sim.click(sim.alice, sim.again(panel), "End my turn")
    new, post = sim.panel(sim.alice), sim.latest()
    assert panel.id < post.id < new.id
    assert panel.id not in {seen.id for seen in sim.posts(viewer=sim.alice)}, "no empty shell is left"
    assert answers(new)
    assert pictures(sim.env, new)
    before = len(sim.posts(viewer=sim.alice))
    await sim.click(sim.alice, new, "Monk")
    assert len(sim.posts(viewer=sim.alice)) == before, "steps of a turn stay in one panel"
    assert "Undo" in str(buttons(sim.again(new)))


async def test_a_typing_player_gets_one_answer_if_they_move_again_at_once(sim: Sim) -> None:
    await last_cubes(sim)
    before = sim.posts(viewer=sim.alice)
    answer = await sim.command(sim.alice, "move", move="end")
    assert answers(answer)
    assert len(sim.posts(viewer=sim.alice)) == len(before) + 2, "the table's post and the answer"


async def test_back_asks_the_question_before_and_start_over_takes_everything_back(sim: Sim, table: int) -> None:
    """*Start over* goes back to the last reveal or the end of a turn."""
    await advance(sim, table, lambda moves: any(move.startswith("take") for move in moves))
    number = (await game(sim, table)).number
    who, panel = await open_panel(sim, table)
    first = answers(panel)
    await sim.click(who, panel, "Move the plague piece")
    await sim.click(who, sim.again(panel), "Back")
    assert answers(sim.again(panel)) == first
    assert (await game(sim, table)).number == number
    await sim.click(who, sim.again(panel), "Monk")
    place = next(label for label, move in answers(sim.again(panel)).items() if "place" in move)
    await sim.click(who, sim.again(panel), place)
    assert "took the Monk" in text(sim.again(panel))
    await sim.click(who, sim.again(panel), "Start over")
    assert "Undone." in text(sim.again(panel))
    view = (await game(sim, table)).view(None)
    assert (view.taken, view.placed) == (False, False)


async def test_p85_long_news_is_shortened_and_a_press_shows_all(
    sim: Sim, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P85: the panel has at most four lines of news, including the title. A button shows the rest."""
    news = [f"line {at}" for at in range(4)]

    async def told(*_: object) -> list[str]:
        return news

    monkeypatch.setattr("bot.panels.plan.news_since_move", told)
    panel = await sim.click(sim.alice, sim.latest(), "Your turn")
    assert "**Since your last move**\n-# Earlier turns: *What happened*.\nline 2\nline 3\n" in text(panel)
    assert "line 0" not in text(panel)
    answer = await sim.click(sim.alice, panel, "What happened")
    assert message(answer).flags.ephemeral
    del news[0]
    panel = await sim.click(sim.alice, sim.latest(), "Your turn")
    assert "**Since your last move**\nline 1\n" in text(panel)
    assert "What happened" not in buttons(panel)


async def test_p85_a_player_who_has_moved_sees_no_older_news(sim: Sim) -> None:
    """P85: the news is current even if several players decide at once, as in Messina's quarantine."""
    number = await seat_all(sim, [sim.alice, sim.bob, sim.carol], start="0", seating="joined")
    for regions in ("gallia", "italia", "anglia polonia", "hispania"):
        await turn(sim, *regions.split())
    snapshot, seat = await sim.bot.app.service.read.seen_from_seat(number, sim.alice.id)
    for due_number, told in ((snapshot.info.seats[0].due_number, 2), (2, 0)):
        seats = (replace(snapshot.info.seats[0], due_number=due_number), *snapshot.info.seats[1:])
        seen = replace(snapshot, info=replace(snapshot.info, seats=seats))
        assert len(await news_since_move(sim.bot.app, Turn(seen, seat, "en"))) == told
