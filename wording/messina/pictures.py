"""The alt texts of the pictures of Messina 1347: each part of the board within the length that Discord allows."""

from collections.abc import Sequence

from rules.messina.components import BOARDS, DISTRICTS, SCROLL_BOARDS, TOKENS
from rules.messina.view_types import PlayerView, View
from wording.catalogue import Words
from wording.limits import alt_text, capital
from wording.messina import estates
from wording.messina.amounts import CITIZENS, EFFECTS, listed, tokens
from wording.messina.ending import phase
from wording.messina.names import (
    OTHERS,
    RATS,
    TRACKS,
    offer,
    on_board,
    place,
    places,
    ship,
    square_short,
)
from wording.messina.opponent import PLAIN, opponent_brief
from wording.messina.pieces import board_label
from wording.messina.round_events import MANY


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
        if part == "boards":
            return _boards(view, w)
        if part == "legend":
            return _legend(w)
        held = [_held(view.players[seat], full[seat], w) for seat in range(view.seats)]
        held += [opponent_brief(view.opponent, w)] if view.opponent else []
        return " ".join([_head(view, full, w), *held, _city(view, full, w), _score(view, full, w)])

    return alt_text(view.seats, names, w, told)


def _legend(w: Words) -> str:
    """The icons by their names; the page of help says the same in words."""
    names = [w._(OTHERS[one]) for one in (*TOKENS, "points", "rats")]
    names += [w._(text) for text in (*CITIZENS.values(), *dict.fromkeys(EFFECTS.values()))]
    return w._("The icons explained: {names}. `/help` has them in words.", names=", ".join(names))


def _head(view: View, names: Sequence[str], w: Words) -> str:
    lines = [w._("Messina 1347, {phase}.", phase=phase(view, w))]
    if view.due:
        lines.append(w._("To decide: {players}.", players=w.join_list([names[seat] for seat in view.due])))
    return " ".join(lines)


def _city(view: View, names: Sequence[str], w: Words) -> str:
    """What lies and stands in the city, kind by kind, in the order of what matters most."""
    hexes = view.hexes
    lines = [_where(w._("Plague"), {found.id: found.cubes for found in hexes}, w)]
    for citizen, many in MANY.items():
        lines.append(_where(w._(many), {found.id: found.citizens.count(citizen) for found in hexes}, w))
    lines += [_ships(view, w)]
    for seat, own in enumerate(view.players):
        parts = []
        if own.lying:
            parts.append(w._("lying on {places}", places=w.join_list([place(one, w) for one in own.lying])))
        if own.standing:
            parts.append(w._("standing on {places}", places=w.join_list([place(one, w) for one in own.standing])))
        mine = [found.id for found in hexes if found.owner == seat]
        parts += [w._("has repopulated {hexes}", hexes=places(mine, w))] if mine else []
        lines += [f"{names[seat]}: {'; '.join(parts)}."] if parts else []
    lines += [opponent_brief(view.opponent, w)] if view.opponent else []
    lines.append(w._("Wheel: {rat}.", rat=w._(RATS[view.rat])))
    lines.append(w.ngettext("{count} plague cube in the supply.", "{count} plague cubes in the supply.", view.plague))
    districts = [found.id for found in hexes if found.id in DISTRICTS]
    lines.append(w._("In the city: {hexes}.", hexes=places(districts, w)))
    return " ".join(filter(None, lines))


def _where(what: str, counts: dict[str, int], w: Words) -> str:
    """The hexes with something, and how much if it is more than one: "Plague: 3, 7 (2)."."""
    here = sorted((int(hex_[1:]), count) for hex_, count in counts.items() if count)
    found = [f"{number} ({count})" if count > 1 else str(number) for number, count in here]
    return w._("{what} on hex {numbers}.", what=what, numbers=", ".join(found)) if found else ""


def _ships(view: View, w: Words) -> str:
    docks = [
        f"{place(dock.id, w)}: {', '.join(ship(one.id, w) for one in dock.ships)}" for dock in view.docks if dock.ships
    ]
    return w._("Ships: {docks}.", docks="; ".join(docks)) if docks else ""


def _score(view: View, names: Sequence[str], w: Words) -> str:
    scored = [f"{names[seat]} {view.players[seat].points}" for seat in view.score_order]
    lines = [w._("Points: {players}.", players=", ".join(scored))]
    order = ", ".join([*names, w._(PLAIN)][seat] for seat in view.order)
    lines.append(w._("Turn order: {players}.", players=order))
    for register in view.registers:
        at = {seat: space for space, discs in enumerate(register.discs, 1) for seat in discs}
        there = [f"{names[seat]} {at[seat]}" for seat in register.order]
        if view.opponent and register.id == "popularity":
            there.append(f"{w._(PLAIN)} {view.opponent.popularity}")
        places_ = ", ".join(there)
        lines.append(capital(w._("{register}: {places}.", register=w._(TRACKS[register.id]), places=places_)))
    return " ".join(lines)


def _offers(view: View, w: Words) -> str:
    tops = [stack.top for stacks in (view.huts, view.workshops, view.wagons) for stack in stacks if stack.top]
    return w._("On offer: {tiles}.", tiles="; ".join(offer(top, w) for top in tops))


def _boards(view: View, w: Words) -> str:
    """The boards of side b that are chosen from, with what is special about each."""
    known = BOARDS if view.question == "board" else SCROLL_BOARDS
    return w._("Boards of side b: {boards}.", boards="; ".join(board_label(one, w) for one in known))


def _held(own: PlayerView, name: str, w: Words) -> str:
    holdings = [tokens("points", own.points, w), *listed(own.tokens, w), *listed({"rats": own.rats}, w)]
    return f"{name}: {', '.join(holdings)}."


def _estate(own: PlayerView, name: str, w: Words) -> str:
    """In the order of what matters most, so that cutting the end hurts least."""
    lines = [w._("Estate."), _held(own, name, w), *estates.side_b(own, w)]
    lines.append(estates.lieutenants(own, w))
    seated = [
        w._(
            "{citizen} on {square}",
            citizen=estates.citizen_name(found, w),
            square=square_short(on_board(word, own.board), w),
        )
        for word, found in own.squares.items()
    ]
    lines += [w._("Squares: {citizens}.", citizens=", ".join(seated))] if seated else []
    filled = [text for one, text in zip(own.huts, estates.huts(own, w), strict=True) if one.citizen or one.upgrade]
    lines += [w._("Huts: {huts}.", huts="; ".join(filled))] if filled else []
    lines += [w._("Workshops: {workshops}.", workshops="; ".join(estates.workshops(own, w)))] if own.workshops else []
    lines.append(w._("Overseers: {overseers}.", overseers="; ".join(estates.overseers(own, w))))
    lines.append(w._("Wagons: {wagons}, ships: {ships}, repopulation tiles left: {tiles}.", wagons=len(own.wagons),
                     ships=len(own.ships), tiles=own.tiles))  # fmt: skip
    lines.append(w._("Scroll board: {tracks}.", tracks=", ".join(estates.scrolls(own, w))))
    return " ".join(lines)
