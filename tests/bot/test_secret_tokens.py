"""Buttons, colours and texts of a panel never depend on facts that its player does not know (R131)."""

import random
from collections.abc import Callable, Iterator

import discord
import pytest

from bot.panels.turn_parts import Turn, question_of, so_far
from games import GAMES
from games.move_picker import Said, next_answers
from rules.game import State, due_seats
from rules.table import Table
from rules_service import Snapshot
from tests.bot.infos import running, seat
from tests.bot.players import press_of
from tests.rules.messina import test_contract as messina
from tests.rules.rattus import test_contract as rattus
from tests.rules.rattus.build import R, in_play, position

SCRAMBLE: dict[str, Callable[[State, int, random.Random], State]] = {
    "messina": messina.TestMessina().scramble,
    "rattus": rattus.TestRattus().scramble,
}
VARIANTS: dict[str, tuple[dict[str, str], ...]] = {
    "messina": tuple(messina.TestMessina.variants),
    "rattus": tuple(rattus.TestRattus.variants),
}

# These cards can turn over a lone rat without asking.
VARIANTS["rattus"] += ({"cards": in_play(["serf", "king", "mayor"]), "late_abilities": "off"},) * 6
GAMES_OF = {"messina": 3, "rattus": 3}  # with each variant
OTHERS = {"messina": 0.06, "rattus": 0.01}  # shares of the panels checked in other phases


def turn_of(table: Table, player: int, lang: str = "en") -> Turn:
    info = running(table.game.id, *map(seat, range(table.seats)))
    return Turn(Snapshot(info, table, table.number, 0, tuple(range(1, table.number + 1)), unseen=()), player, lang)


def panels(turn: Turn) -> Iterator[object]:
    """Yield everything shown on the panel, by question: texts, marks on the picture, and buttons with their styles."""
    yield so_far(turn)
    hints = GAMES[turn.snapshot.info.game].hints(turn.speaker.view)
    prefixes: list[Said] = [()]
    for prefix in prefixes:
        prefixes += [one.said for one in next_answers(turn.legal, prefix, hints) if not one.move]
        found = question_of(turn, prefix)
        yield (
            prefix, found.details, found.texts, found.marks,
            [[item.to_component_dict() for item in row] for row in found.rows],
        )  # fmt: skip
    typed = question_of(turn, typed=True)
    yield typed.details, typed.texts


def green(turn: Turn) -> list[str]:
    """Return the moves of the highlighted buttons of the first question."""
    buttons = [item for row in question_of(turn).rows for item in row if isinstance(item, discord.ui.Button)]
    return [press_of(one).words for one in buttons if one.style == discord.ButtonStyle.success]  # type: ignore[attr-defined]


def serf_in_the_final_round(hidden: str) -> Table:
    """Return a table where moving the plague to Italia turns over its only rat at once, because `confirm` is off."""
    return position(
        seats=2, cards={"serf": R, "king": R}, cubes={"italia": "r1 g1", "germania": "r1"},
        rats={"italia": [hidden], "germania": ["5 ?"]}, plague="hispania", stock="r0", ask="final", confirm="off",
    )  # fmt: skip


def test_R131_a_face_down_rat_does_not_colour_the_buttons_of_the_final_round() -> None:
    """R131: the buttons for Italia and for an empty region look the same, whichever rat is in Italia."""
    first, second = (turn_of(serf_in_the_final_round(hidden), R) for hidden in ("1 A", "6 M Bo Ch Kn Ro"))
    assert first.snapshot.table.view(R) == second.snapshot.table.view(R)
    assert list(panels(first)) == list(panels(second))
    assert green(first) == [], "no answer looks like advice"


@pytest.mark.deep(one_in=9)
@pytest.mark.parametrize(("name", "lang"), [("messina", "en"), ("rattus", "en"), ("rattus", "de")])
def test_R131_positions_that_a_seat_cannot_tell_apart_give_the_same_panels(name: str, lang: str) -> None:
    """R131: in random games, positions that differ only in things unseen by the seat give the same panels."""
    lot, compared = random.Random(f"{name} {lang}"), 0
    game = GAMES[name].rules
    for number, variant in enumerate(VARIANTS[name] * GAMES_OF[name]):
        seats = game.seats[number % len(game.seats)]
        offered = {option.id for option in game.options(seats)}
        options = {option: value for option, value in variant.items() if option in offered}
        table = Table(game, seats, f"{name} {lang} {number}", {**options, "confirm": ("off", "on")[number % 5 == 0]})
        while not table.over:
            [seat] = lot.sample(due_seats(table.state), 1)
            # Check every panel of the final round, where most can be seen at once.
            if table.view(None).phase == "final" or lot.random() < OTHERS[name]:
                twin = table.fork()
                twin.state = SCRAMBLE[name](table.state, seat, lot)
                assert twin.digest != table.digest
                assert list(panels(turn_of(twin, seat, lang))) == list(panels(turn_of(table, seat, lang)))
                compared += 1
            table.play(seat, lot.choice(table.legal(seat)).text)
    assert compared > 100
