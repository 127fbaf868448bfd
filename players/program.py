"""Anybody's program as a player: it is asked over a pipe, one line of JSON each way."""

import shlex
import threading
from subprocess import PIPE, Popen
from typing import Any

import msgspec

from players.player import Asked
from rules.chance import Chance
from rules.notation import Move, print_move


class Lost(Exception):
    """A program that plays no further: it was too slow, fell silent, or said what is no legal move."""


class Question(msgspec.Struct, frozen=True, tag_field="do", tag="choose"):
    """What a program is asked. ``position`` is one that the seat cannot tell from the real one."""

    game: str
    seat: int
    question: str
    moves: list[str]
    view: Any
    position: dict[str, Any]


class Answer(msgspec.Struct, frozen=True):
    """What it answers."""

    move: str


class Program:
    """A command that speaks the table protocol as a seat."""

    def __init__(self, command: str, seed: str, limit: float) -> None:
        """``limit``: seconds for an answer."""
        self.limit = limit
        self.lot = Chance(seed)
        self._process = Popen(shlex.split(command), stdin=PIPE, stdout=PIPE)

    def choose(self, asked: Asked) -> Move:
        """What the program answers. Raises Lost if that is no legal move, or comes too late."""
        state = asked.redraw(self.lot)
        moves = [print_move(move) for move in asked.moves]
        question = state.pending[asked.seat][-1].question
        position = {"game": asked.game.id, **msgspec.to_builtins(state)}
        line = self._answer(Question(asked.game.id, asked.seat, question, moves, asked.view, position))
        try:
            said = msgspec.json.decode(line, type=Answer).move
        except msgspec.DecodeError:
            raise Lost(f"no answer: {line[:200]!r}") from None
        if said not in moves:
            raise Lost(f"no legal move: {said!r}; legal: {', '.join(moves)}")
        return asked.moves[moves.index(said)]

    def _answer(self, question: Question) -> bytes:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        late = threading.Timer(self.limit, self._process.kill)
        late.start()
        try:
            self._process.stdin.write(msgspec.json.encode(question) + b"\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except OSError:
            line = b""
        finally:
            late.cancel()
        if not line:
            raise Lost(f"no answer within {self.limit:g} s")
        return line

    def close(self) -> None:
        """Let the program end."""
        self._process.kill()
        self._process.communicate()
