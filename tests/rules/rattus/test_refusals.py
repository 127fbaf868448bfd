"""Moves and positions are refused for the recorded reasons: which comes first, how often, and with which values.

Those of positions are compared in `test_check.py`.
"""

import random
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from rules.errors import BadPosition, RulesError
from rules.game import copy_state, due_seats, legal_moves
from rules.table import Table
from tests.kept import kept_case
from tests.rules.rattus.games import GAME, before_each_move
from tests.rules.rattus.test_contract import TestRattus as Contract
from tests.test_recorded import FILES, read

pytestmark = pytest.mark.kept

RECORDED = Path(__file__).with_name("refusals.json")
CARDS = ("base", "random", "base", "rat_control", "good_times", "war_in_europe", "random", "one_per_class")
WORDS = (
    *("a", "b", "c", "gallia", "gallia-b", "S01", "turn", "end", "king", "on", "off", "final", "spread", "setup"),
    *("russia", "gallia+italia", "nun", "knight", "random"),
)
EXAMPLES = 3  # of each refusal, with its values


class Refusals:
    """Refusals by their text: how many there were, and the first ones with their values."""

    def __init__(self):
        self.counts, self.examples = {}, {}

    def add(self, error, context=""):
        """Count a refusal."""
        self.counts[error.template] = self.counts.get(error.template, 0) + 1
        examples = self.examples.setdefault(error.template, [])
        if len(examples) < EXAMPLES and (text := f"{context}{error}") not in examples:
            examples.append(text)

    def kept(self):
        """Return them as they are recorded."""
        return {told: [self.counts[told], *self.examples[told]] for told in sorted(self.counts)}


def refused_moves(seats):
    """Return the refusals of random moves of each kind in the recorded games."""
    lot, found, fields = random.Random(f"{seats} moves"), Refusals(), Contract()
    for recorded in map(read, FILES):
        if (recorded.log.game, recorded.log.seats) != ("rattus", seats):
            continue
        for moment in Table.load(GAME, recorded.log, trusted=True).moments():
            for seat in due_seats(moment.state):
                state, possible = copy_state(moment.state), legal_moves(moment.state, seat)
                words = fields.fields(lot, state)
                for verb, kind in GAME.notation.kinds.items():
                    text = " ".join([verb, *(lot.choice(words[field]) for field in kind.__struct_fields__)])
                    move = GAME.notation.parse(text)
                    if move is not None and move not in possible:
                        decision = state.pending[seat][-1]
                        found.add(decision.refuse(state, seat, move), f"{decision.question}, {text}: ")
    return found.kept()


def refused_positions(seats):
    """Return the refusals of damaged positions. Those that are accepted can be played on."""
    lot, found, passed = random.Random(seats), Refusals(), 0
    for seed, cards in enumerate(CARDS):
        for number, state in enumerate(before_each_move(seats, seed, confirm=lot.choice(["on", "off"]), cards=cards)):
            if number % 3:
                continue
            for _ in range(6):
                harmed = damage(lot, msgspec.to_builtins(state))
                try:
                    table = Table.from_position(GAME, harmed)
                except BadPosition as error:
                    found.add(error)
                    continue
                passed += 1
                play_on(table, random.Random(passed))
    assert passed > 20
    return found.kept()


def damage(lot, value):
    """Change one random value of the data to another of any type."""
    if isinstance(value, dict) and value and lot.random() < 0.95:
        key = lot.choice(list(value))
        return {**value, key: damage(lot, value[key])}
    if isinstance(value, list) and value and lot.random() < 0.9:
        place = lot.randrange(len(value))
        return [*value[:place], damage(lot, value[place]), *value[place + 1 :]]
    if isinstance(value, int) and lot.random() < 0.8:
        return value + lot.choice([-3, -2, -1, 1, 2, 3])
    if isinstance(value, str) and lot.random() < 0.6:
        return lot.choice(WORDS)
    return lot.choice([None, True, 0, -1, 7, 1.5, "x", [], {}, [[]], [1], {"a": 1}, 10**40])


def play_on(table, lot):
    """Play some moves at random, looking at the table as everyone and trying to undo."""
    for _ in range(12):
        if table.over:
            break
        (due,) = table.due()
        table.play(due.seat, lot.choice(due.moves))
        for viewer in (None, *range(table.seats)):
            table.view(viewer)
        with suppress(RulesError):
            table.undo(due.seat)


@pytest.mark.parametrize("seats", GAME.seats)
def test_moves_are_refused_as_they_were(seats):
    now = refused_moves(seats)
    assert now == kept_case(RECORDED, f"moves {seats}", now)
