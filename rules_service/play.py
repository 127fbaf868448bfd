"""Moves and undo, by players and by computers."""

from dataclasses import replace

from rules.game import Event
from rules.table import Table
from rules_service import computers, guards
from rules_service.act import retry
from rules_service.errors import Stale
from rules_service.models import Outcome, Snapshot
from rules_service.repository import MOVED_ON, TableRepository
from rules_service.turns import Turn, snapshot_of, take_turn


class Play:
    """The games of all tables."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository
        self._clock = repository.clock

    async def move(
        self, table_id: int, user_id: int, text: str, *, number: int | None = None, interaction: int | None = None
    ) -> Outcome:
        """Carry out a move, given in notation. ``number``: the log number the player saw, None for a typed move.

        Raises:
            NoTable, Closed, WrongPhase, NotSeated, Stale, DamagedGame; NotYourTurn, BadNotation, IllegalMove.
        """
        turn = Turn([lambda table, seat: table.play(seat, text)], number=number, interaction=interaction)
        return await self._turn(table_id, user_id, turn)

    async def undo(
        self,
        table_id: int,
        user_id: int,
        moves: int | None = 1,
        *,
        number: int | None = None,
        interaction: int | None = None,
    ) -> Outcome:
        """Undo the player's last moves; None: all that can be undone (start over).

        Raises:
            NoTable, Closed, WrongPhase, NotSeated, Stale, DamagedGame; CannotUndo.
        """

        def act(table: Table, seat: int) -> list[Event]:
            table.undo(seat, max(table.undoable(seat), 1) if moves is None else moves)
            return []

        return await self._turn(table_id, user_id, Turn([act], replays=True, number=number, interaction=interaction))

    async def _turn(self, table_id: int, user_id: int, turn: Turn) -> Outcome:
        async def work() -> Outcome:
            async with self._repository.lock(table_id) as locked:
                return await take_turn(locked, guards.seat_of(locked.row, user_id), turn, self._clock.now())

        # A button belongs to a known position, which may still be current, so it is safe to try again. A typed move
        # could have been meant for any position.
        outcome = await (work() if turn.number is None else retry(work))
        return replace(outcome, snapshot=await outcome.snapshot.seen_by(outcome.seat))

    async def computers_to_move(self) -> list[int]:
        """Return the tables that wait for a computer player, oldest first."""
        return await self._repository.storage.tables.computers_to_move(self._clock.now())

    async def computer_due(self, table_id: int) -> tuple[Snapshot, int, str] | None:
        """Return the table as its due computer player sees it, the seat and the level; None if none is due.

        Raises:
            NoTable, Closed, WrongPhase, DamagedGame.
        """
        async with self._repository.lock(table_id) as locked:
            seats = locked.computers
            if not seats:
                return None
            level = computers.level_of(locked.row.seats[seats[0]], self._clock.now())
            snapshot = snapshot_of(locked, await locked.load())
        return await snapshot.seen_by(seats[0]), seats[0], level

    async def move_for(self, table_id: int, seat: int, text: str, level: str, number: int) -> Outcome:
        """Carry out the move of a computer player, decided at this level on this line of the log.

        Raises:
            NoTable, Closed, WrongPhase, DamagedGame; Stale: the board has changed, or no computer has to move there.
            NotYourTurn, BadNotation, IllegalMove.
        """
        async with self._repository.lock(table_id) as locked:
            if seat not in locked.computers:
                raise Stale(MOVED_ON, number=locked.row.number)
            click = computers.key(table_id, number)
            turn = Turn([lambda table, seat: table.play(seat, text)], number=number, interaction=click, level=level)
            return await take_turn(locked, locked.row.seats[seat], turn, self._clock.now())
