"""A person's time zone and quiet hours: the hour of their clock, their city, and when not to notify them."""

from collections.abc import Mapping

import discord

from bot.context import Request
from bot.preferences import cities, city
from bot.ui.custom_id import Id
from bot.ui.item import ActionItem, button, select
from bot.ui.message import layout
from rules.errors import N_
from rules_service.hours import DAYS, LONGEST, MOST_DAYS, NONE, USUAL, WEEKDAYS, ZONE, clock_shows, read_hours
from wording import Words

CITIES = 25  # on a page
ASK = N_("### What time is it for you?\nOnly the hour. Then choose a city in your time zone.")
WHERE = N_("### Which city?\nAny city that has your time all year.")
DAY_NAMES = {
    "mon": N_("Monday"),
    "tue": N_("Tuesday"),
    "wed": N_("Wednesday"),
    "thu": N_("Thursday"),
    "fri": N_("Friday"),
    "sat": N_("Saturday"),
    "sun": N_("Sunday"),
}
KNOWN = N_("Your time zone is that of **{city}**. I won’t notify you in your quiet hours; I’ll do it when they end.")
UNKNOWN = N_(
    "I don’t know your time zone. I ping you as soon as it’s your turn; everything else "
    "comes at times of day when you have played before."
)


def about_zone(stored: Mapping[str, str], w: Words) -> str:
    """Return what is known about a person's time zone, and what that means for notifications."""
    if read_hours(stored) is None:
        return w._(UNKNOWN)
    return w._(KNOWN, city=city(stored[ZONE], w.lang))


def time_rows(stored: Mapping[str, str], w: Words) -> list[list[ActionItem] | str]:
    """Return the button to set the time zone, and if it is known, the selects of quiet hours and days."""
    rows: list[list[ActionItem] | str] = []
    hours = read_hours(stored)
    if hours is not None:
        quiet = USUAL if hours.begins is not None else NONE
        if hours.begins is not None:
            quiet = f"{hours.begins}-{hours.ends}"
        quiet_hours = w._("Quiet hours")
        rows += [
            f"**{quiet_hours}**",
            [select(Id(0, "quiet", words=f"from {quiet}"), w._("From"), hour_entries(hours.begins, w, none=True))],
        ]
        if hours.begins is not None:
            allowed = [(hours.begins + length) % 24 for length in range(1, LONGEST + 1)]
            entries = [entry for entry in hour_entries(hours.ends, w) if int(entry.value) in allowed]
            rows.append([select(Id(0, "quiet", words=f"until {quiet}"), w._("Until"), entries)])
        days = [
            discord.SelectOption(label=w._(DAY_NAMES[day]), value=day, default=at in hours.days)
            for at, day in enumerate(WEEKDAYS)
        ]
        nothing = discord.SelectOption(label=w._("No quiet days"), value=NONE, default=not hours.days)
        now = " ".join(day for at, day in enumerate(WEEKDAYS) if at in hours.days) or NONE
        quiet_days = w._("Quiet days")
        rows.append(f"**{quiet_days}**")
        rows.append(
            [select(Id(0, "prefer", words=f"{DAYS} {now}"), w._("Quiet days"), [nothing, *days], MOST_DAYS, least=1)]
        )
    rows.append([button(Id(0, "clock"), w._("Set my time zone"))])
    return rows


def hour_entries(chosen: int | None, w: Words, *, none: bool = False) -> list[discord.SelectOption]:
    """Return the hours of a day as entries of a select."""
    entries = [discord.SelectOption(label=f"{hour}:00", value=str(hour), default=hour == chosen) for hour in range(24)]
    nothing = discord.SelectOption(label=w._("No quiet hours"), value=NONE, default=chosen is None)
    return [nothing, *entries] if none else entries


async def ask_clock(request: Request) -> None:
    """Ask for the hour that the person's clock shows."""
    w = request.words
    entries = [discord.SelectOption(label=f"{hour}:…", value=str(hour)) for hour in range(24)]
    await request.show(layout([w._(ASK)], (), [[select(Id(0, "hour"), w._("Your time"), entries)]]))


async def ask_city(request: Request) -> None:
    """Show the cities whose clocks show this hour, page by page."""
    w = request.words
    hour, page = (
        (int(request.values[0]) if request.values and request.values[0].isdecimal() else request.press.counts[0]),
        (*request.press.counts, 0)[1],
    )
    now = request.app.clock.now()
    found = sorted((city(zone, w.lang), zone) for zone in cities() if hour in clock_shows(zone, now))
    pages = max(1, -(-len(found) // CITIES))
    page = min(page, pages - 1)
    entries = [
        discord.SelectOption(label=name[:100], value=zone, description=zone)
        for name, zone in found[page * CITIES : (page + 1) * CITIES]
    ]
    rows: list[list[ActionItem]] = []
    if entries:
        rows.append([select(Id(0, "prefer", words=f"{ZONE} {hour} {page}"), w._("Your city"), entries)])
    ways = []
    if page:
        ways.append(button(Id(0, "hour", words=f"{hour} {page - 1}"), w._("◀ Earlier")))
    if page + 1 < pages:
        ways.append(button(Id(0, "hour", words=f"{hour} {page + 1}"), w._("Later ▶")))
    rows.append([*ways, button(Id(0, "clock"), w._("Another hour"))])
    head = f"{entries[0].label} – {entries[-1].label}" if entries else w._("There is no city with this time.")
    await request.show(layout([w._(WHERE), head], (), rows))
