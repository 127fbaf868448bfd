"""The conformance tests for the words of two tiny games."""

import ast
from pathlib import Path
from types import MappingProxyType

import pytest

import rules
from games import GAMES
from tests.bot.toy import BOT_GAME, DICE_GAME
from tests.rules_service.toy import DICE, TOY
from tests.wording.conformance import Conformance


class TestToy(Conformance):
    game = "toy"
    told_elsewhere = MappingProxyType({"over": "the last section of the board has the result"})

    unsaid = MappingProxyType(
        {"Set.start": "the status says whose turn it is", "Weather.seat": "only that seat reads it"}
    )

    @pytest.fixture(autouse=True)
    def toy(self, monkeypatch):
        monkeypatch.setitem(rules.GAMES, "toy", TOY)
        monkeypatch.setitem(GAMES, "toy", BOT_GAME)


class TestDice(TestToy):
    """Test a game in which each turn begins with a throw, a question that has only one answer."""

    game = "dice"

    @pytest.fixture(autouse=True)
    def toy(self, monkeypatch):
        monkeypatch.setitem(rules.GAMES, "dice", DICE)
        monkeypatch.setitem(GAMES, "dice", DICE_GAME)


TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("path", ["rules/conformance.py", "wording/conformance.py"])
def test_each_demand_of_a_conformance_class_is_in_words(path):
    """A person who adds a game reads what the game lacks, not a bare AssertionError."""
    tree = ast.parse((TESTS / path).read_text("utf-8"))
    assert [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Assert) and node.msg is None] == []
