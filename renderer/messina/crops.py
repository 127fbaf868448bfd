"""Crop a picture to the choices it shows, if possible without cutting through things."""

from collections.abc import Sequence
from itertools import combinations, pairwise, product
from math import ceil

from PIL import Image

from renderer.canvas.canvas import Box
from renderer.canvas.colours import Rgb
from renderer.canvas.layers import Layers
from renderer.canvas.layout import MAX_RATIO, Area

MARGIN = 7  # px, round what is shown; less than the gap between two things
MIN_RATIO = 3 / 2  # width by height: a narrower crop leaves no room for the answers below it
MIN_WIDER = 563 / 393  # the same for a crop of the full width, which a computer shows 563 px wide
MIN_WIDTH = 540  # px
INNER = 2  # px, from a thing to the edge of a part without a frame
ASIDE, ABOVE = 10, 6  # px, beside what can be chosen: for edges and badges; above and below it: for edges


def _around(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def overlap(one: Box, other: Box) -> bool:
    """Return whether two rectangles overlap."""
    (left, top, right, bottom), (x, y, u, v) = one, other
    return x < right and left < u and y < bottom and top < v


def crosses(box: Box, area: Area) -> bool:
    """Return whether the edge of a crop goes through a thing."""
    left, top, right, bottom = box
    x, y, u, v = area.box
    return overlap(box, area.box) and not (left <= x and top <= y and u <= right and v <= bottom)


def _whole(box: Box, things: Sequence[Area]) -> Box:
    """Grow the box until it cuts through none of the things."""
    while cut := [one.box for one in things if crosses(box, one)]:
        box = _around([box, *cut])
    return box


def _longer(first: int, last: int, wanted: int, most: int, before: float = 0.5) -> tuple[int, int]:
    """Grow a range to the length ``wanted``, between 0 and ``most``.

    ``before`` is the share of the growth before its start.
    """
    more = max(0, min(wanted, most) - (last - first))
    first = max(0, min(first - int(more * before), most - (last - first) - more))
    return first, max(last, min(most, first + max(wanted, 0))) if more else last


def crop_around(size: tuple[int, int], things: Sequence[Area], targets: Sequence[Area]) -> Box:
    """Return a part of a picture that shows these targets, cuts through none of the things and has a suitable shape.

    It extends as little as possible above and below them.
    """
    boxes = [_crop(size, things, targets, above) for above in (0.5, 0.0, 1.0)]
    return min(boxes, key=lambda box: box[3] - box[1])


def _crop(size: tuple[int, int], things: Sequence[Area], targets: Sequence[Area], above: float) -> Box:
    wide, high = size
    left, top, right, bottom = _around([one.box for one in targets])
    box = (max(0, left - MARGIN), max(0, top - MARGIN), min(wide, right + MARGIN), min(high, bottom + MARGIN))
    while True:
        grown = left, top, right, bottom = _whole(box, things)
        left, right = _longer(left, right, max(MIN_WIDTH, round((bottom - top) * MIN_RATIO)), wide)
        top, bottom = _longer(top, bottom, ceil((right - left) / MAX_RATIO), high, above)
        if (left, top, right, bottom) == grown == box:
            return box
        box = left, top, right, bottom


def contains_whole(box: Area, area: Area) -> bool:
    """Return whether a thing is completely within a part of a picture, and away from its edge."""
    left, top, right, bottom = area.box
    x, y, u, v = box.box
    return x + INNER <= left and y + INNER <= top and right <= u - INNER and bottom <= v - INNER


def window_around(
    size: tuple[int, int], things: Sequence[Area], targets: Sequence[Area], ratio: float = MIN_RATIO
) -> Area:
    """Return the part of a picture that shows these targets, and as many other things as possible, in full.

    Its width is at least ``ratio`` times its height, if there is room. Without targets, return the whole picture.
    """
    wide, high = size
    if not targets:
        return Area(0, 0, wide, high)
    left, top, right, bottom = _around([one.box for one in targets])
    left, right = max(0, left - ASIDE), min(wide, right + ASIDE)
    top, bottom = max(0, top - ABOVE), min(high, bottom + ABOVE)
    w = min(wide, max(MIN_WIDTH, right - left, round((bottom - top) * ratio)))
    h = min(high, max(bottom - top, ceil(w / MAX_RATIO)))
    across = _starts([(one.x, one.x + one.w) for one in things], max(0, right - w), min(left, wide - w), w)
    down = _starts([(one.y, one.y + one.h) for one in things], max(0, bottom - h), min(top, high - h), h)
    beside = {x: {one for one in things if x + INNER <= one.x and one.x + one.w <= x + w - INNER} for x in across}
    below = {y: {one for one in things if y + INNER <= one.y and one.y + one.h <= y + h - INNER} for y in down}

    def shows(start: tuple[int, int]) -> tuple[int, float]:
        x, y = start
        aside = abs(2 * x + w - left - right) + abs(2 * y + h - top - bottom)
        return len(beside[x] & below[y]), -aside

    return Area(*max(product(across, down), key=shows), w, h)


def _starts(things: Sequence[tuple[int, int]], first: int, last: int, long: int) -> list[int]:
    """Return the starts to try for a range of this length: midway between two limits, or with a thing just inside."""
    fitting = {start - INNER for start, _ in things} | {end + INNER - long for _, end in things}
    return [(first + last) // 2, *sorted(start for start in fitting if first <= start <= last)]


def in_columns(picture: Layers, parts: Sequence[Area], ground: Rgb) -> tuple[Image.Image, Area]:
    """Compose some parts of a picture in columns, and return the result with the free area below the last column."""
    sheets = [_columns(parts, cuts) for n in range(len(parts)) for cuts in combinations(range(1, len(parts)), n)]
    fitting = [sheet for sheet in sheets if sheet[0][0] <= picture.width] or sheets[:1]
    sizes = []
    for (wide, high), _ in fitting:  # crops that are neither too narrow nor too wide
        across = max(wide, MIN_WIDTH, min(picture.width, round(high * MIN_RATIO)))
        sizes.append((across, max(high, ceil(across / MAX_RATIO))))
    size, ((wide, high), places) = min(zip(sizes, fitting, strict=True), key=lambda one: one[0])
    board = Image.new("RGB", size, ground)
    left, top = (size[0] - wide) // 2, (size[1] - high) // 2
    for part, (x, y) in zip(parts, places, strict=True):
        board.paste(picture.image(part.box), (left + x, top + y))
    x, y = left + places[-1][0], top + places[-1][1] + parts[-1].h + MARGIN
    return board, Area(x, y, left + wide - MARGIN - x, size[1] - MARGIN - y)


def _columns(parts: Sequence[Area], cuts: Sequence[int]) -> tuple[tuple[int, int], list[tuple[int, int]]]:
    """Return the size of a sheet of columns, and each part's place.

    Each cut is the index of a part that begins a column.
    """
    places, x, high = [], MARGIN, 0
    for first, last in pairwise([0, *cuts, len(parts)]):
        y = MARGIN
        for part in parts[first:last]:
            places.append((x, y))
            y += part.h + MARGIN
        x, high = x + max(part.w for part in parts[first:last]) + MARGIN, max(high, y)
    return (x, high), places
