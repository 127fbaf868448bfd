"""The whole position of Messina 1347 in words, for people who play without pictures: the city, and each estate."""

from collections import Counter
from collections.abc import Sequence

from rules.errors import N_
from rules.messina.city import STEPS
from rules.messina.components import ACTIONS, DISTRICTS, HEXES, HUT_TILES, REGISTER
from rules.messina.components import TRACKS as SCROLL_BOARD_TRACKS
from rules.messina.view_types import CitizenView, Coordinates, DockView, FigureView, HexView, PlayerView, View
from wording.catalogue import Words
from wording.limits import capital
from wording.messina.amounts import CITIZENS, UPGRADED_CITIZENS, action, citizens, effects, listed, overseer, tokens
from wording.messina.moves import prices
from wording.messina.names import (
    AREAS,
    COLOURS,
    PRIORITIES,
    RATS,
    ROMAN,
    TRACKS,
    board_name,
    branch_area,
    hut,
    name_of,
    offer,
    on_board,
    place,
    register_space,
    requirement,
    scroll_track,
    ship,
    square,
    square_short,
    workshop,
    worth,
)
from wording.messina.opponent import PLAIN, THE_OPPONENT, opponent_text
from wording.speaker import Speaker

OFFERS = {"huts": N_("Hut upgrades"), "workshops": N_("Workshops"), "wagons": N_("Wagons")}


def board_text(s: Speaker[View]) -> list[str]:
    """Everything on the table, in a fixed order."""
    who = [s.player(seat) for seat in range(s.view.seats)] + [s._(THE_OPPONENT)] * bool(s.view.opponent)
    lines = [f"## Messina 1347: {phase(s)}"]
    lines += (
        [s._("To decide: {players}.", players=s.join_list([who[seat] for seat in s.view.due]))] if s.view.due else []
    )
    lines.append(s._("Turn order: {players}.", players=s._(", ").join(who[seat] for seat in s.view.order)))
    lines += [s._("This mix of boards has not been tested by the authors of the game.")] if s.view.untested else []
    lines += [_priorities(s)] if s.view.options.get("priority_tile") == "on" else []
    lines += [prices(s), _wheel(s), "### " + s._("City")]
    lines += [_hex(found, who, s) for found in s.view.hexes]
    lines += [_dock(found, who, s) for found in s.view.docks]
    free = [
        s._("next to {places}", places=s.join_list([place(one, s) for one in beside(at, s.view)]))
        for at in s.view.free_places
    ]
    lines += [s._("Free places for new hexes: {places}.", places="; ".join(free))] if free else []
    lines += ["### " + s._("Score board"), _score_order(who, s), *_registers(who, s), *offers(s)]
    if s.view.opponent:
        lines += [f"### {capital(s._(PLAIN))}", *opponent_text(s.view.opponent, s)]
    for seat in range(s.view.seats):
        lines += [f"### {who[seat]}", *estate(s.view.players[seat], s)]
    return lines


def _priorities(s: Speaker[View]) -> str:
    """By which register each round gets its turn order."""
    rounds = [f"{ROMAN[number]} {s._(PRIORITIES[priority])}" for number, priority in enumerate(s.view.priorities, 1)]
    return s._("Turn order of the rounds: {rounds}.", rounds=s._(", ").join(rounds))


def _wheel(s: Speaker[View]) -> str:
    colours = s.join_list(
        [s._("{citizen} {colour}", citizen=s._(CITIZENS[one]), colour=s._(COLOURS[colour]))
         for one, colour in s.view.colours.items()]
    )  # fmt: skip
    return s._(
        "Wheel: {rat}; {colours}. In the supply: {plague}. Still to come: {hexes}, {ships}.",
        rat=s._(RATS[s.view.rat]),
        colours=colours,
        plague=s.ngettext("{count} plague cube", "{count} plague cubes", s.view.plague),
        hexes=s.ngettext("{count} hex", "{count} hexes", s.view.hex_stack),
        ships=s.ngettext("{count} ship", "{count} ships", s.view.ship_stack),
    )


def figures(here: Sequence[FigureView], who: Sequence[str], w: Words) -> list[str]:
    """The lieutenants at a place: "Anna standing"."""
    return [
        w._("{player} standing", player=who[one.seat]) if one.standing else w._("{player} lying", player=who[one.seat])
        for one in here
    ]


def _hex(found: HexView, who: Sequence[str], s: Speaker[View]) -> str:
    parts = [action(HEXES[found.id].action, s)]
    if found.id in DISTRICTS:
        parts.append(f"{s._(COLOURS[found.colour])}, {s._(RATS[found.rat])}")
    parts += [s.ngettext("{count} plague cube", "{count} plague cubes", found.cubes)] if found.cubes else []
    parts += citizens(Counter(found.citizens), s)
    parts += figures(found.figures, who, s)
    if found.owner is not None:
        parts.append(s._("repopulated by {player}", player=who[found.owner]))
    elif found.points:
        points = tokens("points", found.points, s)
        parts.append(s._("{points} for repopulating with {price}", points=points, price=requirement(found.id, s)))
    near = beside(found.at, s.view) + [dock.id for dock in s.view.docks if dock.harbour == found.id]
    parts.append(s._("next to {places}", places=s._(", ").join(place(one, s) for one in near)))
    return f"- **{place(found.id, s)}**: {'; '.join(parts)}"


def beside(at: Coordinates, view: View) -> list[str]:
    """The hexes that share a side with a place."""
    around = [(at[0] + q, at[1] + r) for q, r in STEPS]
    return [one.id for one in view.hexes if one.at in around]


def _dock(found: DockView, who: Sequence[str], w: Words) -> str:
    ships = [
        w._("{ship} with plague", ship=ship(one.id, w)) if one.cube else ship(one.id, w) for one in found.ships
    ] or [w._("no ship")]
    return f"- **{place(found.id, w)}**: {'; '.join([*ships, *figures(found.figures, who, w)])}"


def _score_order(who: Sequence[str], s: Speaker[View]) -> str:
    scored = [f"{who[seat]} {s.view.players[seat].points}" for seat in s.view.score_order]
    return s._("Score track: {players}.", players=s._(", ").join(scored))


def _registers(who: Sequence[str], s: Speaker[View]) -> list[str]:
    """Each register: who is where, in order, and what comes next."""
    lines = []
    for register in s.view.registers:
        at = {seat: space for space, discs in enumerate(register.discs, 1) for seat in discs}
        places = [s._("{player} on space {space}", player=who[seat], space=at[seat]) for seat in register.order]
        ahead = {at[seat] + 1 for seat in register.order if at[seat] < len(REGISTER[register.id])}
        gives = [
            s._("space {space} gives {action}", space=space, action=register_space(register.id, space, s))
            for space in sorted(ahead)
            if register_space(register.id, space, s)
        ]
        lines.append(f"- **{s._(TRACKS[register.id])}**: {'; '.join([*places, *gives])}")
    return lines


def offers(s: Speaker[View]) -> list[str]:
    """What can be built: the tiles face up, and how many lie below each."""
    lines = []
    for kind, stacks in (("huts", s.view.huts), ("workshops", s.view.workshops), ("wagons", s.view.wagons)):
        tiles = [
            s._("{tile}, {count} below", tile=offer(stack.top, s), count=stack.tiles - 1)
            for stack in stacks
            if stack.top
        ]
        shown = "; ".join(tiles) or s._("none")
        lines.append(f"- **{s._(OFFERS[kind])}**: {shown}")
    return lines


def citizen_name(citizen: CitizenView, w: Words) -> str:
    """A citizen with its side: "upgraded nun"."""
    names = UPGRADED_CITIZENS if citizen.side == "gold" else CITIZENS
    return w._(names[citizen.citizen])


def estate(own: PlayerView, w: Words) -> list[str]:
    """Everything a player has."""
    holdings = [tokens("points", own.points, w), *listed(own.tokens, w), *listed({"rats": own.rats}, w)]
    lines = [f"- {', '.join(holdings)}", f"- {lieutenants(own, w)}"]
    lines += [f"- {text}" for text in side_b(own, w)]
    seated = [
        w._("{citizen} on {square}", citizen=citizen_name(found, w), square=square_short(on_board(word, own.board), w))
        for word, found in own.squares.items()
    ]
    lines.append(w._("- Squares: {citizens}.", citizens=w.join_list(seated) or w._("empty")))
    lines.append(w._("- Huts: {huts}.", huts="; ".join(huts(own, w))))
    if own.workshops:
        lines.append(w._("- Workshops: {workshops}.", workshops="; ".join(workshops(own, w))))
    lines.append(_stock(own, w))
    lines.append(w._("- Overseers: {overseers}.", overseers="; ".join(overseers(own, w))))
    lines.append(w._("- Scroll board: {tracks}.", tracks=", ".join(scrolls(own, w))))
    waiting = [name_of(space, w) or space for space in own.deferred] + effects(own.waiting, w)
    lines += [w._("- Still to be used: {effects}.", effects=w.join_list(waiting))] if waiting else []
    return lines


def lieutenants(own: PlayerView, w: Words) -> str:
    """Where a player's lieutenants are."""
    parts = [w.ngettext("{count} ready at home", "{count} ready at home", own.home)]
    parts += [w.ngettext("{count} recalled", "{count} recalled", own.recalled)] if own.recalled else []
    parts += [w._("lying on {places}", places=w.join_list([place(one, w) for one in own.lying]))] if own.lying else []
    standing = w.join_list([place(one, w) for one in own.standing])
    parts += [w._("standing on {places}", places=standing)] if own.standing else []
    parts += [w.ngettext("{count} in the supply", "{count} in the supply", own.supply)] if own.supply else []
    parts += [w.ngettext("{count} given up", "{count} given up", own.box)] if own.box else []
    return w._("Lieutenants: {places}; a register step costs {coins}.", places=", ".join(parts),
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
            text = w._("{hut} with {citizen} on space {space}", hut=text, citizen=who, space=one.space)
        found.append(text)
    return found


def amounts_of(upgrade: str, w: Words) -> str:
    """What a hut upgrade yields."""
    gain = HUT_TILES[upgrade].gain
    return w.join_list([*listed(gain.gains, w), *effects((*gain.steps, *gain.effects), w)])


def workshops(own: PlayerView, w: Words) -> list[str]:
    """The own workshops and who works there."""
    found = []
    for work in own.workshops:
        who = citizen_name(work.citizen, w) if work.citizen else w._("empty")
        text = f"{workshop(work.tile, w)}: {who}"
        found.append(w._("{workshop}, has paid", workshop=text) if work.paid else text)
    return found


def _stock(own: PlayerView, w: Words) -> str:
    ready = sum(not cart.used for cart in own.wagons)
    return w._(
        "- {wagons} ({ready} unused), {tiles}; ships: {ships}.",
        wagons=w.ngettext("{count} wagon", "{count} wagons", len(own.wagons)),
        ready=ready,
        tiles=w.ngettext("{count} repopulation tile left", "{count} repopulation tiles left", own.tiles),
        ships=w.join_list([ship(one, w) for one in own.ships]) or w._("none"),
    )


def overseers(own: PlayerView, w: Words) -> list[str]:
    """How far the overseers are."""
    found = []
    for name, one in own.overseers.items():
        text = w._("{overseer} on step {step}", overseer=overseer(name, w), step=one.step)
        if one.branch:
            text = w._("{overseer} ({area})", overseer=text, area=w._(AREAS[branch_area(name, one.branch)]))
        found.append(w._("{overseer}, upgraded", overseer=text) if one.upgraded else text)
    return found


def scrolls(own: PlayerView, w: Words) -> list[str]:
    """What each track of the scroll board counts now."""
    found = []
    for column, level in enumerate(own.scrolls, 1):
        printed = SCROLL_BOARD_TRACKS[own.scroll_board][column - 1]
        track = scroll_track(own.scroll_board, column, w)
        points = printed.levels[level - 1] if level else 0
        if isinstance(points, int):
            found.append(w._("{points} for {track}", points=points, track=track))
        else:
            found.append(w._("{track}: {points}", points=worth(printed, level, w), track=track))
    return found


def side_b(own: PlayerView, w: Words) -> list[str]:
    """What boards of side b the player has, and which of the squares that work once a game have been used."""
    boards = [board_name(one, w) for one in (own.board, own.scroll_board) if one != "a"]
    once = [one.id for one in ACTIONS[own.board].values() if one.once]
    left = [square(on_board(one, own.board), w) for one in once if one not in own.spent]
    spent = [square(on_board(one, own.board), w) for one in own.spent]
    return [
        *[w._("Boards: {boards}.", boards=w.join_list(boards))] * bool(boards),
        *[w._("Once a game: {squares}.", squares="; ".join(left))] * bool(left),
        *[w._("Used up: {squares}.", squares="; ".join(spent))] * bool(spent),
    ]


PHASES = {
    "deal": N_("before round {round}"),
    "turns": N_("round {round}"),
    "round end": N_("end of round {round}"),
    "priority": N_("before round {round}"),
    "over": N_("game over"),
}


def phase(s: Speaker[View]) -> str:
    """Where the game is: "round III"."""
    return s._(PHASES[s.view.phase], round=ROMAN[s.view.round])
