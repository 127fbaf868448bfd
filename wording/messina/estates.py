"""Everything a player of Messina 1347 has, in words."""

from rules.messina.components import ACTIONS, HUT_TILES, TRACKS
from rules.messina.view_types import CitizenView, PlayerView
from wording.catalogue import Words
from wording.messina.amounts import CITIZENS, effects, listed, tokens
from wording.messina.names import (
    board_name,
    hut,
    name_of,
    on_board,
    place,
    scroll_track,
    ship,
    square,
    square_short,
    workshop,
)
from wording.messina.pieces import UPGRADED_CITIZENS, overseer, worth


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
            side = w._("left branch") if one.branch == "left" else w._("right branch")
            text = f"{text}, {side}"
        found.append(w._("{overseer}, upgraded", overseer=text) if one.upgraded else text)
    return found


def scrolls(own: PlayerView, w: Words) -> list[str]:
    """What each track of the scroll board counts now."""
    found = []
    for column, level in enumerate(own.scrolls, 1):
        printed = TRACKS[own.scroll_board][column - 1]
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
