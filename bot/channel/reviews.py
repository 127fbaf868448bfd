"""Review finished games: one at a time, whenever no computer player needs a worker, each shown in a post of its own.

What was judged so far is stored every few seconds, so a review goes on after a restart.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import discord
import msgspec

import wording
from bot.channel.delivery import UNKNOWN_MESSAGE, Delivery, edit, refuses_pictures, send
from bot.channel.review_post import ReviewedTable, in_progress, stopped
from bot.computers import AiClient
from bot.discord_api.gateway import is_temporary
from bot.discord_api.permissions import ATTACH
from bot.periodic import periodic
from bot.ui.errors import DISCORD_FAILED, NOBODY, log_failure, reason
from bot.ui.message import Picture
from computer_players.review import Judgement, JudgeRequest, requests_for
from rules_service import Snapshot, TableInfo
from storage import ReviewRow, SeatLoss
from workers.worker import WorkerUnavailable

log = logging.getLogger(__name__)

SECONDS_BETWEEN_POLLS = 15.0
SECONDS_BETWEEN_EDITS = 4.0
MAX_SECONDS_TO_JUDGE = 60.0  # A busy machine is slow.
MAX_ATTEMPTS = 3  # at judging one part of a game


class Reviewer:
    """The reviews of all tables."""

    def __init__(self, delivery: Delivery, ai: AiClient) -> None:
        self.client, self.delivery, self.ai = delivery.client, delivery, ai
        self._reviews, self._service = delivery.storage.reviews, delivery.service
        self._woken = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._reviewed = 0  # the table that is being reviewed, or 0
        self._done: dict[int, tuple[int, int]] = {}  # by table: the parts judged, of how many

    async def stop(self) -> None:
        """Stop. Reviews in progress go on after the next start."""
        self.poll.cancel()
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    def progress(self, table_id: int) -> int:
        """Return how much of a review in progress is done, in percent."""
        done, of = self._done.get(table_id, (0, 1))
        return 100 * done // max(1, of)

    async def begin(self, table_id: int) -> None:
        """Start the review of a finished game."""
        await self._reviews.begin(table_id, self.delivery.clock.now())
        self.wake()

    async def cancel(self, info: TableInfo) -> bool:
        """Stop the review of a table. Return False if none is in progress."""
        row = await self._reviews.of_table(info.id)
        if not await self._reviews.cancel(info.id):
            return False
        if self._reviewed == info.id and self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        if row is not None and row.message_id is not None:
            with suppress(*DISCORD_FAILED):
                view = stopped(info, wording.words(info.language))
                await edit(self._message(info, row.message_id), view, (), NOBODY)
        self.wake()
        return True

    def wake(self) -> None:
        """Go on with the reviews in progress. Returns at once."""
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._work(), name="reviews")
        else:
            self._woken.set()

    @periodic(SECONDS_BETWEEN_POLLS, "looking up reviews to go on with")
    async def poll(self) -> None:
        """Go on with reviews that a restart or an error has interrupted."""
        if await self._reviews.in_progress():
            self.wake()

    async def _work(self) -> None:
        """Do the reviews in progress, the oldest first. Never raises: failures are retried in the next run."""
        self._woken.set()
        while self._woken.is_set():
            self._woken.clear()
            for table_id in await self._reviews.in_progress():
                self._reviewed = table_id
                try:
                    await self._review(table_id)
                except DISCORD_FAILED as error:
                    log.info("table %s: its review can't be shown yet, %s", table_id, reason(error))
                except WorkerUnavailable as error:
                    log.warning("table %s: the AI worker could not review its game: %s", table_id, error)
                except Exception as error:  # One table must not stop the others.
                    log_failure(log, f"table {table_id}: its review", error)
                finally:
                    self._reviewed = 0
                    self._done.pop(table_id, None)

    async def _review(self, table_id: int) -> None:
        row = await self._reviews.of_table(table_id)
        if row is None:
            return
        snapshot = await self._service.read.snapshot(table_id)
        requests = await asyncio.to_thread(requests_for, snapshot.table, f"{table_id}")
        judged = msgspec.json.decode(row.judged, type=list[Judgement])
        loop, edited = asyncio.get_running_loop(), float("-inf")
        for request in requests[len(judged) :]:
            if loop.time() - edited >= SECONDS_BETWEEN_EDITS:
                shown = await self._show_progress(snapshot.info, row, judged, len(requests))
                if shown is None:
                    return
                row, edited = shown, loop.time()
            judged.append(await self._judge(request))
            self._done[table_id] = len(judged), len(requests)
        if await self._keep(row, judged):
            await self._finish(snapshot, row, judged)

    async def _judge(self, request: JudgeRequest) -> Judgement:
        for attempt in range(1, MAX_ATTEMPTS + 1):
            try:
                return await self.ai.judge(request, MAX_SECONDS_TO_JUDGE)
            except WorkerUnavailable:
                if attempt == MAX_ATTEMPTS:
                    raise
        raise AssertionError

    async def _keep(self, row: ReviewRow, judged: Sequence[Judgement]) -> bool:
        """Store how far a review has come. Return False if it was stopped."""
        text = msgspec.json.encode(judged).decode()
        return await self._reviews.keep(row.table_id, text, row.message_id)

    async def _show_progress(
        self, info: TableInfo, row: ReviewRow, judged: Sequence[Judgement], of: int
    ) -> ReviewRow | None:
        """Post or edit how far a review has come, and store it. Return its row, or None if it was stopped.

        Deleting the post stops it, too.
        """
        view = in_progress(info, len(judged), of, wording.words(info.language))
        if row.message_id is None:
            message = await send(self.delivery.channel(info), view, row.nonce)
            row = replace(row, message_id=message.id)
        else:
            try:
                await edit(self._message(info, row.message_id), view, (), NOBODY)
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                await self._reviews.cancel(info.id)
                return None
            except DISCORD_FAILED as error:  # The next edit says more.
                log.info("table %s: showing the progress of its review failed, %s", info.id, reason(error))
        return row if await self._keep(row, judged) else None

    async def _finish(self, snapshot: Snapshot, row: ReviewRow, judged: Sequence[Judgement]) -> None:
        """Show the finished review in its post, then mark it as finished. A retry edits the same post."""
        info = snapshot.info
        words = wording.words(info.language)
        reviewed = await asyncio.to_thread(ReviewedTable, snapshot, judged, words)
        pictures = await self.pictures(reviewed)
        view = await reviewed.view(pictures)
        try:
            await self._put(info, row, view, pictures)
        except DISCORD_FAILED as error:
            if is_temporary(error):
                raise
            log.warning("table %s: its review could not be posted, %s", info.id, reason(error))
        review = reviewed.review
        losses = [SeatLoss(seat, turns, review.lost(seat)) for seat, turns in enumerate(review.turns_of)]
        await self._reviews.finish(info.id, self.delivery.clock.now(), losses)

    async def pictures(self, reviewed: ReviewedTable) -> list[Picture]:
        """Return the chart of a review; none where the bot may not attach files."""
        if ATTACH in self.delivery.lacking(reviewed.info):
            return []
        return await self.delivery.pictures.chart(reviewed.info.game, reviewed.chart(), reviewed.alt())

    async def _put(
        self, info: TableInfo, row: ReviewRow, view: discord.ui.LayoutView, pictures: Sequence[Picture]
    ) -> None:
        """Put the review into its post, or, where edits take no pictures, into a new one in place of it."""
        capabilities = self.delivery.capabilities
        if row.message_id is not None and (capabilities.pictures_in_edits or not pictures):
            try:
                await edit(self._message(info, row.message_id), view, pictures, NOBODY)
                return
            except discord.HTTPException as error:
                if not pictures or not refuses_pictures(error):
                    raise
                capabilities.pictures_in_edits = False
        await send(self.delivery.channel(info), view, None, NOBODY, pictures)
        if row.message_id is not None:
            with suppress(*DISCORD_FAILED):
                await self._message(info, row.message_id).delete()

    def _message(self, info: TableInfo, message_id: int) -> discord.PartialMessage:
        return self.client.get_partial_messageable(info.place.channel_id).get_partial_message(message_id)
