"""The whole position of Messina 1347 in words, for people who play without pictures."""

from collections import Counter
from collections.abc import Sequence

from bot.wording.catalogue import Words
from bot.wording.limits import pages
from bot.wording.messina.amounts import CITIZENS, action, citizens, effects, listed, tokens
from bot.wording.messina.ending import phase
from bot.wording.messina.names import (
    COLOURS,
    RATS,
    SCROLL_TRACKS,
    TRACKS,
    hut,
    name_of,
    offer,
    place,
    register_space,
    ship,
    square_short,
    workshop,
)
from bot.wording.messina.pieces import UPGRADED_CITIZENS, overseer
from bot.wording.messina.questions import requirement
from bot.wording.players import player
from rules.errors import N_
from rules.messina.components import (
    DISTRICTS,
    HEXES,
    HUT_TILES,
    REGISTER,
    ROUNDS,
    SCROLLS,
    SQUARES,
)
from rules.messina.view_types import CitizenView, DockView, FigureView, HexView, PlayerView, View

STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
OFFERS = {"huts": N_("Hut upgrades"), "workshops": N_("Workshops"), "wagons": N_("Wagons")}


def secrets(view: View, w: Words) -> str:
    """Nothing in this game is known to one player alone."""
    return ""


def board_text(view: View, names: Sequence[str], w: Words) -> list[str]:
    """Everything on the table, in a fixed order."""
    who = [player(names, seat, w) for seat in range(view.seats)]
    lines = [f"## Messina 1347: {phase(view, w)}"]
    lines += [w.t("To decide: {players}.", players=w.both([who[seat] for seat in view.due]))] if view.due else []
    lines.append(w.t("Turn order: {players}.", players=w.t(", ").join(who[seat] for seat in view.order)))
    lines += [_round(view, w), _wheel(view, w), f"### {w.t('City')}"]
    lines += [_hex(found, view, who, w) for found in view.hexes]
    lines += [_dock(found, who, w) for found in view.docks]
    lines += [f"### {w.t('Score board')}", _score_order(view, who, w), *_registers(view, who, w), *offers(view, w)]
    for seat in range(view.seats):
        lines += [f"### {who[seat]}", *estate(view.players[seat], w)]
    return pages(lines)


def _round(view: View, w: Words) -> str:
    printed = ROUNDS[view.round]
    fire = tokens("fire", printed.fire_cost, w)
    if printed.points_per_cube:
        each = tokens("points", printed.points_per_cube, w)
        return w.t("Removing a plague cube costs {fire} or 1 big fire and brings {points}.", fire=fire, points=each)
    return w.t("Removing a plague cube costs {fire}; a big fire can remove two.", fire=fire)


def _wheel(view: View, w: Words) -> str:
    colours = w.both(
        [w.t("{citizen} {colour}", citizen=w.t(CITIZENS[one]), colour=w.t(COLOURS[colour]))
         for one, colour in view.colours.items()]
    )  # fmt: skip
    return w.t(
        "Wheel: {rat}; {colours}. In the supply: {plague}. Still to come: {hexes}, {ships}.",
        rat=w.t(RATS[view.rat]),
        colours=colours,
        plague=w.n("{count} plague cube", "{count} plague cubes", view.plague),
        hexes=w.n("{count} hex", "{count} hexes", view.hex_stack),
        ships=w.n("{count} ship", "{count} ships", view.ship_stack),
    )


def figures(here: Sequence[FigureView], who: Sequence[str], w: Words) -> list[str]:
    """The lieutenants at a place: "Anna standing"."""
    return [
        w.t("{player} standing", player=who[one.seat]) if one.standing else w.t("{player} lying", player=who[one.seat])
        for one in here
    ]


def _hex(found: HexView, view: View, who: Sequence[str], w: Words) -> str:
    parts = [action(HEXES[found.id].action, w)]
    if found.id in DISTRICTS:
        parts.append(f"{w.t(COLOURS[found.colour])}, {w.t(RATS[found.rat])}")
    parts += [w.n("{count} plague cube", "{count} plague cubes", found.cubes)] if found.cubes else []
    parts += citizens(Counter(found.citizens), w)
    parts += figures(found.figures, who, w)
    if found.owner is not None:
        parts.append(w.t("repopulated by {player}", player=who[found.owner]))
    elif found.points:
        points = tokens("points", found.points, w)
        parts.append(w.t("to repopulate: {price}, {points}", price=requirement(found.id, w), points=points))
    parts.append(w.t("next to {places}", places=w.t(", ").join(place(one, w) for one in neighbours(found, view))))
    return f"- **{place(found.id, w)}**: {'; '.join(parts)}"


def neighbours(found: HexView, view: View) -> list[str]:
    """The hexes that share a side with this one, and its dock."""
    around = [(found.at[0] + q, found.at[1] + r) for q, r in STEPS]
    near = [one.id for one in view.hexes if one.at in around]
    return near + [dock.id for dock in view.docks if dock.harbour == found.id]


def _dock(found: DockView, who: Sequence[str], w: Words) -> str:
    ships = [
        w.t("{ship} with plague", ship=ship(one.id, w)) if one.cube else ship(one.id, w) for one in found.ships
    ] or [w.t("no ship")]
    return f"- **{place(found.id, w)}**: {'; '.join([*ships, *figures(found.figures, who, w)])}"


def _score_order(view: View, who: Sequence[str], w: Words) -> str:
    scored = [f"{who[seat]} {view.players[seat].points}" for seat in view.score_order]
    return w.t("Score track: {players}.", players=w.t(", ").join(scored))


def _registers(view: View, who: Sequence[str], w: Words) -> list[str]:
    """Each register: who is where, in order, and what comes next."""
    lines = []
    for register in view.registers:
        at = {seat: space for space, discs in enumerate(register.discs, 1) for seat in discs}
        places = [w.t("{player} on space {space}", player=who[seat], space=at[seat]) for seat in register.order]
        ahead = {at[seat] + 1 for seat in register.order if at[seat] < len(REGISTER[register.id])}
        gives = [
            w.t("space {space} gives {action}", space=space, action=register_space(register.id, space, w))
            for space in sorted(ahead)
            if register_space(register.id, space, w)
        ]
        lines.append(f"- **{w.t(TRACKS[register.id])}**: {'; '.join([*places, *gives])}")
    return lines


def offers(view: View, w: Words) -> list[str]:
    """What can be built: the tiles face up, and how many lie below each."""
    lines = []
    for kind, stacks in (("huts", view.huts), ("workshops", view.workshops), ("wagons", view.wagons)):
        tiles = [
            w.t("{tile}, {count} below", tile=offer(stack.top, w), count=stack.tiles - 1)
            for stack in stacks
            if stack.top
        ]
        lines.append(f"- **{w.t(OFFERS[kind])}**: {'; '.join(tiles) or w.t('none')}")
    return lines


def citizen_name(citizen: CitizenView, w: Words) -> str:
    """A citizen with its side: "upgraded nun"."""
    return w.t(UPGRADED_CITIZENS[citizen.citizen] if citizen.side == "gold" else CITIZENS[citizen.citizen])


def estate(own: PlayerView, w: Words) -> list[str]:
    """Everything a player has."""
    holdings = [tokens("points", own.points, w), *listed(own.tokens, w), *listed({"rats": own.rats}, w)]
    lines = [f"- {', '.join(holdings)}", f"- {lieutenants(own, w)}"]
    seated = [
        w.t("{citizen} on {square}", citizen=citizen_name(found, w), square=square_short(square, w))
        for square, found in own.squares.items()
        if square in SQUARES
    ]
    lines.append(w.t("- Squares: {citizens}.", citizens=w.both(seated) or w.t("empty")))
    lines.append(w.t("- Huts: {huts}.", huts="; ".join(huts(own, w))))
    if own.workshops:
        lines.append(w.t("- Workshops: {workshops}.", workshops="; ".join(workshops(own, w))))
    lines.append(_stock(own, w))
    lines.append(w.t("- Overseers: {overseers}.", overseers="; ".join(overseers(own, w))))
    lines.append(w.t("- Scroll board: {tracks}.", tracks=", ".join(scrolls(own, w))))
    waiting = [name_of(space, w) or space for space in own.deferred] + effects(own.waiting, w)
    lines += [w.t("- Still to be used: {effects}.", effects=w.both(waiting))] if waiting else []
    return lines


def lieutenants(own: PlayerView, w: Words) -> str:
    """Where a player's lieutenants are."""
    parts = [w.n("{count} ready at home", "{count} ready at home", own.home)]
    parts += [w.n("{count} recalled", "{count} recalled", own.recalled)] if own.recalled else []
    parts += [w.t("lying on {places}", places=w.both([place(one, w) for one in own.lying]))] if own.lying else []
    standing = w.both([place(one, w) for one in own.standing])
    parts += [w.t("standing on {places}", places=standing)] if own.standing else []
    parts += [w.n("{count} in the supply", "{count} in the supply", own.supply)] if own.supply else []
    parts += [w.n("{count} given up", "{count} given up", own.box)] if own.box else []
    return w.t("Lieutenants: {places}; a register step costs {coins}.", places=", ".join(parts),
               coins=tokens("coin", own.step_price, w))  # fmt: skip


def huts(own: PlayerView, w: Words) -> list[str]:
    """The huts with their upgrades and citizens."""
    found = []
    for one in own.huts:
        text = hut(one.id, w)
        if one.upgrade:
            text = f"{text} ({amounts_of(one.upgrade, w)})"
        if one.citizen:
            who = citizen_name(one.citizen, w)
            text = w.t("{hut} with {citizen} on space {space}", hut=text, citizen=who, space=one.space)
        found.append(text)
    return found


def amounts_of(upgrade: str, w: Words) -> str:
    """What a hut upgrade yields."""
    gain = HUT_TILES[upgrade].gain
    return w.both([*listed(gain.gains, w), *effects((*gain.steps, *gain.effects), w)])


def workshops(own: PlayerView, w: Words) -> list[str]:
    """The own workshops and who works there."""
    found = []
    for work in own.workshops:
        who = citizen_name(work.citizen, w) if work.citizen else w.t("empty")
        text = f"{workshop(work.tile, w)}: {who}"
        found.append(w.t("{workshop}, has paid", workshop=text) if work.paid else text)
    return found


def _stock(own: PlayerView, w: Words) -> str:
    ready = sum(not cart.used for cart in own.wagons)
    return w.t(
        "- {wagons} ({ready} unused), {tiles}; ships: {ships}.",
        wagons=w.n("{count} wagon", "{count} wagons", len(own.wagons)),
        ready=ready,
        tiles=w.n("{count} repopulation tile left", "{count} repopulation tiles left", own.tiles),
        ships=w.both([ship(one, w) for one in own.ships]) or w.t("none"),
    )


def overseers(own: PlayerView, w: Words) -> list[str]:
    """How far the overseers are."""
    found = []
    for name, one in own.overseers.items():
        text = w.t("{overseer} on step {step}", overseer=overseer(name, w), step=one.step)
        if one.branch:
            side = w.t("left branch") if one.branch == "left" else w.t("right branch")
            text = f"{text}, {side}"
        found.append(w.t("{overseer}, upgraded", overseer=text) if one.upgraded else text)
    return found


def scrolls(own: PlayerView, w: Words) -> list[str]:
    """What each track of the scroll board counts now."""
    return [
        w.t("{points} for {track}", points=levels[level - 1] if level else 0, track=w.t(track))
        for track, level, levels in zip(SCROLL_TRACKS, own.scrolls, [one.levels for one in SCROLLS], strict=True)
    ]
