import dataclasses
import random

import msgspec
import pytest

from rules import GAMES
from rules.errors import BadOptions, BadPosition, CannotUndo, GameOver
from rules.game import Option
from rules.log import Entry, Log
from rules.table import Table
from tests.rules.games import KNOWN_GAMES
from tests.rules_service.toy import TOY, End, Look, Walk

RATTUS = GAMES["rattus"]


def new(seats=2, **options):
    return Table(RATTUS, seats, "seed", {"start": "0", **options})


def played(table, moves):
    """Play this many random moves, the same in every run."""
    for number in range(moves):
        if table.over:
            break
        (due,) = table.due()
        table.play(due.seat, random.Random(f"{number} {due.moves}").choice(due.moves))
    return table


@pytest.mark.parametrize(
    ("seats", "seed", "options", "why"),
    [
        (1, "seed", {}, "rattus is for 2, 3, 4 players, not 1."),
        (5, "seed", {}, "not 5"),
        (2, "", {}, "A seed has 1 to 64 printable characters."),
        (2, "x" * 65, {}, "A seed has 1 to 64"),
        (2, "\ud800", {}, "A seed has 1 to 64"),
        (2, "seed", {"colour": "red"}, "There is no option “colour”. Options: cards, late_abilities, start, confirm"),
        (2, "seed", {"x" * 41: "on"}, f"There is no option “{'x' * 40}”."),
        (2, "seed", {"confirm": "x" * 41}, f"“{'x' * 40}” is not a valid value for confirm. Possible values: off, on"),
        (2, "seed", {"cards": "tarot"}, "“tarot” is not a valid value for cards. Possible values: base"),
        (2, "seed", {"start": "2"}, "“2” is not a valid value for start. Possible values: lot, 0, 1"),
    ],
)
def test_impossible_tables_are_refused(seats, seed, options, why):
    with pytest.raises(BadOptions) as refused:
        Table(RATTUS, seats, seed, options)
    assert why in str(refused.value)


def test_a_seed_has_1_to_64_printable_characters():
    for seed in ("x", "x" * 64):
        assert Table(RATTUS, 2, seed).seed == seed


@pytest.mark.parametrize(
    ("value", "read"),
    [
        *(("first", "first"), ("two", "two"), ("c+a", "a+c"), ("b+c", "b+c"), ("a+a", None), ("a+b+c", None)),
        *(("a+b+a", None), ("a", None), ("a+x", None), ("first+two", None), ("", None)),
    ],
)
def test_option_values_are_listed_words_or_the_right_number_of_picks(value, read):
    assert Option("cards", ("first", "two"), pick=("a", "b", "c"), picks=2).read(value) == read
    assert Option("cards", ("first", "two")).read(value) == (read if value in ("first", "two") else None)


def test_a_move_that_reveals_something_is_final_even_as_the_first_of_a_turn():
    table = Table(TOY, 2, "seed", {"start": "0"})
    assert [table.final(0, move) for move in (Walk(1), Look(), End())] == [False, True, True]
    assert [table.ends(0, move) for move in (Walk(1), Look(), End())] == [False, False, True]


def test_the_log_numbers_moves_and_undos():
    table = new(confirm="on")
    table.play(0, "PLACE Gallia 2")
    table.undo(0)
    table.play(0, "place italia 2")
    assert table.log().entries == [Entry(0, "place gallia 2"), Entry(0, undo=1), Entry(0, "place italia 2")]
    assert [(step.number, step.move) for step in table.steps] == [(3, "place italia 2")]
    assert table.number == 3


@pytest.mark.parametrize("game", KNOWN_GAMES)
def test_p78_all_may_go_back_to_how_it_was_after_any_line(game):
    """P78, T10, P77: after `back n`, the digest is that of line n, and the same draws follow in the same order."""
    table, lot, digests = Table(GAMES[game], 2, "back", {"confirm": "on"}), random.Random(5), []
    digests.append(table.digest)
    while table.number < 60 and not table.over:
        due = table.due()[0]
        if lot.random() < 0.15:
            number = lot.randrange(table.number) if table.number else 0
            if number < table.number:
                table.back(due.seat, number)
                assert table.digest == digests[number], "also behind lines that were taken back themselves"
                digests.append(table.digest)
                continue
        if table.undoable(due.seat) and lot.random() < 0.1:
            table.undo(due.seat)
        else:
            table.play(due.seat, lot.choice(due.moves))
        digests.append(table.digest)
    assert sum(entry.back is not None for entry in table.entries) > 3
    log = table.log()
    assert Table.load(table.game, log).digest == table.digest == Table.load(table.game, log, trusted=True).digest


def test_going_back_to_a_missing_line_is_refused():
    table = new(confirm="on")
    table.play(0, "place italia 2")
    for number in (-1, 1, 7):
        with pytest.raises(CannotUndo, match="its last one is 1"):
            table.back(0, number)
    table.back(0, 0)
    assert table.steps == []
    with pytest.raises(BadPosition, match="Line 1 of the log was rejected"):
        Table.load(table.game, Log("rattus", 2, table.seed, table.options, [Entry(0, back=0)]))


def test_P80_undo_stops_at_the_end_of_the_turn_and_at_others():
    table = new(confirm="on")
    with pytest.raises(CannotUndo, match="you have not moved since"):
        table.undo(0)
    table.play(0, "place italia 2")
    with pytest.raises(CannotUndo, match="only 1"):
        table.undo(0, 2)
    with pytest.raises(CannotUndo, match="only 1"):
        table.undo(0, -1)
    with pytest.raises(CannotUndo):
        table.undo(1)
    with pytest.raises(CannotUndo):
        table.undo(99)
    table.play(0, "end")
    with pytest.raises(CannotUndo, match="ended your turn"):
        table.undo(0)
    assert table.number == 2


def test_nothing_is_played_after_the_end():
    table = new()
    played(table, 1000)
    assert table.due() == []
    with pytest.raises(GameOver):
        table.play(0, "end")
    before = table.digest
    with pytest.raises(CannotUndo, match="The game is over"):
        table.back(0, 1)
    assert table.digest == before
    assert sorted(table.score().ranking) == [0, 1]


def test_views_exist_for_the_seats_and_the_public_only():
    table = new()
    assert [table.view(seat).seat for seat in (None, 0, 1)] == [None, 0, 1]
    for seat in (2, -1):
        with pytest.raises(BadOptions, match="There is no seat"):
            table.view(seat)


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (Entry(1, "place gallia 2"), "Line 2 of the log was rejected: It is not your turn."),
        (Entry(0, "place gallia 3"), "Line 2 of the log was rejected: Before the game, place exactly 2 in one region"),
        (Entry(0, "rubbish"), "Line 2 of the log was rejected: “rubbish” is not a move"),
        (Entry(1, undo=1), "Line 2 of the log was rejected: There is nothing to undo"),
        (Entry(0, undo=-3), "Line 2 of the log was rejected"),
    ],
)
def test_an_impossible_log_is_refused_with_its_line(entry, why):
    table = new(4, start="3")
    table.play(3, "place gallia 2")
    log = msgspec.structs.replace(table.log(), entries=[*table.log().entries, entry])
    with pytest.raises(BadPosition) as refused:
        Table.load(RATTUS, log)
    assert why in str(refused.value)


@pytest.mark.parametrize("entry", [Entry(0, "rubbish"), Entry(9, "end"), Entry(0, "end"), Entry(3, "reveal gallia-c")])
def test_a_trusted_log_that_cannot_be_replayed_is_refused_too(entry):
    table = new(4, start="3")
    table.play(3, "place gallia 2")
    log = msgspec.structs.replace(table.log(), entries=[*table.log().entries, entry])
    with pytest.raises(BadPosition, match="cannot be replayed beyond line 1"):
        Table.load(RATTUS, log, trusted=True)


def test_only_moves_since_a_loaded_position_can_be_undone():
    table = new(confirm="on")
    table.play(0, "place gallia 2")
    again = Table.from_position(RATTUS, table.get_position())
    assert (table.undoable(0), again.undoable(0)) == (1, 0)
    assert again.due() == table.due()
    with pytest.raises(CannotUndo):
        again.undo(0)


def test_a_log_must_fit_the_position_it_starts_from():
    log = Table.from_position(RATTUS, new().get_position()).log()
    for change in ({"seed": "other"}, {"seats": 3}, {"options": {}}):
        with pytest.raises(BadPosition, match="differ from those of its position"):
            Table.load(RATTUS, msgspec.structs.replace(log, **change))


def test_a_position_is_a_copy():
    table = new()
    position = table.get_position()
    again = Table.from_position(RATTUS, position)
    position["cubes"]["gallia"][0] = 99
    again.play(0, "place gallia 2")
    assert table.state.cubes["gallia"] == [0, 0]
    assert again.state.cubes["gallia"] == [2, 0]
    assert again.log().position["cubes"]["gallia"] == [0, 0]


def test_a_fault_in_the_middle_of_a_move_leaves_the_table_as_it_was(monkeypatch):
    table = new()
    before = table.digest

    def fail(state):
        raise ZeroDivisionError

    monkeypatch.setattr(table, "game", dataclasses.replace(table.game, advance=fail))
    with pytest.raises(ZeroDivisionError):
        table.play(0, "place gallia 2")
    assert (table.digest, table.number, table.steps) == (before, 0, [])
    monkeypatch.undo()
    table.play(0, "place gallia 2")
    assert table.number == 1


def test_a_fork_is_played_on_without_the_game_it_came_from():
    table = played(new(confirm="on"), 2)  # The first seat has placed its cubes and ended its turn.
    log, digest, steps = table.log(), table.digest, list(table.steps)
    fork = table.fork()
    assert (fork.log(), fork.digest, fork.steps, fork.opening) == (log, digest, steps, table.opening)
    played(fork, 1).undo(fork.steps[-1].seat)
    played(fork, 5)
    assert (fork.number, fork.digest != digest) == (9, True)
    assert (table.log(), table.digest, table.steps) == (log, digest, steps)
