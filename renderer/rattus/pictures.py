"""The board of Rattus, in layers: map, events, pieces, panel, choices."""

from functools import lru_cache
from pathlib import Path
from string import ascii_uppercase

from PIL import Image

from renderer.canvas import colours
from renderer.canvas.canvas import Board, Surface
from renderer.canvas.colours import BONE, CHOICE
from renderer.canvas.frame import put_wood, ring
from renderer.canvas.layers import Layers
from renderer.canvas.memory import large, packed
from renderer.canvas.palette import named_in
from renderer.canvas.texture import MAX_PAPER, paper
from renderer.pictures import Pictures
from renderer.rattus import geography, regions
from renderer.rattus.geography import HEIGHT, SPOTS, WIDTH
from renderer.rattus.keyframes import keyframes
from renderer.rattus.legend import SIGNS, paint_legend, paint_thing
from renderer.rattus.map import FRAME, LARGE_NAME, NAME, bare_map, bounds, empty_map, lit, put_name, stricken
from renderer.rattus.marks import BADGE, badge_places, mark_place, put_plague_paths, regions_of_rats
from renderer.rattus.panel import QUESTION_HIGH, QUESTION_SIZE, panel, put_panel, put_question_cards, question_areas
from renderer.rattus.pieces import FIGURES
from renderer.scene import Scene, Words
from renderer.seats import SEATS
from renderer.signs import badge, shaded
from rules.game import Target
from rules.rattus.view import RegionView, View

ROW = 150  # px: regions whose names differ less in height are read from left to right
MAP, CARDS = "map", "cards"  # the layouts of a map alone, and of a panel alone


def parts(view: View, layout: str) -> tuple[str, ...]:
    """Return the pictures that make up the board: one, or an enlarged map and panel."""
    return (MAP, CARDS) if layout == "large" else (layout,)


def place(view: View, target: Target) -> str:
    """Return the part of the board that a choice is on, of which there is only one."""
    return ""


def letter(view: View, target: Target) -> str:
    """Return the letter of a thing.

    Regions have letters, cards numbers. A thing in a region or between two has their letters. A rat has its own as
    well: "Da" is rat a in the region D.
    """
    if target.kind == "card":
        return str([card.id for card in view.cards].index(target.id) + 1)
    if target.kind == "rat":
        region, _, one = target.id.rpartition("-")
        return f"{_region_letter(view, region)}{one}"
    letters = "".join(_region_letter(view, region) for region in target.id.split("+"))
    return letters if target.kind in ("region", "wall", "connection") else f"{letters}-{target.kind[0].upper()}"


def _region_letter(view: View, region: str) -> str:
    return _region_letters(tuple(one.id for one in view.regions))[region]


@lru_cache(maxsize=4)
def _region_letters(used: tuple[str, ...]) -> dict[str, str]:
    """Return the letters of the regions in use: row by row, and from left to right."""
    in_order = sorted(used, key=lambda one: (SPOTS[one].name[1] // ROW, SPOTS[one].name[0]))
    return dict(zip(in_order, ascii_uppercase, strict=False))


def paint(scene: Scene[View]) -> Image.Image | Layers:
    """Draw the board as the viewer may see it; "part" is the map with the cards beside it, for a question.

    Choices are only on "part".
    """
    view, layout = scene.view, scene.part
    if layout == "part":
        return _paint_question(scene)
    changes = regions.changes_from(scene.events, scene.lifted)
    ground = Layers((WIDTH, HEIGHT), empty_map, view.seats, scene.words)
    if layout == MAP:
        put_map(ground, scene, changes)
        return ground
    where = panel(view, layout, len(changes.turned), "fixed" in scene.style)
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


@large
def _tall_ground(seats: int, words: Words) -> Image.Image:
    """Draw the map with enough paper below it for any number of cards. Do not draw on the result: crop it."""
    board = paper(WIDTH, MAX_PAPER[1])
    board.paste(empty_map(seats, words))
    return board


def _paint_question(scene: Scene[View]) -> Layers:
    """Draw map and cards, lower than a screen; what can be chosen is edged and lettered, and all else in shade.

    Names and letters are larger, as the picture is wider than the map.
    """
    view, areas = scene.view, question_areas(scene.view)
    cards = [mark for mark in scene.marks if mark.target.kind == "card" and mark.target.id in areas]
    places = badge_places(scene, (mark.target for mark in scene.marks))
    light = bool(cards or places)
    board = Layers(QUESTION_SIZE, _question_ground, view.seats, light)
    for one in _chosen_regions(scene):
        lit(one.id, view.seats, scene.words).put(board, *bounds(one.id).middle)
    put_question_cards(Surface(board, shaded=light), scene)
    if not light:
        put_map(board, scene, regions.NOTHING, LARGE_NAME, QUESTION_HIGH)
        return board
    for area in (areas[mark.target.id] for mark in cards):
        ring(area.w - 2, area.h - 2, 8, CHOICE, 5).put(board, *area.middle)
    for mark in cards:  # the sign is on its left
        badge(mark.letter, BADGE).put(board, areas[mark.target.id].box[2] - 20, areas[mark.target.id].y + 24)
    _light_map(board, scene)
    for region, (x, y, size) in badge_places(scene, regions_of_rats(scene)).items():
        badge(_region_letter(view, region.id), size, BONE).put(board, x, y)
    for mark in (one for one in dict.fromkeys(scene.marks) if one.target in places):
        x, y, size = places[mark.target]
        badge(mark.letter[-1:] if mark.target.kind == "rat" else mark.letter, size).put(board, x, y)
    return board


@packed
def _question_ground(seats: int, in_shade: bool) -> Image.Image:
    """Draw the map with paper beside it. Do not draw on the result: copy it."""
    if in_shade:
        return shaded(_question_ground(seats, False))
    board = paper(*QUESTION_SIZE)
    upper = bare_map(seats).crop((0, 0, WIDTH, QUESTION_HIGH))
    put_wood(upper, FRAME)
    board.paste(upper)
    return board


def _chosen_regions(scene: Scene[View]) -> list[RegionView]:
    """Return the regions that can be chosen."""
    targets = {mark.target for mark in scene.marks}
    return [region for region in scene.view.regions if Target("region", region.id) in targets]


def put_map(board: Board, scene: Scene[View], changes: regions.Changes, high: int = NAME, bottom: int = HEIGHT) -> None:
    """Draw everything on the map, whose corner is that of the board.

    ``high`` is the size of its names, ``bottom`` its lower end. In shade, regions that can be chosen have neither name
    nor pieces: these are drawn later in their light.
    """
    view, words, looks = scene.view, scene.words, scene.looks
    marks = scene.marks if isinstance(board, Surface) and board.shaded else ()
    chosen = any(mark_place(mark.target, view, words, ()) for mark in marks)  # amber lines would run into it
    if not chosen and Target("plague", view.plague) not in changes.lifted:
        stricken(view.plague).put(board, *bounds(view.plague).middle)  # the piece can be beside its region
    put_plague_paths(board, view, changes, words)
    regions.put_walls(board, view.walls, dict.fromkeys(changes.walls, BONE))
    targets = {mark.target for mark in marks}
    shown = [region for region in view.regions if Target("region", region.id) not in targets]
    for region in shown:
        put_name(board, region.id, words, high)
    for region in shown:
        regions.put_stand(board, region, looks, changes)
    for region in shown:  # what neighbouring regions hold must not cover a figure by a border
        regions.put_figures(board, region, changes)
    if Target("plague", view.plague) not in changes.lifted:
        regions.put_plague(board, view)
    regions.put_palace(board, view, words, looks, changes, high)
    regions.put_box(board, view, bottom)


def _light_map(dark: Layers, scene: Scene[View]) -> None:
    """Draw everything on a map in shade with its lit regions, including what cannot be chosen in a region that can.

    Draw what can be chosen in its light, with its edge.
    """
    view, targets = scene.view, dict.fromkeys(mark.target for mark in scene.marks)
    put_map(Surface(dark, shaded=True), scene, regions.NOTHING, LARGE_NAME, QUESTION_HIGH)
    for region in _chosen_regions(scene):
        put_name(dark, region.id, scene.words, LARGE_NAME)
        regions.put_stand(dark, region, scene.looks)
    for region in view.regions:
        others = {Target("rat", one.handle) for one in region.rats} - targets.keys()
        if len(others) < len(region.rats):
            regions.put_rats(dark, region, regions.Changes(lifted=frozenset(others)))
    for region in view.regions:
        for one, (x, y) in zip(region.rats, regions.rat_places(region), strict=True):
            if Target("rat", one.handle) in targets:
                size = regions.FACE if one.face else regions.RAT
                ring(size - 6, size - 6, size // 2 - 3, CHOICE, 5).put(
                    dark, round(x - size / 2) - 1 + size / 2, round(y - size / 2) - 2 + size / 2
                )
    walls = [target.id for target in targets if target.kind == "wall" and target.id in view.walls]
    regions.put_walls(dark, walls, dict.fromkeys(walls, CHOICE))
    for region in view.regions:
        chosen = frozenset(kind for kind in FIGURES if Target(kind, region.id) in targets)
        if chosen:
            regions.put_figures(dark, region, regions.NOTHING, chosen)


PICTURES = Pictures(
    parts,
    paint,
    paint_legend,
    place,
    letter,
    Path(__file__).parent / "palette.txt",
    (*(seat.rgb for seat in SEATS), *named_in(colours, geography), *geography.TINTS.values()),
    paint_thing,
    SIGNS,
    {"": (MAP, (130, 290, 610, 540)), "areas": (CARDS, (0, 60, 1000, 580))},
    MAP,
    keyframes,
)
