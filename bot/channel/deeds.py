"""What people have done at a table that is not the game, as small print: in posts, and between the moves of the log."""

from collections.abc import Callable, Sequence

from bot.channel.posts import called
from rules.errors import N_
from rules_service import LogLine
from rules_service.asks import BACK, MODERATOR, REST, RESTED, SLEEP
from rules_service.away import AWAY
from rules_service.ladder import HERE, KEEP, LATE, WAKE
from rules_service.options import LANGUAGE
from rules_service.pace import PACE
from wording import Words, language_name
from wording.options import TABLE


def pace_changed(line: LogLine, w: Words) -> str:
    """Another pace holds: agreed upon, or since a live evening is over."""
    pace = TABLE[PACE.id].value(line.text, w)
    if line.name:
        return w._("All agreed to {name}’s question: the pace is now {pace}.", name=called(line.name, w), pace=pace)
    return w._("Nobody has played for an hour, so the pace is now {pace}. All time begins anew.", pace=pace)


def gone_back(line: LogLine, w: Words) -> str:
    """A turn was taken back."""
    return w._("All agreed: {name} has taken back a turn. What was drawn comes again.", name=called(line.name, w))


def said(template: str) -> Callable[[LogLine, Words], str]:
    """A sentence about who has done it."""
    return lambda line, w: w._(template, player=called(line.name, w))


def laid_to_sleep(line: LogLine, w: Words) -> str:
    """The table sleeps: of itself, or somebody has laid it down."""
    if not line.name:
        return w._("Nobody has played for long, so the table has gone to sleep.")
    if line.text == MODERATOR:
        return w._("{player}, who looks after the channel, has laid the table to sleep.", player=called(line.name, w))
    return w._("{player} and others have laid the table to sleep.", player=called(line.name, w))


def rests(line: LogLine, w: Words) -> str:
    """The table rests."""
    return w._("All agreed to {player}’s question: the table rests until {date}.",
               player=called(line.name, w), date=f"<t:{line.text}:D>")  # fmt: skip


def gone_away(line: LogLine, w: Words) -> str:
    """Somebody will be away."""
    begins, _, ends = line.text.partition(" ")
    return w._(
        "{player} is away from <t:{begins}:D> until <t:{ends}:D>.",
        player=called(line.name, w),
        begins=begins,
        ends=ends,
    )


def speaks_otherwise(line: LogLine, w: Words) -> str:
    """Posts come in another language."""
    language = language_name(line.text)
    return w._("{player} lets me speak {language} at this table.", player=called(line.name, w), language=language)


SENTENCES: dict[str, Callable[[LogLine, Words], str]] = {
    PACE.id: pace_changed,
    BACK: gone_back,
    LATE: said(N_("{player} is late. The others may decide how to go on.")),
    AWAY: gone_away,
    HERE: said(N_("{player} is there, and takes some more time.")),
    SLEEP: laid_to_sleep,
    WAKE: said(N_("{player} has woken the table. All time begins anew.")),
    REST: rests,
    RESTED: said(N_("{player} has ended the rest of the table.")),
    KEEP: said(N_("{player} keeps the table awake.")),
    LANGUAGE: speaks_otherwise,
}


def told(line: LogLine, w: Words) -> str:
    """What was done, as a sentence; "" for what boards and lobbies tell in their own way."""
    return SENTENCES[line.kind](line, w) if line.kind in SENTENCES else ""


def small(lines: Sequence[LogLine], w: Words) -> str:
    """What people have done, a small line each."""
    return "\n".join(f"-# {text}" for line in lines if (text := told(line, w)))
