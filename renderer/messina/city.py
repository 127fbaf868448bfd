"""The city of Messina: hexes with what is on them, docks with their ships, and where the next hex may come."""

from collections.abc import Sequence

from PIL import Image

from renderer.marks import Mark
from renderer.messina.city_base import empty_city
from renderer.messina.city_hex import outline, vacant
from renderer.messina.city_pieces import Place, put_dock, put_hex
from renderer.messina.city_places import Plan, next_from, plan
from renderer.messina.city_wheel import put_wheel
from renderer.pieces import badge
from renderer.shapes import ring
from renderer.sprite import Point
from renderer.theme import CHOICE, GLOW, PAPER, Rgb
from rules.game import Target
from rules.messina.view_types import View

PALE = 0.38  # how much paper lies over what cannot be chosen
BADGE = 40  # px, the letter of a choice on a ship


def paint_city(
    view: View,
    names: Sequence[str],
    marks: Sequence[Mark],
    changed: Sequence[Target],
    lang: str,
    style: frozenset[str],
) -> Image.Image:
    """The city. With choices on it, whatever cannot be chosen is paler."""
    city = plan(view.seats)
    board = empty_city(view.seats).copy()
    full = "full" in style
    put_wheel(board, view, city.wheel, full)
    if view.hex_stack:
        places = next_from(view.seats, view.free_places)
        for at in view.free_places:
            vacant(city.wide, tuple(places.get(at, ()))).put(board, *city.at(at))
    ships = _put(board, view, city, full, {})
    spots = {one.id: city.at(one.at) for one in view.hexes}
    known = {*spots, *ships, *city.docks}
    letters = {mark.target.id: mark.letter for mark in marks if mark.target.id in known}
    for target in changed:
        _edge(board, target.id, city, spots, ships, GLOW)
    if letters:
        board = Image.blend(board, Image.new("RGB", board.size, PAPER), PALE)
        _put(board, view, city, full, letters)
    for name in letters:
        _edge(board, name, city, spots, ships, CHOICE)
    for name in ships.keys() & letters.keys():
        x, y, w, h = ships[name]
        size = max(BADGE, round(h * 0.4))
        badge(letters[name], size).put(board, x - w / 2 + size * 0.42, y - h / 2 + size * 0.42)
    return board


def _put(board: Image.Image, view: View, city: Plan, full: bool, letters: dict[str, str]) -> dict[str, Place]:
    """All hexes and docks, or those with a letter. Returns where the ships are."""
    ships: dict[str, Place] = {}
    for one in view.hexes:
        if not letters or one.id in letters:
            put_hex(board, one, city.at(one.at), city.wide, full, letters.get(one.id, ""))
    for dock in view.docks:
        if not letters or dock.id in letters or any(ship.id in letters for ship in dock.ships):
            ships |= put_dock(board, dock, city.docks[dock.id], letters.get(dock.id, ""))
    return ships


def _edge(
    board: Image.Image, name: str, city: Plan, spots: dict[str, Point], ships: dict[str, Place], colour: Rgb
) -> None:
    """A line round a hex, a dock or a ship."""
    if name in spots:
        outline(city.wide, colour, 6).put(board, *spots[name])
    elif name in city.docks:
        area = city.docks[name].quay
        ring(area.w, area.h, 6, colour, 5).put(board, *area.middle)
    elif name in ships:
        x, y, w, h = ships[name]
        ring(round(w), round(h), 12, colour, 5).put(board, x, y)
