"""What part of a picture shows some choices: whole things only, never one that is cut."""

from collections.abc import Sequence

from renderer.canvas.layout import WIDEST, Area

MARGIN = 7  # px, round what is shown: less than from thing to thing
NARROWEST = 5 / 4  # width by height: what is narrower wastes a phone's screen
LEAST = 540  # px, the width of a crop

Box = tuple[int, int, int, int]  # left, upper edge, right, lower edge


def _box(area: Area) -> Box:
    return area.x, area.y, area.x + area.w, area.y + area.h


def _around(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def crosses(box: Box, area: Area) -> bool:
    """Whether the edge of a crop goes through a thing."""
    left, top, right, bottom = box
    x, y, u, v = _box(area)
    touched = x < right and left < u and y < bottom and top < v
    return touched and not (left <= x and top <= y and u <= right and v <= bottom)


def _whole(box: Box, things: Sequence[Area]) -> Box:
    """A box grown until it cuts nothing."""
    while cut := [_box(one) for one in things if crosses(box, one)]:
        box = _around([box, *cut])
    return box


def _longer(first: int, last: int, wanted: int, most: int) -> tuple[int, int]:
    """A stretch made so long, on both sides as far as the picture goes."""
    more = max(0, min(wanted, most) - (last - first))
    first = max(0, min(first - more // 2, most - (last - first) - more))
    return first, max(last, min(most, first + max(wanted, 0))) if more else last


def crop(size: tuple[int, int], things: Sequence[Area], targets: Sequence[Area]) -> Box:
    """The part of a picture of this size with these targets, neither too wide nor too narrow, that cuts no thing."""
    wide, high = size
    left, top, right, bottom = _around([_box(one) for one in targets])
    box = (max(0, left - MARGIN), max(0, top - MARGIN), min(wide, right + MARGIN), min(high, bottom + MARGIN))
    while True:
        grown = left, top, right, bottom = _whole(box, things)
        left, right = _longer(left, right, max(LEAST, round((bottom - top) * NARROWEST)), wide)
        top, bottom = _longer(top, bottom, -int(-(right - left) // WIDEST), high)
        if (left, top, right, bottom) == grown == box:
            return box
        box = left, top, right, bottom
