"""What a move points at on the board."""

import pytest

from rules.game import Target
from tests.rules.rattus.games import GAME

REGION = ("region", "gallia")


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("place gallia 2", [REGION]),
        ("take monk", [("card", "monk")]),
        ("monk gallia-b italia", [("rat", "gallia-b"), ("region", "italia")]),
        ("merchant gallia italia 3", [REGION, ("region", "italia")]),
        ("witch gallia-a", [("rat", "gallia-a")]),
        ("end", []),
        ("skip", []),
        ("serf", []),
        ("baker", []),
        ("mayor", []),
        ("crusader", []),
        ("unload gallia", [REGION]),
        ("carry 1", []),
        ("messenger gallia 2 0", [REGION]),
        ("nun reserve gallia", [REGION]),
        ("nun italia gallia", [("nun", "italia"), REGION]),
        ("bishop italia gallia", [("bishop", "italia"), REGION]),
        ("soldier gallia", [REGION]),
        ("join knight", [("card", "knight")]),
        ("piper italia gallia 0", [("region", "italia"), REGION]),
        ("follow gallia-a", [("rat", "gallia-a")]),
        ("wizard gallia 1", [REGION]),
        ("queen gallia", [REGION]),
        ("emperor reserve gallia+hispania", [("connection", "gallia+hispania")]),
        ("emperor gallia+italia gallia+hispania", [("wall", "gallia+italia"), ("connection", "gallia+hispania")]),
    ],
)
def test_the_targets_of_a_move(text, targets):
    move = GAME.notation.parse(text)
    assert move is not None
    assert GAME.targets(move) == tuple(Target(kind, id_) for kind, id_ in targets)
