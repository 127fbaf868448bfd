"""What messages consist of, at the limits of ids, selects, texts and parts that are removed later."""

from typing import Any

import discord
import pytest
from discord import ui

from bot.ui import message
from bot.ui.message import (
    MAX_DIGITS,
    MAX_ID,
    PASSING,
    Id,
    Passing,
    Picture,
    around,
    button,
    entry,
    fit,
    layout,
    passes_away,
    select,
    split_sign,
    typed,
)
from bot.ui.message import form as make_form
from wording.text_limits import MAX_OPTIONS


def test_numbers_in_an_id_are_short_and_anything_else_counts_as_none() -> None:
    assert Id(1, "pick", words=f"{'9' * MAX_DIGITS} {'9' * (MAX_DIGITS + 1)} x 7").counts == (999_999, 0, 0, 7)
    assert Id(1, "pick").count == 0


def test_an_id_may_be_as_long_as_discord_allows() -> None:
    bare = len(str(Id(1, "pick")))
    assert len(str(Id(1, "pick", words="x" * (MAX_ID - bare)))) == MAX_ID
    with pytest.raises(ValueError, match="longer"):
        str(Id(1, "pick", words="x" * (MAX_ID - bare + 1)))


def test_a_sign_becomes_an_emoji_only_before_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    coin = discord.PartialEmoji(name="coin", id=1)
    monkeypatch.setattr(message, "SIGNS", {"🪙": coin})
    assert split_sign("🪙 2 coins") == (coin, "2 coins")
    assert split_sign("🪙") == (None, "🪙")
    assert split_sign("👥 Nun") == (None, "👥 Nun")


@pytest.mark.parametrize(("count", "at", "first"), [(10, 9, 0), (60, 0, 0), (60, 30, 18), (60, 59, 35)])
def test_a_select_of_many_shows_those_around_one(count: int, at: int, first: int) -> None:
    assert around(count, at) == range(first, first + min(count, MAX_OPTIONS))


def test_selects_and_forms_hold_what_they_are_given() -> None:
    chosen = [entry("a", "A", "about", chosen=True), entry("b", "B")]
    assert [(one.default, one.description) for one in chosen] == [(True, "about"), (False, None)]
    for least, counts in ((None, (2, 2)), (0, (0, 2)), (1, (1, 2))):
        made: Any = select(Id(1, "pick"), "?", chosen, 2, least)
        assert (made.min_values, made.max_values) == counts
    field: Any = next(
        one for one in make_form(Id(1, "note"), "T", "?", "old", most=9).walk_children() if one.type.value == 4
    )
    assert (field.default, field.required, field.max_length) == ("old", False, 9)
    assert button(Id(1, "x"), "y" * 99).label == "y" * 80  # type: ignore[attr-defined]


def test_what_was_typed_is_found_at_any_depth() -> None:
    nested = [{"type": 1, "components": [{"value": "a"}]}, {"type": 18, "component": {"value": "b"}}, {"value": 3}]
    assert list(typed(nested)) == ["a", "b"]


def test_texts_that_are_too_long_are_cut_at_a_line_the_longest_first() -> None:
    assert fit(["a", " ", "b" * 9], 10) == ["a", "b" * 9], "it just fits"
    short, long = fit([Passing("a"), Passing("line\n" * 20)], 50)
    assert (short, long[-2:]) == ("a", "\n…")
    assert len(short) + len(long) <= 50
    assert isinstance(long, Passing)
    assert set(long[:-2].split("\n")) == {"line"}, "no line is cut"
    assert fit(["x" * 100], 50) == ["x" * 48 + "\n…"]


def test_parts_that_pass_away_are_known_by_their_ids() -> None:
    picture = Picture(b"", "a board")
    assert picture.file().description == "a board"
    for passing in (True, False):
        view = layout(["stays", Passing("goes")], [picture], ["", [button(Id(1, "x"), "X")] * 6], passing=passing)
        parts: list[Any] = list(view.walk_children())
        assert [part.content for part in parts if passes_away(part) and isinstance(part, ui.TextDisplay)] == ["goes"]
        assert [passes_away(part) for part in parts if isinstance(part, ui.MediaGallery)] == [passing]
        assert [len(part.children) for part in parts if isinstance(part, ui.ActionRow)] == [5, 1]
    first = next(part for part in layout([Passing("goes")]).walk_children() if isinstance(part, ui.TextDisplay))
    assert (first.id, passes_away(first)) == (PASSING, True)


@pytest.mark.parametrize(
    ("how", "shown"),
    [
        ({}, ["a", "b"]),
        ({"close": True}, ["a\nb"]),
        ({"above": "c"}, ["c", "a", "b"]),
        ({"above": " \n"}, ["a", "b"]),
    ],
)
def test_texts_stand_above_and_below_the_picture_together_or_apart(how: dict[str, Any], shown: list[str]) -> None:
    parts = list(layout(["a", "b"], [Picture(b"", "alt")], **how).walk_children())
    assert [part.content for part in parts if isinstance(part, ui.TextDisplay)] == shown
    kinds = [type(part) for part in parts if isinstance(part, ui.TextDisplay | ui.MediaGallery)]
    assert kinds.index(ui.MediaGallery) == (how.get("above") == "c")
