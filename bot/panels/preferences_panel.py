"""A person's preferences as selects on pages; changes take effect immediately."""

from bot.channel.send_notices import schedule_digest
from bot.context import Request
from bot.games import GAMES
from bot.panels.clock import about_zone, time_rows
from bot.preferences import DIGEST, PAGES, REFUSED, SPEECH, apply_locale, prefer, preferences
from bot.texts import TEXTS
from bot.ui.custom_id import Id
from bot.ui.item import PRIMARY, SECONDARY, ActionItem, button, entry, select
from bot.ui.message import layout
from bot.ui.picture import Picture
from rules.errors import N_
from rules_service.hours import DAYS, NONE, QUIET, ZONE, quiet_hours
from rules_service.options import DISPLAY
from wording.text_limits import capital

TITLES = {
    "notices": N_("Notifications"),
    "time": N_("Time"),
    "pictures": N_("Pictures"),
    "playing": N_("Playing"),
    "privacy": N_("Privacy"),
}
DEFAULT_QUIET_LENGTH = 10  # quiet hours used when the chosen range would be too long


async def show_preferences(request: Request, page: str = "notices", note: str = "") -> None:
    """Show a page of preferences: what the current value of each means, and a select to change it."""
    w = request.words
    stored = await request.app.storage.people.preferences(request.user_id)
    known = await preferences(request.app.storage, request.user_id)
    rows = list[list[ActionItem] | str]()
    pictures: list[Picture] = []
    notes = [note]
    if page == "time":
        notes.append(about_zone(stored, w))
        rows += time_rows(stored, w)
    else:
        for one in PAGES[page]:
            name, now, title = one.option.id, known[one.option.id], w._(one.words.title)
            rows.append(f"**{title}**\n-# {w._(one.means[now])}")
            entries = [
                entry(value, capital(one.words.value(value, w)), w._(one.means[value]), chosen=value == now)
                for value in one.option.values
            ]
            rows.append([select(Id(0, "prefer", words=f"{name} {now}"), title, entries)])
    if page == "notices" and REFUSED in stored:
        notes.append(w._(TEXTS.dm_refused))
    if page == "notices" and known[DIGEST.option.id] != "off" and ZONE not in stored:
        notes.append(w._("I need to know your time zone for this: set it on the page *Time*."))
    if page == "pictures":
        pictures = await request.app.pictures.previews([option.id for option in DISPLAY], list(GAMES), w.lang)
    styles = dict.fromkeys(TITLES, SECONDARY) | {page: PRIMARY}
    rows.append([button(Id(0, "preferences", words=one), w._(TITLES[one]), style) for one, style in styles.items()])
    await request.show(layout([w._(TEXTS.your_preferences), *notes], pictures, rows), pictures)


def page_of(key: str) -> str:
    """Return the page that shows a preference."""
    return next((page for page, some in PAGES.items() if any(one.option.id == key for one in some)), "time")


async def remember(request: Request, said: dict[str, str]) -> None:
    """Store what was chosen or typed, and update what depends on it. Raises BadOptions."""
    user = request.interaction.user
    await prefer(request.app.storage, user.id, said)
    if SPEECH.option.id in said:
        await apply_locale(request.app.storage, request.interaction)
    if said.keys() & {DIGEST.option.id, ZONE}:
        player = await request.app.storage.people.meet(user.id, user.display_name)
        await schedule_digest(request.app.announcer.delivery, player)


async def choose(request: Request) -> None:
    """Store the chosen value of a preference."""
    key = request.press.words.partition(" ")[0]
    some = [value for value in request.values if value != NONE or len(request.values) == 1]
    await remember(request, {key: " ".join(some) if key == DAYS else request.value})
    await show_preferences(request, page_of(key), request.words._("I’ll remember that."))


async def turn_page(request: Request) -> None:
    """Show another page."""
    await show_preferences(request, request.press.words if request.press.words in TITLES else "notices")


async def choose_hour(request: Request) -> None:
    """Store the start or end of the quiet hours."""
    edge, _, now = request.press.words.partition(" ")
    begins, _, ends = now.partition("-")
    hour = request.value
    said = hour if hour == NONE else f"{hour}-{ends or 8}" if edge == "from" else f"{begins}-{hour}"
    if edge == "from" and hour.isdecimal() and quiet_hours(said) is None:
        said = f"{hour}-{(int(hour) + DEFAULT_QUIET_LENGTH) % 24}"
    await remember(request, {QUIET: said})
    await show_preferences(request, "time", request.words._("I’ll remember that."))
