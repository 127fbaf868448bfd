"""A person's stored data, which they can export or delete, and the players they have blocked."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import msgspec

import wording
from bot.channel.table_words import relative_time
from bot.context import Request
from bot.texts import TEXTS
from bot.ui.errors import Refusal
from bot.ui.message import DANGER, SUCCESS, Id, button, entry, form, layout, select
from rules.errors import N_
from rules.notation import read_number
from wording.text_files import read_sections
from wording.text_limits import MAX_OPTIONS

EXPORT_FILE = "miasma.json"
FORGET_AFTER = timedelta(hours=24)  # between the request to be deleted and the deletion
MAX_BLOCKED = 50
# The meaning of the file's fields, by table and column of the storage (`storage.people.EXPORT`); "": the table.
FIELDS: Mapping[str, Mapping[str, str]] = {
    name: {"": table.title, **table.tagged("column")}
    for name, table in read_sections(Path(__file__).with_name("me.md")).items()
}


async def export(request: Request) -> None:
    """Send one file with everything about the person, each field explained. Raises Refusal if nothing is stored."""
    w = request.words
    stored = await request.app.storage.people.export(request.user_id)
    if not stored:
        raise Refusal(N_("Nothing is stored about you."))
    explained = {table: {name: w._(text) for name, text in fields.items()} for table, fields in FIELDS.items()}
    data: dict[str, Any] = {"about": w._(TEXTS.about_export), "explained": explained, "stored": stored}
    file = msgspec.json.format(msgspec.json.encode(data), indent=1)
    await request.reply.say(w._(TEXTS.about_export), {EXPORT_FILE: file})


async def ask_forget(request: Request) -> None:
    """Show what is deleted and what stays, with a button; or, after a request, when it will be done."""
    w = request.words
    due = await request.app.storage.people.deletion_due(request.user_id)
    if due is None:
        go = button(Id(0, "forget"), w._("Delete my data"), DANGER)
        await request.show(layout([w._(TEXTS.what_is_deleted)], (), [[go]]))
        return
    stay = button(Id(0, "remember"), w._("Keep my data"), SUCCESS)
    when = w._(
        "Your data will be deleted at {time} ({ago}).", time=discord.utils.format_dt(due, "f"), ago=relative_time(due)
    )
    await request.show(layout([when], (), [[stay]]))


async def forget(request: Request) -> None:
    """Ask for the confirmation word, so that a press on a phone lent for five minutes can't delete anyone's data."""
    w = request.words
    title, about = w._("Delete my data"), w._("Type {word} to confirm", word=w._(TEXTS.forget_word))
    await request.ask_form(form(Id(0, "forgotten"), title, about, most=20))


async def forgotten(request: Request) -> None:
    """Schedule the deletion if the right word was typed. Raises Refusal for another one."""
    if "".join(request.values).strip().casefold() != request.words._(TEXTS.forget_word).casefold():
        raise Refusal(N_("Nothing was deleted: you have to type {word}."), word=request.words._(TEXTS.forget_word))
    await request.app.storage.people.schedule_deletion(request.user_id, request.app.clock.now() + FORGET_AFTER)
    await ask_forget(request)


async def remember(request: Request) -> None:
    """Cancel the deletion."""
    await request.app.storage.people.cancel_deletion(request.user_id)
    await request.show(layout([request.words._("Deletion cancelled. Nothing was deleted.")]))


async def block(request: Request, person: discord.User) -> None:
    """Block a player. Raises Refusal for the person themselves, or if they have blocked too many."""
    if person.id == request.user_id:
        raise Refusal(TEXTS.block_yourself)
    if not await request.app.storage.people.block(request.user_id, person.id, most=MAX_BLOCKED):
        raise Refusal(TEXTS.too_many_blocked, count=MAX_BLOCKED)
    text = request.words._(
        TEXTS.player_blocked,
        user=person.mention,
    )
    await request.say(text)


async def show_blocked(request: Request, note: str = "") -> None:
    """Show the blocked players in selects; choosing one unblocks them."""
    w = request.words
    users = await request.app.storage.people.blocked_by(request.user_id)
    if not users:
        await request.show(layout([note, w._("You haven’t blocked anyone.")]))
        return
    text = w._("## Blocked\nChoose who to unblock.")
    known = {user: request.app.client.get_user(user) for user in users}
    # People with unknown names are shown by their ids.
    names = {user: wording.plain_name(one.display_name) if one else str(user) for user, one in known.items()}
    entries = [entry(str(user), name) for user, name in names.items()]
    rows = [
        [select(Id(0, "unblock", words=str(at)), w._("Unblock"), entries[at : at + MAX_OPTIONS])]
        for at in range(0, len(entries), MAX_OPTIONS)
    ]
    await request.show(layout([note, text, w.join_list([f"<@{user}>" for user in users])], (), rows))


async def unblock(request: Request) -> None:
    """Unblock the chosen people."""
    for user in filter(None, map(read_number, request.values)):
        await request.app.storage.people.unblock(request.user_id, user)
    await show_blocked(request, request.words._("Unblocked."))
