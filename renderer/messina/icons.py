"""Icons by their names in the rules' tables; prices, gains, actions and what scroll tracks count, composed of them."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from PIL import Image

from renderer import art
from renderer.canvas.canvas import Sprite, cached_sprite
from renderer.canvas.colours import CREAM, INK, PAPER_LIGHT, Rgb
from renderer.canvas.layout import Planned, Size, blank, column, lay, lay_at, planned_column, planned_row, row
from renderer.canvas.text import TITLE, Halo, Text, capital
from renderer.messina.theme import GOLD, GOODS, RIMS, SECTORS, STONE
from rules.messina.components import PATH_LENGTH, Action, Option
from rules.messina.ending import FIRST_SCORING_STEP, REGISTER_TRACK

GAP = 0.14  # between things in a row, in parts of their height
MIN_NUMBER = 30  # px
NUMBER = 0.86  # of the height of a row: a number in it
STAMPED = {"coin": (0.66, 0.7, 0.48, 0.47), "points": (0.58, 0.66, 0.5, 0.485)}  # a number on it: size, room, middle
PLAIN_FACE = ".cross,.star{display:none}"  # hides the symbol where a number takes its place
RIBBON = ".ribbon{display:inline !important}"
BETTER = f".ground{{fill:#{bytes(GOLD).hex()} !important}}.rim{{stroke-width:5 !important}}"
FACE_ONLY = ".frame{display:none}"
Arrow = tuple[str, float, float, float]  # a drawing, its size, and its middle, in parts of a size
TRACK_THINGS = {  # things that are counted one by one
    "buildings": ("hut", "workshop"),
    "ships": ("ship",),
    "repopulated": ("tile",),
    "workshops": ("workshop",),
    "huts": ("hut",),
    "timber": ("timber",),
    "coins": ("coin",),
}
SCORING_STEPS = range(FIRST_SCORING_STEP, PATH_LENGTH + 1)  # the steps on which overseers score
FAINT = 0.4  # opacity of a piece where it was before
STAR = (0.5, 0.78, 0.76)  # of the better side: its size and middle


@cached_sprite
def _drawing(name: str, size: int, css: str = "") -> Sprite:
    return art.sprite(f"messina/{name}", size, css=css)


@cached_sprite
def citizen(kind: str, side: str, size: int) -> Sprite:
    """Draw a citizen of a class, "normal" or "gold": with a second rim and a star."""
    if side == "normal":
        return _drawing(kind, size)
    return _starred(_drawing(kind, size, BETTER), size)


def _starred(bare: Sprite, size: int) -> Sprite:
    sprite = bare.copy()
    part, x, y = STAR
    lay_at(sprite, _drawing("star", round(size * part)), size * x, size * y)
    return sprite


@cached_sprite
def overseer(kind: str, upgraded: bool, size: int) -> Sprite:
    """Draw an overseer of a class, or a generic one; an upgraded one has a gold rim and a star."""
    css = BETTER if upgraded else ""
    if kind == "any":
        bare = _drawing("overseer-any", size, css)
    else:
        rim = "" if upgraded else f".ground{{fill:#{bytes(RIMS[kind]).hex()} !important}}"
        own = f".face{{fill:#{bytes(SECTORS[kind]).hex()} !important}}"
        bare = _drawing("overseer", size, css + rim + own).copy()
        face = _drawing(kind, round(size * 0.78), FACE_ONLY)
        lay_at(bare, face, size * 0.49, size * 0.48)
    return _starred(bare, size) if upgraded else bare


def _with_arrows(bare: Callable[[int], Sprite], arrows: tuple[Arrow, ...], size: int) -> Sprite:
    """Draw a piece beside arrows that show what happens to it."""
    sprite = bare(size).copy()
    for name, part, x, y in arrows:
        lay_at(sprite, _drawing(name, round(size * part)), size * x, size * y)
    return sprite


ON: Arrow = ("arrow", 0.62, 0.7, 0.74)
COMPOSED: dict[str, Callable[[int], Sprite]] = {
    **{f"{kind}:gold": partial(citizen, kind, "gold") for kind in SECTORS},
    **{f"overseer:{kind}": partial(_with_arrows, partial(overseer, kind, False), (ON,)) for kind in (*SECTORS, "any")},
    "overseer:any_skip": partial(_with_arrows, partial(overseer, "any", False), (("hop", 0.7, 0.6, 0.66),)),
    "upgrade": partial(_with_arrows, partial(_drawing, "upgrade"), (("arrow-up", 0.6, 0.25, 0.68),)),
    "upgrade_overseer": partial(_with_arrows, partial(overseer, "any", True), (("arrow-up", 0.6, 0.26, 0.7),)),
    "upgrade_and_advance_overseer": partial(
        _with_arrows, partial(overseer, "any", True), (("arrow-up", 0.5, 0.22, 0.66), ON)
    ),
    "rat": partial(_drawing, "rat-right"),
    "tile": partial(_drawing, "house"),
}
NAMES = (
    *COMPOSED,
    *("coin", "timber", "fire", "big_fire", "points", "plague", "gems", "spices", "silk", "wagon", "workshop", "hut"),
    *SECTORS,
    *("lieutenant", "build", "scroll", "city", "church", "register", "popularity", "activate", "any_hex_action"),
    *("rat:right", "rat:left", "rat:upright", "early", "late", "wheel", "anchor", "ship", "flow", "plague_taken"),
)  # every icon
FILES = {"points": "seal"}  # drawings with another name


@cached_sprite
def icon(name: str, size: int) -> Sprite:
    """Draw an icon in a square of ``size`` pixels, by an effect's word or a thing's name.

    Raises:
        KeyError: no such icon.
    """
    if name in COMPOSED:
        return COMPOSED[name](size)
    if name not in NAMES:
        raise KeyError(name)
    return _drawing(FILES.get(name, name.replace(":", "-").replace("_", "-")), size)


@cached_sprite
def amount(word: str, size: int) -> Sprite:
    """Draw an effect such as "coin:2" as number and icon, ``size`` pixels high; 1 is written only on points."""
    name, _, number = word.rpartition(":")
    if not number.removeprefix("-").isdigit():
        return icon(word, size)
    if name == "points" or (name == "coin" and number != "1"):
        return _stamped(name, number, size)
    if number == "1":
        return icon(name, size)
    return _numbered(number, name, size).draw()


def planned_amount(word: str, size: int) -> Planned:
    """Plan an `amount`: a square, or wider with a number beside it."""
    name, _, number = word.rpartition(":")
    if not number.removeprefix("-").isdigit() or number == "1" or name in STAMPED:
        return square(amount, word, size)
    return Planned(_numbered(number, name, size).size, partial(amount, word, size))


def _numbered(number: str, name: str, size: int) -> Planned:
    """Plan a number beside an icon."""
    return planned_row(
        (planned_writing(number, max(MIN_NUMBER, round(size * NUMBER)), size), square(icon, name, size)), 0.02 * size
    )


def square(draw: Callable[[str, int], Sprite], name: str, size: int) -> Planned:
    """Plan a square drawing, as every icon is."""
    return Planned((size, size), partial(draw, name, size))


def _stamped(name: str, number: str, size: int) -> Sprite:
    """Draw a coin or seal with the number on it."""
    part, room, x, y = STAMPED[name]
    sprite = _drawing(FILES.get(name, name), size, PLAIN_FACE).copy()
    text = Text(number, max(MIN_NUMBER, round(size * part))).fit(round(size * room), least=8)
    text.put(sprite.rgb, size * x, size * y, colour=CREAM if name == "points" else INK)
    return sprite


@cached_sprite
def hanging(points: int, size: int) -> Sprite:
    """Draw a seal with points on its ribbon, the wax ``size`` pixels wide."""
    above = 16
    seal = art.sprite("messina/seal", size, None, (-4, 2 - above, 108, 108 + above), PLAIN_FACE + RIBBON)
    sprite = seal.copy()
    part, room, x, y = STAMPED["points"]
    text = Text(str(points), max(MIN_NUMBER, round(size * part))).fit(round(size * room), least=8)
    text.put(sprite.rgb, size * x, seal.size[1] - size * (1 - y), colour=CREAM)
    return sprite


@cached_sprite
def written(text: str, high: int, room: int, colour: Rgb = INK) -> Sprite:
    """Draw text as a sprite ``room`` pixels high with a light edge, for a row with icons."""
    edge, size = _edge(high), _size_written(text, high, room)
    sprite = Sprite(Image.new("RGB", size, PAPER_LIGHT), Image.new("L", size))
    mask = Image.new("RGB", size)
    for board, ink, halo in ((sprite.rgb, colour, PAPER_LIGHT), (mask, (255, 255, 255), (255, 255, 255))):
        Text(text, high).put(board, size[0] / 2, size[1] / 2, colour=ink, halo=Halo(halo, edge))
    sprite.mask.paste(mask.getchannel(0))
    return sprite


def _edge(high: int) -> int:
    return max(1, round(high * 0.07))


def _size_written(text: str, high: int, room: int) -> Size:
    return Text(text, high).width + 2 * _edge(high), max(room, round(capital(TITLE, high)) + 2 * _edge(high))


def planned_writing(text: str, high: int, room: int) -> Planned:
    """Plan a text `written`."""
    return Planned(_size_written(text, high, room), partial(written, text, high, room))


def effect_words(option: Option) -> tuple[str, ...]:
    """Return an option's effects as words with their amounts."""
    counted = Counter((*option.steps, *(one for one in option.effects if ":" not in one)))
    return (
        *price(option.gains),
        *(f"{name}:{number}" for name, number in counted.items()),
        *(one for one in option.effects if ":" in one),
    )


def price(amounts: Mapping[str, int]) -> tuple[str, ...]:
    """Return tokens by name as words."""
    return tuple(f"{name}:{number}" for name, number in amounts.items())


def amounts(effects: Iterable[str], size: int) -> Planned:
    """Plan words in a row, such as a price: ``amounts(price(tile.cost), 40)``."""
    return planned_row([planned_amount(word, size) for word in effects], GAP * size)


def effects(option: Option, size: int) -> Planned:
    """Plan what an option gives, in a row."""
    return amounts(effect_words(option), size)


def action(action: Action, size: int, width: int = 0) -> Planned:
    """Plan a price, an arrow and what it buys, with a slash between options; in two rows if it is too wide for one."""
    atoms = [planned_amount(word, size) for word in price(action.cost)]
    if atoms:
        wide = round(size * 0.6)
        atoms.append(Planned(art.size(wide, art.source("messina/flow")[1]), partial(_drawing, "flow", wide)))
    for number, option in enumerate(action.options):
        if number:
            atoms.append(planned_writing("/", max(MIN_NUMBER, round(size * 0.9)), size))
        atoms += [planned_amount(word, size) for word in effect_words(option)]
    whole = planned_row(atoms, GAP * size)
    if not width or whole.size[0] <= width or len(atoms) < 2:
        return whole
    lines = [(planned_row(atoms[:i], GAP * size), planned_row(atoms[i:], GAP * size)) for i in range(1, len(atoms))]
    return planned_column(min(lines, key=lambda two: max(one.size[0] for one in two)), GAP * size)


@cached_sprite
def counted(scores: str, high: int) -> Sprite:
    """Draw what a track counts, ``high`` pixels high.

    Amounts of a level are arranged like the bars and steps they are for.
    """
    if scores in TRACK_THINGS:
        names = TRACK_THINGS[scores]
        return row([icon(name, round(high * (0.86 if len(names) == 1 else 0.8))) for name in names], -0.23 * high)
    if scores == "goods_one_type":
        first, *others = [icon(name, round(high * 0.7)) for name in GOODS]
        return row([first, *(part for one in others for part in (written("/", round(high * 0.7), high), one))], 0)
    if scores == "overseers":
        two = row([overseer("any", False, round(high * 0.84))] * 2, -high * 0.36)
        return row([two, steps(high)], 3)
    both = column([bars(2, high // 2), bars(1, high // 2)], 0)
    return row([icon(scores.removeprefix(REGISTER_TRACK), round(high * 0.86)), both], 5)


@cached_sprite
def bars(count: int, size: int) -> Sprite:
    """Draw a single or double bar as across a register."""
    whole, one = blank(size, size), art.sprite("messina/bar", size)
    for i in range(count):
        lay_at(whole, one, size / 2, size * (0.5 + (2 * i - count + 1) * 0.15))
    return whole


@cached_sprite
def steps(high: int) -> Sprite:
    """Draw the last three steps of an overseer's path in a heap, the very last on top."""
    size = round(high * 0.56)
    whole = blank(2 * size, high)
    for step, (x, y) in zip(SCORING_STEPS, ((0, high - size), (size, high - size), (size // 2, 0)), strict=True):
        lay(whole, _step(step, size), x, y)
    return whole


@cached_sprite
def _step(step: int, size: int) -> Sprite:
    """Draw a stone with its number."""
    sprite = art.sprite("messina/space", size, css=f".ground{{fill:#{bytes(STONE).hex()} !important}}").copy()
    Text(str(step), round(size * 0.92)).put(sprite.rgb, size * 0.49, size * 0.47)
    return sprite
