"""Try acts: decide them on the current table without storing anything."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from rules.errors import RulesError
from rules_service.act import Case, Decision, must_be_possible
from rules_service.models import Person
from rules_service.repository import LockedTable, TableRepository
from storage import Change, TableStatus

Key = TypeVar("Key")


@dataclass(frozen=True)
class Trial:
    """The result of trying an act: whether it would be refused, and whether it would end the table at once."""

    refusal: RulesError | None = None
    ends: bool = False


async def try_acts(
    repository: TableRepository, decisions: Mapping[Key, Decision], table_id: int, person: Person
) -> dict[Key, Trial]:
    """Return the result of trying each act for this person now. Raise NoTable or DamagedGame."""
    async with repository.lock(table_id) as locked:
        locked.trial = True
        return {key: await try_act(locked, decision, person) for key, decision in decisions.items()}


async def try_act(locked: LockedTable, decision: Decision, person: Person) -> Trial:
    """Decide an act as `commit.carry_out` does, and return the result without storing it."""
    case = Case(locked.row, locked.game, person, locked.repository.clock.now())
    try:
        must_be_possible(decision, locked.row)
        who = decision.who(case)
        change = decision.decide(await decision.look_up(locked, case), who)
        if change is not None:
            await must_have_channel(locked, change)
    except RulesError as error:
        return Trial(error)
    return Trial(ends=change is not None and change.status == TableStatus.CANCELLED)


async def must_have_channel(locked: LockedTable, change: Change) -> None:
    """Raise ChannelTaken if another table is open in the channel that the table would wake in or move to."""
    if change.place is None and change.asleep is not False:
        return
    channel = change.place[0] if change.place else locked.row.channel_id
    there = await locked.storage.tables.in_channel(channel)
    if there is not None and there.id != locked.row.id and there.ended is None and there.asleep_since is None:
        raise await locked.repository.channel_taken(channel)
