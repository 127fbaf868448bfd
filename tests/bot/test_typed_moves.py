"""The meaning of typed words, field by field or as a whole move, and the suggestions for them.

The files in ``kept/`` have all meanings and suggestions in some positions of recorded games, in several languages.
"""

from collections.abc import Iterator
from functools import cache

import pytest

from bot.panels.turn_parts import Turn
from bot.typed.move_fields import (
    MoveKind,
    completed_move,
    field_values,
    fitting_moves,
    meant_word,
    missing_field,
    why_no_values,
    word_for,
)
from bot.typed.moves import meant_move, move_choices, typed_moves
from bot.ui.reply import Refusal
from games import GAMES
from rules.table import Table
from rules_service import Snapshot
from tests.bot.infos import running, seat
from tests.bot.story import KEPT
from tests.kept import kept
from tests.test_recorded import FILES
from tests.test_recorded import read as read_recorded

pytestmark = pytest.mark.kept

WORDS = {
    "rattus": (
        *(
            *("", "monk", "ital", "gallia germania", "Italia 1", "rat b"),
            *("2", "1 cube", "cube place", "germania-a", "king"),
        ),
        *("nonsense", "place nowhere 1", "take", "TAKE  King", "emperor ann", "skip", "end", "plague", "h3", "-"),
        "a long text that nobody would type",
    ),
    "messina": (
        *("", "go", "hex 3", "h3", "3", "13", "3 hex", "h13 gems", "home", "dock", "nw", "ship", "silk", "nun", "coin"),
        *("nonsense", "go home h99", "99", "hut 1", "hut1", "workshop", "b3", "pay", "1", "0", "end", "church", "-"),
        "a long text that nobody would type",
    ),
}
FIELD_WORDS = {
    "rattus": ("", "ital", "2", "germania-a", "rat b", "ann", "nonsense, and a good deal of it"),
    "messina": ("", "hex 3", "13", "h99", "silk", "coin", "nun", "nonsense"),
}
# The positions: a recorded game, how many of its lines are played, and the language.
PLACES = (
    ("2_players_cubes_cards_monk_emperor", 0, "en"), ("2_players_cubes_cards_monk_emperor", 97, "en"),
    ("3_players_supply_cards_peasant_queen", 18, "de"), ("4_players_supply_cards_knight_king", 28, "en"),
    ("2_players_city", 16, "en"), ("2_players_city", 17, "de"), ("2_players_plain", 76, "pl"),
    ("3_players_church", 184, "en"),
)  # fmt: skip
MAX_KINDS = 5


@cache
def turn_at(stem: str, lines: int, lang: str) -> Turn:
    """Return the turn of the seat to move after this number of lines of a recorded game."""
    log = read_recorded(next(path for path in FILES if path.stem == stem)).log
    table = Table(GAMES[log.game].rules, log.seats, log.seed, log.options)
    for entry in log.entries[:lines]:
        table.undo(entry.seat, entry.undo) if entry.undo else table.play(entry.seat, entry.move)
    info = running(log.game, *(seat(number) for number in range(log.seats)), options=log.options)
    snapshot = Snapshot(info, table, lines + 1, 1, tuple(range(2, lines + 2)), unseen=())
    return Turn(snapshot, table.due()[0].seat, lang)


def outcome(turn: Turn, work: object, *given: object) -> str:
    """Return the result of a function, or its refusal."""
    try:
        return str(work(*given))  # type: ignore[operator]
    except Refusal as error:
        return f"refused: {turn.speaker.refusal(error)}"


def whole_moves(turn: Turn) -> Iterator[str]:
    """For each text, yield the whole move that it means and the suggested moves."""
    for typed in WORDS[turn.snapshot.info.game]:
        yield f"/move {typed!r}: {outcome(turn, meant_move, turn, typed)}"
        offered = move_choices(turn, typed)
        shown = [f"{one.name} = {one.value}" for one in [*offered[:3], *offered[3:][-2:]]]
        yield f"    {len(offered)} offered: {' | '.join(shown)}"


def by_field(turn: Turn) -> Iterator[str]:
    """For each kind of move, yield what texts in its fields mean, the suggested values, and the missing fields."""
    game = GAMES[turn.snapshot.info.game]
    other = next(one for one in game.rules.notation.kinds if one not in turn.kinds)
    for verb in [*turn.kinds[:MAX_KINDS], other]:
        kind, own = MoveKind(game, verb), turn.of_kind(verb)
        example = dict(zip(kind.types, own[len(own) // 2].words[1:] if own else (), strict=False))
        for field in kind.types:
            others = {name: word for name, word in example.items() if name != field}
            yield f"/{game.command(verb)} {field}"
            for typed in FIELD_WORDS[turn.snapshot.info.game] if own else ("", "x"):
                word, meant_by = outcome(turn, word_for, turn, kind, field, typed), meant_word(turn, kind, field, typed)
                yield f"  {typed!r}: {word}" + ("" if meant_by == word else f" ({meant_by})")
                found = field_values(turn, kind, field, others, typed)
                what = ", ".join(f"{one.name} = {one.value!r}" for one in [*found[:3], *found[3:][-1:]])
                yield f"    {len(found)}: {what or why_no_values(turn, kind, field, others, typed)}"
            if len(kind.types) > 1:
                yield f"  beside others: {why_no_values(turn, kind, field, dict.fromkeys(others, 'x'), '')}"
            alone = field_values(turn, kind, field, {}, "")
            yield f"  any: {len(alone)}; {', '.join(str(one.value) for one in alone)}"
            fitting = fitting_moves(turn, kind, {field: example[field]} if own else {})
            if len(fitting) > 1:
                yield f"  only this: {len(fitting)}; {turn.speaker.refusal(missing_field(turn, kind, fitting))}"
            yield f"  without it: {' | '.join(move.text for move in fitting_moves(turn, kind, others)[:3])}"
            impossible = [completed_move(turn, kind, said) for said in ({**others, field: "x"}, {field: "x"})]
            yield f"  impossible: {' | '.join(impossible)}"


def lines_of(place: tuple[str, int, str]) -> list[str]:
    """Return the lines of the kept text for a position: what each typed text means and what is suggested."""
    turn = turn_at(*place)
    return [line.rstrip() for line in (*whole_moves(turn), *by_field(turn))]


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("place", PLACES, ids=lambda place: "-".join(map(str, place)))
def test_meanings_and_offers_of_typed_words_are_as_kept(place: tuple[str, int, str]) -> None:
    now = "".join(f"{line}\n" for line in lines_of(place))
    assert now == kept(KEPT / f"typed-{'-'.join(map(str, place))}.txt", now)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: "-".join(map(str, place)))
def test_every_move_is_meant_by_its_notation_and_by_its_label(place: tuple[str, int, str]) -> None:
    turn = turn_at(*place)
    known = typed_moves(turn)
    by_label = {one.label.casefold(): one for one in reversed(known)}
    for one in [*known[:6], *known[-6:]]:
        assert meant_move(turn, one.text) == one.text
        assert meant_move(turn, f" {one.label.upper()} ") == by_label[one.label.casefold()].text
