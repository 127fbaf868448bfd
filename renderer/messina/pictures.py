"""The pictures of Messina 1347: city, score board and estates, alone or all in one, and the legend."""

from dataclasses import replace
from pathlib import Path

from PIL import Image

from renderer.canvas import colours
from renderer.canvas.colours import PAPER, in_shade
from renderer.canvas.layout import Area
from renderer.canvas.palette import named_in
from renderer.choices import shaded
from renderer.messina import theme
from renderer.messina.board_choice import KINDS as BOARD_KINDS
from renderer.messina.board_choice import paint_boards
from renderer.messina.city.draw_city import paint_city
from renderer.messina.crops import composed, crop
from renderer.messina.estate.draw_estate import paint_estate
from renderer.messina.grid import MIN_TITLE_ROOM, paint_grid, put_title
from renderer.messina.keyframes import keyframes
from renderer.messina.legend.draw_legend import paint_legend
from renderer.messina.letters import letter
from renderer.messina.score.draw_score import paint_score, parts_with
from renderer.messina.score.draw_score import things as score_things
from renderer.messina.signs import SIGNS
from renderer.messina.solo import in_turn, with_looks
from renderer.messina.things import paint_thing
from renderer.pictures import Pictures
from renderer.scene import Scene
from renderer.seats import LOOKS
from rules.game import Target
from rules.messina.view_types import View

ESTATE = "estate-"  # prefix of a part that shows one seat's estate
GRID = "grid"  # the part that shows everything
_CITY = ("hex", "dock", "ship", "home")  # kinds of things in the city
_ON_OFFER = ("hut_upgrade", "workshop", "wagon")


def parts(view: View, layout: str) -> tuple[str, ...]:
    """Return the pictures that make up the board: one of everything, or city, score board and estates in turn order.

    While boards of side b are chosen, there are no estates, as nobody has a side-a board.
    """
    if view.phase == "deal":
        return ("city", "score")
    if layout == "wide":
        return (GRID,)
    return ("city", "score", *(f"{ESTATE}{seat}" for seat in in_turn(view)))


def paint(scene: Scene[View]) -> Image.Image:
    """Draw a part of the board as the viewer may see it; "part": what shows most of the choices."""
    scene = replace(scene, view=with_looks(scene.view))
    if scene.part == "part":
        return _paint_choices(scene)
    if scene.part.startswith(ESTATE):
        return paint_estate(scene, int(scene.part.removeprefix(ESTATE)))
    return {GRID: paint_grid, "boards": paint_boards, "city": paint_city, "score": paint_score}[scene.part](scene)


def _paint_choices(scene: Scene[View]) -> Image.Image:
    """Draw the part that most of the choices are on, cropped to them if it has sections."""
    places = [place(scene.view, mark.target) for mark in scene.marks]
    most = max(dict.fromkeys(places), key=places.count, default="city")
    if most.startswith(ESTATE):
        return paint_estate(scene, int(most.removeprefix(ESTATE)), cut=True)
    if most == "city":
        return paint_city(scene, cut=True)
    picture = paint(replace(scene, part=most))
    parts = parts_with(scene.view, [mark.target for mark in scene.marks]) if most == "score" else ()
    if not parts:
        return picture
    part = picture.crop(crop(picture.size, score_things(scene.view), parts))
    sheet, free = composed(picture, parts, in_shade(PAPER))
    if part.size < sheet.size:
        return part
    if free.h > MIN_TITLE_ROOM:
        title = Image.new("RGB", free[2:], PAPER)
        put_title(title, Area(0, 0, *title.size))
        sheet.paste(shaded(title), free[:2])
    return sheet


def place(view: View, target: Target) -> str:
    """Return the part of the board that a choice is on; estates mean the viewer's."""
    if target.kind in BOARD_KINDS:
        return "boards"
    if target.kind in _CITY:
        return "city"
    offered = {stack.top for stack in (*view.huts, *view.workshops, *view.wagons)}
    if target.kind == "register" or (target.kind in _ON_OFFER and target.id in offered):
        return "score"
    return f"{ESTATE}{view.active if view.seat is None else view.seat}"


_NAMED = (*(look.rgb for look in LOOKS), *named_in(colours, theme), *theme.HEXES.values(), *theme.SECTORS.values())
PICTURES = Pictures(
    parts,
    paint,
    paint_legend,
    place,
    letter,
    Path(__file__).parent / "palette.txt",
    _NAMED,
    paint_thing,
    SIGNS,
    {"": ("city", (430, 40, 950, 311)), "areas": None},
    "city",
    keyframes,
)
