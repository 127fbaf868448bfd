"""Files made from layers look the same as those of whole pictures, and cached tiles are not composed again."""

import zlib
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from renderer import Scene
from renderer.canvas.canvas import Canvas, Kept, Sprite, cached_sprite, cut_up
from renderer.canvas.layers import BAND_HEIGHT, COLUMN_WIDTH, Layers
from renderer.canvas.layout import Area
from renderer.canvas.memory import BAND_CACHE, TILE_CACHE
from renderer.canvas.palette import encode_png
from renderer.signs import Spotlight, spotlit
from tests.renderer.compare import GOLDEN, NO_BOARDS, file
from tests.renderer.scenes import PICTURES

NO_LAYERS = ("grid", "legend")
PALETTE = PICTURES["rattus"].palette
BOARDS = [name for name in GOLDEN if name not in NO_BOARDS and not any(part in name for part in NO_LAYERS)]
SIZE = (COLUMN_WIDTH + 40, 5 * BAND_HEIGHT - 7)
RED, BLUE = (204, 40, 26), (34, 60, 184)


@pytest.fixture(autouse=True)
def _no_bands() -> None:
    BAND_CACHE.clear()
    TILE_CACHE.clear()


def ground(number: int) -> Image.Image:
    return Image.new("RGB", (SIZE[0], 2 * SIZE[1]), (240, 228, 202) if number else BLUE)


def striped(number: int) -> Image.Image:
    image = ground(number)
    image.paste(RED, (0, 70, SIZE[0], 80))
    return image


def piece(size: int = 10) -> Image.Image:
    return Image.new("RGB", (size, size), RED)


@cached_sprite
def disc() -> Sprite:
    canvas = Canvas(100, 100)
    canvas.disc(50, 50, 45, RED)
    sprite = cut_up(canvas.sprite())
    assert isinstance(sprite, Kept)
    return sprite


def same(one: bytes, other: bytes) -> bool:
    """Return whether two files look the same. Also check the checksum of the first file's rows."""
    at, rows = one.index(b"IDAT"), zlib.decompressobj()
    rows.decompress(one[at + 4 :])
    assert rows.eof
    return Image.open(BytesIO(one)).convert("RGB").tobytes() == Image.open(BytesIO(other)).convert("RGB").tobytes()


@pytest.mark.parametrize(
    "at",
    [(5, 3), (COLUMN_WIDTH - 4, BAND_HEIGHT - 3), (-4, -6), (SIZE[0] - 5, SIZE[1] - 5), (20, -30), (20, SIZE[1] + 4)],
)
def test_things_pasted_over_an_edge_are_in_the_file(at: tuple[int, int]) -> None:
    for _ in range(2):
        layers, plain = Layers(SIZE, ground, 0), ground(0).crop((0, 0, *SIZE))
        boards: tuple[Layers | Image.Image, ...] = (layers, plain)
        for board in boards:
            board.paste(piece(), at)
            board.paste(RED, (at[0] + 20, at[1]), Image.new("L", (9, 9), 128))
            disc().put(board, *at)
        BAND_CACHE.clear()
        assert same(encode_png(layers, PALETTE), encode_png(plain, PALETTE))
        assert layers.image().tobytes() == plain.tobytes()


def test_only_new_tiles_are_composed(monkeypatch: pytest.MonkeyPatch) -> None:
    composed: list[Any] = []
    original, one = Layers.image, piece()

    def image(self: Layers, box: Any) -> Image.Image:
        composed.append(box)
        return original(self, box)

    monkeypatch.setattr(Layers, "image", image)

    def draw(number: int, *places: tuple[int, int], high: int = SIZE[1]) -> list[Any]:
        composed.clear()
        layers = Layers((SIZE[0], high), ground, number)
        for place in places:
            layers.paste(one, place)
        assert same(encode_png(layers, PALETTE), encode_png(original(layers), PALETTE))
        return composed

    def tiles(first: int, last: int) -> tuple[int, ...]:
        return 0, first * BAND_HEIGHT, COLUMN_WIDTH, min(last * BAND_HEIGHT, SIZE[1])

    assert draw(0, (5, 3)) == [tiles(0, 5), (COLUMN_WIDTH, 0, *SIZE)]
    assert draw(0, (5, 3)) == []
    assert draw(0, (5, 3), (5, BAND_HEIGHT + 3)) == [tiles(1, 2)]
    assert draw(0, (5, 3), (5, 2 * BAND_HEIGHT - 3)) == [tiles(1, 3)]
    assert draw(0, (5, BAND_HEIGHT - 3)) == [tiles(0, 2)]
    assert draw(0, high=2 * SIZE[1])[0] == tiles(0, 1), "its first band never was without a piece"
    assert draw(1, (5, 3)) == [tiles(0, 5), (COLUMN_WIDTH, 0, *SIZE)], "another ground"
    assert draw(1, (6, 3)) == [tiles(0, 1)], "another place"


@pytest.mark.parametrize("box", [(0, 0, *SIZE), (30, 21, SIZE[0] - 10, SIZE[1])], ids=["whole", "part"])
def test_light_and_shade_in_layers_look_as_on_a_whole_picture(box: tuple[int, int, int, int]) -> None:
    light = (Area(COLUMN_WIDTH - 20, 20, 50, 40), 8), (Area(5, 100, 30, 30), 15)
    for lit in (light, light[:1], light):
        layers, plain = Layers(SIZE, striped, 1), striped(1).crop((0, 0, *SIZE))
        boards: tuple[Layers | Image.Image, ...] = (layers, plain)
        for board in boards:
            disc().put(board, COLUMN_WIDTH, 40)
        layers.change(Spotlight(lit))
        plain = spotlit(plain, lit)
        shown, should = layers.crop(box), plain.crop(box)
        disc().put(shown, 40, 70)
        disc().put(should, 40, 70)
        assert same(encode_png(shown, PALETTE), encode_png(should, PALETTE))
        assert shown.image().tobytes() == should.tobytes()
        BAND_CACHE.clear()


def test_a_post_has_the_bands_of_the_panel_before_it() -> None:
    panel = replace(scene_of("turns-4-wide"), part="part", events=(), changed=())
    pictures = [PICTURES["rattus"].paint(replace(panel, part=part)) for part in ("part", "post")]
    of_panel, of_post = [one.bands(PALETTE) for one in pictures if isinstance(one, Layers)]
    assert of_post[: len(of_panel) - 1] == of_panel[:-1], "all but the last, which is lower"


@pytest.mark.parametrize("cache", [BAND_CACHE, TILE_CACHE])
def test_bands_and_tiles_take_no_more_memory_than_they_may(monkeypatch: pytest.MonkeyPatch, cache: Any) -> None:
    monkeypatch.setattr(cache, "limit", 40_000)
    for number in range(cache.limit // 500 + 2):
        layers = Layers(SIZE, ground, 0)
        layers.paste(piece(20 + number), (0, 0))
        encode_png(layers, PALETTE)
        assert cache.currsize <= cache.limit
    assert len(cache) > 1


def scene_of(name: str) -> Scene[Any]:
    """Return the scene of a golden picture."""
    scenes = list[Scene[Any]]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.renderer.scenes.paint", scenes.append)
        GOLDEN[name]()
    return scenes[0]


@pytest.mark.deep(one_in=10)
@pytest.mark.parametrize("name", BOARDS)
def test_the_file_of_a_board_shows_the_board(name: str) -> None:
    scene, should = scene_of(name), file(name)
    pictures = PICTURES[scene.view.game]
    for _ in range(2):
        assert same(pictures.png(pictures.paint(scene)), should)
