"""From a line of text to a legal move, or to a refusal that says what would be right."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from rules.decision import Decision
from rules.errors import N_, BadNotation, GameOver, IllegalMove, NotYourTurn, RulesError
from rules.game import Game, State, due
from rules.notation import Move, print_move


def read_move(game: Game[Any], state: State, seat: int, text: str) -> Move:
    """The legal move that the text says.

    Raises:
        GameOver, NotYourTurn, BadNotation, IllegalMove: with what would be right.
    """
    move: Move | None = game.notation.parse(text)
    stack = state.pending[seat] if 0 <= seat < state.seats and not state.over else []
    moves: list[Move] = stack[-1].options(state, seat) if stack else []
    if move is not None and move in moves:
        return move
    raise _refusal(game, state, seat, text, move, moves)


def _refusal(game: Game[Any], state: State, seat: int, text: str, move: Move | None, moves: list[Move]) -> RulesError:
    """Why the text, which says this move, is none of these, which are all that are legal."""
    if state.over:
        return GameOver(N_("The game is over."))
    now = due(state)
    if seat not in now:
        return NotYourTurn(N_("It is not your turn."), due=tuple(now))
    if move is None:
        return _unreadable(game, text, moves)
    known = game.words()
    for word in print_move(move).replace("+", " ").split()[1:]:
        if word not in known and not word.lstrip("-").isdigit():
            return _unknown(word, known, example(move, moves))
    decision: Decision = state.pending[seat][-1]
    refusal = decision.refuse(state, seat, move) or IllegalMove(N_("That is not possible now."))
    if not refusal.legal:
        refusal.legal = tuple(print_move(one) for one in moves if type(one) is type(move))
    return refusal


def example(move: Move, moves: list[Move]) -> str:
    """A legal move, of the same kind as this one if there is one."""
    return print_move(next((one for one in moves if type(one) is type(move)), moves[0]))


def _unknown(word: str, known: Sequence[str], legal: str) -> BadNotation:
    near = get_close_matches(word, known, 1)
    if near:
        return BadNotation(N_("“{word}” is unknown here. Did you mean “{near}”?"), word=word[:40], near=near[0])
    return BadNotation(N_("“{word}” is unknown here. Legal now is, for example: {legal}"), word=word[:40], legal=legal)


def _unreadable(game: Game[Any], text: str, moves: list[Move]) -> BadNotation:
    text = " ".join(text.split())[:80]
    verb = text.split()[0].lower() if text else ""
    if verb in game.notation.kinds:
        usage = game.notation.usage(verb)
        return BadNotation(N_("“{text}” is not complete or not right. It is written: {usage}"), text=text, usage=usage)
    now = ", ".join(dict.fromkeys(print_move(move).split()[0] for move in moves))
    return BadNotation(N_("“{text}” is not a move. Moves now begin with: {verbs}"), text=text, verbs=now)
