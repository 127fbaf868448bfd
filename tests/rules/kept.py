"""The course of random games in lines that a person can read. `test_kept` compares them with ``kept/*.txt``.

Each move has a line with its events, followed by the questions, the seats asked, and the number of answers. Each
refusal has a line when its reason is given for the first time, for a move or for a position with one thing changed. At
the end there are the score and the public view.
"""

from collections.abc import Iterator
from typing import Any

from rules import GAMES
from rules.chance import Chance
from rules.errors import RulesError
from rules.game import Event
from rules.plan import END, follow, start_of_turn
from rules.table import Table
from tests.rules.games import damage, pick
from tests.rules.rattus.test_contract import SIX

TABLES: dict[str, dict[str, str]] = {
    "rattus 2": {"confirm": "on"}, "rattus 4": {"cards": SIX}, "messina 1": {"solo_reshuffle": "empty"},
    "messina 2": {"variant": "advanced", "deal": "chosen", "confirm": "on"},
    "messina 4": {"workshop_moves": "always", "payment_inside_benefit": "yes", "priority_tile": "on"},
}  # fmt: skip
GENTLE = ("end", "done", "leave")  # Moves that skip what a game could show.


def lines(name: str) -> Iterator[str]:
    """Play a random game, choosing first the kind of each move and then the move, and yield its lines."""
    id_, seats = name.split()
    game, lot, known = GAMES[id_], Chance(name), set[str]()
    table = Table(game, int(seats), name, TABLES[name])
    if id_ == "messina":
        table = Table(game, int(seats), name, TABLES[name], enriched(table, lot))
    yield told(table.opening) or "The game has begun."
    while not table.over:
        turn = pick(lot, table.due())
        if table.undoable(turn.seat) and lot.below(12) == 0:
            table.undo(turn.seat, 1)
            yield f"{turn.seat} takes a move back, {table.undoable(turn.seat)} left"
            continue
        yield from refused(table, turn.seat, lot, known)
        if lot.below(8) == 0:
            yield from planned(table, lot.below(table.seats), lot)
        verbs = list(dict.fromkeys(move.split()[0] for move in turn.moves))
        verb = pick(lot, [verb for verb in verbs if verb not in GENTLE] if lot.below(4) else verbs) or verbs[0]
        move = pick(lot, [move for move in turn.moves if move.split()[0] == verb])
        final = ", final" if table.final(turn.seat, table.read(turn.seat, move)) else ""
        happened = told(table.play(turn.seat, move))
        asked = [f"{one.seat} {one.question} {len(one.moves)}" for one in table.due()]
        yield f"{turn.seat} {move}{final}: {happened} -> {', '.join(asked)}"
    score = table.score()
    yield f"{score.reason} {score.ranking} {score.winners}"
    yield from (f"  {part} {points}" for part, points in score.breakdown.items())
    yield from shown(table.view(None))


def shown(view: Any) -> Iterator[str]:
    """Yield a line for each field of a view."""
    yield from (f"  {name}: {getattr(view, name)}" for name in view.__struct_fields__ if name != "score")


def enriched(table: Table, lot: Chance) -> dict[str, Any]:
    """Return the start of a game of Messina 1347 in which all players have plenty, so that more things occur."""
    position = table.get_position()
    for player in position["players"]:
        player |= {"coin": 12, "timber": 8, "fire": 6, "big_fire": 4}
        player["squares"] = [lot.below(3) for _ in player["squares"]]
    return position


def told(events: list[Event]) -> str:
    """Return the events as text, leaving out empty values."""
    facts = [
        (type(event).__name__, {name: getattr(event, name) for name in event.__struct_fields__}) for event in events
    ]
    return "; ".join(
        " ".join([kind, *(f"{name}={value}" for name, value in values.items() if value or type(value) is int)])
        for kind, values in facts
    )


def refused(table: Table, seat: int, lot: Chance, known: set[str]) -> Iterator[str]:
    """Yield the new refusals of random moves, and of a position with one thing changed."""
    every, kinds = table.game.words(), table.game.notation.kinds
    for _ in range(4):
        verb = pick(lot, list(kinds))
        words = [pick(lot, [str(lot.below(5)), pick(lot, every)]) for _ in kinds[verb].__struct_fields__]
        text = " ".join([verb, *words])
        try:
            table.read(seat, text)
        except RulesError as error:
            if error.template not in known:
                known.add(error.template)
                yield f"  {text}? {error}"
    position = table.get_position()
    what = damage(position, lot)
    try:
        Table.from_position(table.game, position)
    except RulesError as error:
        if error.template not in known:
            known.add(error.template)
            yield f"  {what}? {error}"


def planned(table: Table, seat: int, lot: Chance) -> Iterator[str]:
    """Yield a line about a random plan for the seat's next turn, or nothing if it has no next turn."""
    start = start_of_turn(Table(table.game, table.seats, table.seed, table.options, table.get_position()), seat)
    moves: list[str] = []
    while start is not None:
        course = follow(start, seat, moves)
        if course.left or course.ended or course.refused or len(moves) > 6:
            told_of = "; ".join(f"{move.text}, last" if move.last else move.text for move in course.moves)
            yield f"  {seat} plans {told_of}" + (
                ", the end of the turn" if course.whole and course.ended and moves[-1] == END else ""
            )
            return
        moves.append(pick(lot, [move.text for move in course.table.legal(seat)]))
