"""Messina 1347 with boards of side b, with the priority tile, and solo against the virtual opponent."""

import re

import pytest

from rules import GAMES
from rules.errors import RulesError
from rules.game import Score
from rules.messina import events as e
from rules.table import Table
from tests.wording.conftest import Played, play
from tests.wording.speakers import messina_speaker
from wording.catalogue import with_minus_sign
from wording.messina.result_words import POINT_SOURCES

A = "🔴 **Anna**"
SETTINGS = [
    (1, {"confirm": "on"}),
    (1, {"variant": "advanced", "confirm": "on"}),
    (1, {"variant": "advanced", "deal": "chosen", "solo_reshuffle": "empty"}),
    (2, {"variant": "advanced", "confirm": "on"}),
    (3, {"variant": "b_scrolls", "priority_tile": "on"}),
    (4, {"variant": "b_boards", "deal": "chosen", "confirm": "on"}),
]


@pytest.fixture(scope="module")
def variants(messina) -> list[Played]:
    """Return games of every variant, recorded and random ones."""
    recorded = [game for game in messina if game.table.seats == 1 or game.table.options["variant"] != "standard"]
    return recorded + [play(seats, f"variant {at}", one, "messina") for at, (seats, one) in enumerate(SETTINGS)]


@pytest.fixture(scope="module")
def solo(variants) -> list[Played]:
    return [game for game in variants if game.table.seats == 1]


@pytest.fixture
def side_b():
    """Return a solo game whose player has the yellow board and scroll board B2."""
    table = Table(GAMES["messina"], 1, "side b", {"variant": "advanced", "deal": "chosen"})
    table.play(0, "take yellow")
    table.play(0, "take scroll-b2")
    return table.view(None)


def test_a_square_is_called_by_what_it_does_on_the_board_of_its_owner(side_b):
    event = e.Activated(0, "cl1", "craftsman")
    on_a = messina_speaker(None, ["Anna"]).sentence(event)
    on_b = messina_speaker(side_b, ["Anna"]).sentence(event)
    assert "“build”" in on_b
    assert on_a != on_b
    gained = e.Gained(0, "cl2", {"coin": 1})
    assert "“1 coin and 1 timber” (left)" in messina_speaker(side_b, ["Anna"]).sentence(gained)


def test_a_solo_game_is_judged_and_all_points_are_told(solo):
    for game in solo:
        score, view = game.table.score(), game.table.view(None)
        judged, detail = messina_speaker(view, ["Anna"]).final_table(score).split("\n")
        [points] = score.points
        assert f"{A}: **{with_minus_sign(points)} point" in judged
        good = 130 if game.table.options["variant"] == "standard" else 140
        assert view.opponent.good_score == good
        assert ("a good result, for that begins" if points >= good else "A good result begins") in judged
        assert f"at {good}." in judged
        assert sum(int(number.replace("−", "-")) for number in re.findall(r": (−?\d+)", detail)) == points


def test_points_of_scroll_boards_that_differ_are_told_by_their_tracks(variants):
    for game in variants:
        score, view = game.table.score(), game.table.view(None)
        if view.seats > 1 and view.players[0].scroll_board != "a":
            people = ["Anna", "Bob", "Cleo", "Dóra"][: view.seats]
            lines = messina_speaker(view, people).final_table(score).split("\n")
            for at, seat in enumerate(score.ranking):
                detail = lines[2 + 2 * at]
                assert (
                    sum(int(number.replace("−", "-")) for number in re.findall(r": (−?\d+)", detail))
                    == score.points[seat]
                )
                assert "scroll_" not in detail
        known = {*POINT_SOURCES, "scroll_1", "scroll_2", "scroll_3"}
        assert set(score.breakdown) <= known


def test_refusals_call_squares_as_they_are_on_the_players_board(side_b):
    error = RulesError("On {square} nobody can be activated.", square="cl1")
    own = messina_speaker(side_b, ["Anna"]).refusal(error)
    assert own == "On craftsman square “build” (left) nobody can be activated."
    assert messina_speaker(None, ["Anna"]).refusal(error) != own


def test_a_result_has_a_medal_from_where_it_is_good(messina, names):
    view = next(game.table.view(None) for game in messina if game.table.seats == 1)
    results = [Score([view.opponent.good_score + more], {}, [0], [0], "rounds") for more in (-1, 0, 1)]
    assert [messina_speaker(view, names[:1]).result(one)[0] for one in results] == ["📜", "🥇", "🥇"]
