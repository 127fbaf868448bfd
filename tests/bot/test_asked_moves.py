"""Panels ask for moves as recorded, so that no answer moves, vanishes or changes its place by accident."""

from functools import cache
from itertools import islice
from typing import Any

import pytest

from games import GAMES as BOT_GAMES
from games.move_picker import Choice, Said, next_answers
from rules import GAMES
from rules.game import blocking_seats
from rules.table import Table
from tests.bot.story import KEPT
from tests.kept import kept_case
from tests.test_recorded import FILES, Recorded, read

pytestmark = pytest.mark.kept

CASES = [f"{name} {seats}" for name, game in GAMES.items() for seats in game.seats]


@cache
def recorded_games() -> list[Recorded]:
    """Return the recorded games."""
    return [read(path) for path in FILES]


def asked(case: str) -> dict[str, Any]:
    """Return how each kind of question of such games is asked: of those with as many kinds of moves, the longest."""
    found: dict[str, Any] = {}
    for recorded in recorded_games():
        if f"{recorded.log.game} {recorded.log.seats}" == case:
            table = Table.load(GAMES[recorded.log.game], recorded.log, trusted=True)
            for moment in islice(table.moments(), 0, None, 2):
                if not moment.over:
                    question, texts = asked_at(moment)
                    found[question] = max(found.get(question, []), texts, key=lambda one: len("".join(one)))
    return found


def asked_at(table: Table) -> tuple[str, list[str]]:
    """Return the question with its number of kinds of moves, its answers, and the moves that would be explained.

    In the answers a select begins with a bar; an answer that leads to another question ends with an ellipsis.
    """
    seat = blocking_seats(table.state)[0]
    view: Any = table.view(seat)
    moves, game = table.legal(seat), BOT_GAMES[table.game.id]
    kinds = {move.kind for move in moves}

    def answers(said: Said = ()) -> list[Choice]:
        return next_answers(moves, said, game.hints(view))

    first = answers()
    opened = next((choice for choice in first if not choice.move), None)
    explained = ", ".join(move.text for move in game.moves_to_explain(view, kinds))
    return f"{view.question} {len(kinds)}", [line(first), line(answers(opened.said)) if opened else "", explained]


def line(choices: list[Choice]) -> str:
    """Return answers in a line, each with the number of the field that it gives, unless it is a whole move or kind."""
    return ", ".join(
        f"{'' if one.beside else '|'}{one.prefix}{'' if one.move else '…'}{f' @{one.field}' if one.field else ''}"
        for one in choices
    )


@pytest.mark.parametrize("case", CASES)
def test_moves_are_asked_for_as_they_were(case: str) -> None:
    """Which answers there are, in which order, which of them in a select; and what is explained under *Not now*."""
    now = asked(case)
    assert now == kept_case(KEPT / "asked_moves.json", case, now)
