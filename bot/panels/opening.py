"""Open tables by command, by button, or for players found through the server's list."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import discord

import wording
from bot.channel.table_words import LEVEL_NAMES, seats_at, where_is
from bot.computers import can_play
from bot.context import Press, Request
from bot.discord_api.permissions import ATTACH_FILES, TO_OPEN_THREADS, missing_permissions
from bot.panels.help_panel import games_with_lessons, show_lessons
from bot.panels.personal import SHOW_LESSON, language_row, save_and_apply
from bot.preferences import SPEECH
from bot.ui.message import PRIMARY, SECONDARY, SUCCESS, Id, Item, button, layout
from bot.ui.reply import Refusal
from games import GAMES, BotGame
from rules.errors import N_
from rules_service import ChannelTaken, Place, TableInfo, acts
from rules_service.computers import COMPUTER_LEVELS
from storage import TableStatus
from wording import Words
from wording.text_limits import capital

SOLO = "alone"  # in a custom id: play alone, so the game starts immediately
THREAD = "thread"  # in a custom id: the table gets a thread of its own
LACKING_PERMISSIONS = N_(
    "I’m not allowed to do that in this channel. Ask a moderator to give me these permissions: {permissions}."
)
NO_THREADS = N_("I can’t make a thread here. Open the table in a text channel of a server.")
NO_DM = N_(
    "Discord doesn’t let me write to you. Allow messages from me in your privacy settings on Discord, then try again."
)
NOT_A_MEMBER = N_(
    "My commands are installed on this server, but I’m not a member of it. Ask a moderator to add me; my host has the "
    "invite link."
)
NOT_ALONE_IN_DM = N_(
    "Nobody can join a table in our DM, and {game} can’t be played alone. Open it in a channel of a server."
)
OWN_GAME_HERE = N_(
    "Your game of {game} is in this channel. Nothing is lost while it sleeps: `/table manage` wakes it here or "
    "elsewhere."
)
OWN_GAME_IN_OUR_DM = N_("Your game of {game} is in our DM. Nothing is lost while it sleeps: `/mygames` wakes it.")
WELCOME = N_(
    "## Welcome to Miasma\n"
    "Learn a game in five minutes, play against the computer right away, or play with friends here at your "
    "own pace, one move at a time, over hours or weeks."
)
AGAINST_COMPUTER = N_(
    "## Play against the computer\n"
    "How strong should it be? **Casual** plays like a friendly beginner, **steady** looks ahead a little, **strong** "
    "considers your possible replies. The game starts right away, and you can stop at any time."
)


async def place_to_play(request: Request) -> Place:
    """Return the place for a table: here or, for a guest, their DM with the bot.

    Raises Refusal if the bot can't post there.
    """
    if not request.is_guest:
        may_post(request)
        return request.place
    try:
        return Place((await request.app.client.create_dm(request.interaction.user)).id)
    except discord.Forbidden:
        raise Refusal(NO_DM) from None


def may_post(request: Request, needed: discord.Permissions | None = None) -> None:
    """Raise Refusal if the bot lacks permissions here, naming them, or is not a member of the server.

    ``needed``: the required permissions (default: those to post a table). Attaching files is never required, because a
    board can be posted in words.
    """
    channel = request.interaction.channel
    if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        # Discord sends no details of a server that the bot isn't a member of.
        if not channel.guild.roles:
            raise Refusal(NOT_A_MEMBER)
        lacking = missing_permissions(channel, needed, request.interaction.app_permissions)
        # Without ATTACH, the board is posted in words.
        if needful := tuple(one for one in lacking if one != ATTACH_FILES):
            raise Refusal(LACKING_PERMISSIONS, permissions=needful)


def spoken_here(request: Request) -> str:
    """Return the language for posts here: the server's if it has chosen a supported one, otherwise the person's."""
    # Only Community servers have chosen one; for all others Discord reports American English.
    server = request.interaction.guild
    if server is not None and not request.is_guest and "COMMUNITY" in server.features:
        chosen = str(request.interaction.guild_locale).split("-")[0]
        if chosen in wording.languages():
            return chosen
    return request.words.lang


@dataclass(frozen=True)
class NewTable:
    """The table that a person wants to open. Its text, which lacks the options, is used in custom ids."""

    game: str
    thread: bool = False  # in a new thread
    alone: bool = False  # The game starts immediately.
    against: str = ""  # The game starts immediately, against a computer player of this level.
    options: Mapping[str, str] = field(default_factory=dict)  # The ID of a button carries no options.

    def __str__(self) -> str:
        where, alone = THREAD if self.thread else "", SOLO if self.alone else ""
        return " ".join(filter(None, [self.game, where, alone, self.against]))


def read_new_table(words: str) -> NewTable:
    """Return the new table described by the words of a custom id."""
    game, *said = words.split(" ")
    return NewTable(game, THREAD in said, SOLO in said, next((one for one in said if one in COMPUTER_LEVELS), ""))


async def show_start(request: Request) -> None:
    """Show the start panel: choose a language, learn a game, play against the computer, or play with friends."""
    w = request.words
    buttons = [
        button(Id(0, "learn"), w._("Learn"), SUCCESS if games_with_lessons() else SECONDARY),
        button(Id(0, "welcome", words="computer"), w._("Play against the computer"), SUCCESS),
        button(Id(0, "welcome", words="friends"), w._("Play with friends"), SUCCESS),
        button(Id(0, "today"), w._("Challenge of the day")),
        button(Id(0, "help"), w._("Help")),
    ]
    await request.show(layout([w._(WELCOME)], (), [language_row(w), buttons]))


async def show_computers(request: Request, only: str = "") -> None:
    """Show buttons to play against each level of computer player, or solo: in every game, or just in the game ``only``.

    The chosen game starts immediately.
    """
    w = request.words
    rows = list[list[Item] | str]()
    for game in [only] if only in GAMES else GAMES:
        known = GAMES[game]
        levels = [
            button(Id(0, "open", words=str(NewTable(game, against=level))), capital(w._(LEVEL_NAMES[level])), SUCCESS)
            for level in (COMPUTER_LEVELS if can_play(game) else ())
        ]
        if 1 in known.rules.seats:
            alone = Id(0, "open", words=str(NewTable(game, alone=True)))
            levels.append(button(alone, w._("{game}, solo", game=known.title)))
        if levels:
            rows += [f"**{known.title}**", levels]
    rows.append([button(Id(0, "welcome"), w._("◀ Back"))])
    await request.show(layout([w._(AGAINST_COMPUTER)], (), rows))


async def start_pressed(press: Press) -> None:
    """Handle a choice in the start panel, or show the panel."""
    way, _, game = press.custom_id.words.partition(" ")
    if way == "computer":
        await show_computers(press, game)
    elif way == "friends":
        await ask_game(press)
    else:
        await show_start(press)


async def speak(press: Press) -> None:
    """Store the chosen language, and show the start panel or the lesson in it."""
    lang, _, then = press.custom_id.words.partition(" ")
    await save_and_apply(press, {SPEECH.option.id: lang})
    if then.startswith(SHOW_LESSON):
        await show_lessons(press, then.removeprefix(SHOW_LESSON).strip())
    else:
        await show_start(press)


async def ask_game_there(press: Press) -> None:
    """Ask for the game of a table that will open here or in a new thread, as the button says."""
    await ask_game(press, thread=press.custom_id.words == THREAD)


async def ask_game(request: Request, *, thread: bool = False) -> None:
    """Ask for the game, with a button for each game that can be played here.

    Outside of DMs there are also buttons for solo games, and to open the table in a new thread or, with ``thread``,
    here.
    """
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
            label = w._("{game}, solo", game=GAMES[game].title)
            others.append(choice(game, label, alone=True, style=SECONDARY))
    others.append(button(Id(0, "welcome"), w._("◀ Back")))
    await request.show(layout([w._("## What do you want to play?"), text], (), [games, others]))


async def open_named(request: Request, game: str, thread: bool, alone: bool, options: Mapping[str, str]) -> None:
    """Open a table, whose lobby the announcer posts. Without a game, ask for it.

    Raises Refusal if options or ``alone`` are given without a game. Otherwise raises as `open_table` does.
    """
    if game:
        await open_table(request, NewTable(game, thread, alone, options=options))
    elif options or alone:
        raise Refusal(N_("Please choose the game first: the options depend on it."))
    else:
        await (ask_game(request, thread=True) if thread else show_start(request))


async def play_computers(request: Request, game: str = "", opponent: str = "") -> None:
    """Start a game against a computer player, or a solo game. Ask for missing choices."""
    if game and opponent:
        alone = opponent == SOLO
        await open_table(request, NewTable(game, alone=alone, against="" if alone else opponent))
    else:
        await show_computers(request, game)


async def open_chosen(press: Press) -> None:
    """Open the table described by the pressed button."""
    await open_table(press, read_new_table(press.custom_id.words))


async def open_table(request: Request, new: NewTable) -> None:
    """Open a table here, in a new thread or, for a guest, in their DM with the bot.

    A solo game, or a game against the computer, starts at once. If the channel has a solo game of the person, offer to
    put that to sleep. Raises BadOptions, ChannelTaken, TooMany or Refusal.
    """
    # Check the options before opening a thread for them.
    request.service.opening.check(new.game, new.options)
    game, w = GAMES[new.game], request.words
    if request.in_dm and min(game.rules.seats) > 1 and not can_play(new.game):
        raise Refusal(NOT_ALONE_IN_DM, game=game.title)
    if new.alone and 1 not in game.rules.seats:
        raise Refusal(N_("{game} can’t be played alone."), game=game.title)
    at = await (open_thread(request, game) if new.thread else place_to_play(request))
    try:
        opening, who, lang = request.service.opening, request.person, spoken_here(request)
        info = await opening.open(at, who, new.game, new.options, lang, interaction=request.id)
    except ChannelTaken as taken:
        if not taken.table_id:  # This version can't read the table there.
            raise
        own = await request.service.read.info(taken.table_id)
        if own.status != TableStatus.RUNNING or not own.alone or own.seat_of(request.user_id) is None:
            raise
        # Offer to put the person's own solo game here to sleep (P64). An id can't carry options of the new one.
        wanted = "" if new.options else str(new)
        text = OWN_GAME_HERE if own.place.guild_id else OWN_GAME_IN_OUR_DM
        label = w._("Put it to sleep and open the new one") if wanted else w._("Put it to sleep")
        row = [button(Id(own.id, "instead", words=wanted), label, PRIMARY)]
        await request.show(layout([w._(text, game=GAMES[own.game].title)], (), [row]))
        return
    if new.against:
        await request.service.act(acts.add_computer(new.against), info.id, request.person)
    text = w._("Your table is open.")
    if info.place.channel_id != request.interaction.channel_id:
        where = where_is(info, w)
        link = where if info.place.guild_id else f"[{where}](https://discord.com/channels/@me/{info.place.channel_id})"
        text = w._("Your table is open: {where}.", where=link)
    if new.alone or new.against:
        await request.service.act(acts.start(), info.id, request.person)
        await request.show_once_posted(info.id, text)
    else:
        typing = w._("Or type: {commands}", commands="`/table start`")
        await request.show_once_posted(info.id, text, f"{how_to_start(info, w)}\n-# {typing}")


async def open_instead(press: Press) -> None:
    """Put the person's solo game to sleep. If the button describes another table, open that one."""
    # Pass no interaction id here, because the press must still be accepted for the table that is opened.
    await press.service.act(acts.sleep(), press.table_id, press.person)
    await press.app.announcer.until_shown(press.table_id)
    if press.custom_id.words:
        await open_chosen(press)
    else:
        await press.show(layout([press.words._("It’s asleep. Now `/table open` opens another one here.")]))


async def wake(request: Request) -> None:
    """Wake a table, in its channel if that is free, otherwise here. Raises Refusal if the bot can't post here."""
    info = await request.act(acts.wake(await place_to_play(request)))
    await request.say_once_posted(info.id, request.words._("The table is awake."))


def how_to_start(info: TableInfo, w: Words) -> str:
    """Explain how to start the game at a new table."""
    least, most = min(seats_at(info)), max(seats_at(info))
    start, join = w._("Start"), w._("Join")
    if most == 1 or (least == 1 and info.place.guild_id is None):
        return w._("Press **{start}** under it to begin.", start=start)
    if info.place.guild_id is None:
        return w._("Add computer players under it, then press **{start}**.", start=start)
    if least == 1:
        return w._(
            "Press **{start}** under it when everyone who wants to play has pressed **{join}**, or right away to "
            "play alone.",
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
    """Open a public thread in the channel or its parent.

    Raises Refusal if that isn't possible here, and TooMany if the person can't open another table on this server now.
    """
    channel: Any = None if request.is_guest else request.interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel):
        raise Refusal(NO_THREADS)
    may_post(request, TO_OPEN_THREADS)
    return await new_thread(request, channel, game)


async def new_thread(request: Request, channel: discord.TextChannel, game: BotGame) -> Place:
    """Open a public thread for a table, named after the game and the person.

    Raises TooMany if the person can't open another table on this server now.
    """
    # Check this first, because a thread that is already there couldn't be removed.
    await request.service.opening.must_have_room(request.person, channel.guild.id)
    name = wording.plain_name(request.interaction.user.display_name)
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    thread = await channel.create_thread(name=f"{game.title} – {name}", type=kind, auto_archive_duration=10080)
    return Place(thread.id, channel.guild.id, channel.id)
