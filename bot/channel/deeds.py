"""What people have done at a table apart from the game, in sentences: for posts, and between the moves in the log."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.channel.posts import called
from rules.errors import N_
from rules_service import LogLine
from rules_service.away import AWAY
from rules_service.computers import SIGN, SIMPLER, signed
from rules_service.escalation import HERE, KEEP, LATE, WAKE
from rules_service.options import LANGUAGE
from rules_service.pace import PACE
from rules_service.turn_timers import FIRST, LEFT, NUDGE, SECOND
from rules_service.votes import ANEW, BACK, BY_ONE, CLOSE, FREE, MODERATOR, PLACE, REST, RESTED, SLEEP, STANDIN
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


# The key is the kind of the line; for votes, including those of older versions, it also names their subject.
DEEDS: dict[str, Deed] = {
    "join": said(N_("{player} took {other}’s free seat.")),
    "return": said(N_("{player} is back in their seat."), in_posts=True),
    "leave": said(N_("{player} left the table.")),
    "free": said(N_("{other}’s seat was opened to new players.")),
    "vote end": said(N_("{player} voted to end the game.")),
    "vote free": said(N_("{player} voted to free {other}’s seat.")),
    "vote place": said(N_("{player} voted to move the table to another channel.")),
    "unvote": said(N_("{player} withdrew a vote.")),
    "place": said(N_("The table moved to another channel.")),
    "more": said(N_("{player} asked for more time.")),
    "cancel": said(N_("The table was ended.")),
    f"ask {PACE.id}": said(N_("{player} asked the others to change the pace.")),
    f"ask {FREE}": said(N_("{player} asked the others to open a seat to new players.")),
    f"ask {STANDIN}": said(N_("{player} asked the others to let a computer play for {other}.")),
    STANDIN: said(N_("A computer now plays for {player}."), in_posts=True),
    SIMPLER: Deed(simpler, in_posts=True),
    f"ask {SLEEP}": said(N_("{player} asked the others to put the table to sleep.")),
    f"ask {CLOSE}": said(N_("{player} asked the others to end the game.")),
    f"ask {REST}": said(N_("{player} asked the others to pause the table.")),
    f"ask {BACK}": said(N_("{player} asked the others to undo a turn.")),
    f"ask {ANEW}": said(N_("{player} asked the others to start over.")),
    f"ask {PLACE}": said(N_("{player} asked the others to move the table.")),
    "yes": said(N_("{player} voted yes.")),
    "no": said(N_("{player} voted no."), in_posts=True),
    "unask": said(N_("{player} withdrew the vote."), in_posts=True),
    FIRST: said(N_("{player} got a reminder.")),
    SECOND: said(N_("{player} got a second reminder.")),
    NUDGE: said(N_("{player} nudged {other}.")),
    PACE.id: Deed(pace_changed, in_posts=True),
    BACK: Deed(gone_back, in_posts=True),
    LEFT: said(N_("{player} has left this server."), in_posts=True),
    LATE: said(N_("{player} is late. The others can decide how to go on."), in_posts=True),
    AWAY: Deed(gone_away, in_posts=True),
    HERE: said(N_("{player} is here and takes some more time."), in_posts=True),
    SLEEP: Deed(laid_to_sleep, in_posts=True),
    WAKE: said(N_("{player} woke the table. All timers restart."), in_posts=True),
    REST: Deed(rests, in_posts=True),
    RESTED: said(N_("{player} ended the pause."), in_posts=True),
    KEEP: said(N_("{player} is keeping the table awake."), in_posts=True),
    LANGUAGE: Deed(speaks_otherwise, in_posts=True),
}


def small(lines: Sequence[LogLine], w: Words) -> str:
    """Return what people have done as the small print of a post, one line each."""
    return "\n".join(f"-# {DEEDS[line.kind].told(line, '', w)}" for line in lines if in_posts(line))


def in_posts(line: LogLine) -> bool:
    """Return whether posts show a line in small print."""
    return line.kind in DEEDS and DEEDS[line.kind].in_posts
