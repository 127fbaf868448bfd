"""Connect players and programs by lines of JSON: an external program as a player, or a level as a program."""

import shlex
import sys
import threading
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from signal import strsignal
from subprocess import PIPE, Popen, TimeoutExpired
from typing import Any, BinaryIO

import msgspec

import computer_players
from computer_players.player import Observation, Player, observe
from rules import GAMES
from rules.chance import Chance
from rules.errors import RulesError
from rules.game import due_seats
from rules.notation import Move
from rules.table import read_position

LAST_LINES = 12  # lines of its stderr that are quoted if the program exits by itself
EXIT_TIMEOUT = 5.0


class Forfeit(Exception):
    """A program forfeits, because it was too slow, gave no answer, or gave an invalid or illegal one."""


class ChooseRequest(msgspec.Struct, frozen=True, tag_field="do", tag="choose"):
    """A question to a program. The seat can't distinguish ``position`` from the real one."""

    game: str
    seat: int
    question: str
    moves: list[str]
    view: Any
    position: dict[str, Any]


class ChooseReply(msgspec.Struct, frozen=True):
    """A program's answer: one of the legal moves, in notation."""

    move: str


class Program:
    """A command that plays a seat: it answers each `ChooseRequest` with a `ChooseReply`, each a line of JSON."""

    def __init__(self, command: str, seed: str, limit: float) -> None:
        """Start the command. ``limit``: seconds per answer. Raise OSError if the command can't be started."""
        self.limit = limit
        self.lot = Chance(seed)
        self._late = False
        self._last_lines: deque[str] = deque(maxlen=LAST_LINES)
        self._process = Popen(shlex.split(command), stdin=PIPE, stdout=PIPE, stderr=PIPE)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def choose(self, observed: Observation) -> Move:
        """Return the move that the program answers with.

        Raise Forfeit if the answer is invalid, illegal, too late or missing.
        """
        state = observed.sample(self.lot)
        moves = [move.text for move in observed.moves]
        question = state.pending[observed.seat][-1].question
        position = {"game": observed.game.id, **msgspec.to_builtins(state)}
        line = self._answer(ChooseRequest(observed.game.id, observed.seat, question, moves, observed.view, position))
        try:
            said = msgspec.json.decode(line, type=ChooseReply).move
        except msgspec.DecodeError:
            raise Forfeit(f"not a valid answer: {line[:200]!r}") from None
        if said not in moves:
            raise Forfeit(f"illegal move: {said!r}; legal: {', '.join(moves)}")
        return observed.moves[moves.index(said)]

    def _answer(self, request: ChooseRequest) -> bytes:
        assert self._process.stdin is not None
        assert self._process.stdout is not None

        def stop() -> None:
            self._late = True
            self._process.kill()

        late = threading.Timer(self.limit, stop)
        late.start()
        try:
            self._process.stdin.write(msgspec.json.encode(request) + b"\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except OSError:
            line = b""
        finally:
            late.cancel()
        if not line:
            raise Forfeit(f"no answer within {self.limit:g} s" if self._late else self._ending())
        return line

    def _listen(self) -> None:
        """Pass on what the program writes to stderr, and keep its last lines."""
        assert self._process.stderr is not None
        for line in self._process.stderr:
            text = line.decode(errors="replace")
            sys.stderr.write(text)
            self._last_lines.append(text.rstrip())

    def _ending(self) -> str:
        """Describe how the program exited after closing its output, with the last lines of its stderr.

        If it is still running, say only that it closed its output.
        """
        try:
            code = self._process.wait(EXIT_TIMEOUT)
        except TimeoutExpired:
            return "the program closed its output"
        self._listener.join(EXIT_TIMEOUT)
        how = f"with exit code {code}" if code >= 0 else f"by signal {-code} ({strsignal(-code)})"
        return "\n    ".join([f"the program ended {how}", *self._last_lines])

    def close(self) -> None:
        """Kill the program and close its pipes."""
        self._process.kill()
        self._process.wait()
        self._listener.join(EXIT_TIMEOUT)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):  # a part of a question may still be in the buffer
            self._process.stdin.close()
        self._process.stdout.close()


class ServedSeats:
    """The players behind a served level: one for each game and seat in the questions."""

    def __init__(self, name: str, seed: str) -> None:
        self.name = name
        self.seed = seed
        self._players: dict[tuple[str, int], Player] = {}

    def answer(self, line: bytes) -> dict[str, Any]:
        """Return the answer to one question. If the question is invalid, the answer says why it is refused."""
        try:
            request = msgspec.json.decode(line, type=ChooseRequest)
            game = GAMES[request.game]
            position = {name: value for name, value in request.position.items() if name != "game"}
            state = read_position(game, position)
            if request.seat not in due_seats(state):
                return {"ok": False, "error": "turn", "message": "This seat has no decision to make."}
        except KeyError as error:
            return {"ok": False, "error": "options", "message": f"There is no game {error}."}
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            return {"ok": False, "error": "request", "message": str(error)}
        except RulesError as error:
            return {"ok": False, "error": error.code, "message": str(error)}
        who = request.game, request.seat
        if who not in self._players:
            self._players[who] = computer_players.seat(self.name, request.game, f"{self.seed} {request.seat}")
        move = self._players[who].choose(observe(game, state, request.seat))
        return {"ok": True, "move": move.text}


def answer_requests(seats: ServedSeats, lines: Iterable[bytes], out: BinaryIO) -> None:
    """Answer the question on each line until the input ends."""
    for line in lines:
        out.write(msgspec.json.encode(seats.answer(line)) + b"\n")
        out.flush()
