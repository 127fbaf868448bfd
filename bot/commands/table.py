"""``/table`` and ``/lobby``: opening, joining, leaving, starting, ending and moving tables, and who plays there.

An option of a table is typed as its id or title, and so is its value.
"""

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import discord
from discord import app_commands

import wording
from bot.channel.table_words import (
    language_option,
    named_for_log,
    option_text,
    options_at,
    person_name,
    relative_time,
    where_is,
)
from bot.commands.command import (
    MAX_CHOICES,
    Choices,
    CommandParameter,
    at_named_table,
    at_seat,
    at_table,
    game_choices,
    late_players,
    make_command,
    make_group,
    my_tables,
    offering,
    seats_where,
    table_here,
)
from bot.commands.moves import with_more
from bot.computers import can_play
from bot.context import Request
from bot.panels import board_panel, lobby_panel, opening, personal, table_acts
from bot.panels.lobby_panel import INVITED, NO_BOTS
from bot.panels.opening import ON_THE_LIST, may_post, place
from bot.ui.message import layout
from bot.ui.reply import Refusal
from games import GAMES, BotGame
from rules.errors import N_
from rules.game import Option
from rules_service import Person, Place, TableInfo, acts
from rules_service.options import DISPLAY_OPTIONS, TABLE_OPTIONS, table_options
from rules_service.pace import PACE_OPTION
from storage import TableStatus
from storage.failures import of_each
from wording import OptionWords, Words, find
from wording.option_words import TABLE
from wording.text_limits import capital

log = logging.getLogger(__name__)

MAX_TABLES_LISTED = 20
MAX_CHOICE = 100  # characters
OUT_OF_REACH = N_(
    "I can’t reach the table’s channel. The table moves here after a week unless one of its players objects, as they "
    "may not know about this."
)
ASKED_TO_MOVE = N_(
    "The table is on another server, so it moves here only if everyone there agrees, and not before two days have "
    "passed. I’ve asked them in {where}."
)


async def open_table(
    request: Request, game: str = "", thread: bool = False, alone: bool = False, **options: str
) -> None:
    """Open a table, whose lobby the announcer posts. Without a game, show the start panel."""
    if game:
        await opening.open_table(request, opening.NewTable(game, thread, alone, options=options))
    elif options or alone:
        raise Refusal(N_("Please choose the game first: its options depend on it."))
    else:
        await (opening.ask_game(request, thread=True) if thread else opening.show_start(request))


async def leave(request: Request) -> None:
    """Leave the lobby; a player of a running game is asked to confirm."""
    info = await request.info()
    if info.status == TableStatus.RUNNING and info.seat_of(request.user_id) is not None:
        await request.show(lobby_panel.asked_to_leave(info, request.words))
        return
    await table_acts.leave(request)


async def cancel(request: Request) -> None:
    """Close the lobby as its host, or vote to end a running game; a lone player is asked to confirm."""
    info = await request.info()
    if info.status == TableStatus.RUNNING and info.seat_of(request.user_id) is not None and lobby_panel.is_last(info):
        await request.show(lobby_panel.asked_to_leave(info, request.words))
        return
    await table_acts.close(request)


async def ask_pace(request: Request, pace: str) -> None:
    """Start a vote on the pace. A slower one applies immediately, a faster one from the next turns on."""
    await table_acts.propose_pace(request, pace)


async def rest(request: Request, days: app_commands.Range[int, 1, 30]) -> None:
    """Start a vote to pause the table, at most twice in a game. No turn is due during the pause."""
    await table_acts.propose_pause(request, days)


async def change_options(request: Request, option: str = "", value: str = "") -> None:
    """Show the panel of options. A typed option is explained, and with a value it is changed."""
    info, w = await request.info(), request.words
    if not option and not value:
        await lobby_panel.show_options(request, info)
        return
    meant = meant_option(info, option, w)
    if value:
        now = await lobby_panel.change_options(request, {meant.id: meant_value(info, meant, value, w)})
        await request.say_once_posted(info.id, chosen(now, meant, w))
        return
    about = words_of(info, meant.id).about
    lines = [chosen(info, meant, w), *([w._(about)] if about else [])]
    await request.say("\n".join([*lines, w._("Possible values: {values}.", values=possible(info, meant, w))]))


def choosable(info: TableInfo) -> dict[str, Option]:
    """Return the options of the table that have more than one value."""
    return {option.id: option for option in (*options_at(info), language_option(info)) if len(option.values) > 1}


def words_of(info: TableInfo, option: str) -> OptionWords:
    """Return the names of the option and its values."""
    return GAMES[info.game].words.option(option)


def titled(info: TableInfo, w: Words) -> list[tuple[str, str, str]]:
    """Return the options and their titles, with their ids and English titles as search terms."""
    titles = {option: words_of(info, option).title for option in choosable(info)}
    return [(option, w._(title), f"{option} {title}") for option, title in titles.items()]


def called(info: TableInfo, option: Option, w: Words) -> list[tuple[str, str, str]]:
    """Return the values of an option and their meanings, with their ids and English meanings as search terms."""
    words, english = words_of(info, option.id), wording.words("en")
    labels = {value: (words.value(value, w), words.value(value, english)) for value in option.values}
    return [(value, own, f"{value.replace('_', ' ')} {other}") for value, (own, other) in labels.items()]


def names_of_picks(info: TableInfo, option: Option, w: Words) -> Mapping[str, str]:
    """Return the picks that a value may consist of, with their names."""
    picks = words_of(info, option.id).picks
    return {word: re.sub(r"^\W+", "", picks.label(word, w)) for word in option.pick} if picks else {}


def meant_option(info: TableInfo, said: str, w: Words) -> Option:
    """Return the option with this id or title. Raises Refusal, which lists the options, unless exactly one matches."""
    known, titles = choosable(info), titled(info, w)
    best = [said] if said in known else next(iter(find(said, titles)), [])
    if len(best) != 1:
        text = (
            N_("This table has no such option. You can choose: {options}.")
            if said.strip()
            else N_("Please fill in `option`, too. You can choose: {options}.")
        )
        raise Refusal(text, options=tuple(title for _, title, _ in titles))
    return known[best[0]]


def meant_value(info: TableInfo, option: Option, said: str, w: Words) -> str:
    """Return the value with this id or meaning, or the one made of these comma-separated picks. Raises Refusal."""
    value = option.read(said.strip())
    if value is not None:
        return value
    best = next(iter(find(said, called(info, option, w))), [])
    if len(best) == 1:
        return best[0]
    value = option.read(lobby_panel.PICKS.join(picked(info, option, said, w)))
    if value is None:
        raise Refusal(
            N_("That is not a value of “{option}”. Possible values: {values}."),
            option=w._(words_of(info, option.id).title),
            values=possible(info, option, w),
        )
    return value


def picked(info: TableInfo, option: Option, said: str, w: Words) -> list[str]:
    """Return the picks of the option that are named in the text; unknown ones are skipped."""
    known = [(word, text, word) for word, text in names_of_picks(info, option, w).items()]
    parts = filter(str.strip, re.split(r"[,;+]", said))
    return list(dict.fromkeys(best[0] for part in parts for best in find(part, known)[:1]))


def possible(info: TableInfo, option: Option, w: Words) -> str:
    """Return all values of an option in a line, with the picks that can form another value."""
    values = [text for _, text, _ in called(info, option, w)]
    if option.picks:
        names = w.join_list(sorted(names_of_picks(info, option, w).values()))
        values.append(w._("{count} of these, separated by commas: {names}", count=option.picks, names=names))
    return w._("; ").join(values)


def chosen(info: TableInfo, option: Option, w: Words) -> str:
    """Return the table's value of the option as Markdown."""
    words, now = words_of(info, option.id), choosable(info).get(option.id, option)
    value = option_text(words, info.options.get(option.id, now.default), w)
    return w._("**{option}:** {value}.", option=w._(words.title), value=value)


@offering
async def offered_options(request: Request, typed: str) -> Choices:
    """Offer the options of the channel's table that match."""
    known = titled(await table_here(request), request.words)
    return matching({option: title for option, title, _ in known}, typed, known, request.words)


@offering
async def offered_values(request: Request, typed: str) -> Choices:
    """Offer the values of the typed option that match; of several picks, the last is completed."""
    info, w = await table_here(request), request.words
    option = meant_option(info, request.interaction.namespace.option or "", w)
    known = called(info, option, w)
    offered = matching({value: text for value, text, _ in known}, typed, known, w)
    if not option.picks:
        return offered
    names, picks = names_of_picks(info, option, w), lobby_panel.PICKS
    *before, last = re.split(r"[,;+]", typed) if typed else [""]
    first = picked(info, option, ",".join(before), w)
    ways = {picks.join([*first, word]): word for word in names if word not in first}
    texts = {way: w._(", ").join(names[word] for word in way.split(picks)) for way in ways}
    entries = [(way, names[word], word) for way, word in ways.items()]
    return [*offered, *matching(texts, last, entries, w)][:MAX_CHOICES]


def matching(texts: Mapping[str, str], typed: str, known: Sequence[tuple[str, str, str]], w: Words) -> Choices:
    """Return the choices that match what has been typed, as many as Discord shows, and how many more there are."""
    found = [one for some in find(typed, known) for one in some] if typed.strip() else list(texts)
    shown = found if len(found) <= MAX_CHOICES else found[: MAX_CHOICES - 1]
    choices = [app_commands.Choice(name=capital(texts[one])[:MAX_CHOICE], value=one[:MAX_CHOICE]) for one in shown]
    return with_more(choices, len(found) - len(shown), typed, w)


async def show(request: Request) -> None:
    """Post the board again. A table moves here if the player may move it, or if all its players agree."""
    may_post(request)
    info, here, w = await request.info(), place(request), request.words
    if info.place.channel_id == here.channel_id:
        trouble = await request.app.announcer.show(info.id)
        await request.say(trouble.text(w) if trouble else w._("Here it is."))
        return
    # A table can be in a DM if one person plays there and needs no other people.
    complete = info.started is not None or 1 in GAMES[info.game].rules.seats or can_play(info.game)
    if here.guild_id is None and not (info.alone and complete):
        raise Refusal(N_("Nobody else could see the table in our DM, so it stays where it is. `/board` shows it here."))
    gone = not request.is_at(info.place) and await is_gone(request.app.client, info.place)
    now = await request.act(acts.MOVE(here, gone=gone))
    if now.place != info.place:
        # Post everything that is pending in the new channel first.
        await request.app.announcer.show(now.id)
    asked = w._(OUT_OF_REACH) if gone else w._(ASKED_TO_MOVE, where=where_is(info, w))
    await request.say_once_posted(info.id, w._("Here it is.") if now.place == here else asked)


async def is_gone(client: discord.Client, place: Place) -> bool:
    """Return whether the channel of a table is gone: deleted, or the bot is no longer in its server."""
    try:
        await client.fetch_channel(place.channel_id)
    except discord.NotFound:
        return True
    except discord.Forbidden:
        try:  # Losing access to one channel doesn't count.
            if place.guild_id is not None:
                await client.fetch_guild(place.guild_id)
        except (discord.NotFound, discord.Forbidden):
            return True
    return False


async def list_tables(request: Request) -> None:
    """Show the open tables of the server, lobbies first."""
    w = request.words
    here, count = await request.service.read.tables_at(place(request), MAX_TABLES_LISTED)
    lines = of_each(log, named_for_log, lambda info: listed(info, w), here)
    text = "\n".join(lines) or w._("There are no open tables on this server. `/table open` opens one.")
    more = count - len(here)
    rest = w.ngettext("{count} more table is open here.", "{count} more tables are open here.", more) if more else ""
    await request.show(layout([w._("## Tables"), text, rest]))


def listed(info: TableInfo, w: Words) -> str:
    """Describe an open table in a line."""
    people = w.join_list([person_name(seat.shown, w) for seat in info.seats])
    values = {"game": GAMES[info.game].title, "where": where_is(info, w), "people": people}
    if info.status == TableStatus.LOBBY:
        return w._("**{game}** in {where} needs players: {people}", **values)
    if info.vacant:
        return w._("**{game}** in {where} has a free seat: {people}", **values)
    opened = relative_time(info.started or info.opened)
    return w._("{game} in {where}, started {since}: {people}", since=opened, **values)


async def look_for_players(
    request: Request,
    game: str = "",
    players: app_commands.Range[int, 2, 9] | None = None,
    pace: str = PACE_OPTION.default,
) -> None:
    """Add an entry to the server's list for a week."""
    search = opening.new_search(game, str(players or ""), pace)
    if not game:
        await opening.show_search(request, search)
        return
    if players is not None:
        # The service says if the game can't be played by that many.
        search = replace(search, counts=(players,))
    opened = await opening.start_search(request, search)
    await request.say(opened or request.words._(ON_THE_LIST))


@lru_cache(maxsize=8)
def option_parameters(games: tuple[BotGame, ...]) -> list[CommandParameter]:
    """Return the options that can be chosen when a table is opened: those that games name, and those of every table."""
    named = [option for game in games for option in game.at_opening]
    # The options for pictures are only in the panel of options.
    shown = {option.id for option in DISPLAY_OPTIONS}
    known = {game: {one.id: one.values for one in table_options(game.rules)} for game in games}
    w, parameters = wording.words("en"), []
    for option in dict.fromkeys([*named, *(option for option in TABLE_OPTIONS if option not in shown)]):
        # An option shared by several games offers all values that it has in them.
        words = {value: game.words.option(option) for game in games for value in known[game].get(option, ())}
        labels = {value: app_commands.locale_str(its.value(value, w)) for value, its in words.items()}
        choices = [app_commands.Choice(name=name, value=value) for value, name in labels.items()]
        parameters.append(CommandParameter(option, next(iter(words.values())).title, choices=choices))
    return parameters


def table_group() -> app_commands.Group:
    """Return the commands about tables, apart from playing."""
    vacant = seats_where(lambda info, seat, user: seat.vacant)
    awaited = seats_where(lambda info, seat, user: bool(seat.due_since) and seat.user_id != user)
    games, words = game_choices(), TABLE[PACE_OPTION.id]
    paces = [
        app_commands.Choice(name=app_commands.locale_str(words.values[one]), value=one) for one in PACE_OPTION.values
    ]
    return make_group(
        "table",
        make_command("table open", open_table, *option_parameters(tuple(GAMES.values())), game=games),
        make_command("table join", at_seat(lobby_panel.join), player=vacant),
        make_command("table leave", at_table(leave)),
        make_command("table start", at_table(lobby_panel.start)),
        make_command("table cancel", at_table(cancel)),
        make_command("table here", at_table(table_acts.confirm_presence)),
        make_command("table sleep", at_table(table_acts.sleep)),
        make_command("table wake", at_named_table(opening.wake), table=my_tables),
        make_command("table more-time", at_table(table_acts.ask_more_time)),
        make_command("table nudge", at_seat(lobby_panel.nudge), player=awaited),
        make_command("table pace", at_table(ask_pace), pace=paces),
        make_command("table rest", at_table(rest)),
        make_command("table free", at_seat(table_acts.free), player=late_players),
        make_command("table options", at_table(change_options), option=offered_options, value=offered_values),
        make_command("table show", at_named_table(show), table=my_tables),
        make_command("table note", at_table(personal.write_note)),
        make_command("table list", list_tables),
        make_command("table find", look_for_players, game=games, pace=paces),
        make_command("table score", at_table(board_panel.show_score)),
        make_command("table verify", at_table(board_panel.verify)),
    )


async def invite(request: Request, person: discord.User) -> None:
    """Invite a person, as the host."""
    if person.bot:
        raise Refusal(NO_BOTS)
    await lobby_panel.act_and_post(request, acts.INVITE([Person(person.id, person.display_name)]))
    await request.say_once_posted(request.table_id, request.words._(INVITED))


async def remove(request: Request, player: str) -> None:
    """Remove a player, as the host."""
    await at_seat(table_acts.remove)(request, player=player)


async def choose_colour(request: Request, colour: str) -> None:
    """Choose the player's colour."""
    await lobby_panel.play_as(request, colour)
    await request.say_once_posted(request.table_id, request.words._(N_("I’ll remember that.")))


def lobby_group() -> app_commands.Group:
    """Return the commands about the players of a table that hasn't started."""
    colours = {str(colour): name for colour, name in enumerate(wording.COLOUR_NAMES)}
    colours[lobby_panel.ANY] = N_("Any colour")
    choices = [app_commands.Choice(name=app_commands.locale_str(name), value=one) for one, name in colours.items()]
    guests = seats_where(lambda info, seat, user: info.status == TableStatus.LOBBY and seat.user_id != info.host_id)
    return app_commands.guild_only(
        make_group(
            "lobby",
            make_command("lobby invite", at_table(invite)),
            make_command("lobby remove", remove, player=guests),
            make_command("lobby ready", at_table(table_acts.ready)),
            make_command("lobby colour", at_table(choose_colour), colour=choices),
        )
    )
