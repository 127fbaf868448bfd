"""A player's note to themselves: one text per table that only they see, shown above their next turn."""

from bot.context import App, Request
from bot.texts import TEXTS
from bot.ui.message import Id, Item, button, form
from rules_service import Closed, NotSeated, TableInfo
from wording import Words
from wording.player_names import harmless

MAX_NOTE = 500  # characters


def note_button(table_id: int, w: Words) -> Item:
    """Return the button that opens the form."""
    return button(Id(table_id, "note"), w._("📝 Note to myself"))


async def noted(app: App, user_id: int, table_id: int, w: Words) -> str:
    """Return the person's note for this table as Markdown with a heading, or "" if there is none."""
    text = await app.storage.notes.read(user_id, table_id)
    lines = [harmless(line) for line in text.splitlines() if line.strip()]
    return "\n".join([w._("📝 **Your note**"), *(f"> {line}" for line in lines)]) if lines else ""


async def open_form(request: Request) -> None:
    """Show the form. Raises NotSeated, Closed, NoTable."""
    must_sit(await request.info(), request.user_id)
    now = await request.app.storage.notes.read(request.user_id, request.table_id)
    press = Id(request.table_id, "noted")
    title, about = request.words._("Note to myself"), request.words._("Only you see it, above your next turn")
    await request.ask_form(form(press, title, about, now, most=MAX_NOTE, paragraph=True))


async def keep(request: Request, text: str) -> None:
    """Store the note and confirm it. Raises NotSeated, Closed, NoTable."""
    must_sit(await request.info(), request.user_id)
    w = request.words
    # PostgreSQL doesn't accept NUL.
    text = text.replace("\0", "").strip()[:MAX_NOTE]
    await request.app.storage.notes.write(request.user_id, request.table_id, text)
    await request.say(w._("Saved. Only you see it, above your next turn here.") if text else w._("Note deleted."))


def must_sit(info: TableInfo, user_id: int) -> None:
    """Raise NotSeated or Closed if the person can't have a note there."""
    if not info.open:
        raise Closed(TEXTS.notes_deleted)
    if info.seat_of(user_id) is None:
        raise NotSeated(TEXTS.notes_of_players)
