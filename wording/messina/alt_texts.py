"""The alt texts of the pictures of Messina 1347, each within the length that Discord allows."""

from collections.abc import Sequence

from rules.messina import components as c
from rules.messina.view_types import PlayerView, View
from wording.catalogue import Words
from wording.messina import names as n
from wording.messina.board_text import huts, lieutenants, overseers, phase, scrolls, sent_out, side_b, workshops
from wording.messina.result_words import sources
from wording.messina.virtual_opponent import PLAIN, judgement, opponent_brief
from wording.player_names import won_by
from wording.speaker import Speaker
from wording.text_limits import capital


def describe(part: str, who: Sequence[str], s: Speaker[View]) -> str:
    """Return the alt text of a part ("city", "score", "estate-2", "boards", "legend"), or of the whole board."""
    view = s.view
    if part == "city":
        return " ".join([_head(who, s), _city(who, s)])
    if part == "score":
        stacks = (*view.huts, *view.workshops, *view.wagons)
        last = (
            " ".join(f"{who[seat]}: {', '.join(sources(view.score, seat, s))}." for seat in view.score.ranking)
            if view.score
            else s._("On offer: {tiles}.", tiles="; ".join(n.offer(one.top, s) for one in stacks if one.top))
        )
        return " ".join([_head(who, s), _score(who, s), last])
    if part.startswith("estate-"):
        seat = int(part.removeprefix("estate-"))
        return _estate(view.players[seat], _holdings(seat, who, s), s)
    if part == "boards":
        known = c.BOARDS if view.question == "board" else c.SCROLL_BOARDS
        return s._("Boards of side b: {boards}.", boards="; ".join(s.choice(["take", one]) for one in known))
    if part == "legend":
        names = [n.OTHERS[one] for one in (*c.TOKENS, "points", "rats")]
        names += [*n.CITIZENS.values(), *dict.fromkeys(n.EFFECTS.values())]
        return s._("The icons explained: {names}. `/help` has them in words.", names=", ".join(map(s._, names)))
    holdings = [_holdings(seat, who, s) for seat in range(view.seats)]
    holdings += [opponent_brief(view.opponent, s)] if view.opponent else []
    return " ".join([_head(who, s), *holdings, _city(who, s), _score(who, s)])


def _head(who: Sequence[str], s: Speaker[View]) -> str:
    lines = [s._("Messina 1347, {phase}.", phase=phase(s))]
    if s.view.due:
        lines.append(s._("To decide: {players}.", players=s.join_list([who[seat] for seat in s.view.due])))
    if s.view.score and s.view.opponent:
        lines.append(f"{who[0]}: {judgement(n.total(s.view, 0), s.view.opponent.good_score, s)}")
    elif s.view.score:
        lines.append(won_by(s.view.score, who, s))
    return " ".join(lines)


def _city(who: Sequence[str], s: Speaker[View]) -> str:
    """Describe the contents of the city, kind by kind, most important first."""
    hexes = s.view.hexes
    lines = [_where(s._("Plague"), {found.id: found.cubes for found in hexes}, s)]
    for citizen, many in n.MANY.items():
        lines.append(_where(capital(s._(many)), {found.id: found.citizens.count(citizen) for found in hexes}, s))
    docks = [
        f"{n.place(dock.id, s)}: {', '.join(n.ship(one.id, s) for one in dock.ships)}"
        for dock in s.view.docks
        if dock.ships
    ]
    lines += [s._("Ships: {docks}.", docks="; ".join(docks))] if docks else []
    for seat, own in enumerate(s.view.players):
        parts = sent_out(own, s)
        mine = [found.id for found in hexes if found.owner == seat]
        parts += [s._("has repopulated {hexes}", hexes=n.places(mine, s))] if mine else []
        lines += [f"{who[seat]}: {'; '.join(parts)}."] if parts else []
    lines += [opponent_brief(s.view.opponent, s)] if s.view.opponent else []
    lines.append(s._("Wheel: {rat}.", rat=s._(n.RATS[s.view.rat])))
    lines.append(s.ngettext("{count} plague cube in the supply.", "{count} plague cubes in the supply.", s.view.plague))
    districts = [found.id for found in hexes if found.id in c.DISTRICTS]
    lines.append(s._("In the city: {hexes}.", hexes=n.places(districts, s)))
    return " ".join(filter(None, lines))


def _where(what: str, counts: dict[str, int], w: Words) -> str:
    """Describe the hexes with something, and how much if more than one: "Plague: 3, 7 (2)."."""
    here = sorted((int(hex_[1:]), count) for hex_, count in counts.items() if count)
    found = [f"{number} ({count})" if count > 1 else str(number) for number, count in here]
    return w._("{what} on hex {numbers}.", what=what, numbers=", ".join(found)) if found else ""


def _score(who: Sequence[str], s: Speaker[View]) -> str:
    lines = [s._("Points: {players}.", players=", ".join(n.points_by_rank(who, s.view)))]
    if not s.view.score:
        order = ", ".join([*who, s._(PLAIN)][seat] for seat in s.view.order)
        lines.append(s._("Turn order: {players}.", players=order))
    for register in s.view.registers:
        at = n.disc_spaces(register)
        there = [f"{who[seat]} {at[seat]}" for seat in register.order]
        if s.view.opponent and register.id == "popularity":
            there.append(f"{s._(PLAIN)} {s.view.opponent.popularity}")
        places_ = ", ".join(there)
        lines.append(capital(s._("{register}: {places}.", register=s._(n.TRACKS[register.id]), places=places_)))
    return " ".join(lines)


def _holdings(seat: int, who: Sequence[str], s: Speaker[View]) -> str:
    own = s.view.players[seat]
    things = [n.tokens("points", n.total(s.view, seat), s), *n.listed(own.tokens, s), *n.listed({"rats": own.rats}, s)]
    return f"{who[seat]}: {', '.join(things)}."


def _estate(own: PlayerView, holdings: str, w: Words) -> str:
    """Describe the estate with the most important parts first, so that cutting the end hurts least."""
    lines = [w._("Estate."), holdings, *side_b(own, w)]
    lines.append(lieutenants(own, w))
    on = [(n.square_short(n.on_board(word, own.board), w), n.citizen_name(one, w)) for word, one in own.squares.items()]
    seated = [w._("{citizen} on {square}", citizen=citizen, square=square) for square, citizen in on]
    lines += [w._("Squares: {citizens}.", citizens=", ".join(seated))] if seated else []
    filled = [text for one, text in zip(own.huts, huts(own, w), strict=True) if one.citizen or one.upgrade]
    lines += [w._("Huts: {huts}.", huts="; ".join(filled))] if filled else []
    lines += [w._("Workshops: {workshops}.", workshops="; ".join(workshops(own, w)))] if own.workshops else []
    lines.append(w._("Overseers: {overseers}.", overseers="; ".join(overseers(own, w))))
    lines.append(w._("Wagons: {wagons}, ships: {ships}, repopulation tiles left: {tiles}.", wagons=len(own.wagons),
                     ships=len(own.ships), tiles=own.tiles))  # fmt: skip
    lines.append(w._("Scroll board: {tracks}.", tracks=", ".join(scrolls(own, w))))
    return " ".join(lines)
