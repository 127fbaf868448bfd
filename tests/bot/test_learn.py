"""The lessons: every step is played with the buttons of a turn; they can be left, resumed and gone back in."""

import pytest

from bot.games import GAMES
from bot.panels.learn import lesson_of, position_at, taught
from tests.bot import forge
from tests.bot.players import selects
from tests.bot.sim import Anything, Sim, buttons, message, pictures, text
from wording import safe_name, words


def offered(panel: Anything) -> dict[str, str]:
    """Label -> notation so far of every answer."""
    found = {label: press.split(":", 5)[-1].split(" ", 2) for label, press in buttons(panel).items()}
    shown = {label: words[2] for label, words in found.items() if words[1] == "pick"}
    return shown | {one["label"]: one["value"] for menu in selects(panel) for one in menu["options"]}


def leads_to(wanted: str, prefix: str) -> bool:
    """Whether an answer that says so much is part of the move."""
    return all(said in ("*", word) for word, said in zip(wanted.split(), prefix.split(), strict=False))


async def answer(sim: Sim, panel: Anything, wanted: str) -> None:
    """Press what leads to the wanted move, question by question."""
    step = text(sim.again(panel)).split("\n")[0]
    while text(sim.again(panel)).split("\n")[0] == step:
        answers = {label: move for label, move in offered(sim.again(panel)).items() if leads_to(wanted, move)}
        assert answers, f"nothing leads to {wanted}: {offered(sim.again(panel))}"
        await sim.answer(sim.carol, sim.again(panel), max(answers, key=lambda label: len(answers[label])))


@pytest.mark.parametrize("game", taught())
async def test_a_lesson_is_played_to_its_end_with_the_real_buttons(sim: Sim, game: str) -> None:
    lesson = GAMES[game].lesson
    assert lesson is not None
    panel = message(await sim.command(sim.carol, "learn", game=game))
    assert panel.flags.ephemeral
    assert 10 <= len(lesson.steps) <= 15
    for number, step in enumerate(lesson.steps, 1):
        now = sim.again(panel)
        assert f"step {number} of {len(lesson.steps)}" in text(now)
        assert step.text in text(now)
        assert pictures(sim.env, now), step
        if step.move:
            assert "Next ▶" not in buttons(now)
            await answer(sim, panel, step.move)
        elif number < len(lesson.steps):
            await sim.click(sim.carol, now, "Next ▶")
    assert f"Help on {GAMES[game].title}" in buttons(sim.again(panel))
    assert not sim.posts(), "only the reader sees it"
    await sim.click(sim.carol, sim.again(panel), "Open a table")
    assert f"## {GAMES[game].title}" in text(sim.latest())


async def test_a_step_says_itself_what_is_wanted_and_only_what_its_answer_leads_to_asks_more(sim: Sim) -> None:
    panel = message(await sim.command(sim.carol, "learn", game="rattus"))
    for _ in range(2):
        await sim.click(sim.carol, sim.again(panel), "Next ▶")
    assert "You have" not in text(sim.again(panel))
    await answer(sim, panel, "take peasant")
    await sim.answer(sim.carol, sim.again(panel), "Germania")
    assert "How many" in text(sim.again(panel))


async def test_another_answer_is_kindly_declined_and_nothing_is_lost(sim: Sim) -> None:
    panel = message(await sim.command(sim.carol, "learn", game="rattus"))
    for _ in range(2):
        await sim.click(sim.carol, sim.again(panel), "Next ▶")
    await sim.answer(sim.carol, sim.again(panel), "Witch")
    assert "In a game you could do that. Here please choose:** Take the Peasant" in text(sim.again(panel))
    assert "step 3 of" in text(sim.again(panel))
    await answer(sim, panel, "take peasant")
    assert "step 4 of" in text(sim.again(panel))
    assert "Peasant" in text(sim.again(panel)).split("\n")[1], "what came of the last move"


async def test_a_lesson_is_left_and_gone_on_with_after_a_restart(sim: Sim) -> None:
    panel = message(await sim.command(sim.carol, "learn", game="messina"))
    await sim.click(sim.carol, panel, "Next ▶")
    await sim.click(sim.carol, sim.again(panel), "Next ▶")
    await sim.restart()
    await sim.click(sim.carol, sim.again(panel), "◀ Step 2")
    assert "step 2 of" in text(sim.again(panel))
    choice = message(await sim.command(sim.carol, "learn"))
    assert "Messina 1347: go on with step 2" in buttons(choice)
    await sim.click(sim.carol, choice, "Messina 1347: go on with step 2")
    assert "step 2 of" in text(sim.again(choice))
    again = message(await sim.command(sim.carol, "learn"))
    await sim.click(sim.carol, again, "Messina 1347 from the beginning")
    assert "step 1 of" in text(sim.again(again))
    assert "step 1 of" in text(await sim.command(sim.dora, "learn", game="messina"))


async def test_a_forged_press_leads_into_no_lesson_that_is_not_there(sim: Sim) -> None:
    panel = message(await sim.command(sim.carol, "learn"))
    await forge.press(sim, sim.carol, panel, "m1:0:-:999999:lesson:rattus step")
    assert "step 13 of 13" in text(sim.again(panel))
    await forge.press(sim, sim.carol, panel, "m1:0:9:999999:lesson:rattus pick take monk")
    assert "step 13 of 13" in text(sim.again(panel))
    await forge.press(sim, sim.carol, panel, "m1:0:-:0:lesson:chess step")
    assert "## Learn to play" in text(sim.again(panel))


@pytest.mark.parametrize("game", taught())
def test_texts_of_a_lesson_are_short_and_its_positions_are_such_as_can_be(game: str) -> None:
    lesson = GAMES[game].lesson
    assert lesson is not None
    for number, step in enumerate(lesson.steps):
        assert len(step.text) <= 260, step.text
        assert step.text.count(". ") <= 2
        table, _ = position_at(game, number)
        assert not step.move or lesson.seat in [due.seat for due in table.due()]
    assert words("en")._(lesson.about)
    assert all(safe_name(name) == name for name in lesson.names)


@pytest.mark.parametrize("lesson", taught())
async def test_a_lesson_can_be_gone_through_by_typing_alone(sim: Sim, lesson: str) -> None:
    heard = text(await sim.command(sim.alice, "learn", game=lesson))
    for step in lesson_of(lesson).steps[:-1]:
        assert f"To type it: `/learn game:{GAMES[lesson].title} answer:" in heard
        offered = await sim.offers(sim.alice, "learn", "answer", game=lesson)
        assert offered
        heard = text(await sim.command(sim.alice, "learn", game=lesson, answer=step.move or "next"))
    count = len(lesson_of(lesson).steps)
    assert f"step {count} of {count}" in heard
