"""The result on the score board: points of every seat by category."""

from collections.abc import Iterator, Sequence

from PIL import ImageDraw

from renderer.canvas.canvas import Board, Sprite, cached_sprite
from renderer.canvas.colours import PAPER_DARK, PAPER_LIGHT, SEPIA, mix
from renderer.canvas.frame import plate
from renderer.canvas.layout import Area
from renderer.canvas.text import PLAIN, Text
from renderer.messina.icons import counted, icon
from renderer.messina.pieces import disc, winner
from renderer.messina.score.layout import BELOW, EDGE, FINAL_HEAD, MIN_FONT, SUM, WIDE, line
from renderer.messina.score.players import MINUS
from renderer.messina.solo import won
from renderer.messina.words import word
from renderer.seats import SeatLook
from renderer.words import Words
from rules.game import Score
from rules.messina.components import TRACKS
from rules.messina.view_types import View

TRACK = 30  # px, at most: the sign of what a track counts
ASIDE = 30  # px, how far points move aside for that sign
LABELS = 412  # px, the column with the categories
# The icons of the categories; those of the scroll tracks have the scroll.
ICONS = {
    "played": "points",
    "rats": "rat",
    "popularity": "popularity",
    "city": "city",
    "church": "church",
    "popularity_rank": "popularity",
    "popularity_level": "popularity",
    "hexes": "tile",
    "repopulation_bonus": "tile",
    "leftovers": "coin",
}


def put_final(board: Board, view: View, score: Score, words: Words, looks: Sequence[SeatLook]) -> None:
    """Draw the table: seats from winner to last, one line per category, and the totals at the bottom."""
    lines, high = len(score.breakdown), line(len(score.breakdown))
    whole = Area(EDGE, BELOW, WIDE, FINAL_HEAD + lines * high + SUM + 6)
    _table(whole.w, whole.h, lines, high).put(board, *whole.middle)
    top = whole.y + FINAL_HEAD
    middles = [*(top + high * (i + 0.5) for i in range(lines)), top + high * lines + SUM / 2 + 1]
    level = {"popularity_rank": "popularity_level"} if view.opponent else {}  # a solo player has no place on it
    for y, category in zip(middles, [*score.breakdown, ""], strict=True):
        put_label(board, whole.x, y, level.get(category, category), words)
    step = (whole.w - LABELS - 8) / len(score.ranking)
    own = any(f"scroll_{number}" in score.breakdown for number, _ in enumerate(TRACKS["a"], start=1))
    aside = ASIDE if own else 0
    for place, seat in enumerate(score.ranking):
        x = whole.x + LABELS + step * (place + 0.5) - aside
        sign = winner(looks[seat], 32) if won(view, seat) else disc(looks[seat], 48)
        sign.put(board, x, whole.y + FINAL_HEAD / 2)
        values = [*(one[seat] for one in score.breakdown.values()), score.points[seat]]
        for i, sign_ in _tracks(view, seat, list(score.breakdown), round(step / 2) + aside - 26):
            sign_.put(board, x + 28 + sign_.size[0] / 2, middles[i])
        for y, value in zip(middles, values, strict=True):
            Text(str(value).replace("-", MINUS), 38 if y == middles[-1] else 32).put(board, x, y)


@cached_sprite
def _table(wide: int, high: int, lines: int, line: int) -> Sprite:
    """Draw the paper of the table: every second line darker, and a rule above the totals."""
    whole = plate(wide, high, PAPER_LIGHT, SEPIA, 2).copy()
    pen = ImageDraw.Draw(whole.rgb)
    for y in range(FINAL_HEAD, FINAL_HEAD + lines * line, 2 * line):
        pen.rectangle((3, y, wide - 4, y + line - 1), mix(PAPER_LIGHT, PAPER_DARK, 0.5))
    rule = FINAL_HEAD + line * lines
    pen.line((8, rule, wide - 8, rule), SEPIA, 3)
    return whole


def _tracks(view: View, seat: int, categories: list[str], room: int) -> Iterator[tuple[int, Sprite]]:
    """Yield what each scroll track counts, for the lines in which that differs between players."""
    for number, track in enumerate(TRACKS[view.players[seat].scroll_board], start=1):
        if f"scroll_{number}" in categories:
            size = TRACK
            while counted(track.scores, size).size[0] > room:
                size -= 1
            yield categories.index(f"scroll_{number}"), counted(track.scores, size)


def label(category: str, words: Words) -> Text:
    """Return the name of a category ("" is the total), and the size at which it fits."""
    if not category:
        return Text(word("total", words), 36).fit(LABELS - 56, least=MIN_FONT)
    return Text(word(f"points_{category}", words), 30, PLAIN).fit(LABELS - 56, least=MIN_FONT)


def put_label(board: Board, x: float, y: float, category: str, words: Words) -> None:
    """Draw a category with its icon, or the label of the total."""
    if category:
        icon(ICONS.get(category, "scroll"), 32).put(board, x + 26, y)
    label(category, words).put(board, x + 50, y, align="left")
