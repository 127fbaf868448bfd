"""The buttons of a lobby, and those for taking, leaving and getting back a seat of a running game."""

from collections.abc import Sequence
from typing import Any

import discord

import wording
from bot.channel.table_words import pace, person_name, plain_player, relative_time, seats_at, speaker
from bot.computers.ai_client import can_play
from bot.context import App, Request
from bot.texts import TEXTS
from bot.ui.errors import Refusal
from bot.ui.message import DANGER, PRIMARY, SECONDARY, SUCCESS, Id, Item, button, layout
from games import GAMES
from rules.errors import N_
from rules_service import ChannelTaken, Person, SeatHeld, TableInfo, acts
from rules_service.limits import INVITATIONS
from storage import TableStatus
from wording import Words

ANY = "any"  # the word in a custom id for no preferred colour


def asked_to_leave(info: TableInfo, w: Words) -> discord.ui.LayoutView:
    """Return two buttons that confirm leaving a running game, which ends if the last player leaves."""
    if playing(info) == 1:
        text = w._("The game is running, and nobody else plays here. If you leave, it ends for good. End it?")
        label = w._("End the game")
    else:
        text = w._("The game is running. If you leave, anyone can take your seat and play on. Leave?")
        label = w._("Leave my seat")
    acts = [button(Id(info.id, "quit"), label, DANGER), button(Id(info.id, "stay"), w._("Stay"))]
    return layout([text], (), [acts])


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
    await request.show(layout([request.words._(TEXTS.table_left if info.open else TEXTS.table_closed)]))
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
        w = request.words
        texts = [f"### {w._(GAMES[info.game].words.alone.question)}", w._("Others can still join while you wait.")]
        if request.typed:
            texts.append(w._("To type it: {commands}", commands="`/table start alone:True`"))
        await request.ask(layout(texts, (), [[button(Id(info.id, "alone"), w._("Play alone"), PRIMARY)]]))
        return
    begun = (await request.act(acts.START())).started
    done = request.words._(TEXTS.game_starts) if request.typed else ""
    await request.say_once_posted(info.id, done if begun else request.words._(TEXTS.ready_asked))


async def ask_whom(request: Request) -> None:
    """Show the host a select of people to invite. Raises Refusal if the person isn't the host or no seat is left."""
    info, w = await request.info(), request.words
    if info.host_id != request.user_id:
        raise Refusal(TEXTS.host_invites, host=next((s.name for s in info.seats if s.user_id == info.host_id), ""))
    room = max(seats_at(info)) - len(info.seats) - len(info.invited)
    if room < 1:
        raise Refusal(N_("All seats are taken, or kept for invited players."))
    most = min(room, INVITATIONS)
    free = w.ngettext("There is room for {count} more person.", "There is room for {count} more people.", most)
    ask, press = w._("Who do you want to invite?"), Id(info.id, "whom")
    whom: Item = discord.ui.UserSelect(placeholder=ask, max_values=most, custom_id=str(press))
    await request.show(layout([f"{w._(TEXTS.invite_people)} {free}"], (), [[whom]]))


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
            raise Refusal(TEXTS.no_bots)
        people.append(Person(int(number), member.get("nick") or user.get("global_name") or user["username"]))
    if people:
        await invite(request, people)
    await request.show(layout([request.words._(TEXTS.invited)]))


async def invite(request: Request, people: Sequence[Person]) -> None:
    """Reserve a seat for each of these people and notify them."""
    await request.act(acts.INVITE(people))
    await request.app.announcer.until_shown(request.table_id)


async def ask_colour(request: Request) -> None:
    """Show the player the colours that are still free. Raises Refusal if they have no seat."""
    info, w = await request.info(), request.words
    mine = info.seat_of(request.user_id)
    if mine is None:
        raise Refusal(N_("You don’t have a seat at this table."))
    await request.show(colour_panel(info, mine, w))


def colour_panel(info: TableInfo, mine: int, w: Words) -> discord.ui.LayoutView:
    """Return a panel with a button for each free colour and its shape, and the names of players who have the others."""
    now = info.seats[mine].colour
    others = {seat.colour: seat.name for seat in info.seats if seat.seat != mine and seat.colour is not None}
    lines = [f"{wording.MARKS[colour]} {person_name(name, w)}" for colour, name in sorted(others.items())]
    buttons = [
        button(Id(info.id, "paint", words=str(colour)), f"{mark} {w._(name)}", PRIMARY if colour == now else SECONDARY)
        for colour, (mark, name) in enumerate(zip(wording.MARKS, wording.COLOUR_NAMES, strict=True))
        if colour not in others
    ]
    any_one = button(Id(info.id, "paint", words=ANY), w._("Any colour"))
    return layout([w._(TEXTS.your_colour), "\n".join(lines)], (), [[*buttons, any_one]])


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


async def start_alone(request: Request) -> None:
    """Start the game alone. Raises Refusal if another player has joined by now."""
    info = await request.info()
    if info.status == TableStatus.LOBBY and len(info.seats) > 1:
        raise Refusal(N_("You’re no longer alone at this table. Start together from the lobby."))
    await start_here(request)


async def start_here(request: Request) -> None:
    """Start the game from an ephemeral panel and say so there, or that all are asked first whether they are ready."""
    begun = (await request.act(acts.START())).started
    text = request.words._(TEXTS.game_starts if begun else TEXTS.ready_asked)
    await request.show_once_posted(request.table_id, text)


async def nudge(request: Request) -> None:
    """Queue the nudge of a player and confirm it."""
    await request.service.people.nudge(request.table_id, request.person, request.named_seat)
    await request.say(request.words._(TEXTS.nudged))


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


async def join(request: Request) -> None:
    """Join the table, in a certain seat if one is named, and confirm it.

    A person who names none sees a preview first, unless the free seat of the running game was theirs.
    """
    info, seat, mine, w = await request.info(), request.named_seat, request.user_id, request.words
    own = any(one.vacant and one.user_id == mine for one in info.seats)
    if seat is None and info.status == TableStatus.RUNNING and info.vacant and not own and info.seat_of(mine) is None:
        await request.ask(await offer(request.app, info, request.lang))
        return
    try:
        info = await request.act(acts.JOIN(seat))
    except SeatHeld:
        await request.ask(seat_taken_panel(info.id, w))
        return
    done = w._("You’ve taken the seat.") if request.typed else ""
    welcome = w._(TEXTS.welcome_to_seat, your_turn=w._("Your turn"))
    await request.say_once_posted(info.id, welcome if info.status == TableStatus.RUNNING else done)


def seat_taken_panel(table_id: int, w: Words) -> discord.ui.LayoutView:
    """Return the panel that says that another player has the person's seat now, with the button to ask for it."""
    back = button(Id(table_id, "seatback"), w._("Ask for my seat"), PRIMARY)
    return layout([w._(TEXTS.seat_held)], (), [[back]])


async def offer(app: App, info: TableInfo, lang: str) -> discord.ui.LayoutView:
    """Return the preview of a free seat: the game, when it started, whose turn it is, the points, and the pace."""
    snapshot = await app.service.read.seen(info.id, None)
    speaks = speaker(snapshot.info, snapshot.view(None), lang)
    w = wording.words(lang)
    head = w._(TEXTS.take_seat, game=GAMES[info.game].title, since=relative_time(info.started or info.opened))
    buttons = [
        button(
            Id(info.id, "sit", words=str(seat)),
            w._("Take the seat of {player}", player=plain_player(info, seat, w)),
            SUCCESS,
        )
        for seat in info.vacant
    ]
    now = speaks.status(at=int(app.clock.now().timestamp()))
    return layout([head, now, speaks.score_now(snapshot.table.score()), pace(info, w)], (), [buttons])


async def sit_down(request: Request) -> None:
    """Take the seat of the preview."""
    w = request.words
    try:
        info = await request.act(acts.JOIN(request.press.count))
    except SeatHeld:
        await request.show(seat_taken_panel(request.table_id, w))
        return
    await request.show_once_posted(info.id, w._(TEXTS.welcome_to_seat, your_turn=w._("Your turn")))


async def ask_back(request: Request) -> None:
    """Ask the player who has the person's seat now to give it back."""
    await request.act(acts.ASK_FOR_SEAT())
    await request.show(layout([request.words._("I’ve asked them. Until they answer, they play on.")]))
