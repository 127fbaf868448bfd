"""The log in sentences, in ephemeral messages: the game turn by turn, with people's actions in small print."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import wording
from bot.channel.event_texts import EVENTS, event_of, sentence
from bot.channel.table_words import proof, speaker
from bot.context import Request
from bot.ui.message import MAX_TEXT, Id, Item, around, button, entry, layout, select
from rules_service import LogLine, Snapshot
from rules_service.consent_undo import undone_steps
from rules_service.history import turns_of
from storage import LineKind
from wording import Words

MAX_LINES = 16  # on a page, unless a single turn has more: a line with many rats and long names takes 250 characters
HEADINGS_LENGTH = 500  # characters above and below the lines


@dataclass(frozen=True)
class LogSection:
    """Lines of the log that belong together, and their title: "Turn 5 (round II)"."""

    title: str
    lines: Sequence[str]

    @property
    def text(self) -> str:
        """Return the title and the lines as one text."""
        return "\n".join([f"**{self.title}**", *self.lines])


async def turn_page(request: Request) -> None:
    """Show another page, from a button or a select."""
    chosen = next((int(value) for value in request.values if value.isdecimal()), request.press.count)
    await show_log(request, chosen)


async def show_log(request: Request, page: int = 0) -> None:
    """Show a page of the log, counted from the newest."""
    lang = request.lang
    w = wording.words(lang)
    info, table_id = await request.info(), request.table_id
    pages: list[list[LogSection]] = []
    if info.started is not None:
        snapshot = await request.service.read.seen(table_id, info.seat_of(request.user_id))
        people = await request.service.read.people_lines(table_id, reminders=True)
        pages = await asyncio.to_thread(lambda: on_pages(log_sections(snapshot, people, lang)))
        info = snapshot.info
    last = max(0, len(pages) - 1)
    page = min(page, last)
    texts = [one.text for one in pages[last - page]] if pages else [w._("Nothing has happened yet.")]
    head = w._("## Log of table {table}", table=table_id)
    if last:
        head = w._(
            "## Log of table {table}, page {page} of {pages}", table=table_id, page=last - page + 1, pages=last + 1
        )
    seed = proof(info, w) if page == 0 else ""
    await request.show(layout([head, "\n".join(texts), seed], (), page_controls(table_id, pages, page, w)))


def page_controls(table_id: int, pages: Sequence[Sequence[LogSection]], page: int, w: Words) -> list[list[Item]]:
    """Return the buttons and the select that lead to the other pages."""
    last, row = len(pages) - 1, []
    if page < last:
        row.append(button(Id(table_id, "pages", words=str(page + 1)), w._("◀ Earlier")))
    if page > 0:
        row.append(button(Id(table_id, "pages", words=str(page - 1)), w._("Later ▶")))
    if last < 1:
        return [row]
    entries = [entry(str(at), pages[last - at][0].title, chosen=at == page) for at in around(len(pages), page)]
    return [row, [select(Id(table_id, "pages", words=f"{page} {last} to"), w._("Jump to a turn"), entries)]]


def log_sections(snapshot: Snapshot, people: Sequence[LogLine], lang: str) -> list[LogSection]:
    """Return the game as public sentences, turn by turn, with people's actions after the start where they happened."""
    w = wording.words(lang)
    speaks = speaker(snapshot.info, snapshot.view(None), lang)
    small = said_of_people([line for line in people if line.number >= snapshot.start], names_at_start(people), w)
    for line in (line for line in people if line.kind == LineKind.BACK):
        taken = undone_steps(snapshot.table, snapshot.numbers.index(line.number) + 1)
        events = [event for step in taken for event in step.events if event.reader() is None]
        small += [(line.number, f"-# ~~{text}~~") for text in speaks.summary(events)]
    small.sort(key=lambda one: one[0])
    found: list[LogSection] = []
    since = snapshot.start - 1
    for turn in turns_of(snapshot.table, None):
        until = snapshot.numbers[snapshot.table.steps[turn.last].number - 1]
        title = speaker(snapshot.info, turn.view, lang).turn(turn.number)
        meanwhile = [text for number, text in small if since < number <= until]
        found.append(LogSection(title, [*speaks.summary(snapshot.events(None, since, until)), *meanwhile]))
        since = until
    now = [*speaks.summary(snapshot.events(None, since)), *(text for number, text in small if number > since)]
    if now:
        found.append(LogSection(w._("Now"), now))
    if snapshot.table.over:
        found.append(LogSection(w._("Result"), speaks.final_table(snapshot.table.score()).split("\n")))
    return found


def names_at_start(people: Sequence[LogLine]) -> dict[int, str]:
    """Return the name of the player who started in each seat."""
    return {line.seat: line.name for line in people if line.kind == LineKind.SEAT and line.seat is not None}


def said_of_people(people: Sequence[LogLine], sitting: dict[int, str], w: Words) -> list[tuple[int, str]]:
    """Return people's actions in small print, each with the number of its log line.

    ``sitting``: the earlier player of each seat.
    """
    found, sitting = [], dict(sitting)
    for line in people:
        what, _, which = line.text.partition(" ")
        event, about = event_of(line), line.seat
        if line.kind is LineKind.VOTE or line.kind is LineKind.ASK:
            about = int(which) if which.isdecimal() else None
        elif line.kind == LineKind.FREE:
            about = int(what)
        other = sitting.get(about, "") if about is not None else ""
        if line.kind == LineKind.JOIN and line.seat is not None:
            event = LineKind.RETURN if other == line.name else LineKind.JOIN
            sitting[line.seat] = line.name
        if event in EVENTS:
            found.append((line.number, f"-# {sentence(event, line, other, w)}"))
    return found


def on_pages(blocks: Sequence[LogSection]) -> list[list[LogSection]]:
    """Return the blocks in pages, as many on each as fit, the last page full; blocks that are too long are divided."""
    room, pages = MAX_TEXT - HEADINGS_LENGTH, list[list[LogSection]]()
    for block in reversed([part for whole in blocks for part in divided(whole, room)]):
        page = [block, *pages[-1]] if pages else [block]
        fits = sum(len(one.lines) for one in page) <= MAX_LINES and sum(len(one.text) + 1 for one in page) <= room
        if pages and fits:
            pages[-1] = page
        else:
            pages.append([block])
    return pages[::-1]


def divided(block: LogSection, room: int) -> list[LogSection]:
    """Return the block in parts that each fit on a page."""
    parts: list[list[str]] = [[]]
    for line in block.lines:
        part = [*parts[-1], line]
        if parts[-1] and (len(part) > MAX_LINES or len(LogSection(block.title, part).text) > room):
            part = [line]
            parts.append(part)
        parts[-1] = part
    return [LogSection(block.title, part) for part in parts]
