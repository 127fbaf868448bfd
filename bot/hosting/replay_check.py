"""Replay all open games while the bot runs, for its host: in the background, with progress reports."""

import asyncio
import logging
from datetime import timedelta

import wording
from bot.context import App
from bot.texts import TEXTS
from bot.ui import Interaction
from bot.ui.errors import DISCORD_FAILED, NOBODY, format_traceback, reason
from rules_service import Verdict

log = logging.getLogger(__name__)

MAX_AGE_FOR_EDITS = timedelta(minutes=14)  # Discord allows editing an answer for fifteen minutes.
TIME_BETWEEN_REPORTS = timedelta(seconds=10)
MAX_GAMES_NAMED = 15  # The log names all.


class Replay:
    """One replay of all open games, one game at a time, so that presses are handled in between."""

    def __init__(self, app: App, interaction: Interaction, count: int) -> None:
        self.done, self.count = 0, count
        self._app, self._interaction = app, interaction
        self._w = wording.words(str(interaction.locale))
        self._begun = self._reported = app.clock.now()
        self._failed: list[Verdict] = []

    def progress(self) -> str:
        """Return the progress as a sentence."""
        return self._w.ngettext(
            "{done} of {count} game replayed.", "{done} of {count} games replayed.", self.count, done=self.done
        )

    async def run(self) -> None:
        """Replay all games and report to the host. Never raises: errors are logged and reported, too."""
        try:
            async for verdict in self._app.service.read.verify_all():
                self.done += 1
                if not verdict.ok:
                    self._failed.append(verdict)
                    log.error("table %s: replay failed: %s", verdict.table_id, verdict.why)
                now = self._app.clock.now()
                if now - self._reported >= TIME_BETWEEN_REPORTS:
                    self._reported = now
                    await self._edit(self.progress())
                await asyncio.sleep(0)
            log.info("replayed %s open games; %s failed", self.done, len(self._failed))
            text = self._result()
        except Exception as error:
            kind, places = type(error).__name__, format_traceback(error)
            log.error("the replay check stopped after %s games: %s\n%s", self.done, kind, places)
            text = self._w._(TEXTS.replay_broke_off, done=self.done, count=self.count)
        if not await self._edit(text):
            try:
                await self._interaction.user.send(text, allowed_mentions=NOBODY)
            except DISCORD_FAILED as error:
                log.warning("could not send the host the result of /admin check: %s", reason(error))

    def _result(self) -> str:
        w = self._w
        lines = [w.ngettext("{count} game replayed.", "{count} games replayed.", self.done)]
        named = self._failed[:MAX_GAMES_NAMED]
        lines += [w._("Table {table}: {why}", table=verdict.table_id, why=verdict.why) for verdict in named]
        if (more := len(self._failed) - MAX_GAMES_NAMED) > 0:
            lines.append(w.ngettext("{count} more does not replay; my log names it.",
                             "{count} more do not replay; my log names them.", more))  # fmt: skip
        return "\n".join(lines)

    async def _edit(self, text: str) -> bool:
        """Put the text into the answer. Return whether that worked."""
        if self._app.clock.now() - self._begun > MAX_AGE_FOR_EDITS:
            return False
        try:
            await self._interaction.edit_original_response(content=text, allowed_mentions=NOBODY)
        except DISCORD_FAILED as error:
            log.info("could not edit the reply to /admin check: %s", reason(error))
            return False
        return True
