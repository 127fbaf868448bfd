"""A level of play as a program: it answers the questions to a seat, one line of JSON each way."""

import sys
from collections.abc import Iterable
from typing import Any, BinaryIO

import msgspec

import computer_players
from computer_players.player import Player, observe
from computer_players.program import ChooseRequest
from rules import GAMES
from rules.errors import RulesError
from rules.game import due
from rules.notation import print_move
from rules.table import read_position

_requests = msgspec.json.Decoder(ChooseRequest)


class Seats:
    """The players of one program: one for each game and seat it is asked about."""

    def __init__(self, name: str, seed: str) -> None:
        self.name = name
        self.seed = seed
        self._players: dict[tuple[str, int], Player] = {}

    def answer(self, line: bytes) -> dict[str, Any]:
        """Return the answer to one question. Never raises."""
        try:
            request = _requests.decode(line)
            game = GAMES[request.game]
            position = {name: value for name, value in request.position.items() if name != "game"}
            state = read_position(game, position)
            if request.seat not in due(state):
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
        return {"ok": True, "move": print_move(move)}


def serve(seats: Seats, lines: Iterable[bytes], out: BinaryIO) -> None:
    """Answer until there are no more questions."""
    for line in lines:
        out.write(msgspec.json.encode(seats.answer(line)) + b"\n")
        out.flush()


def main(name: str, seed: str) -> None:
    """Answer over standard input and output."""
    serve(Seats(name, seed), sys.stdin.buffer, sys.stdout.buffer)
