"""Beside or below the map: what turn it is, each player with stock and class cards, the cards on the table."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from renderer.pieces import box, rat
from renderer.rattus.words import word
from renderer.shapes import mix, sign, token
from renderer.sprite import Sketch, Sprite, kept
from renderer.text import PLAIN, TITLE, drawable, fit, width, write
from renderer.theme import FADED, INK, PAPER_DARK, PAPER_LIGHT, SEATS, SEPIA, Rgb
from rules.rattus.components import CARDS
from rules.rattus.view import CardView, View


class Area(NamedTuple):
    """A rectangle of the picture: upper left corner, width and height."""

    x: int
    y: int
    w: int
    h: int


class Panel(NamedTuple):
    """Where the parts of the panel are in a layout: rows for the players, then one for the table."""

    head: Area
    rows: tuple[Area, ...]
    beside: bool  # cards stand right of the name, not below it


@kept
def plate(width: int, height: int, fill: Rgb, line: Rgb, thick: float, radius: int = 10) -> Sprite:
    """A card or plate of paper."""
    sheet = Sketch(width, height)
    sheet.box(0, 0, width, height, radius, fill, line, thick)
    return sheet.done()


def card_areas(area: Area, beside: bool, cards: int) -> list[Area]:
    """Where the cards of a player stand: up to three in a row, up to two rows."""
    if beside:
        x, y, w, h = area.x + 392, area.y + 4, area.w - 400, area.h - 8
    else:
        x, y, w, h = area.x + 8, area.y + 52, area.w - 16, area.h - 58
    rows = 1 if cards <= 3 and beside else 2
    high = min(h // 2 - 2, 56)
    wide = (w - 12) // 3
    top = y + (h - rows * (high + 4)) // 2 if beside else y
    return [Area(x + i % 3 * (wide + 6), top + i // 3 * (high + 4), wide, high) for i in range(cards)]


def put_card(board: Image.Image, area: Area, card: CardView, lang: str) -> None:
    """A class card: the sign of its class and its name; faded when used this turn."""
    ink, paper = (FADED, PAPER_DARK) if card.used else (INK, PAPER_LIGHT)
    plate(area.w, area.h, paper, SEPIA, 2).put(board, area.x + area.w / 2, area.y + area.h / 2)
    big = area.h - 10
    sign(card.class_, big, ink).put(board, area.x + 6 + big / 2, area.y + area.h / 2)
    size, text = fit(TITLE, round(area.h * 0.56), CARDS[card.id].name[lang], area.w - big - 18)
    write(board, area.x + big + 11, area.y + area.h / 2, text, size, align="left", colour=ink)


def put_player(board: Image.Image, area: Area, view: View, seat: int, name: str, lang: str, beside: bool) -> None:
    """A player's row: piece, name, stock (at the end: points), cards."""
    due = seat in view.due
    fill = mix(PAPER_LIGHT, SEATS[seat].rgb, 0.16) if due else mix(PAPER_LIGHT, SEATS[seat].rgb, 0.05)
    plate(area.w, area.h, fill, INK if due else mix(SEPIA, PAPER_LIGHT, 0.4), 4 if due else 2).put(
        board, area.x + area.w / 2, area.y + area.h / 2
    )
    y = area.y + (area.h / 2 if beside else 28)
    token(seat, 54 if beside else 46).put(board, area.x + 34, y)
    amount = str(view.score.points[seat] if view.score else view.stock[seat])
    right = area.x + (382 if beside else area.w - 14)
    write(board, right, y, amount, 44, align="right")
    left = right - width(TITLE, 44, amount) - 10
    label = word("points" if view.score else "stock", lang)
    write(board, left, y + 3, label, 24, align="right", colour=SEPIA)
    left -= width(TITLE, 24, label) + 10
    size, text = fit(PLAIN, 32, drawable(PLAIN, name), round(left - area.x - 68), least=24)
    write(board, area.x + 64, y, text, size, name=PLAIN, align="left")


def put_panel(board: Image.Image, panel: Panel, view: View, names: Sequence[str], lang: str) -> dict[str, Area]:
    """Everything in the panel. Returns where each card stands."""
    head = panel.head
    phase = {"setup": "setup", "turns": "turn", "final": "final", "over": "over"}[view.phase]
    write(board, head.x + 6, head.y + head.h / 2, word(phase, lang, number=view.turn), 46, align="left")
    x = head.x + head.w - 6
    for icon, count in ((box(44), len(view.discards)), (rat(44, ""), view.supply)):
        write(board, x, head.y + head.h / 2, str(count), 44, align="right")
        x -= width(TITLE, 44, str(count)) + 28
        icon.put(board, x, head.y + head.h / 2)
        x -= 40
    places: dict[str, Area] = {}
    for i, area in enumerate(panel.rows):
        owner = i if i < view.seats else None
        if owner is None:
            write(
                board,
                area.x + 14,
                area.y + (area.h / 2 if panel.beside else 28),
                word("table", lang),
                34,
                align="left",
                colour=SEPIA,
            )
        else:
            put_player(board, area, view, owner, names[owner], lang, panel.beside)
        held = [card for card in view.cards if card.owner == owner]
        for card, place in zip(held, card_areas(area, panel.beside, len(held)), strict=True):
            put_card(board, place, card, lang)
            places[card.id] = place
    return places
