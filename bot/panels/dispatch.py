"""From the custom id of a press to the action that answers it, and from a refusal to the words of its table."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import wording
from bot.channel.table_words import seat_names, speaker_of
from bot.context import Press, Request
from bot.panels import (
    board_panel,
    help_panel,
    history,
    lobby_panel,
    manage,
    opening,
    personal,
    plan,
    search,
    stats,
    table_acts,
    turn,
)
from bot.ui.message import Id, read_id, typed_texts
from bot.ui.reply import Interaction, Refusal, attend
from games import GAMES
from rules.errors import N_, RulesError


@dataclass(frozen=True)
class Action:
    """What a press does."""

    handler: Callable[[Press], Awaitable[None]]
    opens: bool = False  # The answer is a new ephemeral message; otherwise the pressed message may be edited.
    here: bool = False  # It changes a lobby or a public board, so it is possible only where the table is.
    form: bool = False  # The answer is a form, before which the response can't be deferred.


ACTIONS = {
    "turn": Action(plan.show_turn, opens=True),
    "pick": Action(turn.pick),
    "ask": Action(turn.show_again),
    "undo": Action(turn.undo),
    "hush": Action(turn.disable_advice),
    "more": Action(turn.show_more),
    "details": Action(turn.show_details),
    "recap": Action(turn.show_recap, opens=True),
    "hint": Action(turn.show_hint),
    "plan": Action(plan.show),
    "ppick": Action(plan.pick),
    "pask": Action(plan.show),
    "pmore": Action(plan.show_more),
    "pdetails": Action(plan.show_details),
    "pundo": Action(plan.change),
    "pself": Action(plan.change),
    "pplay": Action(plan.play_shown),
    "anew": Action(table_acts.act, opens=True),
    "whatnow": Action(table_acts.what_now, opens=True),
    "here": Action(table_acts.act, opens=True),
    "sleep": Action(table_acts.act, opens=True),
    "wake": Action(opening.wake, opens=True),
    "awake": Action(table_acts.act, opens=True),
    "again": Action(lobby_panel.again, here=True),
    "leave": Action(table_acts.leave, here=True),
    "quit": Action(lobby_panel.quit_seat, here=True),
    "stay": Action(lobby_panel.stay, here=True),
    "start": Action(lobby_panel.start, here=True),
    "ready": Action(table_acts.act, opens=True),
    "invite": Action(lobby_panel.ask_whom, opens=True, here=True),
    "whom": Action(lobby_panel.invite_chosen, here=True),
    "accept": Action(table_acts.act, opens=True),
    "decline": Action(table_acts.act, opens=True),
    "alone": Action(lobby_panel.start_alone, here=True),
    "colour": Action(lobby_panel.show_colours, opens=True, here=True),
    "paint": Action(lobby_panel.choose_colour, here=True),
    "seal": Action(lobby_panel.show_seal, opens=True),
    "time": Action(table_acts.act, opens=True),
    "nudge": Action(table_acts.act, opens=True),
    "options": Action(lobby_panel.show_options, opens=True, here=True),
    "settings": Action(lobby_panel.turn_page, here=True),
    "choose": Action(lobby_panel.choose_option, here=True),
    "welcome": Action(opening.start_pressed),
    "speak": Action(opening.speak),
    "open": Action(opening.open_chosen),
    "where": Action(opening.ask_game_there),
    "instead": Action(opening.open_instead),
    "close": Action(table_acts.act, here=True),
    "end": Action(table_acts.act, here=True),  # older posts say this for "close"
    "free": Action(table_acts.act, here=True),
    "endrest": Action(table_acts.act, opens=True),
    "say": Action(table_acts.act, opens=True),
    "view": Action(board_panel.view, opens=True),
    "part": Action(board_panel.show_part),
    "log": Action(history.show_log, opens=True),
    "pages": Action(history.turn_page),
    "forget": Action(personal.forget, opens=True, form=True),
    "forgotten": Action(personal.forgotten, opens=True),
    "remember": Action(personal.cancel_deletion),
    "unblock": Action(personal.unblock),
    "putaway": Action(personal.put_away),
    "note": Action(personal.write_note, opens=True, form=True),
    "noted": Action(personal.save_note, opens=True),
    "seek": Action(search.show_search, opens=True),
    "seekset": Action(search.change_search),
    "seekgo": Action(search.put_on),
    "seekoff": Action(search.take_off),
    "clock": Action(personal.ask_clock),
    "hours": Action(personal.ask_clock, opens=True),
    "hour": Action(personal.ask_city),
    "computers": Action(lobby_panel.show_computers, opens=True, here=True),
    "addcomp": Action(lobby_panel.add_computer, here=True),
    "delcomp": Action(lobby_panel.remove_computer, here=True),
    "begin": Action(table_acts.act_in_place, here=True),
    "standin": Action(table_acts.act, here=True),
    "myseat": Action(table_acts.act, opens=True),
    "help": Action(help_panel.show_topic, opens=True),
    "topic": Action(help_panel.show_topic),
    "about": Action(help_panel.show_rules),
    "prefer": Action(personal.choose_preference),
    "preferences": Action(personal.turn_page),
    "quiet": Action(personal.choose_hour),
    "learn": Action(help_panel.show_lesson, opens=True),
    "lesson": Action(help_panel.answer_lesson),
    "replay": Action(history.replay_post, opens=True),
    "rewind": Action(history.rewind),
    "eyes": Action(history.rewind),
    "file": Action(history.give_file, opens=True),
    "review": Action(history.review, opens=True),
    "reviewtext": Action(history.show_review_text, opens=True),
    "stopreview": Action(history.stop_review, opens=True),
    "mistakes": Action(history.show_mistakes, opens=True),
    "watch": Action(history.watch_turn, opens=True),
    "stats": Action(stats.show_stats_of),
    "publish": Action(stats.publish, opens=True),
    "join": Action(lobby_panel.join, here=True),
    "sit": Action(lobby_panel.sit_down, here=True),
    "seatback": Action(table_acts.act_in_place, here=True),
    "back": Action(table_acts.preview_undo, opens=True),
    "askback": Action(table_acts.ask_undo),
    "manage": Action(manage.handle),
    "lookback": Action(table_acts.show_asked_undo, opens=True),
}


async def dispatch(interaction: Interaction, custom_id: Id) -> None:
    """Do what the custom id says, and answer. Never raises."""
    action = ACTIONS.get(custom_id.action)
    data: Any = interaction.data or {}
    press = Press(interaction, custom_id, data.get("values") or [*typed_texts(data.get("components"))])

    async def work() -> None:
        if action is None:
            raise Refusal(N_("This button belongs to an older version of me. Please use `/table show`."))
        # Of most tables it is enough to know where they are.
        if press.table_id and not press.is_at(await press.service.read.place(press.table_id)):
            await press.accessible_table(press.table_id, here=action.here)
        await action.handler(press)

    await attend(interaction, work, opens=action is None or action.opens, form=action is not None and action.form)


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
        return wording.refusal(
            error, w, lambda word: game.name_of(word, w), names=seat_names(info), colours=info.colours
        )
    return speaker_of(info, view, w.lang).refusal(error)
