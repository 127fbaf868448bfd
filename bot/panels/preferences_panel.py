"""A person's preferences as selects on pages, among them their language, time zone and quiet hours.

Changes take effect immediately.
"""

from collections.abc import Mapping

import discord

from bot.channel.send_notices import schedule_digest
from bot.context import Request
from bot.preferences import DIGEST, PAGES, REFUSED, SPEECH, apply_locale, cities, city, prefer, preferences
from bot.texts import TEXTS
from bot.ui.message import PRIMARY, SECONDARY, Id, Item, Picture, button, entry, layout, select
from games import GAMES
from rules.errors import N_
from rules_service.hours import (
    DAYS,
    LONGEST,
    MOST_DAYS,
    NONE,
    QUIET,
    WEEKDAYS,
    ZONE,
    clock_shows,
    quiet_hours,
    read_hours,
)
from rules_service.options import DISPLAY
from wording import Words, languages
from wording.catalogue import language_name
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
    rows = list[list[Item] | str]()
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


CITIES_PER_PAGE = 25
DAY_NAMES = {
    "mon": N_("Monday"),
    "tue": N_("Tuesday"),
    "wed": N_("Wednesday"),
    "thu": N_("Thursday"),
    "fri": N_("Friday"),
    "sat": N_("Saturday"),
    "sun": N_("Sunday"),
}


def about_zone(stored: Mapping[str, str], w: Words) -> str:
    """Return what is known about a person's time zone, and what that means for notifications."""
    if read_hours(stored) is None:
        return w._(TEXTS.zone_unknown)
    return w._(TEXTS.zone_known, city=city(stored[ZONE], w.lang))


def time_rows(stored: Mapping[str, str], w: Words) -> list[list[Item] | str]:
    """Return the button to set the time zone, and if it is known, the selects of quiet hours and days."""
    rows: list[list[Item] | str] = []
    hours = read_hours(stored)
    if hours is not None:
        quiet = NONE if hours.begins is None else f"{hours.begins}-{hours.ends}"
        nothing = entry(NONE, w._("No quiet hours"), chosen=hours.begins is None)
        every = [nothing, *hour_entries(hours.begins)]
        quiet_hours = w._("Quiet hours")
        rows += [f"**{quiet_hours}**", [select(Id(0, "quiet", words=f"from {quiet}"), w._("From"), every)]]
        if hours.begins is not None:
            allowed = {str((hours.begins + length) % 24) for length in range(1, LONGEST + 1)}
            entries = [one for one in hour_entries(hours.ends) if one.value in allowed]
            rows.append([select(Id(0, "quiet", words=f"until {quiet}"), w._("Until"), entries)])
        days = [entry(day, w._(DAY_NAMES[day]), chosen=at in hours.days) for at, day in enumerate(WEEKDAYS)]
        days.insert(0, entry(NONE, w._("No quiet days"), chosen=not hours.days))
        now = " ".join(one.value for one in days if one.default)
        quiet_days = w._("Quiet days")
        press = Id(0, "prefer", words=f"{DAYS} {now}")
        rows += [f"**{quiet_days}**", [select(press, quiet_days, days, MOST_DAYS, least=1)]]
    rows.append([button(Id(0, "clock"), w._("Set my time zone"))])
    return rows


def hour_entries(chosen: int | None) -> list[discord.SelectOption]:
    """Return the hours of a day as entries of a select."""
    return [entry(str(hour), f"{hour}:00", chosen=hour == chosen) for hour in range(24)]


async def ask_clock(request: Request) -> None:
    """Ask for the hour that the person's clock shows."""
    w = request.words
    entries = [entry(str(hour), f"{hour}:…") for hour in range(24)]
    await request.show(layout([w._(TEXTS.ask_hour)], (), [[select(Id(0, "hour"), w._("Your time"), entries)]]))


async def ask_city(request: Request) -> None:
    """Show the cities whose clocks show this hour, page by page."""
    w = request.words
    said, page = (*request.press.counts, 0)[:2]
    hour, now = int(request.value) if request.value.isdecimal() else said, request.app.clock.now()
    found = sorted((city(zone, w.lang), zone) for zone in cities() if hour in clock_shows(zone, now))
    last = max(0, (len(found) - 1) // CITIES_PER_PAGE)
    page = min(page, last)
    entries = [entry(zone, name, zone) for name, zone in found[page * CITIES_PER_PAGE : (page + 1) * CITIES_PER_PAGE]]
    cities_row = [select(Id(0, "prefer", words=f"{ZONE} {hour} {page}"), w._("Your city"), entries)] if entries else []
    buttons = []
    if page:
        buttons.append(button(Id(0, "hour", words=f"{hour} {page - 1}"), w._("◀ Earlier")))
    if page < last:
        buttons.append(button(Id(0, "hour", words=f"{hour} {page + 1}"), w._("Later ▶")))
    buttons.append(button(Id(0, "clock"), w._("Another hour")))
    head = f"{entries[0].label} – {entries[-1].label}" if entries else w._("There is no city with this time.")
    await request.show(
        layout([w._("### Which city?\nAny city that has your time all year."), head], (), [cities_row, buttons])
    )


LEARN = "learn"  # in a custom id: show a lesson in the chosen language, for the game that follows


def language_row(w: Words, then: str = "") -> list[Item]:
    """Return a button for each language; ``then``: the panel to show in it, for `bot.panels.opening`."""
    return [
        button(
            Id(0, "speak", words=f"{lang} {then}".strip()),
            capital(language_name(lang)),
            PRIMARY if lang == w.lang else SECONDARY,
        )
        for lang in languages()
    ]
