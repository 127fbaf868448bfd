"""The rules service: all actions and queries about tables."""

import asyncio
import logging
from bisect import bisect_left
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

from rules import GAMES
from rules.errors import N_, BadOptions, RulesError
from rules.game import Event, Game, blocking
from rules.table import Table
from rules_service import (
    away,
    colours,
    computers,
    consent_undo,
    escalation,
    lobby,
    membership,
    sweep,
    turn_timers,
    votes,
)
from rules_service.clock import Clock
from rules_service.commit import commit_with_votes
from rules_service.consent_undo import UndoRequest
from rules_service.errors import (
    AlreadySeated,
    ChannelTaken,
    DamagedGame,
    NobodyLate,
    NoTable,
    NotSeated,
    NotWelcome,
    NoVote,
    Stale,
    VacationConflict,
)
from rules_service.limits import must_have_room
from rules_service.loaded import POSITIONS, verify
from rules_service.matchmaking import Matchmaking
from rules_service.models import LogLine, Outcome, Person, Place, Snapshot, TableInfo, Verdict
from rules_service.options import complete_options, lobby_options, read_options, write_options
from rules_service.repository import MOVED_ON, ConcurrentUpdate, DuplicateInteraction, LockedTable, TableRepository
from rules_service.results import results_of
from rules_service.start import new_table, start
from rules_service.turns import snapshot_of, take_turn
from storage import (
    Change,
    Conflict,
    LineKind,
    NewLine,
    NewNotice,
    NewTable,
    NoticeKind,
    PostKind,
    ResultsRow,
    SeatRow,
    Storage,
    TableRow,
    TableStatus,
    VoteKind,
)

log = logging.getLogger(__name__)

T = TypeVar("T")

TRIES = 5  # attempts at an action while other processes keep changing the table


async def decided(work: Callable[[], Awaitable[T]]) -> T:
    """Run ``work``, again each time another process was faster. Raise ConcurrentUpdate if all `TRIES` attempts fail."""
    for _ in range(TRIES - 1):
        with suppress(ConcurrentUpdate):
            return await work()
    return await work()


class RulesService:
    """All tables.

    Methods that change one take ``interaction``, Discord's id of the click, which is accepted once. A repeated click
    changes nothing and returns the present state.
    """

    def __init__(
        self, storage: Storage, clock: Clock, games: Mapping[str, Game[Any]] | None = None, cache: int = 64
    ) -> None:
        """Create the service. ``games``: default `rules.GAMES`; ``cache``: the number of games kept in memory."""
        self._storage = storage
        self._clock = clock
        known = GAMES if games is None else games
        self._repository = TableRepository(storage, clock, known, cache)
        self.matchmaking = Matchmaking(storage, clock, known)

    @property
    def on_announce(self) -> Callable[[int], None]:
        """Return the listener called with a table's id, outside any lock, once something to announce is stored."""
        return self._repository.on_announce

    @on_announce.setter
    def on_announce(self, listener: Callable[[int], None]) -> None:
        self._repository.on_announce = listener

    @property
    def counted(self) -> Counter[str]:
        """Return the counts of "appends", "conflicts" with other processes and "replays" since the start."""
        return self._repository.counted

    @property
    def on_computer(self) -> Callable[[int], None]:
        """Return the listener called with a table's id, outside any lock, once a computer has to move there."""
        return self._repository.on_computer

    @on_computer.setter
    def on_computer(self, listener: Callable[[int], None]) -> None:
        self._repository.on_computer = listener

    # The lobby, and people at a running table

    def check(self, game: str, options: Mapping[str, str]) -> None:
        """Raise BadOptions if there is no such game, option or value, so that no such table could be opened."""
        complete_options(self._repository.game(game), options)

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
            BadOptions: no such game, option or value. ChannelTaken: by the table ``.table_id``. TooMany.
        """
        chosen = complete_options(self._repository.game(game), options or {})

        async def table(player: int, now: datetime) -> NewTable:
            return new_table(place, player, game, chosen, language, now)

        return await self._open(place, host, table, interaction)

    async def open_again(self, table_id: int, host: Person, *, interaction: int | None = None) -> TableInfo:
        """Open a lobby like a table that has ended: same channel and computers; the other players are invited (P99).

        Raises:
            NoTable. BadOptions, ChannelTaken, TooMany: as `open`.
        """
        row = await self._repository.row(table_id)
        game = self._repository.game(row.game)
        chosen = complete_options(game, lobby_options(game, row.options))
        place = Place(row.channel_id, row.guild_id, row.parent_id)

        async def table(player: int, now: datetime) -> NewTable:
            there = [(seat.player, seat.user_id) for seat in row.seats if seat.user_id is not None]
            silent = [other for other, user_id in there if await self._apart((player, host.id), (other, user_id))]
            new = new_table(place, player, row.game, chosen, row.language, now)
            return lobby.again(new, row.seats, max(game.seats), silent, now)

        return await self._open(place, host, table, interaction)

    async def _open(
        self,
        place: Place,
        host: Person,
        table: Callable[[int, datetime], Awaitable[NewTable]],
        interaction: int | None,
    ) -> TableInfo:
        there = await self.table_in(place.channel_id)
        if there is not None and interaction is not None and await self._storage.tables.accepted(interaction):
            return there
        player = await self.must_have_room(host, place.guild_id)
        now = self._clock.now()
        try:
            table_id = await self._storage.tables.create(await table(player, now), now, interaction=interaction)
        except Conflict as error:
            if error.what == "interaction" and (there := await self.table_in(place.channel_id)) is not None:
                return there
            raise await self._taken(place) from None
        self._repository.announce(table_id)
        return await self.info(table_id)

    async def must_have_room(self, host: Person, guild_id: int | None) -> int:
        """Return the person's storage number. Raise TooMany if they can't open another table on the server."""
        player = await self._storage.people.meet(host.id, host.name)
        must_have_room(await self._storage.tables.counts(player, guild_id), hosts=True)
        return player

    async def _taken(self, place: Place) -> ChannelTaken:
        there = await self.table_in(place.channel_id)
        return ChannelTaken(
            N_("There is already a table in this channel. Open another one in a thread, or finish that one first."),
            table_id=there.id if there else 0,
        )

    async def join(
        self, table_id: int, person: Person, seat: int | None = None, *, interaction: int | None = None
    ) -> TableInfo:
        """Take a seat in a lobby, or a vacant one in a running game (``seat``, or the first; former players: their
        own).

        Raises:
            NoTable, Closed, AlreadySeated, TableFull, SeatTaken, NotWelcome, TooMany.
        """

        async def take_part(locked: LockedTable) -> None:
            await self._must_be_welcome(locked.row, person.id)
            player = await self._storage.people.meet(person.id, person.name)
            must_have_room(await self._storage.tables.counts(player, locked.row.guild_id), hosts=False)
            lines, now = await locked.lines(), self._clock.now()
            most = max(locked.game.seats)
            membership.must_be_open(locked.row)
            lobby.must_be_let_in(locked.row, player, most, now)
            before = await self._storage.people.seats_before(person.id, table_id)
            change = membership.join(locked.row, lines, player, most, seat, now, before)
            await locked.append(replace(lobby.joined(locked.row, change, player), interaction=interaction))

        return await self._act(table_id, interaction, take_part)

    async def _must_be_welcome(self, row: TableRow, user_id: int) -> None:
        """Raise NotWelcome if the host of the lobby, or a player of the game, has blocked the person."""
        there = [seat.player for seat in row.seats if not seat.vacant and (row.started or seat.player == row.host)]
        if await self._storage.people.blocks(there, user_id):
            raise NotWelcome(N_("You cannot join this table."))

    async def leave(self, table_id: int, person: Person, *, interaction: int | None = None) -> TableInfo:
        """Leave the table. In a lobby the next player hosts; in a running game the seat waits for a substitute.

        The table is cancelled when the last person leaves.

        Raises:
            NoTable, Closed, NotSeated.
        """
        return await self._change(
            table_id, interaction, lambda locked: membership.leave(locked.row, person.id, self._clock.now())
        )

    async def add_computer(
        self, table_id: int, person: Person, level: str, *, interaction: int | None = None
    ) -> TableInfo:
        """Let the host add a computer player of this level (`computers.LEVELS`).

        Raises:
            NoTable, Closed, NotHost, WrongPhase, TableFull; BadOptions: no such level.
        """
        if level not in computers.LEVELS:
            raise BadOptions(N_("There is no such level: {level}"), level=level[:40])

        async def act(locked: LockedTable) -> None:
            name = computers.free_name([seat.name for seat in locked.row.seats])
            player, most = await self._storage.people.computer(name), max(locked.game.seats)
            change = lobby.with_computer(locked.row, person.id, player, level, most, self._clock.now())
            await locked.append(replace(change, interaction=interaction))

        return await self._act(table_id, interaction, act)

    async def take_seat_back(self, table_id: int, person: Person, *, interaction: int | None = None) -> TableInfo:
        """Play again instead of the computer that took over because the player was late or away. Being away ends.

        Raises:
            NoTable, Closed, WrongPhase, NotSeated, AlreadySeated: no computer plays for them.
        """
        row, mine = await self._seat(table_id, person)
        if not mine.computer and computers.level_of(mine, self._clock.now()):
            await self.come_back(person)
            return await self.info(row.id)
        return await self._change(
            table_id,
            interaction,
            lambda locked: membership.takes_back(*self._seated(locked, person), self._clock.now()),
        )

    async def _seat(self, table_id: int, person: Person) -> tuple[TableRow, SeatRow]:
        row = await self._repository.row(table_id)
        membership.must_be_running(row)
        return row, membership.seat_of(row, person.id)

    async def remove(self, table_id: int, person: Person, seat: int, *, interaction: int | None = None) -> TableInfo:
        """Let the host remove a player from the lobby; they may join again.

        Raises:
            NoTable, Closed, NotHost, WrongPhase, NotSeated: no other player has that seat.
        """
        return await self._change(
            table_id, interaction, lambda locked: membership.remove(locked.row, person.id, seat, self._clock.now())
        )

    async def set_options(
        self, table_id: int, person: Person, options: Mapping[str, str], *, interaction: int | None = None
    ) -> TableInfo:
        """Change some options in the lobby.

        Raises:
            NoTable, Closed, NotHost, WrongPhase, BadOptions.
        """

        def decide(locked: LockedTable) -> Change:
            host = membership.must_host(locked.row, person.id)
            old = read_options(locked.row.options)
            new = complete_options(locked.game, {**lobby_options(locked.game, locked.row.options), **options})
            lines = [
                NewLine(LineKind.OPTION, host.seat, host.player, f"{name} {value}")
                for name, value in new.items()
                if old.get(name) != value
            ]
            change = membership.change(locked.row, self._clock.now(), lines, PostKind.LOBBY if lines else None)
            return replace(lobby.changed(locked.row, host, change), options=write_options(new))

        return await self._change(table_id, interaction, decide)

    async def set_language(
        self, table_id: int, person: Person, language: str, *, interaction: int | None = None
    ) -> TableInfo:
        """Change the language of the table's posts: the host may in the lobby, later any player.

        Raises:
            NoTable, Closed, Asleep, NotHost, NotSeated.
        """

        def decide(locked: LockedTable) -> Change:
            row, now = locked.row, self._clock.now()
            if row.status == TableStatus.LOBBY:
                mine = membership.must_host(row, person.id)
            else:
                membership.must_be_running(row)
                mine = membership.seat_of(row, person.id)
            lines = [NewLine(LineKind.LANGUAGE, mine.seat, mine.player, language)] if language != row.language else []
            return replace(membership.change(row, now, lines), language=language, redraw=bool(lines))

        return await self._change(table_id, interaction, decide)

    async def start(self, table_id: int, person: Person, *, interaction: int | None = None) -> Snapshot | None:
        """Draw the seats and start the game. Return None if some players are not ready; they are asked first.

        Raises:
            NoTable, Closed, NotHost, WrongPhase, WrongPlayers, BadOptions; NoVote: they have been asked already.
        """

        async def begin(locked: LockedTable) -> None:
            now = self._clock.now()
            asked = lobby.begin(locked.row, person.id, locked.game.seats, now)
            loaded = None
            if asked is None:
                nothing = membership.change(locked.row, now, [])
                asked, loaded = await start(locked, nothing, locked.row.seats)
            await locked.append(replace(asked, interaction=interaction), loaded)

        info = await self._act(table_id, interaction, begin)
        return await self.snapshot(table_id) if info.started else None

    async def ready(self, table_id: int, person: Person, *, interaction: int | None = None) -> TableInfo:
        """Agree to start, with the present options.

        Raises:
            NoTable, Closed, WrongPhase, NotSeated, BadOptions.
        """
        return await self._change(
            table_id, interaction, lambda locked: lobby.ready(locked.row, person.id, self._clock.now())
        )

    async def invite(
        self, table_id: int, person: Person, people: Sequence[Person], *, interaction: int | None = None
    ) -> TableInfo:
        """Let the host invite people to the lobby: a seat is held for each of them for some days.

        Raises:
            NoTable, Closed, NotHost, WrongPhase; AlreadySeated; NoVote: invited before; TooMany; TableFull.
        """
        mine = await self._storage.people.meet(person.id, person.name)
        known = [await self._storage.people.meet(one.id, one.name) for one in people]
        there = zip(known, people, strict=True)
        silent = [player for player, one in there if await self._apart((mine, person.id), (player, one.id))]
        return await self._change(
            table_id,
            interaction,
            lambda locked: lobby.invite(
                locked.row, person.id, known, max(locked.game.seats), silent, self._clock.now()
            ),
        )

    async def _apart(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Return whether either person has blocked the other; each is given as storage number and Discord id."""
        if await self._storage.people.blocks([other[0]], one[1]):
            return True
        return await self._storage.people.blocks([one[0]], other[1])

    async def choose_colour(
        self, table_id: int, person: Person, colour: int | None, *, interaction: int | None = None
    ) -> TableInfo:
        """Choose a colour; None: the player's favourite, or any that is left.

        Raises:
            NoTable, Closed, WrongPhase, NotSeated; ColourTaken: another player has it.
        """
        return await self._change(
            table_id, interaction, lambda locked: colours.choose(locked.row, person.id, colour, self._clock.now())
        )

    async def decline(self, table_id: int, person: Person, *, interaction: int | None = None) -> TableInfo:
        """Decline an invitation. Raise NoTable, Closed, WrongPhase, or NoVote if no seat is held for them."""
        return await self._change(
            table_id, interaction, lambda locked: lobby.decline(locked.row, person.id, self._clock.now())
        )

    async def cancel(
        self, table_id: int, person: Person, *, moderator: bool = False, interaction: int | None = None
    ) -> TableInfo:
        """Close a lobby, or end a running game.

        The host or a moderator may close a lobby, and any of its players if the host is away. In a running game,
        players open a vote, which needs all who are present. A moderator who is not playing may end it after a player
        has been away long enough.

        Raises:
            NoTable, Closed, NotHost, NotSeated, NoVote (given before), NobodyLate (it is too early for a moderator).
        """
        who = await self._moderator(person, moderator)

        def decide(locked: LockedTable) -> Change:
            row, now = locked.row, self._clock.now()
            if row.status == TableStatus.RUNNING and (who is None or membership.sits(row, person.id)):
                membership.must_be_open(row)
                return votes.open_vote(row, membership.seat_of(row, person.id), VoteKind.CLOSE, "", now)
            return membership.cancel(row, person.id, now, who)

        return await self._change(table_id, interaction, decide)

    async def free(
        self,
        table_id: int,
        person: Person,
        seat: int | None = None,
        *,
        computer: bool = False,
        moderator: bool = False,
        interaction: int | None = None,
    ) -> TableInfo:
        """Vote to free the seat of an absent player (``seat``: if several are); the game then waits for a substitute.

        A moderator who is not playing asks without a vote of their own. In a lobby any player may free the host's seat.
        ``computer``: vote for a computer player instead, which plays for them.

        Raises:
            NoTable, Closed, NotSeated, NoVote (given before), NobodyLate (no one is, or not yet).
        """
        who = await self._moderator(person, moderator)

        def decide(locked: LockedTable) -> Change:
            row, now = locked.row, self._clock.now()
            mine, gone = membership.whose(row, person.id, seat, now, who)
            if row.status == TableStatus.LOBBY:
                return membership.free_host(row, mine, gone, now, who)
            what = votes.MODERATOR if mine is None else ""
            kind = VoteKind.STAND_IN if computer else VoteKind.FREE_SEAT
            return votes.open_vote(row, mine, kind, what, now, gone.seat, who or 0)

        return await self._change(table_id, interaction, decide)

    async def _moderator(self, person: Person, moderator: bool) -> int | None:
        """Return the moderator's storage number for the log, or None if they do not act as one."""
        return await self._storage.people.meet(person.id, person.name) if moderator else None

    async def more_time(self, table_id: int, person: Person, *, interaction: int | None = None) -> TableInfo:
        """Ask for more time for the present turn.

        Raises:
            NoTable, Closed, NotSeated, NoMoreTime (no one waits for them; asked before; too often in this game).
        """
        lines = await self._repository.lines(table_id)
        return await self._change(
            table_id, interaction, lambda locked: membership.more_time(locked.row, lines, person.id, self._clock.now())
        )

    async def move_to(
        self,
        table_id: int,
        person: Person,
        place: Place,
        *,
        gone: bool = False,
        interaction: int | None = None,
    ) -> TableInfo:
        """Move the table to another channel. Within its server any of its players may.

        Elsewhere all present players must agree, and two days must pass. If its server is out of reach (``gone``), a
        week without a no is enough. A player who is alone needs no consent.

        Raises:
            NoTable, Closed, NotSeated, NoVote (asked before), ChannelTaken.
        """
        there = await self._storage.tables.in_channel(place.channel_id)
        if there is not None and there.id != table_id and there.ended is None:
            raise await self._taken(place)

        def decide(locked: LockedTable) -> Change:
            row, now = locked.row, self._clock.now()
            membership.must_be_open(row)
            mine = membership.seat_of(row, person.id)
            to = (place.channel_id, place.guild_id, place.parent_id)
            if membership.may_move(row, place):
                return membership.moved(row, now, to, mine.player)
            what = " ".join([*(str(part or 0) for part in to), *([votes.CHANNEL_GONE] if gone else [])])
            return votes.open_vote(row, mine, VoteKind.MOVE, what, now)

        return await self._change(table_id, interaction, decide)

    async def _change(
        self, table_id: int, interaction: int | None, decide: Callable[[LockedTable], Change]
    ) -> TableInfo:
        async def act(locked: LockedTable) -> None:
            change = replace(decide(locked), interaction=interaction)
            try:
                await commit_with_votes(self._repository, locked, change)
            except Conflict:
                assert change.place is not None
                raise await self._taken(Place(*change.place)) from None

        return await self._act(table_id, interaction, act)

    async def _act(
        self, table_id: int, interaction: int | None, act: Callable[[LockedTable], Awaitable[None]]
    ) -> TableInfo:
        """Carry out an action at a table, unless this click was carried out before.

        If another process changes the table first, the action is decided again on the new state.
        """

        async def work() -> TableInfo:
            async with self._repository.lock(table_id) as locked:
                try:
                    await act(locked)
                except DuplicateInteraction:
                    pass
                except RulesError:  # a click that was carried out before cannot always be repeated
                    if not await locked.accepted(interaction):
                        raise
                return locked.info

        return await decided(work)

    async def forget(self, user_id: int) -> bool:
        """Delete the user's identity and leave every table; logs keep a pseudonym. Return whether they were known."""
        known = await self._storage.people.forget(user_id, self._clock.now())
        await self.free_forgotten()
        return known

    async def forget_due(self) -> None:
        """Forget the users whose deletion is due, and free seats that a crash left behind."""
        for user_id in await self._storage.people.to_forget(self._clock.now()):
            await self.forget(user_id)
        await self.free_forgotten()

    async def free_forgotten(self) -> None:
        """Free the seats of forgotten users."""
        for table_id in await self._storage.tables.held_by_nobody():
            try:
                await self._act(table_id, None, self._free_forgotten_at)
            except (DamagedGame, BadOptions) as error:
                log.error("table %s: could not free the seat of a deleted user: %s", table_id, type(error).__name__)

    async def _free_forgotten_at(self, locked: LockedTable) -> None:
        while locked.row.ended is None and (change := membership.leave_for(locked.row, self._clock.now())):
            await locked.append(change)

    # Computer players

    async def computers_to_move(self) -> list[int]:
        """Return the tables that wait for a computer player, oldest first."""
        return await self._storage.tables.computers_to_move(self._clock.now())

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

    async def play_for(self, table_id: int, seat: int, text: str, level: str, number: int) -> Outcome:
        """Carry out the move of a computer player, decided at this level on this line of the log.

        Raises:
            NoTable, Closed, WrongPhase, DamagedGame; Stale: the board has changed, or no computer has to move there.
            NotYourTurn, BadNotation, IllegalMove.
        """
        async with self._repository.lock(table_id) as locked:
            if seat not in locked.computers:
                raise Stale(MOVED_ON, number=locked.row.number)
            mine, now = locked.row.seats[seat], self._clock.now()
            return await take_turn(
                locked,
                mine,
                lambda table, seat: table.play(seat, text),
                number,
                computers.key(table_id, number),
                now,
                level,
            )

    # The game

    async def play(
        self, table_id: int, user_id: int, text: str, *, number: int | None = None, interaction: int | None = None
    ) -> Outcome:
        """Carry out a move, given in notation. ``number``: the log number the player saw, None for a typed move.

        Raises:
            NoTable, Closed, WrongPhase, NotSeated, Stale, DamagedGame; NotYourTurn, BadNotation, IllegalMove.
        """

        return await self._turn(table_id, user_id, lambda table, seat: table.play(seat, text), number, interaction)

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

        return await self._turn(table_id, user_id, act, number, interaction)

    async def _turn(
        self,
        table_id: int,
        user_id: int,
        act: Callable[[Table, int], list[Event]],
        number: int | None,
        interaction: int | None,
    ) -> Outcome:
        async def work() -> Outcome:
            async with self._repository.lock(table_id) as locked:
                mine = membership.seat_of(locked.row, user_id)
                return await take_turn(locked, mine, act, number, interaction, self._clock.now())

        # A button belongs to a known position, which may still be current, so it is safe to try again. A typed move
        # could
        # have been meant for any position.
        outcome = await (work() if number is None else decided(work))
        return replace(outcome, snapshot=await outcome.snapshot.seen_by(outcome.seat))

    # Reading

    async def info(self, table_id: int) -> TableInfo:
        """Return the table without its game, even if that is damaged. Raise NoTable."""
        return self._repository.info(await self._repository.row(table_id))

    async def snapshot(self, table_id: int, number: int | None = None) -> Snapshot:
        """Return the table with its game, now or after an earlier log line.

        Raises:
            NoTable, DamagedGame. WrongPhase: the game had not begun; Closed: it never will.
        """
        async with self._repository.lock(table_id) as locked:
            if number is None or number >= locked.row.number:
                return snapshot_of(locked, await locked.load())
        return snapshot_of(locked, await locked.load_at(number), number)

    async def seen(self, table_id: int, seat: int | None) -> Snapshot:
        """Return the table with its game as the seat (None: the public) may see it now.

        Raises:
            As `snapshot` does.
        """
        return await (await self.snapshot(table_id)).seen_by(seat)

    async def seen_from_seat(self, table_id: int, user_id: int) -> tuple[Snapshot, int]:
        """Return the table with its game as this player may see it now, and their seat.

        Raises:
            NoTable, NotSeated; and as `snapshot` does.
        """
        async with self._repository.lock(table_id) as locked:
            mine = membership.seat_of(locked.row, user_id)  # a person without a seat gets that refusal first
            snapshot = snapshot_of(locked, await locked.load())
        return await snapshot.seen_by(mine.seat), mine.seat

    async def people_lines(self, table_id: int, since: int = 0, *, reminders: bool = False) -> list[LogLine]:
        """Return the log lines since a line about people, not moves, in order. Raise NoTable or DamagedGame.

        ``reminders``: include reminders, each with the line before it, by the name of the seat's holder at the time.
        """
        lines = await self._repository.lines(table_id, since)
        found = [
            LogLine(
                *(line.number, line.kind, line.seat, line.name if line.person else computers.signed(line.name)),
                *(line.text, line.at),
            )
            for line in lines
            if line.kind not in POSITIONS or line.kind == LineKind.BACK
        ]
        if reminders:
            times = [line.at for line in lines]
            found += [
                LogLine(bisect_left(times, one.at), one.kind, one.seat, one.by or one.name, "", one.at)
                for one in await self._storage.notices.written(table_id)
                if one.sent and one.kind in (*turn_timers.REMINDERS, NoticeKind.NUDGE)
            ]
        return sorted(found, key=lambda line: line.number)

    async def table_in(self, channel_id: int) -> TableInfo | None:
        """Return the channel's open table, or the last one that ended, or None."""
        row = await self._storage.tables.in_channel(channel_id)
        return None if row is None else self._repository.info(row)

    async def my_tables(self, user_id: int) -> list[TableInfo]:
        """Return the user's open tables: first those that wait for them, longest wait first."""

        def turn_timers(info: TableInfo) -> tuple[bool, float, int]:
            since = next(seat.due_since for seat in info.seats if seat.user_id == user_id and not seat.vacant)
            return (since is None, since.timestamp() if since else 0.0, info.id)

        return sorted(self._repository.readable(await self._storage.tables.of_user(user_id)), key=turn_timers)

    async def open_ids(self) -> list[int]:
        """Return the ids of all tables in a lobby or running, oldest first. Ids let callers read only the few they
        need.
        """
        return await self._storage.tables.open_ids()

    async def tables_at(self, place: Place, most: int) -> tuple[list[TableInfo], int]:
        """Return the open tables of the place's server, lobbies first, at most ``most``, and their total number.

        DMs are no shared server: there only the table of this conversation is returned.
        """
        rows, count = await self._storage.tables.open_at(place.guild_id, place.channel_id, most)
        return self._repository.readable(rows), count

    async def see_to(self, most: int) -> None:
        """Do what is due, at ``most`` tables at most: decide votes, and write reminders for the sender."""
        await sweep.see_to(self._repository, most)

    async def nudge(self, table_id: int, person: Person, seat: int | None = None) -> None:
        """Ask a due player whether they are still there; ``seat``: which one, if several are due.

        Raises:
            NoTable, Closed, NotSeated, TooSoon: no wait is long enough, or they were just notified.
            NotWelcome: they have blocked the person.
        """
        async with self._repository.lock(table_id) as locked:
            row, now = locked.row, self._clock.now()
            mine = membership.seat_of(row, person.id)
            awaited = turn_timers.must_be_nudgeable(row, mine, seat, now)
            if await self._storage.people.blocks([awaited.player], person.id):
                raise NotWelcome(N_("You can’t nudge this player. They still get the usual reminders."))
            assert awaited.due_number is not None
            sent = await self._storage.notices.written(table_id)
            new = turn_timers.nudge(row, mine, awaited, sent, now)
            await self._storage.notices.write([new])

    async def open_vote(
        self, table_id: int, person: Person, kind: VoteKind, what: str = "", *, interaction: int | None = None
    ) -> TableInfo:
        """Open a vote at a running table; `votes.VOTES` lists the kinds.

        Raises:
            NoTable, Closed, WrongPhase, NotSeated, NoVote: it is open already.
        """
        return await self._change(
            table_id,
            interaction,
            lambda locked: votes.open_vote(*self._seated(locked, person), kind, what, self._clock.now()),
        )

    async def begin_again(self, table_id: int, person: Person, *, interaction: int | None = None) -> TableInfo:
        """Open a vote to close the table and start over without a late player who has never moved here (P102).

        Raises:
            NoTable, Closed, WrongPhase, NotSeated, NobodyLate: there is no such player; NoVote: it is open already.
        """

        def decide(locked: LockedTable) -> Change:
            row, mine = self._seated(locked, person)
            now = self._clock.now()
            if not any(membership.is_late(row, seat, now) and not (seat.vacant or seat.moved) for seat in row.seats):
                raise NobodyLate(N_("Everyone has moved in this game, so you can’t start over without them."))
            return votes.open_vote(row, mine, VoteKind.START_OVER, "", now)

        return await self._change(table_id, interaction, decide)

    async def ask_back(self, table_id: int, person: Person, *, interaction: int | None = None) -> TableInfo:
        """Ask the present holder of the person's former seat to give it back (P62).

        Raises:
            NoTable, Closed, WrongPhase, NotWelcome; AlreadySeated; NotSeated: they have held none, or it is free.
            NoVote: they have asked before.
        """
        player = await self._storage.people.meet(person.id, person.name)
        before = await self._storage.people.seats_before(person.id, table_id)
        lines = await self._repository.lines(table_id)
        await self._must_be_welcome(await self._repository.row(table_id), person.id)

        def decide(locked: LockedTable) -> Change:
            row = locked.row
            membership.must_be_running(row)
            if membership.sits(row, person.id):
                raise AlreadySeated(N_("You already have a seat at this table."))
            held = membership.held_by(lines, player) | before
            seat = next((one for one in row.seats if one.seat in held and not one.vacant), None)
            if seat is None:
                raise NotSeated(N_("Nobody else has your old seat here."))
            return votes.ask_for_seat(row, player, seat, self._clock.now())

        return await self._change(table_id, interaction, decide)

    async def rest(self, table_id: int, person: Person, days: int, *, interaction: int | None = None) -> TableInfo:
        """Open a vote to pause the table for this many days. All present players must agree.

        Raises:
            NoTable, Closed, WrongPhase, NotSeated, NoVote: it is open already, or the limit of pauses is reached.
        """
        until = self._clock.now() + timedelta(days=days)
        return await self.open_vote(
            table_id, person, VoteKind.PAUSE, str(int(until.timestamp())), interaction=interaction
        )

    async def end_rest(self, table_id: int, person: Person, *, interaction: int | None = None) -> TableInfo:
        """End the pause of the table; any of its players may.

        Raises:
            NoTable, Closed, WrongPhase, NotSeated, NoVote: it is not paused.
        """

        def decide(locked: LockedTable) -> Change:
            row, mine = self._seated(locked, person)
            now = self._clock.now()
            if row.paused_until is None or row.paused_until <= now:
                raise NoVote(N_("This table isn’t paused."))
            line = NewLine(LineKind.RESTED, mine.seat, mine.player)
            return replace(votes.plain(row, now, line), paused_until=now)

        await self._change(table_id, interaction, decide)
        # The first change computed the table's next check with the pause still in place, so compute it again without.
        return await self._change(table_id, None, lambda locked: membership.change(locked.row, self._clock.now(), []))

    async def undo_request(self, table_id: int, person: Person) -> tuple[Snapshot, UndoRequest]:
        """Return what the person may ask the others to undo, and the table as they may see it.

        Raises:
            NoTable, Closed, WrongPhase, NotSeated, CannotUndo: nothing, or no longer. DamagedGame.
        """
        lines = await self._repository.lines(table_id)
        async with self._repository.lock(table_id) as locked:
            row, mine = self._seated(locked, person)
            loaded = await locked.load()
            found = consent_undo.undo_request(row, loaded, lines, mine)
            snapshot = snapshot_of(locked, loaded)
        return await snapshot.seen_by(mine.seat), found

    async def answer(
        self, table_id: int, person: Person, number: int, yes: bool, *, interaction: int | None = None
    ) -> TableInfo:
        """Answer the vote with this number.

        Raises:
            NoTable, NotSeated, NoVote: it is decided, or the same answer was given before.
        """
        return await self._change(
            table_id,
            interaction,
            lambda locked: votes.answer(
                locked.row, membership.seat_of(locked.row, person.id), number, yes, self._clock.now()
            ),
        )

    async def go_away(self, person: Person, begins: datetime, ends: datetime, *, computer: bool = False) -> timedelta:
        """Record an absence, for all tables. Return for how much more absence this year timers may stop.

        ``computer``: a computer player may play for them in that time.

        Raises:
            VacationConflict: they are away already, or want to be away for too long.
        """
        vacations, now = self._storage.vacations, self._clock.now()
        player = await self._storage.people.meet(person.id, person.name)
        aways = await vacations.of_player(player, now - away.YEAR)
        away.must_be_possible(aways, begins, ends, now)
        left = away.days_left(aways, now)
        await vacations.begin(player, begins, ends, min(ends, begins + left), computer=computer)
        await self._storage.notices.write([NewNotice(player, NoticeKind.BACK, ends, number=int(begins.timestamp()))])
        for table in await self.my_tables(person.id):
            if table.status == TableStatus.RUNNING and table.asleep_since is None:
                await self._change(
                    table.id,
                    None,
                    lambda locked: away.told(
                        locked.row, membership.seat_of(locked.row, person.id), begins, ends, self._clock.now()
                    ),
                )
                if begins > now:
                    await self._storage.outbox.redraw(table.id, begins)
        return max(left - (ends - begins), timedelta())

    async def come_back(self, person: Person) -> None:
        """End or cancel the person's absence. Raise VacationConflict if they are not away and will not be."""
        vacations, now = self._storage.vacations, self._clock.now()
        player = await self._storage.people.meet(person.id, person.name)
        if not await vacations.of_player(player, now):
            raise VacationConflict(N_("You’re not away."))
        await vacations.end(player, now)
        await self._storage.notices.drop(player, NoticeKind.BACK)
        for table in await self.my_tables(person.id):
            if table.status == TableStatus.RUNNING and table.asleep_since is None:
                await self._change(
                    table.id,
                    None,
                    lambda locked: replace(
                        membership.change(
                            locked.row,
                            self._clock.now(),
                            [],
                            seats=away.anew(locked.row, player, self._clock.now()),
                        ),
                        redraw=True,
                    ),
                )

    async def here(self, table_id: int, person: Person, *, interaction: int | None = None) -> TableInfo:
        """Say "I'm here" without making a move.

        Raises:
            NoTable, Closed, WrongPhase, NotSeated, TooSoon: no one waits for them, or they have said so too often.
        """
        return await self._change(
            table_id,
            interaction,
            lambda locked: escalation.confirm_presence(*self._seated(locked, person), self._clock.now()),
        )

    async def sleep(
        self, table_id: int, person: Person, *, moderator: bool = False, interaction: int | None = None
    ) -> TableInfo:
        """Put the table to sleep: two present players, or the only one; a moderator who is not playing may at any time.

        Raises:
            NoTable, Closed, WrongPhase, NotSeated, NobodyLate: no one is late; NoVote: the vote is open already.
        """
        who = await self._moderator(person, moderator)

        def decide(locked: LockedTable) -> Change:
            row, now = locked.row, self._clock.now()
            membership.must_be_running(row)
            if who is not None and not membership.sits(row, person.id):
                return escalation.put_to_sleep(row, now, moderator=who)
            mine = membership.seat_of(row, person.id)
            escalation.must_have_reason_to_sleep(row, mine, now)
            return votes.open_vote(row, mine, VoteKind.SLEEP, "", now)

        return await self._change(table_id, interaction, decide)

    async def keep_awake(self, table_id: int, person: Person, *, interaction: int | None = None) -> TableInfo:
        """Restart the time until the table goes to sleep, or until the host is asked whether to keep the lobby.

        Raises:
            NoTable, Closed, NotSeated; in a lobby NotHost, TooMany: it was kept often enough.
        """
        lines = await self._repository.lines(table_id)

        def decide(locked: LockedTable) -> Change:
            row, now = locked.row, self._clock.now()
            if row.status == TableStatus.LOBBY:
                return lobby.keep(row, lines, person.id, now)
            return escalation.keep_awake(*self._seated(locked, person), now)

        return await self._change(table_id, interaction, decide)

    async def wake(self, table_id: int, person: Person, place: Place, *, interaction: int | None = None) -> TableInfo:
        """Wake a sleeping table, in its old channel if that is free, otherwise in the person's.

        Raises:
            NoTable, Closed, NotSeated, Awake, TooSoon: a moderator put it to sleep. ChannelTaken. DamagedGame.
        """

        async def wake(locked: LockedTable) -> None:
            row, now, lines = locked.row, self._clock.now(), await locked.lines()
            mine = membership.seat_of(row, person.id)
            there = await self._storage.tables.in_channel(row.channel_id)
            free = there is None or there.id == row.id or there.ended is not None or there.asleep_since is not None
            old = Place(row.channel_id, row.guild_id, row.parent_id)
            where = old if free and place.guild_id is not None else place
            laid = next((line for line in reversed(lines) if line.kind == LineKind.SLEEP), None)
            last = (laid.at, laid.text == votes.MODERATOR) if laid else (row.opened, False)
            escalation.must_be_wakeable(row, where, last, now)
            due = blocking((await locked.load()).table.state)
            change = replace(escalation.wake(row, mine, due, where, now), interaction=interaction)
            try:
                await locked.append(change)
            except Conflict:
                raise await self._taken(where) from None

        return await self._act(table_id, interaction, wake)

    async def left(self, table_id: int, seat: int, number: int) -> None:
        """Note that the seat's player has left the table's server, in the wait that began with this line."""

        async def gone(locked: LockedTable) -> None:
            mine = locked.row.seats[seat]
            if (mine.due_number, mine.left_server_at) == (number, None) and not mine.vacant:
                await locked.append(escalation.mark_left_server(locked.row, mine, self._clock.now()))

        await self._act(table_id, None, gone)

    async def told_final(self, table_id: int, seat: int) -> None:
        """Note that a late player was notified of a vote to go on without them, or cannot be."""
        await self._change(
            table_id, None, lambda locked: escalation.start_reply_window(locked.row, seat, self._clock.now())
        )

    @staticmethod
    def _seated(locked: LockedTable, person: Person) -> tuple[TableRow, SeatRow]:
        """Return the running table and the person's seat. Raise Closed, Asleep, WrongPhase or NotSeated."""
        membership.must_be_running(locked.row)
        return locked.row, membership.seat_of(locked.row, person.id)

    async def results(self, user_id: int) -> list[ResultsRow]:
        """Return the results of the games that the user has played from start to end, oldest first.

        Missing results are computed from the logs; a damaged game is left out.
        """
        for table_id in await self._storage.results.missing(user_id):
            try:
                row, lines = await self._repository.row(table_id), await self._repository.lines(table_id)
                found = await asyncio.to_thread(results_of, self._repository.game(row.game), row, lines)
            except (DamagedGame, BadOptions) as error:
                log.error("table %s: could not compute its result: %s", table_id, type(error).__name__)
                continue
            await self._storage.results.write(table_id, found)
        return await self._storage.results.of_user(user_id)

    async def verify(self, table_id: int) -> Verdict:
        """Replay the game line by line against its digests, and its seed against the fingerprint. Raise NoTable."""
        row = await self._repository.row(table_id)
        lines = await self._repository.lines(table_id)
        return await asyncio.to_thread(verify, self._repository.game(row.game), row, lines)

    async def verify_all(self) -> AsyncIterator[Verdict]:
        """Verify each open table in turn. Run this before a new version goes into service."""
        for table_id in await self.open_ids():
            try:
                yield await self.verify(table_id)
            except NoTable:  # it was deleted since the list was read
                continue
            except BadOptions:
                yield Verdict(table_id, False, 0, "this version does not know its game")
            except DamagedGame:
                yield Verdict(table_id, False, 0, "it cannot be read")
