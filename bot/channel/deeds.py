"""What people have done at a table that is not the game, in sentences: in posts, and between the moves of the log."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.channel.posts import called
from rules.errors import N_
from rules_service import LogLine
from rules_service.asks import ANEW, BACK, BY_ONE, CLOSE, FREE, MODERATOR, PLACE, REST, RESTED, SLEEP, STANDIN
from rules_service.away import AWAY
from rules_service.computers import SIGN, SIMPLER, signed
from rules_service.ladder import HERE, KEEP, LATE, WAKE
from rules_service.options import LANGUAGE
from rules_service.pace import PACE
from rules_service.waits import FIRST, LEFT, NUDGE, SECOND
from wording import Words, language_name
from wording.options import TABLE

Telling = Callable[[LogLine, str, Words], str]  # of the line, and of who else it is about


@dataclass(frozen=True)
class Deed:
    """A kind of line about people: its sentence, and whether posts tell it, too."""

    told: Telling
    in_posts: bool = False


def said(template: str, *, in_posts: bool = False) -> Deed:
    """A sentence about who has done it, and to whom."""

    def told(line: LogLine, other: str, w: Words) -> str:
        return w._(template, player=called(line.name, w), other=called(other, w))

    return Deed(told, in_posts)


def pace_changed(line: LogLine, other: str, w: Words) -> str:
    """Another pace holds: agreed upon, or since a live evening is over."""
    pace = TABLE[PACE.id].value(line.text, w)
    if line.name:
        return w._("All agreed to {name}’s question: the pace is now {pace}.", name=called(line.name, w), pace=pace)
    return w._("Nobody has played for an hour, so the pace is now {pace}. All time begins anew.", pace=pace)


def gone_back(line: LogLine, other: str, w: Words) -> str:
    """A turn was taken back."""
    return w._("All agreed: {name} has taken back a turn. What was drawn comes again.", name=called(line.name, w))


def laid_to_sleep(line: LogLine, other: str, w: Words) -> str:
    """The table sleeps: of itself, or somebody has laid it down."""
    if not line.name:
        return w._("Nobody has played for long, so the table has gone to sleep.")
    if line.text == MODERATOR:
        return w._("{player}, who looks after the channel, has laid the table to sleep.", player=called(line.name, w))
    if line.text == BY_ONE:
        return w._("{player} has laid the table to sleep.", player=called(line.name, w))
    return w._("{player} and others have laid the table to sleep.", player=called(line.name, w))


def rests(line: LogLine, other: str, w: Words) -> str:
    """The table rests."""
    return w._("All agreed to {player}’s question: the table rests until {date}.",
               player=called(line.name, w), date=f"<t:{line.text}:D>")  # fmt: skip


def gone_away(line: LogLine, other: str, w: Words) -> str:
    """Somebody will be away."""
    begins, _, ends = line.text.partition(" ")
    return w._(
        "{player} is away from <t:{begins}:D> until <t:{ends}:D>.",
        player=called(line.name, w),
        begins=begins,
        ends=ends,
    )


def speaks_otherwise(line: LogLine, other: str, w: Words) -> str:
    """Posts come in another language."""
    language = language_name(line.text)
    return w._("{player} lets me speak {language} at this table.", player=called(line.name, w), language=language)


def simpler(line: LogLine, other: str, w: Words) -> str:
    """A computer has played at a simpler level for once."""
    name = called(line.name if line.name.startswith(SIGN) else signed(line.name), w)
    return w._("{player} could not think it through in time, and has moved at a simpler level.", player=name)


# By the kind of the line, and for questions and the votes of older versions by what for.
DEEDS: dict[str, Deed] = {
    "join": said(N_("{player} took the free seat of {other}.")),
    "return": said(N_("{player} came back to the seat."), in_posts=True),
    "leave": said(N_("{player} left the table.")),
    "free": said(N_("The seat of {other} was freed.")),
    "vote end": said(N_("{player} would end the table.")),
    "vote free": said(N_("{player} would free the seat of {other}.")),
    "vote place": said(N_("{player} would move the table to another channel.")),
    "unvote": said(N_("{player} took a vote back.")),
    "place": said(N_("The table came to another channel.")),
    "more": said(N_("{player} asked for more time.")),
    "cancel": said(N_("The table was ended.")),
    f"ask {PACE.id}": said(N_("{player} asked the others to play at another pace.")),
    f"ask {FREE}": said(N_("{player} asked the others to offer a seat.")),
    f"ask {STANDIN}": said(N_("{player} asked the others to let a computer play for {other}.")),
    STANDIN: said(N_("A computer plays for {player} from now on."), in_posts=True),
    SIMPLER: Deed(simpler, in_posts=True),
    f"ask {SLEEP}": said(N_("{player} asked the others to let the table sleep.")),
    f"ask {CLOSE}": said(N_("{player} asked the others to end the table.")),
    f"ask {REST}": said(N_("{player} asked the others to let the table rest.")),
    f"ask {BACK}": said(N_("{player} asked the others to take back a turn.")),
    f"ask {ANEW}": said(N_("{player} asked the others to begin again.")),
    f"ask {PLACE}": said(N_("{player} asked the others to move the table.")),
    "yes": said(N_("{player} said yes.")),
    "no": said(N_("{player} said no to what was asked."), in_posts=True),
    "unask": said(N_("{player} took the question back."), in_posts=True),
    FIRST: said(N_("{player} was reminded.")),
    SECOND: said(N_("{player} was reminded once more.")),
    NUDGE: said(N_("{player} asked whether {other} is still there.")),
    PACE.id: Deed(pace_changed, in_posts=True),
    BACK: Deed(gone_back, in_posts=True),
    LEFT: said(N_("{player} is not on this server any more."), in_posts=True),
    LATE: said(N_("{player} is late. The others may decide how to go on."), in_posts=True),
    AWAY: Deed(gone_away, in_posts=True),
    HERE: said(N_("{player} is there, and takes some more time."), in_posts=True),
    SLEEP: Deed(laid_to_sleep, in_posts=True),
    WAKE: said(N_("{player} has woken the table. All time begins anew."), in_posts=True),
    REST: Deed(rests, in_posts=True),
    RESTED: said(N_("{player} has ended the rest of the table."), in_posts=True),
    KEEP: said(N_("{player} keeps the table awake."), in_posts=True),
    LANGUAGE: Deed(speaks_otherwise, in_posts=True),
}


def small(lines: Sequence[LogLine], w: Words) -> str:
    """What people have done as posts tell it, a small line each."""
    return "\n".join(f"-# {DEEDS[line.kind].told(line, '', w)}" for line in lines if in_posts(line))


def in_posts(line: LogLine) -> bool:
    """Whether posts tell of a line in small print."""
    return line.kind in DEEDS and DEEDS[line.kind].in_posts
