"""What people have done at a table that is not the game, as small print: in posts, and between the moves of the log."""

from collections.abc import Callable, Sequence

from bot.channel.posts import called
from rules_service import LogLine
from rules_service.asks import BACK
from rules_service.pace import PACE
from wording import Words
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


SENTENCES: dict[str, Callable[[LogLine, Words], str]] = {
    PACE.id: pace_changed,
    BACK: gone_back,
}


def told(line: LogLine, w: Words) -> str:
    """What was done, as a sentence; "" for what boards and lobbies tell in their own way."""
    return SENTENCES[line.kind](line, w) if line.kind in SENTENCES else ""


def small(lines: Sequence[LogLine], w: Words) -> str:
    """What people have done, a small line each."""
    return "\n".join(f"-# {text}" for line in lines if (text := told(line, w)))
