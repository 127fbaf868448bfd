"""The replay check (``/admin check``): it replays all open games in the background, while presses are handled."""

import asyncio
import logging
import time

from bot.context import Request
from bot.ui.reply import DISCORD_FAILED, NO_MENTIONS, Refusal, failure_reason
from rules.errors import N_
from rules_service import Verdict
from storage.failures import format_traceback

log = logging.getLogger(__name__)

MAX_AGE_FOR_EDITS = 14 * 60.0  # Seconds. Discord allows edits of an answer for fifteen minutes.
TIME_BETWEEN_REPORTS = 10.0  # Seconds.
MAX_GAMES_NAMED = 15  # The answer names at most this many games; the log names all.


class ReplayCheck:
    """Starts and stops the replay of all open games. Only one such replay can run at a time."""

    def __init__(self) -> None:
        self._replay: Replay | None = None
        self._replaying: asyncio.Task[None] | None = None

    async def start(self, request: Request) -> None:
        """Start replaying all open games to check their digests. Raises Refusal if a replay is already running."""
        count = len(await request.app.storage.tables.open_ids())
        if self._replay is not None:
            raise Refusal(
                N_("A check is already running: {done} of {count} games replayed."),
                done=self._replay.done,
                count=self._replay.count,
            )
        self._replay = Replay(request, count)
        try:
            await request.say(self._replay.progress())
        except BaseException:
            self._replay = None
            raise
        self._replaying = asyncio.create_task(self._replay.run(), name="replay")
        self._replaying.add_done_callback(self._replayed)

    def _replayed(self, _: asyncio.Task[None]) -> None:
        self._replay = self._replaying = None

    def stop(self) -> None:
        """Cancel the running replay, if any. It has changed nothing and can be started again."""
        if self._replaying is not None:
            self._replaying.cancel()


class Replay:
    """One replay of all open games."""

    def __init__(self, request: Request, count: int) -> None:
        self.done, self.count = 0, count
        self._app, self._interaction, self._w = request.app, request.interaction, request.words
        self._begun = self._reported = time.monotonic()

    def progress(self) -> str:
        """Return the progress as a sentence."""
        return self._w.ngettext(
            "{done} of {count} game replayed.", "{done} of {count} games replayed.", self.count, done=self.done
        )

    async def run(self) -> None:
        """Replay all games and report to the host. Errors are logged and reported, never raised."""
        failed: list[Verdict] = []
        try:
            async for verdict in self._app.service.read.verify_all():
                self.done += 1
                if not verdict.ok:
                    failed.append(verdict)
                    log.error("table %s: replay failed: %s", verdict.table_id, verdict.why)
                now = time.monotonic()
                if now - self._reported >= TIME_BETWEEN_REPORTS:
                    self._reported = now
                    await self._edit(self.progress())
                await asyncio.sleep(0)
            log.info("replayed %s open games; %s failed", self.done, len(failed))
            text = self._result(failed)
        except Exception as error:
            kind, places = type(error).__name__, format_traceback(error)
            log.error("the replay check stopped after %s games: %s\n%s", self.done, kind, places)
            text = self._w._(
                "Something went wrong on my side after {done} of {count} games. My log has the details.",
                done=self.done,
                count=self.count,
            )
        if not await self._edit(text):
            try:
                await self._interaction.user.send(text, allowed_mentions=NO_MENTIONS)
            except DISCORD_FAILED as error:
                log.warning("could not send the host the result of /admin check: %s", failure_reason(error))

    def _result(self, failed: list[Verdict]) -> str:
        w = self._w
        lines = [w.ngettext("{count} game replayed.", "{count} games replayed.", self.done)]
        lines += [w._("Table {table}: {why}", table=one.table_id, why=one.why) for one in failed[:MAX_GAMES_NAMED]]
        if (more := len(failed) - MAX_GAMES_NAMED) > 0:
            lines.append(
                w.ngettext(
                    "{count} more game can’t be replayed; my log names it.",
                    "{count} more games can’t be replayed; my log names them.",
                    more,
                )
            )
        return "\n".join(lines)

    async def _edit(self, text: str) -> bool:
        """Replace the text of the response. Return False if it is too old, or Discord refuses the edit."""
        if time.monotonic() - self._begun > MAX_AGE_FOR_EDITS:
            return False
        try:
            await self._interaction.edit_original_response(content=text, allowed_mentions=NO_MENTIONS)
        except DISCORD_FAILED as error:
            log.info("could not edit the reply to /admin check: %s", failure_reason(error))
            return False
        return True
