"""The buttons of a lobby, and those for joining and leaving a running table."""

import asyncio
from collections.abc import Sequence
from typing import Any
from weakref import WeakValueDictionary
from zlib import crc32

import discord

import wording
from bot.channel.posts import called, language_option, options_at, seats_at, settings
from bot.computers.ai_client import can_play
from bot.context import Request
from bot.games import GAMES
from bot.panels.table_acts import BEGINS, CLOSED, LEFT
from bot.ui.custom_id import Id
from bot.ui.errors import Refusal
from bot.ui.item import ActionItem, button, select, select_people
from bot.ui.message import layout
from bot.ui.picture import Picture
from rules.errors import N_
from rules.game import Option
from rules_service import ChannelTaken, Person, TableInfo, acts
from rules_service.limits import INVITATIONS
from rules_service.options import DISPLAY, LANGUAGE
from storage import TableStatus
from wording import Words
from wording.text_limits import capital

OPTIONS = N_("## Options of this table")
RULINGS = N_("## Rulings\nHow this table plays what the rules leave open, and rarer choices.")
RULINGS_PAGE = N_(
    "## Rulings, page {page} of {pages}\nHow this table plays what the rules leave open, and rarer choices."
)
LOOKS = N_(
    "## Pictures in the channel\nHow everyone sees them there. For the pictures only you "
    "see, `/preferences` has the same choices."
)
PAGE = 5  # options on a page of rulings
PICKS = "+"  # joins the picks in an option's value; also the suffix of their select's id
SEAL = N_(
    "The fingerprint of this table’s seed: `{fingerprint}`. It is the SHA-256 of the seed. "
    "When the game is over, *Log* and `/table verify` show the seed, so that everyone can "
    "check that nothing was changed in between."
)
NUDGED = N_("I’ll ask them in your name whether they are still there, but not in their quiet hours.")
COMPANY = N_("You’re no longer alone at this table. Start together from the lobby.")
READY_ASKED = N_("Not everyone is ready. I’ve asked them, and the game starts as soon as all are.")
BOTS = N_("Bots can’t play here.")
INVITING = N_("## Invite people\nEach of them is notified once, and a seat is kept for three days.")
INVITED = N_("Invited.")
COLOUR = N_("## Your colour\nIt comes with a shape, in pictures and in texts. You keep both for the whole game.")
ANY = "any"  # the word in a custom id for no preferred colour
NOT_HERE = N_("You don’t have a seat at this table.")
NOT_HOST_TO_INVITE = N_("Only {host}, the host of this table, can invite people.")
NOT_HOST = N_("Only {host} can change the options of this table.")


# Locks of the tables whose options are being changed.
choosing_at: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()


def asked_to_leave(info: TableInfo, w: Words) -> discord.ui.LayoutView:
    """Return two buttons that confirm leaving a running game, which ends if the last player leaves."""
    if playing(info) == 1:
        text = w._("The game is running, and nobody else plays here. If you leave, it ends for good. End it?")
        label = w._("End the game")
    else:
        text = w._("The game is running. If you leave, anyone can take your seat and play on. Leave?")
        label = w._("Leave my seat")
    ways = [
        button(Id(info.id, "quit"), label, discord.ButtonStyle.danger),
        button(Id(info.id, "stay"), w._("Stay")),
    ]
    return layout([text], (), [ways])


def is_last(info: TableInfo, user_id: int) -> bool:
    """Return whether this person is the only one still playing a running game."""
    return info.status == TableStatus.RUNNING and info.seat_of(user_id) is not None and playing(info) == 1


def nobody_joins(info: TableInfo) -> bool:
    """Return whether a table can be in a DM: one person plays there and needs no other people."""
    return info.alone and (info.started is not None or 1 in GAMES[info.game].rules.seats or can_play(info.game))


def playing(info: TableInfo) -> int:
    """Return how many people have a seat."""
    return sum(seat.person and not seat.vacant for seat in info.seats)


async def quit_seat(request: Request) -> None:
    """Leave the running game after confirmation."""
    info = await request.act(acts.LEAVE())
    await request.show(layout([request.words._(LEFT if info.open else CLOSED)]))
    await request.say_once_posted(request.table_id)


async def stay(request: Request) -> None:
    """Confirm that the player keeps their seat."""
    await request.show(layout([request.words._("You keep your seat.")]))


async def start(request: Request, *, alone: bool = False) -> None:
    """Start the game, but first ask a lone host whether they want to play alone if others could still join."""
    if alone:
        await start_alone(request)
        return
    info = await request.info()
    if would_be_alone(info, request.user_id):
        await request.ask(alone_panel(info, request.words, typed=request.typed))
        return
    begun = (await request.act(acts.START())).started
    done = request.words._(BEGINS) if request.typed else ""
    await request.say_once_posted(info.id, done if begun else request.words._(READY_ASKED))


async def ask_whom(request: Request) -> None:
    """Show the host a select of people to invite. Raises Refusal if the person isn't the host or no seat is left."""
    info, w = await request.info(), request.words
    if info.host_id != request.user_id:
        raise Refusal(NOT_HOST_TO_INVITE, host=next((s.name for s in info.seats if s.user_id == info.host_id), ""))
    room = max(seats_at(info)) - len(info.seats) - len(info.invited)
    if room < 1:
        raise Refusal(N_("All seats are taken, or kept for invited players."))
    most = min(room, INVITATIONS)
    free = w.ngettext("There is room for {count} more person.", "There is room for {count} more people.", most)
    whom = select_people(Id(info.id, "whom"), w._("Who do you want to invite?"), most)
    await request.show(layout([f"{w._(INVITING)} {free}"], (), [[whom]]))


async def invite_chosen(request: Request) -> None:
    """Invite the chosen people. Raises Refusal if one is a bot."""
    data: Any = request.interaction.data or {}
    known = data.get("resolved") or {}
    people = []
    for number in request.values:
        user, member = known.get("users", {}).get(number), known.get("members", {}).get(number) or {}
        if user is None:
            continue
        if user.get("bot"):
            raise Refusal(BOTS)
        people.append(Person(int(number), member.get("nick") or user.get("global_name") or user["username"]))
    if people:
        await invite(request, people)
    w = request.words
    await request.show(layout([w._(INVITED)]))


async def invite(request: Request, people: Sequence[Person]) -> None:
    """Reserve a seat for each of these people and notify them."""
    await request.act(acts.INVITE(people))
    await request.app.announcer.until_shown(request.table_id)


async def ask_colour(request: Request) -> None:
    """Show the player the colours that are still free. Raises Refusal if they have no seat."""
    info, w = await request.info(), request.words
    mine = info.seat_of(request.user_id)
    if mine is None:
        raise Refusal(NOT_HERE)
    await request.show(colour_panel(info, mine, w))


def colour_panel(info: TableInfo, mine: int, w: Words) -> discord.ui.LayoutView:
    """Return a panel with a button for each free colour and its shape, and the names of players who have the others."""
    now = info.seats[mine].colour
    others = {seat.colour: seat.name for seat in info.seats if seat.seat != mine and seat.colour is not None}
    lines = [f"{wording.MARKS[colour]} {called(name, w)}" for colour, name in sorted(others.items())]
    buttons = [
        button(
            Id(info.id, "paint", words=str(colour)),
            f"{mark} {w._(name)}",
            discord.ButtonStyle.primary if colour == now else discord.ButtonStyle.secondary,
        )
        for colour, (mark, name) in enumerate(zip(wording.MARKS, wording.COLOUR_NAMES, strict=True))
        if colour not in others
    ]
    any_one = button(Id(info.id, "paint", words=ANY), w._("Any colour"))
    return layout([w._(COLOUR), "\n".join(lines)], (), [[*buttons, any_one]])


async def choose_colour(request: Request) -> None:
    """Handle the choice of a colour, or of none."""
    info = await play_as(request, request.press.words)
    mine = info.seat_of(request.user_id)
    # The service refuses a person without a seat.
    assert mine is not None
    await request.show(colour_panel(info, mine, request.words))


async def play_as(request: Request, said: str) -> TableInfo:
    """Take the colour with this number, or leave it open."""
    colour = {str(number): number for number in range(len(wording.COLOUR_NAMES))}.get(said)
    info = await request.act(acts.CHOOSE_COLOUR(colour))
    await request.app.announcer.until_shown(request.table_id)
    return info


def would_be_alone(info: TableInfo, user_id: int) -> bool:
    """Return whether starting now would begin a game alone although others can still join."""
    counts = seats_at(info)
    alone = info.status == TableStatus.LOBBY and info.host_id == user_id and len(info.seats) == 1
    return alone and info.place.guild_id is not None and 1 in counts and max(counts) > 1


def alone_panel(info: TableInfo, w: Words, *, typed: bool) -> discord.ui.LayoutView:
    """Return the panel that asks whether to play alone. ``typed``: show the command for it."""
    texts = [f"### {w._(GAMES[info.game].words.alone.question)}", w._("Others can still join while you wait.")]
    if typed:
        texts.append(w._("To type it: {commands}", commands="`/table start alone:True`"))
    alone = button(Id(info.id, "alone"), w._("Play alone"), discord.ButtonStyle.primary)
    return layout(texts, (), [[alone]])


async def start_alone(request: Request) -> None:
    """Start the game alone. Raises Refusal if another player has joined by now."""
    info = await request.info()
    if info.status == TableStatus.LOBBY and len(info.seats) > 1:
        raise Refusal(COMPANY)
    await start_here(request)


async def start_here(request: Request) -> None:
    """Start the game from an ephemeral panel and say so there, or that all are asked first whether they are ready."""
    begun = (await request.act(acts.START())).started
    text = request.words._(BEGINS if begun else READY_ASKED)
    await request.show_once_posted(request.table_id, text)


async def nudge(request: Request) -> None:
    """Queue the nudge of a player and confirm it."""
    await request.service.people.nudge(request.table_id, request.person, request.named_seat)
    await request.say(request.words._(NUDGED))


async def options(request: Request) -> None:
    """Show the options in an ephemeral panel: the host can change them, others can read them."""
    await show_options(request, await request.info())


async def turn_page(request: Request) -> None:
    """Show another page of that panel; the choices on this one are already stored."""
    await show_options(request, await request.info(), request.press.count)


async def show_options(request: Request, info: TableInfo, page: int = 0) -> None:
    """Show the panel of options, read-only for everyone but the host."""
    if info.started:
        await running_options(request, info)
        return
    if request.user_id != info.host_id:
        w = request.words
        host = next((seat.name for seat in info.seats if seat.user_id == info.host_id), "?")
        texts = [w._(OPTIONS), "\n".join(settings(info, w)), w._(NOT_HOST, host=called(host, w))]
        await request.show(layout(texts))
        return
    await redraw_options(request, info, page)


async def running_options(request: Request, info: TableInfo, page: int = 0) -> None:
    """Show the options of a running game and the only one that can still change: the language of its posts."""
    w = request.words
    texts = [w._(OPTIONS), "\n".join(settings(info, w))]
    await request.show(layout(texts, (), choosing(info, language_option(info), page, w) if info.open else []))


async def redraw_options(request: Request, info: TableInfo, page: int) -> None:
    """Show a page of the panel of options; the page about pictures includes samples."""
    lang, pages = request.lang, option_pages(info)
    shown = [option.id for option in pages[min(page, len(pages) - 1)] if option in DISPLAY]
    pictures = await request.app.pictures.samples(shown, [info.game], wording.words(lang).lang) if shown else []
    await request.show(options_panel(info, lang, page, pictures), pictures)


async def choose(request: Request) -> None:
    """Handle the choice of an option's value in that panel, or of its picks."""
    option = request.press.words.rpartition(" ")[2]
    chosen = {option.removesuffix(PICKS): PICKS.join(request.values)}
    # The later of two simultaneous choices must show both.
    async with choosing_at.setdefault(request.table_id, asyncio.Lock()):
        info = await change(request, chosen)
        await (running_options if info.started else redraw_options)(request, info, request.press.count)


async def change(request: Request, chosen: dict[str, str]) -> TableInfo:
    """Change an option of the table, or the language of its posts."""
    return await request.act(acts.SET_LANGUAGE(chosen[LANGUAGE]) if LANGUAGE in chosen else acts.SET_OPTIONS(chosen))


async def seal(request: Request) -> None:
    """Show the whole fingerprint and what it is for."""
    info = await request.info()
    w = request.words
    await request.say(w._(SEAL, fingerprint=info.fingerprint))


def options_panel(info: TableInfo, lang: str, page: int = 0, pictures: Sequence[Picture] = ()) -> discord.ui.LayoutView:
    """Return a page of options, each with its description and a select: the main ones first, then rulings.

    The last page is about pictures.
    """
    w = wording.words(lang)
    pages = option_pages(info)
    looks = len(pages) - 1
    last = looks - 1  # the last page of rulings
    page = min(page, looks)
    rows = [row for option in pages[page] for row in choosing(info, option, page, w)]

    def to(page: int, label: str) -> ActionItem:
        return button(Id(info.id, "settings", words=str(page)), label)

    if page == 0:
        ways = [to(1, w._("Rulings ▶"))] if last else []
        ways.append(to(looks, w._("Pictures ▶")))
        ways.append(button(Id(info.id, "seal"), w._("Fingerprint")))
        return layout([w._(OPTIONS)], (), [*rows, ways])
    if page == looks:
        return layout([w._(LOOKS)], pictures, [*rows, [to(0, w._("◀ Back"))]])
    ways = [to(page - 1, w._("◀ Earlier"))]
    if page < last:
        ways.append(to(page + 1, w._("More rulings ▶")))
    head = w._(RULINGS_PAGE, page=page, pages=last) if last > 1 else w._(RULINGS)
    return layout([head], (), [*rows, ways])


def option_pages(info: TableInfo) -> list[list[Option]]:
    """Return the pages of options that have more than one value: the main ones, the others, and those of pictures.

    The main ones are in the order of the game's record.
    """
    open_ones = {option.id: option for option in options_at(info) if len(option.values) > 1}
    first = [open_ones.pop(option) for option in GAMES[info.game].first if option in open_ones]
    others = [option for option in open_ones.values() if option not in DISPLAY]
    looks = [option for option in open_ones.values() if option in DISPLAY]
    first.append(language_option(info))
    return [first, *(others[at : at + PAGE] for at in range(0, len(others), PAGE)), looks]


def choosing(info: TableInfo, option: Option, page: int, w: Words) -> list[list[ActionItem] | str]:
    """Return an option's description, its select, and the select for its picks if it has some.

    Their ids change with the chosen value that both show. The ids of other options stay, so that a simultaneous choice
    there isn't lost.
    """
    chosen = info.options.get(option.id, option.default)
    words = GAMES[info.game].words.option(option.id)
    title = w._(words.title)
    entries = [
        discord.SelectOption(
            label=capital(words.value(value, w))[:100],
            description=words.content(value, w)[:100] or None,
            value=value,
            default=value == chosen,
        )
        for value in dict.fromkeys([*option.values[:24], chosen])
    ]
    press = Id(info.id, "choose", words=f"{page} {crc32(chosen.encode()):x} {option.id}")
    rows: list[list[ActionItem] | str] = [f"**{title}**\n-# {w._(words.about)}" if words.about else f"**{title}**"]
    rows.append([select(press, title, entries)])
    if option.picks:
        rows.append([picking(info, option, chosen, page, w)])
    return rows


def picking(info: TableInfo, option: Option, chosen: str, page: int, w: Words) -> ActionItem:
    """Return the select for the words that an option's value can consist of."""
    picked = chosen.split(PICKS)
    words = GAMES[info.game].words.option(option.id).picks
    assert words is not None
    labels = {word: words.label(word, w) for word in option.pick}
    entries = [
        discord.SelectOption(label=label, description=words.about(word, w)[:100], value=word, default=word in picked)
        # A label begins with the sign of its class.
        for word, label in sorted(labels.items(), key=lambda entry: entry[1])
    ]
    ask = w._("… or {count} that you agree on", count=option.picks)
    press = Id(info.id, "choose", words=f"{page} {crc32(chosen.encode()):x} {option.id}{PICKS}")
    return select(press, ask, entries, option.picks)


async def again(request: Request) -> None:
    """Open a new table like one that has ended, in its channel, with this person as its host.

    The other players are invited. If another player has already opened it, the person joins that table.
    """
    who = request.person
    try:
        info = await request.service.opening.open_again(request.table_id, who, interaction=request.id)
    except ChannelTaken as taken:
        old, info = await request.info(), await request.service.read.info(taken.table_id)
        if info.status != TableStatus.LOBBY or info.game != old.game:
            raise
        await request.service.act(acts.JOIN(), info.id, who, interaction=request.id)
    await request.say_once_posted(info.id)
