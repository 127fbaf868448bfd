"""The virtual opponent on the score board: its lieutenants and tiles, and the judgement when the game is over."""

from renderer import art
from renderer.canvas.canvas import Board, Canvas, Sprite, cached_sprite
from renderer.canvas.colours import FADED, INK, PAPER_DARK, PAPER_LIGHT, SEPIA, mix
from renderer.canvas.frame import plate
from renderer.canvas.layout import lay_at, row
from renderer.canvas.text import Halo, Text
from renderer.messina.icons import amount, citizen, icon, written
from renderer.messina.pieces import blank_hex, disc, lieutenant
from renderer.messina.score.layout import MIN_FONT, opponent_area
from renderer.messina.solo import won
from renderer.messina.theme import WAX
from renderer.messina.words import word
from renderer.seats import VIRTUAL
from renderer.words import Words
from rules.messina.components import DISTRICTS, SOLO_TILES
from rules.messina.view_types import OpponentView, View

FIGURE = 48  # px, a lieutenant
BACK = (40, 46)  # px, a tile face down
TILE = 92  # px, the height of the last revealed tile
EARLIER, NAME = 38, 30  # px, the hexes of the tiles revealed before it, and their names
PER_LINE = 7
ICON = 54  # px, on a tile


def title(words: Words) -> Text:
    """Return the word for the opponent, and the size at which it fits."""
    return Text(word("opponent", words), 36).fit(opponent_area(False).w - 86, least=MIN_FONT)


def put_opponent(board: Board, one: OpponentView, words: Words) -> None:
    """Draw its available lieutenants, the stack of its tiles, the last revealed one, and the hexes of earlier ones."""
    area = opponent_area(False)
    fill, line = mix(PAPER_LIGHT, VIRTUAL.rgb, 0.1), mix(VIRTUAL.rgb, PAPER_DARK, 0.5)
    plate(area.w, area.h, fill, line, 2).put(board, *area.middle)
    left, right, y = area.x + 12, area.x + area.w - 12, area.y + 36
    disc(VIRTUAL, 54).put(board, left + 27, y)
    title(words).put(board, left + 62, y, align="left")
    y += 58
    for number in range(one.ready):
        lieutenant(VIRTUAL, True, FIGURE).put(board, left + 14 + number * 32, y)
    if not one.ready:
        Text("–", 40).put(board, left + 4, y, align="left", colour=FADED)
    Text(f"×{one.stack}", 34).put(board, right, y, align="right")
    back(*BACK).put(board, right - 78, y)
    y += 34
    if one.shown:
        tile(one.shown[-1], area.w - 20, TILE).put(board, area.middle[0], y + TILE / 2)
    y += TILE + 24
    step = (area.w - 16) / PER_LINE
    for i, known in enumerate([*one.shown[:-1], *one.past]):
        x = area.x + 8 + step * (i % PER_LINE + 0.5)
        named_hex(SOLO_TILES[known].hex, EARLIER, NAME).put(board, x, y + i // PER_LINE * EARLIER)


@cached_sprite
def named_hex(hex_: str, size: int, name: int) -> Sprite:
    """Draw a hex of the city in its colour with its name."""
    sprite = blank_hex(DISTRICTS[hex_].colour, size).copy()
    Text(hex_.removeprefix("h"), name).put(sprite.rgb, size / 2, size / 2, halo=Halo(PAPER_LIGHT))
    return sprite


@cached_sprite
def back(wide: int, high: int) -> Sprite:
    """Draw a tile of the opponent face down."""
    sheet = Canvas(wide, high)
    sheet.box((0, 0, wide, high), 6, VIRTUAL.rgb, INK, 2)
    sheet.box((5, 5, wide - 10, high - 10), 4, None, PAPER_LIGHT, 1.5)
    sprite = sheet.sprite()
    Text(VIRTUAL.letter, round(high * 0.55)).put(sprite.rgb, wide / 2, high / 2, colour=VIRTUAL.on)
    return sprite


@cached_sprite
def tile(name: str, wide: int, high: int) -> Sprite:
    """Draw a tile: the hex it names on white, and on red what the opponent takes."""
    printed = SOLO_TILES[name]
    whole = plate(wide, high, PAPER_LIGHT, SEPIA, 3).copy()
    half = wide // 2
    red = plate(wide, high, mix(WAX, PAPER_LIGHT, 0.45), SEPIA, 3)
    whole.rgb.paste(red.rgb.crop((half, 0, wide, high)), (half, 0))
    named_hex(printed.hex, high - 12, high // 2).put(whole.rgb, half / 2, high / 2)
    lay_at(whole, booty(printed.takes, ICON), half * 1.5, high / 2)
    return whole


@cached_sprite
def booty(takes: str, size: int) -> Sprite:
    """Draw what the opponent takes: a ship, a wagon, a workshop of a class, all hut upgrades, or nothing."""
    kind, _, of = takes.partition(":")
    if kind == "workshop":
        return row([icon("workshop", size), citizen(of, "normal", size)], 2)
    if kind == "huts":
        return row([icon("hut", round(size * 0.8))] * 3, -size * 0.2)
    return written("–", size, size) if kind == "none" else icon(kind, size)


def judgement(view: View, words: Words) -> Text:
    """Return whether the result is good in words, and the size at which they fit."""
    return Text(word("good" if won(view, 0) else "not_good", words), 36).fit(opponent_area(True).w - 24, least=MIN_FONT)


def put_judgement(board: Board, view: View, one: OpponentView, words: Words) -> None:
    """Draw the player's points beside those that a good result needs, with a laurel if it is good."""
    area, good = opponent_area(True), won(view, 0)
    points = view.score.points[0] if view.score else view.players[0].points
    plate(area.w, area.h, PAPER_LIGHT, INK if good else SEPIA, 5 if good else 2).put(board, *area.middle)
    x, y = area.middle
    wreath = art.sprite("common/laurel", 116)
    (wreath if good else wreath.faint(0.2)).put(board, x, y - 110)
    seals = [amount(f"points:{number}", 92) for number in (points, one.good_score)]
    order = "<=>"[(points >= one.good_score) + (points > one.good_score)]
    row([seals[0], written(order, 50, 80), seals[1]], 8).put(board, x, y)
    judgement(view, words).put(board, x, y + 96)
