"""Draw a strike: each rat that was turned over, its conditions, and the cubes that each player lost.

Panels, posts, lessons and replays have the same drawing.
"""

from collections.abc import Mapping, Sequence

from PIL import Image

from renderer.canvas.canvas import Canvas, Sprite
from renderer.canvas.colours import BONE, FADED, INK, PAPER, PAPER_DARK, SEPIA, Rgb, mix
from renderer.canvas.layers import Layers
from renderer.canvas.layout import Area
from renderer.canvas.memory import cached_drawing
from renderer.canvas.text import PLAIN, Text, put_lines
from renderer.canvas.texture import paper
from renderer.rattus.pieces import plague, rat, turned_rat
from renderer.rattus.regions import Strike
from renderer.rattus.words import named, word
from renderer.scene import Scene
from renderer.seats import token
from renderer.signs import loss_count
from rules.rattus.events import Discarded, Revealed
from rules.rattus.view import RatView, View

IN_ROW = 3  # rats of a region in a row, and short strikes in a row
MAX_LONG = 2  # if there are more strikes, each shows only its region and rats
LONG, SHORT, GAP = 122, 116, 10  # px, the heights of strikes, and the space between them
TEXT, LARGE_TEXT = 32, 42  # px, on a board, and on the picture of a question, which is wider
WHERE = 150  # px, the plague piece over the name of the region, before the rats
ACROSS = 0.4  # the width of a rat, relative to the rat with its effect
WITHOUT_EFFECT = 0.5  # opacity of a rat that struck nobody, or was not turned over
FIRST_LINE = 0.68  # at most this share of the text about a rat is on the first of two lines
PIECE = 1.25  # the size of a seat's piece, relative to the text
BEHIND = 0.6  # the share of a piece that is visible beside the number of losses


@cached_drawing
def row_paper(width: int, height: int, fill: Rgb, line: Rgb, thick: int) -> Image.Image:
    """Draw the paper of a row, without transparency, because it is large. Copy it before drawing on it."""
    sheet = Canvas(width + 5, height + 6, PAPER)
    sheet.box((4, 5, width, height), 14, mix(PAPER, INK, 0.16))
    sheet.box((0, 0, width, height), 14, fill, line, thick)
    sheet.box((thick, thick, width - 2 * thick, height - 2 * thick), 12, None, mix(fill, BONE, 0.7), 1.6)
    return sheet.picture()


def _scaled(length: int, text: int) -> int:
    """Scale a length, which is given for the text size `TEXT`, to this text size."""
    return length * text // TEXT


def strikes_height(strikes: int, text: int = TEXT) -> int:
    """Return the height of this many strikes."""
    if strikes <= MAX_LONG:
        return strikes * (_scaled(LONG, text) + GAP)
    return -(-strikes // IN_ROW) * (_scaled(SHORT, text) + GAP)


def put_strikes(board: Layers, area: Area, strikes: Sequence[Strike], scene: Scene[View], text: int = TEXT) -> None:
    """Draw strikes below each other or, if there are many, several in a row."""
    high = _scaled(LONG, text)
    if len(strikes) <= MAX_LONG:
        for number, one in enumerate(strikes):
            put_strike(board, Area(area.x, area.y + number * (high + GAP), area.w, high), one, scene, text)
        return
    wide, high = (area.w - (IN_ROW - 1) * GAP) // IN_ROW, _scaled(SHORT, text)
    for number, one in enumerate(strikes):
        down, right = divmod(number, IN_ROW)
        _put_short(
            board, Area(area.x + right * (wide + GAP), area.y + down * (high + GAP), wide, high), one, scene, text
        )


def put_strike(board: Layers, area: Area, strike: Strike, scene: Scene[View], text: int = TEXT) -> None:
    """Draw a strike: the region, and its rats with their effects."""
    _put_paper(board, area)
    where = _scaled(WHERE, text)
    x, name = area.x + where / 2, Text(named(strike.region, scene.words), text).fit(where - 14, least=text)
    plague(_scaled(76, text)).put(board, x, area.y + _scaled(42, text))
    name.put(board, x, area.y + area.h - _scaled(22, text))
    put_rats(board, Area(area.x + where, area.y, area.w - where, area.h), strike.rats, scene, text)


def _put_short(board: Layers, area: Area, strike: Strike, scene: Scene[View], text: int) -> None:
    """Draw the region and the rats of a strike without the losses, which the map shows."""
    _put_paper(board, area)
    size, name = area.h - _scaled(42, text), Text(named(strike.region, scene.words), text).fit(area.w - 20, least=text)
    name.put(board, area.middle[0], area.y + _scaled(22, text))
    left = area.middle[0] - size * len(strike.rats) / 2
    for number, one in enumerate(strike.rats):
        _put_rat(board, one, size, left + size * (number + 0.5), area.y + area.h - size / 2 - 1)


def put_struck(board: Layers, area: Area, strike: Strike, scene: Scene[View]) -> None:
    """Draw a strike at the size that a question uses, and the rats that are still in its region."""
    board.paste(_ground(area.w, area.h), area[:2])
    lying = next((one.rats for one in scene.view.regions if one.id == strike.region), [])
    put_rats(board, Area(area.x + 8, area.y + 6, area.w - 10, area.h - 14), [*strike.rats, *lying], scene, LARGE_TEXT)


@cached_drawing
def _ground(width: int, height: int) -> Image.Image:
    """Draw the paper of a strike that has a part of the picture to itself. Copy the result before drawing on it."""
    sheet = paper(width, height)
    sheet.paste(row_paper(width - 4, height - 10, PAPER_DARK, FADED, 2), (0, 4))
    return sheet


def put_rats(
    board: Layers, area: Area, rats: Sequence[Revealed | Discarded | RatView], scene: Scene[View], text: int
) -> None:
    """Draw up to three rats side by side, each with its effect, in this size of ``text``."""
    across = area.w // IN_ROW
    size = min(area.h - 8, round(across * ACROSS))
    for number, one in enumerate(rats):
        left, right = area.x + number * across + size + text // 4, area.x + (number + 1) * across - 4
        _put_rat(board, one, size, left - text / 4 - size / 2, area.y + area.h / 2 + 2)
        if isinstance(one, Revealed):
            needs = Text(word("needs", scene.words, number=one.face.number, population=one.population), text, PLAIN)
            lines = needs.lines(min(right - left, round(needs.width * FIRST_LINE)), 2)
            put_lines(
                lines, board, left, area.y + round(text * 0.72), round(text * 1.04), INK if one.outbreak else SEPIA
            )
            lost = {seat: count for seat, count in enumerate(one.lost) if count}
            _put_losses(board, left, right, area.y + area.h - text * 0.8, lost, scene, text)


def _put_rat(board: Layers, one: Revealed | Discarded | RatView, size: int, x: float, y: float) -> None:
    """Draw a rat, faintly if it had no effect or has not been turned over."""
    letter = one.handle[-1] if isinstance(one, RatView) else ""
    drawn = (
        turned_rat(size, letter, one.face.number, one.face.letter, one.face.classes) if one.face else rat(size, letter)
    )
    strong = isinstance(one, Revealed) and one.outbreak
    (drawn if strong else drawn.faint(WITHOUT_EFFECT)).put(board, x, y)


def _put_losses(
    board: Layers, left: float, right: float, y: float, lost: Mapping[int, int], scene: Scene[View], text: int
) -> None:
    """Draw the lost cubes: pieces of seats with equal losses, with the number on the last of them."""
    drawn: list[tuple[Sprite, float]] = []  # sprites, each with the distance to the next one
    for count in sorted(set(lost.values()), reverse=True):
        some = [token(scene.looks[seat], round(text * PIECE), letter=False) for seat in lost if lost[seat] == count]
        drawn += [(one, one.size[0] * (1 if one is not some[-1] else BEHIND)) for one in some]
        number = loss_count(count, text)
        drawn.append((number, number.size[0] + 2))
    closer = min(1.0, (right - left) / max(1.0, sum(step for _, step in drawn)))
    for one, step in drawn:
        one.put(board, left + one.size[0] / 2, y)
        left += step * closer


def _put_paper(board: Layers, area: Area) -> None:
    board.paste(row_paper(area.w, area.h, PAPER_DARK, FADED, 2), area[:2])
