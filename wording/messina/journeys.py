"""Where a lieutenant can go, in the words of a button: what is there, from where, and at what price."""

from rules.messina import moves as m
from rules.messina.components import CLASSES, HEXES
from rules.messina.view_types import HexView, View
from wording.catalogue import Words
from wording.messina.amounts import action
from wording.messina.names import CLASS_EMOJI, COIN, CUBE, place, ship
from wording.messina.seen import dock_of, hex_view, way_price
from wording.players import mark


def journey(move: m.Go | m.Board | m.Recall, view: View, w: Words) -> str:
    """A whole move: "stay on hex 7: build", "dock NE to hex 7: build"; from home only the goal is named."""
    start = place(move.start, w)
    if isinstance(move, m.Recall):
        if move.start == "home":
            return w._("Keep a lieutenant at home: you get 1 coin")
        return w._("Call home from {place}: you get 1 coin", place=start)
    goal = to_hex(move.hex, move.start, view, w) if isinstance(move, m.Go) else to_ship(move.ship, move.start, view, w)
    if move.start == "home":
        return goal
    if isinstance(move, m.Go) and move.hex == move.start:
        return w._("stay on {goal}", goal=goal)
    return w._("{start} to {goal}", start=start, goal=goal)


def to_hex(hex_: str, start: str, view: View, w: Words) -> str:
    """A hex to go to: its action, the price of the way, the plague, the citizens and the owner there."""
    found = hex_view(view, hex_)
    parts = [w._("{place}: {action}", place=place(hex_, w), action=action(HEXES[hex_].action, w))]
    coins = way_price(view, start, hex_)
    parts += [f"{COIN} {coins}"] if coins else []
    parts += _on_it(found) if found else []
    return " · ".join(parts)


def _on_it(found: HexView) -> list[str]:
    """The plague cubes, citizens and the repopulation tile of a hex, in symbols."""
    parts = [f"{CUBE} {found.cubes}"] if found.cubes else []
    people = "".join(CLASS_EMOJI[one] * found.citizens.count(one) for one in CLASSES)
    parts += [people] if people else []
    return parts + ([f"🏘️ {mark(found.owner)}"] if found.owner is not None else [])


def to_ship(ship_: str, start: str, view: View, w: Words) -> str:
    """A ship to go to: what it brings, where it lies, the price of the way and its plague."""
    dock = dock_of(view, ship_)
    if dock is None:
        return ship(ship_, w)
    coins = way_price(view, start, dock.id)
    cube = any(one.id == ship_ and one.cube for one in dock.ships)
    parts = [ship(ship_, w), place(dock.id, w), *[f"{COIN} {coins}"] * bool(coins), *[f"{CUBE} 1"] * cube]
    return " · ".join(parts)
