"""Looking for players on a server: the ephemeral panel, and the table that opens when enough players fit together."""

import asyncio
from collections.abc import Sequence
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.channel.posts import called, where_is
from bot.channel.server_list import entry_line
from bot.context import App, Request
from bot.discord_api.permissions import TO_OPEN_THREADS, missing
from bot.games import GAMES
from bot.panels.here import CANNOT_POST
from bot.panels.opening import new_thread
from bot.ui.custom_id import Id
from bot.ui.errors import Refusal
from bot.ui.item import ActionItem, button, select
from bot.ui.message import layout
from rules.errors import N_
from rules_service import NoList, Person, TableInfo, acts
from rules_service.matchmaking import NO_LIST
from rules_service.pace import PACE
from storage import ListRow, SearchEntry
from wording.text_limits import capital

HEAD = N_(
    "## Look for players\nYour entry stays on this server’s list for a week, in {where}. "
    "When enough people fit together, a table opens in a thread there, and everyone is "
    "invited."
)
ONLY_SERVERS = N_("Nobody can be found in our DM. Look for players on a server.")
LISTED = N_("You’re on the list now.")
TAKEN_OFF = N_("You’re off the list.")
FOUND = N_("Players found. Your table is open: {where}. Invited: {people}.")
NO_CHANNEL = N_("I can’t reach the channel of this server’s list. A server manager can make a new list.")
DIGITS = "23456789"

# Locks of the servers on which a search is running.
finding_at: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()


def server_of(request: Request) -> int:
    """Return the server on which the person looks for players. Raises Refusal outside servers."""
    if request.interaction.guild_id is None:
        raise Refusal(ONLY_SERVERS)
    return request.interaction.guild_id


async def list_at(app: App, guild_id: int) -> ListRow:
    """Return the server's list. Raises NoList."""
    row = await app.storage.matchmaking.list_of(guild_id)
    if row is None:
        raise NoList(NO_LIST)
    return row


async def open_panel(request: Request) -> None:
    """Show the panel for an entry with default values."""
    await show_panel(request, next(iter(GAMES)))


async def show_panel(request: Request, game: str, counts: str = "", pace: str = PACE.default, note: str = "") -> None:
    """Show the person's entries and the form for a new one, which is stored only in the custom ids."""
    guild_id = server_of(request)
    row, w = await list_at(request.app, guild_id), request.words
    possible = [count for count in GAMES[game].rules.seats if count > 1]
    chosen = [count for count in possible if str(count) in counts] or possible
    said = f"{game} {''.join(map(str, chosen))} {pace}"
    paces = GAMES[game].words.option(PACE.id)
    rows: list[list[ActionItem] | str] = []
    for field, title, most, entries in (
        (
            "game",
            w._("Game"),
            1,
            [discord.SelectOption(label=GAMES[one].title, value=one, default=one == game) for one in GAMES],
        ),
        (
            "counts",
            w._("Number of players"),
            len(possible),
            [
                discord.SelectOption(
                    label=w.ngettext("{count} player", "{count} players", one), value=str(one), default=one in chosen
                )
                for one in possible
            ],
        ),
        (
            "pace",
            w._(paces.title),
            1,
            [
                discord.SelectOption(label=capital(paces.value(one, w))[:100], value=one, default=one == pace)
                for one in PACE.values
            ],
        ),
    ):
        rows += [f"**{title}**", [select(Id(0, "seekset", words=f"{said} {field}"), title, entries, most, 1)]]
    mine = [one for one in await request.service.matchmaking.entries(guild_id) if one.user_id == request.user_id]
    go = button(Id(0, "seekgo", words=said), w._("Put me on the list"), discord.ButtonStyle.success)
    off = [
        button(Id(0, "seekoff", words=one.game), w._("Off the list: {game}", game=GAMES[one.game].title))
        for one in mine
        if one.game in GAMES
    ]
    own = "\n".join(entry_line(one, w) for one in mine if one.game in GAMES)
    await request.show(layout([note, w._(HEAD, where=f"<#{row.channel_id}>"), own], (), [*rows, [go, *off]]))


def said_in(press: Id) -> tuple[str, str, str]:
    """Return the game, numbers of players and pace among the words of an id, with defaults for invalid ones."""
    game, counts, pace, *_ = [*press.words.split(" "), "", "", ""]
    return game if game in GAMES else next(iter(GAMES)), counts, pace if pace in PACE.values else PACE.default


async def choose(request: Request) -> None:
    """Change a field of the new entry."""
    game, counts, pace = said_in(request.press)
    field = request.press.words.rpartition(" ")[2]
    if field == "game" and request.values[:1] and request.values[0] in GAMES:
        game = request.values[0]
    elif field == "counts":
        counts = "".join(request.values)
    elif field == "pace" and request.values[:1] and request.values[0] in PACE.values:
        pace = request.values[0]
    await show_panel(request, game, counts, pace)


async def put_on(request: Request) -> None:
    """Put the person on the list, or open their table."""
    game, counts, pace = said_in(request.press)
    opened = await start_search(request, game, [int(one) for one in counts if one in DIGITS], pace)
    w = request.words
    if opened:
        await request.show(layout([opened]))
    else:
        await show_panel(request, game, counts, pace, w._(LISTED))


async def start_search(request: Request, game: str, counts: Sequence[int], pace: str) -> str:
    """Look for players. Return the text with the table's place if they are found, otherwise ""."""
    guild_id, who = server_of(request), request.person
    # The lock keeps two searches from finding the same person.
    async with finding_at.setdefault(guild_id, asyncio.Lock()):
        found = await request.service.matchmaking.add(guild_id, who, game, counts, pace)
        info = await open_for(request, await list_at(request.app, guild_id), found) if found else None
    await request.app.notifier.lists.show()
    if info is None:
        return ""
    w = request.words
    people = w.join_list([called(one.name, w) for one in found[1:]])
    return w._(FOUND, where=where_is(info, w), people=people)


async def open_for(request: Request, row: ListRow, found: Sequence[SearchEntry]) -> TableInfo:
    """Open a table in a thread beside the list for the newest entry, and invite the others.

    They stay on the list until that is done. Raises Refusal if the channel is unreachable or permissions are missing.
    """
    mine, *others = found
    channel: Any = request.app.client.get_channel(row.channel_id)
    if not isinstance(channel, discord.TextChannel):
        raise Refusal(NO_CHANNEL)
    if lacking := missing(channel, TO_OPEN_THREADS):
        raise Refusal(CANNOT_POST, permissions=tuple(lacking))
    place = await new_thread(request, channel, GAMES[mine.game])
    who = request.person
    info = await request.service.opening.open(
        place, who, mine.game, {PACE.id: mine.pace}, row.language, interaction=request.id
    )
    people = [Person(one.user_id, one.name) for one in others if one.user_id is not None]
    await request.service.act(acts.INVITE(people), info.id, who)
    await request.service.matchmaking.remove_all(row.guild_id, [one.player for one in found], mine.game)
    await request.app.announcer.until_shown(info.id)
    return info


async def take_off(request: Request) -> None:
    """Take the person off the list for a game."""
    game, counts, pace = said_in(request.press)
    await request.service.matchmaking.remove(server_of(request), request.person, game)
    await request.app.notifier.lists.show()
    w = request.words
    await show_panel(request, game, counts, pace, w._(TAKEN_OFF))
