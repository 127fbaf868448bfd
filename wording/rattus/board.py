"""The position of Rattus as text: short for a picture's alt text, complete for people who play without pictures."""

from collections.abc import Sequence

from msgspec.structs import replace

from rules.errors import N_
from rules.rattus.components import NEIGHBOURS, NEUTRAL_CUBES, connection
from rules.rattus.view import RegionView, View
from wording.catalogue import Words
from wording.limits import alt_text, pages
from wording.players import player
from wording.rattus.help_cards import about_card
from wording.rattus.names import CLASS_EMOJI, WALL, border, face, name, plain_face
from wording.rattus.names import rat as rat_name

PHASES = {
    "setup": N_("before the game"),
    "turns": N_("turn {turn}"),
    "final": N_("final round"),
    "over": N_("game over"),
}


def phase(view: View, w: Words) -> str:
    """Where the game is: "turn 5"."""
    return w._(PHASES[view.phase], turn=view.turn)


def describe(view: View, names: Sequence[str], w: Words, part: str) -> str:
    """The alt text of the board, or of the "legend", which explains the cards in play."""
    if part == "legend":
        cards = [f"{name(card.id, w)} ({name(card.class_, w)}): {about_card(card.id, w)}." for card in view.cards]
        return w._("The cards in play explained. {cards} `/help` has more about each.", cards=" ".join(cards))
    return alt_text(view.seats, names, w, lambda full: _alt(view, full, w))


def _alt(view: View, names: Sequence[str], w: Words) -> str:
    """In the order of what matters most, so that cutting the end hurts least."""
    due = w.join_list([names[seat] for seat in view.due])
    lines = [w._("Rattus, {phase}.", phase=phase(view, w))]
    lines += [w._("To decide: {players}.", players=due)] if due else []
    counts = counting(view, w)
    plague = f"{name(view.plague, w)} ({counts})" if counts else name(view.plague, w)
    lines.append(w._("Plague piece in {region}.", region=plague))
    for region in view.regions:
        rats = w.ngettext("{count} rat", "{count} rats", len(region.rats))
        here = [rats, *_seen(region, w), *_cubes(region.cubes, names), *pieces(region, names, w)]
        lines.append(f"{name(region.id, w)}: {', '.join(here)}.")
    if view.walls:
        lines.append(w._("Walls: {walls}.", walls=", ".join(border(wall, w) for wall in view.walls)))
    cards = [f"{name(card.id, w)}: {names[card.owner]}" for card in view.cards if card.owner is not None]
    lines += [w._("Cards: {cards}.", cards=", ".join(cards))] if cards else []
    palace = _cubes(view.palace, names)
    lines += [w._("Palace: {cubes}.", cubes=", ".join(palace))] if palace else []
    baked = _cubes(view.baked, names)
    lines += [w._("On the Baker: {cubes}.", cubes=", ".join(baked))] if baked else []
    lines.append(w._("Stocks: {cubes}.", cubes=", ".join(f"{n} {c}" for n, c in zip(names, view.stock, strict=True))))
    lines.append(w._("Rats in the supply: {count}.", count=view.supply))
    return " ".join(lines)


def _cubes(cubes: Sequence[int], names: Sequence[str]) -> list[str]:
    return [f"{names[seat]} {count}" for seat, count in enumerate(cubes) if count]


def counting(view: View, w: Words) -> str:
    """What the plague piece counts as, now or at the end; "" if nothing."""
    if view.neutral:
        return w.ngettext("it counts as {count} cube", "it counts as {count} cubes", NEUTRAL_CUBES)
    if view.neutral_at_end:
        return w.ngettext(
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


def board_text(view: View, names: Sequence[str], w: Words) -> list[str]:
    """Everything the viewer may see, in a fixed order."""
    seats = range(view.seats)
    who = [player(names, seat, w) for seat in seats]
    lines = [f"## Rattus: {phase(view, w)}"]
    lines += [w._("To decide: {players}.", players=w.join_list([who[seat] for seat in view.due]))] if view.due else []
    lines.append("### " + w._("Regions"))
    lines += [_region_line(region, view, who, w) for region in view.regions]
    if view.unused:
        lines.append(w._("Not in this game: {regions}.", regions=w.join_list([name(r, w) for r in view.unused])))
    if view.walls:
        lines.append(w._("Walls: {walls}.", walls=w.join_list([f"{WALL} {border(wall, w)}" for wall in view.walls])))
    lines.append("### " + w._("Players"))
    lines += [_player_line(view, seat, who[seat], w) for seat in seats]
    table = [f"{CLASS_EMOJI[card.class_]} {name(card.id, w)}" for card in view.cards if card.owner is None]
    used = [name(card.id, w) for card in view.cards if card.used]
    lines.append(w._("Cards on the table: {cards}.", cards=w.join_list(table) or w._("none")))
    lines += [w._("Used this turn: {cards}.", cards=w.join_list(used))] if used else []
    lines.append("### " + w._("Rats"))
    lines.append(w.ngettext("{count} rat is in the supply.", "{count} rats are in the supply.", view.supply))
    if view.discards:
        lines.append(w._("Turned over so far: {faces}.", faces="; ".join(map(face, view.discards))))
    return pages(lines)


def _player_line(view: View, seat: int, who: str, w: Words) -> str:
    held = [f"{CLASS_EMOJI[card.class_]} {name(card.id, w)}" for card in view.cards if card.owner == seat]
    text = w._(
        "- {player}: {board} on the board, {palace} in the palace, {stock} in stock; cards: {cards}",
        player=who,
        board=sum(region.cubes[seat] for region in view.regions),
        palace=view.palace[seat],
        stock=view.stock[seat],
        cards=w.join_list(held) or w._("none"),
    )
    baked = view.baked[seat] if view.baked else 0
    return text if not baked else "; ".join([text, w._("on the {card}: {count}", card=name("baker", w), count=baked)])


def secrets(view: View, w: Words) -> str:
    """The faces that only the viewer knows, in one line; "" if there are none."""
    seen = [
        f"{rat_name(rat.handle, w)} = **{face(rat.face)}**"
        for region in view.regions
        for rat in region.rats
        if rat.face and not rat.turned
    ]
    return w._("👁️ Only you know: {faces}.", faces="; ".join(seen)) if seen else ""


def discreet(view: View) -> View:
    """The view with no faces but those that lie open for everybody."""
    regions = [
        replace(region, rats=[rat if rat.turned else replace(rat, face=None) for rat in region.rats])
        for region in view.regions
    ]
    return replace(view, regions=regions)


def _region_line(region: RegionView, view: View, who: Sequence[str], w: Words) -> str:
    rats = w.ngettext("{count} rat", "{count} rats", len(region.rats))
    if region.rats:
        shown = [f"{rat.handle[-1]} = **{face(rat.face)}**" if rat.face else rat.handle[-1] for rat in region.rats]
        rats += f" ({', '.join(shown)})"
    parts = [rats, *(f"{who[seat]} {count}" for seat, count in enumerate(region.cubes) if count)]
    parts += pieces(region, who, w)
    if region.id == view.plague:
        here = w._("the plague piece is here")
        counts = counting(view, w)
        parts.append(f"💀 {here} ({counts})" if counts else f"💀 {here}")
    near = [
        f"{name(to, w)} {WALL}" if connection(region.id, to) in view.walls else name(to, w)
        for to in NEIGHBOURS[view.seats][region.id]
    ]
    beside = w._("next to {regions}", regions=", ".join(near))
    return f"- **{name(region.id, w)}**: {', '.join(parts)}; {beside}"
