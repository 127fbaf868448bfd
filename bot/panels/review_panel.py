"""Review a finished game: ask for it, stop it, and look at the finished one, as text, or at one's own turns only."""

import asyncio

import msgspec

from bot.channel.review_post import ReviewedTable
from bot.computers.ai_client import can_play
from bot.context import Request
from bot.panels import replay_panel
from bot.ui.errors import Refusal
from computer_players.review import Judgement
from rules.errors import N_
from rules_service import TableInfo
from storage import TableStatus

NOT_OVER = N_("I review games that are over; this one isn’t.")
NOT_YOURS = N_("Only the players of this game can have it reviewed.")
NONE_YET = N_("This game hasn’t been reviewed yet. *Review* under its last post starts that.")
IN_PROGRESS = N_("The review of this game is {percent} % done. I’ll post it here.")
NOT_RUNNING = N_("No review of this game is in progress.")


def can_review(info: TableInfo) -> bool:
    """Return whether a game can be reviewed: it was played to its end, and computer players know it."""
    return info.status == TableStatus.OVER and can_play(info.game)


async def review(request: Request, text: bool = False) -> None:
    """Show the review of a finished game, in words if wanted. If there is none, start it.

    Raises Refusal: the game isn't over, or the person didn't play in it.
    """
    info = await request.info()
    if not can_review(info):
        raise Refusal(NOT_OVER)
    row = await request.app.storage.reviews.of_table(info.id)
    if row is not None and row.done is not None:
        reviewed = await found(request)
        if text:
            await request.show_pages(await asyncio.to_thread(reviewed.pages))
            return
        pictures = await request.app.reviewer.pictures(reviewed)
        await request.show(await reviewed.view(pictures), pictures)
        return
    seat_of(request, info)
    if row is None:
        await request.app.reviewer.begin(info.id)
        await request.say(request.words._("I’m reviewing this game. That takes a minute or two; I’ll post it here."))
    else:
        await request.say(request.words._(IN_PROGRESS, percent=request.app.reviewer.progress(info.id)))


async def show_text(request: Request) -> None:
    """Show a finished review in words."""
    await request.show_pages(await asyncio.to_thread((await found(request)).pages))


async def show_mistakes(request: Request) -> None:
    """Show the person's own most expensive turns. Raises Refusal if they didn't play in the game."""
    info = await request.info()
    seat = seat_of(request, info)
    reviewed = await found(request)
    await request.show(await reviewed.own_view(seat))


async def watch(request: Request) -> None:
    """Replay the turn that a button names."""
    await replay_panel.show_turns(request, request.press.count)


async def stop(request: Request) -> None:
    """Stop a review in progress. Raises Refusal if there is none, or the person didn't play in the game."""
    info = await request.info()
    seat_of(request, info)
    if not await request.app.reviewer.cancel(info):
        raise Refusal(NOT_RUNNING)
    await request.say(request.words._("I’ve stopped the review."))


def seat_of(request: Request, info: TableInfo) -> int:
    """Return the person's seat. Raises Refusal."""
    seat = info.seat_of(request.user_id)
    if seat is None:
        raise Refusal(NOT_YOURS)
    return seat


async def found(request: Request) -> ReviewedTable:
    """Return the finished review of a table in the person's language. Raises Refusal."""
    row = await request.app.storage.reviews.of_table(request.table_id)
    if row is None or row.done is None:
        raise Refusal(NONE_YET)
    await request.reply.promise()
    snapshot = await request.service.read.snapshot(request.table_id)
    judged = msgspec.json.decode(row.judged, type=list[Judgement])
    return await asyncio.to_thread(ReviewedTable.of, snapshot, judged, request.words)
