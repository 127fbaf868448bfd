import functools
import gc
import inspect
import time
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from PIL import Image

from renderer.canvas import memory
from renderer.canvas.canvas import Canvas, Sprite, cached_sprite
from renderer.canvas.memory import (
    BAND_CACHE,
    LARGE_CACHE,
    PACKED_CACHE,
    SPRITE_CACHE,
    TILE_CACHE,
    cached_compressed,
    cached_drawing,
    use_less,
    weight,
)
from tests.renderer.cold import modules

MIB = 1 << 20
# Permanent caches, bounded by a number of entries.
APART = {"renderer.canvas.palette._palette", "renderer.canvas.text.edged", "renderer.canvas.text.run"}
DRAWN = ("Image", "Sprite")
DRAWN_GROUNDS: list[int] = []


@cached_drawing
def sheet(number: int) -> Image.Image:
    return Image.new("RGB", (1024, 1024), (number % 256, 0, 0))


@functools.cache
def noise() -> Image.Image:
    """Return a picture that can hardly be compressed."""
    return Image.effect_noise((1024, 1024), 99).convert("RGB")


@cached_compressed
def ground(number: int) -> Image.Image:
    DRAWN_GROUNDS.append(number)
    image = noise().copy()
    image.putpixel((0, 0), (number, 0, 0))
    return image


@cached_sprite
def piece(number: int) -> Sprite:
    canvas = Canvas(90, 90)
    canvas.disc(45, 45, 30 + number % 10, (200, 0, 0))
    return canvas.sprite()


@pytest.fixture
def forgotten() -> Iterator[None]:
    """Remove everything that a test has put into the caches."""
    before = {*SPRITE_CACHE, *LARGE_CACHE, *PACKED_CACHE}
    yield
    for cache in (SPRITE_CACHE, LARGE_CACHE, PACKED_CACHE):
        for key in set(cache) - before:
            del cache[key]
    DRAWN_GROUNDS.clear()


def took(drawing: Any) -> int:
    """Return the bytes of all pictures referenced by an object at any depth, except through classes and functions."""
    seen, found, waiting = set[int](), 0, [drawing]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, type) or callable(one):
            continue
        seen.add(id(one))
        if isinstance(one, Image.Image):
            found += one.width * one.height * (1 if len(one.getbands()) == 1 else 4)
        else:
            waiting += gc.get_referents(one)
    return found


@pytest.mark.usefixtures("forgotten")
def test_all_drawings_together_take_no_more_than_they_may() -> None:
    first = sheet(0)
    assert sheet(0) is first
    for number in range(1, SPRITE_CACHE.limit // (4 * MIB) + 20):
        sheet(number)
        assert SPRITE_CACHE.currsize <= SPRITE_CACHE.limit
    assert sheet(number) is sheet(number)
    assert sheet(0) is not first, "what was used longest ago has gone"


@pytest.mark.usefixtures("forgotten")
def test_recently_used_drawings_stay_cached() -> None:
    used = sheet(-1)
    for number in range(SPRITE_CACHE.limit // (4 * MIB) + 20):
        sheet(number)
        assert sheet(-1) is used


@pytest.mark.usefixtures("forgotten")
def test_a_large_picture_that_has_gone_is_unpacked_not_drawn_again() -> None:
    first = ground(1)
    assert ground(1) is first
    ground(2)
    LARGE_CACHE.clear()
    again = ground(1)
    assert again is not first
    assert (again.mode, again.size, again.tobytes()) == (first.mode, first.size, first.tobytes())
    assert DRAWN_GROUNDS == [1, 2]
    *_, last = [PACKED_CACHE.popitem()[0] for _ in range(len(PACKED_CACHE))]
    assert last == (inspect.unwrap(ground), 1), "what was unpacked is the last to go"
    LARGE_CACHE.clear()
    ground(1)
    assert DRAWN_GROUNDS == [1, 2, 1]


def test_unpacking_takes_little_more_memory_than_the_picture() -> None:
    image = noise()
    packed = memory.Packed(image)
    tracemalloc.start()  # It sees the decompressed bytes, but no pictures.
    again = packed.unpack()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert again.tobytes() == image.tobytes()
    assert most < MIB


@pytest.mark.usefixtures("forgotten")
def test_only_one_large_picture_is_drawn_at_once_and_none_twice() -> None:
    drawing, most = list[int](), list[int]()

    @cached_compressed
    def slow(number: int) -> Image.Image:
        drawing.append(number)
        most.append(len(drawing))
        time.sleep(0.01)
        drawing.pop()
        return ground(number)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(slow, [1, 2, 1, 2]))
    assert most == [1, 1]
    assert sorted(DRAWN_GROUNDS) == [1, 2]


@pytest.mark.usefixtures("forgotten")
def test_caches_are_smaller_with_little_memory() -> None:
    caches = (SPRITE_CACHE, LARGE_CACHE, PACKED_CACHE, BAND_CACHE, TILE_CACHE)
    assert sum(one.limit for one in caches) <= 128 * MIB, "whatever the styles, as each cache stays within its limit"
    use_less()
    assert [one.limit // MIB for one in caches] == [24, 6, 14, 2, 2]
    for number in range(20):
        sheet(number)
        ground(number)
    for cache in (SPRITE_CACHE, LARGE_CACHE, PACKED_CACHE):
        assert 0 < cache.currsize <= cache.limit


@pytest.mark.usefixtures("forgotten")
def test_the_weight_of_a_drawing_is_the_memory_of_its_pictures() -> None:
    large = Canvas(400, 300)
    large.box((0, 0, 400, 300), 20, (1, 2, 3))
    cut = cached_sprite(lambda: large.sprite())()  # type: ignore[arg-type, return-value, misc]
    for drawing, sprite in ((sheet(1), None), (piece(1), piece(1)), (cut, cut), ((piece(2), (3.0, 4.0)), piece(2))):
        pictures = len(sprite.images) if sprite else 1
        assert took(drawing) <= weight(drawing) < took(drawing) + (pictures + 6) * memory.MIN_WEIGHT


def test_no_other_drawings_are_cached() -> None:
    """Only a few caches are limited by a number of drawings, each for a good reason."""
    found = {
        f"{module.__name__}.{name}"
        for module in modules()
        for name, thing in vars(module).items()
        if hasattr(thing, "cache_info") and thing.__module__ == module.__name__
        if any(word in str(thing.__wrapped__.__annotations__["return"]) for word in DRAWN)
    }
    assert {name for name in found if not name.endswith(".font")} == APART
