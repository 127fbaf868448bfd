"""A person's time zone and quiet hours: the hour of their clock, their city, and when not to notify them."""

from collections.abc import Mapping

import discord

from bot.context import Request
from bot.preferences import cities, city
from bot.texts import TEXTS
from bot.ui.custom_id import Id
from bot.ui.item import ActionItem, button, entry, select
from bot.ui.message import layout
from rules.errors import N_
from rules_service.hours import DAYS, LONGEST, MOST_DAYS, NONE, WEEKDAYS, ZONE, clock_shows, read_hours
from wording import Words

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


def time_rows(stored: Mapping[str, str], w: Words) -> list[list[ActionItem] | str]:
    """Return the button to set the time zone, and if it is known, the selects of quiet hours and days."""
    rows: list[list[ActionItem] | str] = []
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
