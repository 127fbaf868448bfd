"""The conformance tests for the words of a tiny game: a third game needs only its id."""

import ast
from collections.abc import Callable
from dataclasses import replace
from inspect import signature
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import rules
from games import GAMES
from tests.bot.toy import BOT_GAME, DICE_GAME, MOVES, WORDS, board_text, describe
from tests.rules_service.toy import DICE, TOY
from tests.wording.conformance import Conformance, random_games
from wording.help_pages import Page


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
    """A game in which each turn begins with a throw: its single answer has all the words of a question."""

    game = "dice"

    @pytest.fixture(autouse=True)
    def toy(self, monkeypatch):
        monkeypatch.setitem(rules.GAMES, "dice", DICE)
        monkeypatch.setitem(GAMES, "dice", DICE_GAME)


TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("path", ["rules/conformance.py", "wording/conformance.py"])
def test_each_demand_of_a_conformance_class_is_in_words(path):
    """Who adds a game reads what it lacks, and no bare AssertionError."""
    tree = ast.parse((TESTS / path).read_text("utf-8"))
    assert [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Assert) and node.msg is None] == []


@pytest.mark.parametrize(
    ("changes", "test", "demand"),
    [
        (
            {"moves": MOVES | {"end": replace(MOVES["end"], text="Done")}},
            Conformance.test_the_end_of_a_turn_has_the_same_words_in_every_game,
            "the text of `end` in `GameWords.moves` is “End my turn”",
        ),
        (
            {"describe": lambda part, names, s: describe(part, names, s).rstrip(".")},
            Conformance.test_every_description_is_plain_and_fits,
            "an alt text .* ends with one of these signs: .!",
        ),
        (
            {"help": (Page("track", "The track", "How the race goes", ("Walk to the end.",)),)},
            Conformance.test_each_page_of_help_has_its_title_and_fits_into_a_message,
            "the page track in `GameWords.help` has 101 to 3500 characters with its title, not 30",
        ),
        (
            {"board_text": lambda s: board_text(s)[:1]},
            Conformance.test_a_page_of_the_board_in_words_begins_where_a_section_does,
            "the last section of `board_text` ends with `s.status\\(\\)`, not with “.*”",
        ),
        (
            {"nearing_end": lambda s, brief=False: "" if s.view.over or not max(s.view.fields) else "It ends soon."},
            Conformance.test_the_end_is_announced_before_it_comes,
            "`GameWords.nearing_end` names the leader: It ends soon.",
        ),
    ],
)
def test_a_demand_says_what_is_missing(
    changes: dict[str, Any], test: Callable[..., None], demand: str, names: list[str], monkeypatch: pytest.MonkeyPatch
):
    class Broken(Conformance):
        game = "toy"

    monkeypatch.setitem(rules.GAMES, "toy", TOY)
    monkeypatch.setitem(GAMES, "toy", BOT_GAME)
    ended = random_games("toy")
    given = {"names": names, "ended": ended, "met": [position for game in ended for position in game.positions]}
    monkeypatch.setitem(GAMES, "toy", replace(BOT_GAME, words=replace(WORDS, **changes)))
    with pytest.raises(AssertionError, match=demand):
        test(Broken(), **{name: given[name] for name in signature(test).parameters if name in given})
