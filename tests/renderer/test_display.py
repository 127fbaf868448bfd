from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from renderer.canvas.colours import CHOICE, INK, PAPER, PAPER_LIGHT, SEA, Rgb
from renderer.canvas.palette import colours, in_contrast, sharper
from renderer.messina.city.draw_city import things
from renderer.messina.city.plan import city_plan
from renderer.messina.icons import HATCHES, empty_hex
from renderer.messina.theme import HEXES
from renderer.pictures import SIDE
from renderer.rattus.geography import REGION_TINTS
from renderer.rattus.panel import plan_panel
from renderer.seats import LOOKS, looks_of, token
from tests.renderer.messina import views as messina
from tests.renderer.rattus.views import NAMES, position
from tests.renderer.scenes import PICTURES, painted

STRONG = frozenset({"strong"})


def lightness(colour: Rgb) -> float:
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast as the web accessibility guidelines define it."""
    dark, light = sorted((lightness(one), lightness(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("paper", [PAPER, PAPER_LIGHT, SEA, *REGION_TINTS.values(), *HEXES.values()])
def test_ink_is_read_more_easily_in_high_contrast(paper: Rgb) -> None:
    assert contrast(sharper(INK), sharper(paper)) > max(9.5, contrast(INK, paper) * 1.15)


@pytest.mark.parametrize("colour", [CHOICE, *(look.rgb for look in LOOKS[:-1])])
def test_meaningful_colours_are_unchanged_in_high_contrast(colour: Rgb) -> None:
    assert sharper(colour) == colour


@pytest.mark.parametrize("game", PICTURES)
def test_a_file_of_high_contrast_is_the_same_in_other_colours(game: str) -> None:
    pictures = PICTURES[game]
    view = position(2) if game == "rattus" else messina.position(2, "middle")
    image = painted(view, NAMES[:2], pictures.replay_part)
    usual, high = (Image.open(BytesIO(pictures.png(image, style))) for style in ((), ("high",)))
    assert usual.tobytes() == high.tobytes()
    channels = list(in_contrast(pictures.palette))
    assert list(high.getpalette() or ())[: len(channels)] == channels
    assert channels != [channel for colour in colours(pictures.palette) for channel in colour]


def test_strong_pieces_have_larger_letters_and_differ_without_colour() -> None:
    plain, strong = looks_of(tuple(NAMES)), looks_of(tuple(NAMES), strong=True)
    assert [seat.letter for seat in plain] == [seat.letter for seat in strong]
    for one, other in zip(plain, strong, strict=True):
        assert token(one, 50).mask.tobytes() == token(other, 50).mask.tobytes(), "its outline stays"
        assert ImageChops.difference(token(one, 50).rgb, token(other, 50).rgb).getbbox(), other.name
    faces = [
        ImageChops.difference(*(token(look, 50, letter=False).rgb for look in both))
        for both in zip(plain, strong, strict=True)
    ]
    patterned = [face.convert("L").point(lambda value: 255 * (value > 24)) for face in faces]
    assert [bool(face.getbbox()) for face in patterned] == [look.shape not in ("circle", "triangle") for look in plain]
    for one, other in combinations(patterned[1:4], 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 12


def test_strong_hexes_differ_even_without_colour() -> None:
    """Only the hatching is compared, in black and white."""
    grey = {}
    for colour in ("white", *HATCHES):
        hatched = ImageChops.difference(empty_hex(209, colour).rgb, empty_hex(209, colour, STRONG).rgb).convert("L")
        grey[colour] = hatched.point(lambda value: 255 if value > 24 else 0)
    assert grey["white"].getbbox() is None
    for one, other in combinations(HATCHES, 2):
        assert ImageStat.Stat(ImageChops.difference(grey[one], grey[other])).mean[0] > 12, f"{one} and {other}"
    middle = (60, 90, 150, 150)
    assert all(one.crop(middle).getbbox() is None for one in grey.values()), "where pieces stand it is calm"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_large_picture_has_everything_whole_on_one_of_its_sides(seats: int) -> None:
    city = messina.position(seats, "middle")
    boxes = [(1080, area) for area in things(city, city_plan(seats))]
    view = position(seats)
    boxes += [(1000, area) for row in plan_panel(view, "cards").rows for _, area in row.cards]
    for wide, area in boxes:
        side = round(wide * SIDE)
        assert area.x + area.w <= side or area.x >= wide - side, area


@pytest.mark.parametrize("game", PICTURES)
def test_the_sides_of_a_large_picture_overlap_and_are_no_wider_than_they_may_be(game: str) -> None:
    pictures = PICTURES[game]
    view = position(4) if game == "rattus" else messina.position(4, "middle")
    for part in pictures.parts(view, "large"):
        whole = painted(view, NAMES, part)
        left, right = (pictures.side(whole, which) for which in ("left", "right"))
        assert left.size == right.size == (round(whole.width * SIDE), whole.height)
        assert left.tobytes() == whole.crop((0, 0, *left.size)).tobytes()
        assert right.tobytes() == whole.crop((whole.width - right.width, 0, *whole.size)).tobytes()
