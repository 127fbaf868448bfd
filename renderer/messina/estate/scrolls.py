"""The scroll board of an estate: what its tracks count, what each level is worth, and the cubes on them."""

from collections import Counter
from collections.abc import Callable

from PIL import ImageDraw

from renderer.canvas.canvas import Board, Sprite, cached_sprite
from renderer.canvas.colours import FADED, INK, PAPER_DARK, PAPER_LIGHT, SEPIA, Rgb, mix
from renderer.canvas.frame import plate
from renderer.canvas.layout import Area
from renderer.canvas.text import Text
from renderer.messina.estate.layout import scroll_area
from renderer.messina.estate.printed import put_card
from renderer.messina.icons import SCORING_STEPS, counted
from renderer.seats import SeatLook
from rules.messina.components import BARS, SHIPS, TILES, TRACKS
from rules.messina.ending import REGISTER_TRACK
from rules.messina.view_types import PlayerView, View

LEVEL = 32  # px, the numbers of levels
AMOUNT = 30  # px, on a level with several amounts
COUNT = 30  # px
LETTER = 46  # px, kept free on the left for the letter of a choice
HAVE = 52  # px, the room for the count
CELLS = (30, 40, 50)  # px, the width of a level with one, two, three amounts

Worth = float | tuple[float, ...]


def scroll_box(scroll_board: str, track: int) -> Area:
    """Return the box of a track of a scroll board."""
    whole = scroll_area(scroll_board)
    high = whole.h // len(TRACKS[scroll_board])
    return Area(whole.x, whole.y + track * high, whole.w, high)


def scroll_cells(scroll_board: str, track: int) -> list[Area]:
    """Return the boxes of the start and the levels of a track."""
    box = scroll_box(scroll_board, track)
    levels: tuple[Worth, ...] = (0, *TRACKS[scroll_board][track].levels)
    wide = [CELLS[len(one) - 1 if isinstance(one, tuple) else 0] for one in levels]
    left = box.x + box.w - 6 - sum(wide)
    return [Area(left + sum(wide[:i]), box.y + 4, one, box.h - 8) for i, one in enumerate(wide)]


@cached_sprite
def cell(worth: Worth, wide: int, high: int, fill: Rgb, line: Rgb, thick: float, colour: Rgb) -> Sprite:
    """Draw a level with its worth; of several amounts, the largest is at the top."""
    sprite = plate(wide, high, fill, line, thick, 5).copy()
    if not isinstance(worth, tuple):
        half = worth == 0.5
        Text("½" if half else str(worth), AMOUNT if half else LEVEL).put(sprite.rgb, wide / 2, high / 2, colour=colour)
        return sprite
    *lower, upper = worth
    Text(str(upper), AMOUNT).put(sprite.rgb, wide / 2, high * 0.27, colour=colour)
    for i, one in enumerate(lower):
        Text(str(one), AMOUNT).put(sprite.rgb, wide * (i + 0.5) / len(lower), high * 0.74, colour=colour)
    return sprite


def scroll_level(worth: Worth, who: SeatLook | None = None, wide: int = CELLS[0], high: int = CELLS[1]) -> Sprite:
    """Draw a level, with the cube of a seat if there is one."""
    if who:
        return cell(worth, wide, high, who.rgb, INK, 3, who.on)
    return cell(worth, wide, high, mix(PAPER_LIGHT, PAPER_DARK, 0.5), FADED, 1.5, SEPIA)


@cached_sprite
def printed_scrolls(scroll_board: str) -> Sprite:
    """Draw a scroll board without cubes."""
    whole = scroll_area(scroll_board)
    sprite = plate(whole.w, whole.h, PAPER_LIGHT, SEPIA, 2, 9).copy()
    for number, track in enumerate(TRACKS[scroll_board]):
        box, cells = scroll_box(scroll_board, number), scroll_cells(scroll_board, number)
        y = box.y - whole.y
        if number:
            ImageDraw.Draw(sprite.rgb).line((8, y, whole.w - 8, y), PAPER_DARK, 2)
        middle = (LETTER + cells[0].x - whole.x - HAVE) / 2
        counted(track.scores, box.h - 8).put(sprite.rgb, middle, y + box.h / 2)
        for worth, area in zip((0, *track.levels), cells, strict=True):
            one = scroll_level(worth, None, area.w, area.h)
            one.put(sprite.rgb, area.middle[0] - whole.x, area.middle[1] - whole.y)
    return sprite


def _huts(player: PlayerView) -> int:
    return sum(bool(hut.upgrade) for hut in player.huts)


def _goods(player: PlayerView) -> int:
    return max(Counter(SHIPS[ship].goods for ship in player.ships).values(), default=0)


COUNTS: dict[str, Callable[[PlayerView], int]] = {
    "buildings": lambda player: len(player.workshops) + _huts(player),
    "ships": lambda player: len(player.ships),
    "repopulated": lambda player: TILES - player.tiles,
    "goods_one_type": _goods,
    "workshops": lambda player: len(player.workshops),
    "huts": _huts,
    "timber": lambda player: player.tokens["timber"],
    "coins": lambda player: player.tokens["coin"],
    "overseers": lambda player: sum(one.step in SCORING_STEPS for one in player.overseers.values()),
}


def have(view: View, seat: int, track: int) -> str:
    """Return the count of a track and its limit; for a register, the number of bars that the disc has passed."""
    player = view.players[seat]
    printed = TRACKS[player.scroll_board][track]
    if not printed.scores.startswith(REGISTER_TRACK):
        count, most = COUNTS[printed.scores](player), printed.max_items
        return f"{min(count, most)}/{most}" if most else str(count)
    first = BARS[printed.scores.removeprefix(REGISTER_TRACK)]
    discs = next(one.discs for one in view.registers if one.id == printed.scores.removeprefix(REGISTER_TRACK))
    space = next(number for number, there in enumerate(discs, start=1) if seat in there)
    return f"{sum(space >= one for one in first)}/{len(first)}"


def put_scrolls(board: Board, view: View, seat: int, who: SeatLook) -> None:
    """Draw the scroll board, the count of each track, and the cube on its level."""
    player = view.players[seat]
    put_card(board, scroll_area(player.scroll_board), PAPER_LIGHT, SEPIA)
    printed_scrolls(player.scroll_board).put(board, *scroll_area(player.scroll_board).middle)
    for number, (track, level) in enumerate(zip(TRACKS[player.scroll_board], player.scrolls, strict=True)):
        cells = scroll_cells(player.scroll_board, number)
        area = cells[level]
        Text(have(view, seat, number), COUNT).put(board, cells[0].x - HAVE / 2, area.middle[1])
        worth = (0, *track.levels)[level]
        scroll_level(worth, who, area.w, area.h).put(board, *area.middle)
