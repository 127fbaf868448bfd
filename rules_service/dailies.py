"""The challenges of the day: everyone plays the same game, once. Players choose which servers show their results."""

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from typing import Any

from rules import daily as chains
from rules.errors import N_, RulesError
from rules.game import Game
from rules.table import Table
from rules_service import acts, daily
from rules_service.commit import carry_out, new_table
from rules_service.daily import DailyKind
from rules_service.daily_turn import DailyTurn, begin, of_day, opponents, read_turn
from rules_service.errors import DailyOver, DailyTaken, NoAttempt
from rules_service.models import Person, Place, TableInfo
from rules_service.options import complete_options
from rules_service.repository import ServicePart
from rules_service.table_info import info_of
from storage import AttemptRow, ChainRow, Conflict, DailyRow, TableStatus

DAYS = 4000  # the length of a chain of seeds, in days
KEPT = 30  # days for which tables of challenges are kept
NOWHERE = Place(0)
TAKEN = N_("You have used your one attempt at this challenge. The next one begins <t:{next}:R>.")
STILL_RUNNING = N_("You’re already playing this challenge. You have until <t:{until}:f>.")
NOT_TODAY = N_("This challenge can’t be started any more. `/daily` shows today’s.")
CHANGED = N_(
    "An update has changed the rules of today’s challenge, so nobody can start it now. The next one begins "
    "<t:{next}:R>."
)
FORGETTING = N_("Your data will be deleted soon, and with it your attempt. `/me forget` can cancel that.")
NO_ATTEMPT = N_("You haven’t played this challenge.")
NOT_JUDGED = N_("The computer hasn’t judged your turn yet. `/daily` shows its result in a minute or two.")
NOT_THROUGH = N_("You haven’t finished this challenge yet.")


class AttemptState(StrEnum):
    """The state or outcome of an attempt."""

    RUNNING = "running"
    FINISHED = "finished"
    UNFINISHED = "unfinished"  # given up, or out of time
    PLAYED = "played"  # a turn that is not judged yet


@dataclass(frozen=True)
class Daily:
    """The public facts about the challenge of a day."""

    day: int
    number: int  # 1 on the first day
    kind: DailyKind
    fingerprint: str  # SHA-256 of the game's seed
    opens: datetime
    closes: datetime  # the time until which a challenge can be started
    unsealed: datetime  # the time from which nobody can be playing any more
    seats: int  # players at the table
    # Points of the strong computer, or the chance to win after the best turn known, in percent; None: not known.
    par: int | None
    par_rounds: tuple[int, ...]  # the strong computer's points after each round
    link: str | None  # the link from which the seed is derived (`rules.daily`); None: people may still be playing
    turn: DailyTurn | None = field(default=None, repr=False)  # the turn, once its best moves may be shown

    @property
    def is_turn(self) -> bool:
        """Return whether the challenge is a single turn instead of a solo game."""
        return self.kind == DailyKind.RATTUS


@dataclass(frozen=True)
class Attempt:
    """A person's only attempt at a challenge."""

    day: int
    state: AttemptState
    started: datetime
    deadline: datetime
    table_id: int | None  # None: deleted after `KEPT` days
    points: int | None  # None: not finished
    rounds: tuple[int, ...]  # points after each round, once it is finished
    moves: tuple[str, ...] = ()  # the moves of a challenge that is one turn


@dataclass(frozen=True)
class SharedResult:
    """A result that its player shows on a server."""

    user_id: int
    name: str
    points: int | None  # None: not finished
    rounds: tuple[int, ...]


class Dailies(ServicePart):
    """The challenges of the day."""

    async def today(self) -> Daily:
        """Return today's challenge. If it is missing, store a solo game first."""
        return await self._daily(await self._set_up(daily.day_of(self._clock.now())))

    async def of_day(self, day: int) -> Daily | None:
        """Return the challenge of a day, or None if there was none or the day has not begun."""
        row = await self._storage.dailies.of_day(day)
        return None if row is None or day > daily.day_of(self._clock.now()) else await self._daily(row)

    async def chain(self) -> ChainRow:
        """Return the chain that contains today's link. Its root is secret; its anchor is public."""
        return await self._chain(daily.day_of(self._clock.now()))

    async def attempt(self, user_id: int, day: int) -> Attempt | None:
        """Return the person's attempt at the challenge of a day, or None if they made none."""
        row = await self._storage.dailies.attempt(user_id, day)
        return None if row is None else attempt_of(row, self._clock.now())

    async def attempts(self, user_id: int, most: int) -> list[Attempt]:
        """Return the person's latest attempts, at most ``most``, newest first."""
        now = self._clock.now()
        return [attempt_of(row, now) for row in await self._storage.dailies.attempts(user_id, most)]

    async def start(self, person: Person, language: str, day: int, *, interaction: int | None = None) -> TableInfo:
        """Start the person's only attempt at the challenge of ``day``, which must be today. Return its running table.

        The attempt is stored before the game is set up, so nobody sees the game without using their attempt.

        Raises:
            DailyOver: this challenge can't be started now.
            DailyTaken: they have used their attempt, or are playing.
            NoAttempt: this click was accepted before, and the attempt that it started is over.
        """
        now = self._clock.now()
        if day != daily.day_of(now):
            raise DailyOver(NOT_TODAY)
        if await self._storage.people.deletion_due(person.id) is not None:  # the deletion would allow another attempt
            raise DailyOver(FORGETTING)
        row = await self._set_up(day)
        turn = read_turn(row.turn)
        game, options, seed = await self._game(day, DailyKind(row.kind))
        if await asyncio.to_thread(opening, game, options, seed, turn) != row.opening:
            raise DailyOver(CHANGED, next=int(daily.closes(day).timestamp()))
        player = await self._storage.people.meet(person.id, person.name)
        others = await opponents(self._storage, turn)
        new = new_table(NOWHERE, player, game.id, options, language, now, *others, seed=seed, day=day)
        try:
            table_id = await self._storage.tables.create(new, now, interaction=interaction)
        except Conflict as error:
            if error.what != "interaction":
                raise await self._taken(person, day) from None
            return await self.resume(person, day)
        return await carry_out(self._repository, acts.start(), table_id, person)

    async def resume(self, person: Person, day: int) -> TableInfo:
        """Return the table of the person's running attempt, which is set up if a crash prevented that.

        Raise NoAttempt if there is none.
        """
        found = await self.attempt(person.id, day)
        if found is None or found.table_id is None or found.state != AttemptState.RUNNING:
            raise NoAttempt(NO_ATTEMPT)
        info = info_of(self._repository, await self._repository.row(found.table_id))
        if info.status == TableStatus.LOBBY:  # a crash came between the attempt and the set-up
            return await carry_out(self._repository, acts.start(), info.id, person)
        return info

    async def _taken(self, person: Person, day: int) -> DailyTaken:
        """Return the refusal of another attempt, with the table of the existing attempt if it is still running."""
        found = await self.attempt(person.id, day)
        if found is not None and found.state == AttemptState.RUNNING:
            return DailyTaken(STILL_RUNNING, table_id=found.table_id, until=int(found.deadline.timestamp()))
        return DailyTaken(TAKEN, table_id=None, next=int(daily.closes(day).timestamp()))

    async def share(self, person: Person, day: int, guild_id: int) -> None:
        """Show the person's result of a day on a server. Raise NoAttempt if they have no result yet."""
        row = await self._storage.dailies.attempt(person.id, day)
        if row is None:
            raise NoAttempt(NO_ATTEMPT)
        state = attempt_of(row, self._clock.now()).state
        if state in (AttemptState.RUNNING, AttemptState.PLAYED):
            raise NoAttempt(NOT_THROUGH if state == AttemptState.RUNNING else NOT_JUDGED)
        await self._storage.dailies.share(row.player, day, guild_id)

    async def unshare(self, person: Person, day: int, guild_id: int) -> None:
        """Stop showing the person's result of a day on a server. Raise NoAttempt if they made no attempt."""
        row = await self._storage.dailies.attempt(person.id, day)
        if row is None:
            raise NoAttempt(NO_ATTEMPT)
        await self._storage.dailies.unshare(row.player, day, guild_id)

    async def shared(self, guild_id: int, day: int) -> list[SharedResult]:
        """Return the results of a day that are shown on a server, best first, unfinished ones last."""
        rows = await self._storage.dailies.shared(guild_id, day)
        return [SharedResult(row.user_id, row.name, row.points, row.rounds) for row in rows if row.user_id is not None]

    # The computer's result

    async def without_par(self) -> tuple[int, Table] | None:
        """Return the day and the game of the next challenge that lacks the computer's result: today's or tomorrow's.

        Return None if there is none, or nobody has opened today's challenge.
        """
        today = daily.day_of(self._clock.now())
        if await self._storage.dailies.of_day(today) is None:  # nobody plays today
            return None
        for day in (today, today + 1):
            if day > today and daily.planned_kind(day) == DailyKind.RATTUS:  # decided when that day begins
                continue
            row = await self._set_up(day)
            if row.par is None:
                game, options, seed = await self._game(day, DailyKind(row.kind))
                return day, (await asyncio.to_thread(begin, game, options, seed, None))[0]
        return None

    async def set_par(self, day: int, rounds: tuple[int, ...]) -> None:
        """Store the computer's points after each round, unless some are stored already."""
        await self._storage.dailies.set_par(day, rounds)

    # Turns

    async def turn_to_find(self) -> tuple[int, Game[Any], Mapping[str, str], str] | None:
        """Return tomorrow's day, game, options and secret seed, if its turn still has to be found.

        Return None otherwise, or if nobody has looked at today's challenge.
        """
        today = daily.day_of(self._clock.now())
        if daily.planned_kind(today + 1) != DailyKind.RATTUS or await self._storage.dailies.of_day(today) is None:
            return None
        if await self._storage.dailies.of_day(today + 1) is not None:
            return None
        return today + 1, *await self._game(today + 1, DailyKind.RATTUS)

    async def set_turn(self, day: int, turn: DailyTurn) -> None:
        """Store the turn of a day that has not begun. If the day has begun, do nothing: it has a solo game instead."""
        if self._clock.now() < daily.opens(day):
            await self._add(day, DailyKind.RATTUS, turn)

    async def secret_turn(self, day: int) -> DailyTurn | None:
        """Return the turn of a day, for judging the attempts at it, or None if the day has none.

        It must stay secret until the challenge is unsealed.
        """
        return await of_day(self._storage, day)

    async def opened_table(self, day: int) -> Table | None:
        """Return the game at the start of a day's turn, or None if it must not be shown yet.

        Return None, too, if the challenge was of another kind or the rules have changed since then.
        """
        found = await self.of_day(day)
        if found is None or found.turn is None:
            return None
        game, options, seed = await self._game(day, found.kind)
        row = await self._storage.dailies.of_day(day)
        if row is None or await asyncio.to_thread(opening, game, options, seed, found.turn) != row.opening:
            return None
        return (await asyncio.to_thread(begin, game, options, seed, found.turn))[0]

    async def unjudged(self, most: int) -> list[tuple[int, int, tuple[str, ...]]]:
        """Return at most ``most`` attempts of the last `KEPT` days whose turn isn't judged: user id, day and moves."""
        since = daily.day_of(self._clock.now()) - KEPT
        rows = await self._storage.dailies.unjudged(since, most)
        return [(row.user_id, row.day, row.moves) for row in rows if row.user_id is not None]

    async def judge(self, user_id: int, day: int, points: int) -> None:
        """Store the value of the person's turn: their chance of winning in percent. A value stored before is kept."""
        row = await self._storage.dailies.attempt(user_id, day)
        if row is not None:
            await self._storage.dailies.judge(day, row.player, points)

    async def delete_old_tables(self, most: int) -> int:
        """Delete at most ``most`` tables of challenges more than `KEPT` days old. Return how many were deleted."""
        return await self._storage.dailies.delete_tables(daily.day_of(self._clock.now()) - KEPT, most)

    # The secret chain

    async def _chain(self, day: int) -> ChainRow:
        """Return the chain with the link of a day. Create it if it is missing."""
        found = [one for one in await self._storage.dailies.chains() if one.first <= day <= one.last]
        if not found:
            root = secrets.token_hex(32)
            anchor = await asyncio.to_thread(chains.earlier, root, DAYS)
            await self._storage.dailies.add_chain(ChainRow(day, day + DAYS - 1, root, anchor))
            found = [one for one in await self._storage.dailies.chains() if one.first <= day <= one.last]
        return found[0]

    async def _link(self, day: int) -> str:
        """Return the link of a day, which is secret until its challenge is unsealed."""
        chain = await self._chain(day)
        return await asyncio.to_thread(chains.earlier, chain.root, chain.last - day)

    async def _game(self, day: int, kind: DailyKind) -> tuple[Game[Any], Mapping[str, str], str]:
        """Return the game, options and seed for a day with this kind of challenge."""
        game = self._repository.game(kind.game)
        return game, complete_options(game, daily.OPTIONS), chains.seed_of(await self._link(day), day)

    async def _set_up(self, day: int) -> DailyRow:
        """Return the stored challenge of a day. If it is missing, store a solo game first."""
        found = await self._storage.dailies.of_day(day)
        if found is None:
            await self._add(day, DailyKind.MESSINA)
            found = await self._storage.dailies.of_day(day)
            assert found is not None
        return found

    async def _add(self, day: int, kind: DailyKind, turn: DailyTurn | None = None) -> None:
        """Store the challenge of a day, unless it has one already."""
        game, options, seed = await self._game(day, kind)
        digest = await asyncio.to_thread(opening, game, options, seed, turn)
        assert digest is not None
        fingerprint = sha256(seed.encode()).hexdigest()
        stored, best = ("", None) if turn is None else (turn.stored, turn.points)
        await self._storage.dailies.add(DailyRow(day, kind, fingerprint, digest, best, turn=stored))

    async def _daily(self, row: DailyRow) -> Daily:
        """Return the public facts about a challenge at this moment."""
        day = row.day
        [first, *_] = await self._storage.dailies.chains()
        turn, over = read_turn(row.turn), daily.unsealed(day) <= self._clock.now()
        return Daily(
            day,
            day - first.first + 1,
            DailyKind(row.kind),
            row.fingerprint,
            daily.opens(day),
            daily.closes(day),
            daily.unsealed(day),
            1 if turn is None else turn.seats,
            row.par,
            row.rounds,
            await self._link(day) if over else None,
            turn if over else None,
        )


def attempt_of(row: AttemptRow, now: datetime) -> Attempt:
    """Return the attempt as it stands at this moment, even if the scheduler has not ended it yet."""
    until = daily.deadline(row.started)
    if row.points is not None:
        state = AttemptState.FINISHED
    elif row.moves:
        state = AttemptState.PLAYED
    else:
        state = AttemptState.RUNNING if row.ended is None and now < until else AttemptState.UNFINISHED
    return Attempt(row.day, state, row.started, until, row.table_id, row.points, row.rounds, row.moves)


def opening(game: Game[Any], options: Mapping[str, str], seed: str, turn: DailyTurn | None) -> str | None:
    """Return the digest of the position in which a challenge begins. It changes only with the rules.

    Return None if the moves before a turn are no longer legal.
    """
    try:
        return begin(game, options, seed, turn)[1][-1]
    except RulesError:
        return None
