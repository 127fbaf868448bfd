"""The table protocol: one table, with one request and one answer per line, both JSON objects.

Every answer has ``ok``. A refused request leaves the table unchanged. Its answer has ``error`` (the kind), ``message``,
and if it helps, ``legal`` (moves of the same kind) or ``due`` (seats).
"""

from typing import Annotated, Any, assert_never

import msgspec

from rules import GAMES
from rules.errors import BadOptions, RulesError
from rules.game import Game
from rules.log import Log
from rules.table import Table

MAX_LINE = 1_000_000  # bytes of a request
Int = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
Answer = dict[str, Any]


class BadRequest(RulesError, code="request"):
    """A line that is not a request of this protocol."""


class NoTable(RulesError, code="table"):
    """A request that needs a table when there is none."""


class _Request(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """A request. Its kind is in the JSON field ``do``: the tag of the class."""


class ListGames(_Request, frozen=True, tag="games"):
    """List the games with their numbers of seats and options."""


class NewGame(_Request, frozen=True, tag="new"):
    """Start a game and report the events of its set-up. With equal fields, the same moves give the same game."""

    game: str
    seats: Int
    seed: str | Int
    options: dict[str, str] = {}


class LoadLog(_Request, frozen=True, tag="load"):
    """Replay a log."""

    log: Log


class SetPosition(_Request, frozen=True, tag="set"):
    """Continue from a position."""

    position: dict[str, Any]


class ListDue(_Request, frozen=True, tag="due"):
    """List the seats that are due, with their questions and legal moves."""


class PlayMove(_Request, frozen=True, tag="play"):
    """Carry out a move."""

    seat: Int
    move: str


class UndoMoves(_Request, frozen=True, tag="undo"):
    """Undo a seat's own last moves."""

    seat: Int
    moves: Int = 1


class GoBack(_Request, frozen=True, tag="back"):
    """Go back to the state after a line of the log, as the players have voted to do."""

    seat: Int
    line: Int


class ShowView(_Request, frozen=True, tag="view"):
    """Show what a seat may see, or what the public may see if the seat is null."""

    seat: Int | None = None


class CountScore(_Request, frozen=True, tag="score"):
    """Return the score that the game would have if it were scored now."""


class ShowLog(_Request, frozen=True, tag="log"):
    """Return the whole game as data."""


class ShowPosition(_Request, frozen=True, tag="position"):
    """Return the complete current state, secrets included."""


Request = (
    ListGames
    | NewGame
    | LoadLog
    | SetPosition
    | ListDue
    | PlayMove
    | UndoMoves
    | GoBack
    | ShowView
    | CountScore
    | ShowLog
    | ShowPosition
)
_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


class Session:
    """Answer requests about one table. Some requests start the table or replace it by another one."""

    def __init__(self) -> None:
        self._table: Table | None = None

    def answer(self, line: bytes) -> bytes:
        """Return the answer to one request, without the newline. Never raises."""
        try:
            return msgspec.json.encode({"ok": True, **self._carry_out(_read(line))})
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

    def _carry_out(self, request: Request) -> Answer:
        """Carry out a request and return its answer. Raises RulesError if it is refused."""
        match request:
            case ListGames():
                return {"games": [_describe(game) for game in GAMES.values()]}
            case NewGame(game, seats, seed, options):
                self._table = Table(_game(game), seats, str(seed), options)
                return {"events": self.table.opening, **self._due()}
            case LoadLog(log):
                self._table = Table.load(_game(log.game), log)
                return self._due()
            case SetPosition(position):
                rest = {name: value for name, value in position.items() if name != "game"}
                self._table = Table.from_position(_game(position.get("game")), rest)
                return self._due()
            case ListDue():
                return self._due()
            case PlayMove(seat, move):
                return {"events": self.table.play(seat, move), **self._due()}
            case UndoMoves(seat, moves):
                self.table.undo(seat, moves)
                return self._due()
            case GoBack(seat, number):
                self.table.back(seat, number)
                return self._due()
            case ShowView(viewer):
                return {"view": self.table.view(viewer)}
            case CountScore():
                return {**msgspec.to_builtins(self.table.score()), "over": self.table.over}
            case ShowLog():
                return {"log": self.table.log()}
            case ShowPosition():
                return {"position": {"game": self.table.game.id, **self.table.get_position()}}
        assert_never(request)

    def _due(self) -> Answer:
        return {"due": self.table.due(), "over": self.table.over}


def _read(line: bytes) -> Request:
    if len(line) > MAX_LINE:
        raise BadRequest("A request must not exceed {most} bytes.", most=MAX_LINE)
    try:
        return _requests.decode(line)
    except msgspec.ValidationError as error:
        raise BadRequest("The request is malformed: {why}", why=str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRequest("The line is not valid JSON: {why}", why=str(error)) from None
    except RecursionError:
        raise BadRequest("The JSON is nested too deeply.") from None


def _describe(game: Game[Any]) -> Answer:
    return {
        "id": game.id,
        "seats": game.seats,
        "options": {str(seats): _options(game, seats) for seats in game.seats},
    }


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
