"""The board of Rattus, in layers: empty map, pieces, panel, what changed, choices."""

from functools import lru_cache
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase

from PIL import Image

from renderer.canvas import colours
from renderer.canvas.canvas import Canvas, Point
from renderer.canvas.colours import BONE, CHOICE, PAPER, SEPIA, mix
from renderer.canvas.frame import ring
from renderer.canvas.layout import Area
from renderer.canvas.palette import named_in
from renderer.canvas.text import TITLE, width, write
from renderer.choices import badge, spotlit
from renderer.pictures import Pictures
from renderer.rattus import theme
from renderer.rattus.geography import HEIGHT, WIDTH
from renderer.rattus.layout import SPOTS
from renderer.rattus.legend import paint_legend
from renderer.rattus.map import NAME, empty_map, put_edge, put_light
from renderer.rattus.panel import Panel, card_mark, put_panel
from renderer.rattus.pieces import FIGURES, draw_rat
from renderer.rattus.regions import (
    RAT,
    figure_places,
    put_figures,
    put_pieces,
    put_region,
    put_walls,
    rat_places,
    wall_place,
)
from renderer.rattus.things import paint_thing
from renderer.rattus.words import named
from renderer.scene import Scene
from renderer.seats import SEATS
from renderer.words import Words
from rules.game import Target
from rules.rattus.components import CONNECTIONS, REGIONS
from rules.rattus.view import View

ROW = 150  # px: regions whose names are so near in height are read from left to right
BADGE = 46  # px
CORNER = 32  # px, the badge of a rat whose face must stay in sight
SMALL = 36  # px, the badge of a figure, a wall or a connection


@lru_cache(maxsize=8)
def panel(layout: str, seats: int) -> Panel:
    """Where the panel's parts are."""
    if layout == "wide":
        rows = tuple(Area(WIDTH + 10, 66 + i * 164, 380, 158) for i in range(seats + 1))
        return Panel(Area(WIDTH + 10, 6, 380, 56), rows, beside=False)
    rows = tuple(Area(10, HEIGHT + 74 + i * 108, WIDTH - 20, 102) for i in range(seats + 1))
    return Panel(Area(10, HEIGHT + 6, WIDTH - 20, 62), rows, beside=True)


@lru_cache(maxsize=8)
def empty_board(layout: str, seats: int, words: Words) -> Image.Image:
    """The empty board. Do not draw on it: copy it."""
    if layout == "map":
        return empty_map(seats, words)
    last = panel(layout, seats).rows[-1]
    size = (WIDTH + 400, HEIGHT) if layout == "wide" else (WIDTH, last.y + last.h + 10)
    board = Image.new("RGB", size, PAPER)
    board.paste(empty_map(seats, words), (0, 0))
    below = HEIGHT - last.y - last.h
    if layout == "wide" and below > 120:
        put_title(board, last.x + last.w / 2, last.y + last.h + below / 2, min(below * 0.5, 150))
    return board


def put_title(board: Image.Image, x: float, y: float, size: float) -> None:
    """The name of the game under a rat, where the panel has room to spare."""
    ink = mix(SEPIA, PAPER, 0.35)
    sheet = Canvas(size * 1.4, size * 0.8)
    draw_rat(sheet, size * 0.2, -size * 0.14, size, ink, PAPER)
    sheet.sprite().put(board, x, y - size * 0.22)
    write(board, x, y + size * 0.42, "Rattus", round(size * 0.5), colour=ink)


def parts(view: View, layout: str) -> tuple[str, ...]:
    """The pictures that the board consists of: one."""
    return (layout,)


def place(view: View, target: Target) -> str:
    """Which part of the board a choice is on: there is but one."""
    return ""


def letter(view: View, target: Target) -> str:
    """Regions have letters, cards numbers; what lies in a region or between two is called by their letters."""
    if target.kind == "card":
        return str([card.id for card in view.cards].index(target.id) + 1)
    if target.kind == "rat":
        region, _, one = target.id.rpartition("-")
        return f"{_region_letter(view, region)}{ascii_lowercase.index(one) + 1}"
    letters = "".join(_region_letter(view, region) for region in target.id.split("+"))
    return letters if target.kind in ("region", "wall", "connection") else f"{letters}-{target.kind[0].upper()}"


def _region_letter(view: View, region: str) -> str:
    """The letter of a region: row by row, and from left to right."""
    used = [one.id for one in view.regions]
    return ascii_uppercase[sorted(used, key=lambda one: (SPOTS[one].name[1] // ROW, SPOTS[one].name[0])).index(region)]


def paint(scene: Scene[View]) -> Image.Image:
    """The board as the viewer may see it; alike in every style. "part": with the cards if only they are chosen."""
    view, words, marks, changed = scene.view, scene.words, scene.marks, scene.news
    layout = scene.part
    if layout == "part":
        layout = "tall" if all(mark.target.kind == "card" for mark in marks) else "map"
    board = empty_board(layout, view.seats, words).copy()
    rats = {one.handle: at for region in view.regions for one, at in zip(region.rats, rat_places(region), strict=True)}
    for target in changed:
        if target.kind in ("region", *FIGURES) and target.id in REGIONS:
            put_edge(board, target.id, BONE, 5)
        elif target.kind == "rat" and target.id in rats:
            ring(RAT, RAT, RAT // 2, BONE, 6).put(board, *rats[target.id])
    cards: dict[str, Area] = {}
    if layout != "map":
        marked = frozenset(mark.target.id for mark in marks if mark.target.kind == "card")
        cards = put_panel(board, panel(layout, view.seats), view, scene.names, words, marked, scene.looks)
    for target in changed:
        if target.kind == "card" and target.id in cards:
            area = cards[target.id]
            ring(area.w, area.h, 10, BONE, 4).put(board, *area.middle)
    edges = {target.id: BONE for target in changed if target.kind in ("wall", "connection")}
    edges |= {mark.target.id: CHOICE for mark in marks if mark.target.kind == "wall"}
    put_pieces(board, view, words, edges, scene.looks)
    found = [(mark.letter, mark_place(mark.target, view, rats, cards, words)) for mark in marks]
    badges = [(letter, place) for letter, place in found if place]
    if badges:
        board = _with_light(board, scene, rats, cards)
    for letter, (x, y, size) in badges:
        badge(letter, size).put(board, x, y)
    return board


def _with_light(board: Image.Image, scene: Scene[View], rats: dict[str, Point], cards: dict[str, Area]) -> Image.Image:
    """The board in shade, and what can be chosen as it was, within its edge."""
    view, targets = scene.view, dict.fromkeys(mark.target for mark in scene.marks)
    regions = [region for region in view.regions if Target("region", region.id) in targets]
    round_ = [
        Area(round(x - RAT / 2), round(y - RAT / 2), RAT, RAT)
        for x, y in (rats[target.id] for target in targets if target.kind == "rat" and target.id in rats)
    ]
    chosen = [cards[target.id] for target in targets if target.kind == "card" and target.id in cards]
    dark = spotlit(board, [*((area, RAT // 2) for area in round_), *((area, 10) for area in chosen)])
    for region in regions:
        put_light(dark, board, region.id)
        put_edge(dark, region.id, CHOICE, 5)
    for region in regions:
        put_region(dark, region, scene.words, scene.looks)
    for area in chosen:
        ring(area.w - 2, area.h - 2, 9, CHOICE, 4).put(dark, *area.middle)
    for area in round_:
        ring(RAT - 2, RAT - 2, RAT // 2 - 1, CHOICE, 4).put(dark, *area.middle)
    walls = [target.id for target in targets if target.kind == "wall" and target.id in view.walls]
    put_walls(dark, walls, dict.fromkeys(walls, CHOICE))
    for region in view.regions:
        if any(Target(kind, region.id) in targets for kind in FIGURES):
            put_figures(dark, region)
    return dark


def mark_place(
    target: Target, view: View, rats: dict[str, Point], cards: dict[str, Area], words: Words
) -> tuple[float, float, int] | None:
    """Where the badge of a choice stands and its size.

    Left of a region's name, on a rat or at the corner of its face, at the feet of a figure, at the end of a card, on a
    wall or connection.
    """
    if target.kind == "rat" and target.id in rats:
        x, y = rats[target.id]
        if any(one.face for region in view.regions for one in region.rats if one.handle == target.id):
            return x + 22, y - 27, CORNER
        return x, y, BADGE
    if target.kind == "card" and target.id in cards:
        return card_mark(cards[target.id])
    if target.kind == "region" and target.id in REGIONS:
        x, y = SPOTS[target.id].name
        return x - width(TITLE, NAME, named(REGIONS[target.id], words)) / 2 - BADGE / 2 - 2, y, BADGE
    if target.kind in FIGURES:
        places = [figure_places(region) for region in view.regions if region.id == target.id]
        for x, y in (there[target.kind] for there in places if target.kind in there):
            return x - 10, y + 14, SMALL
    if target.id in {"wall": view.walls, "connection": CONNECTIONS[view.seats]}.get(target.kind, ()):
        x, y, _ = wall_place(target.id)
        return x, y, SMALL
    return None


PICTURES = Pictures(
    parts,
    paint,
    paint_legend,
    place,
    letter,
    Path(__file__).parent / "palette.txt",
    (*(seat.rgb for seat in SEATS), *named_in(colours, theme), *theme.WASHES.values()),
    paint_thing,
)
