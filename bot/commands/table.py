"""``/table`` and ``/lobby``: opening, joining, leaving, starting, ending and moving tables, and who plays there."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import discord
from discord import app_commands

import wording
from bot.access import is_gone, is_here
from bot.channel.table_words import person_name, proof, relative_time, speaker, where_is
from bot.commands import typed_options
from bot.commands.at_table import at_named_table, at_seat, at_table, late_players, my_tables, seats_where, table_here
from bot.commands.command import Choices, CommandParameter, game_choices, make_command, make_group, offering
from bot.context import Request
from bot.games import GAMES, BotGame
from bot.panels import find_players, lobby_panel, note, opening, options_panel, substitute, table_acts
from bot.panels.here import may_post, place
from bot.panels.table_acts import TableAct, progress
from bot.ui.errors import Refusal
from bot.ui.message import layout
from rules.errors import N_
from rules_service import Person, acts
from rules_service.options import DISPLAY, OWN, table_options
from rules_service.pace import PACE
from storage import TableStatus, VoteKind
from wording import OptionWords

ASKED = N_(
    "The table is on another server, so it moves here only if everyone there agrees, and "
    "not before two days have passed. I’ve asked them in {where}."
)
GONE = N_(
    "I can’t reach the table’s channel. The table moves here after a week unless one of "
    "its players objects, as they may not know about this."
)
MAX_TABLES_LISTED = 20


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
    await TableAct(acts.LEAVE(), table_acts.LEFT)(request)


async def cancel(request: Request) -> None:
    """Close the lobby as its host, or vote to end a running game; a lone player is asked to confirm."""
    info = await request.info()
    if lobby_panel.is_last(info, request.user_id):
        await request.show(lobby_panel.asked_to_leave(info, request.words))
        return
    await table_acts.TYPED_CLOSE(request)


async def ask_pace(request: Request, pace: str) -> None:
    """Start a vote on the pace. A slower one applies immediately, a faster one from the next turns on."""
    await TableAct(acts.PROPOSE(VoteKind.PACE, pace), progress(VoteKind.PACE))(request)


async def rest(request: Request, days: app_commands.Range[int, 1, 30]) -> None:
    """Start a vote to pause the table, at most twice in a game. No turn is due during the pause."""
    await TableAct(acts.PROPOSE_PAUSE(days), progress(VoteKind.PAUSE))(request)


async def change_options(request: Request, option: str = "", value: str = "") -> None:
    """Show the panel of options. A typed option is explained, and with a value it is changed."""
    info, w = await request.info(), request.words
    if not option and not value:
        await options_panel.show_options(request, info)
        return
    meant = typed_options.meant_option(info, option, w)
    if not value:
        await request.say(typed_options.explained(info, meant, w))
        return
    now = await options_panel.change(request, {meant.id: typed_options.meant_value(info, meant, value, w)})
    await request.say_once_posted(info.id, typed_options.chosen(now, meant, w))


@offering
async def offered_options(request: Request, typed: str) -> Choices:
    """Offer the options of the channel's table."""
    return typed_options.offered_options(await table_here(request), typed, request.words)


@offering
async def offered_values(request: Request, typed: str) -> Choices:
    """Offer the values of the typed option."""
    info, option = await table_here(request), request.interaction.namespace.option or ""
    return typed_options.offered_values(info, option, typed, request.words)


async def show(request: Request) -> None:
    """Post the board again. A table moves here if the player may move it, or if all its players agree."""
    may_post(request)
    info, here, w = await request.info(), place(request), request.words
    if info.place.channel_id == here.channel_id:
        trouble = await request.app.announcer.show(info.id)
        await request.say(trouble.text(w) if trouble else w._("Here it is."))
        return
    if here.guild_id is None and not lobby_panel.nobody_joins(info):
        raise Refusal(N_("Nobody else could see the table in our DM, so it stays where it is. `/board` shows it here."))
    gone = not is_here(request.interaction, info.place) and await is_gone(request.app.client, info.place)
    now = await request.act(acts.MOVE(here, gone=gone))
    if now.place != info.place:
        # Post everything that is pending in the new channel first.
        await request.app.announcer.show(now.id)
    asked = w._(GONE) if gone else w._(ASKED, where=where_is(info, w))
    await request.say_once_posted(info.id, w._("Here it is.") if now.place == here else asked)


async def write_note(request: Request, text: app_commands.Range[str, 1, note.MAX_NOTE] = "") -> None:
    """Store the player's note, or show a form for it if no text was typed."""
    await (note.keep(request, text) if text else note.open_form(request))


async def list_tables(request: Request) -> None:
    """Show the open tables of the server, lobbies first."""
    w = request.words
    here, count = await request.service.read.tables_at(place(request), MAX_TABLES_LISTED)
    lines = []
    for info in here:
        people = w.join_list([person_name(seat.shown, w) for seat in info.seats])
        values = {"game": GAMES[info.game].title, "where": where_is(info, w), "people": people}
        if info.status == TableStatus.LOBBY:
            lines.append(w._("**{game}** in {where} needs players: {people}", **values))
        elif info.vacant:
            lines.append(w._("**{game}** in {where} has a free seat: {people}", **values))
        else:
            opened = relative_time(info.started or info.opened)
            lines.append(w._("{game} in {where}, started {since}: {people}", since=opened, **values))
    text = "\n".join(lines) or w._("There are no open tables on this server. `/table open` opens one.")
    more = count - len(here)
    rest = w.ngettext("{count} more table is open here.", "{count} more tables are open here.", more) if more else ""
    await request.show(layout([w._("## Tables"), text, rest]))


async def look_for_players(
    request: Request, game: str = "", players: app_commands.Range[int, 2, 9] | None = None, pace: str = PACE.default
) -> None:
    """Add an entry to the server's list for a week."""
    search = find_players.new_search(game, str(players or ""), pace)
    if not game:
        await find_players.show_panel(request, search)
        return
    if players is not None:
        # The service says if the game can't be played by that many.
        search = replace(search, counts=(players,))
    opened = await find_players.start_search(request, search)
    await request.say(opened or request.words._(find_players.LISTED))


async def show_score(request: Request) -> None:
    """Show the ranking with its breakdown; in both games all points are public."""
    info = await request.info()
    seat = info.seat_of(request.user_id)
    snapshot = await request.service.read.seen(info.id, seat)
    table = snapshot.table
    speaks = speaker(snapshot.info, table.view(seat), request.lang)
    ended = speaks.final_table(table.score()) if table.over else speaks.score_now(table.score())
    await request.show(layout([ended, "" if table.over else speaks.nearing_end()]))


async def verify(request: Request) -> None:
    """Replay the game of the channel's table and compare its seed with its fingerprint.

    In a running game only those moves count that their player can't undo alone; the others are still secret.
    """
    info, w = await request.info(), request.words
    verdict = await request.service.read.verify(info.id)
    if info.ended:
        text = w.ngettext(
            "Everything is correct: {count} move replays as it was played.",
            "Everything is correct: {count} moves replay as they were played.",
            verdict.moves,
        )
    else:
        text = w.ngettext(
            "Everything is correct so far: {count} move replays as it was played.",
            "Everything is correct so far: {count} moves replay as they were played.",
            verdict.moves,
        )
    seal = proof(info, w) or w._("The fingerprint of its seed: `{fingerprint}`", fingerprint=info.fingerprint)
    await request.say(f"{text}\n{seal}" if verdict.ok else w._("This game does not replay: {why}", why=verdict.why))


@lru_cache(maxsize=8)
def option_parameters(games: tuple[BotGame, ...]) -> list[CommandParameter]:
    """Return the options that can be chosen when a table is opened: those named by the games, and those of every table.

    The options for pictures are only in the panel of options.
    """
    named = [option for game in games for option in game.at_opening]
    shown = {option.id for option in DISPLAY}
    offered = dict.fromkeys([*named, *(option for option in OWN if option not in shown)])
    known = {game: {one.id: one.values for one in table_options(game.rules)} for game in games}
    return [
        option_parameter(
            option, {value: game.words.option(option) for game in games for value in known[game].get(option, ())}
        )
        for option in offered
    ]


def option_parameter(option: str, words: Mapping[str, OptionWords]) -> CommandParameter:
    """Return the parameter of an option shared by several games, with all values it has in them."""
    w = wording.words("en")
    choices = [
        app_commands.Choice(name=app_commands.locale_str(its.value(value, w)), value=value)
        for value, its in words.items()
    ]
    return CommandParameter(option, next(iter(words.values())).title, choices=choices)


def pace_choices() -> Choices:
    """Return every pace as a choice."""
    words = next(iter(GAMES.values())).words.option(PACE.id)
    return [
        app_commands.Choice(name=app_commands.locale_str(words.values[value]), value=value) for value in PACE.values
    ]


def table_group() -> app_commands.Group:
    """Return the commands about tables, apart from playing."""
    vacant = seats_where(lambda info, seat, user: seat.vacant)
    awaited = seats_where(lambda info, seat, user: bool(seat.due_since) and seat.user_id != user)
    games = (N_("What to play; leave empty to choose from a list"), game_choices())
    pace = (N_("How soon players should move"), pace_choices())
    return make_group(
        "table",
        N_("Tables: open, join, start, leave, find"),
        make_command(
            "open",
            N_("Open a table in this channel, or in a new thread"),
            open_table,
            *option_parameters(tuple(GAMES.values())),
            game=games,
            thread=N_("In a new thread, so that this channel stays free"),
            alone=N_("Play alone: the game starts right away"),
        ),
        make_command(
            "join",
            N_("Take a seat at this channel's table"),
            at_seat(substitute.join),
            player=(N_("Whose seat to take over; leave empty to see the position first"), vacant),
        ),
        make_command("leave", N_("Leave this channel's table"), at_table(leave)),
        make_command(
            "start", N_("Start the game"), at_table(lobby_panel.start), alone=N_("Play alone; leave empty to be asked")
        ),
        make_command("cancel", N_("Close the lobby, or vote to end the running game"), at_table(cancel)),
        make_command(
            "here", N_("Tell the others that you’re here, even if you can’t move yet"), at_table(table_acts.HERE)
        ),
        make_command("sleep", N_("Put the table to sleep, so that its channel is free"), at_table(table_acts.SLEEP)),
        make_command(
            "wake",
            N_("Wake a sleeping table, in this channel if its own is taken"),
            at_named_table(table_acts.WAKE),
            table=(N_("Which of your tables, if none is asleep in this channel"), my_tables),
        ),
        make_command("more-time", N_("Ask the others to wait longer for your turn"), at_table(table_acts.MORE)),
        make_command(
            "nudge",
            N_("Nudge a player who keeps you waiting"),
            at_seat(lobby_panel.nudge),
            player=(N_("Whom, if it is several players’ turn"), awaited),
        ),
        make_command(
            "pace",
            N_("Ask the others to change the pace; everyone who is there must agree"),
            at_table(ask_pace),
            pace=pace,
        ),
        make_command(
            "rest",
            N_("Ask the others to pause the table; everyone who is there must agree"),
            at_table(rest),
            days=N_("For how many days"),
        ),
        make_command(
            "free",
            N_("Free a late player’s seat"),
            at_seat(table_acts.TYPED_FREE),
            player=(N_("Whose seat, if several players are away"), late_players),
        ),
        make_command(
            "options",
            N_("Change the options before the start"),
            at_table(change_options),
            option=(N_("Which option, for example the variant; leave empty to see all"), offered_options),
            value=(N_("The new value; leave empty to list the choices"), offered_values),
        ),
        make_command(
            "show",
            N_("Post the board again at the end of this channel, or move the table here"),
            at_named_table(show),
            table=(N_("Which of your tables to move here, if this channel has none"), my_tables),
        ),
        make_command(
            "note",
            N_("A note to yourself at this table, shown above your next turn"),
            at_table(write_note),
            text=N_("The note; leave empty to get a form"),
        ),
        make_command("list", N_("Open tables on this server"), list_tables),
        make_command(
            "find",
            N_("Look for players on this server; when enough fit, a table opens"),
            look_for_players,
            game=games,
            players=N_("How many players in all; leave empty for any number"),
            pace=pace,
        ),
        make_command(
            "score", N_("Everyone’s points, or what they would have if the game ended now"), at_table(show_score)
        ),
        make_command(
            "verify", N_("Check a finished game: the seed, and every move against the rules"), at_table(verify)
        ),
    )


async def invite(request: Request, person: discord.User) -> None:
    """Invite a person, as the host."""
    if person.bot:
        raise Refusal(lobby_panel.BOTS)
    await lobby_panel.invite(request, [Person(person.id, person.display_name)])
    await request.say_once_posted(request.table_id, request.words._(lobby_panel.INVITED))


async def remove(request: Request, player: str) -> None:
    """Remove a player, as the host."""
    await at_seat(table_acts.REMOVE)(request, player=player)


async def choose_colour(request: Request, colour: str) -> None:
    """Choose the player's colour."""
    await lobby_panel.play_as(request, colour)
    await request.say_once_posted(request.table_id, request.words._(N_("I’ll remember that.")))


def lobby_group() -> app_commands.Group:
    """Return the commands about the players of a table that hasn't started."""
    colours = {str(colour): name for colour, name in enumerate(wording.COLOUR_NAMES)} | {
        lobby_panel.ANY: N_("Any colour")
    }
    choices = [app_commands.Choice(name=app_commands.locale_str(name), value=one) for one, name in colours.items()]
    guests = seats_where(lambda info, seat, user: info.status == TableStatus.LOBBY and seat.user_id != info.host_id)
    group = make_group(
        "lobby",
        N_("Before the game: invite players, say that you’re ready"),
        make_command(
            "invite",
            N_("Invite a player to your lobby and keep a seat for them"),
            at_table(invite),
            person=N_("Who to invite or remove"),
        ),
        make_command(
            "remove",
            N_("Remove a player from your lobby; they can rejoin"),
            remove,
            player=(N_("Who to invite or remove"), guests),
        ),
        make_command("ready", N_("Say that you’re ready to start with these options"), at_table(table_acts.READY)),
        make_command(
            "colour",
            N_("Choose your colour and its shape"),
            at_table(choose_colour),
            colour=(N_("A colour that nobody else has here"), choices),
        ),
    )
    return app_commands.guild_only(group)
