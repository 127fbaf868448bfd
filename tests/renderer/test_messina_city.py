"""The city of Messina: everything in its place, all of it to be seen, choices and changes where they belong."""

import random
from functools import cache
from itertools import combinations, pairwise

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw

from renderer import Mark, paint, png
from renderer.messina import city_base, city_places, city_wheel
from renderer.messina.city_hex import ACTION, ACTION_Y, NAME, NAME_Y, NEEDS, PIECES, POINTS, RAT, face, hex_size
from renderer.messina.city_pieces import BADGE, berths, figures, hex_items, row_of
from renderer.messina.city_places import FRAME, SIZES, WIDTH, corners_of, moved, next_from, plan
from renderer.messina.city_wheel import coming
from renderer.text import TITLE, capital
from rules import GAMES
from rules.game import Target
from rules.messina.city import next_place
from rules.messina.components import CORNERS, DISTRICTS, HEXES, LAYOUTS
from rules.messina.view_types import FigureView, HexView, MooredView, View
from rules.table import Table

SEATS = (2, 3, 4)
PHONE = 400  # px, the width of the picture on a phone
Box = tuple[float, float, float, float]


def table(seats: int, moves: int) -> Table:
    """A random game after so many moves."""
    chance = random.Random(f"city {seats}")
    played = Table(GAMES["messina"], seats, "city", {})
    for _ in range(moves):
        if not played.over:
            due = played.due()[0]
            played.play(due.seat, chance.choice(due.moves))
    return played


@cache
def middle(seats: int) -> View:
    """What the public sees in the middle of a game."""
    return table(seats, 30 * seats).view(None)


def draw(
    view: View, *marks: Mark, changed: tuple[Target, ...] = (), style: frozenset[str] = frozenset()
) -> Image.Image:
    names = ["Ada", "Béla", "Cécile", "Dörte"][: view.seats]
    return paint(view, names=names, layout="city", marks=marks, changed=changed, style=style)


def apart(one: Image.Image, other: Image.Image) -> Box | None:
    """The part in which two pictures differ."""
    return ImageChops.difference(one, other).getbbox()


def within(inner: Box, outer: Box, slack: float = 0) -> bool:
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def hex_box(view: View, name: str) -> Box:
    """The rectangle round a hex in the picture."""
    city = plan(view.seats)
    x, y = city.at(next(one.at for one in view.hexes if one.id == name))
    return x - city.wide / 2, y - city.high / 2, x + city.wide / 2, y + city.high / 2


def with_hex(view: View, name: str, **changes: object) -> View:
    """The view with another state of a hex."""
    return replace(view, hexes=[replace(one, **changes) if one.id == name else one for one in view.hexes])


def with_dock(view: View, name: str, **changes: object) -> View:
    """The view with another state of a dock."""
    return replace(view, docks=[replace(one, **changes) if one.id == name else one for one in view.docks])


# --- where things are


@pytest.mark.parametrize("seats", SEATS)
def test_the_picture_is_as_wide_as_it_should_be_and_not_too_high(seats: int) -> None:
    size = draw(middle(seats)).size
    assert size == (WIDTH, plan(seats).height) == (1080, size[1])
    assert 700 <= size[1] <= 1200


@pytest.mark.parametrize("seats", SEATS)
def test_hexes_docks_and_plates_keep_apart_and_off_the_frame(seats: int) -> None:
    city, layout = plan(seats), LAYOUTS[seats]
    taken = Image.new("L", (WIDTH, city.height))
    shapes = []
    for place in (*layout.places, *layout.harbours.values()):
        shapes.append(moved(corners_of(city.wide, -1.5), *city.at(place)))
    for area in (*(part for dock in city.docks.values() for part in dock), city.wheel, city.home):
        x, y, w, h = area
        shapes.append([(x, y), (x + w - 1, y), (x + w - 1, y + h - 1), (x, y + h - 1)])
    for shape in shapes:
        one = Image.new("L", taken.size)
        ImageDraw.Draw(one).polygon(shape, fill=1)
        left, top, right, bottom = one.getbbox() or (0, 0, 0, 0)
        assert left >= FRAME - 2
        assert top >= FRAME - 2
        assert right <= WIDTH - FRAME + 2
        assert bottom <= city.height - FRAME + 2
        taken = ImageChops.add(taken, one)
    assert taken.getextrema() == (0, 1)


@pytest.mark.parametrize("seats", SEATS)
def test_a_dock_lies_at_its_harbour(seats: int) -> None:
    city, layout = plan(seats), LAYOUTS[seats]
    for corner in CORNERS:
        x, y = city.at(layout.harbours[corner])
        quay, water = city.docks[f"dock-{corner}"]
        assert abs(abs(quay.middle[1] - y) - city.high / 2 - quay.h / 2) <= 1, "it touches the tip"
        assert (quay.middle[1] < y) == (corner[0] == "n")
        assert abs(water.middle[1] - y) > abs(quay.middle[1] - y), "ships are on the far side"
        assert quay.x - city.wide / 2 <= x <= quay.x + quay.w + city.wide / 2


@pytest.mark.parametrize("wide", [wide for wide, _ in SIZES.values()])
@pytest.mark.parametrize("name", HEXES)
def test_what_is_printed_lies_within_the_hex(name: str, wide: int) -> None:
    w, h = hex_size(wide)
    inside = Image.new("L", (w, h))
    ImageDraw.Draw(inside).polygon(moved(corners_of(wide, -2), w / 2, h / 2), fill=255)
    outside = ImageChops.invert(inside)
    printed, bare = face(name, wide, False, True), face(name, wide, False, False)
    for sprite in (printed, bare):
        assert sprite.size == (w, h)
        spill = ImageChops.multiply(sprite.mask, outside).point(lambda v: 255 if v > 128 else 0)
        assert spill.getbbox() is None or sum(spill.histogram()[1:]) < 0.02 * w * h
    if name in DISTRICTS:
        asks = apart(printed.rgb, bare.rgb)
        assert asks is not None
        assert asks[0] > 0.02 * w
        assert asks[2] < 0.98 * w
        assert asks[1] >= PIECES[1] * h - 3, "the requirements keep clear of the pieces"
        assert asks[3] < 0.98 * h


@pytest.mark.parametrize("wide", [wide for wide, _ in SIZES.values()])
def test_the_bands_of_a_hex_keep_apart_and_a_phone_can_read_them(wide: int) -> None:
    h = hex_size(wide)[1]
    assert ACTION_Y * h - ACTION * wide / 2 >= NAME_Y * h + RAT * wide / 2 - 3
    assert PIECES[0] * h >= ACTION_Y * h + ACTION * wide / 2 - 1
    assert (PIECES[1] - PIECES[0]) * h >= 46, "pieces are large"
    assert capital(TITLE, round(NAME * wide)) * PHONE / WIDTH >= 7.5
    assert ACTION * wide >= 35
    assert min(NEEDS, POINTS) * wide >= 26


@pytest.mark.parametrize("ships", [1, 2, 3])
@pytest.mark.parametrize("seats", SEATS)
def test_ships_have_room_at_every_dock(ships: int, seats: int) -> None:
    for _, water in plan(seats).docks.values():
        size, middles = berths(ships, water)
        assert size >= (70 if ships == 3 else 80)
        for x, y in middles:
            around = (x - size / 2, y - size / 2, x + size / 2, y + size / 2)
            assert within(around, (water.x, water.y, water.x + water.w, water.y + water.h), 1)
        for (x, y), (u, v) in combinations(middles, 2):
            assert max(abs(x - u), abs(y - v)) >= size - 1


@pytest.mark.parametrize("pieces", [1, 2, 4, 6, 9])
def test_a_row_of_pieces_never_needs_more_than_its_room(pieces: int) -> None:
    crowd = HexView("h1", (0, 0), "orange", "left", 6, ["nun"] * 4, None, 10, [FigureView(s, s > 0) for s in range(4)])
    row = row_of(hex_items(crowd)[:pieces], 160, 48)
    assert len(row) == pieces
    assert row[0][1] - row[0][0].size[0] / 2 >= -81
    assert row[-1][1] + row[-1][0].size[0] / 2 <= 81
    for (one, x), (other, u) in pairwise(row):
        hidden = (one.size[0] + other.size[0]) / 2 - (u - x)
        assert hidden <= 0.3 * one.size[0], "every piece shows most of itself"
    assert all(abs(one.size[1]) <= 48 for one, _ in row)


def test_the_usual_pieces_are_as_large_as_the_band() -> None:
    usual = HexView("h1", (0, 0), "orange", "left", 2, ["nun"], None, 10, [FigureView(0, True)])
    assert max(sprite.size[1] for sprite, _ in row_of(hex_items(usual), 158, 48)) >= 46


# --- everything is to be seen


@pytest.mark.parametrize("seats", SEATS)
def test_each_number_of_cubes_looks_different(seats: int) -> None:
    view = with_hex(middle(seats), "h7", citizens=[], figures=[])
    pictures = [draw(with_hex(view, "h7", cubes=cubes)) for cubes in range(7)]
    for one, other in combinations(pictures, 2):
        box = apart(one, other)
        assert box is not None
        assert within(box, hex_box(view, "h7"))


def piece_changes(seats: int) -> dict[str, View]:
    """A view for each thing that can be otherwise on a hex."""
    bare = with_hex(middle(seats), "h7", cubes=1, citizens=[], figures=[], owner=None)
    found = {
        "owner": with_hex(bare, "h7", owner=0),
        "other owner": with_hex(bare, "h7", owner=1),
        "two nuns": with_hex(bare, "h7", citizens=["nun", "nun"]),
        "standing and lying": with_hex(bare, "h7", figures=[FigureView(0, True), FigureView(1, False)]),
    }
    for citizen in ("craftsman", "nun", "aristocrat"):
        found[citizen] = with_hex(bare, "h7", citizens=[citizen])
    for seat in range(seats):
        for standing in (True, False):
            found[f"{seat} {standing}"] = with_hex(bare, "h7", figures=[FigureView(seat, standing)])
    found["bare"] = bare
    return found


@pytest.mark.parametrize("seats", SEATS)
def test_everything_on_a_hex_is_seen_on_the_hex_alone(seats: int) -> None:
    views = piece_changes(seats)
    pictures = {what: draw(view) for what, view in views.items()}
    for one, other in combinations(pictures, 2):
        box = apart(pictures[one], pictures[other])
        assert box is not None, f"{one} looks like {other}"
        assert within(box, hex_box(middle(seats), "h7"), 1)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("dock", [f"dock-{corner}" for corner in CORNERS])
def test_everything_at_a_dock_is_seen_there(dock: str, seats: int) -> None:
    city = plan(seats)
    water = city.docks[dock].water
    views = [
        with_dock(middle(seats), dock, ships=ships, figures=those)
        for ships in (
            [],
            [MooredView("silk1", True)],
            [MooredView("silk1", False)],
            [MooredView("silk1", False), MooredView("spices3", True), MooredView("silk2", True)],
        )
        for those in ([], [FigureView(0, True)], [FigureView(0, False)], [FigureView(1, True)] * 4)
    ]
    quay = city.docks[dock].quay
    top, bottom = min(quay.y, water.y), max(quay.y + quay.h, water.y + water.h)
    for one, other in combinations(map(draw, views), 2):
        box = apart(one, other)
        assert box is not None
        assert within(box, (quay.x, top, quay.x + quay.w, bottom), 2)


def test_six_figures_on_a_quay_show_their_signs() -> None:
    those = [FigureView(seat % 4, seat % 3 > 0) for seat in range(6)]
    for seats in SEATS:
        for quay, _ in plan(seats).docks.values():
            row = row_of(figures(those), quay.w - 12, quay.h - 6)
            assert min(max(sprite.size) for sprite, _ in row) >= 36


@pytest.mark.parametrize("full", [True, False])
def test_colours_of_hexes_differ_without_colour(full: bool) -> None:
    by_colour = {
        colour: next(h for h in DISTRICTS if DISTRICTS[h].colour == colour)
        for colour in ("orange", "white", "blue", "red")
    }
    fields = {}
    for colour, name in by_colour.items():
        w, h = hex_size(184)
        field = face(name, 184, full, False).rgb.convert("L").crop((10, round(h * 0.45), w - 10, round(h * 0.7)))
        dark = field.getextrema()[1] - 6
        fields[colour] = field.point(lambda v, dark=dark: 255 if v < dark else 0)
    assert fields["white"].getbbox() is None
    for one, other in combinations(("orange", "blue", "red"), 2):
        unlike = ImageChops.difference(fields[one], fields[other])
        assert unlike.histogram()[255] > 200, f"{one} and {other} are hatched alike"


def test_full_colours_are_stronger() -> None:
    view = middle(4)
    dim, full = draw(view), draw(view, style=frozenset({"full"}))
    red = next(one for one in view.hexes if one.colour == "red")
    left, top, _, bottom = map(round, hex_box(view, red.id))
    area = (left + 12, top + 70, left + 24, bottom - 70)
    strong, pale = full.crop(area).resize((1, 1)).getpixel((0, 0)), dim.crop(area).resize((1, 1)).getpixel((0, 0))
    assert isinstance(strong, tuple)
    assert isinstance(pale, tuple)
    assert max(strong) - min(strong) > 1.4 * (max(pale) - min(pale))


# --- what comes next


@pytest.mark.parametrize("seats", SEATS)
def test_the_places_of_new_hexes_are_those_of_the_rules(seats: int) -> None:
    for moves in range(0, 60 * seats, 15):
        played = table(seats, moves)
        view = played.view(None)
        places = next_from(seats, view.free_places)
        for corner in CORNERS:
            [at] = [at for at, corners in places.items() if corner in corners]
            assert at == LAYOUTS[seats].places[next_place(played.state, corner)]  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", SEATS)
def test_an_empty_place_says_which_harbours_lead_there(seats: int) -> None:
    view = table(seats, 1).view(None)
    without = draw(replace(view, free_places=view.free_places[1:]))
    assert apart(draw(view), without) is not None
    assert apart(draw(view), draw(replace(view, hex_stack=0))) is not None, "none comes any more"


@pytest.mark.parametrize("seats", SEATS)
def test_the_wheel_brings_what_its_plate_said(seats: int) -> None:
    chance = random.Random(f"wheel {seats}")
    played = Table(GAMES["messina"], seats, "wheel", {})
    rounds = set()
    while not played.over:
        before = played.view(None)
        due = played.due()[0]
        played.play(due.seat, chance.choice(due.moves))
        after = played.view(None)
        if after.round > before.round and after.round < 6:
            rounds.add(after.round)
            last = coming(before)[-1]
            assert (last.rat, {one: getattr(last, one) for one in after.colours}) == (after.rat, after.colours)
            assert len(coming(before)) == (2 if after.round == 4 else 1)
        if after.round >= 5:
            assert coming(after) == []
    assert rounds == {2, 3, 4, 5}


def test_the_plate_of_the_wheel_shows_rat_and_colours() -> None:
    view = replace(middle(4), round=2)
    x, y, w, h = plan(4).wheel
    pictures = [draw(replace(view, wheel=wheel)) for wheel in range(1, 13)]
    for one, other in combinations(pictures, 2):
        box = apart(one, other)
        assert box is not None
        assert within(box, (x, y, x + w, y + h))


# --- choices and changes


def spots(view: View) -> dict[Target, Box]:
    """Some things that can be chosen, and the part of the picture that is theirs."""
    city = plan(view.seats)
    found = {Target("hex", one.id): hex_box(view, one.id) for one in view.hexes}
    for dock in view.docks:
        quay, water = city.docks[dock.id]
        found[Target("dock", dock.id)] = (quay.x, quay.y, quay.x + quay.w, quay.y + quay.h)
        for ship in dock.ships:
            found[Target("ship", ship.id)] = (water.x, water.y, water.x + water.w, water.y + water.h)
    x, y, w, h = city.home
    found[Target("home", "home")] = (x, y, x + w, y + h)
    return found


@pytest.mark.parametrize("seats", SEATS)
def test_letters_stand_on_what_they_mean(seats: int) -> None:
    places = spots(middle(seats))
    assert {target.kind for target in places} == {"hex", "dock", "ship", "home"}
    for target, area in places.items():
        box = apart(draw(middle(seats), Mark("A", target)), draw(middle(seats), Mark("W", target)))
        assert box is not None
        assert within(box, area, 8), target
        assert box[3] - box[1] >= BADGE * 0.4


@pytest.mark.parametrize("kind", ["hex", "dock", "ship"])
def test_what_can_be_chosen_keeps_its_colours_and_the_rest_is_paler(kind: str) -> None:
    view = middle(4)
    target = next(target for target in spots(view) if target.kind == kind)
    other = next(one for one in view.hexes if one.id != target.id)
    bare, marked = draw(view), draw(view, Mark("A", target))
    x, y = plan(4).at(other.at)
    head = (round(x - 40), round(y - 90), round(x + 40), round(y - 60))
    assert marked.crop(head).convert("L").getextrema()[0] > bare.crop(head).convert("L").getextrema()[0] + 40
    left, top, right, bottom = map(round, spots(view)[target])
    assert marked.crop((left, top, right, bottom)).convert("L").getextrema()[0] < 40


@pytest.mark.parametrize("kind", ["hex", "dock", "ship", "home"])
@pytest.mark.parametrize("seats", SEATS)
def test_many_choices_of_one_thing_show_all_their_letters(seats: int, kind: str) -> None:
    target, area = next(item for item in spots(middle(seats)).items() if item[0].kind == kind)
    pictures = [draw(middle(seats), *(Mark(letter, target) for letter in "MNQWAG"[:n])) for n in range(1, 7)]
    for one, other in combinations(pictures, 2):
        box = apart(one, other)
        assert box is not None
        assert within(box, area, 14)


@pytest.mark.parametrize("seats", SEATS)
def test_what_changed_glows_at_its_edge(seats: int) -> None:
    bare = draw(middle(seats))
    for target, area in spots(middle(seats)).items():
        box = apart(bare, draw(middle(seats), changed=(target,)))
        if target.kind == "home":
            assert box is None, "home is on the estate"
            continue
        assert box is not None
        assert within(box, area, 16)


@pytest.mark.parametrize(
    "target", [Target("hex", "h99"), Target("square", "cl1"), Target("ship", "argo"), Target("register", "city")]
)
def test_what_is_not_in_the_city_is_left_out(target: Target) -> None:
    assert apart(draw(middle(2)), draw(middle(2), Mark("A", target), changed=(target,))) is None


def test_every_hex_and_ship_can_have_a_letter_at_once() -> None:
    view = middle(4)
    marks = [Mark(chr(65 + i % 26), target) for i, target in enumerate(spots(view))]
    assert draw(view, *marks).size == (WIDTH, plan(4).height)


# --- what stays unseen, and what is kept


def test_face_down_stacks_do_not_touch_the_picture() -> None:
    played = table(4, 40)
    before = png(draw(played.view(None)), "messina")
    state = played.state
    for stack in (state.hex_stack, state.ship_stack, state.dock_tiles):  # type: ignore[attr-defined]
        assert len(stack) > 1
        stack.reverse()
    assert png(draw(played.view(None)), "messina") == before
    assert png(draw(played.view(2)), "messina") == before


@pytest.mark.parametrize("seats", SEATS)
def test_the_file_is_light_and_the_empty_city_is_left_alone(seats: int) -> None:
    first = png(draw(middle(seats)), "messina")
    assert len(first) <= 500 * 1024
    spoiled = draw(middle(seats))
    spoiled.paste((255, 0, 255), (0, 0, *spoiled.size))
    assert png(draw(middle(seats)), "messina") == first


def test_what_is_kept_is_bounded() -> None:
    for kept in (city_base.empty_city, city_places.plan, city_places.corners_of, city_wheel._news, face):
        assert kept.cache_info().maxsize is not None  # type: ignore[attr-defined]
