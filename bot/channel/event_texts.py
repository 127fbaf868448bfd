"""What people have done at a table apart from the game, in sentences: for posts, and between the moves in the log."""

from collections.abc import Callable, Sequence

from bot.channel.table_words import person_name
from rules.errors import N_
from rules_service import LogLine
from rules_service.computers import SIGN, signed
from rules_service.pace import PACE
from rules_service.votes import BY_ONE, MODERATOR
from storage import LineKind, NoticeKind, VoteKind
from wording import Words, language_name
from wording.option_words import TABLE

# The arguments are the line, the name of the other person it is about, and the language.
Sentence = Callable[[LogLine, str, Words], str]


def event(template: str, values: Callable[[LogLine, Words], dict[str, str]] = lambda line, w: {}) -> Sentence:
    """Return a sentence about a player and perhaps another person, with ``values`` of the line."""
    return lambda line, other, w: w._(
        template, **{"player": person_name(line.name, w), "other": person_name(other, w)} | values(line, w)
    )


def pace_changed(line: LogLine, other: str, w: Words) -> str:
    """Say that the pace has changed: by agreement, or because a live session is over."""
    pace = TABLE[PACE.id].value(line.text, w)
    if line.name:
        return w._(
            "Everyone agreed to {name}’s request: the pace is now {pace}.", name=person_name(line.name, w), pace=pace
        )
    return w._("Nobody has played for an hour, so the pace is now {pace}. All timers restart.", pace=pace)


def put_to_sleep(line: LogLine, other: str, w: Words) -> str:
    """Say that the table was put to sleep by a person, or fell asleep by itself."""
    if not line.name:
        return w._("Nobody has played for a long time, so the table has gone to sleep.")
    if line.text == MODERATOR:
        return w._("{player}, a moderator of this channel, put the table to sleep.", player=person_name(line.name, w))
    if line.text == BY_ONE:
        return w._("{player} put the table to sleep.", player=person_name(line.name, w))
    return w._("{player} and others put the table to sleep.", player=person_name(line.name, w))


def time_off(line: LogLine, w: Words) -> dict[str, str]:
    """Return when a player's time off begins and ends."""
    begins, _, ends = line.text.partition(" ")
    return {"begins": begins, "ends": ends}


def computer_player(line: LogLine, w: Words) -> dict[str, str]:
    """Return the name of a computer player, with its sign."""
    return {"player": person_name(line.name if line.name.startswith(SIGN) else signed(line.name), w)}


# The key is the kind of the line.
SHOWN_IN_POSTS: dict[LineKind | NoticeKind, Sentence] = {
    LineKind.RETURN: event(N_("{player} is back in their seat.")),
    LineKind.STANDIN: event(N_("A computer now plays for {player}.")),
    LineKind.SIMPLER: event(N_("{player} ran out of time to think and moved at a simpler level."), computer_player),
    LineKind.NO: event(N_("{player} voted no.")),
    LineKind.UNASK: event(N_("{player} withdrew the vote.")),
    LineKind.PACE: pace_changed,
    LineKind.BACK: event(
        N_("Everyone agreed: {name} has undone a turn. Draws will come out the same."),
        lambda line, w: {"name": person_name(line.name, w)},
    ),
    LineKind.GONE: event(N_("{player} has left this server.")),
    LineKind.LATE: event(N_("{player} is late. The others can decide how to go on.")),
    LineKind.AWAY: event(N_("{player} is away from <t:{begins}:D> until <t:{ends}:D>."), time_off),
    LineKind.HERE: event(N_("{player} is here and takes some more time.")),
    LineKind.SLEEP: put_to_sleep,
    LineKind.WAKE: event(N_("{player} woke the table. All timers restart.")),
    LineKind.REST: event(
        N_("Everyone agreed to {player}’s request: the table is paused until {date}."),
        lambda line, w: {"date": f"<t:{line.text}:D>"},
    ),
    LineKind.RESTED: event(N_("{player} ended the pause.")),
    LineKind.KEEP: event(N_("{player} is keeping the table awake.")),
    LineKind.LANGUAGE: event(
        N_("{player} set this table’s language to {language}."), lambda line, w: {"language": language_name(line.text)}
    ),
}
ONLY_IN_LOG: dict[LineKind | NoticeKind, Sentence] = {
    LineKind.JOIN: event(N_("{player} took {other}’s free seat.")),
    LineKind.LEAVE: event(N_("{player} left the table.")),
    LineKind.FREE: event(N_("{other}’s seat was opened to new players.")),
    LineKind.UNVOTE: event(N_("{player} withdrew a vote.")),
    LineKind.PLACE: event(N_("The table moved to another channel.")),
    LineKind.MORE: event(N_("{player} asked for more time.")),
    LineKind.CANCEL: event(N_("The table was ended.")),
    LineKind.YES: event(N_("{player} voted yes.")),
    NoticeKind.FIRST_REMINDER: event(N_("{player} got a reminder.")),
    NoticeKind.SECOND_REMINDER: event(N_("{player} got a second reminder.")),
    NoticeKind.NUDGE: event(N_("{player} nudged {other}.")),
}
TABLE_EVENTS = SHOWN_IN_POSTS | ONLY_IN_LOG
# Lines about votes: `LineKind.ASK`, or `LineKind.VOTE` in older versions, and what the vote is for.
VOTE_EVENTS: dict[tuple[LineKind, str], Sentence] = {
    (LineKind.VOTE, "end"): event(N_("{player} voted to end the game.")),
    (LineKind.VOTE, "free"): event(N_("{player} voted to free {other}’s seat.")),
    (LineKind.VOTE, "place"): event(N_("{player} voted to move the table to another channel.")),
    (LineKind.ASK, PACE.id): event(N_("{player} asked the others to change the pace.")),
    (LineKind.ASK, VoteKind.FREE_SEAT): event(N_("{player} asked the others to open a seat to new players.")),
    (LineKind.ASK, VoteKind.STAND_IN): event(N_("{player} asked the others to let a computer play for {other}.")),
    (LineKind.ASK, VoteKind.SLEEP): event(N_("{player} asked the others to put the table to sleep.")),
    (LineKind.ASK, VoteKind.CLOSE): event(N_("{player} asked the others to end the game.")),
    (LineKind.ASK, VoteKind.PAUSE): event(N_("{player} asked the others to pause the table.")),
    (LineKind.ASK, VoteKind.UNDO): event(N_("{player} asked the others to undo a turn.")),
    (LineKind.ASK, VoteKind.START_OVER): event(N_("{player} asked the others to start over.")),
    (LineKind.ASK, VoteKind.MOVE): event(N_("{player} asked the others to move the table.")),
}


def small_print(lines: Sequence[LogLine], w: Words) -> str:
    """Return what people have done as the small print of a post, one line each."""
    return "\n".join(f"-# {SHOWN_IN_POSTS[line.kind](line, '', w)}" for line in lines if line.kind in SHOWN_IN_POSTS)
