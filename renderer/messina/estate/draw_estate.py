"""Draw a player's estate in layers: the printed board, its head, citizens, tiles, changes, choices."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import chain, product

from renderer.canvas.canvas import Board, Sprite, Surface, cached_sprite
from renderer.canvas.colours import BONE, CHOICE, FADED, INK, PAPER_DARK, PAPER_LIGHT, Rgb, mix
from renderer.canvas.frame import plate, ring
from renderer.canvas.layers import Layers
from renderer.canvas.layout import Area
from renderer.canvas.text import PLAIN, Text
from renderer.messina.changes import NO_CHANGES, changes_from
from renderer.messina.crops import crop_around, overlap
from renderer.messina.estate import layout
from renderer.messina.estate.pieces import (
    overseer_places,
    put_people,
    put_scrolls,
    put_workshops,
    scroll_box,
    spaces_ahead,
)
from renderer.messina.estate.printed import empty_estate, ghost
from renderer.messina.icons import (
    action_icons,
    amount,
    effect_words,
    has_won,
    icon,
    lieutenant,
    repopulation_tile,
    winner_disc,
)
from renderer.messina.theme import GOODS
from renderer.scene import Mark, Scene
from renderer.seats import SeatLook, token
from renderer.signs import Spotlight, badge, hourglass, loss_count, pointer
from rules.game import Target
from rules.messina.components import REGISTER, SCROLL_TRACKS, Action, Option
from rules.messina.components import SHIPS as SHIP_TILES
from rules.messina.view import PlayerView, View

NAME, SMALL_NAME, LEAST_NAME = 40, 36, 34  # px
NUMBER = 46  # px, numbers of tokens
COUNT = 38  # px, numbers of pieces
FIGURE = 48  # px, a lieutenant
OPEN = 34  # px, effects still to come
NAME_ROOM = 300
SPENT = 34  # px, the number of tokens just spent
TOKENS = ("coin", "timber", "fire", "big_fire", "rat")


def put_head(board: Board, view: View, seat: int, name: str, who: SeatLook, spent: Mapping[str, int]) -> None:
    """Draw everything above the sectors. ``spent``: the numbers of tokens just spent, by kind."""
    player = view.players[seat]
    _put_title(board, view, seat, name, who)
    _put_tokens(board, view, seat, spent)
    _put_lieutenants(board, player, who)
    _counted(board, repopulation_tile(who, 58), player.tiles, layout.REPOPULATION.x + 33, layout.REPOPULATION)
    price(player.step_price).put(board, *layout.PRICE.middle)
    used = sum(one.used for one in player.wagons)
    ready = len(player.wagons) - used
    _counted(board, icon("wagon", 44) if ready else ghost("wagon", 44, 0.4), ready, layout.WAGONS.x + 27, layout.WAGONS)
    if used:
        _counted(board, used_icon("wagon", 44), used, layout.WAGONS.x + 92, layout.WAGONS)
    cargo = Counter(SHIP_TILES[ship].goods for ship in player.ships)
    for i, goods in enumerate(GOODS):
        sign = icon(goods, 38) if cargo[goods] else ghost(goods, 38, 0.4)
        _counted(board, sign, cargo[goods], layout.SHIPS.x + 23 + (layout.SHIPS.w - 8) / len(GOODS) * i, layout.SHIPS)


def _put_title(board: Board, view: View, seat: int, name: str, who: SeatLook) -> None:
    """Draw the seat and its name, and below them small icons of effects pending now and in the next action step."""
    due, crowned, area = seat in view.due, has_won(view, seat), layout.HEAD
    fill, line = (0.17, INK) if due or crowned else (0.06, PAPER_DARK)
    thick = 5 if due or crowned else 2
    sheet = plate(area.w, area.h, mix(PAPER_LIGHT, who.rgb, fill), mix(who.rgb, line, 0.4), thick, 8)
    sheet.put(board, *area.middle)
    x, y = area.x + 56.0, area.y + area.h / 2
    (winner_disc(who, 52) if crowned else token(who, 70)).put(board, x + (8 if crowned else 0), y)
    if due:
        pointer(30).put(board, layout.HEAD.x + 11, y)
    left, room = (x + 64, NAME_ROOM - 22) if crowned else (x + 42, NAME_ROOM)
    spaces = [space.split("-") for space in view.players[seat].deferred]
    later = [one for register, space in spaces for one in effect_words(REGISTER[register][int(space) - 1].action)]
    coming = [(hourglass(OPEN), later), (pointer(OPEN - 6), view.players[seat].waiting)]
    row_of = [part for first, effects in coming if effects for part in (first, *(amount(one, OPEN) for one in effects))]
    shown = Text(name, SMALL_NAME if row_of else NAME, PLAIN).fit(room, least=LEAST_NAME)
    shown.put(board, left, y - (15 if row_of else 0), align="left")
    if row_of:
        gap = min(6.0, (room - sum(one.size[0] for one in row_of)) / len(row_of))
        for one in row_of:
            one.put(board, left + one.size[0] / 2, y + 20)
            left += one.size[0] + gap


def _put_tokens(board: Board, view: View, seat: int, spent: Mapping[str, int]) -> None:
    """Draw points on a seal, then each kind of token with its number, and below it the number just spent."""
    player = view.players[seat]
    y = layout.HEAD.y + layout.HEAD.h / 2
    x = layout.HEAD.x + 98 + NAME_ROOM + 42.0
    total = view.score.points[seat] if view.score else player.points
    amount(f"points:{total}", 70).put(board, x, y)
    x += 50
    room = (layout.HEAD.x + layout.HEAD.w - 8 - x) / len(TOKENS)
    for name in TOKENS:
        number = player.rats if name == "rat" else player.tokens[name]
        (icon(name, 56) if number else ghost(name, 56, 0.4)).put(board, x + 30, y)
        text, colour = Text(str(number), NUMBER), INK if number else FADED
        text.fit(round(room) - 62, least=30).put(board, x + 61, y, align="left", colour=colour)
        if spent.get(name):
            loss_count(spent[name], SPENT).put(board, x + 30, layout.HEAD.y + layout.HEAD.h - 16)
        x += room


def _put_lieutenants(board: Board, player: PlayerView, who: SeatLook) -> None:
    """Draw the lieutenants: on their side if recalled, in the box or lying in the city, otherwise upright."""
    figures = {
        "home": [True] * player.home + [False] * player.recalled,
        "city": [True] * len(player.standing) + [False] * len(player.lying),
        "supply": [True] * player.supply,
        "box": [False] * player.box,
    }
    for place, area in layout.LIEUTENANTS.items():
        sprites = [lieutenant(who, standing, FIGURE) for standing in figures[place]]
        wide = sum(one.size[0] for one in sprites)
        gap = min(4.0, (area.w - 12 - wide) / (len(sprites) - 1)) if len(sprites) > 1 else 0.0
        x = area.x + (area.w - 4 - wide - gap * (len(sprites) - 1)) / 2
        for one in sprites:
            one.put(board, x + one.size[0] / 2, area.y + 53)
            x += one.size[0] + gap


def _counted(board: Board, piece: Sprite, number: int, x: float, area: Area) -> None:
    """Draw a piece and its number."""
    y = area.y + area.h / 2
    piece.put(board, x, y)
    colour = INK if number else FADED
    Text(str(number), COUNT).put(board, x + piece.size[0] / 2 + 3, y, align="left", colour=colour)


@cached_sprite
def price(coins: int) -> Sprite:
    """Draw the price of the next step on a register."""
    return action_icons(Action({"coin": coins}, (Option(["register"]),)), 40).draw()


@cached_sprite
def used_icon(name: str, size: int) -> Sprite:
    """Draw an icon upside down and pale, to show that it has been used."""
    one = ghost(name, size, 0.6)
    return Sprite(one.rgb.rotate(180), one.mask.rotate(180))


BADGE = 42  # px
ROUND = ("overseer", "way")  # kinds of things with a round edge


def paint_estate(scene: Scene[View], seat: int, *, cut: bool = False) -> Layers:
    """Draw a seat's estate, all of which is public. With ``cut``, draw only the part that the marks are on."""
    view = scene.view
    player = view.players[seat]
    board = Layers((layout.ESTATE_WIDTH, layout.ESTATE_HEIGHT), empty_estate, player.board, scene.words)
    places = put_estate(board, scene, seat)
    for name, way in product(player.overseers, chain(*layout.OVERSEER_MOVES)):
        if len(ways := spaces_ahead(player, name, way)) == 1:
            corner = (round(ways[0][0] - layout.SPACE / 2), round(ways[0][1] - layout.SPACE / 2))
            places[Target("way", f"{name}-{way}")] = Area(*corner, layout.SPACE, layout.SPACE)
    shown = [mark for mark in scene.marks if mark.target in places]
    if not shown:
        return board
    box = (
        crop_around(board.size, things(player), [places[mark.target] for mark in shown]) if cut else (0, 0, *board.size)
    )
    going = [Target("overseer", mark.target.id.partition("-")[0]) for mark in shown if mark.target.kind == "way"]
    lit = dict.fromkeys([*(mark.target for mark in shown), *going])
    areas = [(places[one].moved(-box[0], -box[1]), _radius(one, places[one])) for one in lit]
    picture = board.crop(box)
    picture.change(Spotlight(tuple(areas)))
    dark = Surface(picture, -box[0], -box[1])
    for target in dict.fromkeys(mark.target for mark in shown):
        _put_edge(dark, target, places[target], CHOICE)
    if view.question != "upgrade_overseer":
        for name in sorted({mark.target.id for mark in shown if mark.target.kind == "overseer"}):
            for at in spaces_ahead(player, name):
                ring(layout.SPACE - 4, layout.SPACE - 4, layout.SPACE // 2 - 2, CHOICE, 5).put(dark, *at)
    _put_badges(dark, board.width, shown, places, scene.advised)
    return picture


def put_estate(board: Board, scene: Scene[View], seat: int) -> dict[Target, Area]:
    """Draw everything on the empty estate, with lines round changes.

    Return the places of all things that can be marked, by target.
    """
    view = scene.view
    player = view.players[seat]
    changes = NO_CHANGES if scene.marks else changes_from(scene.events)
    put_head(board, view, seat, scene.shown_names[seat], scene.looks[seat], changes.fires.get(seat, {}))
    put_people(board, player, changes.given.get(seat, {}))
    put_scrolls(board, view, seat, scene.looks[seat])
    places = _places(player, put_workshops(board, player, "fixed" in scene.style))
    for target in (one for one in places if one in scene.changed_here or one in changes.own.get(seat, ())):
        _put_edge(board, target, places[target], BONE)
    return places


def things(player: PlayerView) -> list[Area]:
    """Return the areas of an estate's things, which a crop must not cut."""
    plan, scrolls = layout.ESTATE_PLANS[player.hut_edge], player.scroll_board
    holdings = (layout.workshop_area(scrolls), layout.scroll_area(scrolls))
    return [layout.HEAD, layout.STATUS, plan.sectors, *plan.huts.values(), *holdings]


def _places(player: PlayerView, workshops: dict[str, Area]) -> dict[Target, Area]:
    """Return the places of all things that can be chosen or marked as changed, by target."""
    plan, scrolls = layout.ESTATE_PLANS[player.hut_edge], player.scroll_board
    places = {Target("square", square): box.inner(3) for square, box in plan.squares.items()}
    places |= {Target("hut", hut): box for hut, box in plan.huts.items()}
    places |= {Target("hut_upgrade", one.upgrade): plan.huts[one.id] for one in player.huts if one.upgrade}
    places |= {Target("workshop", tile): area for tile, area in workshops.items()}
    places |= {Target("wagon", one.tile): layout.WAGONS for one in player.wagons}
    places |= {Target("ship", ship): layout.SHIPS for ship in player.ships}
    places |= {
        Target("scroll", str(i + 1)): scroll_box(scrolls, i).inner(1) for i in range(len(SCROLL_TRACKS[scrolls]))
    }
    for name, (x, y, size) in overseer_places(player).items():
        places[Target("overseer", name)] = Area(round(x - size / 2), round(y - size / 2), size, size)
    return {**places, Target("home", "home"): layout.LIEUTENANTS["home"]}


def _put_edge(board: Board, target: Target, area: Area, colour: Rgb) -> None:
    """Draw a coloured edge round a thing."""
    inner = area.inner(4)
    ring(inner.w, inner.h, _radius(target, inner), colour, 4).put(board, *area.middle)


def _radius(target: Target, area: Area) -> int:
    """Return the corner radius of a thing. Overseers and the spaces within their reach are round."""
    return area.w // 2 if target.kind in ROUND else 8


def _put_badges(
    board: Board, width: int, marks: Sequence[Mark], places: dict[Target, Area], advised: Collection[Target]
) -> None:
    """Draw each letter at the left edge of its thing, or above a round thing. Letters of one thing are side by side.

    ``width`` is the width of the estate.
    """
    people = [area for target, area in places.items() if target.kind == "overseer"]
    for target in dict.fromkeys(mark.target for mark in marks):
        mine = [mark for mark in dict.fromkeys(marks) if mark.target == target]
        badges = [badge(mark.letter, BADGE, advised=target in advised) for mark in mine]
        wide = sum(one.size[0] - 8 for one in badges)
        area = places[target]
        x, y = area.x + 2.0, area.y + area.h / 2
        if target.kind in ROUND:
            x, y = area.middle[0] - wide / 2, area.y - 6
        elif target.kind == "square":
            x, y = area.x - 17.0, area.y + area.h - 32.0
            if any(overlap(Area(round(x), round(y) - BADGE // 2, wide, BADGE).box, one.box) for one in people):
                y = area.y + 12.0  # beside an overseer on that space
        elif target.kind == "home":
            x, y = area.x - 12.0, area.y + 18
        elif target.kind in ("hut", "workshop"):
            y = area.y + area.h - 23
        x = min(max(x, -2), width - wide - 2)
        for one in badges:
            one.put(board, x + one.size[0] / 2 - 4, y)
            x += one.size[0] - 8
