"""``/admin selftest``: try out in a channel what Discord does, report it, and store it in `Capabilities`.

Where Discord's documentation leaves its behaviour open, or people report otherwise, only a test on a server can tell.
Everything that is posted here says what it is, and is deleted in the end, whatever fails.

It is in English only, because only the bot's owner sees it.
"""

import asyncio
import logging
import math
import statistics
from typing import Any

import discord
from discord import ui

from bot.context import App
from bot.discord_api.permissions import NEEDED, SPELLED
from bot.hosting.selftest_checks import CHECK_TEXTS, CHECKS, HEAD, CheckFailed, Result, Trial
from bot.ui import Interaction
from bot.ui.errors import DISCORD_FAILED, NOBODY, reason
from bot.ui.message import Picture, layout
from bot.ui.reply import answer

log = logging.getLogger(__name__)

SECONDS_UNTIL_REPEATED = 60.0  # Then the same post is sent again.
SECONDS_FOR_PRESSES = 240.0
MAX_SECONDS_PER_CHECK = 45.0
MAX_SECONDS = 720.0  # Discord accepts edits of the answer for fifteen minutes.
MAX_REQUEST_SECONDS = 1.0  # Any slower, an answer within three seconds is a matter of luck.
REFUSED = (400, 413)  # With these codes Discord refuses something permanently; all other failures may be temporary.
MARKS = {True: "✅", False: "❌", None: "➖"}
VERDICTS = {True: "passed", False: "failed", None: "skipped"}

PRESS = "**Please press the button below**, then press it again. I wait for a minute."
DONE = "## Self-test results"
UNPRESSED = "the button was not pressed"
TOO_LONG = "the test ran out of time"
NOT_ALLOWED = "missing permission"
NO_BASIS = "it depends on a test that failed"

# After each group the owner sees the results so far.
GROUPS = (("answer", "again", "follow"), ("post", "read", "edit", "retire", "nonce"), ("thread", "direct", "accounts"))
# A capability is stored as there if all these checks passed, and as missing if Discord refused one permanently.
LEARNED = {"pictures_in_edits": ("again", "edit", "panel", "promised"), "pictures_stay": ("retire",)}


class Examination:
    """One run for one owner in one channel."""

    def __init__(self, app: App, interaction: Interaction, channel: discord.TextChannel) -> None:
        self.app, self.interaction = app, interaction
        self.trial = Trial(app, interaction, channel)
        self.results = self.trial.results
        self.button: PressButton | None = None

    async def run(self) -> None:
        """Run all checks, clean up, and report and store the results."""
        try:
            async with asyncio.timeout(MAX_SECONDS):
                await self._run_all()
        except TimeoutError:
            log.warning("selftest: timed out")
        finally:
            await self._clean()
        self.results["speed"] = self._speed()
        for check in CHECKS:
            self.results.setdefault(check, Result(None, TOO_LONG))
        learned = {name: there for name in LEARNED if (there := self._learned(name)) is not None}
        await self.app.capabilities.learn(self.app.storage, learned, self.app.clock.now())
        for check, result in self.results.items():
            log.info("selftest: %s %s%s", check, VERDICTS[result.passed], f" ({result.why})" if result.why else "")
        await self._show(DONE)

    def _learned(self, capability: str) -> bool | None:
        """Return what to store of a capability, or None if the checks leave it open."""
        results = [self.results[check] for check in LEARNED[capability]]
        if any(one.passed is False and one.firm for one in results):
            return False
        return True if all(one.passed for one in results) else None

    async def _run_all(self) -> None:
        lacking = [SPELLED[name] for name, wanted in NEEDED if wanted and not self.trial.may(name)]
        self.results["permissions"] = Result(not lacking, ", ".join(lacking))
        for group in GROUPS:
            for name in group:
                await self.check(name)
                if not self.interaction.response.is_done():
                    await self.interaction.response.send_message(
                        view=layout([HEAD]), ephemeral=True, allowed_mentions=NOBODY
                    )
            await self._show(HEAD)
        await self._wait_for_presses()

    async def _wait_for_presses(self) -> None:
        """Wait for the owner's two presses and for a minute, then send the same post again."""
        self.button = PressButton(self)
        self.trial.panel = self.panel
        await self._show(HEAD, PRESS)
        await self.app.clock.sleep(SECONDS_UNTIL_REPEATED)
        await self.check("minute")
        await self.button.wait()
        self.button = None
        for check in ("panel", "promised"):
            self.results.setdefault(check, Result(None, UNPRESSED))

    async def check(self, name: str) -> bool:
        """Run a check and record its result. Return whether it passed."""
        check = CHECKS[name]
        assert check.run is not None
        if not check.is_possible(self.trial):
            self.results[name] = Result(None, NO_BASIS if self.results["permissions"].passed else NOT_ALLOWED)
            return False
        try:
            async with asyncio.timeout(MAX_SECONDS_PER_CHECK):
                await check.run(self.trial)
            self.results[name] = Result(True)
        except CheckFailed as failed:
            self.results[name] = Result(False, str(failed))
        except DISCORD_FAILED as error:
            firm = isinstance(error, discord.HTTPException) and error.status in REFUSED
            self.results[name] = Result(False, reason(error), firm)
        return self.results[name].passed is True

    def _speed(self) -> Result:
        if not self.trial.took:
            return Result(None, NO_BASIS)
        middle, beat = statistics.median(self.trial.took), self.app.client.latency
        texts = [f"{round(1000 * middle)} ms per request (median)"]
        if math.isfinite(beat):
            texts.append(f"{round(1000 * beat)} ms to the gateway")
        return Result(middle <= MAX_REQUEST_SECONDS, ", ".join(texts))

    async def _clean(self) -> None:
        """Delete everything that was posted; ignore what is gone already."""
        failed = []
        for remove in reversed(self.trial.cleanups):
            try:
                async with asyncio.timeout(MAX_SECONDS_PER_CHECK):
                    await remove()
            except discord.NotFound:
                pass
            except DISCORD_FAILED as error:
                failed.append(reason(error))
        self.results["clean"] = Result(not failed, ", ".join(dict.fromkeys(failed)))

    def panel(self, picture: Picture | None = None) -> ui.LayoutView:
        """Return the answer with the button to press."""
        assert self.button is not None
        return self.button.draw([HEAD, self._report(), PRESS], picture)

    def _report(self) -> str:
        """Return the results so far, in the order of the checks."""
        lines = []
        for name in CHECKS:
            if (result := self.results.get(name)) is not None:
                texts = CHECK_TEXTS[name]
                text = (texts.plain if result.passed is False else texts.title).format(why=result.why)
                untested = f"Not tested ({result.why}): " if result.passed is None else ""
                lines.append(f"{MARKS[result.passed]} {untested}{text}")
        return "\n".join(lines)

    async def _show(self, head: str, *below: str) -> None:
        """Show the progress. A failure does no harm: the next call shows it again, and the log has it."""
        texts = [head, self._report(), *below, "\n".join(self.trial.notes)]
        view = self.button.draw(texts) if self.button else layout(texts)
        try:
            await self.interaction.edit_original_response(view=view, attachments=[], allowed_mentions=NOBODY)
        except DISCORD_FAILED as error:
            log.warning("selftest: could not show the progress, %s", reason(error))
            if head == DONE:
                await self.interaction.followup.send(view=view, ephemeral=True, allowed_mentions=NOBODY)


class PressButton(ui.LayoutView):
    """The answer with the button to be pressed twice."""

    def __init__(self, examination: Examination) -> None:
        super().__init__(timeout=SECONDS_FOR_PRESSES)
        self.examination = examination
        self.presses = 0

    def draw(self, texts: list[str], picture: Picture | None = None) -> ui.LayoutView:
        """Return this view with these texts."""
        self.clear_items()
        label = "Press me again" if self.presses else "Press me"
        button: ui.Button[Any] = ui.Button(
            label=label, style=discord.ButtonStyle.primary, custom_id=f"selftest:{self.presses}"
        )
        button.callback = self.pressed  # type: ignore[method-assign]
        for item in layout(texts, [picture] if picture else [], [[button]]).children:
            self.add_item(item)
        return self

    async def pressed(self, interaction: Interaction) -> None:
        """Handle one of the two presses."""
        self.presses += 1
        self.examination.trial.press = interaction
        try:
            if self.presses == 1:
                passed = await self.examination.check("panel")
                if not passed and not interaction.response.is_done():
                    view = self.examination.panel()
                    await interaction.response.edit_message(view=view, attachments=[], allowed_mentions=NOBODY)
            elif self.presses == 2:
                await self.examination.check("promised")
                self.stop()
            else:
                await interaction.response.defer()
        except Exception as error:
            await answer(interaction, error)
