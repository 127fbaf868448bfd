"""The icons explained: each with its name and what there is to know about it, in two columns."""

from PIL import Image, ImageDraw

from renderer.canvas.canvas import Sprite
from renderer.canvas.colours import PAPER, SEPIA
from renderer.canvas.layout import column, row
from renderer.canvas.text import PLAIN, TITLE, fit, lines, width, write
from renderer.messina.boards import square_face
from renderer.messina.estate.people import spent
from renderer.messina.hexes import blank_hex
from renderer.messina.icons import action, amount, icon
from renderer.messina.legend.entries import ENTRIES, HEADINGS, Entry
from renderer.messina.pieces import disc, lieutenant
from renderer.messina.score.opponent import tile
from renderer.messina.score.rounds import first_sign
from renderer.messina.scroll_signs import counted
from renderer.messina.theme import HEXES
from renderer.scene import Scene
from renderer.seats import SEATS, VIRTUAL
from renderer.words import Words
from rules.messina.components import SQUARES
from rules.messina.view_types import View

WIDTH = 1080
EDGE = 28  # px, paper round everything
ICON = 84  # px
BOX = 112  # px, the room for icons left of the words
NAME, WORDS, LINE = 36, 29, 33  # px: names, explanations, from line to line
GAP = 20  # px between entries
HEAD = 78  # px, the line of a heading


def picture(name: str) -> Sprite:
    """What stands left of an entry: its icon, or several that belong together."""
    half = ICON // 2
    match name:
        case "goods":
            return _heap([icon(one, half) for one in ("gems", "spices", "silk")])
        case "rats":
            return _heap([icon(f"rat:{one}", half + 4) for one in ("left", "right", "upright")])
        case "colours":
            shapes = [blank_hex(one, half + 8) for one in HEXES]
            return column([row(shapes[:2], 6), row(shapes[2:], 6)], 4)
        case "figures":
            return row([lieutenant(SEATS[0], True, 64), lieutenant(SEATS[0], False, 64)], 4)
        case "once":
            return square_face("yellow", "ar3", BOX)
        case "spent":
            face = square_face("yellow", "ar3", BOX)
            used = face.copy()
            spent(ICON).put(used.rgb, BOX / 2, face.size[1] / 2)
            return used
        case "goods_one_type" | "overseers":
            return counted(name, half)
        case "register_city":
            return counted(name, ICON * 3 // 4)
        case "opponent":
            return row([lieutenant(VIRTUAL, True, 64), disc(VIRTUAL, 52)], 4)
        case "opponent_tile":
            return tile("s2", BOX, 64)
        case "priority":
            return first_sign("church", True)
        case "flow":
            return action(SQUARES["nl3"].action, half - 4)
    return amount(name, ICON)


def _heap(three: list[Sprite]) -> Sprite:
    return column([row(three[:2], 8), three[2]], 6)


def entry_high(entry: Entry, wide: int, words: Words) -> int:
    """How high an entry is that has so much room, its icon included."""
    return max(ICON, NAME + 6 + LINE * len(lines(PLAIN, WORDS, words._(entry.text), wide - BOX - 16)))


def variants(view: View) -> set[str]:
    """The entries about those variants that the table plays."""
    found = set[str]()
    if any(player.board != "a" for player in view.players):
        found |= {"once", "spent"}
    if any(player.scroll_board != "a" for player in view.players):
        found |= {"goods_one_type", "register_city", "overseers"}
    if view.opponent:
        found |= {"opponent", "opponent_tile"}
    return found | {"priority"} if view.options.get("priority_tile") == "on" else found


def paint_legend(scene: Scene[View]) -> Image.Image:
    """All icons with their names and explanations."""
    words = scene.words
    told = variants(scene.view)
    wide = (WIDTH - 3 * EDGE) // 2
    board = Image.new("RGB", (WIDTH, 8000), PAPER)
    y = EDGE
    for group, entries in ENTRIES.items():
        names = [name for name in entries if group != "variants" or name in told]
        if not names:
            continue
        write(board, EDGE, y + HEAD / 2, words._(HEADINGS[group]), 54, align="left")
        left = EDGE + width(TITLE, 54, words._(HEADINGS[group])) + 20
        ImageDraw.Draw(board).line((left, y + HEAD / 2 + 4, WIDTH - EDGE, y + HEAD / 2 + 4), SEPIA, 3)
        y += HEAD
        for one in range(0, len(names), 2):
            pair = names[one : one + 2]
            high = max(entry_high(entries[name], wide, words) for name in pair)
            for side, name in enumerate(pair):
                put_entry(board, EDGE + side * (wide + EDGE), y, wide, name, entries[name], words)
            y += high + GAP
        y += EDGE - GAP
    return board.crop((0, 0, WIDTH, y + EDGE - 8))


def put_entry(board: Image.Image, x: int, y: int, wide: int, name: str, entry: Entry, words: Words) -> None:
    """An icon, and beside it its name and what there is to know about it."""
    room = wide - BOX - 16
    picture(name).put(board, x + BOX / 2, y + ICON / 2)
    size, title = fit(TITLE, NAME, words._(entry.name), room)
    left = x + BOX + 16
    write(board, left, y + NAME / 2, title, size, align="left")
    for number, line in enumerate(lines(PLAIN, WORDS, words._(entry.text), room)):
        write(board, left, y + NAME + 6 + LINE * (number + 0.5), line, WORDS, name=PLAIN, align="left")
