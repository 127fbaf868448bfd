"""Everything that the rules say of random games and of damaged positions, as digests that `test_kept` compares.

A change of the rules, of a view or of a refusal changes them.
"""

from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any

import msgspec

from rules import GAMES
from rules.chance import Chance
from rules.errors import RulesError
from rules.game import Game, digest
from rules.notation import Move
from rules.plan import follow, start_of_turn
from rules.table import Table
from tests.rules.messina.games import VARIANTS as MESSINA
from tests.rules.rattus.test_contract import TestRattus

VARIANTS = {"messina": MESSINA, "rattus": list(TestRattus.variants)}
GENTLE = ("end", "done", "leave")  # Moves that skip what a game could show.


class Kept:
    """Digests of what is added, by kind."""

    def __init__(self) -> None:
        self.hashes: dict[str, Any] = {}

    def add(self, kind: str, *facts: Any) -> None:
        found = self.hashes.setdefault(kind, blake2b(digest_size=6))
        found.update(msgspec.json.encode(facts, enc_hook=str) + b"\n")

    def digests(self) -> dict[str, str]:
        return {kind: found.hexdigest() for kind, found in sorted(self.hashes.items())}


def names() -> list[str]:
    """Return the name of each group of games: the game, the number of seats, the variant."""
    return [
        f"{game.id} {game.seats[number % len(game.seats)]} {number}"
        for game in map(GAMES.__getitem__, VARIANTS)
        for number in range(len(VARIANTS[game.id]))
    ]


def digests_of(name: str) -> dict[str, str]:
    """Return the digests of a group of games."""
    id_, seats, number = name.split()
    game, facts, lot = GAMES[id_], Kept(), Chance(name)
    known = {option.id for option in game.options(int(seats))}
    options = {key: value for key, value in VARIANTS[id_][int(number)].items() if key in known}
    plain = Table(game, int(seats), name, options)
    rich = Table(game, int(seats), name, options, enriched(plain, lot)) if id_ == "messina" else plain
    facts.add("events", plain.opening)
    for step, table in enumerate(play(rich, lot)):
        look(facts, table, step, lot)
        if step % 10 == 0:
            damage(facts, table, lot)
    log = rich.log()
    facts.add("log", log, [moment.digest for moment in rich.moments()])
    facts.add("log", [Table.load(game, log, trusted=trusted).view(0) for trusted in (True, False)])
    return facts.digests()


def enriched(table: Table, lot: Chance) -> dict[str, Any]:
    """Return the start of a game of Messina 1347 with plenty for all players, so that more of the game occurs."""
    position = table.get_position()
    for player in position["players"]:
        player |= {"coin": 12, "timber": 8, "fire": 6, "big_fire": 4}
        player["squares"] = [lot.below(3) for _ in player["squares"]]
    return position


def play(table: Table, lot: Chance) -> Iterator[Table]:
    """Play a game at random, all kinds of moves equally often, and yield the table before each move and at its end."""
    while not table.over:
        yield table
        turn = pick(lot, table.due())
        if table.undoable(turn.seat) and lot.below(12) == 0:
            table.undo(turn.seat, 1 + lot.below(table.undoable(turn.seat)))
            continue
        if table.number and lot.below(90) == 0:
            table.back(turn.seat, max(0, table.number - 1 - lot.below(6)))
            continue
        verbs = list(dict.fromkeys(move.split()[0] for move in turn.moves))
        bold = [verb for verb in verbs if verb not in GENTLE]
        verb = pick(lot, bold if bold and lot.below(4) else verbs)
        table.play(turn.seat, pick(lot, [move for move in turn.moves if move.split()[0] == verb]))
    yield table


def pick(lot: Chance, things: Any) -> Any:
    """Return one of the things."""
    return things[lot.below(len(things))]


def look(facts: Kept, table: Table, step: int, lot: Chance) -> None:
    """Add what everyone sees of a position, what they may answer, and why they may not answer something else."""
    facts.add("events", table.steps[-1] if table.steps else None, table.turn)
    facts.add("answers", table.due(), [table.undoable(seat) for seat in range(table.seats)])
    facts.add("score", table.score())
    facts.add("views", table.view(lot.below(table.seats)), table.view(None) if step % 3 == 0 else None)
    if step % 10 == 0:
        plan(facts, table, lot.below(table.seats), lot)
    if step % 40 == 0:
        facts.add("settled", [table.settled(seat).digest for seat in (None, *range(table.seats))])
    for turn in table.due()[:2]:
        seat, text = turn.seat, pick(lot, turn.moves)
        move = table.read(seat, text)
        facts.add("targets", table.game.targets(move), table.lost_on_end_turn(seat))
        if step % 3 == 0:
            facts.add("finality", text, table.final(seat, move), table.ends(seat, move), table.saves(seat, text))
        for text in nearly(table, seat, turn.moves, lot):
            facts.add("refusals", text, refusal(table.read, seat, text))
            facts.add("refusals", refusal(table.why_not, seat, text))


def refusal(act: Callable[..., Any], *arguments: Any) -> Any:
    """Return what the act returns, or all of the error that it raises or returns."""
    try:
        done = act(*arguments)
    except RulesError as error:
        done = error
    return every_part(done) if isinstance(done, RulesError) else done


def every_part(error: RulesError) -> tuple[Any, ...]:
    """Return all of an error."""
    return type(error).__name__, str(error), error.values, getattr(error, "legal", ()), getattr(error, "due", ())


def nearly(table: Table, seat: int, legal: list[str], lot: Chance) -> Iterator[str]:
    """Yield moves that are mostly not legal: of any kind, with words that are legal elsewhere, or of the whole game."""
    kinds: dict[str, type[Move]] = table.game.notation.kinds
    every = table.game.words()
    pool = list(dict.fromkeys(word for text in legal for word in text.split()[1:])) or ["-"]
    view = set(msgspec.json.encode(table.view(seat)).decode().split('"'))
    seen = [word for word in every if word in view] or pool
    for _ in range(4):
        verb = pick(lot, list(kinds)) if lot.below(3) else pick(lot, legal).split()[0]
        words = [some_word(field, kinds[verb], pool, seen, every, lot) for field in kinds[verb].__struct_fields__]
        yield " ".join([verb, *words])
    verb, *words = pick(lot, legal).split()
    if words:
        number = lot.below(len(words))
        words[number] = pick(lot, [pick(lot, seen), words[number][:-1], "4", ""])
        yield " ".join([verb, *words])


def some_word(field: str, kind: type[Move], pool: list[str], seen: list[str], every: Any, lot: Chance) -> str:
    """Return a word for a field."""
    if kind.__annotations__[field] is int:
        return str(lot.below(5))
    return str(pick(lot, pick(lot, [pool, pool, seen, seen, every or pool])))


def plan(facts: Kept, table: Table, seat: int, lot: Chance) -> None:
    """Add the plan of a random turn of the seat."""
    here = Table(table.game, table.seats, table.seed, table.options, table.get_position())
    start = start_of_turn(here, seat)
    if start is None:
        facts.add("plans", seat, None)
        return
    moves: list[str] = []
    while True:
        course = follow(start, seat, moves)
        if course.left or course.ended or len(moves) > 6:
            break
        moves.append(pick(lot, [move.text for move in course.table.legal(seat)]) if lot.below(9) else "end")
    why = course.refused and every_part(course.refused)
    told = [(one.text, one.last, one.events, one.things) for one in course.moves]
    facts.add("plans", seat, digest(start.state), course.question, told, course.left, why, course.ends_turn)


def damage(facts: Kept, table: Table, lot: Chance) -> None:
    """Add whether a position with one thing changed is possible, and why not."""
    for _ in range(25):
        position = table.get_position()
        inner, key = place(position, lot)
        inner[key] = changed(inner[key], lot)
        facts.add("damaged", key, refusal(read, table.game, position))


def read(game: Game[Any], position: dict[str, Any]) -> str:
    """Return the digest of a position."""
    return Table.from_position(game, position).digest


def place(position: Any, lot: Chance) -> tuple[Any, Any]:
    """Return a random place in a position: what it is in, and its key."""
    while True:
        key = pick(lot, list(position)) if isinstance(position, dict) else lot.below(len(position))
        inner = position[key]
        if not isinstance(inner, dict | list) or not inner or lot.below(5) == 0:
            return position, key
        position = inner


def changed(value: Any, lot: Chance) -> Any:
    """Return another value."""
    match value:
        case bool():
            return not value
        case int():
            return pick(lot, [value + 1, value - 1, value + 2, 0, -1, 99])
        case str():
            return pick(lot, ["", "nun", "left", "h7", "city-4", value + "1", value[:-1]])
        case list() if value:
            return pick(
                lot, [value[1:], value[:-1], [*value, value[0]], list(reversed(value)), [value[-1]] * len(value)]
            )
        case dict() if value:
            return pick(lot, [dict(list(value.items())[1:]), dict(reversed(value.items())), {}])
    return pick(lot, [None, 0, 1, "nun", ["nun"], [1], []])
