"""The events of Rattus in a replay: cubes, rats and figures on the move, and rats turning over."""

from collections.abc import Sequence
from math import cos, pi

from msgspec.structs import replace
from PIL import Image

from renderer.canvas.canvas import Point, Sprite
from renderer.pictures import Keyframe, SpritePath
from renderer.rattus import regions
from renderer.rattus.geography import HEIGHT, SPOTS
from renderer.rattus.pieces import figure, plague
from renderer.scene import Scene
from renderer.seats import stack
from rules.game import Event, Target
from rules.rattus import events as happened
from rules.rattus.view import RatView, RegionView, View

SUPPLY: Point = (50, regions.CORNER)  # where new rats come from
BELOW = HEIGHT + regions.TOKEN  # px; from there, a player's things come to the map
TURNS = 8  # steps of a rat that turns over


def keyframes(view: View, event: Event, scene: Scene[View]) -> Sequence[Keyframe[View]]:
    """Return how the event is shown; nothing for events without a path on the map."""
    match event:
        case (
            happened.Placed(seat=seat, region=region, cubes=cubes)
            | happened.Unloaded(owner=seat, region=region, cubes=cubes)
        ):
            return [_cubes(view, scene, seat, "", region, cubes)]
        case happened.CubesMoved(seat=seat, region=region, to=to, cubes=cubes):
            return [_cubes(view, scene, seat, region, to, cubes)]
        case happened.Saved(seat=seat, region=region):
            return [_cubes(view, scene, seat, region, "palace", 1)]
        case happened.PlagueMoved(region=region, to=to, via=via):
            stops = [SPOTS[one].plague for one in (region, via, to) if one]
            lifted = frozenset({Target("plague", region)})
            return [Keyframe(replace(view, plague=to), [SpritePath([plague(regions.DOCTOR)], stops)], view, lifted)]
        case happened.RatPlaced(rat=handle):
            return [_rat(view, handle, None)]
        case happened.RatMoved(rat=before, to=handle):
            return [_rat(view, handle, before)]
        case happened.FigureMoved(card=kind, region=before, to=to):
            return [_figure(view, kind, before, to)]
        case happened.Revealed():
            return _turned(view, event)
    return []


def _region(view: View, region: str) -> RegionView:
    return next(one for one in view.regions if one.id == region)


def _with(view: View, *changed: RegionView) -> View:
    """Return the view with these regions in place of those with the same names."""
    new = {one.id: one for one in changed}
    return replace(view, regions=[new.get(one.id, one) for one in view.regions])


def _more(region: RegionView, seat: int, cubes: int) -> RegionView:
    """Return the region with more, or fewer, cubes of a seat."""
    return replace(region, cubes=[max(0, count + cubes * (at == seat)) for at, count in enumerate(region.cubes)])


def _cubes(view: View, scene: Scene[View], seat: int, start: str, end: str, cubes: int) -> Keyframe[View]:
    """Return the keyframe of a seat's cubes moving from a region or its stock to a region or the palace."""
    under, at = view, None
    if start:
        at = _place(regions.cubes_of(_region(view, start)), start, seat)
        under = _with(view, _more(_region(view, start), seat, -cubes))
    if end == "palace":
        after = replace(under, palace=[count + cubes * (one == seat) for one, count in enumerate(under.palace)])
        goal = _place([regions.Cubes(one, count) for one, count in enumerate(after.palace) if count], end, seat)
    else:
        after = _with(under, _more(_region(under, end), seat, cubes))
        goal = _place(regions.cubes_of(_region(after, end)), end, seat)
    piece = stack(scene.looks[seat], regions.TOKEN, cubes)
    return Keyframe(after, [SpritePath([piece], [at or (goal[0], BELOW), goal])], under)


def _place(there: list[regions.Cubes], spot: str, seat: int) -> Point:
    """Return where the cubes of a seat are among those of all."""
    found = regions.cube_places(regions.row_places(SPOTS[spot], there))
    return next(((x + regions.TOKEN / 2, y) for x, y, cubes in found if cubes.seat == seat), SPOTS[spot].cubes)


def _rat(view: View, handle: str, before: str | None) -> Keyframe[View]:
    """Return the keyframe of a rat that comes to a region, from the supply or from another region."""
    known, start, under = None, SUPPLY, view
    if before is not None:
        home = _region(view, before.rpartition("-")[0])
        for one, at in zip(home.rats, regions.rat_places(home), strict=True):
            if one.handle == before:
                known, start = one, at
        under = _with(view, replace(home, rats=[one for one in home.rats if one.handle != before]))
    else:
        under = replace(view, supply=max(0, view.supply - 1))
    goal = _region(under, handle.rpartition("-")[0])
    came = RatView(handle, known.face if known else None)
    goal = replace(goal, rats=sorted([*goal.rats, came], key=lambda one: one.handle))
    after = _with(under, goal)
    end = next(at for one, at in zip(goal.rats, regions.rat_places(goal), strict=True) if one is came)
    lifted = frozenset({Target("rat", handle)})
    return Keyframe(after, [SpritePath([regions.token_of(came)], [start, end])], after, lifted)


def _figure(view: View, kind: str, before: str, to: str) -> Keyframe[View]:
    """Return the keyframe of a bishop or a nun that goes to a region, from another or from the reserve."""

    def more(region: RegionView, count: int) -> RegionView:
        bishop = kind == "bishop"
        return replace(region, bishops=region.bishops + count * bishop, nuns=region.nuns + count * (not bishop))

    start = regions.figure_places(_region(view, before)).get(kind) if before else None
    under = _with(view, more(_region(view, before), -1)) if before else view
    goal = more(_region(under, to), 1)
    end = regions.figure_places(goal)[kind]
    return Keyframe(
        _with(under, goal), [SpritePath([figure(kind, regions.FIGURE)], [start or (end[0], BELOW), end])], under
    )


def _turned(view: View, event: happened.Revealed) -> list[Keyframe[View]]:
    """Return the keyframes of a rat that turns over and disappears with the cubes that died.

    A rat that is face up already does not turn.
    """
    region = _region(view, event.rat.rpartition("-")[0])
    rats = [replace(one, face=event.face, turned=True) if one.handle == event.rat else one for one in region.rats]
    shown = replace(region, rats=rats)
    found: list[Keyframe[View]] = []
    for one, at in zip(region.rats, regions.rat_places(shown), strict=True):
        if one.handle == event.rat and not one.turned:
            up = regions.token_of(replace(one, face=event.face))
            turning = SpritePath(_turning(regions.token_of(one), up), [at, at])
            view = _with(view, shown)
            found.append(Keyframe(view, [turning], view, frozenset({Target("rat", event.rat)}), event_done=False))
    struck = replace(shown, rats=[one for one in shown.rats if one.handle != event.rat])
    for seat, count in enumerate(event.lost):
        struck = _more(struck, seat, -count)
    return [*found, Keyframe(replace(_with(view, struck), discards=[*view.discards, event.face]))]


def _turning(back: Sprite, front: Sprite) -> list[Sprite]:
    """Return the looks of a token while it turns over: narrower and narrower, then the other side."""
    found = []
    for step in range(TURNS):
        part = cos(pi * (step + 0.5) / TURNS)
        side = back if part > 0 else front
        wide = max(2, round(side.size[0] * abs(part)))
        size = (wide, side.size[1])
        found.append(
            Sprite(side.rgb.resize(size, Image.Resampling.BILINEAR), side.mask.resize(size, Image.Resampling.BILINEAR))
        )
    return found
