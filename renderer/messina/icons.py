"""Icons by their names in the rules' tables, and prices, gains and actions written with them."""

from collections import Counter
from collections.abc import Iterable, Mapping

from PIL import Image

from renderer.canvas.canvas import Sprite, cached_sprite
from renderer.canvas.colours import CREAM, INK, PAPER_LIGHT, Rgb
from renderer.canvas.layout import column, row
from renderer.canvas.text import TITLE, capital, fit, width, write
from renderer.messina.woodcuts.people import PEOPLE
from renderer.messina.woodcuts.signs import SIGNS, flow
from renderer.messina.woodcuts.tokens import TOKENS, coin_face, seal
from renderer.messina.woodcuts.woodcut import Woodcut
from rules.messina.component_types import Action, Option

DRAWN = {**TOKENS, **PEOPLE, **SIGNS}
GAP = 0.14  # between things in a row, in parts of their height


@cached_sprite
def icon(name: str, size: int) -> Sprite:
    """An icon in a square of ``size`` pixels, by an effect's word or a thing's name.

    Raises:
        KeyError: no such icon.
    """
    cut = Woodcut(size)
    DRAWN[name](cut)
    return cut.sprite()


@cached_sprite
def amount(word: str, size: int) -> Sprite:
    """An effect as "coin:2": number and icon, ``size`` pixels high; 1 is not written, except on points."""
    name, _, number = word.rpartition(":")
    if not number.removeprefix("-").isdigit():
        return icon(word, size)
    if name == "points" or (name == "coin" and number != "1"):
        return _stamped(name, number, size)
    if number == "1":
        return icon(name, size)
    return row((written(number, round(size * 0.86), size), icon(name, size)), 0.04 * size)


def _stamped(name: str, number: str, size: int) -> Sprite:
    """A coin or seal with the number on it."""
    cut = Woodcut(size)
    (seal if name == "points" else coin_face)(cut)
    sprite = cut.sprite()
    high, _ = fit(TITLE, round(size * 0.66), number, round(size * 0.64), least=8)
    write(sprite.rgb, size / 2, size / 2, number, high, colour=CREAM if name == "points" else INK)
    return sprite


@cached_sprite
def written(text: str, high: int, room: int, colour: Rgb = INK) -> Sprite:
    """Text as a sprite ``room`` pixels high with a light edge, to stand in a row with icons."""
    edge = max(1, round(high * 0.07))
    size = (width(TITLE, high, text) + 2 * edge, max(room, round(capital(TITLE, high)) + 2 * edge))
    sprite = Sprite(Image.new("RGB", size, PAPER_LIGHT), Image.new("L", size))
    mask = Image.new("RGB", size)
    for board, ink, halo in ((sprite.rgb, colour, PAPER_LIGHT), (mask, (255, 255, 255), (255, 255, 255))):
        write(board, size[0] / 2, size[1] / 2, text, high, colour=ink, halo=halo, thick=edge)
    sprite.mask.paste(mask.getchannel(0))
    return sprite


def effect_words(option: Option) -> tuple[str, ...]:
    """An option's effects as words with their amounts."""
    counted = Counter((*option.steps, *(one for one in option.effects if ":" not in one)))
    return (
        *price(option.gains),
        *(f"{name}:{number}" for name, number in counted.items()),
        *(one for one in option.effects if ":" in one),
    )


def price(amounts: Mapping[str, int]) -> tuple[str, ...]:
    """Tokens by name as words."""
    return tuple(f"{name}:{number}" for name, number in amounts.items())


def amounts(effects: Iterable[str], size: int) -> Sprite:
    """Words in a row, as a price: ``amounts(price(tile.cost), 40)``."""
    return row([amount(word, size) for word in effects], GAP * size)


def effects(option: Option, size: int) -> Sprite:
    """What an option gives, in a row."""
    return amounts(effect_words(option), size)


def action(action: Action, size: int, width: int = 0) -> Sprite:
    """A price, an arrow and what can be had for it, with a slash between options; two rows if it is wider."""
    atoms: list[Sprite] = [amount(word, size) for word in price(action.cost)]
    if atoms:
        cut = Woodcut(size, 60)
        flow(cut)
        atoms.append(cut.sprite())
    for number, option in enumerate(action.options):
        if number:
            atoms.append(written("/", round(size * 0.9), size))
        atoms += [amount(word, size) for word in effect_words(option)]
    whole = row(atoms, GAP * size)
    if not width or whole.size[0] <= width or len(atoms) < 2:
        return whole
    lines = [(row(atoms[:i], GAP * size), row(atoms[i:], GAP * size)) for i in range(1, len(atoms))]
    return column(min(lines, key=lambda two: max(one.size[0] for one in two)), GAP * size)
