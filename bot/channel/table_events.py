"""Sentences about people's actions at a table other than moves, for the small print of posts and for the log."""

from collections.abc import Mapping

from bot.channel.table_words import person_name
from rules.errors import N_
from rules_service import LogLine
from rules_service.computers import COMPUTER_SIGN, with_computer_sign
from rules_service.pace import PACE_OPTION
from rules_service.votes import BY_ONE, MODERATOR
from storage import LineKind, NoticeKind, VoteKind
from wording import Words, language_name
from wording.option_words import TABLE_OPTION_WORDS

# Other events are shown only in the log, or by the state of the table while it lasts.
SHOWN_IN_POSTS = (
    LineKind.RETURN,
    LineKind.SIMPLER,
    LineKind.NO,
    LineKind.UNASK,
    LineKind.PACE,
    LineKind.BACK,
    LineKind.GONE,
    LineKind.HERE,
    LineKind.SLEEP,
    LineKind.WAKE,
    LineKind.REST,
    LineKind.RESTED,
    LineKind.KEEP,
    LineKind.LANGUAGE,
)
# By the kind of a log line, or of a reminder: what happened, in words that stay true.
EVENTS: Mapping[str, str] = {
    LineKind.RETURN: N_("{player} took their seat back."),
    LineKind.STANDIN: N_("A computer took over for {player}."),
    LineKind.SIMPLER: N_("{player} ran out of thinking time and moved at a lower level."),
    LineKind.NO: N_("{player} voted no."),
    LineKind.UNASK: N_("{player} withdrew the vote."),
    LineKind.PACE: N_("Everyone agreed to {name}’s request to change the pace to: {pace}."),
    LineKind.BACK: N_("Everyone agreed: {name} has undone a turn. Draws will come out the same."),
    LineKind.GONE: N_("{player} left this server."),
    LineKind.LATE: N_("{player} was late, so the others could decide how to go on."),
    LineKind.AWAY: N_("{player} planned to be away from <t:{begins}:D> until <t:{ends}:D>."),
    LineKind.HERE: N_("{player} pressed *I am here*."),
    LineKind.SLEEP: N_("{player} and others put the table to sleep."),
    LineKind.WAKE: N_("{player} woke the table. All timers restarted."),
    LineKind.REST: N_("Everyone agreed to {player}’s request to pause the table until {date}."),
    LineKind.RESTED: N_("{player} ended the pause."),
    LineKind.KEEP: N_("{player} kept the table awake."),
    LineKind.LANGUAGE: N_("{player} set this table’s language to {language}."),
    LineKind.JOIN: N_("{player} took {other}’s free seat."),
    LineKind.LEAVE: N_("{player} left the table."),
    LineKind.FREE: N_("{other}’s seat was opened to new players."),
    LineKind.UNVOTE: N_("{player} withdrew a vote."),
    LineKind.PLACE: N_("The table moved to another channel."),
    LineKind.MORE: N_("{player} asked for more time."),
    LineKind.CANCEL: N_("The table was closed."),
    LineKind.YES: N_("{player} voted yes."),
    NoticeKind.FIRST_REMINDER: N_("{player} got a reminder."),
    NoticeKind.SECOND_REMINDER: N_("{player} got a second reminder."),
    NoticeKind.NUDGE: N_("{player} nudged {other}."),
}
# A line about a vote that began, by the kind of the vote.
ASKED: Mapping[str, str] = {
    VoteKind.PACE: N_("{player} asked the others to change the pace."),
    VoteKind.FREE_SEAT: N_("{player} asked the others to open a seat to new players."),
    VoteKind.STAND_IN: N_("{player} asked the others to let a computer play for {other}."),
    VoteKind.SLEEP: N_("{player} asked the others to put the table to sleep."),
    VoteKind.CLOSE: N_("{player} asked the others to end the game."),
    VoteKind.PAUSE: N_("{player} asked the others to pause the table."),
    VoteKind.UNDO: N_("{player} asked the others to undo a turn."),
    VoteKind.START_OVER: N_("{player} asked the others to start over."),
    VoteKind.MOVE: N_("{player} asked the others to move the table."),
}
# A line that only older versions have written, by what the person voted for.
VOTED = {
    "end": N_("{player} voted to end the game."),
    "free": N_("{player} voted to free {other}’s seat."),
    "place": N_("{player} voted to move the table to another channel."),
}
# By the line's word for who decided it.
PUT_TO_SLEEP = {
    MODERATOR: N_("{player}, a moderator of this channel, put the table to sleep."),
    BY_ONE: N_("{player} put the table to sleep."),
}
FELL_ASLEEP = N_("Nobody had played for a long time, so the table went to sleep.")
LIVE_SESSION_OVER = N_("Nobody had played for an hour, so I changed the pace to: {pace}. All timers restarted.")


def event_text(line: LogLine) -> str | None:
    """Return the text about a line of the log, or None if there is none."""
    if line.kind == LineKind.ASK:
        return ASKED.get(line.text.partition(" ")[0])
    if line.kind == LineKind.VOTE:
        return VOTED.get(line.text.partition(" ")[0])
    if line.kind == LineKind.PACE and not line.name:
        return LIVE_SESSION_OVER
    if line.kind == LineKind.SLEEP:
        return PUT_TO_SLEEP.get(line.text, EVENTS[LineKind.SLEEP]) if line.name else FELL_ASLEEP
    return EVENTS.get(line.kind)


def event_sentence(text: str, line: LogLine, other: str, w: Words) -> str:
    """Return the sentence about a line of the log. ``other``: the name of the other person involved, or ""."""
    name = (
        with_computer_sign(line.name)
        if line.kind == LineKind.SIMPLER and not line.name.startswith(COMPUTER_SIGN)
        else line.name
    )
    begins, _, ends = line.text.partition(" ")
    values = {"player": person_name(name, w), "name": person_name(name, w), "other": person_name(other, w)}
    values |= {"begins": begins, "ends": ends, "date": f"<t:{line.text}:D>"}
    if line.kind == LineKind.PACE:
        values["pace"] = TABLE_OPTION_WORDS[PACE_OPTION.id].value(line.text, w)
    if line.kind == LineKind.LANGUAGE:
        values["language"] = language_name(line.text)
    return w._(text, **values)
