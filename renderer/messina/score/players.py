"""The side of the score board: the round, whose turn it is, the players with their points, and the supplies."""

from collections.abc import Sequence

from renderer.canvas.canvas import Board
from renderer.canvas.colours import INK, PAPER, PAPER_DARK, PAPER_LIGHT, SEPIA, mix
from renderer.canvas.frame import plate
from renderer.canvas.layout import Area
from renderer.canvas.text import Text, player_name
from renderer.messina.icons import icon
from renderer.messina.pieces import blank_hex, disc, winner
from renderer.messina.score.layout import (
    EDGE,
    GAP,
    LEFT_AREA,
    MIN_FONT,
    NUMERALS,
    ORDER_AREA,
    TITLE_AREA,
    TOP,
    player_areas,
)
from renderer.messina.score.registers import put_order
from renderer.messina.solo import won
from renderer.messina.words import word
from renderer.seats import SeatLook
from renderer.signs import pointer
from renderer.words import Words
from rules.messina.view_types import View

PHASES = {"deal": "deal", "turns": "round", "round end": "round_end", "priority": "round", "over": "over"}
UPPER, LOWER = 0.28, 0.67  # fractions of a player's row: the name, the points
RANK = 44  # px, the rank in the result
POINTS = 64  # px, the points of a player
MINUS = "−"  # as wide as a digit


def title(phase: str, number: int, words: Words) -> Text:
    """Return the round and its phase, and the size at which the text fits."""
    return Text(word(PHASES[phase], words, number=NUMERALS[number]), 46).fit(TITLE_AREA.w, least=MIN_FONT)


def put_head(board: Board, view: View, words: Words, looks: Sequence[SeatLook]) -> None:
    """Draw the round and its turn order, with a frame round the seat whose turn it is."""
    title(view.phase, view.round, words).put(board, TITLE_AREA.middle[0], TITLE_AREA.y + 22)
    if view.phase != "over":
        put_order(board, ORDER_AREA, view.order, looks, 50, view.active if view.phase == "turns" else None)


def put_players(board: Board, view: View, names: Sequence[str], looks: Sequence[SeatLook]) -> None:
    """Draw the players in the order of the score track, or at the end in that of the result."""
    ranking = view.score.ranking if view.score else view.score_order
    areas = player_areas(view.seats, view.score is not None)
    for place, (seat, area) in enumerate(zip(ranking, areas, strict=True), 1):
        put_player(board, area, view, seat, names[seat], looks[seat])
        if view.score and view.seats > 1:
            rank = 1 if seat in view.score.winners else place
            right, low = area.x + area.w - 16, area.y + area.h * LOWER
            Text(f"{rank}.", RANK).put(board, right, low, align="right", colour=SEPIA)


def put_title(board: Board, seats: int, over: bool) -> None:
    """Draw the name of the game under a ship, where few players leave room."""
    last = player_areas(seats, over)[-1]
    below = (EDGE + TOP if over else LEFT_AREA.y - GAP) - last.y - last.h
    if seats > 1 and below > 120:
        x, y = last.middle[0], last.y + last.h + below / 2
        icon("ship", 76).put(board, x, y - 26)
        Text("Messina 1347", 42).put(board, x, y + 38, colour=mix(SEPIA, PAPER, 0.25))


def put_player(board: Board, area: Area, view: View, seat: int, name: str, who: SeatLook) -> None:
    """Draw a player's name, disc and points; a strong frame if they have to decide, and a laurel if they have won."""
    due, crowned = seat in view.due, won(view, seat)
    fill = mix(PAPER_LIGHT, who.rgb, 0.17 if due or crowned else 0.06)
    line = mix(who.rgb, INK, 0.35) if due or crowned else mix(who.rgb, PAPER_DARK, 0.6)
    plate(area.w, area.h, fill, line, 5 if due or crowned else 2).put(board, *area.middle)
    upper, lower = area.y + area.h * UPPER, area.y + area.h * LOWER
    player_name(name, 36).fit(area.w - 28, least=MIN_FONT).put(board, area.x + 16, upper, align="left")
    x = area.x + 44
    if due:
        pointer(34).put(board, area.x + 26, lower)
        x += 30
    if crowned:
        x += 14
        winner(who, 50).put(board, x, lower)
    else:
        disc(who, 60).put(board, x, lower)
    points = str(view.score.points[seat] if view.score else view.players[seat].points).replace("-", MINUS)
    Text(points, POINTS).put(board, x + (60 if crowned else 46), lower, align="left")


def put_left(board: Board, view: View) -> None:
    """Draw the supplies: plague cubes, hexes, ships, dock tiles."""
    things = (("plague", view.plague), ("hex", view.hex_stack), ("ship", view.ship_stack), ("anchor", view.dock_tiles))
    plate(LEFT_AREA.w, LEFT_AREA.h, PAPER_LIGHT, SEPIA, 2).put(board, *LEFT_AREA.middle)
    for i, (name, number) in enumerate(things):
        x = LEFT_AREA.x + LEFT_AREA.w * (0.26 + 0.5 * (i % 2))
        y = LEFT_AREA.y + LEFT_AREA.h * (0.27 + 0.46 * (i // 2))
        (blank_hex("", 40) if name == "hex" else icon(name, 40)).put(board, x - 24, y)
        Text(f"×{number}", 34).put(board, x + 6, y, align="left")
