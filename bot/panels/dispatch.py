"""From the custom id of a press to the action that answers it, and from a refusal to the words of its table."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import wording
from bot.access import must_be_accessible
from bot.channel.table_words import names, speaker
from bot.context import Request
from bot.panels import (
    board_panel,
    computer_seats,
    find_players,
    help_panel,
    learn,
    lobby_panel,
    log,
    me,
    note,
    opening,
    options_panel,
    plan,
    preferences_panel,
    replay_panel,
    review_panel,
    stats,
    table_acts,
    turn,
    undo_request,
)
from bot.ui import Interaction
from bot.ui.errors import Refusal
from bot.ui.message import Id, read_id, typed
from bot.ui.reply import attend
from games import GAMES
from rules.errors import N_, RulesError


@dataclass(frozen=True)
class Action:
    """What a press does. ``opens``: the answer is a new ephemeral message; otherwise the pressed message may be edited.

    ``here``: it changes a lobby or a public board, so it is possible only where the table is.
    """

    handler: Callable[[Request], Awaitable[None]]
    opens: bool = False
    here: bool = False


ACTIONS = {
    "turn": Action(turn.show_turn, opens=True),
    "pick": Action(turn.pick),
    "ask": Action(turn.show_again),
    "undo": Action(turn.undo),
    "hush": Action(turn.disable_advice),
    "more": Action(turn.show_again),
    "details": Action(turn.show_again),
    "recap": Action(turn.show_recap, opens=True),
    "hint": Action(turn.show_hint),
    "plan": Action(plan.show),
    "ppick": Action(plan.pick),
    "pask": Action(plan.show),
    "pmore": Action(plan.show),
    "pdetails": Action(plan.show),
    "pundo": Action(plan.undo),
    "pself": Action(plan.choose_by_itself),
    "pplay": Action(plan.play),
    "anew": Action(table_acts.START_OVER, opens=True),
    "whatnow": Action(table_acts.what_now, opens=True),
    "here": Action(table_acts.HERE, opens=True),
    "sleep": Action(table_acts.SLEEP, opens=True),
    "wake": Action(table_acts.wake, opens=True),
    "awake": Action(table_acts.KEEP_AWAKE, opens=True),
    "again": Action(lobby_panel.again, here=True),
    "leave": Action(table_acts.LEAVE, here=True),
    "quit": Action(lobby_panel.quit_seat, here=True),
    "stay": Action(lobby_panel.stay, here=True),
    "start": Action(lobby_panel.start, here=True),
    "ready": Action(table_acts.READY, opens=True),
    "invite": Action(lobby_panel.ask_whom, opens=True, here=True),
    "whom": Action(lobby_panel.invite_chosen, here=True),
    "accept": Action(table_acts.ACCEPT, opens=True),
    "decline": Action(table_acts.DECLINE, opens=True),
    "alone": Action(lobby_panel.start_alone, here=True),
    "colour": Action(lobby_panel.ask_colour, opens=True, here=True),
    "paint": Action(lobby_panel.choose_colour, here=True),
    "seal": Action(options_panel.show_seal, opens=True),
    "time": Action(table_acts.MORE, opens=True),
    "nudge": Action(lobby_panel.nudge, opens=True),
    "options": Action(options_panel.options, opens=True, here=True),
    "settings": Action(options_panel.options, here=True),
    "choose": Action(options_panel.choose, here=True),
    "welcome": Action(opening.start_pressed),
    "speak": Action(opening.speak),
    "open": Action(lambda request: opening.open_table(request, opening.read_new_table(request.press.words))),
    "where": Action(lambda request: opening.ask_game(request, thread=request.press.words == opening.THREAD)),
    "instead": Action(opening.open_instead),
    "end": Action(table_acts.CLOSE, here=True),
    "free": Action(table_acts.FREE, here=True),
    "endrest": Action(table_acts.END_PAUSE, opens=True),
    "say": Action(table_acts.ANSWER, opens=True),
    "view": Action(board_panel.view, opens=True),
    "part": Action(board_panel.show_part),
    "log": Action(log.show_log, opens=True),
    "pages": Action(log.turn_page),
    "forget": Action(me.forget, opens=True),
    "forgotten": Action(me.forgotten, opens=True),
    "remember": Action(me.remember),
    "unblock": Action(me.unblock),
    "note": Action(note.open_form, opens=True),
    "noted": Action(lambda request: note.keep(request, request.value), opens=True),
    "seek": Action(lambda request: find_players.show_panel(request, find_players.new_search()), opens=True),
    "seekset": Action(find_players.choose),
    "seekgo": Action(find_players.put_on),
    "seekoff": Action(find_players.take_off),
    "clock": Action(preferences_panel.ask_clock),
    "hours": Action(preferences_panel.ask_clock, opens=True),
    "hour": Action(preferences_panel.ask_city),
    "computers": Action(computer_seats.open_panel, opens=True, here=True),
    "addcomp": Action(computer_seats.add, here=True),
    "delcomp": Action(computer_seats.remove, here=True),
    "begin": Action(lobby_panel.start_here, here=True),
    "standin": Action(table_acts.STAND_IN, here=True),
    "myseat": Action(computer_seats.take_back_seat, opens=True),
    "help": Action(help_panel.show_topic, opens=True),
    "topic": Action(help_panel.show_topic),
    "about": Action(help_panel.about),
    "prefer": Action(preferences_panel.choose),
    "preferences": Action(preferences_panel.turn_page),
    "quiet": Action(preferences_panel.choose_hour),
    "learn": Action(lambda request: learn.show_lessons(request, request.press.words), opens=True),
    "lesson": Action(learn.answer),
    "replay": Action(replay_panel.replay_post, opens=True),
    "rewind": Action(replay_panel.rewind),
    "eyes": Action(replay_panel.change_view),
    "file": Action(replay_panel.give_file, opens=True),
    "review": Action(review_panel.review, opens=True),
    "reviewtext": Action(review_panel.show_text, opens=True),
    "stopreview": Action(review_panel.stop, opens=True),
    "mistakes": Action(review_panel.show_mistakes, opens=True),
    "watch": Action(review_panel.watch, opens=True),
    "stats": Action(lambda request: stats.show_stats(request, request.press.words == stats.EVERYWHERE)),
    "publish": Action(stats.publish, opens=True),
    "join": Action(lobby_panel.join, here=True),
    "sit": Action(lobby_panel.sit_down, here=True),
    "seatback": Action(lobby_panel.ask_back, here=True),
    "back": Action(undo_request.preview_undo, opens=True),
    "askback": Action(undo_request.ask),
    "lookback": Action(undo_request.show_asked_undo, opens=True),
}


async def dispatch(interaction: Interaction, press: Id) -> None:
    """Do what the custom id says, and answer. Never raises."""
    action = ACTIONS.get(press.action)
    data: Any = interaction.data or {}
    request = Request(interaction, press, data.get("values") or [*typed(data.get("components"))])

    async def work() -> None:
        if action is None:
            raise Refusal(N_("This button belongs to an older version of me. Please use `/table show`."))
        if press.table:
            await must_be_accessible(request.service, interaction, press.table, here=action.here)
        await action.handler(request)

    await attend(interaction, work, opens=action is None or action.opens)


async def refused(interaction: Interaction, error: RulesError) -> str:
    """Return a refusal in the words of the table it is about, with what would be legal."""
    request = Request(interaction)
    w = request.words
    data: Any = interaction.data or {}
    press = read_id(data.get("custom_id"))
    try:
        here = None if press else await request.service.read.table_in(interaction.channel_id or 0)
        info = await request.service.read.info(press.table if press else here.id if here else 0)
        view = (await request.service.read.seen(info.id, None)).table.view(None) if info.started else None
    except RulesError:
        return wording.refusal(error, w)
    game = GAMES[info.game].words
    if view is None:
        return wording.refusal(error, w, lambda word: game.name_of(word, w), names=names(info), colours=info.colours)
    return speaker(info, view, w.lang).refusal(error)
