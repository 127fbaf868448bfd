"""Looking for players on a server: the ephemeral panel, and the table that opens when enough players fit together."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.channel.server_list import entry_line
from bot.channel.table_words import person_name, where_is
from bot.context import App, Request
from bot.discord_api.permissions import TO_OPEN_THREADS, missing
from bot.panels.opening import new_thread
from bot.texts import TEXTS
from bot.ui.errors import Refusal
from bot.ui.message import SUCCESS, Id, Item, button, entry, layout, select
from games import GAMES
from rules.errors import N_
from rules_service import NoList, Person, TableInfo, acts
from rules_service.matchmaking import NO_LIST
from rules_service.pace import PACE
from storage import ListRow, SearchEntry
from wording.text_limits import capital

# Locks of the servers on which a search is running.
finding_at: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()


def server_of(request: Request) -> int:
    """Return the server on which the person looks for players. Raises Refusal outside servers."""
    if request.interaction.guild_id is None:
        raise Refusal(N_("Nobody can be found in our DM. Look for players on a server."))
    return request.interaction.guild_id


async def list_at(app: App, guild_id: int) -> ListRow:
    """Return the server's list. Raises NoList."""
    row = await app.storage.matchmaking.list_of(guild_id)
    if row is None:
        raise NoList(NO_LIST)
    return row


@dataclass(frozen=True)
class Search:
    """A new entry on the list, which is stored only in the custom ids of its panel until it is added."""

    game: str
    counts: tuple[int, ...]  # possible numbers of players
    pace: str = PACE.default

    def __str__(self) -> str:
        return f"{self.game} {''.join(map(str, self.counts))} {self.pace}"


def new_search(game: str = "", counts: str = "", pace: str = "") -> Search:
    """Return a search, with default values for invalid ones."""
    game = game if game in GAMES else next(iter(GAMES))
    possible = tuple(count for count in GAMES[game].rules.seats if count > 1)
    chosen = tuple(count for count in possible if str(count) in counts)
    return Search(game, chosen or possible, pace if pace in PACE.values else PACE.default)


def search_in(press: Id) -> Search:
    """Return the search among the words of an id."""
    return new_search(*[*press.words.split(" "), "", "", ""][:3])


async def show_panel(request: Request, search: Search, note: str = "") -> None:
    """Show the person's entries and the form for a new one."""
    guild_id, w = server_of(request), request.words
    row = await list_at(request.app, guild_id)
    paces = GAMES[search.game].words.option(PACE.id)
    counts = {
        str(count): w.ngettext("{count} player", "{count} players", count)
        for count in GAMES[search.game].rules.seats
        if count > 1
    }
    rows: list[list[Item] | str] = []

    def ask(field: str, title: str, labels: Mapping[str, str], chosen: Sequence[str], most: int = 1) -> None:
        entries = [entry(value, label, chosen=value in chosen) for value, label in labels.items()]
        rows.append(f"**{title}**")
        rows.append([select(Id(0, "seekset", words=f"{search} {field}"), title, entries, most, 1)])

    ask("game", w._("Game"), {name: game.title for name, game in GAMES.items()}, [search.game])
    ask("counts", w._("Number of players"), counts, list(map(str, search.counts)), len(counts))
    ask("pace", w._(paces.title), {pace: capital(paces.value(pace, w)) for pace in PACE.values}, [search.pace])
    entries = await request.service.matchmaking.entries(guild_id)
    mine = [one for one in entries if one.user_id == request.user_id and one.game in GAMES]
    row_of_buttons = [button(Id(0, "seekgo", words=str(search)), w._("Put me on the list"), SUCCESS)]
    for one in mine:
        label = w._("Off the list: {game}", game=GAMES[one.game].title)
        row_of_buttons.append(button(Id(0, "seekoff", words=one.game), label))
    own = "\n".join(entry_line(one, w) for one in mine)
    texts = [note, w._(TEXTS.look_for_players, where=f"<#{row.channel_id}>"), own]
    await request.show(layout(texts, (), [*rows, row_of_buttons]))


async def choose(request: Request) -> None:
    """Change a field of the new entry."""
    search, field = search_in(request.press), request.press.words.rpartition(" ")[2]
    fields = {"game": search.game, "counts": "".join(map(str, search.counts)), "pace": search.pace}
    if field in fields:
        fields[field] = "".join(request.values) if field == "counts" else request.value
    await show_panel(request, new_search(**fields))


async def put_on(request: Request) -> None:
    """Put the person on the list, or open their table."""
    search = search_in(request.press)
    opened = await start_search(request, search)
    if opened:
        await request.show(layout([opened]))
    else:
        await show_panel(request, search, request.words._(TEXTS.on_the_list))


async def start_search(request: Request, search: Search) -> str:
    """Look for players. Return the text with the table's place if they are found, otherwise ""."""
    guild_id, who = server_of(request), request.person
    # The lock keeps two searches from finding the same person.
    async with finding_at.setdefault(guild_id, asyncio.Lock()):
        found = await request.service.matchmaking.add(guild_id, who, search.game, search.counts, search.pace)
        info = await open_for(request, await list_at(request.app, guild_id), found) if found else None
    await request.app.notifier.lists.show()
    if info is None:
        return ""
    w = request.words
    people = w.join_list([person_name(one.name, w) for one in found[1:]])
    return w._(TEXTS.players_found, where=where_is(info, w), people=people)


async def open_for(request: Request, row: ListRow, found: Sequence[SearchEntry]) -> TableInfo:
    """Open a table in a thread beside the list for the newest entry, and invite the others.

    They stay on the list until that is done. Raises Refusal if the channel is unreachable or permissions are missing.
    """
    mine, *others = found
    channel: Any = request.app.client.get_channel(row.channel_id)
    if not isinstance(channel, discord.TextChannel):
        raise Refusal(TEXTS.no_list_channel)
    if lacking := missing(channel, TO_OPEN_THREADS):
        raise Refusal(TEXTS.lacking_permissions, permissions=tuple(lacking))
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
    search = search_in(request.press)
    await request.service.matchmaking.remove(server_of(request), request.person, search.game)
    await request.app.notifier.lists.show()
    await show_panel(request, search, request.words._("You’re off the list."))
