"""Beside or below the map: what turn it is, each player with stock and class cards, the cards on the table."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from renderer.canvas.canvas import Sprite
from renderer.canvas.colours import FADED, INK, PAPER_DARK, PAPER_LIGHT, SEPIA, mix
from renderer.canvas.frame import plate
from renderer.canvas.layout import Area
from renderer.canvas.text import PLAIN, TITLE, drawable, fit, width, write
from renderer.rattus.emblems import emblem, emblem_width
from renderer.rattus.words import named, word
from renderer.seats import Seat, stack, token
from renderer.signs import crown, hourglass, pointer
from renderer.words import Words
from rules.rattus.cards import PIECES
from rules.rattus.components import CARDS
from rules.rattus.view import CardView, View

MARK = 36  # px, the badge of a choice on a card
BAKED = 38  # px, the cubes on a card and their number
CARDS_LEFT = 396  # px from the left edge of a row to its cards, where they stand beside the name
LEGIBLE = 17  # px, font size below which a long name is broken into its halves
HALVES = (
    ("Kreuz-", "ritter"),
    ("Bürger-", "meister"),
    ("Leib-", "eigener"),
    ("Ratten-", "fänger"),
    ("Krzyżo-", "wiec"),
    ("Keresztes ", "lovag"),
    ("Polgár-", "mester"),
    ("Patkány-", "fogó"),
)
PHASES = {"setup": "setup", "turns": "turn", "final": "final", "over": "over"}


class Panel(NamedTuple):
    """Where the parts of the panel are in a layout: rows for the players, then one for the table."""

    head: Area
    rows: tuple[Area, ...]
    beside: bool  # cards stand right of the name, not below it


def card_areas(area: Area, beside: bool, cards: int, wide: bool = False) -> list[Area]:
    """Where the cards of a row stand: beside the name up to three in a line, below it up to two.

    With ``wide`` the first card takes the room of two.
    """
    columns = 3 if beside else 2
    slots = cards + wide
    lines = max(2, (slots + columns - 1) // columns)
    x, y = (area.x + CARDS_LEFT, area.y + 6) if beside else (area.x + 10, area.y + 52)
    w, h = (area.w - CARDS_LEFT - 10, area.h - 12) if beside else (area.w - 20, min(area.h - 60, 112))
    across, high = (w - 6 * (columns - 1)) // columns, (h - 4 * (lines - 1)) // lines
    if beside and slots <= columns:
        y += (high + 4) // 2
    places = [Area(x + i % columns * (across + 6), y + i // columns * (high + 4), across, high) for i in range(slots)]
    if wide:
        places[:2] = [places[0]._replace(w=2 * across + 6)]
    return places


def sign_size(area: Area) -> int:
    """How large the sign on a card is."""
    return min(area.h - 8, 40)


def card_name(area: Area, card: str, words: Words, taken: int = 0) -> tuple[int, tuple[str, ...]]:
    """The size at which a card's name is written beside its emblem, and the name: in two lines if it were too small.

    ``taken`` pixels at its end are for a mark or for cubes.
    """
    room = area.w - emblem_width(card, sign_size(area)) - 24 - taken
    name = named(CARDS[card], words)
    size, text = fit(TITLE, min(30, round(area.h * 0.74)), name, room, least=10)
    halves = next((pair for pair in HALVES if name == "".join(pair).replace("-", "")), ())
    if size >= LEGIBLE or not halves:
        return size, (text,)
    parts = tuple(half.strip() for half in halves)
    return min(fit(TITLE, round(area.h * 0.44), half, room, least=10)[0] for half in parts), parts


def card_mark(area: Area) -> tuple[float, float, int]:
    """Where the badge of a choice stands on a card, at its right end, and its size."""
    size = min(MARK, area.h - 2)
    return area.x + area.w - 4 - size / 2, area.y + area.h / 2, size


def put_card(
    board: Image.Image, area: Area, card: CardView, words: Words, marked: bool, baked: tuple[Seat, int]
) -> None:
    """A class card: its emblem and its name; faded when used this turn. ``baked``: a seat and its cubes on the card."""
    ink, paper = (FADED, PAPER_DARK) if card.used else (INK, PAPER_LIGHT)
    plate(area.w, area.h, paper, mix(ink, paper, 0.35), 2).put(board, *area.middle)
    big = sign_size(area)
    wide = emblem_width(card.id, big)
    emblem(card.id, card.class_, big, ink).put(board, area.x + 8 + wide / 2, area.y + area.h / 2)
    taken = MARK if marked else 0
    who, cubes = baked
    if cubes:
        high = min(BAKED, area.h - 2)
        end = area.x + area.w - 12.0 - taken
        write(board, end, area.y + area.h / 2, str(cubes), high, align="right")
        end -= width(TITLE, high, str(cubes)) + high / 2 + 2
        token(who, high).put(board, end, area.y + area.h / 2)
        taken += round(area.x + area.w - taken - end + high / 2)
    size, name = card_name(area, card.id, words, taken)
    for i, text in enumerate(name):
        y = area.y + area.h / 2 + (i - (len(name) - 1) / 2) * size * 0.98
        write(board, area.x + wide + 16, y, text, size, align="left", colour=ink)


def put_player(
    board: Image.Image, area: Area, view: View, seat: int, name: str, words: Words, beside: bool, who: Seat
) -> None:
    """A player's row: piece, name, stock (at the end: points), cards."""
    due = seat in view.due
    won = view.score is not None and seat in view.score.winners
    fill = mix(PAPER_LIGHT, who.rgb, 0.17 if due or won else 0.06)
    line = mix(who.rgb, INK, 0.35) if due or won else mix(who.rgb, PAPER_DARK, 0.6)
    plate(area.w, area.h, fill, line, 5 if due or won else 2).put(board, *area.middle)
    if due:
        pointer(30).put(board, area.x + 6, area.y + (area.h / 2 if beside else 28))
    amount = str(view.score.points[seat] if view.score else view.stock[seat])
    honour = crown(38) if won else hourglass(34) if view.trigger == seat else None
    if beside:
        label = word("points" if view.score else "stock", words)
        _lines(board, area, who, drawable(PLAIN, name), amount, label, honour)
    else:
        _line(board, area, who, drawable(PLAIN, name), amount, honour)


def _lines(
    board: Image.Image, area: Area, who: Seat, name: str, amount: str, label: str, honour: Sprite | None
) -> None:
    """The name above the amount, left of the cards."""
    token(who, 54).put(board, area.x + 42, area.y + area.h / 2)
    x, y = area.x + 76, area.y + 72
    size, text = fit(PLAIN, 36, name, CARDS_LEFT - 82, least=28)
    write(board, x, area.y + 32, text, size, name=PLAIN, align="left")
    stack(who, 40, 3).put(board, x + 20, y)
    write(board, x + 50, y, amount, 44, align="left")
    x += 62 + width(TITLE, 44, amount)
    write(board, x, y + 4, label, 26, align="left", colour=SEPIA)
    if honour:
        honour.put(board, x + width(TITLE, 26, label) + 34, y)


def _line(board: Image.Image, area: Area, who: Seat, name: str, amount: str, honour: Sprite | None) -> None:
    """The name and the amount in one line, above the cards."""
    y = area.y + 28
    token(who, 46).put(board, area.x + 42, y)
    write(board, area.x + area.w - 14, y, amount, 42, align="right")
    end = area.x + area.w - 14 - width(TITLE, 42, amount) - 26
    stack(who, 38, 3).put(board, end, y)
    end -= 24
    if honour:
        honour.put(board, end - 18, y)
        end -= 42
    size, text = fit(PLAIN, 32, name, end - area.x - 72, least=24)
    write(board, area.x + 72, y, text, size, name=PLAIN, align="left")


def put_head(board: Image.Image, head: Area, view: View, words: Words, looks: Sequence[Seat]) -> None:
    """The phase, and who acts: in the final round everybody who still does, in order."""
    y = head.y + head.h / 2
    write(board, head.x + 8, y, word(PHASES[view.phase], words, number=view.turn), 46, align="left")
    order = view.final_order if view.phase == "final" else view.due
    x = head.x + head.w - 30.0
    for seat in reversed(order):
        token(looks[seat], 46).put(board, x, y)
        if seat != order[0]:
            write(board, x - 32, y - 2, "›", 40, colour=SEPIA)
        x -= 64


def put_panel(
    board: Image.Image,
    panel: Panel,
    view: View,
    names: Sequence[str],
    words: Words,
    marked: frozenset[str],
    looks: Sequence[Seat],
) -> dict[str, Area]:
    """Everything in the panel. ``marked`` cards get room for a badge. Returns where each card stands."""
    put_head(board, panel.head, view, words, looks)
    places: dict[str, Area] = {}
    baked = next(((looks[seat], cubes) for seat, cubes in enumerate(view.baked) if cubes), (looks[0], 0))
    for i, area in enumerate(panel.rows):
        owner = i if i < view.seats else None
        if owner is None:
            y = area.y + (area.h / 2 if panel.beside else 28)
            write(board, area.x + 14, y, word("table", words), 34, align="left", colour=SEPIA)
        else:
            put_player(board, area, view, owner, names[owner], words, panel.beside, looks[owner])
        held = [card for card in view.cards if card.owner == owner]
        laden = [card for card in held if card.id == PIECES["baked"] and baked[1]]
        held = [*laden, *(card for card in held if card not in laden)]
        for card, place in zip(held, card_areas(area, panel.beside, len(held), bool(laden)), strict=True):
            put_card(board, place, card, words, card.id in marked, baked if card in laden else (looks[0], 0))
            places[card.id] = place
    return places
