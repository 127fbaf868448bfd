"""The upper part of an estate: owner, points and tokens; lieutenants, repopulation tiles, wagons, ships."""

from collections.abc import Mapping

from renderer.canvas.canvas import Board, Sprite, cached_sprite
from renderer.canvas.colours import FADED, INK, PAPER_DARK, PAPER_LIGHT, mix
from renderer.canvas.layout import Area
from renderer.canvas.text import Text, player_name
from renderer.messina.estate.layout import HEAD, LIEUTENANTS, PRICE, REPOPULATION, SHIPS, WAGONS
from renderer.messina.estate.printed import ghost, put_plate
from renderer.messina.icons import action, amount, effect_words, icon
from renderer.messina.pieces import lieutenant, tile, winner
from renderer.messina.solo import won
from renderer.messina.theme import GOODS
from renderer.seats import SeatLook, token
from renderer.signs import hourglass, loss, pointer
from rules.messina.components import REGISTER, Action, Option
from rules.messina.components import SHIPS as SHIP_TILES
from rules.messina.view_types import PlayerView, View

NAME, SMALL_NAME, LEAST_NAME = 40, 34, 30  # px
NUMBER = 46  # px, of tokens
COUNT = 38  # px, of pieces
FIGURE = 48  # px, a lieutenant
OPEN = 34  # px, effects still to come
NAME_ROOM = 300
SPENT = 30  # px, the number of tokens just spent
TOKENS = ("coin", "timber", "fire", "big_fire", "rat")


def put_head(board: Board, view: View, seat: int, name: str, who: SeatLook, spent: Mapping[str, int]) -> None:
    """Draw everything above the sectors. ``spent``: the fires that are gone."""
    player = view.players[seat]
    _put_title(board, view, seat, name, who)
    _put_tokens(board, view, seat, spent)
    _put_lieutenants(board, player, who)
    _counted(board, tile(who, 58), player.tiles, REPOPULATION.x + 33, REPOPULATION)
    price(player.step_price).put(board, *PRICE.middle)
    _put_wagons(board, player)
    _put_ships(board, player)


def _put_title(board: Board, view: View, seat: int, name: str, who: SeatLook) -> None:
    """Draw seat and name, and small below them the effects still to come: now, and in the next action step."""
    due = seat in view.due
    crowned = won(view, seat)
    fill = mix(PAPER_LIGHT, who.rgb, 0.17 if due or crowned else 0.06)
    put_plate(board, HEAD, fill, mix(who.rgb, INK if due or crowned else PAPER_DARK, 0.4), 5 if due or crowned else 2)
    x, y = HEAD.x + 56.0, HEAD.y + HEAD.h / 2
    (winner(who, 52) if crowned else token(who, 70)).put(board, x + (8 if crowned else 0), y)
    if due:
        pointer(30).put(board, HEAD.x + 11, y)
    left, room = x + 42, NAME_ROOM
    if crowned:
        left, room = left + 22, room - 22
    later = [one for space in view.players[seat].deferred for one in _deferred(space)]
    coming = [(hourglass(OPEN), later), (pointer(OPEN - 6), view.players[seat].waiting)]
    row_of = [part for first, effects in coming if effects for part in (first, *(amount(one, OPEN) for one in effects))]
    shown = player_name(name, SMALL_NAME if row_of else NAME).fit(room, least=LEAST_NAME)
    shown.put(board, left, y - (15 if row_of else 0), align="left")
    if row_of:
        gap = min(6.0, (room - sum(one.size[0] for one in row_of)) / len(row_of))
        for one in row_of:
            one.put(board, left + one.size[0] / 2, y + 20)
            left += one.size[0] + gap


def _deferred(space: str) -> tuple[str, ...]:
    """Return what a space of a register gives."""
    register, number = space.split("-")
    return effect_words(REGISTER[register][int(number) - 1].action)


def _put_tokens(board: Board, view: View, seat: int, spent: Mapping[str, int]) -> None:
    """Draw points on a seal, then each kind of token with its number, and the number just spent."""
    player = view.players[seat]
    y = HEAD.y + HEAD.h / 2
    x = HEAD.x + 98 + NAME_ROOM + 42.0
    total = view.score.points[seat] if view.score else player.points
    amount(f"points:{total}", 70).put(board, x, y)
    x += 50
    room = (HEAD.x + HEAD.w - 8 - x) / len(TOKENS)
    for name in TOKENS:
        number = player.rats if name == "rat" else player.tokens[name]
        (icon(name, 56) if number else ghost(name, 56, 0.4)).put(board, x + 30, y)
        Text(str(number), NUMBER).fit(round(room) - 62, least=30).put(
            board, x + 61, y, align="left", colour=INK if number else FADED
        )
        if spent.get(name):
            loss(spent[name], SPENT).put(board, x + 30, HEAD.y + HEAD.h - 16)
        x += room


def _put_lieutenants(board: Board, player: PlayerView, who: SeatLook) -> None:
    """Draw lieutenants: upright if ready or standing in the city, on their side if called home or lying in the city."""
    figures = {
        "home": [True] * player.home + [False] * player.recalled,
        "city": [True] * len(player.standing) + [False] * len(player.lying),
        "supply": [True] * player.supply,
        "box": [False] * player.box,
    }
    for place, area in LIEUTENANTS.items():
        standing = figures[place]
        sprites = [lieutenant(who, one, FIGURE) for one in standing]
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
    return action(Action({"coin": coins}, (Option({}, (), ("register",)),)), 40).draw()


@cached_sprite
def turned(name: str, size: int) -> Sprite:
    """Draw an icon upside down and pale: used."""
    one = ghost(name, size, 0.6)
    return Sprite(one.rgb.rotate(180), one.mask.rotate(180))


def _put_wagons(board: Board, player: PlayerView) -> None:
    """Draw the ready wagons, and upside down those used this round."""
    used = sum(one.used for one in player.wagons)
    ready = len(player.wagons) - used
    _counted(board, icon("wagon", 44) if ready else ghost("wagon", 44, 0.4), ready, WAGONS.x + 27, WAGONS)
    if used:
        _counted(board, turned("wagon", 44), used, WAGONS.x + 98, WAGONS)


def _put_ships(board: Board, player: PlayerView) -> None:
    """Draw the number of ships with each kind of goods."""
    cargo = [SHIP_TILES[ship].goods for ship in player.ships]
    wide = (SHIPS.w - 8) / len(GOODS)
    for i, goods in enumerate(GOODS):
        number = cargo.count(goods)
        _counted(board, icon(goods, 38) if number else ghost(goods, 38, 0.4), number, SHIPS.x + 23 + wide * i, SHIPS)
