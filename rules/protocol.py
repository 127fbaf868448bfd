"""The table protocol: one table, with one request and one answer per line, both JSON objects.

Every answer has ``ok``. A refused request leaves the table unchanged. Its answer has ``error`` (its kind), ``message``,
and where it helps ``legal`` (moves of the same kind) or ``due`` (seats).
"""

from typing import Annotated, Any

import msgspec

from rules import GAMES
from rules.errors import BadOptions, RulesError
from rules.game import Game
from rules.log import Log
from rules.table import Table

MAX_LINE = 1_000_000  # bytes
Int = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]


class Request(msgspec.Struct, frozen=True, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """A request to the table. Each subclass is one request with the fields it needs."""


class Games(Request, frozen=True):
    """List the games."""


class New(Request, frozen=True):
    """Start a game and report the events of its set-up. The same seed, options and moves give the same game."""

    game: str
    seats: Int
    seed: str | Int
    options: dict[str, str] = {}


class Due(Request, frozen=True):
    """List the seats that are due, and their questions."""


class Play(Request, frozen=True):
    """Carry out a move."""

    seat: Int
    move: str


class Undo(Request, frozen=True):
    """Undo a seat's own last moves."""

    seat: Int
    moves: Int = 1


class Back(Request, frozen=True):
    """Go back to the state after a line of the log, as the players have voted."""

    seat: Int
    line: Int


class View(Request, frozen=True):
    """Show what a seat, or with null the public, may see."""

    seat: Int | None = None


class Score(Request, frozen=True):
    """Count the points as if the game were scored now."""


class GetLog(Request, frozen=True, tag="log"):
    """Return the whole game as data."""


class Load(Request, frozen=True):
    """Replay a log."""

    log: Log


class Position(Request, frozen=True):
    """Return the complete current state, secrets included."""


class Set(Request, frozen=True):
    """Continue from a position."""

    position: dict[str, Any]


class BadRequest(RulesError):
    """A line that is not a request of this protocol."""

    code = "request"


class NoTable(RulesError):
    """A request that needs a table while there is none."""

    code = "table"


_requests = msgspec.json.Decoder(Games | New | Due | Play | Undo | Back | View | Score | GetLog | Load | Position | Set)


class Session:
    """One table and its requests."""

    def __init__(self) -> None:
        self._table: Table | None = None

    def answer(self, line: bytes) -> bytes:
        """Return the answer to one request, without the newline. Never raises."""
        try:
            return msgspec.json.encode({"ok": True, **self._handle(_read(line))})
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

    def _handle(self, request: Request) -> dict[str, Any]:
        match request:
            case Games():
                return {
                    "games": [
                        {"id": game.id, "seats": game.seats, "options": {str(n): _options(game, n) for n in game.seats}}
                        for game in GAMES.values()
                    ]
                }
            case New(game, seats, seed, options):
                self._table = Table(_game(game), seats, str(seed), options)
                return {"events": self.table.opening, **self._due()}
            case Load(log):
                self._table = Table.load(_game(log.game), log)
            case Set(position):
                rest = {name: value for name, value in position.items() if name != "game"}
                self._table = Table.from_position(_game(position.get("game")), rest)
            case Play(seat, move):
                events = self.table.play(seat, move)
                return {"events": events, **self._due()}
            case Undo(seat, moves):
                self.table.undo(seat, moves)
            case Back(seat, line):
                self.table.back(seat, line)
            case View(seat):
                return {"view": self.table.view(seat)}
            case Score():
                return {**msgspec.to_builtins(self.table.score()), "over": self.table.over}
            case GetLog():
                return {"log": self.table.log()}
            case Position():
                return {"position": {"game": self.table.game.id, **self.table.get_position()}}
        return self._due()

    def _due(self) -> dict[str, Any]:
        return {"due": self.table.due(), "over": self.table.over}


def _read(line: bytes) -> Request:
    if len(line) > MAX_LINE:
        raise BadRequest("A request must not exceed {most} bytes.", most=MAX_LINE)
    try:
        request: Request = _requests.decode(line)
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
