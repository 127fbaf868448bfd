"""The score board of Messina 1347: registers, players, rounds, offers, and at the end the result."""

from collections.abc import Iterable

from PIL import Image

from renderer.canvas.canvas import Board
from renderer.canvas.colours import BONE, CHOICE, PAPER, Rgb
from renderer.canvas.frame import ring
from renderer.canvas.layout import Area
from renderer.canvas.memory import packed
from renderer.choices import badge, spotlit
from renderer.messina.changes import NOTHING, changes_from
from renderer.messina.score import layout
from renderer.messina.score.sections import FOOT, put_discs, put_heads, put_offers, put_register, put_rounds, stacks
from renderer.messina.score.side import (
    put_final,
    put_head,
    put_judgement,
    put_left,
    put_opponent,
    put_players,
    put_title,
)
from renderer.scene import Scene
from renderer.words import Words
from rules.game import Target
from rules.messina.components import WAGON_STACKS
from rules.messina.view_types import View


@packed
def empty_score(seats: int, categories: int, words: Words) -> Image.Image:
    """Draw what never changes: registers and headings. Do not draw on the result: copy it."""
    board = Image.new("RGB", (layout.WIDTH, layout.height(categories)), PAPER)
    for register in layout.REGISTER_AREAS:
        put_register(board, register, words)
    put_title(board, seats, bool(categories))
    if not categories:
        put_heads(board, WAGON_STACKS[seats], words)
    return board


def paint_score(scene: Scene[View]) -> Image.Image:
    """Draw the score board, 1080 px wide, with the choices and changes on registers and offers."""
    board = empty_score(*ground_of(scene)).copy()
    put_score(board, scene)
    places = places_of(scene.view)
    letters = scene.letters(places)
    if letters:
        board = spotlit(board, [(places[target], 8) for target in letters])
    for target, some in letters.items():
        put_choice(board, target.kind, places[target], "·".join(some))
    return board


def ground_of(scene: Scene[View]) -> tuple[int, int, Words]:
    """Return the part of a scene that the empty score board depends on."""
    view = scene.view
    return view.seats, len(view.score.breakdown) if view.score else 0, scene.words


def put_score(board: Board, scene: Scene[View]) -> None:
    """Draw everything on the empty score board, with frames round changes."""
    view, words = scene.view, scene.words
    put_head(board, view, words, scene.looks)
    put_players(board, view, scene.names, scene.looks)
    changes = NOTHING if scene.marks else changes_from(scene.events)
    for one in view.registers:
        put_discs(
            board, one, scene.looks, {seat: space for (name, seat), space in changes.raised.items() if name == one.id}
        )
    places = places_of(view)
    if view.score:
        put_final(board, view, view.score, words, scene.looks)
        if view.opponent:
            put_judgement(board, view, view.opponent, words)
    else:
        put_left(board, view)
        put_rounds(board, view, scene.looks, scene.style & {"strong"})
        if view.opponent:
            put_opponent(board, view.opponent, words)
        put_offers(board, view)
    for target in (one for one in places if one in scene.changed_here or one in changes.shared):
        put_edge(board, places[target], BONE)


def places_of(view: View) -> dict[Target, Area]:
    """Return where everything is that can be chosen: registers, and the tiles on offer."""
    found = {Target("register", name): area for name, area in layout.REGISTER_AREAS.items()}
    if view.score is None:
        areas = layout.offer_areas(len(view.wagons))
        for kind, some in stacks(view).items():
            pairs = zip(some, areas[kind], strict=True)
            found |= {Target(kind, stack.top): area for stack, area in pairs if stack.top}
    return found


def things(view: View) -> list[Area]:
    """Return the things on the score board during the game, none of which is ever cut."""
    players = layout.player_areas(view.seats, view.score is not None)
    found = [*layout.REGISTER_AREAS.values(), layout.TITLE_AREA, *players]
    if view.opponent:
        found.append(layout.opponent_area(view.score is not None))
    if view.score:
        return found
    return [*found, layout.ORDER_AREA, layout.LEFT_AREA, *layout.round_areas(), *_rows(view).values()]


def _rows(view: View) -> dict[str, Area]:
    """Return the rows of tiles on offer with their headings, by kind."""
    return {
        kind: Area(some[0].x, layout.OFFERS_Y, some[-1].x + some[-1].w - some[0].x, layout.OFFERS_HEAD + layout.OFFER)
        for kind, some in layout.offer_areas(len(view.wagons)).items()
    }


def parts_with(view: View, targets: Iterable[Target]) -> list[Area]:
    """Return the registers and rows of tiles that some things are on."""
    places = places_of(view)
    whole = {**layout.REGISTER_AREAS, **_rows(view)}
    shown = {target.id if target.kind == "register" else target.kind for target in targets if target in places}
    return [area for name, area in whole.items() if name in shown]


def put_edge(board: Board, area: Area, colour: Rgb) -> None:
    """Draw a frame round a register or a tile."""
    ring(area.w - 8, area.h - 8, 8, colour, 5).put(board, *area.middle)


def put_choice(board: Image.Image, kind: str, area: Area, letters: str) -> None:
    """Draw a frame and a badge: on a register at the end of its name, on a tile in its lower left corner."""
    put_edge(board, area, CHOICE)
    drawn = badge(letters, layout.BADGE)
    half = drawn.size[0] / 2
    if kind == "register":
        drawn.put(board, area.x + area.w - 4 - half, area.y + 26)
    else:
        drawn.put(board, area.x + 4 + half, area.y + area.h - FOOT / 2 - 1)
