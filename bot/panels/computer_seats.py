"""Computer players on panels: adding and removing them before the game, and playing for a late player."""

from collections.abc import Mapping

import wording
from bot.channel.table_words import LEVEL_NAMES, seats_at
from bot.computers.ai_client import can_play
from bot.context import Request
from bot.texts import TEXTS
from bot.ui.errors import Refusal
from bot.ui.message import PRIMARY, SUCCESS, Id, button, layout
from rules.errors import N_
from rules_service import TableInfo, acts
from rules_service.computers import LEVELS, SIGN
from storage import TableStatus
from wording import Words

# Translators: {sign} is that of computer players: 🤖.
ABOUT = N_(
    "## Computer players {sign}\nThey take seats like people, move by themselves, and know "
    "no more than a person in their seat. A turn takes them seconds, a strong one "
    "sometimes up to half a minute.\n**Casual** plays like a friendly beginner, **steady** "
    "looks ahead a little, **strong** considers your possible replies."
)
ADD: Mapping[str, str] = {
    "casual": N_("Add a casual one"),
    "steady": N_("Add a steady one"),
    "strong": N_("Add a strong one"),
}


async def open_panel(request: Request) -> None:
    """Show the host's ephemeral panel of computer players."""
    await show_seats(request, await request.info())


async def show_seats(request: Request, info: TableInfo) -> None:
    """Show the current panel. Raises Refusal if the person isn't the host, or if the game has no computer players."""
    w = request.words
    if info.status != TableStatus.LOBBY:
        await request.show(layout([w._(N_("The game has started."))]))
        return
    if info.host_id != request.user_id:
        host = next((seat.name for seat in info.seats if seat.user_id == info.host_id), "?")
        raise Refusal(TEXTS.host_adds_computers, host=host)
    if not can_play(info.game):
        raise Refusal(N_("There are no computer players for this game."))
    free = len(info.seats) + len(info.invited) < max(seats_at(info))
    add = [button(Id(info.id, "addcomp", words=level), w._(ADD[level]), SUCCESS) for level in LEVELS] if free else []
    there = [seat for seat in info.seats if seat.computer]
    gone = [button(Id(info.id, "delcomp", words=str(one.seat)), w._("Remove {name}", name=one.shown)) for one in there]
    start = [button(Id(info.id, "begin"), w._("Start"), PRIMARY)] if there and len(info.seats) in seats_at(info) else []
    texts = [w._(ABOUT, sign=SIGN), "\n".join(named(info, w)), "" if free else w._(TEXTS.all_seats_taken)]
    await request.show(layout(texts, (), [add, gone, start]))


def named(info: TableInfo, w: Words) -> list[str]:
    """Return the computer players of a lobby, one per line."""
    return [
        f"- **{wording.safe_name(seat.shown)}** ({w._(LEVEL_NAMES[seat.computer])})"
        for seat in info.seats
        if seat.computer
    ]


async def add(request: Request) -> None:
    """Add a computer player of a level."""
    info = await request.act(acts.ADD_COMPUTER(request.press.words))
    await request.app.announcer.until_shown(request.table_id)
    await show_seats(request, info)


async def remove(request: Request) -> None:
    """Remove a computer player."""
    info = await request.act(acts.REMOVE(request.press.count))
    await request.app.announcer.until_shown(request.table_id)
    await show_seats(request, info)


async def take_back_seat(request: Request) -> None:
    """Let a person play for themselves again."""
    await request.service.people.take_seat_back(request.table_id, request.person, interaction=request.id)
    await request.say_once_posted(request.table_id, request.words._("You play for yourself again."))
