"""The alt texts of the pictures of Messina 1347: each part of the board within the length that Discord allows."""

from collections import Counter
from collections.abc import Sequence

from bot.wording.catalogue import Words
from bot.wording.limits import alt_text
from bot.wording.messina import board
from bot.wording.messina.amounts import citizens, listed, tokens
from bot.wording.messina.ending import phase
from bot.wording.messina.names import (
    RATS,
    TRACKS,
    offer,
    place,
    places,
    ship,
    square_short,
)
from rules.messina.view_types import HexView, PlayerView, View


def describe(view: View, names: Sequence[str], w: Words, part: str) -> str:
    """The alt text of a part ("city", "score", "estate-2", "legend"), or of the whole board."""

    def told(full: list[str]) -> str:
        if part == "city":
            return " ".join([_head(view, full, w), _city(view, full, w)])
        if part == "score":
            return " ".join([_head(view, full, w), _score(view, full, w), _offers(view, w)])
        if part.startswith("estate-"):
            seat = int(part.removeprefix("estate-"))
            return _estate(view.players[seat], full[seat], w)
        if part == "legend":
            return w.t("The icons of Messina 1347 with their names, as the help explains them.")
        return " ".join([_head(view, full, w), _score(view, full, w), _city(view, full, w)])

    return alt_text(view.seats, names, w, told)


def _head(view: View, names: Sequence[str], w: Words) -> str:
    lines = [w.t("Messina 1347, {phase}.", phase=phase(view, w))]
    if view.due:
        lines.append(w.t("To decide: {players}.", players=w.both([names[seat] for seat in view.due])))
    return " ".join(lines)


def _city(view: View, names: Sequence[str], w: Words) -> str:
    """In the order of what matters most: ships, hexes with something on them, the wheel, empty hexes."""
    full = [found for found in view.hexes if found.cubes or found.citizens or found.figures or found.owner is not None]
    lines = [_hex(found, names, w) for found in full]
    for dock in view.docks:
        things = [w.t("{ship} with plague", ship=ship(one.id, w)) if one.cube else ship(one.id, w)
                  for one in dock.ships]  # fmt: skip
        things += board.figures(dock.figures, names, w)
        lines += [f"{place(dock.id, w)}: {', '.join(things)}."] if things else []
    lines.append(w.t("Wheel: {rat}.", rat=w.t(RATS[view.rat])))
    lines.append(w.n("{count} plague cube in the supply.", "{count} plague cubes in the supply.", view.plague))
    empty = [found.id for found in view.hexes if found not in full and found.id.startswith("h")]
    lines += [w.t("Nothing on {hexes}.", hexes=places(empty, w))] if empty else []
    return " ".join(lines)


def _hex(found: HexView, names: Sequence[str], w: Words) -> str:
    parts = [w.n("{count} plague", "{count} plague", found.cubes)] if found.cubes else []
    parts += citizens(Counter(found.citizens), w)
    parts += board.figures(found.figures, names, w)
    if found.owner is not None:
        parts.append(w.t("repopulated by {player}", player=names[found.owner]))
    return f"{place(found.id, w)}: {', '.join(parts)}."


def _score(view: View, names: Sequence[str], w: Words) -> str:
    scored = [f"{names[seat]} {view.players[seat].points}" for seat in view.score_order]
    lines = [w.t("Points: {players}.", players=", ".join(scored))]
    lines.append(w.t("Turn order: {players}.", players=", ".join(names[seat] for seat in view.order)))
    for register in view.registers:
        at = {seat: space for space, discs in enumerate(register.discs, 1) for seat in discs}
        places_ = ", ".join(f"{names[seat]} {at[seat]}" for seat in register.order)
        lines.append(w.t("{register}: {places}.", register=w.t(TRACKS[register.id]), places=places_))
    return " ".join(lines)


def _offers(view: View, w: Words) -> str:
    tops = [stack.top for stacks in (view.huts, view.workshops, view.wagons) for stack in stacks if stack.top]
    return w.t("On offer: {tiles}.", tiles="; ".join(offer(top, w) for top in tops))


def _estate(own: PlayerView, name: str, w: Words) -> str:
    """In the order of what matters most, so that cutting the end hurts least."""
    holdings = [tokens("points", own.points, w), *listed(own.tokens, w), *listed({"rats": own.rats}, w)]
    lines = [w.t("Estate of {player}: {holdings}.", player=name, holdings=", ".join(holdings))]
    lines.append(board.lieutenants(own, w))
    seated = [
        w.t("{citizen} on {square}", citizen=board.citizen_name(found, w), square=square_short(square, w))
        for square, found in own.squares.items()
    ]
    lines += [w.t("Squares: {citizens}.", citizens=", ".join(seated))] if seated else []
    filled = [text for one, text in zip(own.huts, board.huts(own, w), strict=True) if one.citizen or one.upgrade]
    lines += [w.t("Huts: {huts}.", huts="; ".join(filled))] if filled else []
    lines += [w.t("Workshops: {workshops}.", workshops="; ".join(board.workshops(own, w)))] if own.workshops else []
    lines.append(w.t("Overseers: {overseers}.", overseers="; ".join(board.overseers(own, w))))
    lines.append(w.t("Wagons: {wagons}, ships: {ships}, repopulation tiles left: {tiles}.", wagons=len(own.wagons),
                     ships=len(own.ships), tiles=own.tiles))  # fmt: skip
    lines.append(w.t("Scroll board: {tracks}.", tracks=", ".join(board.scrolls(own, w))))
    return " ".join(lines)
