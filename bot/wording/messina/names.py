"""What hexes, docks, squares, huts, tiles, ships, overseers and registers are called."""

from collections.abc import Iterable

from bot.wording.catalogue import Words
from bot.wording.messina.amounts import (
    CITIZENS,
    EFFECTS,
    ORDER,
    action,
    amounts,
    citizens,
    effect,
    listed,
    option,
    tokens,
)
from rules.errors import N_
from rules.messina.components import (
    CORNERS,
    DOCKS,
    HEXES,
    HUT_IDS,
    HUT_TILES,
    REGISTER,
    REGISTERS,
    SHIPS,
    SQUARES,
    WAGONS,
    WORKSHOPS,
)
from rules.messina.printed import WorkshopTile

CLASS_EMOJI = {"craftsman": "🔨", "nun": "📿", "aristocrat": "👑"}
CUBE, RAT, COIN, SHIP, LIEUTENANT = "☠️", "🐀", "🪙", "⛵", "♟️"
QUARTERS = {"nw": N_("NW"), "ne": N_("NE"), "se": N_("SE"), "sw": N_("SW")}
COLOURS = {"orange": N_("orange"), "white": N_("white"), "blue": N_("blue"), "red": N_("red")}
RATS = {"left": N_("left-facing rat"), "right": N_("right-facing rat"), "upright": N_("upright rat")}
GOODS = {"gems": N_("gems ship"), "silk": N_("silk ship"), "spices": N_("spices ship")}
SECTOR_SQUARES = {"craftsman": N_("craftsman square"), "nun": N_("nun square"), "aristocrat": N_("aristocrat square")}
AREAS = {
    "cl": N_("the left craftsmen"),
    "cr": N_("the right craftsmen"),
    "nl": N_("the left nuns"),
    "nr": N_("the right nuns"),
    "al": N_("the left aristocrats"),
    "ar": N_("the right aristocrats"),
}
CLASS_WORKSHOPS = {
    "craftsman": N_("craftsman workshop"),
    "nun": N_("nun workshop"),
    "aristocrat": N_("aristocrat workshop"),
}
TRACKS = {
    "popularity": N_("popularity register"),
    "city": N_("city register"),
    "church": N_("church register"),
    "score": N_("score track"),
}
SHORT_TRACKS = {"popularity": N_("popularity"), "city": N_("city"), "church": N_("church")}
SCROLL_TRACKS = (N_("buildings"), N_("ships"), N_("repopulated hexes"))
OTHERS = {
    "home": N_("home"),
    "on": N_("on"),
    "left": N_("left"),
    "right": N_("right"),
    "skip": N_("skip a step"),
    "skip-left": N_("skip a step, left"),
    "skip-right": N_("skip a step, right"),
    "huts": N_("hut upgrades"),
    "workshops": N_("workshops"),
    "points": N_("points"),
    "rats": N_("rats"),
    "coin": N_("coins"),
    "timber": N_("timber"),
    "fire": N_("fire"),
    "big_fire": N_("big fire"),
    "-": N_("nowhere"),
    "restack": N_("the restack"),
    "movement": N_("the way"),
    "recall": N_("the recall"),
    "plague": N_("the plague"),
    "even ships": N_("every second ship"),
}


def place(word: str, w: Words) -> str:
    """A hex, harbour, dock or the own estate by its short name: "hex 7", "harbour NW"."""
    if word in DOCKS:
        return w.t("dock {corner}", corner=w.t(QUARTERS[DOCKS[word]]))
    if word in CORNERS:
        return w.t("harbour {corner}", corner=w.t(QUARTERS[word]))
    if word in HEXES:
        return w.t("hex {number}", number=word[1:])
    return w.t(OTHERS["home"])


def places(hexes: Iterable[str], w: Words) -> str:
    """Several hexes: "hex 7", "hexes 7, 9 and 12"."""
    numbers = [hex_[1:] for hex_ in sorted(hexes, key=lambda hex_: int(hex_[1:]))]
    return w.n("hex {numbers}", "hexes {numbers}", len(numbers), numbers=w.both(numbers))


def hex_name(word: str, w: Words) -> str:
    """A hex with what it does: "hex 7 (build)"."""
    return f"{place(word, w)} ({action(HEXES[word].action, w)})"


def quoted(word: str, w: Words) -> str:
    """A square by what it does: "“1 fire”"."""
    return w.t("“{action}”", action=action(SQUARES[word].action, w))


def square_short(word: str, w: Words) -> str:
    """A square by what it does and where it is in its sector: "“1 fire” (left)"."""
    side = w.t(OTHERS["left" if word[1] == "l" else "right"])
    return f"{quoted(word, w)} ({side})"


def square(word: str, w: Words) -> str:
    """A square with its sector: "nun square “1 fire” (left)"."""
    return f"{w.t(SECTOR_SQUARES[SQUARES[word].sector])} {square_short(word, w)}"


def hut(word: str, w: Words) -> str:
    """A hut: "hut 2"."""
    return w.t("hut {number}", number=word[-1])


def workshop_yield(tile: WorkshopTile, w: Words) -> str:
    """What a workshop gives, and what for."""
    gain = option(tile.gain, w)
    if tile.late:
        if tile.need == "gold":
            return w.t("once {gain}, if upgraded", gain=gain)
        return w.t("once {gain}", gain=gain)
    if tile.need == "gold":
        return w.t("{gain}, if upgraded", gain=gain)
    if tile.need == "tiered":
        return w.t("{gain}; {more}, if upgraded", gain=gain, more=option(tile.gold_gain, w))
    return gain


def workshop(word: str, w: Words) -> str:
    """A workshop: "nun workshop (1 fire)"."""
    tile = WORKSHOPS[word]
    return f"{w.t(CLASS_WORKSHOPS[tile.citizen])} ({workshop_yield(tile, w)})"


def hut_upgrade(word: str, w: Words) -> str:
    """A hut upgrade: "hut upgrade (1 fire)"."""
    return w.t("hut upgrade ({gain})", gain=option(HUT_TILES[word].gain, w))


def wagon(word: str, w: Words) -> str:
    """A wagon; all of them do the same once they are built."""
    tile = WAGONS[word]
    if not tile.points:
        return w.t("wagon")
    return w.t("wagon ({points})", points=tokens("points", tile.points, w))


def offer(word: str, w: Words) -> str:
    """A tile on offer, with its price: "hut upgrade (1 fire) for 1 timber"."""
    if word in HUT_TILES:
        thing, cost = hut_upgrade(word, w), HUT_TILES[word].cost
    elif word in WORKSHOPS:
        thing, cost = workshop(word, w), WORKSHOPS[word].cost
    else:
        thing, cost = wagon(word, w), WAGONS[word].cost
    return w.t("{thing} for {cost}", thing=thing, cost=amounts(cost, w))


def ship(word: str, w: Words) -> str:
    """A ship with what it brings: "silk ship (brings 2 coins and 1 point)"."""
    printed = SHIPS[word]
    cargo = w.both(listed({"coin": printed.coins, "points": printed.points}, w))
    return w.t("{ship} (brings {cargo})", ship=w.t(GOODS[printed.goods]), cargo=cargo)


def register_space(register: str, space: int, w: Words) -> str:
    """What a space of a register gives, "" if that is nothing."""
    return option(REGISTER[register][space - 1].action, w)


def spot(word: str, w: Words) -> str:
    """Where a citizen of an estate can be: a square, a hut or a workshop."""
    if word in SQUARES:
        return square(word, w)
    return hut(word, w) if word in HUT_IDS else workshop(word, w)


def name_of(word: str, w: Words) -> str | None:
    """The name of anything that a move or an event may name, by its id; None if the word is no such id."""
    if word == "messina":
        return "Messina 1347"
    if word in HEXES or word in DOCKS:
        return place(word, w)
    if word in SQUARES or word in HUT_IDS or word in WORKSHOPS:
        return spot(word, w)
    if word in HUT_TILES or word in WAGONS:
        return offer(word, w)
    if word in SHIPS:
        return ship(word, w)
    if word in TRACKS:
        return w.t(TRACKS[word])
    if word in CITIZENS:
        return w.t(CITIZENS[word])
    if word in OTHERS:
        return w.t(OTHERS[word])
    return _composed(word, w)


def _composed(word: str, w: Words) -> str | None:
    """Names made of two words: a register space, an amount, an effect."""
    register, _, space = word.partition("-")
    if register in REGISTERS and space.isdecimal():
        return w.t("{register}, space {space}", register=w.t(TRACKS[register]), space=space)
    number, _, token = word.partition(" ")
    if number.isdecimal() and token in CITIZENS:
        return w.both(citizens({token: int(number)}, w))
    if number.isdecimal() and token in ORDER:
        return tokens(token, int(number), w)
    one = word.replace(" ", ":", 1)
    return effect(one, w) if one in EFFECTS or one.startswith("activate:") else None
