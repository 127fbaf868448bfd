"""Rectangles in pictures of Messina's estates."""

import pytest

from renderer.canvas.layout import Area
from renderer.messina.estate.layout import ESTATE_PLANS, workshop_area, workshop_places

LEFT = ESTATE_PLANS["left"]  # The plan of side a.
EDGES = pytest.mark.parametrize("plan", ESTATE_PLANS.values(), ids=ESTATE_PLANS)
WORKSHOPS = workshop_area("a")
WORKSHOP_PLACES = workshop_places(WORKSHOPS)


def within(inner: Area | None, outer: Area) -> bool:
    """Return whether a rectangle is inside the other one."""
    return inner is not None and (
        outer.x <= inner.x
        and inner.x + inner.w <= outer.x + outer.w
        and outer.y <= inner.y
        and inner.y + inner.h <= outer.y + outer.h
    )


def overlap(one: Area, other: Area) -> bool:
    """Return whether two rectangles share a pixel."""
    wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    high = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return wide > 0 and high > 0


def around(x: float, y: float, size: float) -> Area:
    return Area(round(x - size / 2), round(y - size / 2), round(size), round(size))
