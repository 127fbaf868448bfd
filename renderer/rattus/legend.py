"""The cards in play explained: emblem, name, what each does, and the pieces it brings."""

from collections.abc import Callable, Sequence

from PIL import Image

from renderer.canvas.canvas import Sprite
from renderer.canvas.colours import INK, PAPER, PAPER_LIGHT, SEPIA
from renderer.canvas.frame import plate
from renderer.canvas.text import PLAIN, lines, write
from renderer.rattus.emblems import emblem
from renderer.rattus.geography import WIDTH
from renderer.rattus.pieces import FIGURES, flask, wall
from renderer.rattus.words import effect, named
from renderer.scene import Scene
from renderer.words import Words
from rules.rattus.components import CARDS
from rules.rattus.view import View

EDGE = 10  # px round the plates
HIGH = 148  # px, a card
EMBLEM = 78  # px
LEFT = 190  # px from the left edge to the words
PIECE = 96  # px, the room for a piece at the right end
NAME, WORDS, LINE = 44, 34, 38  # px: names, effects, from line to line

BROUGHT: dict[str, Callable[[], Sprite]] = {
    "bishop": lambda: FIGURES["bishop"](80),
    "nun": lambda: FIGURES["nun"](80),
    "emperor": lambda: wall(0),
    "wizard": lambda: flask("1"),
}  # the pieces of cards as they look on the map


def effect_lines(card: str, words: Words) -> tuple[str, ...]:
    """What the card does, in lines."""
    return lines(PLAIN, WORDS, effect(card, words), WIDTH - LEFT - EDGE - (PIECE if card in BROUGHT else 24))


def paint_legend(scene: Scene[View]) -> Image.Image:
    """The six cards in play, one below the other, as wide as the map."""
    return paint_cards([card.id for card in scene.view.cards], scene.words)


def paint_cards(cards: Sequence[str], words: Words) -> Image.Image:
    """Cards explained, one below the other."""
    board = Image.new("RGB", (WIDTH, EDGE + (HIGH + EDGE) * len(cards)), PAPER)
    for i, card in enumerate(cards):
        y = EDGE + (HIGH + EDGE) * i
        plate(WIDTH - 2 * EDGE, HIGH, PAPER_LIGHT, SEPIA, 2).put(board, WIDTH / 2, y + HIGH / 2)
        emblem(card, CARDS[card].class_, EMBLEM, INK).put(board, EDGE + (LEFT - EDGE) / 2, y + HIGH / 2)
        write(board, LEFT, y + 34, named(CARDS[card], words), NAME, align="left")
        for number, line in enumerate(effect_lines(card, words)):
            write(board, LEFT, y + 80 + LINE * number, line, WORDS, name=PLAIN, align="left")
        if card in BROUGHT:
            BROUGHT[card]().put(board, WIDTH - EDGE - PIECE / 2, y + HIGH / 2)
    return board
