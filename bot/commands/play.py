"""Commands for playing and viewing: ``/move``, ``/undo``, ``/board``, ``/log``, ``/replay``, ``/help`` and others."""

from collections.abc import Mapping

from discord import app_commands

from bot.channel.table_words import LEVEL_NAMES, speaker
from bot.commands.at_table import at_table, named_table, table_here, turn_here, waiting_for
from bot.commands.command import MAX_CHOICES, Choices, Command, for_accounts, game_choices, make_command, offering
from bot.commands.typed import (
    MAX_QUOTE,
    choices,
    fitting,
    lone_line,
    meant,
    offered,
    play_text,
    typed_moves,
    with_more,
)
from bot.computers.ai_client import can_play
from bot.context import Request
from bot.panels import board_panel, opening, replay_panel, review_panel, undo_request
from bot.panels.help_panel import DEFAULT_GAME, show_help, suggestions
from bot.panels.learn import NEXT, lesson_turn, show_lessons, show_step, take, taught
from bot.panels.log import show_log
from bot.panels.my_tables import show_my_tables
from bot.panels.stats import show_stats
from bot.panels.turn import show_panel, show_turn, turn_of
from bot.panels.turn_parts import Turn, commands_of
from bot.texts import TEXTS
from bot.ui.errors import Refusal
from bot.ui.message import read_words
from games import GAMES
from rules.errors import N_, CannotUndo
from wording import find
from wording.text_limits import short

TurnNumber = app_commands.Range[int, 0, 9999]


@offering
async def offered_moves(request: Request, typed: str) -> Choices:
    """Offer the legal moves that match, or a line that says whose turn it is."""
    mine = await turn_here(request)
    if mine is None or not mine.moves:
        whose = await waiting_for(request)
        return lone_line(whose, typed) if whose else []
    shown, more = offered(fitting(typed, typed_moves(mine), mine))
    if not shown:
        said = short(typed.strip(), MAX_QUOTE)
        return lone_line(mine.words._(TEXTS.no_move_fits, said=said, commands=commands_of(mine)), typed)
    return with_more(choices(shown), more, typed, mine.words)


async def undo(request: Request, steps: app_commands.Range[int, 1, 99] = 1) -> None:
    """Undo the player's own steps, back to the last one that revealed something."""
    mine = await turn_of(request)
    try:
        outcome = await request.service.play.undo(request.table_id, request.user_id, steps, interaction=request.id)
    except CannotUndo as error:
        if not await undo_request.refused(request, mine.speaker.refusal(error)):
            raise
        return
    await show_panel(request, Turn(outcome.snapshot, mine.seat, mine.lang), note=mine.words._("Undone."))


async def show_public_board(request: Request, text: bool = False, part: str = "") -> None:
    """Show the public board in an ephemeral message."""
    await show_or_read(request, None, text, part)


async def show_own_view(request: Request, text: bool = False, part: str = "") -> None:
    """Show the board as the player sees it."""
    info = await request.info()
    await show_or_read(request, info.seat_of(request.user_id), text, part)


async def show_or_read(request: Request, seat: int | None, text: bool, part: str) -> None:
    """Show the board in pictures, or in words if that or one of its parts is asked for."""
    if not text and not part:
        await board_panel.show_board(request, seat)
        return
    parts = await parts_of(request)
    meant = [part] if part in parts else meant_parts(part, parts)
    if part and not meant:
        raise Refusal(N_("There is no such part. Available: {parts}."), parts=tuple(parts.values()))
    await board_panel.read_board(request, seat, meant[0] if part else "")


async def parts_of(request: Request) -> dict[str, str]:
    """Return the parts of the textual board, or none before the game has started."""
    if (await request.info()).started is None:
        return {}
    snapshot = await request.service.read.seen(request.table_id, None)
    return speaker(snapshot.info, snapshot.view(None), request.lang).board_parts()


def meant_parts(said: str, parts: Mapping[str, str]) -> list[str]:
    """Return the parts of the textual board that match the text, the best match first."""
    return [name for some in find(said, [(name, title, name) for name, title in parts.items()]) for name in some]


@offering
async def offered_parts(request: Request, typed: str) -> Choices:
    """Offer the parts of the textual board."""
    parts = await parts_of(request.at(await table_here(request)))
    meant = meant_parts(typed, parts) if typed.strip() else list(parts)
    return [app_commands.Choice(name=parts[name][:100], value=name) for name in meant[:MAX_CHOICES]]


async def replay(request: Request, turn: TurnNumber | None = None, to: TurnNumber | None = None) -> None:
    """Animate one turn, or several."""
    await replay_panel.show_turns(request, turn, to)


@offering
async def offered_turns(request: Request, typed: int | str) -> Choices:
    """Offer the turns that can be replayed."""
    turns = await replay_panel.offered(request.at(await table_here(request)))
    fitting = [(number, text) for number, text in turns if str(typed).casefold() in text.casefold()]
    return [app_commands.Choice(name=text[:100], value=number) for number, text in fitting[:MAX_CHOICES]]


async def review(request: Request, table: str = "", text: bool = False) -> None:
    """Show the review of the finished game at a table, or start it."""
    await review_panel.review(request.at(await named_table(request, table)), text)


@offering
async def finished_tables(request: Request, typed: str) -> Choices:
    """Offer the person's finished games, the last one first."""
    tables = await request.service.read.finished_tables(request.user_id, MAX_CHOICES)
    return [
        app_commands.Choice(name=f"{info.id}: {GAMES[info.game].title}", value=str(info.id))
        for info in tables
        if str(info.id).startswith(typed.strip()) and can_play(info.game)
    ]


async def show_topic(request: Request, topic: str = "", game: str = "") -> None:
    """Show a page of help."""
    info = await request.service.read.table_in(request.interaction.channel_id or 0)
    await show_help(request, topic, info.id if info else 0, game)


@offering
async def offered_topics(request: Request, typed: str) -> Choices:
    """Offer the pages of help, and what can be looked up."""
    info = await request.service.read.table_in(request.interaction.channel_id or 0)
    said = request.interaction.namespace.game
    game = said or (info.game if info else DEFAULT_GAME)
    topics = suggestions(typed, game, request.words, elsewhere=not said)
    return [app_commands.Choice(name=label[:100], value=topic) for label, topic in topics]


async def learn(request: Request, game: str = "", answer: str = "") -> None:
    """Show the lesson of a game, or take an answer in it."""
    if not game or not answer:
        await show_lessons(request, game)
        return
    step = await lesson_turn(request, game)
    if step.step.move:
        await take(request, step, read_words(meant(step, answer)))
    else:
        await show_step(request, game, step.snapshot.number + 1)


@offering
async def offered_answers(request: Request, typed: str) -> Choices:
    """Offer the answers to the current step of a lesson."""
    game = request.interaction.namespace.game
    if game not in taught():
        return []
    step = await lesson_turn(request, game)
    if not step.step.move:
        return [app_commands.Choice(name=NEXT, value=NEXT)]
    shown, _ = offered(fitting(typed, typed_moves(step), step))
    return choices(shown)


async def play_computers(request: Request, game: str = "", opponent: str = "") -> None:
    """Start a game against a computer player, or alone. What isn't said is asked."""
    if game and opponent:
        alone = opponent == opening.SOLO
        await opening.open_table(request, opening.NewTable(game, alone=alone, against="" if alone else opponent))
    else:
        await opening.show_computers(request, game)


def opponents() -> Choices:
    """Return the levels of computer players, and playing alone, as choices."""
    names = {**LEVEL_NAMES, opening.SOLO: N_("nobody: play alone")}
    return [app_commands.Choice(name=app_commands.locale_str(name), value=one) for one, name in names.items()]


def play_commands() -> list[Command]:
    """Return what a player can do at the table of the channel, and look up anywhere."""
    games = game_choices()
    return [
        make_command("move", at_table(play_text), move=offered_moves),
        make_command("undo", at_table(undo)),
        make_command("turn", at_table(show_turn)),
        make_command("board", at_table(show_public_board), part=offered_parts),
        make_command("view", at_table(show_own_view), part=offered_parts),
        make_command("log", at_table(show_log)),
        make_command("replay", at_table(replay), turn=offered_turns, to=offered_turns),
        make_command("review", review, table=finished_tables),
        for_accounts(make_command("play", play_computers, game=games, opponent=opponents())),
        for_accounts(make_command("mygames", show_my_tables)),
        make_command("stats", show_stats),
        for_accounts(make_command("help", show_topic, topic=offered_topics, game=games)),
        for_accounts(
            make_command("learn", learn, game=[one for one in games if one.value in taught()], answer=offered_answers)
        ),
    ]
