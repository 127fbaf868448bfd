"""All acts on a table, each with its guard, decision and look-up. `RulesService.act` carries them out."""

from rules_service import act, escalation, lobby, membership, votes
from rules_service.act import Act

# Acts in a lobby.
set_options = Act(act.host, lobby.set_options)
add_computer = Act(act.host, lobby.add_computer, lobby.free_computer)
remove = Act(act.host, lobby.remove)
invite = Act(act.host, lobby.invite, lobby.known)
decline = Act(lobby.invitation, lobby.decline)
choose_colour = Act(act.lobby_seat, membership.choose_colour)
ready = Act(act.lobby_seat, lobby.ready)
start = Act(lobby.starter, lobby.start, in_daily=True)

# Acts at any table.
join = Act(act.anyone, lobby.join, membership.newcomer_with_room)
leave = Act(act.open_seat, membership.leave, in_daily=True)
move = Act(act.open_seat, votes.move, votes.free_channel)
set_language = Act(act.host_or_running_seat, membership.set_language)
keep_awake = Act(act.host_or_running_seat, escalation.keep_awake, act.log)
close = Act(act.anyone, votes.close)
free = Act(act.open_seat, votes.free)

# Acts in a running game.
propose = Act(act.running_seat, votes.open_vote)
propose_pause = Act(act.running_seat, votes.propose_pause)
end_pause = Act(act.running_seat, votes.end_pause)
start_over = Act(act.running_seat, votes.start_over)
answer = Act(act.seat, votes.answer)
ask_for_seat = Act(act.anyone, votes.ask_for_seat, membership.newcomer)
take_seat_back = Act(act.running_seat, membership.take_seat_back)
confirm_presence = Act(act.running_seat, escalation.confirm_presence)
more_time = Act(act.open_seat, escalation.more_time, act.log)
sleep = Act(act.running_seat, escalation.sleep)
wake = Act(act.seat, escalation.wake, escalation.where_and_when)

# Acts of moderators.
close_as_moderator = Act(votes.closing_moderator, votes.close_as_moderator, act.player)
free_as_moderator = Act(votes.moderator, votes.free, act.player)
sleep_as_moderator = Act(escalation.running_moderator, escalation.sleep_as_moderator, act.player)

# Acts of the bot itself.
note_absence = Act(act.seat, membership.note_absence)
note_return = Act(act.seat, membership.note_return)
mark_left_server = Act(act.anyone, escalation.mark_left_server)
start_reply_window = Act(act.anyone, escalation.start_reply_window)
leave_if_forgotten = Act(act.anyone, membership.leave_if_forgotten, in_daily=True)
