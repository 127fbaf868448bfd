"""The places on the board that a move points at, so that a picture can mark the choices."""

import pytest

from rules.game import Target
from rules.messina import moves as m
from tests.rules.messina.games import GAME


@pytest.mark.parametrize(
    ("move", "targets"),
    [
        (m.Go("home", "h7"), [("home", "home"), ("hex", "h7")]),
        (m.Board("dock-nw", "silk1"), [("dock", "dock-nw"), ("ship", "silk1")]),
        (m.Work("cl1", "b3"), [("square", "cl1"), ("workshop", "b3")]),
        (m.Rescue("nun", "hut2"), [("citizen", "nun"), ("hut", "hut2")]),
        (m.Fight(2, 0, 2, "h5+h3"), [("hex", "h3"), ("hex", "h5")]),
        (m.Fight(1, 1, 0, "-"), []),
        (m.Hut("q3", "hut1"), [("hut_upgrade", "q3"), ("hut", "hut1")]),
        (m.Wagon("c1-1"), [("wagon", "c1-1")]),
        (m.Advance("nun", "on"), [("overseer", "nun")]),
        (m.Advance("nun", "left"), [("overseer", "nun"), ("way", "nun-left")]),
        (m.Elevate("nun", "skip-right"), [("overseer", "nun"), ("way", "nun-skip-right")]),
        (m.Pay("city"), [("register", "city")]),
        (m.Scroll(2), [("scroll", "2")]),
        (m.Take("yellow"), [("board", "yellow")]),
        (m.Take("scroll-b2"), [("scroll_board", "scroll-b2")]),
        (m.Leave(), []),
    ],
)
def test_targets_of_a_move(move, targets):
    assert GAME.targets(move) == tuple(Target(kind, id_) for kind, id_ in targets)
