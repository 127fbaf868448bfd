"""Count the presses of a turn, and the answers on one panel, in recorded and random games."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile
from pathlib import Path

import pytest

from games import GAMES as BOT_GAMES
from games import PickerHints
from games.move_picker import Said, next_answers
from rules import GAMES
from rules.game import Target
from rules.log import Log
from rules.notation import Move
from rules.table import Table
from tests.rules.games import KNOWN_GAMES
from tests.test_recorded import read

RECORDED = Path(__file__).parents[1] / "recorded"
FIRST = ("go", "board", "recall", "produce")
MEDIAN = 5  # maximum median of presses over a game's turns

TurnPresses = list[tuple[str, int]]  # the moves of a turn, and how many presses each needs on the open panel


def presses_of(moves: Sequence[Move], wanted: Move, how: PickerHints) -> int:
    """Return the fewest presses that play the move on an open panel: one for a button, two for a select."""
    reached: dict[Said, int] = {(): 0}
    waiting: list[Said] = [()]
    played = []
    while waiting:
        prefix = waiting.pop(0)
        for choice in next_answers(moves, prefix, how):
            if wanted not in choice.moves:
                continue
            count = reached[prefix] + (1 if choice.beside else 2)
            if choice.move:
                played.append(count)
            elif choice.said not in reached:
                reached[choice.said] = count
                waiting.append(choice.said)
    return min(played)


def turns(log: Log, first: Sequence[str]) -> Iterator[TurnPresses]:
    """Yield the turns of a game, without the presses that open the panel.

    A seat's turn begins with a kind of move in ``first``. If ``first`` is empty, it begins after another seat has
    moved.
    """
    game = GAMES[log.game]
    played = Table(game, log.seats, log.seed, log.options)
    turn: TurnPresses = []
    seat = -1
    made: list[str] = []  # the moves made by a press that makes several
    steps = Table.load(game, log, trusted=True).steps
    for at, step in enumerate(steps):
        wanted = game.notation.parse(step.move)
        assert wanted is not None
        legal, hints = played.legal(step.seat), BOT_GAMES[log.game].hints(played.view(step.seat))
        alike = [one.move for one in takewhile(lambda one, kind=wanted.kind: one.move.split()[0] == kind, steps[at:])]
        rows = [sorted(move.text for move in row) for row in hints.in_a_row(legal)]
        if step.move in made:
            made.remove(step.move)
            count = 0
        elif row := next((row for row in rows if Counter(alike[: len(row)]) <= Counter(row)), None):
            made, count = [move for move in row if move in alike], 1
            made.remove(step.move)
        else:
            made, count = [], presses_of(legal, wanted, hints)
        if turn and (step.move.split()[0] in first if first else step.seat != seat):
            yield turn
            turn = []
        turn.append((step.move, count))
        seat = step.seat
        played.play(step.seat, step.move)
    yield turn


def presses(turn: TurnPresses) -> int:
    """Return the number of presses of a turn: one to open the panel, and those on the panel."""
    return 1 + sum(count for _, count in turn)


def confirmed(game: str) -> list[Path]:
    """Return the recorded games in which each turn must be ended with a press."""
    return [path for path in sorted((RECORDED / game).glob("*.json")) if read(path).log.options["confirm"] == "on"]


MESSINA, RATTUS = confirmed("messina"), confirmed("rattus")


@cache
def played(path: Path) -> list[TurnPresses]:
    return list(turns(read(path).log, FIRST if path in MESSINA else ()))


def kinds(turn: TurnPresses) -> list[str]:
    return [move.split()[0] for move, _ in turn]


def ordinary(turn: TurnPresses) -> bool:
    """Return whether a turn is just a journey, one answer for the action, and a confirmation; no rescue or fight."""
    return len(turn) == 3 and kinds(turn)[0] in ("go", "board") and kinds(turn)[-1] == "end"


def test_an_ordinary_turn_of_messina_takes_four_presses_or_five_with_a_choice_of_lieutenant() -> None:
    counted = Counter(presses(turn) for game in MESSINA for turn in played(game) if ordinary(turn))
    assert min(counted) == 4
    assert counted[4] + counted[5] > 0.95 * counted.total()
    assert max(counted) == 6, "of more ways than a select takes first the goal, and then the lieutenant"


@pytest.mark.parametrize("path", MESSINA, ids=range(len(MESSINA)))
def test_every_other_decision_of_messina_is_one_press(path: Path) -> None:
    game = played(path)
    pressed = Counter(count for turn in game for move, count in turn if move.split()[0] not in FIRST)
    assert pressed[1] / pressed.total() > 0.95
    assert sorted(map(presses, game))[len(game) // 2] <= MEDIAN


def test_an_ordinary_turn_of_rattus_takes_five_presses_and_one_more_with_a_card() -> None:
    """One press places two rats, and one press turns over all rats that the player doesn't know."""
    usual = {"take", "place", "plague", "spread", "reveal", "end"}
    turns_ = [turn for game in RATTUS for turn in played(game) if kinds(turn)[:2] != ["place", "end"]]
    ordinary_ = [turn for turn in turns_ if {"plague"} <= set(kinds(turn)) <= usual]
    counted = sorted(presses(turn) - kinds(turn).count("take") for turn in ordinary_)
    assert len(counted) > 20
    assert counted[len(counted) // 2] <= MEDIAN
    assert counted[-1] <= MEDIAN + 1, "a rat turned over by itself before a card, or cubes chosen in a select"


@pytest.mark.parametrize("game", KNOWN_GAMES)
def test_a_thing_keeps_its_letter_through_a_turn_and_shares_it_with_none(game: str) -> None:
    chance = random.Random(4)
    table = Table(GAMES[game], 3, "4", {"confirm": "on"})
    before: dict[tuple[str, Target], str] = {}
    mover = -1
    pictures = BOT_GAMES[game].pictures
    while not table.over:
        seat = chance.choice(table.due()).seat
        moves, view = table.legal(seat), table.view(seat)
        targets = {target for move in moves for target in GAMES[game].targets(move) if pictures.letter(view, target)}
        letters = {(pictures.place(view, target), target): pictures.letter(view, target) for target in targets}
        assert len(set(letters.values())) == len(letters)
        if seat == mover:
            assert not {thing for thing, letter in letters.items() if before.get(thing, letter) != letter}
        before, mover = (before if seat == mover else {}) | letters, seat
        table.play(seat, chance.choice(moves).text)
