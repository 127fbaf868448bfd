"""What a panel tells beside its buttons: of an answer nothing twice, and why something is not possible."""

import re

import discord
import pytest
from discord.ui import Button, Select

from bot.games import GAMES
from bot.panels.turn_parts import FINAL, beyond, not_now, question
from rules.game import Target
from tests.bot.test_panel_height import asked


@pytest.mark.parametrize(
    ("name", "told", "more"),
    [
        ("Hex 7", "Hex 7: build, pay 1", "build, pay 1"),
        ("Hex: 1 big fire", "Hex action: 1 big fire", ""),
        ("Scandia", "Scandia, 1 rat", "1 rat"),
        ("Hut: 1 fire", "Hut upgrade (1 fire) for 1 timber", "for 1 timber"),
        ("Hut 2", "Hut 2 (nun)", "nun"),
        ("Germania", "🐀 Rat b in Germania (you saw 4 Church)", "you saw 4 Church"),
        ("Rat b", "🐀 Rat b", ""),
        ("Silk ship", "Silk ship (brings 2 coins), dock NE, plague", "brings 2 coins, dock NE, plague"),
        ("Nun workshop", "Nun workshop (1 fire (late)) for 1 timber", "(1 fire (late)) for 1 timber"),
        ("Hex 1 from dock NW", "Hex 1: build, from dock NW", "build, from dock NW"),
        ("To the upper nuns", "Nun overseer (to the upper nuns): step 2, “1 fire”", "step 2, “1 fire”"),
        ("Free step: city", "Free step: city register, space 2", "city register, space 2"),
        ("Free step: city", "City register, space 2", "City register, space 2"),
        ("Nun", "Nun workshop (1 fire) for 1 timber", "workshop (1 fire) for 1 timber"),
        ("Nun", "Upgraded nun on “1 fire”", "Upgraded nun on “1 fire”"),
        ("To workshop: 6 points", "Nun on “build” to workshop (6 points)", "Nun on “build” to workshop"),
        ("The Monk", "The Monk", ""),
        ("„1 großes Feuer“", "„1 großes Feuer“ (unten)", "unten"),
    ],
)
def test_a_line_tells_what_the_button_does_not(name: str, told: str, more: str) -> None:
    assert beyond(name, told) == more


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_lines_and_selects_are_told_apart_by_what_they_are_called(game: str) -> None:
    several = 0
    for turn, one in asked(game):
        verbs = {turn.speaker.verb(move.split()[0]) for move in turn.moves}
        small = [line.removeprefix("-# ") for line in "\n".join(one.texts).split("\n") if line.startswith("-# ")]
        if not verbs & set(small):  # where two kinds of move are about one place each stands under its own head
            called = [
                name for line in small for some in re.findall(r"\*\*(.+?)\*\*", line) for name in some.split(", ")
            ]
            assert len(set(called)) == len(called)
        heads = [answer.item.placeholder for row in one.rows for answer in row if isinstance(answer.item, Select)]
        assert len(set(heads)) == len(heads)
        several += len(heads) > 1
    assert several or game == "rattus"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_who_types_hears_of_answers_by_their_names_and_of_no_sign(game: str) -> None:
    final = 0
    for turn in {id(turn): turn for turn, _ in asked(game)}.values():
        heard = "\n".join(question(turn, typed=True).texts)
        assert FINAL not in heard
        assert not re.search(r"\*\*[A-Z]\d*(,|\*\*)", heard)
        if turn.lapsed and "end" in turn.moves:
            lost = turn.speaker.lost(turn.lapsed)
            assert f"; lost: {lost}" in heard or "undone" in heard
        final += "It cannot be taken back: " in heard
    assert final


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_not_now_tells_why_what_is_not_legal_cannot_be_done(game: str) -> None:
    told = 0
    for turn in {id(turn): turn for turn, _ in asked(game)}.values():
        table, wishes = turn.snapshot.table, GAMES[game].wishes
        kinds = {move.split()[0] for move in turn.moves}
        reasons = [
            table.why_not(turn.seat, move) for move in wishes(turn.speaker.view, kinds) if move not in turn.moves
        ]
        text = not_now(turn)
        assert bool(text) == any(reasons)
        assert all(turn.speaker.refusal(reason) in text for reason in list(filter(None, reasons))[:1])
        told += bool(text)
    assert told


@pytest.mark.slow
def test_what_would_be_lost_stands_out_and_the_end_does_not() -> None:
    lost = used = 0
    for turn, _ in asked("messina"):
        table = turn.snapshot.table
        items = {
            answer.press.words: answer.item
            for row in question(turn).rows
            for answer in row
            if isinstance(answer.item, Button)
        }
        if not turn.lapsed or "end" not in items:
            continue
        lost += 1
        green = [move for move, item in items.items() if item.style is discord.ButtonStyle.success]
        assert "end" not in green
        assert all(table.saves(turn.seat, move) for move in green if move in turn.moves)
        used += bool(green)
    assert 0 < used <= lost


@pytest.mark.slow
def test_where_most_cubes_go_stands_first_and_regions_alike_as_they_are_read() -> None:
    seen = 0
    for turn, one in asked("rattus"):
        view = turn.speaker.view
        if view.question != "turn" or not any(move.startswith("place ") for move in turn.moves):
            continue
        rats = {region.id: len(region.rats) for region in view.regions}
        items = [answer for row in one.rows for answer in row]
        presses = [answer.press.words.split() for answer in items if isinstance(answer.item, Button)]
        presses += [
            option.value.split()
            for answer in items
            if isinstance(answer.item, Select)
            for option in answer.item.options
        ]
        regions = [words[1] for words in presses if words[:1] == ["place"] and len(words) > 1]
        letters = {region: GAMES["rattus"].pictures.letter(view, Target("region", region)) for region in regions}
        assert regions == sorted(regions, key=lambda region: (-rats[region], letters[region]))
        seen += len(dict.fromkeys(regions)) > 1
    assert seen > 5


@pytest.mark.slow
def test_what_costs_least_stands_first() -> None:
    """Of a way the price: what is near comes before what is far."""
    seen = 0
    for turn, one in asked("messina"):
        view = turn.speaker.view
        docks = {ship.id: dock.id for dock in view.docks for ship in dock.ships}
        presses = [answer.press.words.split() for row in one.rows for answer in row if isinstance(answer.item, Button)]
        ways = [words for words in presses if words[:1] == ["go"] and len(words) == 3 and "*" not in words]
        prices = [view.reach[start][docks.get(goal, goal)] for _, start, goal in ways]
        assert prices == sorted(prices)
        seen += len(set(prices)) > 1
    assert seen > 5
