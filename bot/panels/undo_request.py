"""Undo by consent: an ephemeral preview of what would be undone, and the vote on it."""

from bot.channel.table_words import player, speaker
from bot.context import Request
from bot.panels.table_acts import progress
from bot.texts import TEXTS
from bot.ui.message import PRIMARY, Id, Item, button, layout
from rules.errors import N_, CannotUndo
from rules_service import NoVote, Snapshot, TableInfo, acts
from rules_service.consent_undo import UndoRequest, read_request
from rules_service.options import TAKE_BACK
from rules_service.votes import DECIDED
from storage import TableStatus, VoteKind
from wording import Words

MAX_UNDONE_LINES = 8


def back_button(info: TableInfo, w: Words) -> list[Item]:
    """Return the button to ask for an undo, if the table allows it and there are others to ask."""
    if info.options.get(TAKE_BACK.id) == "never" or len(info.seats) < 2 or info.status != TableStatus.RUNNING:
        return []
    return [button(Id(info.id, "back"), w._("Undo my turn") if info.alone else w._("Ask to undo"))]


async def preview_undo(request: Request, note: str = "") -> None:
    """Show what would be undone, and the button to ask for it. Raises CannotUndo if there is nothing to undo."""
    w = request.words
    snapshot, found = await request.service.read.undo_request(request.table_id, request.person)
    lines = what_goes(snapshot, found, snapshot.info.seat_of(request.user_id), w)
    alone = snapshot.info.alone
    label = w._("Undo") if alone else w._("Ask the others")
    go = button(Id(request.table_id, "askback", words=str(found.line)), label, PRIMARY)
    when = TEXTS.undone_right_away if alone else TEXTS.undo_needs_all
    texts = [note, w._("## Undo your turn?"), "\n".join(lines), w._(TEXTS.draws_stay), w._(when)]
    await request.show(layout(texts, (), [[go]]))


async def ask(request: Request) -> None:
    """Start the vote on what was previewed, if that is still the same, and show in the panel what happens next."""
    w = request.words
    _, found = await request.service.read.undo_request(request.table_id, request.person)
    if found.line != request.press.count:
        await preview_undo(request, w._("The game has moved on. This is what would be undone now:"))
        return
    info = await request.act(acts.PROPOSE(VoteKind.UNDO, found.text))
    await request.show_once_posted(info.id, progress(VoteKind.UNDO)(request, info))


async def show_asked_undo(request: Request) -> None:
    """Show what an open vote would undo, as the person may see it. Raises NoVote if it is already decided."""
    w = request.words
    info = await request.info()
    asked = next((one for one in info.votes if one.number == request.press.count and one.kind == VoteKind.UNDO), None)
    if asked is None:
        raise NoVote(DECIDED)
    seat = info.seat_of(request.user_id)
    lines = what_goes(await request.service.read.seen(request.table_id, seat), read_request(asked.what), seat, w)
    await request.show(layout([w._("## What would be undone"), "\n".join(lines), w._(TEXTS.draws_stay)]))


def what_goes(snapshot: Snapshot, found: UndoRequest, seat: int | None, w: Words) -> list[str]:
    """Return the number of steps of each player and their effects, as far as the seat may know."""
    counts = [
        w.ngettext("{player}: {count} step", "{player}: {count} steps", count, player=player(snapshot.info, one, w))
        for one, count in found.moves.items()
    ]
    speaks = speaker(snapshot.info, snapshot.view(seat), w.lang)
    lines = speaks.summary(snapshot.events(seat, found.line))
    more = ["…"] if len(lines) > MAX_UNDONE_LINES else []
    return [w.join_list(counts), *more, *(f"-# {line}" for line in lines[-MAX_UNDONE_LINES:])]


async def refused(request: Request, text: str) -> bool:
    """Show a refused undo with the button to ask for it, if there is one. Return whether there is."""
    try:
        info = await request.info()
        await request.service.read.undo_request(info.id, request.person)
    except CannotUndo:
        return False
    row = back_button(info, request.words)
    if row:
        still = N_("Your whole turn can be undone.") if info.alone else TEXTS.undo_possible
        await request.show(layout([text, request.words._(still)], (), [row]))
    return bool(row)
