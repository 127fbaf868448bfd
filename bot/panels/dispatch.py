"""Find the action for the custom id of a pressed button, and carry it out."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.context import Interaction, Press
from bot.handling import handle
from bot.panels import (
    board_panel,
    daily,
    help_panel,
    history,
    lobby_panel,
    manage,
    opening,
    personal,
    plan,
    search,
    server_stats,
    stats,
    table_acts,
    tries,
    turn,
)
from bot.ui.message import Id, typed_texts
from bot.ui.reply import Refusal, sent_data
from rules.errors import N_


@dataclass(frozen=True)
class Action:
    """The action of a button: its handler, and how to call it."""

    handler: Callable[[Press], Awaitable[None]]
    new_message: bool = False  # The answer is a new ephemeral message; otherwise the pressed message may be edited.
    only_there: bool = False  # The action changes a lobby or a public board, so it is possible only where the table is.
    form: bool = False  # The answer is a form, before which the response can't be deferred.


ACTIONS = {
    "turn": Action(plan.show_turn, new_message=True),
    "pick": Action(turn.pick),
    "ask": Action(turn.show_again),
    "undo": Action(turn.undo),
    "hush": Action(turn.disable_advice),
    "more": Action(turn.show_again),
    "details": Action(turn.show_again),
    "others": Action(turn.show_again),
    "recap": Action(turn.show_recap, new_message=True),
    "hint": Action(turn.show_hint),
    "plan": Action(plan.show),
    "ppick": Action(plan.pick),
    "pask": Action(plan.show),
    "pmore": Action(plan.show),
    "pdetails": Action(plan.show),
    "pothers": Action(plan.show),
    "psave": Action(plan.save),
    "prest": Action(plan.show_rest),
    "pundo": Action(plan.change),
    "pkeep": Action(plan.change),
    "pself": Action(plan.change),
    "pplay": Action(plan.play_shown),
    "anew": Action(table_acts.handle_act, new_message=True),
    "whatnow": Action(table_acts.what_now, new_message=True),
    "here": Action(table_acts.handle_act, new_message=True),
    "sleep": Action(table_acts.handle_act, new_message=True),
    "wake": Action(opening.wake, new_message=True),
    "awake": Action(table_acts.handle_act, new_message=True),
    "again": Action(lobby_panel.again, only_there=True),
    "leave": Action(table_acts.leave_lobby, only_there=True),
    "quit": Action(table_acts.handle_act_in_place, only_there=True),  # older panels say this for "leave now"
    "stay": Action(manage.handle_press),  # of older panels
    "start": Action(lobby_panel.start, only_there=True),
    "ready": Action(table_acts.handle_act, new_message=True),
    "invite": Action(lobby_panel.ask_whom, new_message=True, only_there=True),
    "whom": Action(lobby_panel.invite_chosen, only_there=True),
    "accept": Action(table_acts.handle_act, new_message=True),
    "decline": Action(table_acts.handle_act, new_message=True),
    "alone": Action(lobby_panel.start_alone, only_there=True),
    "colour": Action(lobby_panel.show_colours, new_message=True, only_there=True),
    "paint": Action(lobby_panel.choose_colour, only_there=True),
    "seal": Action(lobby_panel.show_seal, new_message=True),
    "time": Action(table_acts.handle_act, new_message=True),
    "nudge": Action(table_acts.handle_act, new_message=True),
    "options": Action(lobby_panel.show_options, new_message=True, only_there=True),
    "settings": Action(lobby_panel.turn_page, only_there=True),
    "choose": Action(lobby_panel.choose_option, only_there=True),
    "welcome": Action(opening.start_pressed),
    "speak": Action(opening.speak),
    "open": Action(opening.open_chosen),
    "where": Action(opening.ask_game_there),
    "instead": Action(opening.open_instead),
    "close": Action(table_acts.handle_act, only_there=True),
    "end": Action(table_acts.handle_act, only_there=True),  # older posts say this for "close"
    "free": Action(table_acts.handle_act, only_there=True),
    "endrest": Action(table_acts.handle_act, new_message=True),
    "say": Action(table_acts.handle_act, new_message=True),
    "view": Action(board_panel.view, new_message=True),
    "part": Action(board_panel.show_part),
    "log": Action(history.show_log, new_message=True),
    "pages": Action(history.turn_page),
    "forget": Action(personal.forget, new_message=True, form=True),
    "forgotten": Action(personal.forgotten, new_message=True),
    "remember": Action(personal.cancel_deletion),
    "unblock": Action(personal.unblock),
    "putaway": Action(personal.put_away),
    "note": Action(personal.write_note, new_message=True, form=True),
    "noted": Action(personal.save_note, new_message=True),
    "seek": Action(search.show_search, new_message=True),
    "seekset": Action(search.change_search),
    "seekgo": Action(search.put_on),
    "seekoff": Action(search.take_off),
    "clock": Action(personal.ask_clock),
    "hours": Action(personal.ask_clock, new_message=True),
    "hour": Action(personal.ask_city),
    "computers": Action(lobby_panel.show_computers, new_message=True, only_there=True),
    "addcomp": Action(lobby_panel.add_computer, only_there=True),
    "delcomp": Action(lobby_panel.remove_computer, only_there=True),
    "begin": Action(table_acts.handle_act_in_place, only_there=True),
    "standin": Action(table_acts.handle_act, only_there=True),
    "myseat": Action(table_acts.handle_act, new_message=True),
    "help": Action(help_panel.show_topic, new_message=True),
    "topic": Action(help_panel.show_topic),
    "about": Action(help_panel.show_rules),
    "prefer": Action(personal.choose_preference),
    "preferences": Action(personal.turn_page),
    "quiet": Action(personal.choose_hour),
    "learn": Action(help_panel.show_lesson, new_message=True),
    "lesson": Action(help_panel.answer_lesson),
    "replay": Action(history.replay_post, new_message=True),
    "rewind": Action(history.rewind),
    "eyes": Action(history.rewind),
    "file": Action(history.give_file, new_message=True),
    "review": Action(history.review, new_message=True),
    "reviewtext": Action(history.show_review_text, new_message=True),
    "stopreview": Action(history.stop_review, new_message=True),
    "mistakes": Action(history.show_mistakes, new_message=True),
    "watch": Action(history.watch_turn, new_message=True),
    "try": Action(tries.show, new_message=True),
    "task": Action(tries.show),
    "tmore": Action(tries.show),
    "tdetails": Action(tries.show),
    "tothers": Action(tries.show),
    "tpick": Action(tries.pick),
    "tundo": Action(tries.undo),
    "tagain": Action(tries.again),
    "tbest": Action(tries.show_best),
    "tshare": Action(tries.share, new_message=True),
    "stats": Action(stats.show_stats_of),
    "publish": Action(stats.publish, new_message=True),
    "season": Action(server_stats.show_server_stats_of),
    "showseason": Action(server_stats.publish, new_message=True),
    "today": Action(daily.show, new_message=True),
    "daily": Action(daily.show),
    "dailystart": Action(daily.ask_start),
    "dailygo": Action(daily.start),
    "dailyon": Action(daily.go_on),
    "dailyend": Action(daily.ask_end),
    "dailyleft": Action(daily.give_up),
    "dailyshow": Action(daily.publish, new_message=True),
    "dailyhide": Action(daily.withdraw),
    "dailybest": Action(daily.show_best),
    "dailyproof": Action(daily.show_proof),
    "join": Action(lobby_panel.join, only_there=True),
    "sit": Action(lobby_panel.sit_down, only_there=True),
    "seatback": Action(table_acts.handle_act_in_place, only_there=True),
    "back": Action(table_acts.preview_undo, new_message=True),
    "askback": Action(table_acts.ask_undo),
    "manage": Action(manage.handle_press),
    "lookback": Action(table_acts.show_asked_undo, new_message=True),
}


async def dispatch(interaction: Interaction, custom_id: Id) -> None:
    """Carry out the action of the custom id, and answer. Errors are explained to the person, not raised."""
    action = ACTIONS.get(custom_id.action)
    data = sent_data(interaction)
    press = Press(interaction, custom_id, data.get("values") or [*typed_texts(data.get("components"))])

    async def work() -> None:
        if action is None:
            raise Refusal(N_("This button belongs to an older version of me. Please use `/table show`."))
        # For most actions it is enough to know where the table is.
        if press.table_id and not press.is_at(await press.service.read.place(press.table_id)):
            await press.accessible_table(press.table_id, only_there=action.only_there)
        await action.handler(press)

    await handle(
        interaction, work, new_message=action is None or action.new_message, form=action is not None and action.form
    )
