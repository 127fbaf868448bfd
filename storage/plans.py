"""Private plans of players for their next turns: at most one for each player and table."""

import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

import msgspec

from storage.engine import Conflict, Connection, Row, storable
from storage.failures import of_each
from storage.kinds import LineKind
from storage.part import IN_MY_PARTITION, Part, accept_interaction, first_or_none
from storage.records import Change, PlanRow, reader

log = logging.getLogger(__name__)

PLAN = "SELECT p.player, p.moves, p.number, p.revision, p.wait, p.fallbacks FROM plans p"
# Plans to be played automatically now: the turn has begun, and the waiting time is over.
IS_DUE = """JOIN seats s ON s.table_id = p.table_id AND s.player = p.player AND s.vacant = 0
    WHERE p.wait IS NOT NULL AND s.due_since IS NOT NULL AND s.due_since + p.wait <= :now"""
DUE_PLANS = f"""SELECT p.table_id FROM plans p JOIN tables t ON t.id = p.table_id AND t.status = 'running'
    AND t.asleep IS NULL {IS_DUE} AND {IN_MY_PARTITION} ORDER BY s.due_since + p.wait, p.table_id LIMIT :most"""


class Plans(Part):
    """The plans. Storing a turn also updates or deletes them (`keep_plans`)."""

    async def read(self, player: int, table_id: int) -> PlanRow:
        """Return the player's plan at the table, which has revision 0 if none is stored."""
        found = await self._database.query(f"{PLAN} WHERE player = ? AND table_id = ?", (player, table_id), read_plans)
        return first_or_none(found) or PlanRow(player)

    async def write(self, table_id: int, plan: PlanRow, at: datetime, *, interaction: int | None = None) -> bool:
        """Store the plan in place of the one with the same revision, and increase the revision.

        Return False if the stored plan has another revision, the table has ended, or the interaction was accepted
        before.
        """

        moves, fallbacks = (msgspec.json.encode(one).decode() for one in (plan.moves, plan.fallbacks))

        async def work(db: Connection) -> None:
            await accept_interaction(db, interaction, at)
            stored = await db.run(
                "INSERT INTO plans (player, table_id, moves, number, revision, wait, fallbacks)"
                " SELECT CAST(:player AS BIGINT), id, CAST(:moves AS TEXT), CAST(:number AS BIGINT),"
                " CAST(:revision AS BIGINT), CAST(:wait AS BIGINT), CAST(:fallbacks AS TEXT) FROM tables"
                " WHERE id = :table_id AND ended IS NULL AND (:revision = 1 OR EXISTS"
                " (SELECT 1 FROM plans WHERE player = :player AND table_id = :table_id)) ON CONFLICT (player, table_id)"
                " DO UPDATE SET moves = excluded.moves, number = excluded.number, revision = excluded.revision,"
                " wait = excluded.wait, fallbacks = excluded.fallbacks WHERE plans.revision = excluded.revision - 1",
                {
                    **vars(plan),
                    "table_id": table_id,
                    "moves": moves,
                    "fallbacks": fallbacks,
                    "revision": plan.revision + 1,
                },
            )
            if stored != 1:
                raise Conflict("plan")

        storable(*(move for way in plan.ways for move in way))
        with suppress(Conflict):
            await self._database.write(work)  # The row of the table says whether there is a plan.
            return True
        return False

    async def due_tables(self, now: datetime, most: int) -> list[int]:
        """Return up to ``most`` tables of this process with plans to play automatically now, longest due first."""
        return await self._column(DUE_PLANS, now=now, most=most, **self._partition)

    async def leave_to_players(self, table_id: int) -> None:
        """Turn off automatic play for all plans at the table."""
        await self._run("UPDATE plans SET wait = NULL WHERE table_id = ?", table_id, aside=True)

    async def due(self, table_id: int, now: datetime) -> list[PlanRow]:
        """Return the table's plans that are due for automatic play."""
        query = f"{PLAN} {IS_DUE} AND p.table_id = :table_id ORDER BY s.seat"
        return await self._database.query(query, {"now": now, "table_id": table_id}, read_plans)


async def keep_plans(db: Connection, change: Change) -> None:
    """Mark the plan that a change played, so that it is not played twice, and delete plans that are over.

    Raise Conflict if the played plan has changed since it was read. An undo by consent turns off automatic play.
    """
    if change.plan is not None:
        sql = "UPDATE plans SET wait = NULL, revision = revision + 1 WHERE player = ? AND table_id = ? AND revision = ?"
        if await db.run(sql, (change.plan.player, change.table_id, change.plan.revision)) != 1:
            raise Conflict("plan")
    for player in change.plans_over:
        await db.run("DELETE FROM plans WHERE player = ? AND table_id = ?", (player, change.table_id))
    if any(line.kind == LineKind.BACK for line in change.lines):
        await db.run("UPDATE plans SET wait = NULL WHERE table_id = ?", (change.table_id,))


def read_plans(rows: Sequence[Row]) -> list[PlanRow]:
    """Return the plans in rows of `PLAN`. Unreadable ones are logged and left out, as a plan must not block a turn."""
    return of_each(log, lambda row: f"a plan of player {row['player']}: reading its row", reader(PlanRow), rows)
