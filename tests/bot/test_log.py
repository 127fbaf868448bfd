from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.panels.history import HEADINGS_LENGTH, MAX_LINES, LogSection, divided_section, log_pages, said_of_people
from bot.ui.message import MAX_TEXT
from rules_service import LogLine
from storage import LineKind
from tests.kept import kept_case
from wording import words

pytestmark = pytest.mark.usefixtures("undrawn")  # These tests need no boards.


def blocks(*sizes: int) -> list[LogSection]:
    return [
        LogSection(f"Turn {turn}", [f"line {turn}.{at}" for at in range(size)]) for turn, size in enumerate(sizes, 1)
    ]


@pytest.mark.parametrize(
    ("sizes", "pages"),
    [
        *(((MAX_LINES,), 1), ((MAX_LINES + 1,), 2), ((MAX_LINES, 1), 2), ((2, 2, 2), 1)),
        *(((1, MAX_LINES - 2, 1, 1), 2), (tuple([1] * MAX_LINES), 1), (tuple([1] * (MAX_LINES + 1)), 2)),
        *(((3 * MAX_LINES,), 3), ((), 0)),
    ],
)
def test_p86_pages_hold_whole_turns_and_lose_none(sizes: tuple[int, ...], pages: int) -> None:
    """P86: pages contain whole turns. Only a turn that is too long for one page is split."""
    made = log_pages(blocks(*sizes))
    assert len(made) == pages
    lines = [line for page in made for block in page for line in block.lines]
    assert lines == [line for block in blocks(*sizes) for line in block.lines]
    assert all(sum(len(block.lines) for block in page) <= MAX_LINES for page in made)
    if max(sizes, default=0) <= MAX_LINES:
        titles = [block.title for page in made for block in page]
        assert titles == [block.title for block in blocks(*sizes)], "no turn is on two pages"


def test_p86_the_newest_page_is_full_and_long_lines_are_fewer() -> None:
    """P86: only the page with the oldest lines may be short, because the newest page is read first."""
    made = log_pages(blocks(*[5] * 7))
    assert [len(page) for page in made] == [1, 3, 3]
    made = log_pages([LogSection("Turn 1", ["x" * (MAX_TEXT // 3)] * 4)])
    assert [len(page[0].lines) for page in made] == [2, 2]


@pytest.mark.parametrize(("more", "parts"), [(0, 1), (1, 2)])
def test_p86_a_page_is_full_to_the_last_character(more: int, parts: int) -> None:
    """P86: turns share a page if they fit together with titles and line breaks. So do the lines of a turn."""
    room = MAX_TEXT - HEADINGS_LENGTH
    title = len("**A**\n")
    turns = [LogSection("A", ["x" * 1000]), LogSection("A", ["y" * (room - 1000 - 2 * title - 2 + more)])]
    assert len(log_pages(turns)) == parts
    whole = LogSection("A", ["x" * 1000, "y" * (room - 1000 - title - 1 + more)])
    assert len(divided_section(whole, room)) == parts


DONE = (
    *(("seat", 0, "Ann", ""), ("leave", 1, "Ben", ""), ("join", 1, "Cleo", ""), ("vote", 0, "Ann", "free 1")),
    *(("unvote", 0, "Ann", "free 1"), ("vote", 0, "Ann", "end"), ("vote", 0, "Ann", "place 5 6 0")),
    *(("free", 0, "Ann", "1"), ("join", 1, "Cleo", ""), ("more", 1, "Cleo", ""), ("place", 0, "Ann", "5 6 0")),
    *(("ask", 0, "Ann", "standin 1"), ("cancel", None, "", "")),
)


@pytest.mark.kept
def test_log_lines_name_the_player_who_sat_there_then() -> None:
    """P86: every kind of line about people at a running table has its own sentence."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    lines = [
        LogLine(line, LineKind(kind), seat, name, said, at) for line, (kind, seat, name, said) in enumerate(DONE, 1)
    ]
    now = [text for _, text in said_of_people(lines, {0: "Ann", 1: "Ben"}, words("en"))]
    assert now == kept_case(Path(__file__).with_name("kept") / "log.json", "done by people", now)
