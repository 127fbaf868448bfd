"""The score board of Messina 1347: the round, the players, registers, rounds and offers, and finally the result."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from PIL import Image, ImageDraw

from renderer import art
from renderer.canvas.canvas import Board, Canvas, Sprite, cached_sprite
from renderer.canvas.colours import BONE, CHOICE, FADED, INK, PAPER, PAPER_DARK, PAPER_LIGHT, SEPIA, Rgb, mix
from renderer.canvas.frame import plate, ring
from renderer.canvas.layers import Layers
from renderer.canvas.layout import Area, lay_at, row
from renderer.canvas.memory import cached_compressed
from renderer.canvas.text import PLAIN, Halo, Text
from renderer.messina.changes import NO_CHANGES, changes_from
from renderer.messina.icons import (
    amount,
    blank_hex,
    citizen,
    has_won,
    icon,
    largest_fitting,
    lieutenant,
    text_sprite,
    track_icons,
    winner_disc,
)
from renderer.messina.score import layout, sections
from renderer.messina.score.layout import result_line_height
from renderer.messina.theme import WAX
from renderer.messina.words import word
from renderer.scene import Scene, Words
from renderer.seats import OPPONENT_LOOK, SeatLook, token
from renderer.signs import Spotlight, badge, pointer
from rules.game import Score, Target
from rules.messina.components import DISTRICTS, REGISTERS, SCROLL_TRACKS, SOLO_TILES, WAGON_STACKS
from rules.messina.view import OpponentView, View

PHASES = {"deal": "deal", "turns": "round", "round end": "round_end", "priority": "round", "over": "over"}
UPPER, LOWER = 0.28, 0.67  # fractions of a player's row: the name, the points
RANK = 44  # px, the rank in the result
POINTS = 64  # px, the points of a player
MINUS = "−"  # a minus as wide as a digit


def put_head(board: Board, view: View, words: Words, looks: Sequence[SeatLook]) -> None:
    """Draw the round and its turn order, with a frame round the seat whose turn it is."""
    area, title = layout.TITLE_AREA, word(PHASES[view.phase], words, number=layout.NUMERALS[view.round])
    Text(title, 46).fit(area.w, least=layout.MIN_FONT).put(board, area.middle[0], area.y + 22)
    if view.phase != "over":
        now = view.active if view.phase == "turns" else None
        sections.put_order(board, layout.ORDER_AREA, view.order, looks, 50, now)


def put_players(board: Board, view: View, names: Sequence[str], looks: Sequence[SeatLook]) -> None:
    """Draw the players in the order of the score track or, when the game is over, of the result."""
    ranking = view.score.ranking if view.score else view.score_order
    areas = layout.player_areas(view.seats, view.score is not None)
    for place, (seat, area) in enumerate(zip(ranking, areas, strict=True), 1):
        put_player(board, area, view, seat, names[seat], looks[seat])
        if view.score and view.seats > 1:
            rank = 1 if seat in view.score.winners else place
            y = area.y + area.h * LOWER
            Text(f"{rank}.", RANK).put(board, area.x + area.w - 16, y, align="right", colour=SEPIA)


def put_title(board: Board, seats: int, over: bool) -> None:
    """Draw the name of the game under a ship, if there is room below the players. In a solo game, there never is."""
    last = layout.player_areas(seats, over)[-1]
    below = (layout.EDGE + layout.TOP if over else layout.LEFT_AREA.y - layout.GAP) - last.y - last.h
    if seats > 1 and below > 120:
        x, y = last.middle[0], last.y + last.h + below / 2
        icon("ship", 76).put(board, x, y - 26)
        Text("Messina 1347", 42).put(board, x, y + 38, colour=mix(SEPIA, PAPER, 0.25))


def put_player(board: Board, area: Area, view: View, seat: int, name: str, who: SeatLook) -> None:
    """Draw a player's name, disc and points, with a strong frame if it's their turn, and a laurel if they won."""
    due, crowned = seat in view.due, has_won(view, seat)
    fill = mix(PAPER_LIGHT, who.rgb, 0.17 if due or crowned else 0.06)
    line = mix(who.rgb, INK, 0.35) if due or crowned else mix(who.rgb, PAPER_DARK, 0.6)
    plate(area.w, area.h, fill, line, 5 if due or crowned else 2).put(board, *area.middle)
    upper, lower = area.y + area.h * UPPER, area.y + area.h * LOWER
    Text(name, 36, PLAIN).fit(area.w - 28, least=layout.MIN_FONT).put(board, area.x + 16, upper, align="left")
    x = area.x + 44 + 30 * due + 14 * crowned
    if due:
        pointer(34).put(board, area.x + 26, lower)
    (winner_disc(who, 50) if crowned else token(who, 60)).put(board, x, lower)
    points = str(view.score.points[seat] if view.score else view.players[seat].points).replace("-", MINUS)
    Text(points, POINTS).put(board, x + (60 if crowned else 46), lower, align="left")


def put_left(board: Board, view: View) -> None:
    """Draw the supplies: plague cubes, hexes, ships, dock tiles."""
    things = (("plague", view.plague), ("hex", view.hex_stack), ("ship", view.ship_stack), ("anchor", view.dock_tiles))
    plate(layout.LEFT_AREA.w, layout.LEFT_AREA.h, PAPER_LIGHT, SEPIA, 2).put(board, *layout.LEFT_AREA.middle)
    for i, (name, number) in enumerate(things):
        x = layout.LEFT_AREA.x + layout.LEFT_AREA.w * (0.26 + 0.5 * (i % 2))
        y = layout.LEFT_AREA.y + layout.LEFT_AREA.h * (0.27 + 0.46 * (i // 2))
        (blank_hex("", 40) if name == "hex" else icon(name, 40)).put(board, x - 24, y)
        Text(f"×{number}", 34).put(board, x + 6, y, align="left")


FIGURE = 48  # px, a lieutenant
BACK = (40, 46)  # px, a tile face down
TILE = 92  # px, the height of the last revealed tile
EARLIER, NAME = 38, 34  # px, the hexes of the tiles revealed before it, and their names
PER_LINE = 7
ICON = 54  # px, on a tile


def put_opponent(board: Board, one: OpponentView, words: Words) -> None:
    """Draw the opponent's available lieutenants, tile stack and last revealed tile, and the hexes of earlier tiles."""
    area = layout.opponent_area(False)
    fill, line = mix(PAPER_LIGHT, OPPONENT_LOOK.rgb, 0.1), mix(OPPONENT_LOOK.rgb, PAPER_DARK, 0.5)
    plate(area.w, area.h, fill, line, 2).put(board, *area.middle)
    left, right, y = area.x + 12, area.x + area.w - 12, area.y + 36
    token(OPPONENT_LOOK, 54).put(board, left + 27, y)
    Text(word("opponent", words), 36).fit(area.w - 86, least=layout.MIN_FONT).put(board, left + 62, y, align="left")
    y += 58
    for number in range(one.ready):
        lieutenant(OPPONENT_LOOK, True, FIGURE).put(board, left + 14 + number * 32, y)
    if not one.ready:
        Text("–", 40).put(board, left + 4, y, align="left", colour=FADED)
    Text(f"×{one.stack}", 34).put(board, right, y, align="right")
    tile_back(*BACK).put(board, right - 78, y)
    y += 34
    if one.shown:
        opponent_tile(one.shown[-1], area.w - 20, TILE).put(board, area.middle[0], y + TILE / 2)
    y += TILE + 24
    step = (area.w - 16) / PER_LINE
    for i, known in enumerate([*one.shown[:-1], *one.past]):
        x = area.x + 8 + step * (i % PER_LINE + 0.5)
        named_hex(SOLO_TILES[known].hex, EARLIER, NAME).put(board, x, y + i // PER_LINE * EARLIER)


@cached_sprite
def named_hex(hex_: str, size: int, name: int) -> Sprite:
    """Draw a hex of the city in its colour with its name."""
    sprite = blank_hex(DISTRICTS[hex_].colour, size).copy()
    Text(hex_.removeprefix("h"), name).put(sprite.rgb, size / 2, size / 2, halo=Halo(PAPER_LIGHT))
    return sprite


@cached_sprite
def tile_back(wide: int, high: int) -> Sprite:
    """Draw a tile of the opponent face down."""
    sheet = Canvas(wide, high)
    sheet.box((0, 0, wide, high), 6, OPPONENT_LOOK.rgb, INK, 2)
    sheet.box((5, 5, wide - 10, high - 10), 4, None, PAPER_LIGHT, 1.5)
    sprite = sheet.sprite()
    Text(OPPONENT_LOOK.letter, max(layout.MIN_FONT, round(high * 0.55))).put(
        sprite.rgb, wide / 2, high / 2, colour=OPPONENT_LOOK.on
    )
    return sprite


@cached_sprite
def opponent_tile(name: str, wide: int, high: int) -> Sprite:
    """Draw a tile: on white the hex that it names, and on red the thing that the opponent takes."""
    printed = SOLO_TILES[name]
    whole = plate(wide, high, PAPER_LIGHT, SEPIA, 3).copy()
    half = wide // 2
    red = plate(wide, high, mix(WAX, PAPER_LIGHT, 0.45), SEPIA, 3)
    whole.rgb.paste(red.rgb.crop((half, 0, wide, high)), (half, 0))
    named_hex(printed.hex, high - 12, max(layout.MIN_FONT, high // 2)).put(whole.rgb, half / 2, high / 2)
    lay_at(whole, booty(printed.takes, ICON), half * 1.5, high / 2)
    return whole


@cached_sprite
def booty(takes: str, size: int) -> Sprite:
    """Draw the thing that the opponent takes: a ship, a wagon, a workshop of a class, all hut upgrades, or nothing."""
    kind, _, of = takes.partition(":")
    if kind == "workshop":
        return row([icon("workshop", size), citizen(of, "normal", size)], 2)
    if kind == "huts":
        return row([icon("hut", round(size * 0.8))] * 3, -size * 0.2)
    return text_sprite("–", size, size) if kind == "none" else icon(kind, size)


def put_judgement(board: Board, view: View, one: OpponentView, words: Words) -> None:
    """Draw the player's points beside those needed for a good result, with a laurel if they are enough."""
    area, good = layout.opponent_area(True), has_won(view, 0)
    points = view.score.points[0] if view.score else view.players[0].points
    plate(area.w, area.h, PAPER_LIGHT, INK if good else SEPIA, 5 if good else 2).put(board, *area.middle)
    x, y = area.middle
    wreath = art.sprite("common/laurel", 116)
    (wreath if good else wreath.faint(0.2)).put(board, x, y - 110)
    seals = [amount(f"points:{number}", 92) for number in (points, one.good_score)]
    order = "<=>"[(points >= one.good_score) + (points > one.good_score)]
    row([seals[0], text_sprite(order, 50, 80), seals[1]], 8).put(board, x, y)
    Text(word("good" if good else "not_good", words), 36).fit(area.w - 24, least=layout.MIN_FONT).put(board, x, y + 96)


TRACK = 30  # px, at most: the sign of what a track counts
ASIDE = 30  # px, how far points move aside for that sign
LABELS = 432  # px, the column with the categories
# The icons of the categories; those of the scroll tracks have the scroll.
ICONS = {"played": "points", "rats": "rat", "hexes": "tile", "repopulation_bonus": "tile", "leftovers": "coin"}
ICONS |= {register: register for register in REGISTERS}  # registers, and categories that begin with a register's name


def put_final(board: Board, view: View, score: Score, words: Words, looks: Sequence[SeatLook]) -> None:
    """Draw the final table: seats from winner to last, one line per category, and the totals at the bottom."""
    lines, high = len(score.breakdown), result_line_height(len(score.breakdown))
    whole = Area(layout.EDGE, layout.BELOW, layout.WIDE, layout.FINAL_HEAD + lines * high + layout.SUM + 6)
    _table(whole.w, whole.h, lines, high).put(board, *whole.middle)
    top = whole.y + layout.FINAL_HEAD
    middles = [*(top + high * (i + 0.5) for i in range(lines)), top + high * lines + layout.SUM / 2 + 1]
    level = {"popularity_rank": "popularity_level"} if view.opponent else {}  # no rank in a solo game
    for y, category in zip(middles, [*score.breakdown, ""], strict=True):
        name = level.get(category, category)
        label = Text(word(f"points_{name}", words), layout.MIN_FONT, PLAIN) if name else Text(word("total", words), 36)
        label.fit(LABELS - 56, least=layout.MIN_FONT).put(board, whole.x + 50, y, align="left")
        if name:
            icon(ICONS.get(name) or ICONS.get(name.partition("_")[0], "scroll"), 32).put(board, whole.x + 26, y)
    step = (whole.w - LABELS - 8) / len(score.ranking)
    own = any(f"scroll_{number}" in score.breakdown for number, _ in enumerate(SCROLL_TRACKS["a"], start=1))
    aside = ASIDE if own else 0
    for place, seat in enumerate(score.ranking):
        x = whole.x + LABELS + step * (place + 0.5) - aside
        sign = winner_disc(looks[seat], 32) if has_won(view, seat) else token(looks[seat], 48)
        sign.put(board, x, whole.y + layout.FINAL_HEAD / 2)
        values = [*(one[seat] for one in score.breakdown.values()), score.points[seat]]
        for i, sign_ in _tracks(view, seat, list(score.breakdown), round(step / 2) + aside - 26):
            sign_.put(board, x + 28 + sign_.size[0] / 2, middles[i])
        for y, value in zip(middles, values, strict=True):
            Text(str(value).replace("-", MINUS), 38 if y == middles[-1] else layout.MIN_FONT).put(board, x, y)


@cached_sprite
def _table(wide: int, high: int, lines: int, line: int) -> Sprite:
    """Draw the paper of the table, with every second line darker and a rule above the totals."""
    whole = plate(wide, high, PAPER_LIGHT, SEPIA, 2).copy()
    pen = ImageDraw.Draw(whole.rgb)
    for y in range(layout.FINAL_HEAD, layout.FINAL_HEAD + lines * line, 2 * line):
        pen.rectangle((3, y, wide - 4, y + line - 1), mix(PAPER_LIGHT, PAPER_DARK, 0.5))
    rule = layout.FINAL_HEAD + line * lines
    pen.line((8, rule, wide - 8, rule), SEPIA, 3)
    return whole


def _tracks(view: View, seat: int, categories: list[str], room: int) -> Iterator[tuple[int, Sprite]]:
    """Yield the line's index and the icons of each scroll track that has its own line in the table."""
    for number, track in enumerate(SCROLL_TRACKS[view.players[seat].scroll_board], start=1):
        if f"scroll_{number}" in categories:
            yield categories.index(f"scroll_{number}"), largest_fitting(partial(track_icons, track.scores), TRACK, room)


@cached_compressed
def empty_score(seats: int, categories: int, words: Words) -> Image.Image:
    """Draw the constant parts: registers and headings. Copy the result before drawing on it."""
    board = Image.new("RGB", (layout.WIDTH, layout.score_height(categories)), PAPER)
    for register in layout.REGISTER_AREAS:
        sections.put_register(board, register, words)
    put_title(board, seats, bool(categories))
    if categories:
        return board
    for kind, areas in layout.offer_areas(WAGON_STACKS[seats]).items():
        x, y = areas[0].x, areas[0].y - layout.OFFERS_HEAD / 2
        icon(sections.KINDS[kind], 34).put(board, x + 17, y)
        room = areas[-1].x + areas[-1].w - x - 38
        Text(word(f"offer_{kind}", words), layout.MIN_FONT).fit(room, least=layout.MIN_FONT).put(
            board, x + 38, y, align="left"
        )
    return board


def paint_score(scene: Scene[View]) -> Layers:
    """Draw the score board, 1080 px wide, with the choices and changes on registers and offers."""
    seats, categories, words = ground_of(scene)
    board = Layers((layout.WIDTH, layout.score_height(categories)), empty_score, seats, categories, words)
    put_score(board, scene)
    places = places_of(scene.view)
    letters = scene.letters(places)
    if letters:
        board.change(Spotlight(tuple((places[target], 8) for target in letters)))
    for target, some in letters.items():
        area, drawn = places[target], badge("·".join(some), layout.BADGE, advised=target in scene.advised)
        put_edge(board, area, CHOICE)
        half = drawn.size[0] / 2
        if target.kind == "register":  # at the end of the register's name
            drawn.put(board, area.x + area.w - 4 - half, area.y + 26)
        else:  # in the lower left corner of a tile
            drawn.put(board, area.x + 4 + half, area.y + area.h - sections.FOOT / 2 - 1)
    return board


def ground_of(scene: Scene[View]) -> tuple[int, int, Words]:
    """Return the arguments of `empty_score` for a scene."""
    view = scene.view
    return view.seats, len(view.score.breakdown) if view.score else 0, scene.words


def put_score(board: Board, scene: Scene[View]) -> None:
    """Draw everything on the empty score board, with frames round changes."""
    view, words = scene.view, scene.words
    put_head(board, view, words, scene.looks)
    put_players(board, view, scene.shown_names, scene.looks)
    changes = NO_CHANGES if scene.marks else changes_from(scene.events)
    for one in view.registers:
        raised = {seat: space for (name, seat), space in changes.raised.items() if name == one.id}
        sections.put_discs(board, one, scene.looks, raised)
    places = places_of(view)
    if view.score:
        put_final(board, view, view.score, words, scene.looks)
        if view.opponent:
            put_judgement(board, view, view.opponent, words)
    else:
        put_left(board, view)
        sections.put_rounds(board, view, scene.looks, scene.style & {"strong"})
        if view.opponent:
            put_opponent(board, view.opponent, words)
        sections.put_offers(board, view)
    for target in (one for one in places if one in scene.changed_here or one in changes.shared):
        put_edge(board, places[target], BONE)


def places_of(view: View) -> dict[Target, Area]:
    """Return the places of all things that can be chosen (registers, and the tiles on offer), by target."""
    found = {Target("register", name): area for name, area in layout.REGISTER_AREAS.items()}
    if view.score is None:
        areas = layout.offer_areas(len(view.wagons))
        for kind, some in sections.stacks(view).items():
            found |= {Target(kind, stack.top): area for stack, area in zip(some, areas[kind], strict=True)}
    return found


def score_things(view: View) -> list[Area]:
    """Return the areas of the things on the score board, which a crop must not cut."""
    players = layout.player_areas(view.seats, view.score is not None)
    found = [*layout.REGISTER_AREAS.values(), layout.TITLE_AREA, *players]
    if view.opponent:
        found.append(layout.opponent_area(view.score is not None))
    if view.score:
        return found
    return [*found, layout.ORDER_AREA, layout.LEFT_AREA, *layout.round_areas(), *_rows(view).values()]


def _rows(view: View) -> dict[str, Area]:
    """Return the rows of tiles on offer with their headings, by kind."""
    return {
        kind: Area(some[0].x, layout.OFFERS_Y, some[-1].x + some[-1].w - some[0].x, layout.OFFERS_HEAD + layout.OFFER)
        for kind, some in layout.offer_areas(len(view.wagons)).items()
    }


def parts_with(view: View, targets: Iterable[Target]) -> list[Area]:
    """Return the registers and rows of tiles that contain these things."""
    places = places_of(view)
    whole = {**layout.REGISTER_AREAS, **_rows(view)}
    shown = {target.id if target.kind == "register" else target.kind for target in targets if target in places}
    return [area for name, area in whole.items() if name in shown]


def put_edge(board: Board, area: Area, colour: Rgb) -> None:
    """Draw a frame round a register or a tile."""
    ring(area.w - 8, area.h - 8, 8, colour, 5).put(board, *area.middle)
