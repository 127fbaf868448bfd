"""The panels of a lobby and its options, and those for taking, leaving and getting back a seat of a running game."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from weakref import WeakValueDictionary
from zlib import crc32

import discord

import wording
from bot.channel.table_words import (
    LEVEL_NAMES,
    language_option,
    option_lines,
    options_at,
    pace_text,
    person_name,
    plain_player,
    relative_time,
    seats_at,
    speaker_of,
)
from bot.computers import can_play
from bot.context import App, Press, Request
from bot.panels.table_acts import GAME_STARTS, READY_ASKED, do_act
from bot.ui.message import PRIMARY, SECONDARY, SUCCESS, Id, Item, Picture, button, layout, select, select_option
from bot.ui.reply import Refusal, sent_data
from games import GAMES
from rules.errors import N_
from rules.game import Option
from rules.notation import read_number
from rules_service import ChannelTaken, Person, SeatHeld, TableInfo, acts
from rules_service.act import Decision
from rules_service.computers import COMPUTER_LEVELS, COMPUTER_SIGN
from rules_service.guards import MAX_INVITATIONS
from rules_service.options import DISPLAY_OPTIONS, LANGUAGE_KEY
from storage import TableStatus
from wording import Words
from wording.text_limits import capital

ANY_COLOUR = "any"  # the word in a custom id for no preferred colour
MAX_ON_PAGE = 5  # options on a page
PICKS = "+"  # joins the picks in an option's value; also the suffix of their select's id

# Locks of the tables whose options are being changed.
option_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
ADD_COMPUTER = {
    "casual": N_("Add a casual player"),
    "steady": N_("Add a steady player"),
    "strong": N_("Add a strong player"),
}
NO_BOTS = N_("Bots can’t play here.")
INVITED = N_("Invited.")
TABLE_OPTIONS = N_("## Options for this table")
ALL_SEATS_TAKEN = N_("All seats are taken, or kept for invited players.")
ABOUT_COMPUTERS = N_(
    "## Computer players {sign}\n"
    "They take seats like people, move by themselves, and know no more than a person in their seat. A turn takes "
    "them seconds, a strong one sometimes up to half a minute.\n"
    "**Casual** plays like a friendly beginner, **steady** looks ahead a little, **strong** considers your possible "
    "replies."
)
ABOUT_FINGERPRINT = N_(
    "The fingerprint of this table’s seed: `{fingerprint}`. It is the SHA-256 of the seed. When the game is over, "
    "*Log* and *Check the game* in `/table manage` show the seed, so that everyone can check that nothing was changed "
    "in between."
)
RULINGS = N_("## Rulings\nHow this table settles what the rules leave open, and some rarer options.")
RULINGS_PAGE = N_(
    "## Rulings, page {page} of {pages}\nHow this table settles what the rules leave open, and some rarer options."
)
PICTURE_OPTIONS = N_(
    "## Pictures in the channel\nThis is how everyone sees them there. For the pictures only you see, "
    "`/preferences` has the same choices."
)
TAKE_SEAT = N_(
    "## Take a seat?\n"
    "{game}, started {since}. You play on from the current position, and then see what only that seat knows."
)
INVITE_PEOPLE = N_("## Invite people\nEach of them is notified once, and a seat is kept for three days.")
YOUR_COLOUR = N_("## Your colour\nIt comes with a shape, in pictures and in texts. You keep both for the whole game.")
SEAT_HELD = N_(
    "Someone else plays your seat now. You can ask them once to give it back. They are notified and have two weeks "
    "to answer."
)


def host_of(info: TableInfo) -> str:
    """Return the name of the host, or "?" if the host has no seat."""
    return next((seat.name for seat in info.seats if seat.user_id == info.host_id), "?")


async def act_and_post(request: Request, decision: Decision) -> TableInfo:
    """Carry out an act in a lobby, wait briefly for its post to show the change, and return the table."""
    info = await request.act(decision)
    await request.app.announcer.until_shown(request.table_id)
    return info


async def start(request: Request, *, alone: bool = False) -> None:
    """Start the game, or ask the players who aren't ready.

    If the host is the only player and others could still join, ask first whether it should be a solo game.
    """
    if alone:
        await start_alone(request)
        return
    info, w = await request.info(), request.words
    if may_play_alone(info, request.user_id):
        typing = w._("Or type: {commands}", commands="`/table start alone:True`") if request.typed else ""
        await request.reply.send(asked_to_play_alone(info, w, typing))
        return
    begun = (await request.act(acts.start())).started
    done = w._(GAME_STARTS) if request.typed else ""
    await request.say_once_posted(info.id, done if begun else w._(READY_ASKED))


def may_play_alone(info: TableInfo, user_id: int) -> bool:
    """Return whether the person, as the host and only player, could start a solo game while others can still join."""
    lone_host = info.status == TableStatus.LOBBY and info.host_id == user_id and len(info.seats) == 1
    counts = seats_at(info)
    return lone_host and info.place.guild_id is not None and 1 in counts and max(counts) > 1


def asked_to_play_alone(info: TableInfo, w: Words, typing: str = "") -> discord.ui.LayoutView:
    """Return the question that asks whether the host wants a solo game. ``typing``: how to type the answer."""
    texts = [f"### {w._(GAMES[info.game].words.alone_question)}", w._("Others can still join while you wait."), typing]
    return layout(texts, (), [[button(Id(info.id, "alone"), w._("Play alone"), PRIMARY)]])


async def start_alone(request: Request) -> None:
    """Start a solo game. Raises Refusal if another player has joined in the meantime."""
    info = await request.info()
    if info.status == TableStatus.LOBBY and len(info.seats) > 1:
        raise Refusal(N_("You’re no longer alone at this table. Start together from the lobby."))
    await request.show_once_posted(info.id, await do_act(request, "start"))


async def ask_whom(request: Request) -> None:
    """Show the host a select of people to invite. Raises Refusal if the person isn't the host or no seat is free."""
    info, w = await request.info(), request.words
    if info.host_id != request.user_id:
        raise Refusal(N_("Only {host}, the host of this table, can invite people."), host=host_of(info))
    room = max(seats_at(info)) - len(info.seats) - len(info.invited)
    if room < 1:
        raise Refusal(ALL_SEATS_TAKEN)
    most = min(room, MAX_INVITATIONS)
    free = w.ngettext("There is room for {count} more person.", "There is room for {count} more people.", most)
    ask, press = w._("Who do you want to invite?"), Id(info.id, "whom")
    whom: Item = discord.ui.UserSelect(placeholder=ask, max_values=most, custom_id=str(press))
    await request.show(layout([f"{w._(INVITE_PEOPLE)} {free}"], (), [[whom]]))


async def invite_chosen(press: Press) -> None:
    """Invite the chosen people. Raises Refusal if one is a bot."""
    known = sent_data(press.interaction).get("resolved") or {}
    people = []
    for number in press.values:
        user, member = known.get("users", {}).get(number), known.get("members", {}).get(number) or {}
        user_id = read_number(number)
        if user is None or user_id is None:
            continue
        if user.get("bot"):
            raise Refusal(NO_BOTS)
        people.append(Person(user_id, member.get("nick") or user.get("global_name") or user["username"]))
    if people:
        await act_and_post(press, acts.invite(people))
    await press.show(layout([press.words._(INVITED)]))


async def show_colours(request: Request, info: TableInfo | None = None) -> None:
    """Show the free colours, and who has which of the others. Raises Refusal if the person has no seat.

    ``info``: the table, if it was just changed.
    """
    info, w = info or await request.info(), request.words
    mine = info.seat_of(request.user_id)
    if mine is None:
        raise Refusal(N_("You don’t have a seat at this table."))
    now = info.seats[mine].colour
    others = {seat.colour: seat.name for seat in info.seats if seat.seat != mine and seat.colour is not None}
    lines = [f"{wording.SEAT_MARKS[colour]} {person_name(name, w)}" for colour, name in sorted(others.items())]
    buttons = [
        button(Id(info.id, "paint", words=str(colour)), f"{mark} {w._(name)}", PRIMARY if colour == now else SECONDARY)
        for colour, (mark, name) in enumerate(zip(wording.SEAT_MARKS, wording.COLOUR_NAMES, strict=True))
        if colour not in others
    ]
    any_one = button(Id(info.id, "paint", words=ANY_COLOUR), w._("Any colour"))
    await request.show(layout([w._(YOUR_COLOUR), "\n".join(lines)], (), [[*buttons, any_one]]))


async def choose_colour(press: Press) -> None:
    """Take the colour named by a button, or give up the chosen one if the button names none."""
    colour = {str(number): number for number in range(len(wording.COLOUR_NAMES))}.get(press.custom_id.words)
    await show_colours(press, await act_and_post(press, acts.choose_colour(colour)))


async def again(request: Request) -> None:
    """Open a new table like an ended one, in its channel, with this person as its host, and invite the others.

    If another player has done that already, join that table. Raises ChannelTaken if the channel has some other table.
    """
    who = request.person
    try:
        info = await request.service.opening.open_again(request.table_id, who, interaction=request.id)
    except ChannelTaken as taken:
        if not taken.table_id:  # This version can't read the table there.
            raise
        # Another player has already opened it, so the person joins that table.
        old, info = await request.info(), await request.service.read.info(taken.table_id)
        if info.status != TableStatus.LOBBY or info.game != old.game:
            raise
        await request.service.act(acts.join(), info.id, who, interaction=request.id)
    await request.say_once_posted(info.id)


async def sit_down(press: Press) -> None:
    """Take the seat named by the preview's button, and replace the preview with a confirmation."""
    await join(press, press.custom_id.first_number, previewed=True)


async def join(request: Request, seat: int | None = None, *, previewed: bool = False) -> None:
    """Join the table, in the named seat if there is one, and confirm it.

    In a running game, a person who names no seat and has none to return to sees a preview of the free seats first. If
    somebody else plays the person's seat now, offer to ask for it. ``previewed``: show the confirmation in place of the
    preview.
    """
    info, mine, w = await request.info(), request.user_id, request.words
    # A person who chooses no seat sees a preview first, unless the free seat of the running game was theirs.
    own = any(one.vacant and one.user_id == mine for one in info.seats)
    if seat is None and info.status == TableStatus.RUNNING and info.vacant and not own and info.seat_of(mine) is None:
        await request.reply.send(await seat_preview(request.app, info, request.lang))
        return
    try:
        info = await request.act(acts.join(seat))
    except SeatHeld:
        ask_back = button(Id(info.id, "seatback"), w._("Ask for my seat"), PRIMARY)
        panel = layout([w._(SEAT_HELD)], (), [[ask_back]])
        await (request.show(panel) if previewed else request.reply.send(panel))
        return
    text = w._("You’ve taken the seat.") if request.typed else ""
    if info.status == TableStatus.RUNNING:
        text = w._(
            "Welcome. You play on from here: press “{your_turn}” under the board when it’s your turn.",
            your_turn=w._("Your turn"),
        )
    await (request.show_once_posted(info.id, text) if previewed else request.say_once_posted(info.id, text))


async def seat_preview(app: App, info: TableInfo, lang: str) -> discord.ui.LayoutView:
    """Return the preview of the free seats: the game, when it started, whose turn it is, the points, and the pace."""
    snapshot = await app.service.read.seen(info.id, None)
    speaks = speaker_of(snapshot.info, snapshot.view(None), lang)
    w = wording.words(lang)
    head = w._(TAKE_SEAT, game=GAMES[info.game].title, since=relative_time(info.started or info.opened))
    labels = {seat: w._("Take the seat of {player}", player=plain_player(info, seat, w)) for seat in info.vacant}
    buttons = [button(Id(info.id, "sit", words=str(seat)), label, SUCCESS) for seat, label in labels.items()]
    now = speaks.status(at=int(app.clock.now().timestamp()))
    return layout([head, now, speaks.score_now(snapshot.table.score()), pace_text(info, w)], (), [buttons])


async def show_computers(request: Request, info: TableInfo | None = None) -> None:
    """Show the host of a lobby its computer players, with buttons to add and remove them.

    Raises Refusal for anyone else, or if there are no computer players for the game. After the start, only say that the
    game has started. ``info``: the table, if it was just changed.
    """
    info, w = info or await request.info(), request.words
    if info.status != TableStatus.LOBBY:
        await request.show(layout([w._(N_("The game has started."))]))
        return
    if info.host_id != request.user_id:
        raise Refusal(N_("Only {host}, the host of this table, can add computer players."), host=host_of(info))
    if not can_play(info.game):
        raise Refusal(N_("There are no computer players for this game."))
    free = COMPUTER_LEVELS if len(info.seats) + len(info.invited) < max(seats_at(info)) else ()
    add = [button(Id(info.id, "addcomp", words=level), w._(ADD_COMPUTER[level]), SUCCESS) for level in free]
    there = [seat for seat in info.seats if seat.computer]
    gone = [button(Id(info.id, "delcomp", words=str(one.seat)), w._("Remove {name}", name=one.shown)) for one in there]
    start = [button(Id(info.id, "begin"), w._("Start"), PRIMARY)] if there and len(info.seats) in seats_at(info) else []
    named = [f"- **{wording.safe_name(seat.shown)}** ({w._(LEVEL_NAMES[seat.computer])})" for seat in there]
    texts = [w._(ABOUT_COMPUTERS, sign=COMPUTER_SIGN), "\n".join(named), "" if free else w._(ALL_SEATS_TAKEN)]
    await request.show(layout(texts, (), [add, gone, start]))


async def add_computer(press: Press) -> None:
    """Add a computer player of the level named by the button, and show the panel of computer players again."""
    await show_computers(press, await act_and_post(press, acts.add_computer(press.custom_id.words)))


async def remove_computer(press: Press) -> None:
    """Remove the computer player named by the button, and show the panel of computer players again."""
    await show_computers(press, await act_and_post(press, acts.remove(press.custom_id.first_number)))


async def turn_page(press: Press) -> None:
    """Show the page of options named by a button."""
    await show_options(press, page=press.custom_id.first_number)


async def show_options(request: Request, info: TableInfo | None = None, page: int = 0) -> None:
    """Show a page of options, which only the host can change.

    In a running game only the language of its posts can still change. ``info``: the table, if it was just changed.
    """
    info, w = info or await request.info(), request.words
    texts = [w._(TABLE_OPTIONS), "\n".join(option_lines(info, w))]
    if info.started:
        await request.show(layout(texts, (), option_rows(info, language_option(info), page, w) if info.open else []))
    elif request.user_id != info.host_id:
        host = person_name(host_of(info), w)
        await request.show(layout([*texts, w._("Only {host} can change the options of this table.", host=host)]))
    else:
        pages = option_pages(info)
        shown = [option.id for option in pages[min(page, len(pages) - 1)] if option in DISPLAY_OPTIONS]
        pictures = await request.app.pictures.previews(shown, [info.game], w.lang) if shown else []
        await request.show(options_panel(info, w, page, pictures), pictures)


async def choose_option(press: Press) -> None:
    """Handle the choice of an option's value, or of the items in its value."""
    option = press.custom_id.words.rpartition(" ")[2]
    # The later of two simultaneous choices must show both.
    async with option_locks.setdefault(press.table_id, asyncio.Lock()):
        chosen = {option.removesuffix(PICKS): PICKS.join(press.values)}
        await show_options(press, await change_options(press, chosen), press.custom_id.first_number)


async def change_options(request: Request, chosen: dict[str, str]) -> TableInfo:
    """Change options of the table, or the language of its posts, and return the table."""
    return await request.act(
        acts.set_language(chosen[LANGUAGE_KEY]) if LANGUAGE_KEY in chosen else acts.set_options(chosen)
    )


async def show_seal(request: Request) -> None:
    """Show and explain the whole fingerprint of the table's seed."""
    await request.say(request.words._(ABOUT_FINGERPRINT, fingerprint=(await request.info()).fingerprint))


def options_panel(info: TableInfo, w: Words, page: int = 0, pictures: Sequence[Picture] = ()) -> discord.ui.LayoutView:
    """Return one page of the options panel, with descriptions and selects.

    The main options come first, then the rulings, and finally the picture options.
    """
    pages = option_pages(info)
    looks = len(pages) - 1
    last = looks - 1  # the last page of rulings
    page = min(page, looks)
    rows = [row for option in pages[page] for row in option_rows(info, option, page, w)]

    def to(page: int, label: str) -> Item:
        return button(Id(info.id, "settings", words=str(page)), label)

    if page == 0:
        head, buttons = w._(TABLE_OPTIONS), [to(1, w._("Rulings ▶"))] if last else []
        buttons += [to(looks, w._("Pictures ▶")), button(Id(info.id, "seal"), w._("Fingerprint"))]
    elif page == looks:
        head, buttons = w._(PICTURE_OPTIONS), [to(0, w._("◀ Back"))]
    else:
        head = w._(RULINGS_PAGE, page=page, pages=last) if last > 1 else w._(RULINGS)
        buttons = [to(page - 1, w._("◀ Earlier"))]
        buttons += [to(page + 1, w._("More rulings ▶"))] if page < last else []
    return layout([head], pictures, [*rows, buttons])


def option_pages(info: TableInfo) -> list[list[Option]]:
    """Return the pages of options that have more than one value: the main ones, the others, and those for pictures."""
    open_ones = {option.id: option for option in options_at(info) if len(option.values) > 1}
    # The main options are in the order of the game's record.
    first = [open_ones.pop(option) for option in GAMES[info.game].first if option in open_ones]
    others = [option for option in open_ones.values() if option not in DISPLAY_OPTIONS]
    looks = [option for option in open_ones.values() if option in DISPLAY_OPTIONS]
    first.append(language_option(info))
    return [first, *(others[at : at + MAX_ON_PAGE] for at in range(0, len(others), MAX_ON_PAGE)), looks]


def option_rows(info: TableInfo, option: Option, page: int, w: Words) -> list[list[Item] | str]:
    """Return an option's description and select, and a second select if its value is a list of items."""
    chosen = info.options.get(option.id, option.default)
    words = GAMES[info.game].words.option(option.id)
    title = w._(words.title)
    # The IDs of these selects change with the chosen value that both show. The ids of other options stay, so that a
    # simultaneous choice there isn't lost.
    press = Id(info.id, "choose", words=f"{page} {crc32(chosen.encode()):x} {option.id}")
    names = {value: capital(words.value(value, w)) for value in dict.fromkeys([*option.values[:24], chosen])}
    about = {value: words.content(value, w) or w._(words.does.get(value, "")) for value in names}
    entries = [select_option(value, names[value], about[value], chosen=value == chosen) for value in names]
    rows: list[list[Item] | str] = [f"**{title}**\n-# {w._(words.about)}" if words.about else f"**{title}**"]
    rows.append([select(press, title, entries)])
    if option.picks and words.picks:
        picks, picked = words.picks, chosen.split(PICKS)
        # A label begins with the sign of its class.
        labels = sorted((picks.label(word, w), word) for word in option.pick)
        entries = [select_option(word, label, picks.about(word, w), chosen=word in picked) for label, word in labels]
        ask = w._("… or any {count} that you all agree on", count=option.picks)
        rows.append([select(replace(press, words=press.words + PICKS), ask, entries, option.picks)])
    return rows
