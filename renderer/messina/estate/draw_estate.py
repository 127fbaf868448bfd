"""A player's estate in layers: what is printed, who lives there, tokens and tiles, changes, choices."""

from collections.abc import Sequence
from itertools import chain

from PIL import Image

from renderer.canvas.canvas import Board, Surface
from renderer.canvas.colours import BONE, CHOICE, Rgb
from renderer.canvas.frame import ring
from renderer.canvas.layout import Area
from renderer.choices import badge, spotlit
from renderer.messina.changes import NOTHING, changes_from
from renderer.messina.crops import crop
from renderer.messina.estate.head import put_head
from renderer.messina.estate.layout import (
    HEAD,
    LIEUTENANTS,
    OVERSEER_MOVES,
    PLANS,
    SHIPS,
    SPACE,
    STATUS,
    WAGONS,
    scroll_area,
    workshop_area,
)
from renderer.messina.estate.people import ahead, overseer_places, put_people
from renderer.messina.estate.printed import empty_estate
from renderer.messina.estate.scrolls import put_scrolls, scroll_box
from renderer.messina.estate.workshops import put_workshops
from renderer.scene import Mark, Scene
from rules.game import Target
from rules.messina.components import TRACKS
from rules.messina.view_types import PlayerView, View

BADGE = 42  # px
ROUND = ("overseer", "way")  # kinds of things with a round edge


def paint_estate(scene: Scene[View], seat: int, *, cut: bool = False) -> Image.Image:
    """Draw a seat's estate, all of which is public. With ``cut``, draw only the part that the marks are on."""
    view = scene.view
    player = view.players[seat]
    board = empty_estate(player.board, scene.words).copy()
    places = put_estate(board, scene, seat)
    places |= _overseer_moves(player)
    shown = [mark for mark in scene.marks if mark.target in places]
    if not shown:
        return board
    box = crop(board.size, things(player), [places[mark.target] for mark in shown]) if cut else (0, 0, *board.size)
    going = [Target("overseer", mark.target.id.partition("-")[0]) for mark in shown if mark.target.kind == "way"]
    lit = dict.fromkeys([*(mark.target for mark in shown), *going])
    areas = [(places[one].moved(-box[0], -box[1]), _radius(one, places[one])) for one in lit]
    dark = Surface(spotlit(board.crop(box), areas), -box[0], -box[1])
    for target in dict.fromkeys(mark.target for mark in shown):
        _put_edge(dark, target, places[target], CHOICE)
    if view.question != "upgrade_overseer":
        for name in sorted({mark.target.id for mark in shown if mark.target.kind == "overseer"}):
            for at in ahead(player, name):
                ring(SPACE - 4, SPACE - 4, SPACE // 2 - 2, CHOICE, 5).put(dark, *at)
    _put_badges(dark, board.width, shown, places)
    return dark.image


def put_estate(board: Board, scene: Scene[View], seat: int) -> dict[Target, Area]:
    """Draw everything on the empty estate, with a line round changes. Return where everything is that can be marked."""
    view = scene.view
    player = view.players[seat]
    changes = NOTHING if scene.marks else changes_from(scene.events)
    put_head(board, view, seat, scene.names[seat], scene.looks[seat], changes.fires.get(seat, {}))
    put_people(board, player, changes.given.get(seat, {}))
    put_scrolls(board, view, seat, scene.looks[seat])
    places = _places(player, put_workshops(board, player, "fixed" in scene.style))
    for target in (one for one in places if one in scene.changed_here or one in changes.own.get(seat, ())):
        _put_edge(board, target, places[target], BONE)
    return places


def things(player: PlayerView) -> list[Area]:
    """Return the things of an estate, none of which is ever cut."""
    plan, scrolls = PLANS[player.hut_edge], player.scroll_board
    return [HEAD, STATUS, plan.sectors, *plan.huts.values(), workshop_area(scrolls), scroll_area(scrolls)]


def _places(player: PlayerView, workshops: dict[str, Area]) -> dict[Target, Area]:
    """Return where everything is that can be chosen or has changed."""
    plan, scrolls = PLANS[player.hut_edge], player.scroll_board
    places = {Target("square", square): box.inner(3) for square, box in plan.squares.items()}
    places |= {Target("hut", hut): box for hut, box in plan.huts.items()}
    places |= {Target("hut_upgrade", one.upgrade): plan.huts[one.id] for one in player.huts if one.upgrade}
    places |= {Target("workshop", tile): area for tile, area in workshops.items()}
    places |= {Target("wagon", one.tile): WAGONS for one in player.wagons}
    places |= {Target("ship", ship): SHIPS for ship in player.ships}
    places |= {Target("scroll", str(i + 1)): scroll_box(scrolls, i).inner(1) for i in range(len(TRACKS[scrolls]))}
    for name, (x, y, size) in overseer_places(player).items():
        places[Target("overseer", name)] = Area(round(x - size / 2), round(y - size / 2), size, size)
    return {**places, Target("home", "home"): LIEUTENANTS["home"]}


def _touches(one: Area, other: Area) -> bool:
    """Return whether two things overlap."""
    across = one.x < other.x + other.w and other.x < one.x + one.w
    return across and one.y < other.y + other.h and other.y < one.y + one.h


def _put_edge(board: Board, target: Target, area: Area, colour: Rgb) -> None:
    """Draw a coloured edge on a thing."""
    inner = area.inner(4)
    ring(inner.w, inner.h, _radius(target, inner), colour, 4).put(board, *area.middle)


def _radius(target: Target, area: Area) -> int:
    """Return the corner radius of a thing: overseers and the spaces that they can reach are round."""
    return area.w // 2 if target.kind in ROUND else 8


def _overseer_moves(player: PlayerView) -> dict[Target, Area]:
    """Return the space to which each move of an overseer leads."""
    spaces = {f"{name}-{way}": ahead(player, name, way) for name in player.overseers for way in chain(*OVERSEER_MOVES)}
    return {
        Target("way", way): Area(round(at[0][0] - SPACE / 2), round(at[0][1] - SPACE / 2), SPACE, SPACE)
        for way, at in spaces.items()
        if len(at) == 1
    }


def _put_badges(board: Board, width: int, marks: Sequence[Mark], places: dict[Target, Area]) -> None:
    """Draw the letters: left on their thing, on top of round ones, and side by side where one thing has several.

    ``width``: of the whole estate.
    """
    people = [area for target, area in places.items() if target.kind == "overseer"]
    for target in dict.fromkeys(mark.target for mark in marks):
        badges = [badge(mark.letter, BADGE) for mark in dict.fromkeys(marks) if mark.target == target]
        wide = sum(one.size[0] - 8 for one in badges)
        area = places[target]
        x, y = area.x + 2.0, area.y + area.h / 2
        if target.kind in ROUND:
            x, y = area.middle[0] - wide / 2, area.y - 6
        elif target.kind == "square":
            x, y = area.x - 17.0, area.y + area.h - 32.0
            if any(_touches(Area(round(x), round(y) - BADGE // 2, wide, BADGE), one) for one in people):
                y = area.y + 12.0  # beside an overseer on that space
        elif target.kind == "home":
            x, y = area.x - 12.0, area.y + 18
        elif target.kind in ("hut", "workshop"):
            y = area.y + area.h - 23
        x = min(max(x, -2), width - wide - 2)
        for one in badges:
            one.put(board, x + one.size[0] / 2 - 4, y)
            x += one.size[0] - 8
