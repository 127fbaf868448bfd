"""Learning: players of each round play against themselves, and the value is fitted to how their games went on.

A position's target is what the next position of the same seat promises, mixed with how the game ended (TD(λ)). All
rounds are kept, older ones with less weight. Only this file needs numpy, and only while learning.
"""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import players
from players.greedy import Greedy
from players.levels import Level
from players.player import Player, ask
from players.search import Effort
from players.thinker import Thinker
from players.value import POWERS, Learned, Value, Weights, load
from rules import GAMES
from rules.game import apply, blocking, start
from rules.options import check_options

EFFORT = Effort(width=3, worlds=3)  # of those who play against themselves: many games rather than good ones
FIRST_STRAY, STRAY = 0.15, 0.05  # how often a move is made at random: by greedy players in round 0, and later
RIDGE = 300.0  # how strongly weights are drawn to what was learned before, or to 0
LAMBDA = 0.9  # how far a target looks ahead
FADE = 0.94  # how much less the games of a round count than those of the next one
ENOUGH = 192  # games to fit weights to that take the place of others
FANCIES = 4  # features that a player with fancies likes more or less than is right
FANCY = 0.25  # how much, as a part of how far results lie apart, for a feature that is as much more as usual
LEAST = 0.5  # what is usual at least
SWEEPS = 4  # in which targets and weights are made of one another

Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Sample:
    """A position on the way of a seat through a game."""

    left: float
    features: Sequence[float]


@dataclass
class Way:
    """The positions of a seat in a game, in their order, and what it made of the end."""

    samples: list[Sample]
    result: float


def tempered(value: Value, spread: Sequence[float], lot: random.Random) -> Value:
    """A value that likes some things more or less than is right: who never tries something never learns its worth."""
    every = {seats: [list(row) for row in weights] for seats, weights in value.weights.items()}
    for number in lot.sample(range(1, len(spread)), FANCIES):
        fancy = lot.gauss(0.0, FANCY * spread[0]) / max(spread[number], LEAST)
        for weights in every.values():
            weights[number][0] += fancy
    return Value(value.knowledge, every)


def play(
    game_id: str, seats: int, options: dict[str, str], seed: str, value: Value | None, spread: Sequence[float] = ()
) -> list[Way]:
    """A game of players with this value against themselves; without one, of greedy players.

    ``spread``: how far results, and each feature, lie apart; with it half of the players have their fancies.
    """
    game, know, lot = GAMES[game_id], players.KNOWLEDGE[game_id], random.Random(seed)
    state, _ = start(game, seats, seed, check_options(game, seats, seed, options))
    sitting: list[Player] = [
        Greedy(players.TASTES[game_id], f"{seed} {seat}")
        if value is None
        else Thinker(
            Level(EFFORT), tempered(value, spread, lot) if spread and lot.random() < 0.5 else value, f"{seed} {seat}"
        )
        for seat in range(seats)
    ]
    ways = [Way([], 0.0) for _ in range(seats)]
    while not state.over:
        due = blocking(state)[0]
        for seat, way in enumerate(ways):
            if seat == due or lot.random() < 1 / (2 * seats):  # positions in others' turns count, too
                way.samples.append(Sample(know.left(state), know.features(state, seat)))
        asked = ask(game, state, due)
        stray = lot.random() < (FIRST_STRAY if value is None else STRAY)
        apply(game, state, due, lot.choice(asked.moves) if stray else sitting[due].choose(asked))
    score = game.score(state)
    for seat, way in enumerate(ways):
        way.result = know.result(score, seat)
    return ways


def fit(rounds: Sequence[Sequence[Way]], before: Weights = ()) -> list[list[float]]:
    """The weights that tell best how games go on.

    ``before``: what was learned before. It holds for whatever these games do not tell; features may have come since.
    """
    ways = [(way, FADE ** (len(rounds) - 1 - number)) for number, some in enumerate(rounds) for way in some]
    samples = [sample for way, _ in ways for sample in way.samples]
    left = np.array([sample.left for sample in samples])
    plain = np.array([sample.features for sample in samples], dtype=np.float64)
    table: Array = np.concatenate([plain * (left**power)[:, None] for power in range(POWERS)], axis=1)
    scale = table.std(axis=0) + 1e-6
    scale[0] = 1.0
    table /= scale
    weight = np.concatenate([np.full(len(way.samples), part) for way, part in ways])
    ridge = np.full(table.shape[1], RIDGE)
    ridge[0] = 0.0
    start = np.zeros((POWERS, plain.shape[1]))
    start[:, : len(before)] = np.array(before).reshape(-1, POWERS).T
    prior: Array = start.reshape(-1) * scale
    solve = np.linalg.inv((table * weight[:, None]).T @ table + np.diag(ridge)) @ (table * weight[:, None]).T
    results = np.concatenate([np.full(len(way.samples), way.result) for way, _ in ways])
    found: Array = prior + solve @ (results - table @ prior)
    for _ in range(SWEEPS):
        found = prior + solve @ (_targets([way for way, _ in ways], table @ found) - table @ prior)
    weights: list[list[float]] = (found / scale).reshape(POWERS, -1).T.tolist()
    return weights


def _targets(ways: Sequence[Way], values: Array) -> Array:
    targets, at = np.empty_like(values), 0
    for way in ways:
        ahead = way.result
        for number in reversed(range(at, at + len(way.samples))):
            targets[number] = ahead
            ahead = (1 - LAMBDA) * values[number] + LAMBDA * ahead
        at += len(way.samples)
    return targets


def _spread(ways: Sequence[Way]) -> list[float]:
    """How far results lie apart (in the place of the feature that is always 1), and each feature."""
    found: list[float] = np.array([sample.features for way in ways for sample in way.samples]).std(axis=0).tolist()
    return [float(np.std([way.result for way in ways])), *found[1:]]


def learn(
    game_id: str, least: int, rounds: int, games: int, value: Value | None = None, known: int = 0
) -> Iterator[tuple[Weights, str]]:
    """Play and fit, round by round. Yields the weights after each one, and how its games went.

    ``least``: number of seats from which on the weights count.
    ``value``: what has been learned before, from ``known`` games, which are not played again. It is kept until there
    are enough games for a better one.
    """
    know, stage = players.KNOWLEDGE[game_id], f"on {known}" if value else "train"
    before = value.counting(least) if value else ()
    tables = know.tables[least]
    played: list[list[Way]] = []
    spread: list[float] = []
    for number in range(rounds):
        ways: list[Way] = []
        results: dict[str, list[float]] = {}
        for at in range(games):
            seats, options = tables[at % len(tables)]
            some = play(game_id, seats, dict(options), f"{stage} {number} {at}", value, spread)
            title = " ".join([str(seats), *options.values()])
            results.setdefault(title, []).extend(way.result for way in some)
            ways += some
        played.append(ways)
        spread = _spread(ways)
        if value is None or games * len(played) >= ENOUGH:
            value = Value(know, {least: fit(played, before)})
        means = ", ".join(f"{title}: {sum(some) / len(some):.1f}" for title, some in results.items())
        yield value.counting(least), f"{game_id} from {least} on, round {number}: {means}"


def write(page: Path, learned: Mapping[int, Learned]) -> None:
    """Write what was learned into the file of a game."""
    for one in learned.values():
        one.weights = [[float(f"{number:.5g}") for number in row] for row in one.weights]
    page.write_text(json.dumps(msgspec.to_builtins(learned, str_keys=True)).replace("], [", "],\n[") + "\n", "utf-8")


def page(game_id: str) -> Path:
    """The file of what was learned for a game."""
    return Path(players.__file__).parent / game_id / "weights.json"


def run(game_id: str, least: int, rounds: int, games: int, go_on: bool) -> Iterator[str]:
    """Learn for tables of ``least`` seats on, and write what was learned after each round. Yields how games went.

    ``go_on``: from what counts at such tables so far.
    """
    every = load(f"players.{game_id}") if page(game_id).exists() else {}
    before = every[max(number for number in every if number <= least)] if go_on else Learned()
    value = Value(players.KNOWLEDGE[game_id], {least: before.weights}) if go_on else None
    for number, (weights, how) in enumerate(learn(game_id, least, rounds, games, value, before.games), 1):
        command = f"python -m players train {game_id} --seats {least} --rounds {number} --games {games}"
        every[least] = Learned([*before.commands, command + " --go-on" * go_on], before.games + number * games, weights)
        write(page(game_id), every)
        yield how
