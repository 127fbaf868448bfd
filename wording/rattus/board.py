"""The position of Rattus as text: short for a picture's alt text, complete for people who play without pictures."""

from collections.abc import Sequence

from msgspec.structs import replace

from rules.errors import N_
from rules.rattus.components import NEIGHBOURS, NEUTRAL_CUBES, connection
from rules.rattus.view import RegionView, View
from wording.catalogue import Words
from wording.rattus.cards import about_card
from wording.rattus.names import CLASS_EMOJI, WALL, border, face, name, plain_face
from wording.rattus.names import rat as rat_name
from wording.speaker import Speaker

PHASES = {
    "setup": N_("before the game"),
    "turns": N_("turn {turn}"),
    "final": N_("final round"),
    "over": N_("game over"),
}


def phase(s: Speaker[View]) -> str:
    """Where the game is: "turn 5"."""
    return s._(PHASES[s.view.phase], turn=s.view.turn)


def describe(part: str, who: Sequence[str], s: Speaker[View]) -> str:
    """The alt text of the board, or of the "legend", which explains the cards in play."""
    if part == "legend":
        cards = [f"{name(card.id, s)} ({name(card.class_, s)}): {about_card(card.id, s)}." for card in s.view.cards]
        return s._("The cards in play explained. {cards} `/help` has more about each.", cards=" ".join(cards))
    return _alt(who, s)


def _alt(who: Sequence[str], s: Speaker[View]) -> str:
    """In the order of what matters most, so that cutting the end hurts least."""
    due = s.join_list([who[seat] for seat in s.view.due])
    lines = [s._("Rattus, {phase}.", phase=phase(s))]
    lines += [s._("To decide: {players}.", players=due)] if due else []
    counts = counting(s)
    plague = f"{name(s.view.plague, s)} ({counts})" if counts else name(s.view.plague, s)
    lines.append(s._("Plague piece in {region}.", region=plague))
    for region in s.view.regions:
        rats = s.ngettext("{count} rat", "{count} rats", len(region.rats))
        here = [rats, *_seen(region, s), *_cubes(region.cubes, who), *pieces(region, who, s)]
        lines.append(f"{name(region.id, s)}: {', '.join(here)}.")
    if s.view.walls:
        lines.append(s._("Walls: {walls}.", walls=", ".join(border(wall, s) for wall in s.view.walls)))
    cards = [f"{name(card.id, s)}: {who[card.owner]}" for card in s.view.cards if card.owner is not None]
    lines += [s._("Cards: {cards}.", cards=", ".join(cards))] if cards else []
    palace = _cubes(s.view.palace, who)
    lines += [s._("Palace: {cubes}.", cubes=", ".join(palace))] if palace else []
    baked = _cubes(s.view.baked, who)
    lines += [s._("On the Baker: {cubes}.", cubes=", ".join(baked))] if baked else []
    lines.append(s._("Stocks: {cubes}.", cubes=", ".join(f"{n} {c}" for n, c in zip(who, s.view.stock, strict=True))))
    lines.append(s._("Rats in the supply: {count}.", count=s.view.supply))
    return " ".join(lines)


def _cubes(cubes: Sequence[int], who: Sequence[str]) -> list[str]:
    return [f"{who[seat]} {count}" for seat, count in enumerate(cubes) if count]


def counting(s: Speaker[View]) -> str:
    """What the plague piece counts as, now or at the end; "" if nothing."""
    if s.view.neutral:
        return s.ngettext("it counts as {count} cube", "it counts as {count} cubes", NEUTRAL_CUBES)
    if s.view.neutral_at_end:
        return s.ngettext(
            "it counts as {count} cube in the final devastation",
            "it counts as {count} cubes in the final devastation",
            NEUTRAL_CUBES,
        )
    return ""


def pieces(region: RegionView, who: Sequence[str], w: Words) -> list[str]:
    """The figures of a region, and the potions under each player's cubes: "potions: Anna 2 + 1"."""
    found = [w.ngettext("{count} bishop", "{count} bishops", region.bishops)] if region.bishops else []
    found += [w.ngettext("{count} nun", "{count} nuns", region.nuns)] if region.nuns else []
    for seat in dict.fromkeys(cube.seat for cube in region.potions):
        under = " + ".join(str(cube.potions) for cube in region.potions if cube.seat == seat)
        found.append(w._("potions of {player} {count}", player=who[seat], count=under))
    return found


def _seen(region: RegionView, w: Words) -> list[str]:
    return [
        w._("{rat} shows {face}", rat=rat.handle[-1], face=plain_face(rat.face, w)) for rat in region.rats if rat.face
    ]


def board_text(s: Speaker[View]) -> list[str]:
    """Everything the viewer may see, in a fixed order."""
    seats = range(s.view.seats)
    who = [s.player(seat) for seat in seats]
    lines = [f"## Rattus: {phase(s)}"]
    lines += (
        [s._("To decide: {players}.", players=s.join_list([who[seat] for seat in s.view.due]))] if s.view.due else []
    )
    lines.append("### " + s._("Regions"))
    lines += [_region_line(region, who, s) for region in s.view.regions]
    if s.view.unused:
        lines.append(s._("Not in this game: {regions}.", regions=s.join_list([name(r, s) for r in s.view.unused])))
    if s.view.walls:
        lines.append(s._("Walls: {walls}.", walls=s.join_list([f"{WALL} {border(wall, s)}" for wall in s.view.walls])))
    lines.append("### " + s._("Players"))
    lines += [_player_line(seat, who[seat], s) for seat in seats]
    table = [f"{CLASS_EMOJI[card.class_]} {name(card.id, s)}" for card in s.view.cards if card.owner is None]
    used = [name(card.id, s) for card in s.view.cards if card.used]
    lines.append(s._("Cards on the table: {cards}.", cards=s.join_list(table) or s._("none")))
    lines += [s._("Used this turn: {cards}.", cards=s.join_list(used))] if used else []
    lines.append("### " + s._("Rats"))
    lines.append(s.ngettext("{count} rat is in the supply.", "{count} rats are in the supply.", s.view.supply))
    if s.view.discards:
        lines.append(s._("Turned over so far: {faces}.", faces="; ".join(map(face, s.view.discards))))
    return lines


def _player_line(seat: int, who: str, s: Speaker[View]) -> str:
    held = [f"{CLASS_EMOJI[card.class_]} {name(card.id, s)}" for card in s.view.cards if card.owner == seat]
    text = s._(
        "- {player}: {board} on the board, {palace} in the palace, {stock} in stock; cards: {cards}",
        player=who,
        board=sum(region.cubes[seat] for region in s.view.regions),
        palace=s.view.palace[seat],
        stock=s.view.stock[seat],
        cards=s.join_list(held) or s._("none"),
    )
    baked = s.view.baked[seat] if s.view.baked else 0
    return text if not baked else "; ".join([text, s._("on the {card}: {count}", card=name("baker", s), count=baked)])


def secrets(s: Speaker[View]) -> str:
    """The faces that only the viewer knows, in one line; "" if there are none."""
    seen = [
        f"{rat_name(rat.handle, s)} = **{face(rat.face)}**"
        for region in s.view.regions
        for rat in region.rats
        if rat.face and not rat.turned
    ]
    return s._("👁️ Only you know: {faces}.", faces="; ".join(seen)) if seen else ""


def discreet(view: View) -> View:
    """The view with no faces but those that lie open for everybody."""
    regions = [
        replace(region, rats=[rat if rat.turned else replace(rat, face=None) for rat in region.rats])
        for region in view.regions
    ]
    return replace(view, regions=regions)


def _region_line(region: RegionView, who: Sequence[str], s: Speaker[View]) -> str:
    rats = s.ngettext("{count} rat", "{count} rats", len(region.rats))
    if region.rats:
        shown = [f"{rat.handle[-1]} = **{face(rat.face)}**" if rat.face else rat.handle[-1] for rat in region.rats]
        rats += f" ({', '.join(shown)})"
    parts = [rats, *(f"{who[seat]} {count}" for seat, count in enumerate(region.cubes) if count)]
    parts += pieces(region, who, s)
    if region.id == s.view.plague:
        here = s._("the plague piece is here")
        counts = counting(s)
        parts.append(f"💀 {here} ({counts})" if counts else f"💀 {here}")
    near = [
        f"{name(to, s)} {WALL}" if connection(region.id, to) in s.view.walls else name(to, s)
        for to in NEIGHBOURS[s.view.seats][region.id]
    ]
    beside = s._("next to {regions}", regions=", ".join(near))
    return f"- **{name(region.id, s)}**: {', '.join(parts)}; {beside}"
