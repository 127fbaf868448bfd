"""The end of the game on the score board: points of every seat by category."""

from collections.abc import Iterator, Sequence

from PIL import Image, ImageDraw

from renderer.canvas.canvas import Sprite
from renderer.canvas.colours import PAPER_DARK, PAPER_LIGHT, SEPIA, mix
from renderer.canvas.frame import plate
from renderer.canvas.layout import Area
from renderer.canvas.text import PLAIN, TITLE, fit, write
from renderer.messina.icons import icon
from renderer.messina.pieces import disc, winner
from renderer.messina.score.layout import BELOW, EDGE, FINAL_HEAD, LEAST, WIDE, line
from renderer.messina.score.players import MINUS
from renderer.messina.scroll_signs import counted
from renderer.messina.solo import won
from renderer.messina.words import word
from renderer.seats import Seat
from renderer.words import Words
from rules.game import Score
from rules.messina.components import TRACKS
from rules.messina.view_types import View

TRACK = 30  # px, at most: what a track counts
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


def put_final(board: Image.Image, view: View, score: Score, words: Words, looks: Sequence[Seat]) -> None:
    """The table: seats from winner to last, categories below each other, sums at the foot."""
    lines, high = len(score.breakdown) + 1, line(len(score.breakdown))
    whole = Area(EDGE, BELOW, WIDE, FINAL_HEAD + lines * high + 6)
    plate(whole.w, whole.h, PAPER_LIGHT, SEPIA, 2).put(board, *whole.middle)
    pen = ImageDraw.Draw(board)
    top = whole.y + FINAL_HEAD
    for i in range(0, lines, 2):
        y = top + i * high
        pen.rectangle((whole.x + 3, y, whole.x + whole.w - 4, y + high - 1), mix(PAPER_LIGHT, PAPER_DARK, 0.5))
    level = {"popularity_rank": "popularity_level"} if view.opponent else {}  # there are no places for one player
    for i, category in enumerate([*score.breakdown, ""]):
        put_label(board, whole.x, top + high * (i + 0.5), level.get(category, category), words)
    step = (whole.w - LABELS - 8) / len(score.ranking)
    for place, seat in enumerate(score.ranking):
        x = whole.x + LABELS + step * (place + 0.5)
        sign = winner(looks[seat], 32) if won(view, seat) else disc(looks[seat], 48)
        sign.put(board, x, whole.y + FINAL_HEAD / 2)
        values = [*(own[seat] for own in score.breakdown.values()), score.points[seat]]
        for i, sign_ in _tracks(view, seat, list(score.breakdown), round(step / 2) - 26):
            sign_.put(board, x + 28 + sign_.size[0] / 2, top + high * (i + 0.5))
        for i, value in enumerate(values):
            last = i == len(values) - 1
            write(board, x, top + high * (i + 0.5), str(value).replace("-", MINUS), 38 if last else 32)
    pen.line((whole.x + 8, top + high * (lines - 1), whole.x + whole.w - 8, top + high * (lines - 1)), SEPIA, 3)


def _tracks(view: View, seat: int, categories: list[str], room: int) -> Iterator[tuple[int, Sprite]]:
    """For each line with the points of a track that differs from player to player, what it counts."""
    for number, track in enumerate(TRACKS[view.players[seat].scroll_board], start=1):
        if f"scroll_{number}" in categories:
            size = TRACK
            while counted(track.scores, size).size[0] > room:
                size -= 1
            yield categories.index(f"scroll_{number}"), counted(track.scores, size)


def label(category: str, words: Words) -> tuple[int, str]:
    """The name of a category, or with "" of the sum, and the size at which it fits."""
    if not category:
        return fit(TITLE, 36, word("total", words), LABELS - 56, least=LEAST)
    return fit(PLAIN, 30, word(f"points_{category}", words), LABELS - 56, least=LEAST)


def put_label(board: Image.Image, x: float, y: float, category: str, words: Words) -> None:
    """A category with its icon, or the sum."""
    if category:
        icon(ICONS.get(category, "scroll"), 32).put(board, x + 26, y)
    size, text = label(category, words)
    write(board, x + 50, y, text, size, name=PLAIN if category else TITLE, align="left")
