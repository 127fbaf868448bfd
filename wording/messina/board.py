"""The whole position of Messina 1347 in words, for people who play without pictures."""

from collections import Counter
from collections.abc import Sequence

from rules.errors import N_
from rules.messina.city import STEPS
from rules.messina.components import DISTRICTS, HEXES, REGISTER
from rules.messina.view_types import Coordinates, DockView, FigureView, HexView, View
from wording.catalogue import Words
from wording.limits import capital, pages
from wording.messina.amounts import CITIZENS, action, citizens, tokens
from wording.messina.ending import phase
from wording.messina.estates import estate
from wording.messina.names import (
    COLOURS,
    PRIORITIES,
    RATS,
    TRACKS,
    offer,
    place,
    register_space,
    ship,
)
from wording.messina.opponent import PLAIN, THE_OPPONENT, opponent_text
from wording.messina.questions import prices, requirement
from wording.messina.round_events import ROMAN
from wording.players import player

OFFERS = {"huts": N_("Hut upgrades"), "workshops": N_("Workshops"), "wagons": N_("Wagons")}


def secrets(view: View, w: Words) -> str:
    """Nothing in this game is known to one player alone."""
    return ""


def discreet(view: View) -> View:
    """All of it, for the same reason."""
    return view


def board_text(view: View, names: Sequence[str], w: Words) -> list[str]:
    """Everything on the table, in a fixed order."""
    who = [player(names, seat, w) for seat in range(view.seats)] + [w._(THE_OPPONENT)] * bool(view.opponent)
    lines = [f"## Messina 1347: {phase(view, w)}"]
    lines += [w._("To decide: {players}.", players=w.join_list([who[seat] for seat in view.due]))] if view.due else []
    lines.append(w._("Turn order: {players}.", players=w._(", ").join(who[seat] for seat in view.order)))
    lines += [w._("This mix of boards has not been tested by the authors of the game.")] if view.untested else []
    lines += [_priorities(view, w)] if view.options.get("priority_tile") == "on" else []
    lines += [prices(view, w), _wheel(view, w), "### " + w._("City")]
    lines += [_hex(found, view, who, w) for found in view.hexes]
    lines += [_dock(found, who, w) for found in view.docks]
    free = [
        w._("next to {places}", places=w.join_list([place(one, w) for one in beside(at, view)]))
        for at in view.free_places
    ]
    lines += [w._("Free places for new hexes: {places}.", places="; ".join(free))] if free else []
    lines += ["### " + w._("Score board"), _score_order(view, who, w), *_registers(view, who, w), *offers(view, w)]
    if view.opponent:
        lines += [f"### {capital(w._(PLAIN))}", *opponent_text(view.opponent, w)]
    for seat in range(view.seats):
        lines += [f"### {who[seat]}", *estate(view.players[seat], w)]
    return pages(lines)


def _priorities(view: View, w: Words) -> str:
    """By which register each round gets its turn order."""
    rounds = [f"{ROMAN[number]} {w._(PRIORITIES[priority])}" for number, priority in enumerate(view.priorities, 1)]
    return w._("Turn order of the rounds: {rounds}.", rounds=w._(", ").join(rounds))


def _wheel(view: View, w: Words) -> str:
    colours = w.join_list(
        [w._("{citizen} {colour}", citizen=w._(CITIZENS[one]), colour=w._(COLOURS[colour]))
         for one, colour in view.colours.items()]
    )  # fmt: skip
    return w._(
        "Wheel: {rat}; {colours}. In the supply: {plague}. Still to come: {hexes}, {ships}.",
        rat=w._(RATS[view.rat]),
        colours=colours,
        plague=w.ngettext("{count} plague cube", "{count} plague cubes", view.plague),
        hexes=w.ngettext("{count} hex", "{count} hexes", view.hex_stack),
        ships=w.ngettext("{count} ship", "{count} ships", view.ship_stack),
    )


def figures(here: Sequence[FigureView], who: Sequence[str], w: Words) -> list[str]:
    """The lieutenants at a place: "Anna standing"."""
    return [
        w._("{player} standing", player=who[one.seat]) if one.standing else w._("{player} lying", player=who[one.seat])
        for one in here
    ]


def _hex(found: HexView, view: View, who: Sequence[str], w: Words) -> str:
    parts = [action(HEXES[found.id].action, w)]
    if found.id in DISTRICTS:
        parts.append(f"{w._(COLOURS[found.colour])}, {w._(RATS[found.rat])}")
    parts += [w.ngettext("{count} plague cube", "{count} plague cubes", found.cubes)] if found.cubes else []
    parts += citizens(Counter(found.citizens), w)
    parts += figures(found.figures, who, w)
    if found.owner is not None:
        parts.append(w._("repopulated by {player}", player=who[found.owner]))
    elif found.points:
        points = tokens("points", found.points, w)
        parts.append(w._("{points} for repopulating with {price}", points=points, price=requirement(found.id, w)))
    near = beside(found.at, view) + [dock.id for dock in view.docks if dock.harbour == found.id]
    parts.append(w._("next to {places}", places=w._(", ").join(place(one, w) for one in near)))
    return f"- **{place(found.id, w)}**: {'; '.join(parts)}"


def beside(at: Coordinates, view: View) -> list[str]:
    """The hexes that share a side with a place."""
    around = [(at[0] + q, at[1] + r) for q, r in STEPS]
    return [one.id for one in view.hexes if one.at in around]


def _dock(found: DockView, who: Sequence[str], w: Words) -> str:
    ships = [
        w._("{ship} with plague", ship=ship(one.id, w)) if one.cube else ship(one.id, w) for one in found.ships
    ] or [w._("no ship")]
    return f"- **{place(found.id, w)}**: {'; '.join([*ships, *figures(found.figures, who, w)])}"


def _score_order(view: View, who: Sequence[str], w: Words) -> str:
    scored = [f"{who[seat]} {view.players[seat].points}" for seat in view.score_order]
    return w._("Score track: {players}.", players=w._(", ").join(scored))


def _registers(view: View, who: Sequence[str], w: Words) -> list[str]:
    """Each register: who is where, in order, and what comes next."""
    lines = []
    for register in view.registers:
        at = {seat: space for space, discs in enumerate(register.discs, 1) for seat in discs}
        places = [w._("{player} on space {space}", player=who[seat], space=at[seat]) for seat in register.order]
        ahead = {at[seat] + 1 for seat in register.order if at[seat] < len(REGISTER[register.id])}
        gives = [
            w._("space {space} gives {action}", space=space, action=register_space(register.id, space, w))
            for space in sorted(ahead)
            if register_space(register.id, space, w)
        ]
        lines.append(f"- **{w._(TRACKS[register.id])}**: {'; '.join([*places, *gives])}")
    return lines


def offers(view: View, w: Words) -> list[str]:
    """What can be built: the tiles face up, and how many lie below each."""
    lines = []
    for kind, stacks in (("huts", view.huts), ("workshops", view.workshops), ("wagons", view.wagons)):
        tiles = [
            w._("{tile}, {count} below", tile=offer(stack.top, w), count=stack.tiles - 1)
            for stack in stacks
            if stack.top
        ]
        shown = "; ".join(tiles) or w._("none")
        lines.append(f"- **{w._(OFFERS[kind])}**: {shown}")
    return lines
