"""What Discord was found to allow, by the version of bot and library that found it."""

from collections.abc import Mapping
from datetime import datetime

from storage.engine import Connection
from storage.records import stamp
from storage.sql_helpers import Part


class Capabilities(Part):
    """Findings by name. Each belongs to the version that found it, and is unknown to every other."""

    async def known(self, version: str) -> dict[str, bool]:
        """Return what this version has found."""
        found = await self._database.query("SELECT name, holds FROM facts WHERE version = ?", (version,), list)
        return {name: bool(holds) for name, holds in found}

    async def learn(self, version: str, findings: Mapping[str, bool], now: datetime) -> None:
        """Store these findings and delete those of other versions."""

        async def work(db: Connection) -> None:
            await db.run("DELETE FROM facts WHERE version <> ?", (version,))
            for name, holds in findings.items():
                await db.run(
                    "INSERT INTO facts (name, holds, version, at) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE"
                    " SET holds = excluded.holds, version = excluded.version, at = excluded.at",
                    (name, holds, version, stamp(now)),
                )

        await self._database.write(work)
