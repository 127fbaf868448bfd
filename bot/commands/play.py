"""Commands for playing and viewing: ``/move``, ``/undo``, ``/board``, ``/log``, ``/replay``, ``/help`` and others.

*Board as text* is a command in the menu of each message, for the bot's posts.
"""

from collections.abc import Mapping
from functools import lru_cache

import discord
from discord import app_commands, ui

from bot.channel.table_words import LEVEL_NAMES, speaker
from bot.commands.command import (
    MAX_CHOICES,
    Choices,
    Command,
    Handler,
    at_table,
    choices_of,
    for_accounts,
    game_choices,
    make_command,
    named_table,
    offering,
    table_here,
    turn_here,
    waiting_for,
)
from bot.commands.moves import MAX_QUOTE, lone_line, meant, move_choices, play_text
from bot.computers import can_play
from bot.context import Request
from bot.panels import board_panel, history, opening
from bot.panels import plan as plan_panel
from bot.panels.help_panel import (
    DEFAULT_GAME,
    NEXT,
    lesson_turn,
    show_help,
    show_lessons,
    show_step,
    suggestions,
    take_answer,
    taught,
)
from bot.panels.personal import show_my_tables
from bot.panels.table_acts import offer_undo
from bot.panels.turn import show_panel, turn_of
from bot.panels.turn_parts import Turn, commands_of
from bot.ui.message import read_id
from bot.ui.reply import Interaction, Refusal, attend
from rules.errors import N_, CannotUndo
from rules_service.plans import NOTHING_TO_PLAN, PLAN_ENDS
from wording import find
from wording.text_limits import short

TurnNumber = app_commands.Range[int, 0, 9999]
Steps = app_commands.Range[int, 1, 99]
# Translators: a command in the menu of a message, at most 32 characters.
BOARD_AS_TEXT = N_("Board as text")
NOT_MINE = N_("That isn’t a post of mine. *Board as text* is for the posts of a table.")
NO_TABLE = N_("That message isn’t about a table. *Board as text* is for the posts of a table.")
NOW = N_("-# This is the board now; the post is older.")


@offering
async def offered_moves(request: Request, typed: str) -> Choices:
    """Offer the legal moves that match, or a line that says whose turn it is."""
    mine = await turn_here(request)
    if mine is None or not mine.moves:
        whose = await waiting_for(request)
        return lone_line(whose, typed) if whose else []
    none = {"said": short(typed.strip(), MAX_QUOTE), "commands": commands_of(mine)}
    return move_choices(mine, typed) or lone_line(
        mine.words._("Nothing matches “{said}”. Next: {commands}", **none), typed
    )


async def undo(request: Request, steps: Steps = 1) -> None:
    """Undo the player's own steps, back to the last one that revealed something."""
    mine = await turn_of(request)
    try:
        outcome = await request.service.play.undo(request.table_id, request.user_id, steps, interaction=request.id)
    except CannotUndo as error:
        if not await offer_undo(request, mine.speaker.refusal(error)):
            raise
        return
    await show_panel(request, Turn(outcome.snapshot, mine.seat, mine.lang), note=mine.words._("Undone."))


def board_shower(*, own: bool) -> Handler:
    """Return the handler that shows the board or the own view, in words if they or one of their parts are typed."""

    async def show(request: Request, text: bool = False, part: str = "") -> None:
        seat = (await request.info()).seat_of(request.user_id) if own else None
        if not text and not part:
            await board_panel.show_board(request, seat)
            return
        parts = await parts_of(request)
        meant = [part] if part in parts else meant_parts(part, parts)
        if part and not meant:
            raise Refusal(N_("There is no such part. Available: {parts}."), parts=tuple(parts.values()))
        await board_panel.read_board(request, seat, meant[0] if part else "")

    return show


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
    await history.show_turns(request, turn, to)


@offering
async def offered_turns(request: Request, typed: int | str) -> Choices:
    """Offer the turns that can be replayed."""
    game = await history.played(request.at(await table_here(request)))
    turns = [(turn.number, game.label(turn, request.words)) for turn in reversed(game.turns)]
    fitting = [(number, text) for number, text in turns if str(typed).casefold() in text.casefold()]
    return [app_commands.Choice(name=text[:100], value=number) for number, text in fitting[:MAX_CHOICES]]


async def review(request: Request, table: str = "", text: bool = False) -> None:
    """Show the review of the finished game at a table, or start it."""
    await history.review(request.at(await named_table(request, table)), text)


@offering
async def finished_tables(request: Request, typed: str) -> Choices:
    """Offer the person's finished games, the last one first."""
    tables = await request.service.read.finished_tables(request.user_id, MAX_CHOICES)
    fitting = [info for info in tables if str(info.id).startswith(typed.strip()) and can_play(info.game)]
    return choices_of(fitting)


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
        await take_answer(request, step, tuple(meant(step, answer).split()))
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
    return move_choices(step, typed, counted=False)


async def play_computers(request: Request, game: str = "", opponent: str = "") -> None:
    """Start a game against a computer player, or alone. What isn't said is asked."""
    if game and opponent:
        alone = opponent == opening.SOLO
        await opening.open_table(request, opening.NewTable(game, alone=alone, against="" if alone else opponent))
    else:
        await opening.show_computers(request, game)


async def plan(
    request: Request, move: str = "", undo: Steps | None = None, for_me: bool | None = None, play: bool = False
) -> None:
    """Show the plan of the next turn, or change it, or play it once the turn has begun."""
    found, plans, once = await plan_panel.plan_of(request), request.service.plans, request.id
    if found.due:
        await (plan_panel.play(request, found.row.revision) if play else plan_panel.show_plan(request, found))
    elif play:
        raise Refusal(N_("It isn’t your turn yet. `/plan for_me:True` plays your plan for you once it is."))
    elif move:
        if found.course is None or found.course.ended:
            raise Refusal(NOTHING_TO_PLAN if found.course is None else PLAN_ENDS)
        chosen = meant(plan_panel.plan_turn(found, request.lang), move)
        await plan_panel.show_changed(request, plans.add(found, chosen, interaction=once))
    elif undo:
        await plan_panel.show_changed(request, plans.undo(found, undo, interaction=once))
    elif for_me is not None:
        await plan_panel.show_changed(request, plans.by_itself(found, wanted=for_me, interaction=once))
    else:
        await plan_panel.show_plan(request, found)


@offering
async def offered_plan_moves(request: Request, typed: str) -> Choices:
    """Offer the legal moves of the plan that match."""
    found = await plan_panel.plan_of(request.at(await table_here(request)))
    if found.due or found.course is None or found.course.ended:
        return []
    return move_choices(plan_panel.plan_turn(found, request.lang), typed)


@lru_cache(maxsize=1)
def board_menu() -> app_commands.ContextMenu:
    """Return *Board as text*, cached for all bots of this process."""

    async def callback(interaction: Interaction, message: discord.Message) -> None:
        await attend(interaction, lambda: read_post(Request(interaction), message), opens=True)

    return app_commands.ContextMenu(name=app_commands.locale_str(BOARD_AS_TEXT), callback=callback)


async def read_post(request: Request, message: discord.Message) -> None:
    """Show the public board of the table that a message is about, in words, as it is now.

    The message is a recorded post, or has buttons about the table, as a notification has. Raises Refusal if it isn't
    the bot's or not about a table, and NoTable if the person can't use the table from here.
    """
    if message.author != request.app.client.user:
        raise Refusal(NOT_MINE)
    post = await request.app.storage.outbox.post(message.id)
    ids = [getattr(item, "custom_id", None) for item in ui.LayoutView.from_message(message).walk_children()]
    named = next((press.table for one in ids if (press := read_id(one))), 0)
    table_id = post.table_id if post else named
    if not table_id:
        raise Refusal(NO_TABLE)
    info = await request.accessible_table(table_id)
    older = post is not None and not post.live
    await board_panel.read_board(request.at(info), None, note=request.words._(NOW) if older else "")


def play_commands() -> list[Command]:
    """Return what a player can do at the table of the channel, and look up anywhere."""
    games, levels = game_choices(), {**LEVEL_NAMES, opening.SOLO: N_("nobody: play alone")}
    opponents = [app_commands.Choice(name=app_commands.locale_str(name), value=one) for one, name in levels.items()]
    return [
        make_command("move", at_table(play_text), move=offered_moves),
        make_command("undo", at_table(undo)),
        make_command("turn", at_table(plan_panel.show_turn)),
        make_command("board", at_table(board_shower(own=False)), part=offered_parts),
        make_command("view", at_table(board_shower(own=True)), part=offered_parts),
        make_command("log", at_table(history.show_log)),
        make_command("replay", at_table(replay), turn=offered_turns, to=offered_turns),
        make_command("review", review, table=finished_tables),
        for_accounts(make_command("play", play_computers, game=games, opponent=opponents)),
        for_accounts(make_command("mygames", show_my_tables)),
        make_command("stats", history.show_stats),
        make_command("plan", at_table(plan), move=offered_plan_moves),
        for_accounts(make_command("help", show_topic, topic=offered_topics, game=games)),
        for_accounts(
            make_command("learn", learn, game=[one for one in games if one.value in taught()], answer=offered_answers)
        ),
    ]
