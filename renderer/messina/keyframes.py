"""Messina's events in a replay of the city. What comes from an estate, or goes there, crosses the lower edge."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from renderer.canvas.canvas import Point
from renderer.messina.city.pieces import MAX_PIECE, ROW_ROOM, hex_items, row_of
from renderer.messina.city.plan import Plan, plan
from renderer.messina.city.printed import OPEN, PIECES
from renderer.messina.icons import citizen, lieutenant
from renderer.pictures import Keyframe, SpritePath
from renderer.scene import Scene
from renderer.seats import SeatLook
from rules.game import Event
from rules.messina import events as e
from rules.messina.view import DockView, FigureView, HexView, MooredView, View

BELOW = 60  # px, beyond the lower edge


def keyframes(view: View, event: Event, scene: Scene[View]) -> Sequence[Keyframe[View]]:
    """Return how the event is shown; nothing for events on estates."""
    match event:
        case e.Went(seat=seat, start=start, hex=goal) | e.Boarded(seat=seat, start=start, dock=goal):
            return [_goes(view, scene, seat, start, goal)]
        case e.Recalled(seat=seat, start=start) | e.Parted(seat=seat, start=start):
            return [_goes(view, scene, seat, start, "")] if start != "home" else []
        case e.Rescued(citizen=who, hex=place):
            return _rescued(view, scene, who, place)
        case e.Fought(source=place, cubes=cubes, also=also):
            fewer = {**dict.fromkeys(also, 1), place: cubes}
            return [Keyframe(_each(view, fewer, lambda one: replace(one, cubes=max(0, one.cubes - fewer[one.id]))))]
        case e.PlaguePlaced(hexes=hexes):
            return [Keyframe(_each(view, hexes, lambda one: replace(one, cubes=one.cubes + 1)))]
        case e.CitizensLost(hex=place):
            return [Keyframe(_each(view, [place], lambda one: replace(one, citizens=[])))]
        case e.CitizensCame(citizen=who, hexes=hexes):
            return [Keyframe(_each(view, hexes, lambda one: replace(one, citizens=[*one.citizens, who])))]
        case e.ShipArrived(ship=ship, dock=place, cube=cube):
            moored = MooredView(ship, cube)
            docks = [replace(dock, ships=[*dock.ships, moored]) if dock.id == place else dock for dock in view.docks]
            return [Keyframe(replace(view, docks=docks))]
    return []


def _each(view: View, places: Sequence[str] | dict[str, int], change: Callable[[HexView], HexView]) -> View:
    """Return the view with some hexes changed."""
    return replace(view, hexes=[change(one) if one.id in places else one for one in view.hexes])


def _figures(view: View, place: str, change: Callable[[list[FigureView]], list[FigureView]]) -> View:
    """Return the view with other figures in a place."""
    hexes = [replace(one, figures=change(one.figures)) if one.id == place else one for one in view.hexes]
    docks = [replace(one, figures=change(one.figures)) if one.id == place else one for one in view.docks]
    return replace(view, hexes=hexes, docks=docks)


def _place(view: View, place: str) -> HexView | DockView | None:
    """Return the hex or dock, or None for home."""
    there: list[HexView | DockView] = [*view.hexes, *view.docks]
    return next((one for one in there if one.id == place), None)


def _goes(view: View, scene: Scene[View], seat: int, start: str, goal: str) -> Keyframe[View]:
    """Return the keyframe of a lieutenant that goes from a place, or from home, to another, or home."""
    city, who = plan(view.seats), scene.looks[seat]

    def without(there: list[FigureView]) -> list[FigureView]:
        mine = [one for one in there if one.seat == seat]
        gone = next((one for one in mine if not one.standing), mine[0] if mine else None)
        at = there.index(gone) if gone else len(there)
        return [*there[:at], *there[at + 1 :]]

    under = _figures(view, start, without)
    after = _figures(under, goal, lambda figures: [*figures, FigureView(seat, True)])
    before, there = _place(view, start), _place(after, goal)
    known = [_at(city, one, seat, scene.looks) for one in (before, there) if one]
    home = (known[0][0] if known else city.middle[0], city.height + BELOW)
    way = [known[0] if before else home, known[-1] if there else home]
    return Keyframe(after, [SpritePath([lieutenant(who, True, round(city.wide * MAX_PIECE))], way)], under)


def _at(city: Plan, place: HexView | DockView, seat: int, looks: Sequence[SeatLook]) -> Point:
    """Return the position of the last lieutenant of a seat in a place."""
    if isinstance(place, DockView):
        return city.docks[place.id].quay.middle
    x, y = _band(city, place)
    row = row_of(hex_items(place, looks), city.wide * ROW_ROOM, city.wide * MAX_PIECE)
    standing = sorted(place.figures, key=lambda one: not one.standing)
    before = len(row) - len(standing)
    mine = [at for at, one in enumerate(standing) if one.seat == seat and one.standing]
    return (x + row[before + mine[-1]][1], y) if mine else (x, y)


def _band(city: Plan, place: HexView) -> Point:
    """Return the middle of the pieces on a hex."""
    x, y = city.at(place.at)
    first, last = PIECES if place.colour else OPEN
    return x, y + city.high * ((first + last) / 2 - 0.5)


def _rescued(view: View, scene: Scene[View], who: str, place: str) -> list[Keyframe[View]]:
    """Return the keyframes of a citizen that leaves its hex for an estate."""
    city = plan(view.seats)
    there = next((one for one in view.hexes if one.id == place), None)
    if there is None or who not in there.citizens:
        return []
    row = row_of(hex_items(there, scene.looks), city.wide * ROW_ROOM, city.wide * MAX_PIECE)
    x, y = _band(city, there)
    at = (x + row[bool(there.cubes) + there.citizens.index(who)][1], y)
    left = list(there.citizens)
    left.remove(who)
    after = _each(view, [place], lambda one: replace(one, citizens=left))
    flying = citizen(who, "normal", round(city.wide * MAX_PIECE))
    return [Keyframe(after, [SpritePath([flying], [at, (at[0], city.height + BELOW)])], after)]
