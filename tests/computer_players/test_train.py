import json
import random

import msgspec
import pytest

import computer_players
from computer_players import train
from computer_players.evaluation import LinearEvaluator, TrainedWeights
from computer_players.train import Episode, Sample, fit, play
from rules import GAMES
from tests.computer_players.test_thinking import FORWARD, RACE
from tests.rules_service.toy import TOY


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setitem(GAMES, "toy", TOY)
    monkeypatch.setitem(computer_players.EVALUATIONS, "toy", RACE)


def test_weights_predict_how_games_end():
    """In these games the result is 30 times one feature, plus 20 times another one that is seen only at the start."""
    lot = random.Random("fit")
    episodes = []
    for _ in range(1500):
        one, other = lot.random(), lot.random()
        episodes.append(Episode([Sample(0.0, (1.0, one, 0.0)), Sample(1.0, (1.0, one, other))], 30 * one + 20 * other))
    weights = fit([episodes])

    def worth(left, features):
        return sum(
            one * left**power * number
            for row, number in zip(weights, features, strict=True)
            for power, one in enumerate(row)
        )

    assert 15 < worth(0.0, (1.0, 0.9, 0.0)) - worth(0.0, (1.0, 0.1, 0.0)) < 30 * 0.8
    assert 6 < worth(1.0, (1.0, 0.5, 0.9)) - worth(1.0, (1.0, 0.5, 0.1)) < 20 * 0.8


def test_old_weights_stay_where_games_have_no_information():
    """In these games the third feature is always 0, and only the new fourth one matters."""
    episodes = [
        Episode([Sample(0.5, (1.0, one, 0.0, new))], 40.0 * new) for one in (0.0, 1.0) for new in (0.0, 1.0)
    ] * 400
    weights = fit([episodes], before=[[0.0, 0.0, 0.0], [7.0, 0.0, 0.0], [5.0, 6.0, 7.0]])
    worth = [sum(one * 0.5**power for power, one in enumerate(row)) for row in weights]
    assert weights[2] == pytest.approx([5.0, 6.0, 7.0])
    assert abs(worth[1]) < 3
    assert worth[3] == pytest.approx(40.0, abs=5.0)


def test_averages_of_all_games_are_learned_at_once():
    """Learning is cautious only for differences between positions, until there are many games."""
    episodes = [Episode([Sample(0.0, (1.0, one))], 10.0 + one) for one in (0.0, 1.0)] * 100
    [[whole, *_], [part, *_]] = fit([episodes])
    assert whole + part / 2 == pytest.approx(10.5, abs=0.01)
    assert 0.05 < part < 0.5


def test_the_latest_games_count_most():
    first, last = ([Episode([Sample(0.0, (1.0, 1.0))], result) for _ in range(400)] for result in (0.0, 10.0))
    weights = fit([first, *[[]] * 40, last])
    assert sum(row[0] for row in weights) > 8


def test_a_training_game_is_reproducible_and_covers_every_seat(toy):
    games = [play("toy", 2, {}, "seed", FORWARD) for _ in range(2)]
    assert games[0] == games[1]
    assert sorted(episode.result for episode in games[0]) == [0.0, 100.0]
    assert all(episode.samples for episode in games[0])
    assert play("toy", 2, {}, "other", FORWARD) != games[0]


def test_weights_are_written_with_their_commands_and_training_can_continue(toy, monkeypatch, tmp_path):
    """A new game has no file yet. Weights for three or more seats start from those for two, which are kept."""
    file, began = tmp_path / "toy" / "weights.json", []
    file.parent.mkdir()

    def learn(game, least, rounds, games, value=None, known=0):
        began.append((least, value and value.weights_for(least), known))
        yield from [([[float(number)] * 3, [0.123456789]], f"round {number}") for number in range(rounds)]

    monkeypatch.setattr(train, "ROOM", tmp_path)
    monkeypatch.setattr(
        train, "load_weights", lambda package: msgspec.json.decode(file.read_bytes(), type=dict[int, TrainedWeights])
    )
    monkeypatch.setattr(train, "learn", learn)
    told = [*train.run("toy", 2, 2, 5, go_on=False), *train.run("toy", 3, 2, 5, go_on=True)]
    told += train.run("toy", 3, 1, 3, go_on=True)
    assert told == ["round 0", "round 1", "round 0", "round 1", "round 0"]
    rounded = [[1.0, 1.0, 1.0], [0.12346]]
    assert began == [(2, None, 0), (3, rounded, 10), (3, rounded, 20)]
    two = "python -m computer_players train toy --seats 2 --rounds 2 --games 5"
    three = "python -m computer_players train toy --seats 3 --rounds 2 --games 5 --go-on"
    assert json.loads(file.read_text("utf-8")) == {
        "2": {"commands": [two], "games": 10, "weights": rounded},
        "3": {
            "commands": [two, three, "python -m computer_players train toy --seats 3 --rounds 1 --games 3 --go-on"],
            "games": 23,
            "weights": [[0.0, 0.0, 0.0], [0.12346]],
        },
    }


def test_an_exploring_player_over_or_undervalues_some_features():
    plain = [[0.0, 0.0, 0.0] for _ in range(12)]
    known = LinearEvaluator(RACE, {2: plain, 4: plain})
    every = train.perturbed(known, [10.0] + [1.0] * 11, random.Random("shift"))
    other = every.weights_for(2)
    assert every.weights == {2: other, 4: other}
    assert known.weights_for(2) == plain == [[0.0, 0.0, 0.0] for _ in range(12)]
    assert sum(row != like for row, like in zip(other, plain, strict=True)) == train.PERTURBED_FEATURES
    assert other[0] == plain[0]
