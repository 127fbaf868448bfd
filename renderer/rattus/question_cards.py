"""The column beside the map of a question: all cards in play below each other, so that one low picture shows both."""

from dataclasses import replace

from renderer.canvas.canvas import Board, Sprite, Surface, cached_sprite
from renderer.canvas.colours import INK, PAPER_USED, SEPIA, mix
from renderer.canvas.layout import Area
from renderer.canvas.text import PLAIN, Text, put_lines
from renderer.rattus.geography import WIDTH
from renderer.rattus.map import LARGE_NAME
from renderer.rattus.panel import baked_on, card_paper
from renderer.rattus.pieces import emblem
from renderer.rattus.words import BRIEF, named
from renderer.scene import Scene
from renderer.seats import stack, token
from renderer.words import Words
from rules.game import Target
from rules.rattus.view import CardView, View

HIGH = 852  # px, the height of the map without the sea and the desert in its south
ACROSS = 284  # px, the width of a card
SIZE = (WIDTH + ACROSS + 12, HIGH)
EDGE, GAP = 6, 6  # px, within a card and between cards
EMBLEM, OWNER, BAKED = 48, 38, 40  # px: the sign of a card, the piece of its owner, and the cubes on it
LEAST_NAME, SMALLEST_NAME = 36, 32  # px: a name beside a sign, and a name that is too long for that
LETTER = 38  # px, by which the letter of a choice narrows a name
EFFECT, LINE = 39, 36  # px: font size and line height of a card's effect
MIN_CARDS = 6  # for which there is always room
MIN_TOLD_HIGH = 126  # px: a lower card shows only its name


def areas(view: View) -> dict[str, Area]:
    """Return where each card is."""
    high = (HIGH - GAP) // max(MIN_CARDS, len(view.cards))
    return {card.id: Area(WIDTH + 6, GAP + number * high, ACROSS, high - GAP) for number, card in enumerate(view.cards)}


def put_column(surface: Surface, scene: Scene[View]) -> dict[str, Area]:
    """Draw the cards. Return where each card is.

    Those that can be chosen are never in shade, and have room for a letter.
    """
    places, marked = areas(scene.view), {mark.target for mark in scene.marks}
    for card in scene.view.cards:
        chosen = Target("card", card.id) in marked
        area, taken = places[card.id], LETTER * chosen
        board = replace(surface, shaded=False) if chosen else surface
        if baked := baked_on(card, scene):
            who, cubes = baked
            end, y = area.x + ACROSS - EDGE - taken, area.y + EDGE + EMBLEM / 2
            number = Text(str(cubes), LARGE_NAME)
            taken += number.width + BAKED + EDGE
        signed = _put_card(board, area, card, scene.words, taken)
        if baked:
            number.put(board, end, y, align="right")
            stack(who, BAKED, cubes).put(board, end - number.width - BAKED / 2, y)
        if card.owner is not None:
            far = EMBLEM - 6 if signed else EDGE + OWNER / 2
            low = EMBLEM - 4 if signed else EDGE + EMBLEM / 2
            token(scene.looks[card.owner], OWNER).put(board, area.x + far, area.y + low)
    return places


def _put_card(board: Board, area: Area, card: CardView, words: Words, taken: int) -> bool:
    """Draw a card: sign and name, and its effect below; grey if used. Return whether it has its sign."""
    name, end, beside = named(card.id, words), area.w - EDGE - taken, 2 * EDGE + EMBLEM
    signed = Text(name, LEAST_NAME).width <= end - beside  # the few long names have no sign beside them
    left = beside if signed else 2 * EDGE + (OWNER if card.owner is not None else 0)
    fitted = Text(name, LARGE_NAME).fit(end - left, least=LEAST_NAME if signed else SMALLEST_NAME)
    told = Text(words._(BRIEF[card.id]), EFFECT, PLAIN).lines(ACROSS - 2 * EDGE, 2) if area.h >= MIN_TOLD_HIGH else ()
    face = _face(area.w, area.h, card.id if signed else "", card.used, left, fitted, told)
    face.put(board, area.x + face.size[0] / 2, area.y + face.size[1] / 2)
    return signed


@cached_sprite
def _face(wide: int, high: int, sign: str, used: bool, left: int, name: Text, told: tuple[Text, ...]) -> Sprite:
    """Draw a card of this size, with the ``sign`` of a card, its name from ``left``, and its effect."""
    plate = card_paper(wide, high, used)
    sheet = Sprite(plate.rgb, plate.mask).copy()
    ink, y = mix(SEPIA, PAPER_USED, 0.15) if used else INK, EDGE + EMBLEM / 2
    if sign:
        emblem(sign, EMBLEM, used).put(sheet.rgb, EDGE + EMBLEM / 2, y)
    name.put(sheet.rgb, left, y, align="left", colour=ink)
    put_lines(told, sheet.rgb, EDGE + 2, EDGE + EMBLEM + LINE / 2, LINE, mix(ink, SEPIA, 0.4))
    return sheet
