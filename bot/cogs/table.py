"""``/table``: opening, joining, leaving, starting, ending, finding and moving tables."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import wording
from bot.access import accessible_table, is_gone, is_here
from bot.channel.posts import called, moment, plain_player, player, proof, speaker, where_is
from bot.cogs import typed_options
from bot.cogs.parameters import CommandParameter, game_choices, make_command
from bot.cogs.typed import table_here
from bot.context import Request, answering, offering
from bot.games import GAMES, BotGame
from bot.panels import absence, find, lobby, opening, questions, substitute
from bot.panels.note import MOST, ask_note, keep
from bot.panels.opening import may_post, place
from bot.ui.errors import Refusal
from bot.ui.message import layout
from rules.errors import N_
from rules.notation import read_number
from rules_service import Seat, TableInfo
from rules_service.options import DISPLAY, OWN, table_options
from rules_service.pace import PACE
from storage import TableStatus, VoteKind
from wording import OptionWords

_ = app_commands.locale_str

WHICH = N_("Please choose the game first: its options depend on it.")
STAYS = N_("Nobody else could see the table in our DM, so it stays where it is. `/board` shows it here.")
ASKED = N_(
    "The table is on another server, so it moves here only if everyone there agrees, and "
    "not before two days have passed. I’ve asked them in {where}."
)
GONE = N_(
    "I can’t reach the table’s channel. The table moves here after a week unless one of "
    "its players objects, as they may not know about this."
)
LIST = 20  # tables that are listed, at most


def open_command() -> app_commands.Command[Any, ..., None]:
    """Return ``/table open``: the announcer posts the lobby. Without a game, the start panel is shown."""

    async def work(request: Request, game: str = "", thread: bool = False, alone: bool = False, **options: str) -> None:
        if game:
            await opening.open_table(request, game, options, thread=thread, alone=alone)
        elif options or alone:
            raise Refusal(WHICH)
        else:
            await (opening.ask_game(request, thread=True) if thread else opening.show_start(request))

    parameters = [
        CommandParameter("game", N_("What to play; leave empty to choose from a list"), choices=game_choices()),
        CommandParameter("thread", N_("In a new thread, so that this channel stays free"), type=bool),
        CommandParameter("alone", N_("Play alone: the game starts right away"), type=bool),
        *option_parameters(tuple(GAMES.values())),
    ]
    return make_command("open", N_("Open a table in this channel, or in a new thread"), parameters, work)


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
    choices = [app_commands.Choice(name=_(its.value(value, w)), value=value) for value, its in words.items()]
    return CommandParameter(option, next(iter(words.values())).title, choices=choices)


def deadlines(info: TableInfo, w: wording.Words) -> list[str]:
    """Return lines that say until when a vote still needs the players who keep the table waiting."""
    return [
        w._(
            "{player} has time until {time} ({ago}). After that, the others together can end the "
            "game or free that seat.",
            player=player(info, seat.seat, w),
            time=discord.utils.format_dt(seat.late_from, "f"),
            ago=moment(seat.late_from),
        )
        for seat in info.seats
        if seat.late_from and not seat.away and not seat.vacant
    ]


def meant_seat(info: TableInfo, said: str | None) -> int | None:
    """Return the chosen seat, a seat that doesn't exist if it is unknown, or None if none was chosen."""
    return None if said is None else {str(seat.seat): seat.seat for seat in info.seats}.get(said, len(info.seats))


def offered_seats(info: TableInfo, seats: Sequence[Seat], request: Request) -> list[app_commands.Choice[str]]:
    """Return these seats as choices, by their players' names."""
    w = request.words
    return [app_commands.Choice(name=plain_player(info, seat.seat, w), value=str(seat.seat)) for seat in seats]


def pace_choices() -> list[app_commands.Choice[str]]:
    """Return every pace as a choice."""
    words = next(iter(GAMES.values())).words.option(PACE.id)
    return [app_commands.Choice(name=_(words.values[value]), value=value) for value in PACE.values]


class Tables(commands.GroupCog, group_name="table", group_description=_(N_("Tables: open, join, start, leave, find"))):
    """Commands about tables, apart from playing."""

    def __init__(self) -> None:
        # A cog that is a group has one.
        assert self.app_command is not None
        self.app_command.add_command(open_command())

    @app_commands.command(description=_(N_("Take a seat at this channel's table")))
    @app_commands.describe(player=_(N_("Whose seat to take over; leave empty to see the position first")))
    @answering
    async def join(self, request: Request, player: str | None = None) -> None:
        """Join the lobby, or take a free seat in a running game."""
        info = await table_here(request)
        await substitute.join(request, info, meant_seat(info, player), done=substitute.SEATED)

    @join.autocomplete("player")
    @offering
    async def _free_seats(self, request: Request, current: str) -> list[app_commands.Choice[str]]:
        info = await table_here(request)
        return offered_seats(info, [seat for seat in info.seats if seat.vacant], request)

    @app_commands.command(description=_(N_("Leave this channel's table")))
    @answering
    async def leave(self, request: Request) -> None:
        """Leave the lobby; a player of a running game is asked to confirm."""
        info = await table_here(request)
        if info.status == TableStatus.RUNNING and info.seat_of(request.user_id) is not None:
            await request.show(lobby.asked_to_leave(info, request.words))
            return
        await request.service.leave(info.id, request.person, interaction=request.id)
        await self._said(request, info, lobby.LEFT)

    @app_commands.command(description=_(N_("Start the game")))
    @app_commands.describe(alone=_(N_("Play alone; leave empty to be asked")))
    @answering
    async def start(self, request: Request, alone: bool = False) -> None:
        """Start the game. A lone host is asked to confirm, unless they typed ``alone``."""
        info = await table_here(request)
        if alone:
            await lobby.begin_alone(request, info.id)
            return
        if lobby.would_be_alone(info, request.user_id):
            await request.show(lobby.alone_panel(info, request.lang, typed=True))
            return
        await lobby.begin(request, info.id, lobby.BEGINS)

    @app_commands.command(description=_(N_("Close the lobby, or vote to end the running game")))
    @answering
    async def cancel(self, request: Request) -> None:
        """Close the lobby as its host, or vote to end a running game; a lone player is asked to confirm."""
        info = await table_here(request)
        if lobby.is_last(info, request.user_id):
            await request.show(lobby.asked_to_leave(info, request.words))
            return
        now = await request.service.cancel(info.id, request.person, interaction=request.id)
        await self._voted(request, now, VoteKind.CLOSE, lobby.CLOSED)

    @app_commands.command(description=_(N_("Tell the others that you’re here, even if you can’t move yet")))
    @answering
    async def here(self, request: Request) -> None:
        """Show the others that the player is present, at most twice in a turn; this ends votes about the seat."""
        info = await table_here(request)
        await absence.here(request, info.id)

    @app_commands.command(description=_(N_("Put the table to sleep, so that its channel is free")))
    @answering
    async def sleep(self, request: Request) -> None:
        """Put the table to sleep: this takes two players who are present, or the only one."""
        info = await table_here(request)
        await absence.sleep(request, info.id)

    @app_commands.command(description=_(N_("Wake a sleeping table, in this channel if its own is taken")))
    @app_commands.describe(table=_(N_("Which of your tables, if none is asleep in this channel")))
    @answering
    async def wake(self, request: Request, table: str | None = None) -> None:
        """Wake a sleeping table; any of its players can."""
        await absence.wake(request, await self._wanted(request, table))

    @app_commands.command(name="more-time", description=_(N_("Ask the others to wait longer for your turn")))
    @answering
    async def more_time(self, request: Request) -> None:
        """Ask for more time: once in a turn, three times in a game."""
        info = await table_here(request)
        await lobby.give_time(request, info.id)

    @app_commands.command(description=_(N_("Nudge a player who keeps you waiting")))
    @app_commands.describe(player=_(N_("Whom, if it is several players’ turn")))
    @answering
    async def nudge(self, request: Request, player: str | None = None) -> None:
        """Nudge a player: once a day at a table, three times in a turn."""
        info = await table_here(request)
        await lobby.nudge(request, info.id, meant_seat(info, player))

    @nudge.autocomplete("player")
    @offering
    async def _awaited(self, request: Request, current: str) -> list[app_commands.Choice[str]]:
        info = await table_here(request)
        return offered_seats(
            info, [seat for seat in info.seats if seat.due_since and seat.user_id != request.user_id], request
        )

    @app_commands.command(description=_(N_("Ask the others to change the pace; everyone who is there must agree")))
    @app_commands.describe(pace=_(N_("How soon players should move")))
    @app_commands.choices(pace=pace_choices())
    @answering
    async def pace(self, request: Request, pace: str) -> None:
        """Start a vote on the pace. A slower one applies immediately, a faster one from the next turns on."""
        info = await table_here(request)
        await questions.ask(request, info, VoteKind.PACE, pace)

    @app_commands.command(description=_(N_("Ask the others to pause the table; everyone who is there must agree")))
    @app_commands.describe(days=_(N_("For how many days")))
    @answering
    async def rest(self, request: Request, days: app_commands.Range[int, 1, 30]) -> None:
        """Start a vote to pause the table, at most twice in a game. No turn is due during the pause."""
        info = await table_here(request)
        now = await request.service.rest(info.id, request.person, days, interaction=request.id)
        await request.say_once_posted(info.id, questions.vote_progress(now, VoteKind.PAUSE, request.words))

    @app_commands.command(description=_(N_("Free a late player’s seat")))
    @app_commands.describe(player=_(N_("Whose seat, if several players are away")))
    @answering
    async def free(self, request: Request, player: str | None = None) -> None:
        """Start a vote to free a late player's seat; in a lobby, any player frees the host's seat."""
        info = await table_here(request)
        now = await request.service.free(
            info.id,
            request.person,
            meant_seat(info, player),
            interaction=request.id,
        )
        await self._voted(request, now, VoteKind.FREE_SEAT, N_("The seat is free."))

    @free.autocomplete("player")
    @offering
    async def _away(self, request: Request, current: str) -> list[app_commands.Choice[str]]:
        info = await table_here(request)
        return offered_seats(info, [seat for seat in info.seats if seat.away and not seat.vacant], request)

    async def _voted(self, request: Request, info: TableInfo, kind: VoteKind, done: str) -> None:
        """Say that it is done, or what the vote waits for, and until when it needs players who aren't late yet."""
        w = request.words
        waits = deadlines(info, w) if info.votes else []
        text = "\n".join([questions.vote_progress(info, kind, w, done=done), *waits])
        await request.say_once_posted(info.id, text)

    @app_commands.command(description=_(N_("Change the options before the start")))
    @app_commands.describe(
        option=_(N_("Which option, for example the variant; leave empty to see all")),
        value=_(N_("The new value; leave empty to list the choices")),
    )
    @answering
    async def options(self, request: Request, option: str = "", value: str = "") -> None:
        """Show the panel of options. A typed option is explained, and with a value it is changed."""
        info = await table_here(request)
        w = request.words
        if not option and not value:
            await lobby.show_options(request, info)
            return
        meant = typed_options.meant_option(info, option, w)
        if not value:
            await request.say(typed_options.explained(info, meant, w))
            return
        change = {meant.id: typed_options.meant_value(info, meant, value, w)}
        now = await lobby.change(request, info.id, change)
        await request.say_once_posted(info.id, typed_options.chosen(now, meant, w))

    @options.autocomplete("option")
    @offering
    async def _options(self, request: Request, current: str) -> list[app_commands.Choice[str]]:
        info = await table_here(request)
        return typed_options.offered_options(info, current, request.words)

    @options.autocomplete("value")
    @offering
    async def _values(self, request: Request, current: str) -> list[app_commands.Choice[str]]:
        info, said = await table_here(request), request.interaction.namespace.option or ""
        return typed_options.offered_values(info, said, current, request.words)

    @app_commands.command(description=_(N_("Post the board again at the end of this channel, or move the table here")))
    @app_commands.describe(table=_(N_("Which of your tables to move here, if this channel has none")))
    @answering
    async def show(self, request: Request, table: str | None = None) -> None:
        """Post the board again. A table moves here if the player may move it, or if all its players agree."""
        may_post(request)
        info = await self._wanted(request, table)
        here = place(request)
        w = request.words
        if info.place.channel_id == here.channel_id:
            trouble = await request.app.announcer.show(info.id)
            await request.say(trouble.text(w) if trouble else w._("Here it is."))
            return
        if here.guild_id is None and not lobby.nobody_joins(info):
            raise Refusal(STAYS)
        gone = not is_here(request.interaction, info.place) and await is_gone(request.app.client, info.place)
        now = await request.service.move_to(info.id, request.person, here, gone=gone, interaction=request.id)
        asked = w._(GONE) if gone else w._(ASKED, where=where_is(info, w))
        text = w._("Here it is.") if now.place == here else asked
        await lobby.brought(request, info, now, text)

    async def _wanted(self, request: Request, table: str | None) -> TableInfo:
        """Return the named table, or the channel's, or the person's only one. Raises NoTable."""
        if table is not None:
            return await accessible_table(request.service, request.interaction, read_number(table) or 0)
        here = await request.service.table_in(request.interaction.channel_id or 0)
        if here is not None:
            return here
        mine = await request.service.my_tables(request.user_id)
        return mine[0] if len(mine) == 1 else await table_here(request)

    @wake.autocomplete("table")
    @show.autocomplete("table")
    @offering
    async def _mine(self, request: Request, current: str) -> list[app_commands.Choice[str]]:
        mine = await request.service.my_tables(request.user_id)
        return [
            app_commands.Choice(name=f"{info.id}: {GAMES[info.game].title}", value=str(info.id)) for info in mine[:LIST]
        ]

    @app_commands.command(description=_(N_("A note to yourself at this table, shown above your next turn")))
    @app_commands.describe(text=_(N_("The note; leave empty to get a form")))
    @answering
    async def note(self, request: Request, text: app_commands.Range[str, 1, MOST] | None = None) -> None:
        """Store the player's note, or show a form for it if no text was typed."""
        info = await table_here(request)
        if text is None:
            await ask_note(request, info.id)
        else:
            await keep(request, info.id, text)

    @app_commands.command(description=_(N_("Open tables on this server")))
    @answering
    async def list(self, request: Request) -> None:
        """Show the open tables of the server, lobbies first."""
        w = request.words
        here, count = await request.service.tables_at(place(request), LIST)
        lines = []
        for info in here:
            people = w.join_list([called(seat.shown, w) for seat in info.seats])
            values = {"game": GAMES[info.game].title, "where": where_is(info, w), "people": people}
            if info.status == TableStatus.LOBBY:
                lines.append(w._("**{game}** in {where} needs players: {people}", **values))
            elif info.vacant:
                lines.append(w._("**{game}** in {where} has a free seat: {people}", **values))
            else:
                opened = moment(info.started or info.opened)
                lines.append(w._("{game} in {where}, started {since}: {people}", since=opened, **values))
        text = "\n".join(lines) or w._("There are no open tables on this server. `/table open` opens one.")
        more = count - len(here)
        rest = (
            w.ngettext("{count} more table is open here.", "{count} more tables are open here.", more) if more else ""
        )
        await request.show(layout([w._("## Tables"), text, rest]))

    @app_commands.command(description=_(N_("Look for players on this server; when enough fit, a table opens")))
    @app_commands.describe(
        game=_(N_("What to play; leave empty to choose from a list")),
        players=_(N_("How many players in all; leave empty for any number")),
        pace=_(N_("How soon players should move")),
    )
    @app_commands.choices(game=game_choices(), pace=pace_choices())
    @answering
    async def find(
        self,
        request: Request,
        game: str = "",
        players: app_commands.Range[int, 2, 9] | None = None,
        pace: str = PACE.default,
    ) -> None:
        """Add an entry to the server's list for a week."""
        if not game:
            await find.show_panel(request, next(iter(GAMES)), str(players or ""), pace)
            return
        counts = GAMES[game].rules.seats if players is None else [players]
        opened = await find.start_search(request, game, counts, pace)
        await request.say(opened or request.words._(find.LISTED))

    @app_commands.command(description=_(N_("Everyone’s points, or what they would have if the game ended now")))
    @answering
    async def score(self, request: Request) -> None:
        """Show the ranking with its breakdown; in both games all points are public."""
        info = await table_here(request)
        seat = info.seat_of(request.user_id)
        snapshot = await request.service.seen(info.id, seat)
        table = snapshot.table
        speaks = speaker(snapshot.info, table.view(seat), request.lang)
        ended = speaks.final_table(table.score()) if table.over else speaks.score_now(table.score())
        await request.show(layout([ended, "" if table.over else speaks.nearing_end()]))

    @app_commands.command(description=_(N_("Check a finished game: the seed, and every move against the rules")))
    @answering
    async def verify(self, request: Request) -> None:
        """Replay the game of the channel's table and compare its seed with its fingerprint.

        In a running game only those moves count that their player can't undo alone; the others are still secret.
        """
        info = await table_here(request)
        verdict = await request.service.verify(info.id)
        w = request.words
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

    async def _said(self, request: Request, info: TableInfo, text: str) -> None:
        await request.say_once_posted(info.id, request.words._(text))
