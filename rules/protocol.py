"""The table protocol: one table, with one request and one answer per line, both JSON objects.

Every answer has ``ok``. A refused request leaves the table unchanged. Its answer has ``error`` (its kind), ``message``,
and where it helps ``legal`` (moves of the same kind) or ``due`` (seats).
"""

from collections.abc import Callable, Mapping
from functools import reduce
from inspect import Parameter, signature
from operator import or_
from typing import Annotated, Any, get_type_hints

import msgspec

from rules import GAMES
from rules.errors import BadOptions, RulesError
from rules.game import Game
from rules.log import Log
from rules.table import Table

MAX_LINE = 1_000_000  # bytes
NO_OPTIONS: dict[str, str] = {}
Int = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
Answer = dict[str, Any]


class BadRequest(RulesError, code="request"):
    """A line that is not a request of this protocol."""


class NoTable(RulesError, code="table"):
    """A request that needs a table while there is none."""


class Session:
    """One table. Each method in `REQUESTS` is a request: ``do`` is its name, the other fields its parameters."""

    def __init__(self) -> None:
        self._table: Table | None = None

    def answer(self, line: bytes) -> bytes:
        """Return the answer to one request, without the newline. Never raises."""
        try:
            request = _read(line)
            answer = REQUESTS[type(request)](self, **msgspec.structs.asdict(request))
            return msgspec.json.encode({"ok": True, **answer})
        except RulesError as error:
            more = {name: getattr(error, name) for name in ("legal", "due") if getattr(error, name, ())}
            return msgspec.json.encode({"ok": False, "error": error.code, "message": str(error), **more})
        except Exception as error:  # A bug of ours must not end the session.
            message = f"Internal error ({type(error).__name__}). The table is unchanged."
            return msgspec.json.encode({"ok": False, "error": "internal", "message": message})

    @property
    def table(self) -> Table:
        """Return the table. Raises NoTable if there is none."""
        if self._table is None:
            raise NoTable("There is no table yet. Start with new, load or set.")
        return self._table

    def games(self) -> Answer:
        """List the games."""
        options = {game.id: {str(seats): _options(game, seats) for seats in game.seats} for game in GAMES.values()}
        return {"games": [{"id": id_, "seats": GAMES[id_].seats, "options": each} for id_, each in options.items()]}

    def new(self, game: str, seats: Int, seed: str | Int, options: dict[str, str] = NO_OPTIONS) -> Answer:
        """Start a game and report the events of its set-up. The same seed, options and moves give the same game."""
        self._table = Table(_game(game), seats, str(seed), options)
        return {"events": self.table.opening, **self.due()}

    def load(self, log: Log) -> Answer:
        """Replay a log."""
        self._table = Table.load(_game(log.game), log)
        return self.due()

    def set(self, position: dict[str, Any]) -> Answer:
        """Continue from a position."""
        rest = {name: value for name, value in position.items() if name != "game"}
        self._table = Table.from_position(_game(position.get("game")), rest)
        return self.due()

    def due(self) -> Answer:
        """List the seats that are due, and their questions."""
        return {"due": self.table.due(), "over": self.table.over}

    def play(self, seat: Int, move: str) -> Answer:
        """Carry out a move."""
        return {"events": self.table.play(seat, move), **self.due()}

    def undo(self, seat: Int, moves: Int = 1) -> Answer:
        """Undo a seat's own last moves."""
        self.table.undo(seat, moves)
        return self.due()

    def back(self, seat: Int, line: Int) -> Answer:
        """Go back to the state after a line of the log, as the players have voted."""
        self.table.back(seat, line)
        return self.due()

    def view(self, seat: Int | None = None) -> Answer:
        """Show what a seat, or with null the public, may see."""
        return {"view": self.table.view(seat)}

    def score(self) -> Answer:
        """Count the points as if the game were scored now."""
        return {**msgspec.to_builtins(self.table.score()), "over": self.table.over}

    def log(self) -> Answer:
        """Return the whole game as data."""
        return {"log": self.table.log()}

    def position(self) -> Answer:
        """Return the complete current state, secrets included."""
        return {"position": {"game": self.table.game.id, **self.table.get_position()}}


def _request(method: Callable[..., Answer]) -> type[msgspec.Struct]:
    """Return the request that calls the method."""
    _, *parameters = signature(method).parameters.values()
    hints = get_type_hints(method, include_extras=True)
    fields = [
        (p.name, hints[p.name], msgspec.NODEFAULT if p.default is Parameter.empty else p.default) for p in parameters
    ]
    name = method.__name__
    return msgspec.defstruct(name, fields, frozen=True, tag_field="do", tag=name, forbid_unknown_fields=True)


S = Session
REQUESTS: Mapping[type[msgspec.Struct], Callable[..., Answer]] = {
    _request(method): method
    for method in (S.games, S.new, S.due, S.play, S.undo, S.back, S.view, S.score, S.log, S.load, S.position, S.set)
}
_requests = msgspec.json.Decoder(reduce(or_, REQUESTS))


def _read(line: bytes) -> msgspec.Struct:
    if len(line) > MAX_LINE:
        raise BadRequest("A request must not exceed {most} bytes.", most=MAX_LINE)
    try:
        request: msgspec.Struct = _requests.decode(line)
    except msgspec.ValidationError as error:
        raise BadRequest("The request is malformed: {why}", why=str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRequest("The line is not valid JSON: {why}", why=str(error)) from None
    except RecursionError:
        raise BadRequest("The JSON is nested too deeply.") from None
    return request


def _options(game: Game[Any], seats: int) -> list[dict[str, Any]]:
    return [
        {"id": one.id, "values": one.values, "default": one.default}
        | ({"pick": one.pick, "picks": one.picks} if one.picks else {})
        for one in game.options(seats)
    ]


def _game(name: object) -> Game[Any]:
    if not isinstance(name, str) or name not in GAMES:
        raise BadOptions("There is no game “{name}”. Games: {games}", name=str(name)[:40], games=", ".join(GAMES))
    return GAMES[name]
