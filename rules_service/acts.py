"""All acts on a table: who may, what each decides, and what it looks up first. `RulesService.act` carries them out."""

from rules_service import act, escalation, lobby, membership, votes
from rules_service.act import Act

# In a lobby
SET_OPTIONS = Act(act.host, lobby.set_options)
ADD_COMPUTER = Act(act.host, lobby.add_computer, lobby.free_computer)
REMOVE = Act(act.host, lobby.remove)
INVITE = Act(act.host, lobby.invite, lobby.known)
DECLINE = Act(lobby.invitation, lobby.decline)
CHOOSE_COLOUR = Act(act.lobby_seat, membership.choose_colour)
READY = Act(act.lobby_seat, lobby.ready)
START = Act(lobby.starter, lobby.start)

# At any table
JOIN = Act(act.anyone, lobby.join, membership.newcomer_with_room)
LEAVE = Act(act.open_seat, membership.leave)
MOVE = Act(act.open_seat, votes.move, votes.free_channel)
SET_LANGUAGE = Act(act.host_or_running_seat, membership.set_language)
KEEP_AWAKE = Act(act.host_or_running_seat, escalation.keep_awake, act.log)
CLOSE = Act(act.anyone, votes.close)
FREE = Act(act.open_seat, votes.free)

# In a running game
PROPOSE = Act(act.running_seat, votes.open_vote)
PROPOSE_PAUSE = Act(act.running_seat, votes.propose_pause)
END_PAUSE = Act(act.running_seat, votes.end_pause)
START_OVER = Act(act.running_seat, votes.start_over)
ANSWER = Act(act.seat, votes.answer)
ASK_FOR_SEAT = Act(act.anyone, votes.ask_for_seat, membership.newcomer)
TAKE_SEAT_BACK = Act(act.running_seat, membership.take_seat_back)
CONFIRM_PRESENCE = Act(act.running_seat, escalation.confirm_presence)
MORE_TIME = Act(act.open_seat, escalation.more_time, act.log)
SLEEP = Act(act.running_seat, escalation.sleep)
WAKE = Act(act.seat, escalation.wake, escalation.where_and_when)

# Of moderators
CLOSE_AS_MODERATOR = Act(votes.moderator, votes.close_as_moderator, act.player)
FREE_AS_MODERATOR = Act(votes.moderator, votes.free, act.player)
SLEEP_AS_MODERATOR = Act(escalation.running_moderator, escalation.sleep_as_moderator, act.player)

# Of the bot itself
NOTE_ABSENCE = Act(act.seat, membership.note_absence)
NOTE_RETURN = Act(act.seat, membership.note_return)
MARK_LEFT_SERVER = Act(act.anyone, escalation.mark_left_server)
START_REPLY_WINDOW = Act(act.anyone, escalation.start_reply_window)
LEAVE_IF_FORGOTTEN = Act(act.anyone, membership.leave_if_forgotten)
