"""Commands for playing and viewing: ``/move``, ``/undo``, ``/board``, ``/log``, ``/replay``, ``/help`` and others."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.channel.posts import speaker
from bot.cogs.parameters import CommandParameter, game_choices, make_command
from bot.cogs.typed import (
    MOST,
    NOTHING_FITS,
    SAID,
    english,
    fitting,
    goals,
    labels,
    lone_line,
    meant,
    offered,
    play_text,
    table_here,
    turn_here,
    waiting_for,
    with_more,
)
from bot.context import Request, answering, offering
from bot.panels import board, take_back, turn
from bot.panels import replay as replay_panel
from bot.panels.help import FIRST, show_help, suggestions
from bot.panels.learn import NEXT, lesson_turn, show_lessons, show_step, take, taught
from bot.panels.log import show_log
from bot.panels.my_tables import show_my_tables
from bot.panels.preferences import page_of, remember, show_preferences
from bot.panels.stats import show_stats
from bot.panels.turn_parts import Turn, commands_of
from bot.preferences import NOTICES, cities, city
from bot.preferences import offered as preferable
from bot.ui.custom_id import read_words
from bot.ui.errors import Refusal
from rules.errors import N_, CannotUndo
from rules_service import TableInfo
from rules_service.hours import DAYS, QUIET, ZONE
from wording import find, languages, words
from wording.limits import short

_ = app_commands.locale_str
IN_WORDS = N_("In words instead of a picture")
ONE_PART = N_("Only this part, as text")
TurnNumber = app_commands.Range[int, 0, 9999]
NO_PART = N_("There is no such part. Available: {parts}.")


def meant_parts(said: str, parts: Mapping[str, str]) -> list[str]:
    """Return the parts of the textual board that match the text, the best match first."""
    return [name for some in find(said, [(name, title, name) for name, title in parts.items()]) for name in some]


class Play(commands.Cog):
    """What a player can do at the table of the channel."""

    @app_commands.command(description=_(N_("Play any legal move")))
    @app_commands.describe(move=_(N_("Choose a move or type it, for example: place gallia 2")))
    @answering
    async def move(self, request: Request, move: str) -> None:
        """Play a move by its label or its notation."""
        await play_text(request, move)

    @move.autocomplete("move")
    @offering
    async def _moves(self, request: Request, current: str) -> list[app_commands.Choice[str]]:
        mine = await turn_here(request)
        if mine is None or not mine.moves:
            whose = await waiting_for(request)
            return lone_line(whose, current) if whose else []
        shown, more = offered(fitting(current, labels(mine), english(mine), goals(mine)))
        if not shown:
            said = short(current.strip(), SAID)
            return lone_line(mine.words._(NOTHING_FITS, said=said, commands=commands_of(mine)), current)
        return with_more(
            [app_commands.Choice(name=label, value=move) for label, move in shown], more, current, mine.words
        )

    @app_commands.command(description=_(N_("Undo your last step, or several")))
    @app_commands.describe(steps=_(N_("How many steps (default: 1)")))
    @answering
    async def undo(self, request: Request, steps: app_commands.Range[int, 1, 99] = 1) -> None:
        """Undo the player's own steps, back to the last one that revealed something."""
        info = await table_here(request)
        mine = await turn.turn_of(request, info.id)
        try:
            outcome = await request.service.undo(info.id, request.user_id, steps, interaction=request.id)
        except CannotUndo as error:
            if not await take_back.refused(request, info.id, mine.speaker.refusal(error)):
                raise
            return
        now = Turn(outcome.snapshot, mine.seat, mine.lang)
        await turn.redraw(request, now, note=words(mine.lang)._("Undone."), typed=True)

    @app_commands.command(description=_(N_("Your turn: your possible moves, as buttons only you see")))
    @answering
    async def turn(self, request: Request) -> None:
        """Show the player's panel."""
        info = await table_here(request)
        await turn.show_turn(request, info.id, typed=True)

    @app_commands.command(description=_(N_("The board as everyone sees it, shown only to you")))
    @app_commands.describe(text=_(IN_WORDS), part=_(ONE_PART))
    @answering
    async def board(self, request: Request, text: bool = False, part: str = "") -> None:
        """Show the public board in an ephemeral message."""
        await self._look(request, None, text, part)

    @app_commands.command(description=_(N_("The board with everything only you know")))
    @app_commands.describe(text=_(IN_WORDS), part=_(ONE_PART))
    @answering
    async def view(self, request: Request, text: bool = False, part: str = "") -> None:
        """Show the board as the player sees it."""
        info = await table_here(request)
        await self._look(request, info.seat_of(request.user_id), text, part)

    async def _look(self, request: Request, seat: int | None, text: bool, part: str) -> None:
        info = await table_here(request)
        if not text and not part:
            await board.show_board(request, info.id, seat)
            return
        parts = await self._parts(info, None, request)
        meant = [part] if part in parts else meant_parts(part, parts)
        if part and not meant:
            raise Refusal(NO_PART, parts=tuple(parts.values()))
        section = meant[0] if part else ""
        await board.read_board(request, info.id, seat, section)

    async def _parts(self, info: TableInfo, seat: int | None, request: Request) -> dict[str, str]:
        """Return the parts of the textual board, or none before the game has started."""
        if info.started is None:
            return {}
        snapshot = await request.service.seen(info.id, seat)
        return speaker(snapshot.info, snapshot.view(seat), request.lang).board_parts()

    @board.autocomplete("part")
    @view.autocomplete("part")
    @offering
    async def _offered_parts(self, request: Request, current: str) -> list[app_commands.Choice[str]]:
        parts = await self._parts(await table_here(request), None, request)
        meant = meant_parts(current, parts) if current.strip() else list(parts)
        return [app_commands.Choice(name=parts[name][:100], value=name) for name in meant[:MOST]]

    @app_commands.command(description=_(N_("What has happened at this table")))
    @answering
    async def log(self, request: Request) -> None:
        """Show the log in sentences."""
        info = await table_here(request)
        await show_log(request, info.id)

    @app_commands.command(description=_(N_("Watch turns again as an animation")))
    @app_commands.describe(
        turn=_(N_("Turn number (default: the last one)")), to=_(N_("Last turn to show (default: only the first one)"))
    )
    @answering
    async def replay(self, request: Request, turn: TurnNumber | None = None, to: TurnNumber | None = None) -> None:
        """Animate one turn, or several."""
        info = await table_here(request)
        await replay_panel.show_turns(request, info.id, turn, to)

    @replay.autocomplete("turn")
    @replay.autocomplete("to")
    @offering
    async def _offered_turns(self, request: Request, current: int | str) -> list[app_commands.Choice[int]]:
        info = await table_here(request)
        offered = await replay_panel.offered(request, info.id)
        fitting = [(number, text) for number, text in offered if str(current).casefold() in text.casefold()]
        return [app_commands.Choice(name=text[:100], value=number) for number, text in fitting[:MOST]]

    @app_commands.command(description=_(N_("Your tables everywhere, those that wait for you first")))
    @answering
    async def mygames(self, request: Request) -> None:
        """Show the person's open tables."""
        await show_my_tables(request)

    @app_commands.command(description=_(N_("How your games ended, shown only to you")))
    @app_commands.describe(everywhere=_(N_("All servers, not only this one")))
    @answering
    async def stats(self, request: Request, everywhere: bool = False) -> None:
        """Show the person's statistics."""
        await show_stats(request, everywhere=everywhere)


def help_command() -> app_commands.Command[Any, ..., None]:
    """Return ``/help``, which shows a page of help."""

    async def work(request: Request, topic: str = "", game: str = "") -> None:
        info = await request.service.table_in(request.interaction.channel_id or 0)
        await show_help(request, topic, info.id if info else 0, game)

    @offering
    async def topics(request: Request, current: str) -> list[app_commands.Choice[str]]:
        info = await request.service.table_in(request.interaction.channel_id or 0)
        said = request.interaction.namespace.game
        game = said or (info.game if info else FIRST)
        offered = suggestions(current, game, request.words, elsewhere=not said)
        return [app_commands.Choice(name=label[:100], value=topic) for label, topic in offered]

    parameters = [
        CommandParameter("topic", N_("What to look up: a topic, a card, a hex, an icon …"), complete=topics),
        CommandParameter("game", N_("Which game (default: the one played here)"), choices=game_choices()),
    ]
    return make_command("help", N_("How to play here, and the rules in short"), parameters, work)


def learn_command() -> app_commands.Command[Any, ..., None]:
    """Return ``/learn``, which shows the lesson of a game."""

    async def work(request: Request, game: str = "", answer: str = "") -> None:
        if not game or not answer:
            await show_lessons(request, game, typed=True)
            return
        step = await lesson_turn(request, game)
        if step.step.move:
            await take(request, step, read_words(meant(step, answer)), typed=True)
        else:
            await show_step(request, game, step.snapshot.number + 1, typed=True)

    @offering
    async def answers(request: Request, current: str) -> list[app_commands.Choice[str]]:
        game = request.interaction.namespace.game
        if game not in taught():
            return []
        step = await lesson_turn(request, game)
        if not step.step.move:
            return [app_commands.Choice(name=NEXT, value=NEXT)]
        shown, _ = offered(fitting(current, labels(step), english(step), goals(step)))
        return [app_commands.Choice(name=label, value=move) for label, move in shown]

    choices = [one for one in game_choices() if one.value in taught()]
    parameters = [
        CommandParameter("game", N_("Which game; leave empty to choose from a list"), choices=choices),
        CommandParameter("answer", N_("Your answer to the current step"), complete=answers),
    ]
    return make_command("learn", N_("Learn a game: a lesson with the real buttons, for you alone"), parameters, work)


@lru_cache(maxsize=1)
def preferences_command() -> app_commands.Command[Any, ..., None]:
    """Return ``/preferences``, which stores what was typed and shows all selects; it is cached for all bots."""

    async def work(request: Request, **said: str) -> None:
        await remember(request, said)
        # Storing a preference may have changed the language.
        w = request.words
        page = page_of(next(iter(said), NOTICES.option.id))
        await show_preferences(request, page, w._("I’ll remember that.") if said else "")

    @offering
    async def named_cities(request: Request, current: str) -> list[app_commands.Choice[str]]:
        lang = request.words.lang
        said = current.strip().casefold()
        found = sorted((city(zone, lang), zone) for zone in cities())
        fitting = [(name, zone) for name, zone in found if said in name.casefold() or said in zone.casefold()]
        return [app_commands.Choice(name=f"{name} ({zone})"[:100], value=zone) for name, zone in fitting[:MOST]]

    parameters = [
        CommandParameter(
            one.option.id,
            one.words.title,
            choices=[
                app_commands.Choice(name=label if label[0].isdigit() or value in languages() else _(label), value=value)
                for value, label in one.words.values.items()
            ],
        )
        for one in preferable()
    ]
    parameters += [
        CommandParameter(ZONE, N_("Your time zone: type the name of a city"), complete=named_cities),
        CommandParameter(QUIET, N_("Your quiet hours, for example 22-8, or none")),
        CommandParameter(DAYS, N_("Your quiet days, for example sat sun, or none")),
    ]
    return make_command("preferences", N_("Your personal settings"), parameters, work)
