from pathlib import Path
from typing import Any

import discord
import pytest
from discord import ui
from simcord.components import walk_components

from bot.ui import message
from bot.ui.message import (
    MAX_COUNT,
    MAX_ID,
    PASSING,
    Id,
    Passing,
    Picture,
    button,
    fit_texts,
    indexes_around,
    layout,
    passes_away,
    read_id,
    select,
    select_option,
    split_sign,
    typed_texts,
)
from bot.ui.message import text_form as make_form
from tests.bot.message_limits import message_problems, texts_in
from tests.kept import kept_case
from wording.text_limits import MAX_OPTIONS


def test_numbers_in_an_id_are_short_and_anything_else_counts_as_none() -> None:
    assert Id(1, "pick", words=f"{MAX_COUNT} {MAX_COUNT + 1} x 7").numbers == (999_999, 0, 0, 7)
    assert Id(1, "pick").first_number == 0


def test_an_id_may_be_as_long_as_discord_allows() -> None:
    bare = len(str(Id(1, "pick")))
    assert len(str(Id(1, "pick", words="x" * (MAX_ID - bare)))) == MAX_ID
    with pytest.raises(ValueError, match="longer"):
        str(Id(1, "pick", words="x" * (MAX_ID - bare + 1)))


@pytest.mark.parametrize(
    ("press", "text"),
    [
        (Id(7, "pick"), "m1:7:-:0:pick:"),
        (Id(7, "pick", 0), "m1:7:0:0:pick:"),
        (Id(12, "show", 3, 45, "gallia 2"), "m1:12:3:45:show:gallia 2"),
    ],
)
def test_an_id_is_read_as_it_was_written(press: Id, text: str) -> None:
    assert str(press) == text
    assert read_id(text) == press


@pytest.mark.parametrize("text", [None, "", "selftest:0", "m2:1:-:0:pick:", "m1:1:-:0:pick", "m1:1:-:0:pick:a:b"])
def test_an_id_that_is_not_ours_is_not_read(text: str | None) -> None:
    assert read_id(text) is None


def test_a_sign_becomes_an_emoji_only_before_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    coin = discord.PartialEmoji(name="coin", id=1)
    monkeypatch.setattr(message, "SIGN_EMOJI", {"🪙": coin})
    assert split_sign("🪙 2 coins") == (coin, "2 coins")
    assert split_sign("🪙") == (None, "🪙")
    assert split_sign("👥 Nun") == (None, "👥 Nun")


@pytest.mark.parametrize(("count", "at", "first"), [(10, 9, 0), (60, 0, 0), (60, 30, 18), (60, 59, 35)])
def test_a_select_of_many_shows_those_around_one(count: int, at: int, first: int) -> None:
    assert indexes_around(count, at) == range(first, first + min(count, MAX_OPTIONS))


def test_selects_buttons_and_forms_keep_or_shorten_their_values() -> None:
    chosen = [select_option("a", "A", "about", chosen=True), select_option("b", "B")]
    assert [(one.default, one.description) for one in chosen] == [(True, "about"), (False, None)]
    cut = select_option("value", "l" * 101, "a" * 101)
    assert (cut.value, cut.label, cut.description) == ("value", "l" * 99 + "…", "a" * 99 + "…")
    for least, counts in ((None, (2, 2)), (0, (0, 2)), (1, (1, 2))):
        made: Any = select(Id(1, "pick"), "?", chosen, 2, least)
        assert (made.min_values, made.max_values) == counts
    assert button(Id(1, "x"), "y" * 99).label == "y" * 79 + "…"  # type: ignore[attr-defined]


def test_a_form_asks_for_one_text_within_the_limits_of_discord() -> None:
    field = {"type": 4, "style": 1, "label": None, "custom_id": "text", "required": False, "max_length": 9}
    for how, differs in (({}, {}), ({"text": "old", "paragraph": True}, {"value": "old", "style": 2})):
        made = make_form(Id(1, "note", 2), "T" * 46, "Q" * 46, most=9, **how)  # type: ignore[arg-type]
        label = {"type": 18, "label": "Q" * 44 + "…", "component": {**field, **differs}}
        assert made.to_dict() == {"custom_id": "m1:1:2:0:note:", "title": "T" * 44 + "…", "components": [label]}
        assert made.timeout is None


def test_typed_texts_are_found_at_any_depth() -> None:
    nested = [{"type": 1, "components": [{"value": "a"}]}, {"type": 18, "component": {"value": "b"}}, {"value": 3}]
    assert list(typed_texts(nested)) == ["a", "b"]


def test_texts_that_are_too_long_are_cut_at_a_line_the_longest_first() -> None:
    assert fit_texts(["a", " ", "b" * 9], 10) == ["a", "b" * 9], "it just fits"
    short, long = fit_texts([Passing("a"), Passing("line\n" * 20)], 50)
    assert (short, long[-2:]) == ("a", "\n…")
    assert len(short) + len(long) <= 50
    assert isinstance(long, Passing)
    assert set(long[:-2].split("\n")) == {"line"}, "no line is cut"
    assert fit_texts(["x" * 100], 50) == ["x" * 48 + "\n…"]
    assert fit_texts(["b" * 9, "a"], 9) == ["b" * 6 + "\n…", "a"], "one too long"
    assert fit_texts(["line\n" * 8, "line\n" * 9, "a"], 70)[::2] == ["line\n" * 8, "a"], "the longest is in the middle"


def test_parts_that_pass_away_are_known_by_their_ids() -> None:
    picture = Picture(b"", "a board")
    assert (picture.file().description, picture.file().filename) == (None, "board.png"), "its gallery describes it"
    assert not passes_away(select(Id(1, "pick"), "?", [select_option("a", "A")])), "its id is as large"
    for passing in (True, False):
        view: Any = layout(["stays", Passing("goes")], [picture], ["", [button(Id(1, "x"), "X")] * 6], passing=passing)
        parts: list[Any] = list(view.walk_children())
        assert [part.content for part in parts if passes_away(part) and isinstance(part, ui.TextDisplay)] == ["goes"]
        assert [passes_away(part) for part in parts if isinstance(part, ui.MediaGallery)] == [passing]
        assert [len(part.children) for part in parts if isinstance(part, ui.ActionRow)] == [5, 1]
    first = next(part for part in layout([Passing("goes")]).walk_children() if isinstance(part, ui.TextDisplay))
    assert (first.id, passes_away(first)) == (PASSING, True)


@pytest.mark.kept
def test_a_message_has_its_parts_in_this_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """The container has our colour, and only temporary parts have our component ids. The view never times out."""
    monkeypatch.setattr(message, "SIGN_EMOJI", {"🪙": discord.PartialEmoji(name="coin", id=7)})
    pictures = [Picture(b"1", "first"), Picture(b"2", "second", "other.png")]
    options = [select_option("v", "🪙 V", "about"), select_option("w", "🪙 W", chosen=True)]
    rows: list[Any] = [
        "Buttons",
        [button(Id(1, "a"), "🪙 Pay", message.PRIMARY), button(Id(1, "b"), "B")],
        [select(Id(1, "c", 0, 4, "x"), "Which?" * 30, options)],
    ]
    view: Any = layout(["stays", Passing("goes"), Passing("goes too")], pictures, rows, passing=True, above="Head")
    now = view.to_components()
    assert now == kept_case(Path(__file__).with_name("kept") / "message.json", "a message with everything", now)
    assert view.timeout is None
    blank: Any = layout([" "], pictures, close=True)
    [plain] = blank.to_components()
    galleries = [{key: value for key, value in part.items() if key != "id"} for part in now[0]["components"][1:3]]
    assert plain["components"] == galleries, "no text is no part, and a picture that stays has no id"


@pytest.mark.parametrize(
    ("how", "shown"),
    [({}, ["a", "b"]), ({"close": True}, ["a\nb"]), ({"above": "c"}, ["c", "a", "b"]), ({"above": " \n"}, ["a", "b"])],
)
def test_texts_are_above_and_below_the_picture_together_or_apart(how: dict[str, Any], shown: list[str]) -> None:
    parts = list(layout(["a", "b"], [Picture(b"", "alt")], **how).walk_children())
    assert [part.content for part in parts if isinstance(part, ui.TextDisplay)] == shown
    kinds = [type(part) for part in parts if isinstance(part, ui.TextDisplay | ui.MediaGallery)]
    assert kinds.index(ui.MediaGallery) == (how.get("above") == "c")


WIDE = "𝕬𝖑𝖊𝖝" * 6  # four bytes each


def texts_of(view: Any) -> list[str]:
    return [*texts_in([*walk_components(view.to_components())])]


@pytest.mark.parametrize("rows", [0, 4])
@pytest.mark.parametrize("lines", [1, 20, 60, 200])
@pytest.mark.parametrize("pictures", [0, 1, 3])
def test_all_texts_of_a_message_stay_within_its_bytes(rows: int, lines: int, pictures: int) -> None:
    """The limit holds even if names in texts, labels and alt texts have four bytes per character."""
    texts = ["\n".join(f"{number} {WIDE}" for number in range(lines)), WIDE]
    alts = [Picture(b"", WIDE * 40, f"board-{number}.png") for number in range(pictures)]
    options = [select_option(f"{number}", f"{number} {WIDE * 5}", WIDE * 5) for number in range(4)]
    more = [[select(Id(number, "pick"), WIDE, options)] for number in range(rows)]
    view = layout(texts, alts, more, above="Head")
    shown = texts_of(view)
    took = sum(len(text.encode()) + 12 for text in shown)
    assert took <= 9000
    assert took > 8900 or lines < 200, "no more is cut than has to be"
    assert not [*message_problems({"components": view.to_components(), "allowed_mentions": {}, "attachments": [
        {"filename": one.name} for one in alts]}, v2=True)]  # fmt: skip
    said = [text for text in shown if text.startswith("0 ")]
    assert said
    if lines == 20 and pictures == 3 and not rows:
        assert texts[0] in shown, "alt texts are shortened first"
        assert any(text.endswith("…") for text in shown)


def test_descriptions_are_left_out_before_labels_are_shortened() -> None:
    options = [[select_option(f"{number}", "l" * 20, "d" * 90) for number in range(25)] for _ in range(3)]
    rows = [[select(Id(number, "pick"), "?", some)] for number, some in enumerate(options)]
    assert message.lighten(rows, 0) == sum(map(message.weight_of_row, rows)) < message.MIN_ROW_BYTES
    assert {(one.label, one.description) for some in options for one in some} == {("l" * 20, None)}


def test_a_message_of_ordinary_length_stays_as_it_is() -> None:
    texts, alt = ["x" * 3000, "y" * 800], "z" * 1024
    assert texts_of(layout(texts, [Picture(b"", alt)])) == [alt, *texts]
