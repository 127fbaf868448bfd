"""The end of the game on the score board: points of every seat by category."""

from PIL import Image, ImageDraw

from renderer.areas import Area, plate
from renderer.messina.icons import icon
from renderer.messina.pieces import disc
from renderer.messina.score_layout import BELOW, EDGE, FINAL_HEAD, LEAST, LINE, WIDE
from renderer.messina.score_players import MINUS
from renderer.messina.words import word
from renderer.shapes import mix, sign
from renderer.text import PLAIN, TITLE, fit, write
from renderer.theme import PAPER_DARK, PAPER_LIGHT, SEPIA
from rules.game import Score

LABELS = 392  # px, the column with the categories
# The icons of the categories; those of the scroll tracks have the scroll.
ICONS = {
    "played": "points",
    "rats": "rat",
    "popularity": "popularity",
    "city": "city",
    "church": "church",
    "popularity_rank": "popularity",
    "hexes": "tile",
    "leftovers": "coin",
}


def put_final(board: Image.Image, score: Score, lang: str) -> None:
    """The table: seats from winner to last, categories below each other, sums at the foot."""
    lines = len(score.breakdown) + 1
    whole = Area(EDGE, BELOW, WIDE, FINAL_HEAD + lines * LINE + 6)
    plate(whole.w, whole.h, PAPER_LIGHT, SEPIA, 2).put(board, *whole.middle)
    pen = ImageDraw.Draw(board)
    top = whole.y + FINAL_HEAD
    for i in range(0, lines, 2):
        y = top + i * LINE
        pen.rectangle((whole.x + 3, y, whole.x + whole.w - 4, y + LINE - 1), mix(PAPER_LIGHT, PAPER_DARK, 0.5))
    for i, category in enumerate([*score.breakdown, ""]):
        put_label(board, whole.x, top + LINE * (i + 0.5), category, lang)
    step = (whole.w - LABELS - 8) / len(score.ranking)
    for place, seat in enumerate(score.ranking):
        x = whole.x + LABELS + step * (place + 0.5)
        disc(seat, 48).put(board, x, whole.y + FINAL_HEAD / 2)
        if seat in score.winners:
            sign("royalty", 36).put(board, x + 48, whole.y + FINAL_HEAD / 2)
        values = [*(own[seat] for own in score.breakdown.values()), score.points[seat]]
        for i, value in enumerate(values):
            last = i == len(values) - 1
            write(board, x, top + LINE * (i + 0.5), str(value).replace("-", MINUS), 38 if last else 32)
    pen.line((whole.x + 8, top + LINE * (lines - 1), whole.x + whole.w - 8, top + LINE * (lines - 1)), SEPIA, 3)


def label(category: str, lang: str) -> tuple[int, str]:
    """The name of a category, or with "" of the sum, and the size at which it fits."""
    if not category:
        return fit(TITLE, 36, word("total", lang), LABELS - 56, least=LEAST)
    return fit(PLAIN, 30, word(f"points_{category}", lang), LABELS - 56, least=LEAST)


def put_label(board: Image.Image, x: float, y: float, category: str, lang: str) -> None:
    """A category with its icon, or the sum."""
    if category:
        icon(ICONS.get(category, "scroll"), 32).put(board, x + 26, y)
    size, text = label(category, lang)
    write(board, x + 50, y, text, size, name=PLAIN if category else TITLE, align="left")
