"""What people have done at a table apart from the game, in sentences: for posts, and between the moves in the log."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.channel.posts import called
from rules.errors import N_
from rules_service import LogLine
from rules_service.computers import SIGN, signed
from rules_service.pace import PACE
from rules_service.turn_timers import FIRST, NUDGE, SECOND
from rules_service.votes import ANEW, BACK, BY_ONE, CLOSE, FREE, MODERATOR, PLACE, REST, SLEEP, STANDIN
from storage import LineKind
from wording import Words, language_name
from wording.options import TABLE

# The arguments are the line, the name of the other person it is about, and the language.
Telling = Callable[[LogLine, str, Words], str]


@dataclass(frozen=True)
class Deed:
    """A kind of line about people: its sentence, and whether posts show it, too."""

    told: Telling
    in_posts: bool = False


def said(template: str, *, in_posts: bool = False) -> Deed:
    """Make a deed from a sentence about a player and the other person concerned."""

    def told(line: LogLine, other: str, w: Words) -> str:
        return w._(template, player=called(line.name, w), other=called(other, w))

    return Deed(told, in_posts)


def pace_changed(line: LogLine, other: str, w: Words) -> str:
    """Say that the pace has changed: by agreement, or because a live session is over."""
    pace = TABLE[PACE.id].value(line.text, w)
    if line.name:
        return w._("Everyone agreed to {name}’s request: the pace is now {pace}.", name=called(line.name, w), pace=pace)
    return w._("Nobody has played for an hour, so the pace is now {pace}. All timers restart.", pace=pace)


def gone_back(line: LogLine, other: str, w: Words) -> str:
    """Say that a turn was undone."""
    return w._("Everyone agreed: {name} has undone a turn. Draws will come out the same.", name=called(line.name, w))


def laid_to_sleep(line: LogLine, other: str, w: Words) -> str:
    """Say that the table was put to sleep by a person, or fell asleep by itself."""
    if not line.name:
        return w._("Nobody has played for a long time, so the table has gone to sleep.")
    if line.text == MODERATOR:
        return w._("{player}, a moderator of this channel, put the table to sleep.", player=called(line.name, w))
    if line.text == BY_ONE:
        return w._("{player} put the table to sleep.", player=called(line.name, w))
    return w._("{player} and others put the table to sleep.", player=called(line.name, w))


def rests(line: LogLine, other: str, w: Words) -> str:
    """Say that the table is paused."""
    return w._("Everyone agreed to {player}’s request: the table is paused until {date}.",
               player=called(line.name, w), date=f"<t:{line.text}:D>")  # fmt: skip


def gone_away(line: LogLine, other: str, w: Words) -> str:
    """Say that a player will be away."""
    begins, _, ends = line.text.partition(" ")
    return w._(
        "{player} is away from <t:{begins}:D> until <t:{ends}:D>.",
        player=called(line.name, w),
        begins=begins,
        ends=ends,
    )


def speaks_otherwise(line: LogLine, other: str, w: Words) -> str:
    """Say that posts come in another language."""
    language = language_name(line.text)
    return w._("{player} set this table’s language to {language}.", player=called(line.name, w), language=language)


def simpler(line: LogLine, other: str, w: Words) -> str:
    """Say that a computer player has moved once at a simpler level."""
    name = called(line.name if line.name.startswith(SIGN) else signed(line.name), w)
    return w._("{player} ran out of time to think and moved at a simpler level.", player=name)


DEEDS: dict[str, Deed] = {
    LineKind.JOIN: said(N_("{player} took {other}’s free seat.")),
    LineKind.RETURN: said(N_("{player} is back in their seat."), in_posts=True),
    LineKind.LEAVE: said(N_("{player} left the table.")),
    LineKind.FREE: said(N_("{other}’s seat was opened to new players.")),
    LineKind.UNVOTE: said(N_("{player} withdrew a vote.")),
    LineKind.PLACE: said(N_("The table moved to another channel.")),
    LineKind.MORE: said(N_("{player} asked for more time.")),
    LineKind.CANCEL: said(N_("The table was ended.")),
    LineKind.STANDIN: said(N_("A computer now plays for {player}."), in_posts=True),
    LineKind.SIMPLER: Deed(simpler, in_posts=True),
    LineKind.YES: said(N_("{player} voted yes.")),
    LineKind.NO: said(N_("{player} voted no."), in_posts=True),
    LineKind.UNASK: said(N_("{player} withdrew the vote."), in_posts=True),
    FIRST: said(N_("{player} got a reminder.")),
    SECOND: said(N_("{player} got a second reminder.")),
    NUDGE: said(N_("{player} nudged {other}.")),
    LineKind.PACE: Deed(pace_changed, in_posts=True),
    LineKind.BACK: Deed(gone_back, in_posts=True),
    LineKind.GONE: said(N_("{player} has left this server."), in_posts=True),
    LineKind.LATE: said(N_("{player} is late. The others can decide how to go on."), in_posts=True),
    LineKind.AWAY: Deed(gone_away, in_posts=True),
    LineKind.HERE: said(N_("{player} is here and takes some more time."), in_posts=True),
    LineKind.SLEEP: Deed(laid_to_sleep, in_posts=True),
    LineKind.WAKE: said(N_("{player} woke the table. All timers restart."), in_posts=True),
    LineKind.REST: Deed(rests, in_posts=True),
    LineKind.RESTED: said(N_("{player} ended the pause."), in_posts=True),
    LineKind.KEEP: said(N_("{player} is keeping the table awake."), in_posts=True),
    LineKind.LANGUAGE: Deed(speaks_otherwise, in_posts=True),
}
# Lines about votes: `LineKind.ASK`, or `LineKind.VOTE` in older versions, and what the vote is for.
VOTE_DEEDS: dict[tuple[LineKind, str], Deed] = {
    (LineKind.VOTE, "end"): said(N_("{player} voted to end the game.")),
    (LineKind.VOTE, "free"): said(N_("{player} voted to free {other}’s seat.")),
    (LineKind.VOTE, "place"): said(N_("{player} voted to move the table to another channel.")),
    (LineKind.ASK, PACE.id): said(N_("{player} asked the others to change the pace.")),
    (LineKind.ASK, FREE): said(N_("{player} asked the others to open a seat to new players.")),
    (LineKind.ASK, STANDIN): said(N_("{player} asked the others to let a computer play for {other}.")),
    (LineKind.ASK, SLEEP): said(N_("{player} asked the others to put the table to sleep.")),
    (LineKind.ASK, CLOSE): said(N_("{player} asked the others to end the game.")),
    (LineKind.ASK, REST): said(N_("{player} asked the others to pause the table.")),
    (LineKind.ASK, BACK): said(N_("{player} asked the others to undo a turn.")),
    (LineKind.ASK, ANEW): said(N_("{player} asked the others to start over.")),
    (LineKind.ASK, PLACE): said(N_("{player} asked the others to move the table.")),
}


def small(lines: Sequence[LogLine], w: Words) -> str:
    """Return what people have done as the small print of a post, one line each."""
    return "\n".join(f"-# {DEEDS[line.kind].told(line, '', w)}" for line in lines if in_posts(line))


def in_posts(line: LogLine) -> bool:
    """Return whether posts show a line in small print."""
    return line.kind in DEEDS and DEEDS[line.kind].in_posts
