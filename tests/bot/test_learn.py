import re
from io import BytesIO
from pathlib import Path

import pytest
from discord.ui import Button
from PIL import Image

from bot.panels.answers import LETTER_SEPARATOR
from bot.panels.help_panel import games_with_lessons, lesson_of, position_at, turn_at
from bot.panels.turn_parts import question_of
from games import GAMES
from tests.bot import forge
from tests.bot.players import press_of, selects
from tests.bot.sim import Anything, Sim, buttons, message, pictures, text
from wording import safe_name, words

LESSON_TERMS = Path(__file__).with_name("kept") / "lesson_terms.txt"
WORDS_PER_MINUTE = 150  # The reading speed of someone new to the rules.
PRESSES_PER_MOVE = 2
REMEMBER = {"en": "Remember: ", "de": "Merke dir: ", "pl": "Zapamiętaj: ", "hu": "Jegyezd meg: "}
SECONDS_PER_PRESS = 6  # For the picture, the button and the wait for the answer, as measured with Rattus.


def offered(panel: Anything) -> dict[str, str]:
    """Return each answer's label with its notation so far."""
    found = {label: press.split(":", 5)[-1].split(" ", 2) for label, press in buttons(panel).items()}
    shown = {label: words[2] for label, words in found.items() if words[1] == "pick"}
    return shown | {one["label"]: one["value"] for menu in selects(panel) for one in menu["options"]}


def leads_to(wanted: str, prefix: str) -> bool:
    """Return whether an answer with this prefix can lead to the move."""
    return all(said in ("*", word) for word, said in zip(wanted.split(), prefix.split(), strict=False))


async def answer(sim: Sim, panel: Anything, wanted: str) -> None:
    """Press the answers that lead to the wanted move, one question after the other."""
    step = text(sim.again(panel)).split("\n")[0]
    while text(sim.again(panel)).split("\n")[0] == step:
        answers = {label: move for label, move in offered(sim.again(panel)).items() if leads_to(wanted, move)}
        assert answers, f"nothing leads to {wanted}: {offered(sim.again(panel))}"
        await sim.answer(sim.carol, sim.again(panel), max(answers, key=lambda label: len(answers[label])))


@pytest.mark.deep(one_in=2)
@pytest.mark.parametrize("game", games_with_lessons())
async def test_a_lesson_is_played_to_its_end_with_the_real_buttons(sim: Sim, game: str) -> None:
    lesson = GAMES[game].lesson
    panel = message(await sim.command(sim.carol, "learn", game=game))
    assert panel.flags.ephemeral
    assert len(lesson.steps) <= 15
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
    assert not sim.posts(), "only the reader sees it"
    help_ = await sim.click(sim.carol, sim.again(panel), "Help")
    assert text(help_).startswith(f"## {GAMES[game].title} in short"), "beside the lesson"
    await sim.click(sim.carol, sim.again(panel), "Open a table")
    assert f"## {GAMES[game].title}" in text(sim.latest())


async def test_another_answer_is_kindly_declined_and_nothing_is_lost(sim: Sim) -> None:
    panel = message(await sim.command(sim.carol, "learn", game="rattus"))
    for _ in range(2):
        await sim.click(sim.carol, sim.again(panel), "Next ▶")
    await sim.answer(sim.carol, sim.again(panel), "Witch")
    assert "You could do that in a real game. Here, please choose:** Take the Peasant" in text(sim.again(panel))
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
    assert "Messina 1347: continue with step 2" in buttons(choice)
    await sim.click(sim.carol, choice, "Messina 1347: continue with step 2")
    assert "step 2 of" in text(sim.again(choice))
    again = message(await sim.command(sim.carol, "learn"))
    await sim.click(sim.carol, again, "Messina 1347 from the beginning")
    assert "step 1 of" in text(sim.again(again))
    assert "step 1 of" in text(await sim.command(sim.dora, "learn", game="messina"))


@pytest.mark.parametrize("game", games_with_lessons())
def test_texts_of_a_lesson_are_short_and_its_positions_possible(game: str) -> None:
    lesson = GAMES[game].lesson
    for number, step in enumerate(lesson.steps):
        assert len(step.text) <= 260, step.text
        assert not step.text.startswith("["), "a tag has a value: [score: yes]"
        assert "`/" not in step.text, "a command is named in the reader's language by a button"
        assert step.text.count(". ") <= 2
        table, _ = position_at(game, number)
        assert not step.move or lesson.seat in [due.seat for due in table.due()]
    assert words("en")._(lesson.about)
    assert all(safe_name(name) == name for name in lesson.names)


@pytest.mark.parametrize("lang", ["en", "de", "pl", "hu"])
@pytest.mark.parametrize("game", games_with_lessons())
def test_a_lesson_takes_six_minutes_at_most(game: str, lang: str) -> None:
    seconds = sum(
        len(words(lang)._(step.text).split()) * 60 / WORDS_PER_MINUTE
        + (PRESSES_PER_MOVE if step.move else 1) * SECONDS_PER_PRESS
        for step in lesson_of(game).steps
    )
    assert seconds <= 360


async def test_the_messina_lesson_begins_with_the_goal_and_ends_with_a_score(sim: Sim) -> None:
    """The figures in the lesson are the same as in docs/computer-players.md."""
    first, *_, repopulates, _, _, last = lesson_of("messina").steps
    told = Path("docs/computer-players.md").read_text("utf-8").split("## Where points come from", 1)[1]
    rows = dict(re.findall(r"\| ([a-z ]+) \| (\d+) \|", told))
    total, hexes, played, *_ = rows.values()
    assert f"about {total}: {hexes} for three" in first.text
    assert f"{played} during the game" in first.text
    assert repopulates.move == "repopulate"
    assert last.score
    number = len(lesson_of("messina").steps) - 1
    table, _ = position_at("messina", number)
    panel = message(await sim.command(sim.carol, "learn", game="messina"))
    await forge.press(sim, sim.carol, panel, f"m1:0:-:{number}:lesson:messina step")
    shown = text(sim.again(panel))
    assert "If the game ended now" in shown
    mine, others = table.score().points
    assert f"**{mine}** points" in shown
    assert f"**{others}** points" in shown


@pytest.mark.parametrize(
    ("game", "term", "explained"), [line.split(" | ") for line in LESSON_TERMS.read_text("utf-8").splitlines()]
)
def test_a_lesson_explains_a_term_where_it_first_comes(game: str, term: str, explained: str) -> None:
    first = next(number for number, step in enumerate(lesson_of(game).steps) if term in step.text)
    assert explained in " ".join(step.text for step in lesson_of(game).steps[: first + 1])


@pytest.mark.parametrize("lang", ["en", "de", "pl", "hu"])
@pytest.mark.parametrize(("game", "move"), [("messina", "fight 1 0 1 h5"), ("rattus", "place germania 3")])
def test_a_lesson_calls_a_button_as_it_is_called(lang: str, game: str, move: str) -> None:
    number = [step.move for step in lesson_of(game).steps].index(move)
    items = [item for row in question_of(turn_at(game, number, "Carol", lang)).rows for item in row]
    [label] = [item.label for item in items if isinstance(item, Button) and press_of(item).words.endswith(move)]
    assert f"**{str(label).rpartition(LETTER_SEPARATOR)[2]}**" in words(lang)._(lesson_of(game).steps[number].text)


@pytest.mark.parametrize("game", games_with_lessons())
async def test_a_step_shows_the_picture_of_a_panel_so_that_a_phone_begins_with_the_map(sim: Sim, game: str) -> None:
    panel = message(await sim.command(sim.carol, "learn", game=game))
    for number, step in enumerate(lesson_of(game).steps):
        if not (step.show or step.move):
            await forge.press(sim, sim.carol, panel, f"m1:0:-:{number}:lesson:{game} step")
            [picture] = pictures(sim.env, sim.again(panel))
            width, height = Image.open(BytesIO(picture)).size
            assert height <= width, number


@pytest.mark.parametrize("lang", ["en", "de", "pl", "hu"])
@pytest.mark.parametrize("game", games_with_lessons())
def test_a_lesson_ends_with_the_one_thing_to_remember(game: str, lang: str) -> None:
    last = words(lang)._(lesson_of(game).steps[-1].text)
    assert last.endswith(".**")
    assert last.rpartition("**")[0].rpartition("**")[2].startswith(REMEMBER[lang])
