"""The pictures of Rattus, in layers: map, events, pieces, panel, choices; letters, and replays."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from math import cos, pi
from pathlib import Path
from string import ascii_uppercase

from msgspec.structs import replace
from PIL import Image

from renderer.canvas import colours
from renderer.canvas.canvas import Board, Point, Sprite, Surface
from renderer.canvas.colours import BONE, CHOICE
from renderer.canvas.frame import put_wood, ring
from renderer.canvas.layers import Layers
from renderer.canvas.layout import Area
from renderer.canvas.memory import cached_compressed, cached_drawing, cached_picture
from renderer.canvas.palette import named_in
from renderer.canvas.texture import MAX_PAPER, paper
from renderer.pictures import Keyframe, Pictures, SpritePath
from renderer.rattus import geography, regions
from renderer.rattus.geography import MAP_HEIGHT, MAP_WIDTH, REGION_SPOTS
from renderer.rattus.legend import LEGEND_SIGNS, paint_legend, paint_thing
from renderer.rattus.map import (
    FRAME_WIDTH,
    LARGE_NAME,
    NAME_SIZE,
    bare_map,
    empty_map,
    lit_region,
    plague_border,
    put_name,
    region_bounds,
)
from renderer.rattus.marks import BADGE_SIZE, badge_places, mark_place, put_plague_paths, regions_of_rats
from renderer.rattus.panel import (
    QUESTION_HIGH,
    QUESTION_SIZE,
    plan_panel,
    plan_post,
    put_head,
    put_panel,
    put_phase,
    put_question_cards,
    put_seat,
    question_areas,
)
from renderer.rattus.pieces import FIGURES, figure, plague
from renderer.rattus.strike import LARGE_TEXT, LONG, put_strike, put_strikes, put_struck
from renderer.scene import Scene, Words
from renderer.seats import SEAT_LOOKS, piece_stack
from renderer.signs import badge, shaded
from rules.game import Event, Target
from rules.rattus import events as happened
from rules.rattus.components import REGIONS_IN_USE, rat_region
from rules.rattus.view import RatView, RegionView, View

REPLAY_HIGH = 1025  # px, a height that is a whole number of pixels at each width of a replay
STRUCK_MAP = 676  # px, the height of the map of a question above a strike
ROW = 150  # px: regions whose names differ less in height are read from left to right
# The layouts of a map alone, of a panel alone, and of a map with the latest strike below it.
MAP, CARDS, REPLAY = "map", "cards", "replay"
POST = "post"  # the layout of a post: as a question, and below it the players and the strikes


def letter(view: View, target: Target) -> str:
    """Return the letter of a thing.

    Regions have letters, cards numbers. A thing in a region or between two regions has the letters of its regions. A
    rat also has its own letter: "Da" is rat a in region D. A figure also has the initial of its kind: "D-N".
    """
    if target.kind == "card":
        return str([card.id for card in view.cards].index(target.id) + 1)
    if target.kind == "rat":
        region, _, one = target.id.rpartition("-")
        return f"{_region_letter(view, region)}{one}"
    letters = "".join(_region_letter(view, region) for region in target.id.split("+"))
    return letters if target.kind in ("region", "wall", "connection") else f"{letters}-{target.kind[0].upper()}"


def _region_letter(view: View, region: str) -> str:
    return _region_letters(view.seats)[region]


@lru_cache(maxsize=4)  # one entry for each number of players
def _region_letters(seats: int) -> dict[str, str]:
    """Return the letters of the regions in use: row by row, and from left to right."""
    places = {one: REGION_SPOTS[one].name for one in REGIONS_IN_USE[seats]}
    in_order = sorted(places, key=lambda one: (places[one][1] // ROW, places[one][0]))
    return dict(zip(in_order, ascii_uppercase, strict=False))


def paint(scene: Scene[View]) -> Image.Image | Layers:
    """Draw the board as the viewer may see it.

    If ``scene.part`` is "part", draw the map with the cards beside it, for a question. Only this layout shows choices.
    """
    view, layout = scene.view, scene.part
    if layout == "part":
        return _paint_question(scene)
    changes = regions.changes_from(scene.events, scene.lifted)
    ground = Layers((MAP_WIDTH, MAP_HEIGHT), empty_map, view.seats, scene.words)
    if layout == MAP:
        put_map(ground, scene, changes)
        return ground
    if layout == REPLAY:
        return _paint_replay(scene, changes)
    if layout == POST:
        return _paint_post(scene, changes)
    where = plan_panel(view, layout, len(changes.strikes), "fixed" in scene.style)
    if layout == "tall":
        board = Layers(where.size, _tall_ground, view.seats, scene.words)
    else:
        board = Layers(where.size, paper, *where.size)
    put_panel(board, where, scene, changes)
    if layout == "tall":
        put_map(board, scene, changes)
    if layout != "wide":
        return board
    put_map(ground, scene, changes)
    image = board.image()
    image.paste(ground.image(), where.map)
    return image


def _paint_replay(scene: Scene[View], changes: regions.Changes) -> Layers:
    """Draw the map, and below it the latest strike or the players in turn order. The size is always the same."""
    board = Layers((MAP_WIDTH, REPLAY_HIGH), _tall_ground, scene.view.seats, scene.words)
    if changes.strikes:
        put_strike(board, Area(10, MAP_HEIGHT + 4, MAP_WIDTH - 20, LONG), changes.strikes[-1], scene)
    else:
        put_head(board, plan_panel(scene.view, "tall"), scene, players=scene.view.phase != "over")
    put_map(board, scene, changes)
    return board


def _paint_post(scene: Scene[View], changes: regions.Changes) -> Layers:
    """Draw the map and the cards as for a question, with the players and the strikes below.

    The picture fits on half of a phone's screen.
    """
    where = plan_post(scene.view, len(changes.strikes))
    board = Layers(where.size, _question_ground, scene.view.seats, False, None)
    board.paste(_paper_below(where.size[1]), (0, QUESTION_HIGH))
    put_question_cards(Surface(board), scene)
    for card, area in question_areas(scene.view).items():
        if card in changes.cards:
            ring(area.w - 2, area.h - 2, 8, BONE, 4).put(board, *area.middle)
    for seat, area in where.seats:
        put_seat(board, area, seat, scene)
    if where.free:
        put_phase(board, where.free, scene)
    put_strikes(board, where.strikes, changes.strikes, scene, LARGE_TEXT)
    put_map(board, scene, changes, LARGE_NAME, QUESTION_HIGH)
    return board


@cached_drawing
def _paper_below(bottom: int) -> Image.Image:
    """Draw the paper of a post below the map and the cards. Copy the result before drawing on it."""
    return paper(QUESTION_SIZE[0], bottom).crop((0, QUESTION_HIGH, QUESTION_SIZE[0], bottom))


@cached_picture
def _tall_ground(seats: int, words: Words) -> Image.Image:
    """Draw the map with enough paper below it for any number of cards. Crop the result before drawing on it."""
    board = paper(MAP_WIDTH, MAX_PAPER[1])
    board.paste(empty_map(seats, words))
    return board


def _paint_question(scene: Scene[View]) -> Layers:
    """Draw the map and the cards in a picture that is low enough to fit on a screen.

    Choices have an edge and a letter; everything else is shaded. Names and letters are larger, as the picture is wider
    than the map. The latest strike is below the map, which then omits the parts far from it. The strike is left out
    if there is a choice in these parts.
    """
    view, areas = scene.view, question_areas(scene.view)
    cards = [mark for mark in scene.marks if mark.target.kind == "card" and mark.target.id in areas]
    rats = regions_of_rats(scene)
    badges = badge_places(scene, [*(mark.target for mark in scene.marks), *rats])
    places = {target: at for target, at in badges.items() if target not in rats}
    light = bool(cards or places)
    changes = regions.changes_from(scene.events)
    top = _top(changes.strikes[-1].region) if changes.strikes else None
    if top is None or any(not top < y - size / 2 < y + size / 2 < top + STRUCK_MAP for _, y, size in places.values()):
        changes, top = regions.NOTHING, None
    board = Layers(QUESTION_SIZE, _question_ground, view.seats, light, top or None)
    if top == 0:  # The rows above the strike are those of the whole map, so that a post of it has the same bands.
        board.paste(_edge_above_strike(view.seats, light), (0, STRUCK_MAP - FRAME_WIDTH))
    on_map = Surface(board, 0, -(top or 0))
    for one in _chosen_regions(scene):
        lit_region(one.id, view.seats, scene.words).put(on_map, *region_bounds(one.id).middle)
    for struck in changes.strikes[-1:] if light else ():
        middle = region_bounds(struck.region).middle
        lit_region(struck.region, view.seats, scene.words, edged=False).put(on_map, *middle)
        plague_border(struck.region).put(on_map, *middle)
    put_question_cards(Surface(board, shaded=light), scene)
    if light:
        _light_map(on_map, scene, changes)
    else:
        put_map(on_map, scene, changes, LARGE_NAME, QUESTION_HIGH)
    for area in (areas[mark.target.id] for mark in cards):
        ring(area.w - 2, area.h - 2, 8, CHOICE, 5).put(board, *area.middle)
    for mark in cards:  # the card's sign is at its left end
        area, advised = areas[mark.target.id], mark.target in scene.advised
        badge(mark.letter, BADGE_SIZE, least=LARGE_NAME, advised=advised).put(board, area.box[2] - 20, area.y + 24)
    for region, (x, y, size) in ((one, badges[one]) for one in rats if one in badges):
        badge(_region_letter(view, region.id), size, BONE, LARGE_NAME).put(on_map, x, y)
    for mark in (one for one in dict.fromkeys(scene.marks) if one.target in places):
        x, y, size = places[mark.target]
        letter = mark.letter[-1:] if mark.target.kind == "rat" else mark.letter
        badge(letter, size, least=LARGE_NAME, advised=mark.target in scene.advised).put(on_map, x, y)
    for strike in changes.strikes[-1:]:
        put_struck(board, Area(0, STRUCK_MAP, MAP_WIDTH, QUESTION_HIGH - STRUCK_MAP), strike, scene)
    return board


def _top(struck: str) -> int:
    """Return the first row of the map to show above a strike, so that the part shown contains the struck region."""
    south = QUESTION_HIGH - STRUCK_MAP
    return south if REGION_SPOTS[struck].name[1] > south + ROW else 0


@cached_compressed
def _question_ground(seats: int, in_shade: bool, top: int | None) -> Image.Image:
    """Draw the map with paper beside it, optionally shaded.

    With ``top``, draw the map only from that row on. Copy the result before drawing on it.
    """
    if in_shade:
        return shaded(_question_ground(seats, False, top))
    board = paper(*QUESTION_SIZE)
    board.paste(_framed_map(seats, 0, QUESTION_HIGH) if top is None else _framed_map(seats, top, top + STRUCK_MAP))
    return board


def _framed_map(seats: int, top: int, bottom: int) -> Image.Image:
    """Draw the rows of the map from ``top`` to ``bottom``, with a frame round them."""
    rows = bare_map(seats).crop((0, top, MAP_WIDTH, bottom))
    put_wood(rows, FRAME_WIDTH)
    return rows


@cached_drawing
def _edge_above_strike(seats: int, in_shade: bool) -> Image.Image:
    """Draw the lower edge of the frame of a map whose north is above a strike. Copy the result before drawing on it."""
    edge = _framed_map(seats, 0, STRUCK_MAP).crop((0, STRUCK_MAP - FRAME_WIDTH, MAP_WIDTH, STRUCK_MAP))
    return shaded(edge) if in_shade else edge


def _chosen_regions(scene: Scene[View]) -> list[RegionView]:
    """Return the regions that can be chosen."""
    targets = {mark.target for mark in scene.marks}
    return [region for region in scene.view.regions if Target("region", region.id) in targets]


def put_map(
    board: Board,
    scene: Scene[View],
    changes: regions.Changes,
    high: int = NAME_SIZE,
    bottom: int = MAP_HEIGHT,
    lit: Collection[str] = (),
) -> None:
    """Draw everything on the map, which starts in the upper left corner of the board.

    ``high`` is the size of its names, ``bottom`` its lower end. Names and pieces of ``lit`` regions are left out here,
    because they are drawn later, unshaded.
    """
    view, words, looks = scene.view, scene.words, scene.looks
    marks = scene.marks if isinstance(board, Surface) and board.shaded else ()
    chosen = any(mark_place(mark.target, view, words, ()) for mark in marks)  # amber lines would touch it
    if not (chosen or view.plague in lit) and Target("plague", view.plague) not in changes.lifted:
        plague_border(view.plague).put(board, *region_bounds(view.plague).middle)  # the piece can be outside its region
    put_plague_paths(board, view, changes, words)
    regions.put_walls(board, view.walls, dict.fromkeys(changes.walls, BONE))
    shown = [region for region in view.regions if region.id not in lit]
    for region in shown:
        put_name(board, region.id, words, high)
    for region in shown:
        regions.put_stand(board, region, looks, changes, lettered=high == NAME_SIZE)
    for region in shown:  # figures come last, so that no neighbour covers those near a border
        regions.put_figures(board, region, changes)
    if Target("plague", view.plague) not in changes.lifted:
        put_doctor(board, view)
    regions.put_palace(board, view, words, looks, changes, high)
    regions.put_box(board, view, bottom)


def put_doctor(board: Board, view: View) -> None:
    """Draw the plague piece with the number of cubes that it counts as."""
    counts = "+2" if view.neutral else "(+2)" if view.neutral_at_end else ""
    regions.counting(regions.DOCTOR, counts).put(board, *REGION_SPOTS[view.plague].plague)


def _light_map(board: Surface, scene: Scene[View], changes: regions.Changes) -> None:
    """Draw everything on the map shaded, except choices and all things in regions that can be chosen or were struck.

    Choices have an edge.
    """
    view, targets = scene.view, dict.fromkeys(mark.target for mark in scene.marks)
    struck = [one.region for one in changes.strikes[-1:]]
    lit = {*(one.id for one in _chosen_regions(scene)), *struck}
    put_map(Surface(board.image, board.left, board.top, shaded=True), scene, changes, LARGE_NAME, QUESTION_HIGH, lit)
    for region in (one for one in view.regions if one.id in lit):
        put_name(board, region.id, scene.words, LARGE_NAME)
        regions.put_stand(board, region, scene.looks, changes, lettered=False)
    if view.plague in struck:
        put_doctor(board, view)
    for region in view.regions:
        others = {Target("rat", one.handle) for one in region.rats} - targets.keys()
        if len(others) < len(region.rats):
            regions.put_rats(board, region, regions.Changes(lifted=frozenset(others)), lettered=False)
    for region in view.regions:
        for one, (x, y) in zip(region.rats, regions.rat_places(region), strict=True):
            if Target("rat", one.handle) in targets:
                size = regions.TURNED_RAT_SIZE if one.face else regions.RAT
                at = round(x - size / 2) - 1 + size / 2, round(y - size / 2) - 2 + size / 2
                regions.ring_round_rat(size, CHOICE, 5).put(board, *at)
    walls = [target.id for target in targets if target.kind == "wall" and target.id in view.walls]
    regions.put_walls(board, walls, dict.fromkeys(walls, CHOICE))
    for region in view.regions:
        figures = frozenset(kind for kind in FIGURES if Target(kind, region.id) in targets)
        if figures:
            regions.put_figures(board, region, regions.NOTHING, figures)


SUPPLY: Point = (50, regions.CORNER)  # where new rats come from
BELOW = MAP_HEIGHT + regions.TOKEN  # px; a player's things enter the map from this height
TURNS = 8  # steps of a rat that turns over


def keyframes(view: View, event: Event, scene: Scene[View]) -> Sequence[Keyframe[View]]:
    """Return the keyframes that show the event, or none if no piece moves or turns over."""
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
            stops = [REGION_SPOTS[one].plague for one in (region, via, to) if one]
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


def _with(view: View, changed: RegionView) -> View:
    """Return the view with this region in place of the one with the same ID."""
    return replace(view, regions=[changed if one.id == changed.id else one for one in view.regions])


def _more(region: RegionView, seat: int, cubes: int) -> RegionView:
    """Return the region with this many more cubes of a seat, or fewer if the number is negative."""
    return replace(region, cubes=[max(0, count + cubes * (at == seat)) for at, count in enumerate(region.cubes)])


def _cubes(view: View, scene: Scene[View], seat: int, start: str, end: str, cubes: int) -> Keyframe[View]:
    """Return the keyframe of a seat's cubes moving from a region or the seat's stock ("") to a region or the palace."""
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
    piece = piece_stack(scene.looks[seat], regions.TOKEN, cubes)
    return Keyframe(after, [SpritePath([piece], [at or (goal[0], BELOW), goal])], under)


def _place(there: list[regions.Cubes], spot: str, seat: int) -> Point:
    """Return the place of a seat's cubes among these in a region, or the region's place for cubes if it has none."""
    found = regions.cube_places(regions.row_places(REGION_SPOTS[spot], there))
    return next(((x + regions.TOKEN / 2, y) for x, y, cubes in found if cubes.seat == seat), REGION_SPOTS[spot].cubes)


def _rat(view: View, handle: str, before: str | None) -> Keyframe[View]:
    """Return the keyframe of a rat that is moved to a region, from the supply or from another region."""
    known, start, under = None, SUPPLY, view
    if before is not None:
        home = _region(view, rat_region(before))
        for one, at in zip(home.rats, regions.rat_places(home), strict=True):
            if one.handle == before:
                known, start = one, at
        under = _with(view, replace(home, rats=[one for one in home.rats if one.handle != before]))
    else:
        under = replace(view, supply=max(0, view.supply - 1))
    goal = _region(under, rat_region(handle))
    came = RatView(handle, known.face if known else None)
    goal = replace(goal, rats=sorted([*goal.rats, came], key=lambda one: one.handle))
    after = _with(under, goal)
    end = next(at for one, at in zip(goal.rats, regions.rat_places(goal), strict=True) if one is came)
    lifted = frozenset({Target("rat", handle)})
    return Keyframe(after, [SpritePath([regions.token_of(came)], [start, end])], after, lifted)


def _figure(view: View, kind: str, before: str, to: str) -> Keyframe[View]:
    """Return the keyframe of a bishop or a nun that is moved to a region, from another one or from the reserve."""

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
    """Return the keyframes of a rat that turns over and disappears with the dead cubes.

    A rat that is already face up does not turn.
    """
    region = _region(view, rat_region(event.rat))
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
    """Return the frames of a token that is turned over: it gets narrower, then wider again with its other side up."""
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


PICTURES = Pictures(
    parts=lambda view, layout: (MAP, CARDS) if layout == "large" else (layout,),
    board=paint,
    legend=paint_legend,
    place=lambda view, target: "",  # all choices are on one part
    letter=letter,
    palette=Path(__file__).parent / "palette.txt",
    named=(*(seat.rgb for seat in SEAT_LOOKS), *named_in(colours, geography), *geography.REGION_TINTS.values()),
    thing=paint_thing,
    signs=LEGEND_SIGNS,
    previews={"": (MAP, (130, 290, 610, 540)), "areas": (CARDS, (0, 60, 1000, 580))},
    replay_part=REPLAY,
    keyframes=keyframes,
)
