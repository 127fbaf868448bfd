"""Messina 1347 with side-B boards, with the priority tile, and solo against the virtual opponent."""

import pytest

from rules import GAMES
from rules.errors import RulesError
from rules.game import Score
from rules.messina import events as e
from rules.table import Table
from tests.wording.speakers import messina_speaker


@pytest.fixture
def side_b():
    """Return the public view of a solo game whose player has the yellow board and scroll board B2."""
    table = Table(GAMES["messina"], 1, "side b", {"variant": "advanced", "deal": "chosen"})
    table.play(0, "take yellow")
    table.play(0, "take scroll-b2")
    return table.view(None)


def test_a_square_is_named_by_its_action_on_its_owners_board(side_b):
    event = e.Activated(0, "cl1", "craftsman")
    on_a = messina_speaker(None, ["Anna"]).sentence(event)
    on_b = messina_speaker(side_b, ["Anna"]).sentence(event)
    assert "“build”" in on_b
    assert on_a != on_b
    gained = e.Gained(0, "cl2", {"coin": 1})
    assert "“1 coin and 1 timber” (left)" in messina_speaker(side_b, ["Anna"]).sentence(gained)


def test_refusals_call_squares_as_they_are_on_the_players_board(side_b):
    error = RulesError("On {square} nobody can be activated.", square="cl1")
    own = messina_speaker(side_b, ["Anna"]).refusal(error)
    assert own == "On craftsman square “build” (left) nobody can be activated."
    assert messina_speaker(None, ["Anna"]).refusal(error) != own


def test_a_result_has_a_medal_from_where_it_is_good(messina, names):
    view = next(game.table.view(None) for game in messina if game.table.seats == 1)
    results = [Score([view.opponent.good_score + more], {}, [0], [0], "rounds") for more in (-1, 0, 1)]
    assert [messina_speaker(view, names[:1]).result(one)[0] for one in results] == ["📜", "🥇", "🥇"]
