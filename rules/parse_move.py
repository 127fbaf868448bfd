"""Parse a line of text into a legal move, or refuse it with a suggestion."""

from collections.abc import Sequence
from difflib import SequenceMatcher, get_close_matches
from itertools import chain
from typing import Any

import msgspec

from rules.decision import Decision
from rules.errors import N_, BadNotation, GameOver, IllegalMove, NotYourTurn
from rules.game import Game, State, due_seats
from rules.notation import Move

MAX_LISTED_WORDS = 12


def read_move(game: Game[Any], state: State, seat: int, text: str) -> Move:
    """Return the legal move that the text describes. Raises the same errors as `Table.play`."""
    move: Move | None = game.notation.parse(text)
    stack = state.pending[seat] if 0 <= seat < state.seats and not state.over else []
    moves: list[Move] = stack[-1].options(state, seat) if stack else []
    if move is not None and move in moves:
        return move
    if state.over:
        raise GameOver(N_("The game is over."))
    if not stack:
        raise NotYourTurn(N_("It is not your turn."), due=tuple(due_seats(state)))
    if move is None:
        raise _unreadable(game, text, moves)
    known = game.words()
    for field, words in enumerate(move.words[1:], 1):
        for word in words.split("+"):
            if word not in known and not word.lstrip("-").isdigit():
                seen = msgspec.json.encode(game.view(state, seat)).decode()  # its words that name something visible
                raise _unknown(word, field, move, moves, [one for one in known if f'"{one}"' in seen])
    decision: Decision = stack[-1]
    refusal = decision.refuse(state, seat, move) or IllegalMove(N_("That is not possible now."))
    if not refusal.legal:
        refusal.legal = tuple(one.text for one in moves if type(one) is type(move))
    raise refusal


def _unknown(word: str, field: int, move: Move, moves: list[Move], known: Sequence[str]) -> BadNotation:
    """Return the refusal of an unknown word.

    It suggests the most similar word that is legal here (or visible, if no word is legal), lists the legal words, or
    gives an example.
    """
    kinds = [one.words for one in moves if type(one) is type(move)]
    fitting = list(dict.fromkeys(chain.from_iterable(words[field].split("+") for words in kinds)))
    near = get_close_matches(word, fitting or known, 2)
    alike = [SequenceMatcher(None, one, word).ratio() for one in near]
    word = word[:40]
    if near and (len(near) == 1 or alike[0] > alike[1]):  # Suggest a word only if a single one is the most similar.
        return BadNotation(N_("“{word}” is not possible here. Did you mean “{near}”?"), word=word, near=near[0])
    if 0 < len(fitting) <= MAX_LISTED_WORDS:
        values = ", ".join(fitting)
        return BadNotation(N_("“{word}” is not possible here. Possible: {usage}."), word=word, usage=values)
    told = N_("“{word}” is not possible here. For example, this is possible: {legal}")
    return BadNotation(told, word=word, legal=" ".join(kinds[0]) if kinds else moves[0].text)


def _unreadable(game: Game[Any], text: str, moves: list[Move]) -> BadNotation:
    text = " ".join(text.split())[:80]
    verb = text.split()[0].lower() if text else ""
    verbs = list(dict.fromkeys(move.kind for move in moves))
    if verb in verbs:
        usage = game.notation.usage(verb)
        return BadNotation(N_("“{text}” is incomplete or wrong. The format is: {usage}"), text=text, usage=usage)
    if verb in game.notation.kinds:
        usage = "; ".join(map(game.notation.usage, verbs))
        return BadNotation(N_("“{text}” is not possible now. Possible moves: {usage}."), text=text, usage=usage)
    return BadNotation(
        N_("“{text}” is not a move. Possible moves begin with: {verbs}"), text=text, verbs=", ".join(verbs)
    )
