"""The legend, which names and explains the icons, and pictures of single things for the help."""

from collections.abc import Callable, Sequence

from PIL import Image, ImageDraw

from renderer import art
from renderer.canvas.canvas import Sprite
from renderer.canvas.colours import CHOICE, INK, PAPER, PAPER_LIGHT, SEA, SEPIA, mix
from renderer.canvas.frame import plate, ring
from renderer.canvas.layout import Area, column, row, stacked
from renderer.canvas.text import PLAIN, Text, put_lines
from renderer.messina import theme
from renderer.messina.board_choice import BOARDS_BY_KIND, all_boards, card_areas, square_face
from renderer.messina.city.pieces import arrow, moved_lieutenant, removed_cubes, rescued_citizen
from renderer.messina.city.pieces import plague as cubes
from renderer.messina.city.printed import hex_name, hex_tag, printed_hex, quay, requirement_bar, vacant_place
from renderer.messina.estate.draw_estate import used_icon
from renderer.messina.estate.layout import ESTATE_PLANS
from renderer.messina.estate.pieces import scroll_level, used_up_paper, workshop
from renderer.messina.estate.printed import empty_estate
from renderer.messina.icons import (
    FAINT_OPACITY,
    action_icons,
    amount,
    blank_hex,
    citizen_on_hex,
    empty_hex,
    hanging,
    icon,
    lieutenant,
    ship,
    text_sprite,
    track_icons,
)
from renderer.messina.icons import repopulation_tile as town_house
from renderer.messina.score.draw_score import named_hex, opponent_tile, tile_back
from renderer.messina.score.layout import REGISTER_AREAS
from renderer.messina.score.sections import first_sign, put_register, space_areas, tile, wide_bar
from renderer.messina.words import LEGEND, NAMES_ONLY, Entry, word
from renderer.scene import ENGLISH, Scene, Words
from renderer.seats import OPPONENT_LOOK, SEAT_LOOKS, new_piece_mark, token
from renderer.signs import badge, hourglass, pointer
from rules.messina.components import (
    AREA_SQUARES,
    CITIZEN_CLASSES,
    HEXES,
    HUT_TILES,
    REGISTER,
    SHIPS,
    SQUARES,
    WAGONS,
    WORKSHOPS,
)
from rules.messina.view import View

WIDTH = 1080
EDGE = 20  # px, paper round everything
ICON = 80  # px
SIGNS = 3  # columns of pieces and signs
BOX = 106  # px, the room for icons left of the words
NAME, WORDS, LINE = 38, 34, 36  # px: names, explanations, from line to line
GAP = 6  # px between entries
HEAD, TITLES = 52, 46  # px, the height of a heading, and its font size


def picture(name: str, words: Words) -> Sprite:
    """Draw the picture on the left of an entry: its icon, or several that belong together."""
    if name == "vacant":
        named = column([icon("anchor", 28), hex_tag(hex_name("ne", words), "")], 0)
        return stacked(plate(BOX - 6, ICON, SEA, SEPIA, 2), vacant_place(66, ()), named)
    return DRAWN[name]() if name in DRAWN else amount(name, ICON)


def _of_estate(area: Area, wide: int = BOX) -> Sprite:
    """Draw a part of an empty estate at this width in pixels."""
    size = (wide, round(wide * area.h / area.w))
    part = empty_estate("a", ENGLISH).crop(area.box).resize(size, Image.Resampling.HAMMING)
    return Sprite(part, Image.new("L", size, 255))


PLAN = ESTATE_PLANS["left"]
LATE_WORKSHOP = next(name for name, one in WORKSHOPS.items() if one.late)
ROAD = Area(PLAN.middle - BOX // 2, PLAN.squares["cl1"].y - 10, BOX, ICON)  # a stone with a step's number
HUT = Area(PLAN.huts["hut1"].x, PLAN.huts["hut1"].y, BOX, ICON)  # a hut's roof and one place
HALF = ICON // 2
# Drawings of the entries that are more than an icon.
DRAWN: dict[str, Callable[[], Sprite]] = {
    "goods": lambda: _heap([icon(one, HALF) for one in ("gems", "spices", "silk")]),
    "points:3": lambda: row([amount("points:3", HALF + 12), icon("points", HALF + 6)], 4),
    "scroll": lambda: row([icon("scroll", HALF + 6), scroll_level(1), scroll_level(2, SEAT_LOOKS[0])], 4),
    "wagon": lambda: row([icon("wagon", HALF + 10), used_icon("wagon", HALF + 10)], 4),
    "plague": lambda: row([cubes(1, HALF + 10), cubes(2, HALF + 10)], 4),
    "ship": lambda: row([icon("ship", HALF + 6), ship("silk", 1, 2, True, HALF + 16)], 4),
    "tile": lambda: row([icon("tile", HALF + 8), town_house(SEAT_LOOKS[0], HALF + 8)], 6),
    "craftsman:gold": lambda: row([icon("craftsman:gold", HALF + 22), art.sprite("messina/star", HALF - 8)], 6),
    "wheel": lambda: row([icon("wheel", HALF + 8), citizen_on_hex("nun", "blue", frozenset())], 4),
    "rounds": lambda: row([text_sprite("III", 42, ICON), first_sign("church", False)], 4),
    "rats": lambda: _heap([icon(f"rat:{one}", HALF + 4) for one in ("left", "right", "upright")]),
    "colours": lambda: _two_by_two([blank_hex(one, HALF + 8) for one in theme.HEXES], 4),
    "figures": lambda: row([lieutenant(SEAT_LOOKS[0], True, 60), lieutenant(SEAT_LOOKS[0], False, 60)], 4),
    "once": lambda: square_face("yellow", "ar3", BOX),
    "spent": lambda: stacked(square_face("yellow", "ar3", BOX), used_up_paper(ICON)),
    "goods_one_type": lambda: track_icons("goods_one_type", HALF - 4),
    "overseers": lambda: track_icons("overseers", HALF),
    "register_city": lambda: track_icons("register_city", ICON * 3 // 4),
    "opponent": lambda: row([lieutenant(OPPONENT_LOOK, True, 52), token(OPPONENT_LOOK, 34), tile_back(28, 34)], 2),
    "opponent_tile": lambda: column(
        [opponent_tile("s2", BOX, 56), row([named_hex(one, 40, 34) for one in ("h3", "h17")], 4)], 2
    ),
    "priority": lambda: first_sign("church", True),
    "flow": lambda: action_icons(SQUARES["nl3"].action, HALF - 4).draw(),
    "late": lambda: column([icon("late", HALF + 8), workshop(LATE_WORKSHOP, True, ICON, HALF)], 0),
    "anchor": lambda: stacked(empty_hex(78, ""), icon("anchor", 56)),
    "hanging": lambda: column([requirement_bar("h7", 206), hanging(7, 44)], -10),
    "later": lambda: hourglass(72),
    "blank": lambda: blank_hex("", 72),
    "dock": lambda: quay(BOX, 40),
    "ranks": lambda: _two_by_two([token(one, 40) for one in SEAT_LOOKS], 2),
    "square": lambda: _of_estate(PLAN.squares["cl2"], ICON - 4),
    "quarantine": lambda: _of_estate(HUT),
    "road": lambda: _of_estate(ROAD),
    "went": lambda: arrow(SEAT_LOOKS[0].rgb, -60, 84),
    "was": lambda: row([moved_lieutenant(SEAT_LOOKS[1], 72), token(SEAT_LOOKS[1], 48).faint(FAINT_OPACITY)], 2),
    "plague_taken": lambda: removed_cubes(1, 74),
    "gone": lambda: rescued_citizen("nun", SEAT_LOOKS[2], 76),
    "fresh": lambda: stacked(new_piece_mark(SEAT_LOOKS[3], 62), token(SEAT_LOOKS[3], 62)),
    "choice": lambda: stacked(ring(70, 50, 8, CHOICE, 5), badge("A", 42)),
    "due": lambda: row([pointer(44), stacked(plate(52, 52, PAPER_LIGHT, INK, 4, 12), token(SEAT_LOOKS[2], 44))], 2),
    "bars": lambda: column([wide_bar(92), wide_bar(92)], 3),
    "left": lambda: row([icon("plague", 44), text_sprite("×5", 40, ICON)], 4),
    "none": lambda: row([icon("silk", 44), icon("silk", 44).faint(FAINT_OPACITY)], 10),
    "won": lambda: art.sprite("common/laurel", 84),
}


def _resized(one: Sprite, high: int, how: Image.Resampling = Image.Resampling.HAMMING) -> Sprite:
    """Resize a sprite to this height, keeping its proportions."""
    size = round(high * one.size[0] / one.size[1]), high
    return Sprite(one.rgb.resize(size, how), one.mask.resize(size, how))


def _heap(three: list[Sprite]) -> Sprite:
    return column([row(three[:2], 8), three[2]], 6)


def _two_by_two(four: list[Sprite], gap: float) -> Sprite:
    return column([row(four[:2], 6), row(four[2:], 6)], gap)


def entry_high(entry: Entry, wide: int, words: Words) -> int:
    """Return the height of an entry at this width, including its icon."""
    room = wide - BOX - 16
    names, lines = _name_lines(entry, room, words), Text(words._(entry.text), WORDS, PLAIN).lines(room)
    return max(ICON, NAME * len(names) + 6 + LINE * len(lines))


def _name_lines(entry: Entry, room: int, words: Words) -> Sequence[Text]:
    """Return the name of an entry in one line if it fits, otherwise in two lines of smaller letters."""
    name = Text(words._(entry.name), NAME)
    return (name,) if name.width <= room else name._replace(size=WORDS).lines(room, 2)


def variants(view: View) -> set[str]:
    """Return the keys of the legend's entries about variants that are in play."""
    played = {
        ("once", "spent"): any(player.board != "a" for player in view.players),
        ("goods_one_type", "register_city", "overseers"): any(player.scroll_board != "a" for player in view.players),
        ("opponent", "opponent_tile"): view.opponent is not None,
        ("priority",): view.options.get("priority_tile") == "on",
    }
    return {name for names, used in played.items() if used for name in names}


def paint_legend(scene: Scene[View]) -> Image.Image:
    """Draw the icons with their names and explanations.

    Icons of variants are drawn only if the variants are in play.
    """
    words, told = scene.words, variants(scene.view)
    board = Image.new("RGB", (WIDTH, 8000), PAPER)
    y = EDGE
    for group, (title, entries) in LEGEND.items():
        names = [name for name in entries if group != "variants" or name in told]
        if not names:
            continue
        heading = Text(words._(title), TITLES)
        heading.put(board, EDGE, y + HEAD / 2, align="left")
        left = EDGE + heading.width + 20
        ImageDraw.Draw(board).line((left, y + HEAD / 2 + 4, WIDTH - EDGE, y + HEAD / 2 + 4), SEPIA, 3)
        y += HEAD
        columns = SIGNS if group == NAMES_ONLY else 2
        wide = (WIDTH - EDGE) // columns - EDGE
        for one in range(0, len(names), columns):
            y += GAP + max(
                put_entry(board, EDGE + i * (wide + EDGE), y, wide, (name, entries[name]), words, group == NAMES_ONLY)
                for i, name in enumerate(names[one : one + columns])
            )
        y += EDGE // 2
    return board.crop((0, 0, WIDTH, y + EDGE - 8))


def put_entry(
    board: Image.Image, x: int, y: int, wide: int, entry: tuple[str, Entry], words: Words, brief: bool = False
) -> int:
    """Draw an icon beside its name and explanation, or if ``brief`` beside its name only. Return the entry's height."""
    icon_, told = entry
    picture(icon_, words).put(board, x + BOX / 2, y + ICON / 2)
    left = x + BOX + (8 if brief else 16)
    lines = Text(words._(told.name if brief else told.text), WORDS, PLAIN).lines(x + wide - left)
    if brief:
        put_lines(lines, board, left, y + ICON / 2 - LINE * (len(lines) - 1) / 2, LINE)
        return max(ICON, LINE * len(lines))
    names = _name_lines(told, x + wide - left, words)
    put_lines(names, board, left, y + NAME / 2, NAME)
    put_lines(lines, board, left, y + NAME * len(names) + 6 + LINE / 2, LINE)
    return entry_high(told, wide, words)


THING_WIDE, THING_HIGH = 640, 408  # px; a picture of a thing must have this size
MARGIN = 24  # px, paper round a thing
HEX = 300  # px, the width of a hex
TILE = (150, 180)  # px, before it is doubled
SHIP = 260  # px
TITLE_HIGH, BETWEEN = 66, 12  # px, on a player board: the height of its name, and the gap between two areas
SQUARE = 170  # px, before it is doubled
LEGEND_ICONS: dict[str, tuple[str, Entry]] = {
    f"icon-{name.replace(':', '-')}": (name, entry) for _, entries in LEGEND.values() for name, entry in entries.items()
}  # by the things' names in help


def paint_thing(name: str, words: Words) -> Image.Image | None:
    """Draw a hex, tile, ship, square, register space, side-B board or icon by its id. Return None for any other id."""
    register, _, space = name.partition("-")
    if register in REGISTER:
        return _space(register, int(space), words)
    if name in BOARDS_BY_KIND["board"]:
        return _player_board(name, words)
    if name in BOARDS_BY_KIND["scroll_board"]:
        return _scroll_board(name, words)
    if name in LEGEND_ICONS:
        room, sheet = THING_WIDE - 2 * MARGIN, Image.new("RGB", (THING_WIDE, THING_HIGH), PAPER)
        put_entry(
            sheet,
            MARGIN,
            (THING_HIGH - entry_high(LEGEND_ICONS[name][1], room, words)) // 2,
            room,
            LEGEND_ICONS[name],
            words,
        )
        return sheet
    if name in SHIPS:
        printed = SHIPS[name]
        return _on_paper(ship(printed.goods, printed.coins, printed.points, True, SHIP))
    if name in HEXES:
        return _on_paper(printed_hex(name, hex_name(name, words), HEX, frozenset(), True))
    if name in SQUARES:
        return _on_paper(square_face("a", name, SQUARE), twice=True)
    tiles = {"hut_upgrade": HUT_TILES, "wagon": WAGONS, "workshop": WORKSHOPS}
    kind = next((kind for kind, some in tiles.items() if name in some), None)
    return _on_paper(tile(kind, name, *TILE), twice=True) if kind else None


def _scroll_board(name: str, words: Words) -> Image.Image:
    """Draw a side-B scroll board as in the choice of boards, on a sheet at least 7/11 as high as it is wide."""
    area = card_areas("scroll_board")[name]
    card = all_boards("scroll_board", words).crop(area.box)
    wide = area.w + 2 * MARGIN
    sheet = Image.new("RGB", (wide, max(card.height + 2 * MARGIN, wide * 7 // 11 + 1)), PAPER)
    sheet.paste(card, (MARGIN, (sheet.height - card.height) // 2))
    return sheet


def _player_board(name: str, words: Words) -> Image.Image:
    """Draw a side-B player board with a row per sector, and each area starting with its innermost square."""
    sheet = Image.new("RGB", (THING_WIDE, THING_HIGH), PAPER)
    wide, high = THING_WIDE - 2 * MARGIN, (THING_HIGH - TITLE_HIGH - MARGIN) // len(CITIZEN_CLASSES)
    Text(word(name, words), 40).put(sheet, THING_WIDE / 2, TITLE_HIGH / 2 + 4)
    for number, sector in enumerate(CITIZEN_CLASSES):
        middle = TITLE_HIGH + high * (number + 0.5)
        ground, line = mix(PAPER_LIGHT, theme.SECTORS[sector], 0.4), mix(theme.SECTORS[sector], INK, 0.45)
        plate(wide, high - 8, ground, line, 2).put(sheet, THING_WIDE / 2, middle)
        icon(sector, 56).put(sheet, MARGIN + 38, middle)
        areas = [squares for squares in AREA_SQUARES.values() if SQUARES[squares[0]].sector == sector]
        room = (wide - 72 - BETWEEN) // sum(map(len, areas))
        x = MARGIN + 68.0
        for squares in areas:
            for square in squares:
                square_face(name, square, room - 4).put(sheet, x + room / 2, middle)
                x += room
            x += BETWEEN
    return sheet


def _on_paper(sprite: Sprite, twice: bool = False) -> Image.Image:
    """Draw the sprite in the middle of a sheet. ``twice``: draw a small one at twice its size."""
    sprite = _resized(sprite, sprite.size[1] * 2, Image.Resampling.LANCZOS) if twice else sprite
    sheet = Image.new("RGB", (THING_WIDE, max(THING_HIGH, sprite.size[1] + 2 * MARGIN)), PAPER)
    sprite.put(sheet, sheet.width / 2, sheet.height / 2)
    return sheet


def _space(register: str, space: int, words: Words) -> Image.Image:
    """Draw the register with a frame round the space, on a wide sheet, because a register is narrow."""
    whole = REGISTER_AREAS[register]
    board = Image.new("RGB", whole.box[2:], PAPER)
    put_register(board, register, words)
    area = space_areas(register)[space - 1]
    ring(area.w - 4, area.h, 6, CHOICE, 5).put(board, *area.middle)
    sheet = Image.new("RGB", (THING_WIDE, whole.h + 2 * MARGIN), PAPER)
    sheet.paste(board.crop(whole.box), ((THING_WIDE - whole.w) // 2, MARGIN))
    return sheet
