"""The rules service: everything that can be asked of a table."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.clock import Clock
from bot.rules_service.answers import LogLine, Look, Outcome, Person, Place, TableInfo, Verdict
from rules.game import Game, Option
from storage import Storage

LATER = "the body follows"


class RulesService:
    """All tables. Every method that changes one takes ``interaction`` (Discord's id of the click): accepted once."""

    def __init__(
        self,
        storage: Storage,
        clock: Clock,
        games: Mapping[str, Game[Any]] | None = None,
        cache: int = 64,
    ) -> None:
        """``games``: by default all of `rules.GAMES`; ``cache``: how many games are kept in memory."""
        self.on_announce: Callable[[int], None] = lambda table_id: None
        """Called with a table's id after something was stored that its channel must hear; outside of every lock."""

    # -- the lobby

    def table_options(self, game: str) -> tuple[Option, ...]:
        """Everything that can be chosen when a table of the game is opened: the game's options and "seating"
        ("lot": seats are drawn at the start, "joined": in the order of joining).

        Raises:
            BadOptions: no such game.
        """
        raise NotImplementedError(LATER)

    async def open(
        self,
        place: Place,
        host: Person,
        game: str,
        options: Mapping[str, str] | None = None,
        language: str = "en",
        *,
        interaction: int | None = None,
    ) -> TableInfo:
        """Open a table in its lobby, with the host in its first seat.

        Raises:
            BadOptions: no such game, option or value. ChannelTaken: an open table is there (``.table_id``).
        """
        raise NotImplementedError(LATER)

    async def join(
        self, table_id: int, person: Person, seat: int | None = None, *, interaction: int | None = None
    ) -> TableInfo:
        """Lobby: take part. Running game: take a vacant seat, one's own former one or else ``seat`` or else the first.

        Raises:
            NoTable, Closed, AlreadySeated, TableFull, SeatTaken.
        """
        raise NotImplementedError(LATER)

    async def leave(self, table_id: int, person: Person, *, interaction: int | None = None) -> TableInfo:
        """Lobby: be gone; the next one hosts. Running game: the seat becomes vacant, the game waits for a substitute.

        When the last person leaves, the table is cancelled.

        Raises:
            NoTable, Closed, NotSeated.
        """
        raise NotImplementedError(LATER)

    async def set_options(
        self, table_id: int, person: Person, options: Mapping[str, str], *, interaction: int | None = None
    ) -> TableInfo:
        """Change some options in the lobby.

        Raises:
            NoTable, Closed, NotHost, WrongPhase, BadOptions.
        """
        raise NotImplementedError(LATER)

    async def start(self, table_id: int, person: Person, *, interaction: int | None = None) -> Look:
        """Draw the seats and begin the game.

        Raises:
            NoTable, Closed, NotHost, WrongPhase, WrongPlayers, BadOptions.
        """
        raise NotImplementedError(LATER)

    async def cancel(self, table_id: int, person: Person, *, interaction: int | None = None) -> TableInfo:
        """Lobby: the host closes it. Running game: vote to end it; it ends when everybody seated has voted so.

        Raises:
            NoTable, Closed, NotHost, NotSeated, NoVote (given before).
        """
        raise NotImplementedError(LATER)

    async def withdraw_vote(self, table_id: int, person: Person, *, interaction: int | None = None) -> TableInfo:
        """Take back one's vote to cancel.

        Raises:
            NoTable, Closed, WrongPhase, NotSeated, NoVote (there is none).
        """
        raise NotImplementedError(LATER)

    async def move_to(self, table_id: int, person: Person, place: Place) -> TableInfo:
        """Bring the table to another channel; who sits at it may, for example when its channel was deleted.

        Raises:
            NoTable, Closed, NotSeated, ChannelTaken.
        """
        raise NotImplementedError(LATER)

    # -- the game

    async def play(
        self,
        table_id: int,
        user_id: int,
        text: str,
        *,
        number: int | None = None,
        interaction: int | None = None,
    ) -> Outcome:
        """Carry out a move, given in notation. ``number``: the log number the player saw, None for a typed move.

        Raises:
            NoTable, Closed, WrongPhase, NotSeated, Stale, DamagedGame; NotYourTurn, BadNotation, IllegalMove.
        """
        raise NotImplementedError(LATER)

    async def undo(
        self,
        table_id: int,
        user_id: int,
        moves: int | None = 1,
        *,
        number: int | None = None,
        interaction: int | None = None,
    ) -> Outcome:
        """Take back the player's last moves; None: all that can be taken back (start over).

        Raises:
            NoTable, Closed, WrongPhase, NotSeated, Stale, DamagedGame; CannotUndo.
        """
        raise NotImplementedError(LATER)

    # -- reading

    async def info(self, table_id: int) -> TableInfo:
        """The table without its game (works for a damaged one too). Raises NoTable."""
        raise NotImplementedError(LATER)

    async def look(self, table_id: int, number: int | None = None) -> Look:
        """The table with its game, now or as it stood after an earlier log line.

        Raises:
            NoTable, DamagedGame.
        """
        raise NotImplementedError(LATER)

    async def table_in(self, channel_id: int) -> TableInfo | None:
        """The open table of a channel; else the last one that ended there; else None."""
        raise NotImplementedError(LATER)

    async def my_tables(self, user_id: int) -> list[TableInfo]:
        """The open tables where the user sits: first those that wait for them, the longest wait first."""
        raise NotImplementedError(LATER)

    async def open_tables(self) -> list[TableInfo]:
        """Every table in its lobby or running, the oldest first."""
        raise NotImplementedError(LATER)

    async def history(self, table_id: int) -> list[LogLine]:
        """The whole log for people to read. Raises NoTable."""
        raise NotImplementedError(LATER)

    async def verify(self, table_id: int) -> Verdict:
        """Replay the game line by line against its digests, and its seed against the fingerprint. Raises NoTable."""
        raise NotImplementedError(LATER)

    async def verify_all(self) -> list[Verdict]:
        """The same for every open table: to be asked before a new version goes into service."""
        raise NotImplementedError(LATER)
