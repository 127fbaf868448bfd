"""Only one function chooses where texts are cut, and it keeps visible characters whole."""

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
import regex

from wording.text_limits import BYTES_BESIDE, border, lighter, pages, shortened, weight

ROOMS = ("bot", "games", "local_table", "wording")
# Cuts of texts that people don't read as they are: the typed search, and the beginning of a hash.
ALLOWED = {"MAX_SEARCH", "FINGERPRINT_DIGITS"}
LONGEST_LIST = 25
SEEN_AS_ONE = (
    *("e\u0301", "👩‍🚀", "👨‍👩‍👧", "🏳️‍🌈", "👍🏽", "🇵🇱", "🇩🇪", "각", "क्षि"),
    *("นี้", "שָׁ", "𝕬", "a", " ", "é", "✅", "1️⃣"),
)


def slices(folder: str) -> Iterator[str]:
    """Yield the slices that cut texts, such as [:80] and [:MAX_TITLE], each with its file and line."""
    for file in Path(folder).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Slice):
                continue
            upper = node.slice.upper
            names = {part.id for part in ast.walk(upper) if isinstance(part, ast.Name)} if upper else set()
            number = upper.value if isinstance(upper, ast.Constant) and isinstance(upper.value, int) else 0
            texts = {name for name in names if name.startswith("MAX_") and is_of_text(name)}
            if number > LONGEST_LIST or texts - ALLOWED:
                yield f"{file}:{node.lineno}: {ast.unparse(node)}"


def is_of_text(name: str) -> bool:
    """Return whether a limit counts characters, not things."""
    words = ("ALT", "BUTTON", "CONTENT", "ENTRY", "LABEL", "LINE", "NAME", "NOTE", "PAGE", "PLACEHOLDER", "QUOTE")
    return name.removeprefix("MAX_").split("_")[0] in (*words, "TEXT", "TITLE", "CHOICE", "LETTERED", "WHOLE")


@pytest.mark.parametrize("folder", ROOMS)
def test_no_text_is_cut_by_a_slice(folder: str) -> None:
    assert [*slices(folder)] == []


def test_a_cut_is_between_what_people_see_as_one() -> None:
    """The `regex` package, which implements Unicode's rules, agrees with our cuts for names of all kinds."""
    luck = random.Random(5)
    for _ in range(2000):
        text = "".join(luck.choices(SEEN_AS_ONE, k=12))
        borders, at = {0}, 0
        for one in regex.findall(r"\X", text):
            at += len(one)
            borders.add(at)
        for most in range(1, len(text) + 1):
            cut = border(text, most)
            assert cut <= most
            if cut != most or most in borders:
                assert cut in borders, (text, most)
            assert shortened(text, most) == text or len(shortened(text, most)) <= most


def test_a_text_without_any_border_is_cut_all_the_same() -> None:
    marked = "a" + "\u0301" * 50
    assert len(shortened(marked, 10)) == 10


@pytest.mark.parametrize("text", ["Alex" * 30, "𝕬𝖑𝖊𝖝" * 30, "👩‍🚀" * 30, "\ud800" * 50])
def test_a_text_fits_into_bytes(text: str) -> None:
    for most in (20, 50, 100, 1000):
        cut = lighter(text, most)
        assert weight(cut) <= max(most, BYTES_BESIDE + 3)
        assert cut == text or cut.endswith("…")


def test_pages_fit_in_bytes() -> None:
    found = pages([f"{number} {'𝕬𝖑𝖊𝖝' * 20}" for number in range(60)])
    assert all(weight(page) <= 7000 for page in found)
    assert sum(page.count("\n") + 1 for page in found) == 60
