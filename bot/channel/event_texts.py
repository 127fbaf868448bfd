"""What people have done at a table apart from the game, in sentences: for posts, and between the moves in the log."""

from collections.abc import Sequence
from pathlib import Path

from bot.channel.table_words import person_name
from rules_service import LogLine
from rules_service.computers import SIGN, signed
from rules_service.pace import PACE
from storage import LineKind
from wording import Words, language_name
from wording.option_words import TABLE
from wording.text_files import read_texts

# By the kind of a line, of votes with what they are about; older versions have written `LineKind.VOTE`.
EVENTS = read_texts(Path(__file__).with_name("events.md"))
SHOWN_IN_POSTS = (
    *(LineKind.RETURN, LineKind.STANDIN, LineKind.SIMPLER, LineKind.NO, LineKind.UNASK, LineKind.PACE, LineKind.BACK),
    *(LineKind.GONE, LineKind.LATE, LineKind.AWAY, LineKind.HERE, LineKind.SLEEP, LineKind.WAKE, LineKind.REST),
    *(LineKind.RESTED, LineKind.KEEP, LineKind.LANGUAGE),
)


def event_of(line: LogLine) -> str:
    """Return the key of the text that says what a line records; there may be none."""
    if line.kind in (LineKind.VOTE, LineKind.ASK):
        return f"{line.kind}-{line.text.partition(' ')[0]}"
    if line.kind == LineKind.PACE and not line.name:  # A live session is over.
        return "pace-alone"
    if line.kind == LineKind.SLEEP:
        by = line.text if line.name else "idle"
        return f"sleep-{by}" if f"sleep-{by}" in EVENTS else "sleep"
    return line.kind


def sentence(event: str, line: LogLine, other: str, w: Words) -> str:
    """Say what a line records. ``other``: the name of the other person it is about, or ""."""
    name = signed(line.name) if line.kind == LineKind.SIMPLER and not line.name.startswith(SIGN) else line.name
    begins, _, ends = line.text.partition(" ")
    values = {"player": person_name(name, w), "name": person_name(name, w), "other": person_name(other, w)}
    values |= {"begins": begins, "ends": ends, "date": f"<t:{line.text}:D>"}
    if line.kind == LineKind.PACE:
        values["pace"] = TABLE[PACE.id].value(line.text, w)
    if line.kind == LineKind.LANGUAGE:
        values["language"] = language_name(line.text)
    return w._(EVENTS[event], **values)


def small_print(lines: Sequence[LogLine], w: Words) -> str:
    """Return what people have done as the small print of a post, one line each."""
    return "\n".join(f"-# {sentence(event_of(line), line, '', w)}" for line in lines if line.kind in SHOWN_IN_POSTS)
