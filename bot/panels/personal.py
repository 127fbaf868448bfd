"""Panels about a person's own preferences, notes, tables, time off, stored data, and blocked players."""

import csv
import io
import logging
from collections.abc import Sequence
from datetime import UTC, timedelta
from typing import Any

import discord
import msgspec
from discord.utils import format_dt

import wording
from bot.channel.notice_texts import waiting_seats, waiting_tables
from bot.channel.notices import schedule_digest
from bot.channel.table_words import exact_time, named_for_log, relative_time, where_is
from bot.context import App, Press, Request
from bot.panels.daily_card import go_on_button, running_attempts, time_left
from bot.panels.export_fields import EXPORT_FIELDS
from bot.preferences import (
    ANIMATIONS,
    DIGEST,
    NOTICES,
    PREFERENCE_PAGES,
    REFUSED,
    SPEECH,
    STATISTICS,
    apply_locale,
    city_name,
    city_zones,
    clock_time,
    likely_first,
    load_preferences,
    store_preferences,
)
from bot.ui.message import (
    DANGER,
    PRIMARY,
    SECONDARY,
    SUCCESS,
    Id,
    Item,
    Picture,
    button,
    layout,
    select,
    select_option,
    text_form,
)
from bot.ui.reply import Refusal
from games import GAMES
from rules.errors import N_
from rules.notation import read_number
from rules_service import Closed, NotSeated, TableInfo, hours
from rules_service.hours import NO_QUIET, QUIET_DAYS_KEY, QUIET_KEY, WEEKDAYS, ZONE_KEY
from rules_service.options import LOOK_OPTION_IDS
from storage import ResultsRow, TableStatus
from storage.failures import of_each
from wording import Words, languages
from wording.catalogue import language_name
from wording.player_names import harmless
from wording.text_limits import MAX_OPTIONS, capital, shortened

log = logging.getLogger(__name__)

PAGE_TITLES = {
    "notices": N_("Notifications"),
    "time": N_("Time"),
    "pictures": N_("Pictures"),
    "playing": N_("Playing"),
    "privacy": N_("Privacy"),
}
DAY_NAMES = (N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday"), N_("Friday"), N_("Saturday"), N_("Sunday"))
DEFAULT_QUIET_LENGTH = 10  # quiet hours used when the chosen range would be too long
SHOW_LESSON = "learn"  # in a custom id: show a lesson in the chosen language, for the game that follows
MAX_NOTE = 500  # characters
MAX_TURN_BUTTONS = 20
EXPORT_FILE, RESULTS_FILE = "miasma.json", "miasma-results.csv"
FORGET_AFTER = timedelta(hours=24)  # between the request to be deleted and the deletion
MAX_BLOCKED = 50
YOU_ARE_AWAY = N_(
    "You’re away from {begin} until {end}. I won’t notify you during that time, and your turns wait "
    "as long as each table’s pace allows. `/away back` ends it; you can still move whenever you like."
)
ABOUT_EXPORT = N_(
    "Everything that is stored about you, as JSON; “explained” describes each field. Times are milliseconds since "
    "1970 in UTC. The results of your games are in a CSV file, too."
)
FORGET_WORD = N_("FORGET")
DM_REFUSED = N_(
    "I couldn’t send you a DM, so I’ll mention you in the channel instead. Allow DMs in this server’s privacy "
    "settings, then choose this again."
)
WHAT_IS_DELETED = N_(
    "## Delete your data?\nYour name, your Discord ID, preferences, notes, plans, blocks and "
    "notifications are deleted, and your seats are open to new players. Your moves stay in the logs of "
    "their games under a pseudonym. I can’t search channels for messages about you: delete those "
    "yourself if you want to.\nYour data is deleted a day after you ask. Until then, you can cancel."
)
PLAYER_BLOCKED = N_(
    "{user} can no longer nudge you, join a table that you host, or take a free seat at a table you "
    "play at. Running games go on. That person isn’t notified. `/me block` without a name lets you "
    "unblock people."
)
ZONE_KNOWN = N_(
    "Your time zone is that of **{city}**. I won’t notify you in your quiet hours; I’ll do it when they end."
)
ZONE_UNKNOWN = N_(
    "I don’t know your time zone. I ping you as soon as it’s your turn; everything else comes at times of day when "
    "you have played before."
)
ASK_HOUR = N_("### What time is it for you?\nThe hour is enough. Then choose a city in your time zone.")


ASK_CITY = N_(
    "### Which city?\nAny city in your time zone will do; the likely ones come first. "
    "`/preferences zone:` finds others by name."
)


def locale_of(request: Request) -> str:
    """Return the language chosen by the person, or by default Discord's locale."""
    return str(request.interaction.locale)


async def turn_page(press: Press) -> None:
    """Show the page of preferences named by a button."""
    await show_preferences(press, press.custom_id.words)


async def show_preferences(request: Request, page: str = "notices", note: str = "") -> None:
    """Show a page of preferences: the meaning of each current value, and a select to change it."""
    page, w = page if page in PAGE_TITLES else "notices", request.words
    stored = await request.app.storage.people.preferences(request.user_id)
    known = await load_preferences(request.app.storage, request.user_id)
    rows = list[list[Item] | str | Picture]()
    pictures: list[Picture] = []
    notes = [note]
    if page == "time":
        located = hours.read_hours(stored)
        notes.append(w._(ZONE_KNOWN, city=city_name(stored[ZONE_KEY], w.lang)) if located else w._(ZONE_UNKNOWN))
        rows += [
            *(time_rows(located, w, locale_of(request)) if located else []),
            [button(Id(0, "clock"), w._("Set my time zone"))],
        ]
    else:
        for at, one in enumerate(PREFERENCE_PAGES[page]):
            name, now, title = one.option.id, known[one.option.id], w._(one.words.title)
            labels = {value: capital(one.words.value(value, w)) for value in one.option.values}
            shown: list[Picture] = []
            if page == "pictures" and (pair := LOOK_OPTION_IDS[at : at + 2]) and at % 2 == 0:
                shown = await request.app.pictures.previews(pair, list(GAMES), w.lang)
            elif one is ANIMATIONS:
                shown = await request.app.pictures.replay_samples(title, list(labels.values()), w.lang)
            pictures += shown
            rows += shown
            rows.append(f"**{title}**\n-# {w._(one.words.about or one.means[now])}")
            if one is DIGEST:
                known_hours = {value: read_number(value) for value in labels}
                labels |= {
                    value: clock_time(hour, locale_of(request))
                    for value, hour in known_hours.items()
                    if hour is not None
                }
            entries = [
                select_option(value, labels[value], w._(one.means[value]), chosen=value == now) for value in labels
            ]
            rows.append([select(Id(0, "prefer", words=f"{name} {now}"), title, entries)])
    if page == "notices" and REFUSED in stored:
        notes.append(w._(DM_REFUSED))
    if page == "notices" and known[DIGEST.option.id] != "off" and ZONE_KEY not in stored:
        notes.append(w._("I need to know your time zone for this: set it on the page *Time*."))
    styles = dict.fromkeys(PAGE_TITLES, SECONDARY) | {page: PRIMARY}
    rows.append(
        [button(Id(0, "preferences", words=one), w._(PAGE_TITLES[one]), style) for one, style in styles.items()]
    )
    head = w._("## Your preferences\nThese apply to all your games, right away.")
    await request.show(layout([head, *notes], (), rows), pictures)


def time_rows(known: hours.Hours, w: Words, locale: str) -> list[list[Item] | str]:
    """Return the selects for quiet hours and days, with times in the locale's format."""

    def of_day(chosen: int | None) -> list[discord.SelectOption]:
        return [select_option(str(hour), clock_time(hour, locale), chosen=hour == chosen) for hour in range(24)]

    quiet = NO_QUIET if known.begins is None else f"{known.begins}-{known.ends}"
    nothing = select_option(NO_QUIET, w._("No quiet hours"), chosen=known.begins is None)
    begins = select(Id(0, "quiet", words=f"from {quiet}"), w._("From"), [nothing, *of_day(known.begins)])
    title = w._("Quiet hours")
    rows: list[list[Item] | str] = [f"**{title}**", [begins]]
    if known.begins is not None:
        allowed = {str((known.begins + length) % 24) for length in range(1, hours.MAX_QUIET_HOURS + 1)}
        entries = [one for one in of_day(known.ends) if one.value in allowed]
        rows.append([select(Id(0, "quiet", words=f"until {quiet}"), w._("Until"), entries)])
    names = zip(WEEKDAYS, DAY_NAMES, strict=True)
    days = [select_option(day, w._(name), chosen=at in known.days) for at, (day, name) in enumerate(names)]
    days.insert(0, select_option(NO_QUIET, w._("No quiet days"), chosen=not known.days))
    now = " ".join(one.value for one in days if one.default)
    title, press = w._("Quiet days"), Id(0, "prefer", words=f"{QUIET_DAYS_KEY} {now}")
    return [*rows, f"**{title}**", [select(press, title, days, hours.MAX_QUIET_DAYS, least=1)]]


async def save_and_apply(request: Request, said: dict[str, str]) -> None:
    """Store preferences, and apply a new language or digest time at once. Raises BadOptions for an invalid one."""
    user = request.interaction.user
    await store_preferences(request.app.storage, user.id, said)
    if SPEECH.option.id in said:
        await apply_locale(request.interaction)
    if said.keys() & {DIGEST.option.id, ZONE_KEY}:
        player = await request.app.storage.people.meet(user.id, user.display_name)
        await schedule_digest(request.app.announcer.delivery, player)


async def save_preferences(request: Request, said: dict[str, str]) -> None:
    """Store preferences, and show the page of the first one. Raises BadOptions for an invalid one."""
    await save_and_apply(request, said)
    key = next(iter(said), NOTICES.option.id)
    page = next((page for page, some in PREFERENCE_PAGES.items() if any(one.option.id == key for one in some)), "time")
    # Storing a preference may have changed the language.
    await show_preferences(request, page, request.words._("I’ll remember that.") if said else "")


async def choose_preference(press: Press) -> None:
    """Store the chosen value of a preference, which for quiet days can be several days."""
    key = press.custom_id.words.partition(" ")[0]
    some = [value for value in press.values if value != NO_QUIET or len(press.values) == 1]
    await save_preferences(press, {key: " ".join(some) if key == QUIET_DAYS_KEY else press.value})


async def choose_hour(press: Press) -> None:
    """Store the start or end of the quiet hours."""
    edge, _, now = press.custom_id.words.partition(" ")
    begins, _, ends = now.partition("-")
    hour = press.value
    said = hour if hour == NO_QUIET else f"{hour}-{ends or 8}" if edge == "from" else f"{begins}-{hour}"
    if edge == "from" and (begin := read_number(hour)) is not None and hours.quiet_hours(said) is None:
        said = f"{begin}-{(begin + DEFAULT_QUIET_LENGTH) % 24}"
    await save_preferences(press, {QUIET_KEY: said})


async def ask_clock(request: Request) -> None:
    """Ask for the current hour in the person's time zone."""
    w = request.words
    locale = locale_of(request)
    shown = {hour: f"{clock_time(hour, locale)} – {clock_time(hour, locale, 59)}" for hour in range(24)}
    entries = [select_option(str(hour), label) for hour, label in shown.items()]
    await request.show(layout([w._(ASK_HOUR)], (), [[select(Id(0, "hour"), w._("Your time"), entries)]]))


async def ask_city(press: Press) -> None:
    """Show the cities whose clocks show this hour, page by page: first the likely ones, then the others by name."""
    w = press.words
    said, page = (*press.custom_id.numbers, 0)[:2]
    chosen, now = read_number(press.value), press.app.clock.now()
    hour = said if chosen is None else chosen
    zones = [zone for zone in city_zones() if hour in hours.clock_shows(zone, now)]
    named = [(city_name(zone, w.lang), zone) for zone in likely_first(zones, locale_of(press))]
    found = named[:MAX_OPTIONS] + sorted(named[MAX_OPTIONS:])
    last = max(0, (len(found) - 1) // MAX_OPTIONS)
    page = min(page, last)
    entries = [select_option(zone, name, zone) for name, zone in found[page * MAX_OPTIONS : (page + 1) * MAX_OPTIONS]]
    cities_row = (
        [select(Id(0, "prefer", words=f"{ZONE_KEY} {hour} {page}"), w._("Your city"), entries)] if entries else []
    )
    buttons = []
    if page:
        buttons.append(button(Id(0, "hour", words=f"{hour} {page - 1}"), w._("◀ Back")))
    if page < last:
        buttons.append(button(Id(0, "hour", words=f"{hour} {page + 1}"), w._("More cities")))
    buttons.append(button(Id(0, "clock"), w._("Another hour")))
    head = f"{entries[0].label} – {entries[-1].label}" if page else ""
    head = head if entries else w._("No city has this time right now.")
    await press.show(layout([w._(ASK_CITY), head], (), [cities_row, buttons]))


def language_row(w: Words, then: str = "") -> list[Item]:
    """Return a button for each language. ``then``: the panel to show after the choice, as `opening.speak` reads it."""
    ids = {lang: Id(0, "speak", words=f"{lang} {then}".strip()) for lang in languages()}
    styles = {lang: PRIMARY if lang == w.lang else SECONDARY for lang in ids}
    return [button(ids[lang], capital(language_name(lang)), styles[lang]) for lang in ids]


def note_button(table_id: int, w: Words) -> Item:
    """Return the button that opens the form for a player's private note about a table."""
    return button(Id(table_id, "note"), w._("📝 Note to myself"))


async def note_text(app: App, user_id: int, table_id: int, w: Words) -> str:
    """Return the person's note for this table as Markdown with a heading, or "" if there is none."""
    text = await app.storage.notes.read(user_id, table_id)
    lines = [f"> {harmless(line)}" for line in text.splitlines() if line.strip()]
    return "\n".join([w._("📝 **Your note**"), *lines]) if lines else ""


async def save_note(press: Press) -> None:
    """Store the text typed into the form of a note. Raises as `write_note` does."""
    await write_note(press, press.value)


def must_keep_notes(info: TableInfo, user_id: int) -> None:
    """Raise Closed if the table has ended, or NotSeated if the person has no seat there: notes can't be kept then."""
    if not info.open:
        raise Closed(N_("This table has ended, and its notes have been deleted."))
    if info.seat_of(user_id) is None:
        raise NotSeated(N_("Only players of the table can write notes."))


async def write_note(request: Request, text: str | None = None) -> None:
    """Store the player's note and confirm it, or without ``text`` show a form. Raises NotSeated, Closed, NoTable."""
    info, w, notes = await request.info(), request.words, request.app.storage.notes
    must_keep_notes(info, request.user_id)
    if text is None:
        title, about = w._("Note to myself"), w._("Only you see it, above your next turn")
        now = await notes.read(request.user_id, info.id)
        opener = button(Id(info.id, "note"), w._("Write a note"), PRIMARY)
        asked = text_form(Id(info.id, "noted"), title, about, now, most=MAX_NOTE, paragraph=True)
        await request.reply.send_form(asked, opener)
        return
    # PostgreSQL doesn't accept NUL.
    text = shortened(text.replace("\0", "").strip(), MAX_NOTE)
    await notes.write(request.user_id, info.id, text)
    await request.say(w._("Saved. Only you see it, above your next turn here.") if text else w._("Note deleted."))


async def show_my_tables(request: Request) -> None:
    """Show the person's open tables, those where it is their turn first, and their running challenges of the day."""
    w = request.words
    tables = await request.service.read.my_tables(request.user_id)
    described = of_each(log, named_for_log, lambda info: my_table(request, info), tables)
    lines, turns = [line for line, _ in described], [turn for _, turn in described if turn]
    mine = [info.seats[seat] for info in tables if (seat := info.seat_of(request.user_id)) is not None]
    away = max((one.away_until for one in mine if one.away_until), default=None)
    for table_id in await request.service.read.unreadable_tables(request.user_id):
        lines.append(w._("⚠️ Table {table}: this version of me can’t read it. My host’s log says why.", table=table_id))
        turns.append(button(Id(0, "putaway", number=table_id), w._("Put table {table} away", table=table_id)))
    attempts = await running_attempts(request)
    lines += [time_left(daily, attempt, w) for daily, attempt in attempts]
    challenges = [go_on_button(daily, w) for daily, _ in attempts] or [
        button(Id(0, "today"), w._("Challenge of the day"))
    ]
    text = "\n".join(lines) or w._("You aren’t at any table. `/play` starts a game against the computer.")
    note = w._("🌙 You’re away until {date}. I won’t notify you.", date=format_dt(away, "D")) if away else ""
    row = [*turns[:MAX_TURN_BUTTONS], *challenges]
    await request.show(layout([w._("## Your tables"), note, text], (), [row]))


def my_table(request: Request, info: TableInfo) -> tuple[str, Item | None]:
    """Return the line about one of the person's tables, and a button or None.

    The button opens their turn, or wakes a sleeping table in their DM.
    """
    w, seat = request.words, info.seat_of(request.user_id)
    line = table_line(info, request.user_id, w)
    if seat in info.due:
        label = w._("Your turn: {where}", where=channel_name(request.app, info, w))
        return line, button(Id(info.id, "turn"), label)
    if info.asleep_since and info.place.guild_id is None:
        return line, button(Id(info.id, "wake"), w._("Wake {game}", game=GAMES[info.game].title))
    return line, None


def table_line(info: TableInfo, user_id: int, w: Words) -> str:
    """Return a line about a table for one person: its game and place, and whether it is waiting for them."""
    values = {"game": GAMES[info.game].title, "where": where_is(info, w)}
    mine = next((seat for seat in info.seats if seat.user_id == user_id and not seat.vacant), None)
    if not info.open:
        return w._("{game} in {where}: over", **values)
    if mine and mine.due_since:
        text = w._("**{game}** in {where}: your turn, since {since}", since=relative_time(mine.due_since), **values)
        if mine.late_from and not info.alone:
            text += " " + w._("(late from {late})", late=exact_time(mine.late_from))
        return text
    if info.asleep_since:
        return w._("😴 {game} in {where}: fell asleep {since}", since=relative_time(info.asleep_since), **values)
    if info.status == TableStatus.LOBBY:
        return w._("{game} in {where}: not yet started", **values)
    return w._("{game} in {where}: someone else’s turn", **values)


async def put_away(press: Press) -> None:
    """Remove an unreadable table from the person's list. Raises NoTable if it can be read, or isn't one of theirs."""
    await press.service.people.put_away(press.custom_id.number, press.person)
    await show_my_tables(press)


def channel_name(app: App, info: TableInfo, w: Words) -> str:
    """Return the name of a table's channel for a button, which can't contain a link.

    For a DM, return a description. If the channel's name is unknown, return the table's number.
    """
    if info.place.guild_id is None:
        return where_is(info, w)
    channel = app.client.get_channel(info.place.channel_id)
    return f"#{getattr(channel, 'name', None) or info.id}"


async def export(request: Request) -> None:
    """Send a JSON file with everything stored about the person, with each field explained, and a CSV of their results.

    The CSV file is left out if there are no results. Raises Refusal if nothing is stored.
    """
    w = request.words
    stored = await request.app.storage.people.export(request.user_id)
    if not stored:
        raise Refusal(N_("Nothing is stored about you."))
    explained = {table: {name: w._(text) for name, text in fields.items()} for table, fields in EXPORT_FIELDS.items()}
    data: dict[str, Any] = {"about": w._(ABOUT_EXPORT), "explained": explained, "stored": stored}
    file = msgspec.json.format(msgspec.json.encode(data), indent=1)
    files = {EXPORT_FILE: file}
    counted = (await load_preferences(request.app.storage, request.user_id))[STATISTICS.option.id] != "none"
    known = request.service.read.results if counted else request.app.storage.results.of_user
    if results := await known(request.user_id):
        files[RESULTS_FILE] = results_as_csv(results)
    await request.reply.say(w._(ABOUT_EXPORT), files)


def results_as_csv(results: Sequence[ResultsRow]) -> bytes:
    """Return these results as a CSV file for spreadsheets, with a line for each game."""
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(["ended", "game", "table", "players", "computers", "place", "points"])
    for one in results:
        ended = f"{one.ended.astimezone(UTC):%Y-%m-%d %H:%M}"
        writer.writerow([ended, one.game, one.table_id, one.people, one.computers, one.place, one.points])
    return table.getvalue().encode()


async def ask_forget(request: Request) -> None:
    """Show what would be deleted and kept, with a button to confirm it.

    If the deletion is already requested, show when it will be done, with a button to cancel it.
    """
    w = request.words
    due = await request.app.storage.people.deletion_due(request.user_id)
    if due is None:
        text, choice = w._(WHAT_IS_DELETED), button(Id(0, "forget"), w._("Delete my data"), DANGER)
    else:
        times = {"time": format_dt(due, "f"), "ago": relative_time(due)}
        text = w._("Your data will be deleted on {time} ({ago}).", **times)
        choice = button(Id(0, "remember"), w._("Keep my data"), SUCCESS)
    await request.show(layout([text], (), [[choice]]))


async def forget(request: Request) -> None:
    """Ask for the confirmation word, so that a single press on a borrowed phone can't delete someone's data."""
    w = request.words
    title, about = w._("Delete my data"), w._("Type {word} to confirm", word=w._(FORGET_WORD))
    opener = button(Id(0, "forget"), w._("Delete my data"), DANGER)
    await request.reply.send_form(text_form(Id(0, "forgotten"), title, about, most=20), opener)


async def forgotten(press: Press) -> None:
    """Schedule the deletion if the right word was typed, otherwise raise Refusal."""
    word = press.words._(FORGET_WORD)
    if "".join(press.values).strip().casefold() != word.casefold():
        raise Refusal(N_("Nothing was deleted: you have to type {word}."), word=word)
    await press.app.storage.people.schedule_deletion(press.user_id, press.app.clock.now() + FORGET_AFTER)
    await ask_forget(press)


async def cancel_deletion(request: Request) -> None:
    """Cancel the deletion of the person's data."""
    await request.app.storage.people.cancel_deletion(request.user_id)
    await request.show(layout([request.words._("Deletion cancelled. Nothing was deleted.")]))


async def block(request: Request, person: discord.User | None) -> None:
    """Block a player, or without ``person`` show those already blocked.

    Raises Refusal if the person tries to block themselves, or has already blocked as many people as possible.
    """
    if person is None:
        await show_blocked(request)
        return
    if person.id == request.user_id:
        raise Refusal(N_("You can’t block yourself."))
    if not await request.app.storage.people.block(request.user_id, person.id, most=MAX_BLOCKED):
        raise Refusal(
            N_("You’ve blocked {count} people, the maximum. `/me block` without a name lets you unblock someone."),
            count=MAX_BLOCKED,
        )
    await request.say(request.words._(PLAYER_BLOCKED, user=person.mention))


async def show_blocked(request: Request, note: str = "") -> None:
    """Show the blocked players in selects. Choosing a player there unblocks them."""
    w = request.words
    users = await request.app.storage.people.blocked_by(request.user_id)
    if not users:
        await request.show(layout([note, w._("You haven’t blocked anyone.")]))
        return
    text = w._("## Blocked\nChoose who to unblock.")
    known = {user: request.app.client.get_user(user) for user in users}
    # People with unknown names are shown by their ids.
    names = {user: wording.plain_name(one.display_name) if one else str(user) for user, one in known.items()}
    entries = [select_option(str(user), name) for user, name in names.items()]
    parts = {at: entries[at : at + MAX_OPTIONS] for at in range(0, len(entries), MAX_OPTIONS)}
    rows = [[select(Id(0, "unblock", words=str(at)), w._("Unblock"), part)] for at, part in parts.items()]
    await request.show(layout([note, text, w.join_list([f"<@{user}>" for user in users])], (), rows))


async def unblock(press: Press) -> None:
    """Unblock the chosen people."""
    for user in filter(None, map(read_number, press.values)):
        await press.app.storage.people.unblock(press.user_id, user)
    await show_blocked(press, press.words._("Unblocked."))


async def go_away(request: Request, days: int, begin: int = 0, computer: bool = False) -> None:
    """Set the player's time off for this many ``days``, beginning in ``begin`` days.

    ``computer``: whether a computer plays for them during that time. Raises VacationConflict if they are away already,
    will be, or want to be away for too long.
    """
    begins = request.app.clock.now() + timedelta(days=begin)
    ends = begins + timedelta(days=days)
    left = await request.service.people.go_away(request.person, begins, ends, computer=computer)
    w = request.words
    text = w._(YOU_ARE_AWAY, begin=format_dt(begins, "D"), end=format_dt(ends, "D"))
    rest = w.ngettext(
        "Tables can wait for you {count} more day this year.",
        "Tables can wait for you {count} more days this year.",
        left.days,
    )
    playing = w._("While you’re away, a steady computer plays for you, a minute after each of your turns begins.")
    await request.say("\n".join([text, *[playing] * computer, rest]))


async def come_back(request: Request) -> None:
    """End or cancel the player's time off, and list the tables that are waiting for them (P42).

    Raises VacationConflict if no time off is planned or running.
    """
    await request.service.people.come_back(request.person)
    due = waiting_seats(await request.service.read.my_tables(request.user_id), request.user_id)
    w = request.words
    await request.say("\n".join([w._("Welcome back."), *([waiting_tables(due, w)] if due else [])]))
