"""Boards of side b in pictures: squares that work once, counts of scroll boards, the choice of boards, the result."""

from collections.abc import Callable
from itertools import combinations, pairwise

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from renderer import Mark
from renderer.canvas.colours import PAPER
from renderer.canvas.layout import Area
from renderer.canvas.text import TITLE, Text, capital_height
from renderer.messina import board_choice
from renderer.messina.estate.layout import ESTATE_PLANS, ESTATE_WIDTH
from renderer.messina.estate.pieces import AMOUNT, COUNT, HAVE, LETTER, LEVEL, have, scroll_box, scroll_cells
from renderer.messina.estate.printed import ACTION_ICON_SIZE
from renderer.messina.icons import action_icons, largest_fitting, track_icons
from renderer.messina.legend import variants
from renderer.messina.words import word
from rules.messina.components import BOARDS, REGISTER_BARS, SCROLL_BOARDS, SCROLL_TRACKS
from rules.messina.state import Overseer
from rules.messina.view import HutView, PlayerView, View, WorkshopView
from tests.renderer.messina.estate.positions import PHONE, within
from tests.renderer.messina.views import position
from tests.renderer.rattus.views import NAMES
from tests.renderer.scenes import LANGUAGES, painted, words

TRACK_PLACES = [(board, number) for board in ("a", *SCROLL_BOARDS) for number in range(3)]


def estate(**changes: object) -> View:
    """Return a view in which the first player has a bare estate of side b with these changes."""
    view = position("advanced", "setup")
    return replace(view, players=[replace(view.players[0], **{"scrolls": [1, 1, 1], **changes}), *view.players[1:]])


def drawn(view: View, part: str = "estate-0", *marks: Mark, lang: str = "en") -> Image.Image:
    return painted(view, NAMES[: view.seats], part, marks=marks, lang=lang)


def apart(one: Image.Image, other: Image.Image) -> Area | None:
    """Return the rectangle in which two pictures differ."""
    box = ImageChops.difference(one, other).getbbox()
    return Area(box[0], box[1], box[2] - box[0], box[3] - box[1]) if box else None


@pytest.mark.parametrize("board", BOARDS)
def test_what_a_square_does_can_be_read(board: str) -> None:
    room = ESTATE_PLANS["right"].squares["cl1"].w - 6
    for square in BOARDS[board].squares.values():
        whole = largest_fitting(lambda size, square=square: action_icons(square.action, size), ACTION_ICON_SIZE, room)  # type: ignore[misc]
        assert whole.size[0] <= room
        assert whole.size[1] >= 30, square.id
        small = board_choice.square_face(board, square.id, 88)
        assert small.size[0] == 88
        wide = 88 - 8 - (board_choice.BOLT if square.once else 0)
        does = largest_fitting(
            lambda size, square=square, wide=wide: action_icons(square.action, size, wide),  # type: ignore[misc]
            ACTION_ICON_SIZE,
            wide,
            board_choice.ROW - 12,
        )
        things = len(square.action.cost) + sum(
            len(o.gains) + len(o.steps) + len(o.effects) for o in square.action.options
        )
        assert does.size[1] >= (26 if things > 1 else 40), square.id


@pytest.mark.parametrize(("scroll_board", "track"), TRACK_PLACES)
def test_a_track_has_room_for_what_it_counts_and_for_its_amounts(scroll_board: str, track: int) -> None:
    box, cells = scroll_box(scroll_board, track), scroll_cells(scroll_board, track)
    assert all(within(one, box) for one in cells)
    assert all(one.x + one.w <= other.x for one, other in pairwise(cells))
    sign = track_icons(SCROLL_TRACKS[scroll_board][track].scores, box.h - 8)
    assert sign.size[0] <= cells[0].x - HAVE - box.x - LETTER
    assert sign.size[1] <= box.h
    assert Text("5/5", COUNT).width <= HAVE
    for worth, area in zip(SCROLL_TRACKS[scroll_board][track].levels, cells[1:], strict=True):
        amounts = worth if isinstance(worth, tuple) else (worth,)
        lower = amounts[:-1] or amounts
        text = ["½" if one == 0.5 else str(one) for one in lower]
        assert sum(Text(one, AMOUNT).width for one in text) + 6 * (len(text) - 1) <= area.w
        assert len(amounts) == 1 or 2 * capital_height(TITLE, AMOUNT) + 4 <= area.h
    for size in (LEVEL, AMOUNT):
        assert capital_height(TITLE, size) * PHONE / ESTATE_WIDTH >= 6


def test_everything_that_can_be_counted_has_a_sign_of_its_own() -> None:
    every = {track.scores for tracks in SCROLL_TRACKS.values() for track in tracks}
    signs = {scores: track_icons(scores, 44) for scores in every}
    for one, other in combinations(every, 2):
        sheets = []
        for scores in (one, other):
            sheet = Image.new("RGB", (160, 60), PAPER)
            signs[scores].put(sheet, 80, 30)
            sheets.append(sheet.convert("L"))
        assert ImageChops.difference(*sheets).getextrema()[1] > 100, f"{one} and {other}"


def place_of(view: View, register: str, space: int) -> View:
    """Return the first player's disc alone on a register, on this space."""
    return replace(
        view,
        registers=[
            replace(one, discs=[[0] if number == space else [] for number in range(1, len(one.discs) + 1)])
            if one.id == register
            else one
            for one in view.registers
        ],
    )


@pytest.mark.parametrize("scroll_board", ["scroll-b1", "scroll-b2", "scroll-b3"])
def test_a_register_track_tells_how_many_bars_the_disc_is_beyond(scroll_board: str) -> None:
    """R184: none, the smaller or the larger amount."""
    register = SCROLL_TRACKS[scroll_board][2].scores.removeprefix("register_")
    single, double = REGISTER_BARS[register]
    for space, told in ((single - 1, "0/2"), (single, "1/2"), (double - 1, "1/2"), (double, "2/2")):
        assert have(place_of(estate(scroll_board=scroll_board), register, space), 0, 2) == told


def with_upgrades(player: PlayerView, number: int) -> PlayerView:
    return replace(
        player, huts=[HutView(hut.id, "q3" if i < number else "", 0, None) for i, hut in enumerate(player.huts)]
    )


COUNTED: list[tuple[str, int, Callable[[PlayerView], PlayerView], str]] = [
    ("scroll-b1", 0, lambda p: replace(p, ships=["gems1", "gems2", "spices1", "spices2", "spices3", "silk1"]), "3"),
    ("scroll-b1", 1, lambda p: replace(p, workshops=[WorkshopView(f"b{i}", None, False) for i in range(1, 8)]), "5/5"),
    ("scroll-b2", 0, lambda p: replace(p, tokens={**p.tokens, "timber": 8}), "6/6"),
    ("scroll-b2", 0, lambda p: replace(p, tokens={**p.tokens, "timber": 2}), "2/6"),
    (
        "scroll-b2",
        1,
        lambda p: replace(
            p, overseers={one: Overseer(step, "left", False) for one, step in zip(p.overseers, (6, 4, 2), strict=True)}
        ),
        "2/2",
    ),
    ("scroll-b2", 1, lambda p: replace(p, overseers={one: Overseer(3, "left", True) for one in p.overseers}), "0/2"),
    ("scroll-b3", 0, lambda p: with_upgrades(p, 4), "4"),
    ("scroll-b3", 1, lambda p: replace(p, tokens={**p.tokens, "coin": 12}), "9/9"),
    ("scroll-b4", 1, lambda p: with_upgrades(p, 1), "1"),
]


@pytest.mark.parametrize(("scroll_board", "track", "change", "told"), COUNTED)
def test_a_track_tells_how_many_there_are(
    scroll_board: str, track: int, change: Callable[[PlayerView], PlayerView], told: str
) -> None:
    """R181, R182, R185: goods, workshops and tokens, overseers."""
    bare = estate(scroll_board=scroll_board)
    view = replace(bare, players=[change(bare.players[0]), *bare.players[1:]])
    assert have(view, 0, track) == told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_categories_of_points_and_kinds_of_boards_have_names(lang: str) -> None:
    categories = [*(position("advanced", "end").score.breakdown), "popularity_level"]  # type: ignore[union-attr]
    assert len({word(f"points_{one}", words(lang)) for one in categories}) == len(categories)
    titles = [Text(word(f"choose_{kind}", words(lang)), 48) for kind in board_choice.BOARDS_BY_KIND]
    assert all(one.fit(ESTATE_WIDTH - 2 * board_choice.EDGE).text == one.text for one in titles)


def test_the_legend_tells_of_variants_that_are_played() -> None:
    assert variants(position(4)) == set()
    assert variants(position("mixed")) == {"once", "spent"}
    assert variants(position("alone")) == {"opponent", "opponent_tile"}
    assert variants(position("tile")) == {"once", "spent", "goods_one_type", "register_city", "overseers", "priority"}
    plain, more = (drawn(position(game), "legend") for game in (4, "tile"))
    assert more.height > plain.height
