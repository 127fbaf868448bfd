"""The panel beside or below the map, and the column of cards beside the map of a question."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import NamedTuple

from renderer import art
from renderer.canvas.canvas import Board, Canvas, Point, Sprite, Surface, cached_sprite
from renderer.canvas.colours import BONE, FADED, INK, PAPER_DARK, PAPER_LIGHT, PAPER_USED, SEPIA, Rgb, mix
from renderer.canvas.frame import ring
from renderer.canvas.layers import Layers
from renderer.canvas.layout import MAX_RATIO, Area, Size
from renderer.canvas.text import PLAIN, Text, put_lines
from renderer.rattus.geography import MAP_HEIGHT, MAP_WIDTH
from renderer.rattus.map import LARGE_NAME
from renderer.rattus.pieces import emblem, palace, plague
from renderer.rattus.regions import Changes
from renderer.rattus.strike import LARGE_TEXT, put_strikes, row_paper, strikes_height
from renderer.rattus.words import BRIEF_EFFECTS, named, word
from renderer.scene import Scene, Words
from renderer.seats import SeatLook, lost_outline, piece_stack, token
from renderer.signs import hourglass, pointer
from rules.game import Score, Target
from rules.rattus.cards import CARD_OF_FIELD
from rules.rattus.components import CARDS_IN_PLAY
from rules.rattus.view import CardView, View

TITLE_SIZE, NAME, LABEL = 46, 34, 32  # px: turns; cards, places; effects, players, other text
SCORE, PIECE, STOCK = 66, 66, 34  # px: a player's points, piece, and stock
WIDE_SCORE, WIDE_NAME, WIDE_LABEL = 54, 40, 32  # px, in the wide layout
MEDALLION = {False: 62, True: 72}  # px, the width of a medallion in the narrow and in the wide layout
BAKED = 38  # px, the cubes on a card and their number
PAIR = 8  # px, between cards
BAR, FULL = 46, 360  # px, the bar of a player's points: its height, and the length of the best
TITLED, SIGN = 190, 330  # px: the room from which the name of the game is shown, and the greatest height of its sign
PHASES = {"setup": "setup", "turns": "turn", "final": "final", "over": "over"}


Sign = tuple[str, int, float, float]  # a card, and the size and middle of its medallion


class Row(NamedTuple):
    """A row of the panel: its owner (None: the table), its area, and its cards with their places."""

    owner: int | None
    area: Area
    cards: tuple[tuple[CardView, Area], ...]


class Panel(NamedTuple):
    """The layout of a board: its size, the map's corner, the head, the strikes, the rows."""

    size: tuple[int, int]
    map: tuple[int, int]
    head: Area
    strikes: Area
    rows: tuple[Row, ...]
    wide: bool

    @property
    def free(self) -> Area:
        """The free area below the rows."""
        x, y, w, h = self.rows[-1].area
        return Area(x, y + h + 8, w, self.size[1] - y - h - 16)


def held(view: View, owner: int | None) -> list[CardView]:
    """Return the cards of a seat, or for None those on the table. There are none when the game is over."""
    return [] if view.score else [card for card in view.cards if card.owner == owner]


def plan_panel(view: View, layout: str, strikes: int = 0, fixed: bool = False) -> Panel:
    """Lay out a board: "tall" (rows below the map), "wide" (rows beside it, strikes above) or "cards" (no map).

    With ``fixed``, each row has room for a card, and until the game is over, there is always a row for the table.
    """
    owners: list[int | None] = [*(view.score.ranking if view.score else range(view.seats))]
    if held(view, None) or (fixed and not view.score):
        owners.append(None)
    struck = strikes_height(strikes)
    if wide := layout == "wide":
        top, head = 102 + struck, Area(10, 8, 330, 86)
        told = Area(10, 102, MAP_WIDTH - 20, struck)
        x, y, across = MAP_WIDTH + 10, 8, 540
    else:
        top, head = 0, Area(10, (MAP_HEIGHT if layout == "tall" else 0) + 4, MAP_WIDTH - 20, 70)
        x, y, across = 10, head.y + head.h, MAP_WIDTH - 20
        told = Area(x, y, across, struck)
        y += struck
    rows = []
    for owner in owners:
        some = held(view, owner)
        count = max(len(some), int(fixed))
        if wide:
            first = 150 if view.score else 74 if owner is not None else 50
            high = first + 88 * count
            places = [Area(x + 8, y + first + 88 * i, across - 16, 82) for i in range(len(some))]
        else:
            high = 124 * ((count + 1) // 2) + 16 if count else 104
            places = [Area(340 + i % 2 * (312 + PAIR), y + 12 + i // 2 * 124, 312, 116) for i in range(len(some))]
        rows.append(Row(owner, Area(x, y, across, high), tuple(zip(some, places, strict=True))))
        y += high + 8
    size = (
        (MAP_WIDTH + 560, max(MAP_HEIGHT + top, y + 4))
        if wide
        else (MAP_WIDTH, max(y + 4, ceil(MAP_WIDTH / MAX_RATIO)))
    )
    return Panel(size, (0, top), head, told, tuple(rows), wide)


@cached_sprite
def card_paper(width: int, height: int, used: bool) -> Sprite:
    """Draw the paper of a card or plate on the table, lit from above, with a shadow at the lower right."""
    sheet = Canvas(width + 5, height + 6)
    sheet.box((4, 5, width, height), 9, (*INK, 46))
    fill, line = (PAPER_USED, FADED) if used else (PAPER_LIGHT, SEPIA)
    sheet.box((0, 0, width, height), 9, line)
    sheet.box((2, 2, width - 4, height - 4), 8, BONE)
    sheet.box((3.5, 3.5, width - 5.5, height - 5.5), 7, fill)
    return sheet.sprite()


def _put_paper(board: Layers, area: Area, who: SeatLook, strong: bool) -> None:
    """Draw the paper of a seat's row, with a stronger tint and edge if ``strong``."""
    fill, edge = mix(PAPER_LIGHT, who.rgb, 0.2 if strong else 0.1), mix(who.rgb, PAPER_DARK, 0 if strong else 0.45)
    board.paste(row_paper(area.w, area.h, fill, edge, 6 if strong else 2), area[:2])


def card_room(wide: bool) -> int:
    """Return the room for the words of a card, in pixels."""
    return 312 - MEDALLION[False] - 24 if not wide else 524 - MEDALLION[True] - 28


def effect_lines(card: str, words: Words, wide: bool) -> tuple[Text, ...]:
    """Return a card's effect, wrapped into the lines that fit on the card."""
    return Text(words._(BRIEF_EFFECTS[card]), WIDE_LABEL if wide else LABEL, PLAIN).lines(
        card_room(wide), 1 if wide else 2
    )


def card_name(card: str, words: Words, wide: bool) -> Text:
    """Return the name of a card in the largest size at which it fits."""
    size, least = (WIDE_NAME, WIDE_LABEL) if wide else (NAME, LABEL)
    return Text(named(card, words), size).fit(card_room(wide), least=least)


def put_card(board: Layers, area: Area, card: CardView, scene: Scene[View], wide: bool) -> None:
    """Draw a class card: medallion, name and effect, and the cubes on it. A used card is grey."""
    baked = baked_on(card, scene)
    number = Text(str(baked[1]) if baked else "", NAME)
    name, told = card_name(card.id, scene.words, wide), effect_lines(card.id, scene.words, wide)
    room, line = MEDALLION[wide], 23 if wide else 24
    sign, x = (card.id, room, 10 + room / 2, area.h / 2), room + 20
    face = _face(area[2:], card.used, sign, name, (x, line), told, (x, 58, 32))
    face.put(board, area.x + face.size[0] / 2, area.y + face.size[1] / 2)
    if baked:
        end, y = area.x + area.w - 10, area.y + line
        number.put(board, end, y, align="right")
        piece_stack(baked[0], BAKED, baked[1]).put(board, end - number.width - BAKED / 2, y + 2)


@cached_sprite
def _face(
    size: Size,
    used: bool,
    sign: Sign | None,
    name: Text,
    at: Point,
    told: Sequence[Text],
    below: tuple[int, float, int],
) -> Sprite:
    """Draw a card: its sign, its name at ``at``, and its effect at ``below`` (x, y and the line height)."""
    plate, ink = card_paper(*size, used), mix(SEPIA, PAPER_USED, 0.15) if used else INK
    sheet = Sprite(plate.rgb, plate.mask).copy()
    if sign:
        card, wide, *middle = sign
        emblem(card, wide, used).put(sheet.rgb, *middle)
    name.put(sheet.rgb, *at, align="left", colour=ink)
    put_lines(told, sheet.rgb, *below, mix(ink, SEPIA, 0.4))
    return sheet


def put_row(board: Layers, area: Area, seat: int, scene: Scene[View], wide: bool) -> None:
    """Draw a player's row: piece, name, points, and the cubes in stock."""
    view, name, who = scene.view, scene.shown_names[seat], scene.looks[seat]
    due = seat in view.due
    _put_paper(board, area, who, due)
    label, score = (WIDE_LABEL, WIDE_SCORE) if wide else (LABEL + 2, SCORE)
    x, y = area.x + 48, area.y + (36.0 if wide else 56.0)
    token(who, 56 if wide else PIECE).put(board, x, y)
    if due:
        pointer(34).put(board, area.x + 8, y)
    points = sum(region.cubes[seat] for region in view.regions) + view.palace[seat]
    counted, cubes, left = Text(str(points), score), Text(str(view.stock[seat]), NAME), x + 42
    sand = hourglass(36) if view.trigger == seat else None
    if wide:
        end = area.x + area.w - 16.0
        counted.put(board, end, y, align="right")
        end -= counted.width + 22
        cubes.put(board, end, y + 5, align="right", colour=SEPIA)
        end -= cubes.width + STOCK / 2 + 2
        put_stock(board, who, view.stock[seat], end, y + 4)
        end -= STOCK / 2 + 8
        if sand:
            sand.put(board, end - 14, y)
            end -= 34
        Text(name, label + 2, PLAIN).fit(round(end - left), least=label).put(board, left, y, align="left")
        return
    Text(name, label, PLAIN).fit(230, least=LABEL).put(board, left, area.y + 28, align="left")
    y = area.y + 72
    counted.put(board, left - 2, y, align="left")
    left += counted.width + 22
    put_stock(board, who, view.stock[seat], left + STOCK / 2, y + 4)
    cubes.put(board, left + STOCK + 4, y + 6, align="left", colour=SEPIA)
    if sand:
        sand.put(board, left + STOCK + 34 + cubes.width, y)


def put_stock(board: Layers, who: SeatLook, cubes: int, x: float, y: float, size: int = STOCK) -> None:
    """Draw a sign for the stock of cubes: a stack of them, or an outline if there are none."""
    (piece_stack(who, size, cubes) if cubes else lost_outline(who, size - 6)).put(board, x, y)


def put_table(board: Layers, area: Area, words: Words, wide: bool) -> None:
    """Draw the heading before the cards on the table."""
    heading = Text(word("table", words), NAME + 4).fit(area.w - 30 if wide else 300, least=LABEL + 4)
    heading.put(board, area.x + 14, area.y + (26 if wide else 46), align="left", colour=SEPIA)
    if not wide:
        free = Text(word("free", words), LABEL + 2, PLAIN).fit(300, least=LABEL)
        free.put(board, area.x + 14, area.y + 88, align="left", colour=SEPIA)


def put_sign(board: Layers, room: Area) -> None:
    """Draw the name of the game under the plague piece, in the middle of the free room."""
    x, y = room.middle
    high = min(room.h * 0.8, SIGN)
    plague(round(high * 0.66)).put(board, x, y - high * 0.16)
    Text("Rattus", round(high * 0.24)).put(board, x, y + high * 0.36, colour=FADED)


def put_head(board: Layers, panel: Panel, scene: Scene[View], *, players: bool) -> None:
    """Draw the phase and, if ``players``, the players in turn order, in the final round only those still to act."""
    view, words, head = scene.view, scene.words, panel.head
    y = head.y + head.h / 2
    phase = Text(word(PHASES[view.phase], words, number=view.turn), TITLE_SIZE).fit(340, least=WIDE_LABEL)
    phase.put(board, head.x + 14, y, align="left")
    if not players:
        return
    first = view.due[0] if view.due else view.start
    order = view.final_order if view.phase == "final" else [(first + i) % view.seats for i in range(view.seats)]
    x = (panel.size[0] if not panel.wide else MAP_WIDTH) - 44.0
    for seat in reversed(order):
        token(scene.looks[seat], 50).put(board, x, y)
        if seat != order[0]:
            Text("›", 40).put(board, x - 38, y - 2, colour=SEPIA)
        x -= 76


def put_result(board: Layers, area: Area, seat: int, result: Score, scene: Scene[View], wide: bool) -> None:
    """Draw a player's result: rank, piece (with a laurel for winners), name, points, and a bar of their sources."""
    name, who = scene.shown_names[seat], scene.looks[seat]
    won = seat in result.winners
    _put_paper(board, area, who, won)
    best, y = max(1, *result.points), area.y + (36 if wide else area.h / 2)
    rank = 1 + result.ranking.index(seat)
    Text(f"{rank}.", NAME).put(board, area.x + 18, y, align="left", colour=SEPIA)
    if won:
        art.sprite("common/laurel", 104 if not wide else 76).put(board, area.x + 104, y)
    token(who, 62 if not wide else 46).put(board, area.x + 105, y - 2)
    score, parts = str(result.points[seat]), (result.breakdown["regions"][seat], result.breakdown["palace"][seat])
    if wide:
        Text(score, WIDE_SCORE).put(board, area.x + area.w - 16, y, align="right")
        shown = Text(name, WIDE_LABEL + 2, PLAIN).fit(area.w - 250, least=WIDE_LABEL)
        shown.put(board, area.x + 152, y, align="left")
        _put_bar(board, area.x + 60, area.y + 108, parts, best, who)
        return
    Text(name, LABEL + 2, PLAIN).fit(290, least=LABEL).put(board, area.x + 172, area.y + 28, align="left")
    Text(score, SCORE - 4).put(board, area.x + 170, area.y + 70, align="left")
    _put_bar(board, area.x + 480, y, parts, best, who)


@cached_sprite
def bar(wide: tuple[int, int], colour: Rgb) -> Sprite:
    """Draw a bar in two parts of these lengths: the first in a colour, the second paler."""
    sheet = Canvas(max(6, sum(wide)) + 4, BAR)
    sheet.box((0, 0, sheet.width, BAR), 6, INK)
    sheet.box((2, 2, max(6, sum(wide)), BAR - 4), 5, mix(colour, PAPER_LIGHT, 0.62))
    if wide[0]:
        sheet.box((2, 2, wide[0], BAR - 4), 5, colour)
        sheet.box((4, 4, max(1, wide[0] - 4), 6), 3, mix(colour, BONE, 0.4))
    return sheet.sprite()


def _put_bar(board: Layers, x: float, y: float, parts: tuple[int, int], best: int, who: SeatLook) -> None:
    """Draw points as a bar: those on the map in the seat's colour, those in the palace paler, with a castle."""
    wide = (round(FULL * parts[0] / best), round(FULL * parts[1] / best))
    sprite = bar(wide, who.rgb)
    sprite.put(board, x + sprite.size[0] / 2, y)
    if wide[0] > 60:
        Text(str(parts[0]), NAME).put(board, x + 14, y, align="left", colour=who.on)
    end = x + sprite.size[0] + 8
    if parts[1]:
        castle = palace(48)
        if wide[1] > 110:
            castle.put(board, x + wide[0] + 34, y)
            Text(str(parts[1]), NAME).put(board, x + wide[0] + 64, y, align="left")
        else:
            castle.put(board, end + 24, y)
            Text(str(parts[1]), NAME).put(board, end + 52, y, align="left")


def put_panel(board: Layers, panel: Panel, scene: Scene[View], changes: Changes) -> None:
    """Draw everything in the panel."""
    view = scene.view
    put_head(board, panel, scene, players=view.phase != "over")
    put_strikes(board, panel.strikes, changes.strikes, scene)
    for row in panel.rows:
        if row.owner is None:
            put_table(board, row.area, scene.words, panel.wide)
        elif view.score:
            put_result(board, row.area, row.owner, view.score, scene, panel.wide)
        else:
            put_row(board, row.area, row.owner, scene, panel.wide)
        for card, place in row.cards:
            if card.id in changes.cards:
                ring(place.w - 2, place.h - 2, 9, BONE, 4).put(board, *place.middle)
    if panel.wide and panel.free.h > TITLED:
        put_sign(board, panel.free)
    for row in panel.rows:
        for card, place in row.cards:
            put_card(board, place, card, scene, panel.wide)


def baked_on(card: CardView, scene: Scene[View]) -> tuple[SeatLook, int] | None:
    """Return the look and the number of the cubes on a card, or None if there are none."""
    if card.id != CARD_OF_FIELD["baked"]:
        return None
    return next(((scene.looks[seat], cubes) for seat, cubes in enumerate(scene.view.baked) if cubes), None)


QUESTION_HIGH = 852  # px, the height of the map without the sea and the desert in its south
ACROSS = 320  # px, the width of a card
QUESTION_SIZE = (MAP_WIDTH + ACROSS + 12, QUESTION_HIGH)
EDGE, GAP = 6, 6  # px, within a card and between cards
EMBLEM, OWNER, LARGE_BAKED = 48, 38, 40  # px: the sign of a card, the piece of its owner, and the cubes on it
LEAST_NAME = 42  # px, legible on a phone
LETTER = 40  # px, by which the letter of a choice narrows a name
EFFECT, LINE = 42, 38  # px: font size and line height of a card's effect


def question_areas(view: View) -> dict[str, Area]:
    """Return the area of each card in the picture of a question."""
    high = (QUESTION_HIGH - GAP) // CARDS_IN_PLAY
    return {
        card.id: Area(MAP_WIDTH + 6, GAP + number * high, ACROSS, high - GAP) for number, card in enumerate(view.cards)
    }


def put_question_cards(surface: Surface, scene: Scene[View]) -> None:
    """Draw the cards. Cards that can be chosen are never shaded and have room for a letter."""
    places, marked = question_areas(scene.view), {mark.target for mark in scene.marks}
    for card in scene.view.cards:
        chosen = Target("card", card.id) in marked
        area, taken = places[card.id], LETTER * chosen
        board = replace(surface, shaded=False) if chosen else surface
        if baked := baked_on(card, scene):
            who, cubes = baked
            end, y = area.x + ACROSS - EDGE - taken, area.y + EDGE + EMBLEM / 2
            number = Text(str(cubes), LARGE_NAME)
            taken += number.width + LARGE_BAKED + EDGE
        far, low = _put_card(board, area, card, scene.words, taken)
        if baked:
            number.put(board, end, y, align="right")
            piece_stack(who, LARGE_BAKED, cubes).put(board, end - number.width - LARGE_BAKED / 2, y)
        if card.owner is not None:
            token(scene.looks[card.owner], OWNER).put(board, area.x + far, area.y + low)


def _put_card(board: Board, area: Area, card: CardView, words: Words, taken: int) -> tuple[float, float]:
    """Draw a card: its name, its sign if the name leaves room for it, and its effect below them.

    A used card is grey. Return the place for its owner's piece, relative to the card.
    """
    name, end, beside, room = named(card.id, words), area.w - EDGE - taken, 2 * EDGE + EMBLEM, ACROSS - 2 * EDGE
    signed = Text(name, LEAST_NAME).width <= end - beside  # the few long names have no room for a sign beside them
    left = beside if signed else 2 * EDGE + (OWNER if card.owner is not None else 0)
    owner = (EMBLEM - 6, EMBLEM - 4) if signed else (EDGE + OWNER / 2, EDGE + EMBLEM / 2)
    told = Text(words._(BRIEF_EFFECTS[card.id]), EFFECT, PLAIN).lines(room, 2)
    if card.owner is not None and Text(name, LEAST_NAME).width > end - left:  # the piece ends the effect's last line
        left, end, told = EDGE + 2, end - EDGE, (*told[:-1], told[-1].fit(room - OWNER, EFFECT))
        owner = (area.w - EDGE - OWNER / 2, EDGE + EMBLEM + LINE * (len(told) - 0.5))
    fitted = Text(name, LARGE_NAME).fit(end - left, least=LEAST_NAME)
    middle = EDGE + EMBLEM / 2
    sign = (card.id, EMBLEM, middle, middle) if signed else None
    face = _face(area[2:], card.used, sign, fitted, (left, middle), told, (EDGE + 2, EDGE + EMBLEM + LINE / 2, LINE))
    face.put(board, area.x + face.size[0] / 2, area.y + face.size[1] / 2)
    return owner


SEAT_HIGH, IN_LINE = 92, 2  # px, the height of a player in a post, and how many there are side by side
SEAT_NAME, SEAT_SCORE, SEAT_STOCK = 44, 60, 44  # px, legible on a phone
SEAT_TOKEN = 58  # px, too small for a letter that a phone could show, unless pieces are strong


class Post(NamedTuple):
    """The layout of a post: its size, and where seats, free room and strikes are below the map and the cards."""

    size: tuple[int, int]
    seats: tuple[tuple[int, Area], ...]
    free: Area | None
    strikes: Area


def plan_post(view: View, strikes: int) -> Post:
    """Return the layout of a post with this number of strikes."""
    wide, top = QUESTION_SIZE[0] - 20, QUESTION_HIGH + GAP
    across = (wide - GAP) // IN_LINE
    order = view.score.ranking if view.score else range(view.seats)
    areas = [
        Area(10 + number % IN_LINE * (across + GAP), top + number // IN_LINE * (SEAT_HIGH + GAP + 2), across, SEAT_HIGH)
        for number in range(-(-view.seats // IN_LINE) * IN_LINE)
    ]
    below = areas[-1].y + SEAT_HIGH + GAP + 4
    high = strikes_height(strikes, LARGE_TEXT)
    seats, free = tuple(zip(order, areas, strict=False)), areas[-1] if view.seats < len(areas) else None
    return Post((QUESTION_SIZE[0], below + high), seats, free, Area(10, below, wide, high))


def put_phase(board: Layers, area: Area, scene: Scene[View]) -> None:
    """Draw the number of the turn, or the phase."""
    told = word(PHASES[scene.view.phase], scene.words, number=scene.view.turn)
    Text(told, SEAT_NAME).fit(area.w - 40, least=SEAT_NAME).put(board, *area.middle, colour=SEPIA)


def put_seat(board: Layers, area: Area, seat: int, scene: Scene[View]) -> None:
    """Draw a player in a post: piece, name, points, and the cubes in stock or, when the game is over, in the palace."""
    view, who = scene.view, scene.looks[seat]
    won, due = view.score is not None and seat in view.score.winners, seat in view.due
    _put_paper(board, area, who, due or won)
    x, y, left = area.x + 54, area.y + area.h / 2, area.x + 96.0 + 12 * won
    if won:
        art.sprite("common/laurel", 96).put(board, x, y)
    token(who, SEAT_TOKEN - 14 * won).put(board, x, y)
    if due:
        pointer(34).put(board, area.x + 8, y)
    points = sum(region.cubes[seat] for region in view.regions) + view.palace[seat]
    counted = Text(str(view.score.points[seat] if view.score else points), SEAT_SCORE)
    end = area.x + area.w - 18.0
    counted.put(board, end, y, align="right")
    end -= counted.width + 24
    few = Text(str(view.palace[seat] if view.score else view.stock[seat]), SEAT_NAME)
    few.put(board, end, y + 2, align="right", colour=SEPIA)
    end -= few.width + SEAT_STOCK / 2 + 4
    if view.score:
        palace(SEAT_STOCK).put(board, end, y)
    else:
        put_stock(board, who, view.stock[seat], end, y, SEAT_STOCK)
    end -= SEAT_STOCK / 2 + 8
    if view.trigger == seat:
        hourglass(SEAT_STOCK).put(board, end - 16, y)
        end -= 40
    Text(scene.shown_names[seat], SEAT_NAME, PLAIN).fit(round(end - left), least=SEAT_NAME).put(
        board, left, y, align="left"
    )
