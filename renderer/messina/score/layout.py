"""The layout of the score board, in pixels of its picture."""

from renderer.canvas.layout import Area
from rules.messina.components import REGISTERS

WIDTH = 1080
EDGE = 10  # between what is printed and the edge of the picture
GAP = 8
MIN_FONT = 34  # px, legible on a phone
WIDE = WIDTH - 2 * EDGE

BADGE = 42  # px, the letters of choices

NUMERALS = ("", "I", "II", "III", "IV", "V", "VI")  # by round

# The three registers side by side, each with its first space at the bottom.
COLUMN = 254
HEAD = 88  # the name of a register, and the order on it
TRACK = 588  # its spaces
TOP = HEAD + TRACK
REGISTER_AREAS = {name: Area(EDGE + i * (COLUMN + GAP), EDGE, COLUMN, TOP) for i, name in enumerate(REGISTERS)}

# Right of the registers: the round and its turn order, the players, the supplies.
SIDE_X = EDGE + 3 * (COLUMN + GAP)
SIDE = WIDTH - EDGE - SIDE_X
TITLE_AREA = Area(SIDE_X, EDGE, SIDE, 50)
ORDER_AREA = Area(SIDE_X, EDGE + 50, SIDE, 60)
PLAYERS_Y = EDGE + 116
LEFT = 92  # height of the supplies
LEFT_AREA = Area(SIDE_X, EDGE + TOP - LEFT, SIDE, LEFT)

# Below the registers: the round table, and the offers.
BELOW = EDGE + TOP + GAP
ROUND = 234
OFFERS_HEAD = 38
OFFER = 192
OFFERS_Y = BELOW + ROUND + GAP
HEIGHT = OFFERS_Y + OFFERS_HEAD + OFFER + EDGE

# At the end of the game, the points by category replace the offers.
MAX_LINE = 35
SUM = 44  # the line of the total
MAX_HEIGHT = 1200
FINAL_HEAD = 52


def player_areas(seats: int, over: bool) -> list[Area]:
    """Return the players' rows, from the top one down. They are taller if there is room."""
    first, last = (ORDER_AREA.y, EDGE + TOP) if over else (PLAYERS_Y, LEFT_AREA.y - GAP)
    high = min((last - first - (seats - 1) * 6) // seats, 150)
    return [Area(SIDE_X, first + i * (high + 6), SIDE, high) for i in range(seats)]


def opponent_area(over: bool) -> Area:
    """Return the area below the player in a solo game, for the opponent or, when the game is over, the verdict."""
    (player,) = player_areas(1, over)
    y = player.y + player.h + GAP
    return Area(SIDE_X, y, SIDE, (EDGE + TOP if over else LEFT_AREA.y - GAP) - y)


def round_areas() -> list[Area]:
    """Return the columns of the table of rounds."""
    wide = (WIDE - 5 * 6) // 6
    return [Area(EDGE + i * (wide + 6), BELOW, wide, ROUND) for i in range(6)]


def offer_areas(wagons: int) -> dict[str, list[Area]]:
    """Return the areas of the tiles on offer, by kind."""
    counts = {"hut_upgrade": 3, "workshop": 3, "wagon": wagons}
    shares = {"hut_upgrade": 1.1, "workshop": 1.45, "wagon": 1.0 if wagons > 1 else 1.6}
    room = WIDE - 2 * 16 - 6 * (sum(counts.values()) - 3)
    unit = room / sum(shares[kind] * count for kind, count in counts.items())
    areas: dict[str, list[Area]] = {}
    x = EDGE
    for kind, count in counts.items():
        wide = int(unit * shares[kind])
        areas[kind] = [Area(x + i * (wide + 6), OFFERS_Y + OFFERS_HEAD, wide, OFFER) for i in range(count)]
        x += count * (wide + 6) + 10
    return areas


def result_line_height(categories: int) -> int:
    """Return the line height of the result with this many categories of points and the total below them."""
    return min(MAX_LINE, (MAX_HEIGHT - BELOW - FINAL_HEAD - SUM - GAP - EDGE) // categories)


def score_height(categories: int) -> int:
    """Return the height of the picture, given the number of categories of points when the game is over, or 0 before."""
    return BELOW + FINAL_HEAD + categories * result_line_height(categories) + SUM + GAP + EDGE if categories else HEIGHT
