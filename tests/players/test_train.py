"""Learning: the fit finds what is there, and a round of games comes out the same again."""

import json
import random

import pytest

import players
from players import train
from players.greedy import Taste
from players.train import Sample, Way, fit, play
from players.value import Knowledge, Value
from rules import GAMES
from tests.players.test_thinking import FORWARD, RACE
from tests.rules_service.toy import TOY


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setitem(GAMES, "toy", TOY)
    monkeypatch.setitem(players.KNOWLEDGE, "toy", RACE)


def test_weights_tell_how_games_end():
    """Games whose result is three times a number plus another that counts only at the beginning."""
    lot = random.Random("fit")
    ways = []
    for _ in range(1500):
        one, other = lot.random(), lot.random()
        ways.append(Way([Sample(0.0, (1.0, one, 0.0)), Sample(1.0, (1.0, one, other))], 30 * one + 20 * other))
    know = Knowledge(lambda state, seat: state[1], lambda state: state[0], lambda score, seat: 0.0, 1, ())
    value = Value(know, fit([ways]))
    assert value((0.0, (1.0, 0.9, 0.0)), 0) - value((0.0, (1.0, 0.1, 0.0)), 0) > 15
    assert value((1.0, (1.0, 0.5, 0.9)), 0) - value((1.0, (1.0, 0.5, 0.1)), 0) > 6


def test_a_game_to_learn_from_is_the_same_again_and_tells_of_every_seat(toy):
    games = [play("toy", 2, {}, "seed", FORWARD) for _ in range(2)]
    assert games[0] == games[1]
    assert sorted(way.result for way in games[0]) == [0.0, 100.0]
    assert all(way.samples for way in games[0])
    assert play("toy", 2, {}, "other", FORWARD) != games[0]


def test_what_is_learned_is_written_with_its_commands_and_can_be_gone_on_with(toy, monkeypatch, tmp_path):
    monkeypatch.setattr(train, "page", lambda game: tmp_path / "weights.json")
    monkeypatch.setitem(players.TASTES, "toy", Taste(lambda *_: 0.0, lambda *_: 0.0, lambda *_: 0.0, kept=2))
    told = [*train.run("toy", 1, 2, go_on=False), *train.run("toy", 1, 2, go_on=True)]
    assert [line.split(":")[0] for line in told] == ["toy round 0", "toy round 0"]
    data = json.loads((tmp_path / "weights.json").read_text("utf-8"))
    assert data["commands"] == [
        "python -m players train toy --rounds 1 --games 2",
        "python -m players train toy --rounds 1 --games 2 --go-on",
    ]
    assert data["games"] == 4
    assert len(data["weights"]) == 2


def test_who_has_fancies_likes_some_things_more_or_less():
    plain = [[0.0, 0.0, 0.0] for _ in range(12)]
    other = train.tempered(Value(RACE, plain), [10.0] + [1.0] * 11, random.Random("fancy")).weights
    assert sum(row != like for row, like in zip(other, plain, strict=True)) == train.FANCIES
    assert other[0] == plain[0]
