from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import hypot
from typing import NamedTuple

import msgspec
import pytest

from renderer import Mark
from renderer.canvas.text import PLAIN, Text, has_character
from renderer.rattus.geography import MAP_HEIGHT, MAP_WIDTH, REGION_SPOTS, ROUTES, border_lines, curve_through
from renderer.rattus.legend import ENTRY_WORDS, effect_lines, entry_lines
from renderer.rattus.map import FRAME_WIDTH, NAME_SIZE, name_box, name_place, name_run
from renderer.rattus.panel import LABEL, WIDE_LABEL, _face, card_name, card_room, plan_panel
from renderer.rattus.panel import effect_lines as lines_of_card
from renderer.rattus.regions import (
    DOCTOR,
    FIGURE,
    RAT,
    SLIM,
    TOKEN,
    Changes,
    Cubes,
    cubes_of,
    figure_places,
    figure_width,
    flasks,
    loss_places,
    rat_places,
    row_places,
    row_width,
    wall_place,
)
from renderer.rattus.regions import figures as there
from renderer.rattus.words import BRIEF_EFFECTS, LEGEND_EFFECTS, LEGEND_PIECES
from rules.game import Target
from rules.rattus.components import CARDS, CARDS_IN_PLAY, CONNECTIONS, PRINTED_NAMES, REGIONS
from rules.rattus.view import RatView, RegionView
from tests.renderer.cold import forget
from tests.renderer.compare import GOLDEN, game
from tests.renderer.rattus.test_geography import gap
from tests.renderer.rattus.views import NAMES as PLAYERS
from tests.renderer.rattus.views import position, with_pieces
from tests.renderer.scenes import LANGUAGES, painted, words

PHONE, DESKTOP = 350, 550  # Width in pixels on a phone, and in a message on a large screen.
TALL = 1000  # True width in pixels.
LEGIBLE = 11  # Pixels at that width.


class Box(NamedTuple):
    """A thing on the map with its place."""

    what: str
    left: float
    top: float
    right: float
    bottom: float


def around(what: str, x: float, y: float, w: float, h: float) -> Box:
    return Box(what, x - w / 2, y - h / 2, x + w / 2, y + h / 2)


def boxes(region: str, cubes: list[int], rats: int, lang: str) -> list[Box]:
    """Return the boxes of a region's name, rats, rows of cubes and plague piece."""
    spot = REGION_SPOTS[region]
    result = [around(f"{region} name", *name_place(region, words(lang)), name_run(region, words(lang)).width, 26)]
    view = RegionView(region, [RatView(f"{region}-{letter}", None) for letter in "abc"[:rats]], cubes)
    places = rat_places(view)
    if places:  # These overlap one another, so use one box for all.
        left, y = places[0]
        result.append(Box(f"{region} rats", left - RAT / 2, y - RAT / 2, places[-1][0] + RAT / 2, y + RAT / 2))
    for left, y, row in row_places(spot, cubes_of(view)):
        result.append(Box(f"{region} cubes", left, y - TOKEN / 2 + 2, left + row_width(row), y + TOKEN / 2 - 2))
    result.append(around(f"{region} plague", *spot.plague, DOCTOR * 0.68, DOCTOR - 4))
    return result


def overlap(one: Box, other: Box) -> float:
    """Return by how many pixels one of two boxes must move to clear the other."""
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(0.0, min(wide, high))


FULL = ([3, 3, 3, 3], [3, 2, 1, 0], [12, 3, 2, 0], [2, 0, 11, 4], [10, 10, 0, 0])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("cubes", FULL)
def test_full_regions_keep_apart(cubes: list[int], lang: str) -> None:
    keep_apart(cubes, lang)
    for region in REGIONS:
        assert name_run(region, words(lang)) == Text(words(lang)._(PRINTED_NAMES[region]), NAME_SIZE)


def keep_apart(cubes: list[int], lang: str) -> None:
    """Check that nothing overlaps if all regions have these cubes and three rats."""
    everything = [box for region in REGIONS for box in boxes(region, cubes, 3, lang)]
    for one, other in combinations(everything, 2):
        assert overlap(one, other) <= 2, f"{one.what} and {other.what}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("left", [[3, 3, 3, 3], [12, 3, 2, 1], [0, 0, 4, 3], [0, 0, 0, 0]])
def test_losses_leave_the_names_of_others_free(left: list[int], lang: str) -> None:
    """The marks of losses in a region hardly touch the names of other regions."""
    names = {
        one: around(f"{one} name", *name_place(one, words(lang)), name_run(one, words(lang)).width, 26)
        for one in REGIONS
    }
    for region in REGIONS:
        told = Changes(lost=Counter({(region, seat): 2 for seat in range(4)}))
        rows = row_places(REGION_SPOTS[region], cubes_of(RegionView(region, [], left), told))
        tags = [around(f"{region} loss", x, y, *tag.size) for x, y, tag in loss_places(rows)]
        assert len(tags) == 4
        for tag in tags:
            assert all(overlap(tag, name) <= 8 for one, name in names.items() if one != region), tag


@pytest.mark.parametrize("region", REGIONS)
def test_the_fullest_region_there_can_be(region: str) -> None:
    crowd = boxes(region, [20, 20, 20, 20], 3, "en")
    others = [box for other in REGIONS if other != region for box in boxes(other, [0, 0, 0, 0], 3, "en")]
    for one in crowd:
        assert min(one.left, one.top) >= FRAME_WIDTH, one.what
        assert one.right <= MAP_WIDTH - FRAME_WIDTH, one.what
        assert one.bottom <= MAP_HEIGHT - FRAME_WIDTH, one.what
        for other in [*others, *(box for box in crowd if box is not one)]:
            assert overlap(one, other) <= 12, f"{one.what} and {other.what}"


@pytest.mark.parametrize("layout", ["wide", "tall", "cards"])
@pytest.mark.parametrize(("owner", "phase"), [(0, "turns"), (None, "turns"), (None, "setup"), (2, "final")])
@pytest.mark.parametrize("fixed", [False, True])
def test_rows_and_their_cards_keep_apart(layout: str, owner: int | None, phase: str, fixed: bool) -> None:
    where = plan_panel(position(4, phase, owner=owner), layout, 7, fixed)
    areas = [where.head, where.strikes, *(row.area for row in where.rows)]
    for one, other in combinations(areas, 2):
        apart = one.x + one.w <= other.x or other.x + other.w <= one.x
        assert apart or one.y + one.h <= other.y or other.y + other.h <= one.y
    assert all(area.x + area.w <= where.size[0] and area.y + area.h <= where.size[1] for area in areas)
    assert sum(len(row.cards) for row in where.rows) == 6
    for row in where.rows:
        for _, place in row.cards:
            assert row.area.x <= place.x
            assert place.x + place.w <= row.area.x + row.area.w
            assert row.area.y <= place.y
            assert place.y + place.h <= row.area.y + row.area.h
        for (_, one), (_, other) in combinations(row.cards, 2):
            assert one.x + one.w <= other.x or one.y + one.h <= other.y


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_have_brief_effects(lang: str, wide: bool) -> None:
    for card in CARDS.values():
        name = card_name(card.id, words(lang), wide)
        assert name.text == words(lang)._(PRINTED_NAMES[card.id]), f"{name} is cut"
        assert name.size >= LABEL
        told = lines_of_card(card.id, words(lang), wide)
        assert " ".join(line.text for line in told) == words(lang)._(BRIEF_EFFECTS[card.id])
        assert len(told) <= (1 if wide else 2), f"{card.id}: {told}"
        assert all(line.width <= card_room(wide) for line in told), f"{card.id}: {told}"
        assert all(line.size == (WIDE_LABEL if wide else LABEL) for line in told)


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_owned_card_that_can_be_chosen_has_its_whole_name_and_effect(lang: str, written: list[Text]) -> None:
    """Name and effect fit, and a phone shows the name legibly."""
    forget(_face)
    every = list(CARDS)
    for start in range(0, len(every), CARDS_IN_PLAY):
        written.clear()
        cards = every[start : start + CARDS_IN_PLAY]
        view = with_pieces(position(3), cards=cards, owners=[2] * len(cards), baked=12)
        marks = [Mark(letter, Target("card", card)) for letter, card in zip("WMQABC", cards, strict=True)]
        picture = painted(view, PLAYERS[:3], "part", marks=marks, lang=lang)
        all_legible(written, picture.width)
        names = {words(lang)._(PRINTED_NAMES[card]) for card in cards}
        for run in written:
            assert run.text not in names or run.size * PHONE / picture.width >= LEGIBLE, f"{run} on a phone"
        told = " ".join(run for run, *_ in written)
        assert all(words(lang)._(text[card]) in told for card in cards for text in (PRINTED_NAMES, BRIEF_EFFECTS))


def figures(region: str, bishops: int, nuns: int, cubes: Sequence[int] = (0, 0, 0, 0)) -> list[Box]:
    """Return the boxes of a region's figures, including their numbers."""
    view = RegionView(region, [], list(cubes), bishops, nuns)
    return [
        Box(f"{region} {kind}", x - SLIM / 2, y - FIGURE / 2, x - SLIM / 2 + figure_width(count), y + FIGURE / 2)
        for (kind, count), (x, y) in zip(there(view), figure_places(view).values(), strict=True)
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("cubes", "bishops", "nuns", "slack"),
    [
        *(([3, 3, 3, 0], *some) for some in ((0, 1, 6), (1, 0, 6), (0, 3, 12), (2, 3, 19))),
        *(([2, 3, 1, 2], *some) for some in ((0, 1, 7), (1, 0, 7), (0, 3, 7), (1, 1, 16))),
    ],
)
def test_figures_cover_no_names_rats_or_cubes(cubes: list[int], bishops: int, nuns: int, slack: int, lang: str) -> None:
    everything = [box for region in REGIONS for box in boxes(region, cubes, 3, lang)]
    for region in REGIONS:
        for figure in figures(region, bishops, nuns, cubes):
            assert min(figure.left, figure.top) >= FRAME_WIDTH
            assert figure.right <= MAP_WIDTH - FRAME_WIDTH
            for other in everything:
                assert overlap(figure, other) <= slack, f"{figure.what} and {other.what}"


@pytest.mark.parametrize("connection", CONNECTIONS[4])
def test_a_wall_is_drawn_on_its_connection(connection: str) -> None:
    x, y, _ = wall_place(connection)
    one, other = connection.split("+")
    ways = [curve_through(*points) for pair, points in ROUTES.items() if set(pair) == {one, other}]
    lines_here = ways or border_lines()[tuple(sorted((one, other)))]
    near = min(hypot(px - x, py - y) for line in lines_here for px, py in line)
    assert near <= 16
    if not ways:
        third = min(gap((x, y), region) for region in REGIONS if region not in (one, other))
        assert third >= 18, "it could stand on another border"


def test_walls_keep_apart() -> None:
    places = {connection: wall_place(connection)[:2] for connection in CONNECTIONS[4]}
    for one, other in combinations(places, 2):
        (x, y), (u, v) = places[one], places[other]
        assert hypot(x - u, y - v) >= 36, f"{one} and {other}"


def test_a_seats_potions_are_flasks_with_numbers() -> None:
    assert flasks([]) == []
    assert flasks([3, 1]) == ["3", "1"]
    assert flasks([4, 2, 1]) == ["4", "2", "1"]
    assert flasks([4, 2, 1, 1]) == ["4", "2", "+2"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_legend_explains_every_card_and_piece_in_a_few_lines(lang: str) -> None:
    assert set(LEGEND_EFFECTS) == set(CARDS)
    for texts, lines in ((LEGEND_EFFECTS, effect_lines), (LEGEND_PIECES, entry_lines)):
        for key, english in texts.items():
            told = lines(key, words(lang))
            assert " ".join(line.text for line in told) == words(lang)._(english)
            assert len(told) <= (2 if texts is LEGEND_EFFECTS else 3), told
            assert all(has_character(PLAIN, c) for line in told for c in line.text)
    assert ENTRY_WORDS * PHONE / TALL >= LEGIBLE


def all_legible(seen: list[Text], wide: int) -> None:
    """Check that all important text is large enough in a picture of this width."""
    shown = DESKTOP if wide > TALL else PHONE
    assert seen
    for run, size, _ in seen:
        if len(run) > 2 or not (run.isalpha() or run.isdigit()):
            assert size * shown / wide >= LEGIBLE, f"{run!r} is written with {size} px"


@pytest.mark.deep(one_in=5)
@pytest.mark.parametrize("name", [name for name in GOLDEN if game(name) == "rattus" and "wide" in name])
def test_a_wide_picture_is_legible_on_a_large_screen(name: str, fifth: str, written: list[Text]) -> None:
    for lang in (*LANGUAGES, fifth):
        written.clear()
        picture = GOLDEN[name].func(*GOLDEN[name].args, **{**GOLDEN[name].keywords, "lang": lang})
        all_legible(written, picture.width)


def test_a_language_of_long_words_is_cut_where_there_is_no_room(fifth: str) -> None:
    w = words(fifth)
    for card in CARDS:
        assert len(lines_of_card(card, w, wide=True)) == 1
        assert max(len(lines_of_card(card, w, wide=False)), len(effect_lines(card, w))) <= 2
    assert all(len(entry_lines(key, w)) <= 3 for key in LEGEND_PIECES)
    for region in (*REGIONS, "palace"):
        left, _, right, _ = name_box(region, w)
        assert FRAME_WIDTH <= left < right <= MAP_WIDTH - FRAME_WIDTH
    for cubes in FULL:
        keep_apart(cubes, fifth)


def test_losses_are_on_the_pieces_where_a_row_has_no_room_beside_them() -> None:
    pair = [Cubes(0, 2, lost=1), Cubes(1, 0, lost=1)]
    on_pieces = row_width([one._replace(beside=not one.number) for one in pair])
    for room, beside in ((row_width(pair), [True] * 2), (on_pieces, [False, True]), (on_pieces - 1, [False] * 2)):
        rows = row_places(msgspec.structs.replace(REGION_SPOTS["gallia"], room=room), pair * 2)
        assert [[one.beside for one in row] for *_, row in rows] == [beside] * 2
