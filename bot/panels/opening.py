"""Opening a table: the game is named in a command, or chosen with buttons."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import discord

import wording
from bot.channel.table_words import LEVEL_NAMES, seats_at, where_is
from bot.computers.ai_client import can_play
from bot.context import Request
from bot.discord_api.permissions import TO_OPEN_THREADS
from bot.panels.here import may_post, place_to_play, spoken_here
from bot.panels.learn import show_lessons, taught
from bot.panels.preferences_panel import LEARN, language_row, remember
from bot.preferences import SPEECH
from bot.texts import TEXTS
from bot.ui.errors import Refusal
from bot.ui.message import PRIMARY, SECONDARY, SUCCESS, Id, Item, button, layout
from games import GAMES, BotGame
from rules.errors import N_
from rules_service import ChannelTaken, Place, TableInfo, acts
from rules_service.computers import LEVELS
from storage import TableStatus
from wording import Words
from wording.text_limits import capital

SOLO = "alone"  # in a custom id: play alone, so the game starts immediately
THREAD = "thread"  # in a custom id: the table gets a thread of its own


@dataclass(frozen=True)
class NewTable:
    """A table that is to be opened, as custom ids carry it."""

    game: str
    thread: bool = False  # in a new thread
    alone: bool = False  # The game starts immediately.
    against: str = ""  # The game starts immediately, against a computer player of this level.
    options: Mapping[str, str] = field(default_factory=dict)  # An id carries none.

    def __str__(self) -> str:
        where, alone = THREAD if self.thread else "", SOLO if self.alone else ""
        return " ".join(filter(None, [self.game, where, alone, self.against]))


def read_new_table(words: str) -> NewTable:
    """Return the new table from the words of an id."""
    game, *said = words.split(" ")
    return NewTable(game, THREAD in said, SOLO in said, next((one for one in said if one in LEVELS), ""))


async def show_start(request: Request) -> None:
    """Show the start panel: choose a language, learn a game, play against the computer, or play with friends."""
    w = request.words
    buttons = [
        button(Id(0, "learn"), w._("Learn"), SUCCESS if taught() else SECONDARY),
        button(Id(0, "welcome", words="computer"), w._("Play against the computer"), SUCCESS),
        button(Id(0, "welcome", words="friends"), w._("Play with friends"), SUCCESS),
        button(Id(0, "help"), w._("Help")),
    ]
    text = w._(TEXTS.welcome)
    await request.show(layout([text], (), [language_row(w), buttons]))


async def show_computers(request: Request, only: str = "") -> None:
    """Show the games and levels of computer players; ``only``: for one game. The chosen game starts immediately."""
    w = request.words
    rows = list[list[Item] | str]()
    for game in [only] if only in GAMES else GAMES:
        known = GAMES[game]
        levels = [
            button(Id(0, "open", words=str(NewTable(game, against=level))), capital(w._(LEVEL_NAMES[level])), SUCCESS)
            for level in (LEVELS if can_play(game) else ())
        ]
        if 1 in known.rules.seats:
            levels.append(
                button(Id(0, "open", words=str(NewTable(game, alone=True))), w._("{game}, alone", game=known.title))
            )
        if levels:
            rows += [f"**{known.title}**", levels]
    text = w._(TEXTS.against_computer)
    await request.show(layout([text], (), [*rows, [button(Id(0, "welcome"), w._("◀ Back"))]]))


async def start_pressed(request: Request) -> None:
    """Handle a choice in the start panel, or show that panel."""
    way, _, game = request.press.words.partition(" ")
    if way == "computer":
        await show_computers(request, game)
    elif way == "friends":
        await ask_game(request)
    else:
        await show_start(request)


async def speak(request: Request) -> None:
    """Store the chosen language, and show the panel in it."""
    lang, _, then = request.press.words.partition(" ")
    await remember(request, {SPEECH.option.id: lang})
    if then.startswith(LEARN):
        await show_lessons(request, then.removeprefix(LEARN).strip())
    else:
        await show_start(request)


async def ask_game(request: Request, *, thread: bool = False) -> None:
    """Ask for the game: a button for each game that can be played here, and one to open the table in a thread."""
    w = request.words
    private = request.in_dm
    solo = [name for name, game in GAMES.items() if 1 in game.rules.seats]
    fitting = [game for game in GAMES if not private or game in solo or can_play(game)]

    def choice(game: str, label: str, *, alone: bool, style: discord.ButtonStyle) -> Item:
        return button(Id(0, "open", words=str(NewTable(game, thread, alone))), label, style)

    games = [choice(game, GAMES[game].title, alone=False, style=SUCCESS) for game in fitting]
    text, others = w._("You’re the only player here. Friends can join a table in a channel of a server."), []
    if not private:
        text = w._("The table opens in a new thread.") if thread else w._("The table opens in this channel.")
        there = w._("Open it here") if thread else w._("Open it in a new thread")
        others.append(button(Id(0, "where", words="" if thread else THREAD), there))
        for game in solo:
            label = w._("{game}, alone", game=GAMES[game].title)
            others.append(choice(game, label, alone=True, style=SECONDARY))
    others.append(button(Id(0, "welcome"), w._("◀ Back")))
    await request.show(layout([w._("## What do you want to play?"), text], (), [games, others]))


async def open_table(request: Request, new: NewTable) -> None:
    """Open a table where the person is, or in a new thread there.

    Raises:
        BadOptions: no such game, option or value.
        ChannelTaken: the channel already has a table.
        Refusal: the table can't be opened here.
    """
    # Check the options before opening a thread for them.
    request.service.opening.check(new.game, new.options)
    game, w = GAMES[new.game], request.words
    if request.in_dm and min(game.rules.seats) > 1 and not can_play(new.game):
        raise Refusal(TEXTS.not_alone_in_dm, game=game.title)
    if new.alone and 1 not in game.rules.seats:
        raise Refusal(N_("{game} can’t be played alone."), game=game.title)
    at = await (open_thread(request, game) if new.thread else place_to_play(request))
    try:
        info = await request.service.opening.open(
            at, request.person, new.game, new.options, spoken_here(request), interaction=request.id
        )
    except ChannelTaken as taken:
        own = await request.service.read.info(taken.table_id)
        if own.status != TableStatus.RUNNING or not own.alone or own.seat_of(request.user_id) is None:
            raise
        await request.show(in_the_way(own, "" if new.options else str(replace(new, thread=False)), w))
        return
    if new.against:
        await request.service.act(acts.ADD_COMPUTER(new.against), info.id, request.person)
    text = w._("Your table is open.")
    if info.place.channel_id != request.interaction.channel_id:
        text = w._("Your table is open: {where}.", where=link_to(info, w))
    if new.alone or new.against:
        await request.service.act(acts.START(), info.id, request.person)
        await request.show_once_posted(info.id, text)
    else:
        typing = w._("To type it: {commands}", commands="`/table start`")
        await request.show_once_posted(info.id, text, f"{starting(info, w)}\n-# {typing}")


def link_to(info: TableInfo, w: Words) -> str:
    """Return where a table is, as a link."""
    where = where_is(info, w)
    return where if info.place.guild_id else f"[{where}](https://discord.com/channels/@me/{info.place.channel_id})"


def in_the_way(own: TableInfo, wanted: str, w: Words) -> discord.ui.LayoutView:
    """Return the offer to put the person's own solo game here to sleep; ``wanted``: what is opened then (P64)."""
    where = TEXTS.own_game_in_the_way if own.place.guild_id else TEXTS.own_game_in_our_dm
    text = w._(where, game=GAMES[own.game].title)
    label = w._("Put it to sleep and open the new one") if wanted else w._("Put it to sleep")
    return layout([text], (), [[button(Id(own.id, "instead", words=wanted), label, PRIMARY)]])


async def open_instead(request: Request) -> None:
    """Put the person's solo game to sleep and open another table in its channel."""
    # Pass no interaction id here, because the press must still be accepted for the table that is opened.
    await request.service.act(acts.SLEEP(), request.table_id, request.person)
    await request.app.announcer.until_shown(request.table_id)
    if request.press.words:
        await open_table(request, read_new_table(request.press.words))
    else:
        text = N_("It’s asleep. Now `/table open` opens another one here.")
        await request.show(layout([request.words._(text)]))


def starting(info: TableInfo, w: Words) -> str:
    """Return how the game at a newly opened table gets started."""
    least, most = min(seats_at(info)), max(seats_at(info))
    start, join = w._("Start"), w._("Join")
    if most == 1 or (least == 1 and info.place.guild_id is None):
        return w._("Press **{start}** under it to begin.", start=start)
    if info.place.guild_id is None:
        return w._("Add computer players under it, then press **{start}**.", start=start)
    if least == 1:
        return w._(
            TEXTS.start_or_alone,
            start=start,
            join=join,
        )
    return w.ngettext(
        "Press **{start}** under it when {count} more player has pressed **{join}**.",
        "Press **{start}** under it when at least {count} more players have pressed **{join}**.",
        least - 1,
        start=start,
        join=join,
    )


async def open_thread(request: Request, game: BotGame) -> Place:
    """Open a public thread in the channel or its parent. Raises Refusal if that isn't possible here."""
    channel: Any = None if request.is_guest else request.interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel):
        raise Refusal(TEXTS.no_threads)
    may_post(request, TO_OPEN_THREADS)
    return await new_thread(request, channel, game)


async def new_thread(request: Request, channel: discord.TextChannel, game: BotGame) -> Place:
    """Open a public thread for a table, named after the game and the person.

    Raises TooMany if the person can't open another table, because a thread that is already there couldn't be removed.
    """
    await request.service.opening.must_have_room(request.person, channel.guild.id)
    name = wording.plain_name(request.interaction.user.display_name)
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    thread = await channel.create_thread(name=f"{game.title} – {name}", type=kind, auto_archive_duration=10080)
    return Place(thread.id, channel.guild.id, channel.id)
