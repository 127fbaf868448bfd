"""A server's list of people looking for players. A table opens when enough entries match."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.channel.server_list import entry_line
from bot.channel.table_words import person_name, where_is
from bot.context import App, Press, Request
from bot.discord_api.permissions import TO_OPEN_THREADS, missing_permissions
from bot.panels.opening import LACKING_PERMISSIONS, NO_THREADS, may_post, new_thread, spoken_here
from bot.ui.message import SUCCESS, Id, Item, button, layout, select, select_option
from bot.ui.reply import Refusal
from games import GAMES
from rules.errors import N_
from rules_service import NoList, Person, TableInfo, acts
from rules_service.matchmaking import NO_LIST
from rules_service.pace import PACE_OPTION
from storage import ListRow, SearchEntry
from wording.option_words import TABLE_OPTION_WORDS
from wording.text_limits import capital

ON_THE_LIST = N_("You’re on the list now.")
LOOK_FOR_PLAYERS = N_(
    "## Look for players\nYour entry stays on this server’s list for a week, in {where}. "
    "When enough people want the same game, a table opens in a thread there, and "
    "everyone is invited."
)
# Locks of the servers on which a search is running.
finding_at: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()


def server_of(request: Request) -> int:
    """Return the server where the person is looking for players. Raises Refusal outside of servers."""
    if request.interaction.guild_id is None:
        raise Refusal(N_("You can’t look for players in our DM. Do it on a server."))
    return request.interaction.guild_id


async def list_at(app: App, guild_id: int) -> ListRow:
    """Return the server's list. Raises NoList if it has none."""
    row = await app.storage.matchmaking.list_of(guild_id)
    if row is None:
        raise NoList(NO_LIST)
    return row


@dataclass(frozen=True)
class Search:
    """A new entry for the list. Until it is added, it is stored only in the custom ids of its panel."""

    game: str
    counts: tuple[int, ...]  # possible numbers of players
    pace: str = PACE_OPTION.default

    def __str__(self) -> str:
        return f"{self.game} {''.join(map(str, self.counts))} {self.pace}"


def new_search(game: str = "", counts: str = "", pace: str = "") -> Search:
    """Return a search in which defaults replace invalid values. ``counts``: numbers of players, a digit each."""
    game = game if game in GAMES else next(iter(GAMES))
    possible = tuple(count for count in GAMES[game].rules.seats if count > 1)
    chosen = tuple(count for count in possible if str(count) in counts)
    return Search(game, chosen or possible, pace if pace in PACE_OPTION.values else PACE_OPTION.default)


def search_in(press: Press) -> Search:
    """Return the search described by the words of a pressed custom id."""
    return new_search(*[*press.custom_id.words.split(" "), "", "", ""][:3])


async def show_search(request: Request, search: Search | None = None, note: str = "") -> None:
    """Show the person's entries and the form for a new one.

    Raises Refusal outside of servers, and NoList if the server has no list.
    """
    search = search or new_search()
    guild_id, w, words = server_of(request), request.words, TABLE_OPTION_WORDS[PACE_OPTION.id]
    row = await list_at(request.app, guild_id)
    possible = [count for count in GAMES[search.game].rules.seats if count > 1]
    counts = {str(count): w.ngettext("{count} player", "{count} players", count) for count in possible}
    rows: list[list[Item] | str] = []

    def ask(field: str, title: str, labels: Mapping[str, str], chosen: Sequence[str], most: int = 1) -> None:
        entries = [select_option(value, label, chosen=value in chosen) for value, label in labels.items()]
        rows.append(f"**{title}**")
        rows.append([select(Id(0, "seekset", words=f"{search} {field}"), title, entries, most, 1)])

    ask("game", w._("Game"), {name: game.title for name, game in GAMES.items()}, [search.game])
    ask("counts", w._("Number of players"), counts, list(map(str, search.counts)), len(counts))
    ask("pace", w._(words.title), {pace: capital(words.value(pace, w)) for pace in PACE_OPTION.values}, [search.pace])
    entries = await request.service.matchmaking.entries(guild_id)
    mine = [one for one in entries if one.user_id == request.user_id and one.game in GAMES]
    row_of_buttons = [button(Id(0, "seekgo", words=str(search)), w._("Put me on the list"), SUCCESS)]
    for one in mine:
        label = w._("Remove from the list: {game}", game=GAMES[one.game].title)
        row_of_buttons.append(button(Id(0, "seekoff", words=one.game), label))
    own = "\n".join(entry_line(one, w) for one in mine)
    texts = [note, w._(LOOK_FOR_PLAYERS, where=f"<#{row.channel_id}>"), own]
    await request.show(layout(texts, (), [*rows, row_of_buttons]))


async def change_search(press: Press) -> None:
    """Change a field of the new entry, and show the form again."""
    search, field = search_in(press), press.custom_id.words.rpartition(" ")[2]
    fields = {"game": search.game, "counts": "".join(map(str, search.counts)), "pace": search.pace}
    if field in fields:
        fields[field] = "".join(press.values) if field == "counts" else press.value
    await show_search(press, new_search(**fields))


async def put_on(press: Press) -> None:
    """Add the person to the list, or open a table if enough players match. Raises as `start_search` does."""
    search = search_in(press)
    opened = await start_search(press, search)
    if opened:
        await press.show(layout([opened]))
    else:
        await show_search(press, search, press.words._(ON_THE_LIST))


async def look_for_players(
    request: Request, game: str = "", players: int | None = None, pace: str = PACE_OPTION.default
) -> None:
    """Add an entry to the server's list for a week, or open a table if enough players match.

    Without a game, show the form for an entry. Raises as `start_search` does.
    """
    search = new_search(game, str(players or ""), pace)
    if not game:
        await show_search(request, search)
        return
    if players is not None:
        # If the game can't be played by that many people, the service says so.
        search = replace(search, counts=(players,))
    opened = await start_search(request, search)
    await request.say(opened or request.words._(ON_THE_LIST))


async def start_search(request: Request, search: Search) -> str:
    """Add an entry to the list. If enough players match, open a table and return the text about it, otherwise "".

    Raises NoList if the server has no list, BadOptions for an invalid entry, TooMany if the person has too many entries
    or tables, and Refusal outside of servers or if the bot can't open a thread.
    """
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
    return w._("Players found. Your table is open: {where}. Invited: {people}.", where=where_is(info, w), people=people)


async def open_for(request: Request, row: ListRow, found: Sequence[SearchEntry]) -> TableInfo:
    """Open a table for the newest entry, in a thread of the list's channel, and invite the others.

    Raises Refusal if the bot can't open a thread there, and TooMany if the person has no room for another table.
    """
    mine, *others = found
    channel: Any = request.app.client.get_channel(row.channel_id)
    if not isinstance(channel, discord.TextChannel):
        raise Refusal(N_("I can’t reach the channel of this server’s list. A server manager can make a new list."))
    if lacking := missing_permissions(channel, TO_OPEN_THREADS):
        raise Refusal(LACKING_PERMISSIONS, permissions=tuple(lacking))
    place = await new_thread(request, channel, GAMES[mine.game])
    who = request.person
    opening, pace = request.service.opening, {PACE_OPTION.id: mine.pace}
    info = await opening.open(place, who, mine.game, pace, row.language, interaction=request.id)
    people = [Person(one.user_id, one.name) for one in others if one.user_id is not None]
    await request.service.act(acts.invite(people), info.id, who)
    # The people stay on the list until their invitations are stored.
    await request.service.matchmaking.remove_all(row.guild_id, [one.player for one in found], mine.game)
    await request.app.announcer.until_shown(info.id)
    return info


async def take_off(press: Press) -> None:
    """Remove the person's entry for the game that the button names."""
    search = search_in(press)
    await press.service.matchmaking.remove(server_of(press), press.person, search.game)
    await press.app.notifier.lists.show()
    await show_search(press, search, press.words._("You’re off the list."))


async def post_list(request: Request) -> None:
    """Post the server's list of tables and of people looking for players here, in place of any earlier post.

    Raises Refusal outside of text channels, and where the bot can't post it or open threads.
    """
    guild_id = request.interaction.guild_id
    if not isinstance(request.interaction.channel, discord.TextChannel) or guild_id is None:
        raise Refusal(NO_THREADS)
    may_post(request)
    may_post(request, TO_OPEN_THREADS)
    lists = request.app.storage.matchmaking
    old = await lists.list_of(guild_id)
    await lists.create_list(guild_id, request.interaction.channel.id, spoken_here(request), request.app.clock.now())
    if old is not None:
        await request.app.notifier.lists.take_away(old)
    await request.app.notifier.lists.show()
    await request.say(
        request.words._("The list is posted. I keep it up to date in this one post, and it pings nobody.")
    )


async def remove_list(request: Request) -> None:
    """Remove the server's list and its entries. Raises NoList if there is none."""
    row = await list_at(request.app, request.interaction.guild_id or 0)
    await request.app.storage.matchmaking.drop_list(row.guild_id)
    await request.app.notifier.lists.take_away(row)
    await request.say(request.words._("The list and all its entries have been removed."))
