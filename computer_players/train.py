"""Training: in each round, players play against themselves, and the value function is fitted to the games.

The target of a position is the value of the same seat's next position, mixed with the result of the game (TD(λ)). All
rounds are kept, older ones with less weight. Only this module needs numpy, and only for training.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import computer_players
from computer_players.evaluation import WEIGHT_COEFFICIENTS, LinearEvaluator, TrainedWeights, Weights, load_weights
from computer_players.player import Greedy, Player, observe
from computer_players.search import Effort, Level, Thinker
from rules import GAMES
from rules.game import apply_move, blocking_seats, start_game
from rules.validate import check_options

EFFORT = Effort(beam_width=3, samples=3)  # the effort in self-play: more games are better than stronger play
FIRST_EPSILON, EPSILON = 0.15, 0.05  # share of random moves: by the greedy players of round 0, and later
RIDGE = 300.0  # regularisation towards the previous weights, or 0
LAMBDA = 0.9  # λ of TD(λ): how far a target looks ahead
ROUND_DECAY = 0.94  # the weight of a round relative to the next one
MIN_GAMES_TO_REPLACE_WEIGHTS = 192
PERTURBED_FEATURES = 4  # An exploring player over- or undervalues this many features.
PERTURBATION = 0.25  # the standard deviation of a change: this share of the results' spread, per spread of the feature
MIN_FEATURE_SPREAD = 0.5
ROOM = Path(__file__).parent  # the folder of the games' packages, each of which has its weights
TD_SWEEPS = 4  # iterations of targets and weights

Array = np.ndarray[Any, np.dtype[np.float64]]
Spread = Sequence[float]  # the spread of the results (in place of the constant feature), and of each feature


@dataclass(frozen=True)
class Sample:
    """A position in a game as its seat sees it: the fraction of the game that is left, and the features."""

    remaining: float
    features: Sequence[float]


@dataclass
class Episode:
    """Sampled positions of a game as one seat sees them, in the order of play, and the seat's final result."""

    samples: list[Sample]
    result: float


def perturbed(evaluator: LinearEvaluator, spread: Spread, lot: random.Random) -> LinearEvaluator:
    """Return an evaluator with some features over- or undervalued.

    This makes players try moves that they would otherwise never learn to value.
    """
    every = {seats: [list(row) for row in weights] for seats, weights in evaluator.weights.items()}
    for number in lot.sample(range(1, len(spread)), min(PERTURBED_FEATURES, len(spread) - 1)):
        shift = lot.gauss(0.0, PERTURBATION * spread[0]) / max(spread[number], MIN_FEATURE_SPREAD)
        for weights in every.values():
            weights[number][0] += shift
    return LinearEvaluator(evaluator.spec, every)


def play(
    game_id: str, seats: int, options: dict[str, str], seed: str, evaluator: LinearEvaluator | None, spread: Spread = ()
) -> list[Episode]:
    """Play a game between players with this evaluator, or between greedy players if it is None.

    Return the episode of each seat. With ``spread``, half of the evaluator's players on average explore (see
    `perturbed`).
    """
    game, spec, lot = GAMES[game_id], computer_players.EVALUATIONS[game_id], random.Random(seed)
    state, _ = start_game(game, seats, seed, check_options(game, seats, seed, options))
    sitting: list[Player] = [
        Greedy(spec.greedy, f"{seed} {seat}")
        if evaluator is None
        else Thinker(
            Level(EFFORT),
            perturbed(evaluator, spread, lot) if spread and lot.random() < 0.5 else evaluator,
            f"{seed} {seat}",
        )
        for seat in range(seats)
    ]
    episodes = [Episode([], 0.0) for _ in range(seats)]
    while not state.over:
        due = blocking_seats(state)[0]
        for seat, episode in enumerate(episodes):
            if seat == due or lot.random() < 1 / (2 * seats):  # Sample some positions from the others' turns, too.
                episode.samples.append(Sample(spec.remaining(state), spec.features(state, seat)))
        observed = observe(game, state, due)
        stray = lot.random() < (FIRST_EPSILON if evaluator is None else EPSILON)
        apply_move(game, state, due, lot.choice(observed.moves) if stray else sitting[due].choose(observed))
    score = game.score(state)
    for seat, episode in enumerate(episodes):
        episode.result = spec.result(score, seat)
    return episodes


def fit(rounds: Sequence[Sequence[Episode]], before: Weights = ()) -> list[list[float]]:
    """Return the weights that best predict the games.

    ``before``: the previous weights, used where these games give no information. They may lack new features.
    """
    episodes = [episode for some in rounds for episode in some]
    samples = [sample for episode in episodes for sample in episode.samples]
    lengths = [len(episode.samples) for episode in episodes]
    decay = [ROUND_DECAY ** (len(rounds) - 1 - number) for number, some in enumerate(rounds) for _ in some]
    remaining = np.array([sample.remaining for sample in samples])
    plain = np.array([sample.features for sample in samples], dtype=np.float64)
    table: Array = np.concatenate([plain * (remaining**power)[:, None] for power in range(WEIGHT_COEFFICIENTS)], axis=1)
    scale = table.std(axis=0) + 1e-6
    scale[0] = 1.0
    table /= scale
    weight: Array = np.repeat(np.array(decay), lengths)
    ridge = np.full(table.shape[1], RIDGE)
    ridge[0] = 0.0
    start = np.zeros((WEIGHT_COEFFICIENTS, plain.shape[1]))
    start[:, : len(before)] = np.array(before).reshape(-1, WEIGHT_COEFFICIENTS).T
    prior: Array = start.reshape(-1) * scale
    solve = np.linalg.inv((table * weight[:, None]).T @ table + np.diag(ridge)) @ (table * weight[:, None]).T
    results: Array = np.repeat(np.array([episode.result for episode in episodes]), lengths)
    found: Array = prior + solve @ (results - table @ prior)
    for _ in range(TD_SWEEPS):
        found = prior + solve @ (_targets(episodes, table @ found) - table @ prior)
    weights: list[list[float]] = (found / scale).reshape(WEIGHT_COEFFICIENTS, -1).T.tolist()
    return weights


def _targets(episodes: Sequence[Episode], values: Array) -> Array:
    targets, at = np.empty_like(values), 0
    for episode in episodes:
        ahead = episode.result
        for number in reversed(range(at, at + len(episode.samples))):
            targets[number] = ahead
            ahead = (1 - LAMBDA) * values[number] + LAMBDA * ahead
        at += len(episode.samples)
    return targets


def learn(
    game_id: str, least: int, rounds: int, games: int, evaluator: LinearEvaluator | None = None, known: int = 0
) -> Iterator[tuple[Weights, str]]:
    """Play and fit, round by round. Yield the weights after each round, and a report on its games.

    ``least``: the smallest number of seats to which the weights apply. ``evaluator``: the result of ``known`` earlier
    games, which are not replayed. It is used until there are enough games for a better one.
    """
    spec, stage = computer_players.EVALUATIONS[game_id], f"on {known}" if evaluator else "train"
    before = evaluator.weights_for(least) if evaluator else ()
    tables = spec.training_setups[least]
    played: list[list[Episode]] = []
    spread: list[float] = []
    for number in range(rounds):
        episodes: list[Episode] = []
        results: dict[str, list[float]] = {}
        for at in range(games):
            seats, options = tables[at % len(tables)]
            some = play(game_id, seats, dict(options), f"{stage} {number} {at}", evaluator, spread)
            title = " ".join([str(seats), *options.values()])
            results.setdefault(title, []).extend(episode.result for episode in some)
            episodes += some
        played.append(episodes)
        samples = np.array([sample.features for episode in episodes for sample in episode.samples])
        spread = [float(np.std([episode.result for episode in episodes])), *samples.std(axis=0).tolist()[1:]]
        if evaluator is None or games * len(played) >= MIN_GAMES_TO_REPLACE_WEIGHTS:
            evaluator = LinearEvaluator(spec, {least: fit(played, before)})
        means = ", ".join(f"{title}: {sum(some) / len(some):.1f}" for title, some in results.items())
        yield evaluator.weights_for(least), f"{game_id} from {least} on, round {number}: {means}"


def run(game_id: str, least: int, rounds: int, games: int, go_on: bool) -> Iterator[str]:
    """Train for tables of at least ``least`` seats, and write the weights after each round. Yield reports.

    ``go_on``: start from the current weights for these tables instead of from scratch.
    """
    file = ROOM / game_id / "weights.json"
    every = load_weights(f"computer_players.{game_id}") if file.exists() else {}
    before = every[max(number for number in every if number <= least)] if go_on else TrainedWeights()
    evaluator = LinearEvaluator(computer_players.EVALUATIONS[game_id], {least: before.weights}) if go_on else None
    for number, (weights, how) in enumerate(learn(game_id, least, rounds, games, evaluator, before.games), 1):
        command = f"python -m computer_players train {game_id} --seats {least} --rounds {number} --games {games}"
        rounded = [[float(f"{one:.5g}") for one in row] for row in weights]
        commands = [*before.commands, command + " --go-on" * go_on]
        every[least] = TrainedWeights(commands, before.games + number * games, rounded)
        text = json.dumps(msgspec.to_builtins(every, str_keys=True)).replace("], [", "],\n[")
        file.write_text(text + "\n", "utf-8")
        yield how
