import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.panels import turn
from bot.panels.answers import in_rows, rows_of
from bot.panels.turn_parts import MAX_LINES, Question, Turn, question_of
from bot.ui.message import Id, button
from bot.ui.widths import MAX_IN_ROW, phone_lines
from rules.notation import Move
from rules_service.turn_timers import NUDGED_WITHOUT_HURRY
from tests.bot import players
from tests.bot.players import answers, due, next_panel, press_of
from tests.bot.sim import Sim, buttons, message, text
from tests.bot.test_panel_height import NOW, asked


async def test_P171_one_press_places_two_rats_and_another_turns_all_over(sim: Sim, table: int) -> None:
    """P171: *Undo* undoes everything that a press did. Impossible answers are left out.

    The plague is moved until it meets two rats and the cubes of Gallia.
    """
    for regions in (["gallia"], ["gallia", "gallia"], ["gallia"]):
        await players.turn(sim, *regions)
    chance, made = random.Random(1), list[list[str]]()
    while len(made) < 2:
        who = await due(sim, table)  # fails at the end of the game
        panel: Any = message(await sim.click(who, sim.latest(), "Your turn"))
        while offered := answers(panel):
            steps = (now := await players.game(sim, table)).steps
            many = len(next(one.rats for one in now.view(None).regions if one.id == "gallia")) > 1

            def wish(label: str, offered: dict[str, str] = offered, many: bool = many) -> tuple[bool, bool, float]:
                words = offered[label]
                to_gallia = words == "spread gallia" or (words == "plague gallia" and many)
                other = words.startswith(("plague", "spread", "reveal", "end")) and words != "plague gallia"
                return "+" not in words, not to_gallia, chance.random() - other

            label = min(offered, key=wish)
            await sim.answer(who, panel, label)
            if "+" in offered[label].split():
                made.append([step.move.split()[0] for step in (await players.game(sim, table)).steps[len(steps) :]])
                assert made[-1], "the press was not taken"
                if made[-1] == ["spread", "spread"]:
                    panel = next_panel(sim, who, panel)
                    await sim.click(who, panel, "Undo")
                    assert (await players.game(sim, table)).steps == steps
                    panel = next_panel(sim, who, panel)
                    await sim.answer(who, panel, label)
            panel = next_panel(sim, who, panel)
    assert made[0] == ["spread", "spread"]
    assert set(made[1]) == {"reveal"}, "a turn that has turned a rat over ends by itself"


async def test_P171_start_over_is_offered_if_there_is_more_than_a_press_to_undo(sim: Sim, table: int) -> None:
    for regions in (["gallia"], ["gallia", "gallia"], ["gallia"]):
        await players.turn(sim, *regions)
    who = await due(sim, table)
    legal = (await players.game(sim, table)).due()[0].moves
    take, place = (next(move for move in legal if move.startswith(kind)) for kind in ("take", "place"))
    await sim.bot.app.service.play.move(table, who.id, take, place)
    panel = message(await sim.click(who, sim.latest(), "Your turn"))
    assert "Undo" in buttons(panel)
    assert "Start over" not in buttons(panel)


async def test_details_are_shown_in_the_first_three_games_then_on_request(sim: Sim, table: int) -> None:
    people, table = sim.bot.app.storage.people, (await sim.open_tables())[-1].id
    listed = "**A–"
    assert listed in text(await sim.click(sim.alice, sim.latest(), "Your turn"))
    assert (await people.preferences(sim.alice.id))["early-rattus"] == str(table)
    await people.prefer(sim.alice.id, "early-rattus", "901 902 903")
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    assert listed not in text(panel)
    await sim.click(sim.alice, panel, "Details")
    assert text(sim.again(panel)).count(listed) == 1, "never twice"
    assert "Details" not in buttons(sim.again(panel))
    await sim.command(sim.alice, "preferences", details="on")
    assert listed in text(await sim.click(sim.alice, sim.latest(), "Your turn"))
    await people.prefer(sim.alice.id, "early-rattus", str(table))
    await sim.command(sim.alice, "preferences", details="off")
    assert listed not in text(await sim.click(sim.alice, sim.latest(), "Your turn"))
    assert "1 rat" in text(await sim.command(sim.alice, "turn")), "whoever types reads every detail"


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("lang", ["en", "de", "pl", "hu"])
def test_the_other_controls_share_one_row_of_a_phone(lang: str) -> None:
    """However many controls there are, they fit in one row. One press shows them all, without removing any."""
    for game in ("rattus", "messina"):
        for before in {id(one): one for one, _ in asked(game)}.values():
            now = Turn(before.snapshot, before.seat, lang)
            labels = ["↩ Back", "Undo", "Start over", "Hint", "Details", "What happened", "No more advice"]
            controls = [button(Id(1, "hint", words=str(at)), now.words._(one)) for at, one in enumerate(labels)]
            for count in range(len(controls) + 1):
                shown = turn.one_row(now, (), controls[:count], more=False)
                assert len(shown) <= 1
                more = turn.one_row(now, (), controls[:count], more=True)
                here, all_of_them = ([item for row in rows for item in row] for rows in (shown, more))
                assert [press_of(item).words for item in all_of_them] == [str(at) for at in range(count)]
                assert here == controls[: len(here)] or here[:-1] == controls[: len(here) - 1]
            break


def test_rows_are_as_few_lines_of_a_phone_as_can_be_and_alike() -> None:
    assert [len(row) for row in in_rows(("B · #10",) * 12)] == [4, 4, 4]
    assert [len(row) for row in in_rows(("B · #10",) * 10)] == [3, 3, 4]
    assert [len(row) for row in in_rows(("A · Plague",) * 4)] == [4], "two lines of a phone, one of a screen"
    assert [len(row) for row in in_rows(("A · Plague → Scandia",) * 4)] == [2, 2], "two lines of either"
    assert max(len(row) for row in in_rows(("A",) * 25)) == MAX_IN_ROW
    cubes = ("Gallia +3", "Germania +2", "Hungaria +2", "Anglia +1", "Italia +1", "Turcia +1")
    assert [len(row) for row in in_rows(tuple(f"D · {one}" for one in cubes))] == [2, 4], "none is alone in a line"
    assert [len(row) for row in in_rows(("B · #10",) * 10, 5)] == [5, 5], "as few on a screen"


@pytest.mark.parametrize(
    ("count", "length", "rows", "brief"),
    [(11, 14, 4, False), (12, 14, 4, False), (13, 14, 3, True), (15, 11, 4, False)],
)
def test_four_rows_of_a_screen_and_eight_of_a_phone_have_room_for_answers(count, length, rows, brief):
    """With more answers, names are left out of the buttons, because the picture has their letters."""
    whole, letters = (
        [button(Id(1, "pick", words=str(at)), label) for at in range(count)] for label in ("a" * length, "A")
    )
    found = Question((), [], [], [], [], [], [lambda: [whole], lambda: [letters]], [])
    assert len(found.rows) == rows
    assert [item for row in found.rows for item in row] == (letters if brief else whole)


def test_brief_answers_are_unique_letters_and_the_end_counts_its_losses() -> None:
    bare = counted = 0
    for game in ("rattus", "messina"):
        for _, one in asked(game):
            whole, brief = (
                {str(press_of(item)): str(getattr(item, "label", "")) for group in groups for item in group}
                for groups in (one.groups[0](), one.groups[-1]())
            )
            assert whole.keys() == brief.keys()
            assert sum(map(len, brief.values())) <= sum(map(len, whole.values()))
            letters = [label.split(" ")[0] for label in brief.values() if label not in whole.values()]
            assert len(letters) == len(set(letters))
            bare += any(whole[one] == f"{label} · Gallia" for one, label in brief.items())
            counted += any("lost: " in whole[one] and label[-1].isdigit() for one, label in brief.items())
    assert bare
    assert counted


def test_p26_a_slow_player_can_be_nudged() -> None:
    """P26: a nudge is possible after a reminder or three days, but not for free seats, computers or oneself."""
    now = asked("rattus")[0][0]
    info, hour = now.snapshot.info, timedelta(hours=1)

    def offered(mine: int = 0, **changes: Any) -> list[str]:
        seats = (info.seats[0], replace(info.seats[1], **changes))
        found = turn.nudge_buttons(replace(info, seats=seats), mine, NOW, now.words)
        return [str(press_of(item)) for item in found]

    nudge, long = [f"m1:{info.id}:-:0:nudge:1"], NOW - NUDGED_WITHOUT_HURRY
    assert offered(due_since=NOW - hour, reminded=NOW) == nudge
    assert offered(due_since=long) == nudge
    assert offered(due_since=long + timedelta(seconds=1)) == []
    assert offered(reminded=NOW) == []
    assert offered(1, due_since=long, reminded=NOW) == []
    assert offered(due_since=long, reminded=NOW, vacant=True) == []
    assert offered(due_since=long, reminded=NOW, computer="casual") == []


def test_a_panel_of_many_rows_has_as_few_on_a_wide_screen_as_can_be() -> None:
    fewer = 0
    for _, one in asked("messina"):
        plain = [*(row for group in one.groups[0]() for row in rows_of(group)), *one.selects]
        if len(plain) <= one.max_rows and phone_lines(plain) <= MAX_LINES:
            assert one.rows == plain, "no row that a phone breaks, and no name is missing"
        fewer += len(one.rows) < len(plain)
    assert fewer


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("game", ["rattus", "messina"])
def test_the_answer_of_a_hint_has_a_button_that_stands_out(game: str) -> None:
    """The button stands out even if the answer is in a select or behind the button of its kind."""
    extra = 0
    for now in {id(one): one for one, _ in asked(game)}.values():
        for move in now.legal[:: max(1, len(now.legal) // 5)]:
            found = question_of(now, advised=move)
            blue = [item for row in found.rows for item in row if is_blue(item)]
            assert len(blue) == 1
            assert leads(now, press_of(blue[0]).said, move)
            letters = {mark.letter for mark in found.marks}
            label = str(getattr(blue[0], "label", ""))
            assert " · " not in label or label.split(" · ")[0] in letters, "no letter that is not in the picture"
            best = {mark.letter for mark in found.marks if mark.target in found.advised}
            assert " · " not in label or label.split(" · ")[0] in best, "it stands out in the picture, too"
            extra += press_of(blue[0]).said not in [
                press_of(item).said for row in question_of(now).rows for item in row
            ]
    assert extra


def is_blue(item: Any) -> bool:
    return getattr(item, "style", None) is not None and item.style.name == "primary"


def leads(now: Turn, said: tuple[str, ...], move: Move) -> bool:
    return move in turn.moves_beginning(now.legal, said)


@pytest.mark.parametrize("game", ["rattus", "messina"])
def test_one_or_two_other_controls_rarely_need_a_row_of_their_own(game: str) -> None:
    """The other controls follow the last answer button in its row, and a select stays last."""
    more, questions = [0, 0, 0], asked(game)
    for now, one in questions:
        controls = [button(now.id(action), label) for action, label in (("hint", "Hint"), ("details", "Details"))]
        plain = [str(press_of(item)) for group in one.groups[0]() for item in group]
        for count in (1, 2):
            rows = one.rows_with(controls[:count])
            shown = [str(press_of(item)) for row in rows[: len(rows) - len(one.selects)] for item in row]
            assert shown == [*plain, *(str(press_of(item)) for item in controls[:count])]
            assert rows[len(rows) - len(one.selects) :] == one.selects
            more[count] += len(rows) > len(one.rows)
    assert more[1] / len(questions) < 0.2
    assert more[2] / len(questions) < 0.35
