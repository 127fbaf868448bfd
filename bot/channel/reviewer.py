"""Review finished games one at a time, whenever nothing more urgent needs a worker, and post the reviews.

The stored row of a review is its outbox. Its results so far are stored every few seconds, so a review continues after a
restart. Its post is marked in the row before it is sent, and found again by its buttons if Discord's response was lost.
Its outcome is stored first, and then its post is updated with retries. So an interruption leaves no post with a *Stop*
button.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import discord
import msgspec

import wording
from bot.channel.announcer import LONGEST_BACK_OFF, back_off
from bot.channel.delivery import (
    OWN_TURNS,
    REVIEW_AGAIN,
    STOP_REVIEW,
    Delivery,
    edit_message,
    find_reviews,
    mention_only,
    send_message,
)
from bot.channel.reviews import ReviewedTable
from bot.computers import AiClient
from bot.discord_api.gateway import is_temporary
from bot.discord_api.permissions import ATTACH_FILES
from bot.discord_api.refusals import UNKNOWN_MESSAGE, lasting
from bot.periodic import periodic
from bot.ui.message import Id, Picture, button, layout
from bot.ui.reply import DISCORD_FAILED, NO_MENTIONS, Refusal, failure_reason
from computer_players.review import CheckRequest, Judgement, JudgeRequest, next_question, requests_for, stretches
from games import GAMES
from rules.errors import N_
from rules_service import Snapshot, TableInfo
from storage import ReviewEnd
from storage.engine import Unavailable, Unwritable
from storage.failures import log_failure
from storage.records import ReviewRow, SeatLoss
from workers.worker import WorkerUnavailable

log = logging.getLogger(__name__)

SECONDS_BETWEEN_POLLS = 15.0
SECONDS_BETWEEN_EDITS = 4.0
SECONDS_FOR_A_PART = 1.0  # seconds assumed for a part of a game until one has been measured
MAX_SECONDS_TO_JUDGE = 60.0  # Generous, because a busy machine is slow.
MAX_ATTEMPTS = 3  # attempts at judging one part of a game
MAX_RUNS = 3  # runs of a review that fail before the bot gives up
STILL_WAITS = N_("You’re already waiting for another review. You can ask for this one when the other has started.")


class Reviewer:
    """Reviews the finished games of all tables."""

    def __init__(self, delivery: Delivery, ai: AiClient) -> None:
        self.client, self.delivery, self.ai = delivery.client, delivery, ai
        self._reviews, self._service, self._clock = delivery.storage.reviews, delivery.service, delivery.clock
        self._woken, self._ended = asyncio.Event(), asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None
        self._judging: asyncio.Task[Judgement] | None = None
        self._paces: dict[tuple[str, int], float] = {}  # seconds for a part of a game, by game and number of seats
        self._reviewed = 0  # the table that is being reviewed, or 0
        self._done: dict[int, tuple[int, int]] = {}  # by table: the parts judged, of how many
        self._failures: Counter[int] = Counter()  # by table: the runs that have failed
        self._later: dict[int, tuple[int, datetime]] = {}  # by table: failures to show the end, and when to retry

    async def stop(self) -> None:
        """Stop reviewing. Reviews in progress continue after the next start, and missing outcomes are shown then."""
        self.poll.cancel()
        running = [task for task in (self._running, self._telling) if task is not None]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def progress(self, table_id: int) -> int:
        """Return the progress of a review in percent."""
        done, of = self._done.get(table_id, (0, 1))
        return 100 * done // max(1, of)

    async def minutes(self, info: TableInfo) -> int:
        """Estimate the minutes that a review of this game takes, from the last review of a similar game."""
        table = (await self._service.read.snapshot(info.id)).table
        parts = len(await asyncio.to_thread(stretches, table))
        return max(1, round(parts * self._paces.get((info.game, table.seats), SECONDS_FOR_A_PART) / 60))

    async def begin(self, table_id: int, user_id: int) -> None:
        """Start the review of a finished game. Raises Refusal while another review for the person is waiting."""
        if {*await self._reviews.asked_by(user_id)} - {self._reviewed, table_id}:
            raise Refusal(STILL_WAITS)
        self._later.pop(table_id, None)
        await self._reviews.begin(table_id, user_id, self._clock.now())
        self.wake()

    async def cancel(self, info: TableInfo) -> bool:
        """Cancel the review of a table, and update its post soon. Return False if no review is in progress."""
        if not await self._reviews.end(info.id, self._clock.now(), ReviewEnd.STOPPED):
            return False
        if self._reviewed == info.id and self._judging is not None:
            self._judging.cancel()  # Don't cancel a post that is being sent: only the answer has its message ID.
        self.wake()
        return True

    def retry(self) -> None:
        """Retry showing the outcomes that could not be shown, because the bot may have regained permissions."""
        if self._later:
            self._later.clear()
            self.wake()

    def wake(self) -> None:
        """Continue the reviews in progress, and show the outcomes of ended ones. Returns at once."""
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._work(), name="reviews")
        else:
            self._woken.set()
        self._show_ends()

    @periodic(SECONDS_BETWEEN_POLLS, "looking up reviews to go on with")
    async def poll(self) -> None:
        """Continue reviews that a restart or an error interrupted, and show outcomes that aren't shown yet."""
        if await self._reviews.in_progress() or await self._reviews.untold():
            self.wake()

    # Reviews in progress.

    async def _work(self) -> None:
        """Work on the reviews in progress, oldest first. Errors are only logged: `poll` tries again."""
        self._woken.set()
        while self._woken.is_set():
            self._woken.clear()
            waiting: Sequence[int] = ()
            try:
                waiting = await self._reviews.in_progress()
            except Exception as error:
                log_failure(log, "looking up reviews to go on with", error)
            for table_id in waiting:
                self._reviewed = table_id
                try:
                    await self._review(table_id)
                except (Unavailable, Unwritable) as error:
                    log_failure(log, f"table {table_id}: its review", error)
                except Exception as error:  # One table must not stop the others.
                    if isinstance(error, WorkerUnavailable):
                        log.warning("table %s: the AI worker could not review its game: %s", table_id, error)
                    else:
                        log_failure(log, f"table {table_id}: its review", error)
                    await self._count_failure(table_id)
                finally:
                    self._reviewed = 0
                    self._done.pop(table_id, None)
                self._show_ends()

    def _show_ends(self) -> None:
        self._ended.set()
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell(), name="ends of reviews")

    async def _count_failure(self, table_id: int) -> None:
        """Count a failed run of a review. After `MAX_RUNS` failed runs, give the review up."""
        self._failures[table_id] += 1
        if self._failures[table_id] < MAX_RUNS:
            return
        try:
            await self._reviews.end(table_id, self._clock.now(), ReviewEnd.FAILED)
            del self._failures[table_id]
        except Exception as error:
            log_failure(log, f"table {table_id}: giving its review up", error)

    async def _review(self, table_id: int) -> None:
        row = await self._reviews.of_table(table_id)
        if row is None:
            return
        snapshot = await self._service.read.snapshot(table_id)
        requests = await asyncio.to_thread(requests_for, snapshot.table, f"{table_id}")
        judged = msgspec.json.decode(row.judged, type=list[Judgement])
        self._done[table_id] = len(judged), len(requests) + 1
        loop, shown, left = asyncio.get_running_loop(), float("-inf"), len(requests) - len(judged)
        started = loop.time()
        while (found := await asyncio.to_thread(next_question, snapshot.table, requests, judged)) is not None:
            if loop.time() - shown >= SECONDS_BETWEEN_EDITS:
                if not await self._keep(table_id, judged):
                    return
                await self._show_progress(snapshot.info, self.progress(table_id))
                shown = loop.time()
            at, question = found
            judgement = await self._judge_unless_stopped(table_id, question)
            if judgement is None:
                return
            judged[at : at + 1] = [judgement]
            self._done[table_id] = len(judged), len(requests) + 1
        if left:
            self._paces[snapshot.info.game, snapshot.table.seats] = (loop.time() - started) / left
        if await self._keep(table_id, judged):
            await self._finish(snapshot, judged)

    async def _judge_unless_stopped(self, table_id: int, request: JudgeRequest | CheckRequest) -> Judgement | None:
        """Return the judgement, or None if the review was stopped in the meantime."""
        self._judging = judging = asyncio.create_task(self._judge(table_id, request))
        try:
            await asyncio.wait([judging])
        finally:
            self._judging = None
            if not judging.done():  # This task itself is being cancelled.
                judging.cancel()
                await asyncio.wait([judging])
        return None if judging.cancelled() else judging.result()

    async def _judge(self, table_id: int, request: JudgeRequest | CheckRequest) -> Judgement:
        for _ in range(MAX_ATTEMPTS - 1):
            try:
                return await self.ai.judge(request, MAX_SECONDS_TO_JUDGE, table_id)
            except WorkerUnavailable:
                continue
        return await self.ai.judge(request, MAX_SECONDS_TO_JUDGE, table_id)

    async def _keep(self, table_id: int, judged: Sequence[Judgement]) -> bool:
        """Store the progress of a review. Return False if it was stopped."""
        return await self._reviews.keep(table_id, msgspec.json.encode(judged).decode())

    async def _show_progress(self, info: TableInfo, percent: int) -> None:
        """Post or update the progress of a review. If the post was deleted, stop the review. Failures are not retried.

        For a challenge of the day there is no channel to post in, so the player presses the button again to see the
        progress.
        """
        if info.daily is not None:
            return
        w = wording.words(info.language)
        values = {"game": GAMES[info.game].title, "percent": percent}
        stop = button(Id(info.id, STOP_REVIEW), w._("Stop the review"))
        view = layout([w._("I’m reviewing this game of {game}: {percent}% done.", **values)], (), [[stop]])
        row = await self._reviews.of_table(info.id)
        if row is None:
            return
        try:
            row = await self._found(info, row)
            if row.message_id is not None:
                await edit_message(self._message(info, row.message_id), view, (), NO_MENTIONS)
            else:
                await self._reviews.posted(info.id, (await self._send(info, row, view, (), row.nonce)).id)
        except DISCORD_FAILED as error:
            if isinstance(error, discord.NotFound) and error.code == UNKNOWN_MESSAGE:
                await self._reviews.end(info.id, self._clock.now(), ReviewEnd.STOPPED)
            log.info("table %s: showing the progress of its review failed, %s", info.id, failure_reason(error))

    async def _finish(self, snapshot: Snapshot, judged: Sequence[Judgement]) -> None:
        """Store the end of a review and each seat's losses. The finished review is posted afterwards."""
        info = snapshot.info
        reviewed = await asyncio.to_thread(ReviewedTable, snapshot, judged, wording.words(info.language))
        review = reviewed.review
        losses = [SeatLoss(seat, turns, review.lost(seat)) for seat, turns in enumerate(review.turns_of)]
        await self._reviews.finish(info.id, self._clock.now(), losses)
        self._failures.pop(info.id, None)

    # Ends of reviews.

    async def _tell(self) -> None:
        """Show the outcomes of ended reviews. Errors are only logged: `poll` tries again."""
        while self._ended.is_set():
            self._ended.clear()
            waiting: Sequence[int] = ()
            try:
                waiting = await self._reviews.untold()
            except Exception as error:
                log_failure(log, "looking up reviews that have ended", error)
            for table_id in waiting:
                if table_id != self._reviewed and self._due(table_id):
                    await self._try_to_show_end(table_id)

    def _due(self, table_id: int) -> bool:
        """Return whether a review's outcome may be shown now. After a failure, the next attempt waits for a while."""
        now = self._clock.now()
        retry_at = self._later.get(table_id, (0, now))[1]
        return not now < retry_at <= now + LONGEST_BACK_OFF  # A later time means that the clock was set back.

    async def _try_to_show_end(self, table_id: int) -> None:
        try:
            await self._show_end(table_id)
            self._later.pop(table_id, None)
        except Exception as error:  # One table must not stop the others.
            attempts = self._later.get(table_id, (0, None))[0]
            self._later[table_id] = attempts + 1, self._clock.now() + back_off(attempts)
            if isinstance(error, DISCORD_FAILED):
                text = "table %s: the end of its review can't be shown yet, %s"
                log.info(text, table_id, failure_reason(error))
            else:
                log_failure(log, f"table {table_id}: showing the end of its review", error)

    async def _show_end(self, table_id: int) -> None:
        """Show the outcome of a review in the table's channel, if it has one, and record that it is shown.

        If it was recorded before, do nothing.
        """
        row, info = await self._reviews.of_table(table_id), await self._service.read.info(table_id)
        if row is None or row.untold == ReviewEnd.TOLD:
            return
        if info.daily is None:  # An attempt at a challenge has no channel.
            await self._post_end(info, row)
        await self._reviews.told(table_id, row.untold)

    async def _post_end(self, info: TableInfo, row: ReviewRow) -> None:
        """Post the finished review, or show in the progress post that it was stopped or failed.

        Give up if Discord will never accept it.
        """
        try:
            row = await self._found(info, row)
            if row.untold == ReviewEnd.FINISHED:
                await self._show_review(info, row)
            elif row.message_id is not None:
                w = wording.words(info.language)
                stopped = row.untold == ReviewEnd.STOPPED
                said = w._("The review of this game was stopped.") if stopped else w._("I couldn’t review this game.")
                view = layout([said], (), [[button(Id(info.id, REVIEW_AGAIN), w._("Review"))]])
                await edit_message(self._message(info, row.message_id), view, (), NO_MENTIONS)
        except DISCORD_FAILED as error:
            if not lasting(error):
                raise
            # The post was deleted, so nobody wants it, or it can never be shown there.
            log.info("table %s: the end of its review is not shown, %s", info.id, failure_reason(error))

    async def _show_review(self, info: TableInfo, row: ReviewRow) -> None:
        """Post a finished review below all other posts, ping its requester, and delete the progress post."""
        snapshot = await self._service.read.snapshot(info.id)
        judged = msgspec.json.decode(row.judged, type=list[Judgement])
        reviewed = await asyncio.to_thread(ReviewedTable, snapshot, judged, wording.words(info.language))
        pictures, asked = await self.pictures(reviewed), row.asked_by
        known, found = row.message_id, list[int]()
        if row.tried is not None:
            found = await find_reviews(self.client, info, row.tried, OWN_TURNS)
        sent = [number for number in found if number != known]
        if not sent:
            view, allowed = await reviewed.view(pictures, asked), mention_only(asked) if asked else NO_MENTIONS
            sent = [(await self._send(info, row, view, pictures, f"{row.nonce}-end", allowed)).id]
        if known is not None:
            await self._delete(info, known)
        await self._reviews.posted(info.id, sent[0])

    async def _delete(self, info: TableInfo, message_id: int) -> None:
        try:
            await self._message(info, message_id).delete()
        except discord.HTTPException as error:
            if not lasting(error):
                raise

    async def _found(self, info: TableInfo, row: ReviewRow) -> ReviewRow:
        """Return the review's row. If Discord never confirmed its progress post, first look for that post."""
        if row.tried is None or row.message_id is not None:
            return row
        found = await find_reviews(self.client, info, row.tried, STOP_REVIEW)
        if not found:
            return row
        await self._reviews.posted(info.id, found[0])
        return replace(row, message_id=found[0], tried=None)

    async def _send(
        self,
        info: TableInfo,
        row: ReviewRow,
        view: discord.ui.LayoutView,
        pictures: Sequence[Picture],
        nonce: str,
        allowed: discord.AllowedMentions = NO_MENTIONS,
    ) -> discord.Message:
        """Mark a message as being sent, then post it. Remove the mark if Discord certainly didn't post it."""
        await self._reviews.mark_in_flight(info.id, self._clock.now())
        try:
            return await send_message(self.delivery.channel(info), view, nonce, allowed, pictures)
        except DISCORD_FAILED as error:
            if row.tried is None and not is_temporary(error):
                await self._reviews.mark_in_flight(info.id, None)
            raise

    async def pictures(self, reviewed: ReviewedTable) -> list[Picture]:
        """Return the chart of a review, or none if the bot may not attach files or the chart can't be drawn."""
        if ATTACH_FILES in self.delivery.lacking(reviewed.info):
            return []
        return await self.delivery.pictures.chart(reviewed.info.game, reviewed.chart(), reviewed.alt())

    def _message(self, info: TableInfo, message_id: int) -> discord.PartialMessage:
        return self.client.get_partial_messageable(info.place.channel_id).get_partial_message(message_id)
