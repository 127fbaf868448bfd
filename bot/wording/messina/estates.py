"""Everything a player of Messina 1347 has, in words."""

from bot.wording.catalogue import Words
from bot.wording.messina.amounts import CITIZENS, effects, listed, tokens
from bot.wording.messina.names import (
    SCROLL_TRACKS,
    hut,
    name_of,
    place,
    ship,
    square_short,
    workshop,
)
from bot.wording.messina.pieces import UPGRADED_CITIZENS, overseer
from rules.messina.components import (
    HUT_TILES,
    SCROLLS,
    SQUARES,
)
from rules.messina.view_types import CitizenView, PlayerView


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
