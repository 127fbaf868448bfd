"""Signs for what the tracks of scroll boards count: tokens, tiles, goods, bars of a register, overseers."""

from renderer import art
from renderer.canvas.canvas import Sprite, cached_sprite
from renderer.canvas.layout import blank, column, lay, lay_at, row
from renderer.canvas.text import Text
from renderer.messina.icons import icon, written
from renderer.messina.pieces import overseer
from renderer.messina.theme import GOODS, STONE
from rules.messina.components import PATH_LENGTH
from rules.messina.scrolls import FIRST_SCORING_STEP, REGISTER_TRACK

THINGS = {  # things that are counted one by one
    "buildings": ("hut", "workshop"),
    "ships": ("ship",),
    "repopulated": ("tile",),
    "workshops": ("workshop",),
    "huts": ("hut",),
    "timber": ("timber",),
    "coins": ("coin",),
}
FAR = range(FIRST_SCORING_STEP, PATH_LENGTH + 1)  # the steps on which overseers score


@cached_sprite
def counted(scores: str, high: int) -> Sprite:
    """Draw what a track counts, ``high`` pixels high.

    Amounts of a level are arranged like the bars and steps they are for.
    """
    if scores in THINGS:
        names = THINGS[scores]
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
    for step, (x, y) in zip(FAR, ((0, high - size), (size, high - size), (size // 2, 0)), strict=True):
        lay(whole, _step(step, size), x, y)
    return whole


@cached_sprite
def _step(step: int, size: int) -> Sprite:
    """Draw a stone with its number."""
    sprite = art.sprite("messina/space", size, css=f".ground{{fill:#{bytes(STONE).hex()} !important}}").copy()
    Text(str(step), round(size * 0.92)).put(sprite.rgb, size * 0.49, size * 0.47)
    return sprite
