"""Cached sprites are cut into pieces, which makes pasting faster without any visible difference."""

import pytest
from PIL import Image

from renderer.canvas.canvas import Sprite
from renderer.canvas.colours import CHOICE, PAPER, SEPIA
from renderer.canvas.frame import plate, ring
from renderer.canvas.layout import Area
from renderer.messina.city.printed import _dock, outline, printed_hex
from renderer.seats import SEAT_LOOKS, token
from renderer.signs import shaded, spotlit
from tests.renderer.scenes import apart

GROUND = Image.linear_gradient("L").resize((400, 400)).convert("RGB")


@pytest.mark.parametrize(
    "sprite",
    [
        plate(200, 100, PAPER, SEPIA, 2), plate(201, 37, PAPER, SEPIA, 5, 14), ring(180, 240, 8, CHOICE, 5),
        outline(209, CHOICE), printed_hex("h7", "7", 209, frozenset(), True), token(SEAT_LOOKS[3], 90),
        _dock(4, 0, "nw"),
    ],
    ids=["plate", "low plate", "ring", "outline", "hex", "piece", "dock"],
)  # fmt: skip
@pytest.mark.parametrize("at", [(200, 200), (190.5, 201.5), (20, 390)])
def test_a_sprite_cut_up_is_pasted_as_the_whole_would_be(sprite: Sprite, at: tuple[float, float]) -> None:
    one, other, whole = GROUND.copy(), GROUND.copy(), GROUND.copy()
    sprite.put(one, *at)
    Sprite(sprite.rgb, sprite.mask).put(other, *at)
    (x, y), (w, h) = at, sprite.size
    whole.paste(sprite.rgb, (round(x - w / 2), round(y - h / 2)), sprite.mask)
    assert apart(one, whole) is None
    assert apart(other, whole) is None
    assert apart(one, GROUND) is not None


@pytest.mark.parametrize("radius", [8, 40])
def test_light_falls_on_an_area_with_round_corners_and_nowhere_else(radius: int) -> None:
    board = Image.new("RGB", (200, 160), PAPER)
    lit = spotlit(board, [(Area(50, 40, 80, 80), radius)])
    dark = shaded(board)
    for at, bright in (((90, 80), True), ((50, 80), True), ((90, 119), True), ((50, 40), False), ((129, 119), False)):
        assert (lit.getpixel(at) == board.getpixel(at)) == bright
    assert lit.crop((0, 0, 50, 160)) == dark.crop((0, 0, 50, 160))
    assert lit.crop((130, 0, 200, 160)) == dark.crop((130, 0, 200, 160))
