"""What happens between the turns of Messina 1347, in sentences: new ships, hexes, plague, citizens; the end."""

from collections.abc import Sequence

from rules.errors import N_
from rules.game import Event
from rules.messina import round_events as r
from rules.messina.components import OPPONENT, ROUNDS
from wording.catalogue import Words
from wording.messina.amounts import A_CITIZEN, tokens
from wording.messina.names import QUARTERS, RATS, TRACKS, hex_name, offer, place, places, ship
from wording.messina.opponent import SUBJECT, who
from wording.players import player

ROMAN = ("", "I", "II", "III", "IV", "V", "VI")
MANY = {"craftsman": N_("Craftsmen"), "nun": N_("Nuns"), "aristocrat": N_("Aristocrats")}


def between_turns(event: Event, names: Sequence[str], w: Words) -> str:
    """One event between the turns as one sentence."""
    match event:
        case r.Began(order=[seat]):
            return w._("{player} plays against the virtual opponent.", player=player(names, seat, w))
        case r.Began(order=order):
            return w._("Turn order by lot: {players}.", players=_order(order, names, w))
        case r.RoundBegan():
            return round_began(event, names, w)
        case r.RoundEnded(round=number):
            return w._("**Round {round} is over.**", round=ROMAN[number])
        case r.CitizensLost(hex=hex_, citizens=lost):
            people = w.join_list([w._(A_CITIZEN[citizen]) for citizen in lost])
            return w._("On {hex} the plague took {citizens}.", hex=place(hex_, w), citizens=people)
        case r.DockDrawn(harbour=corner, reshuffled=reshuffled):
            if reshuffled:
                return w._(
                    "Dock tile: {corner}; it was the last, all are shuffled again.", corner=w._(QUARTERS[corner])
                )
            return w._("Dock tile: {corner}.", corner=w._(QUARTERS[corner]))
        case r.ShipArrived():
            return w._("{ships}.", ships=arrived(event, w))
        case r.HexAdded(hex=hex_):
            return w._("New in the city: {hex}.", hex=hex_name(hex_, w))
        case r.LateWorkshops(tiles=tiles):
            shown = w._("; ").join(offer(tile, w) for tile in tiles if tile)
            return w._("The late workshops are on offer: {tiles}.", tiles=shown)
    return _plague_and_end(event, names, w)


def _plague_and_end(event: Event, names: Sequence[str], w: Words) -> str:
    match event:
        case r.WheelTurned(rat=rat):
            return w._("The wheel shows the {rat}.", rat=w._(RATS[rat]))
        case r.PlaguePlaced(hexes=()):
            return w._("No hex is infected.")
        case r.PlaguePlaced(hexes=hexes):
            return w._("Plague comes to {hexes}.", hexes=places(hexes, w))
        case r.PlagueFailed(hexes=hexes, supply=supply):
            return w.ngettext(
                "No plague comes: {count} cube would be needed, {supply} left in the supply.",
                "No plague comes: {count} cubes would be needed, {supply} left in the supply.",
                hexes,
                supply=supply,
            )
        case r.CitizensCame(citizen=citizen, hexes=hexes):
            return w._("{citizens} come to {hexes}.", citizens=w._(MANY[citizen]), hexes=places(hexes, w))
        case r.RatPenalty(seat=seat, rats=rats, points=points, steps=steps):
            return penalty(seat, rats, points, steps, names, w)
        case r.GameEnded():
            return w._("**The game is over.**")
    raise ValueError(f"no words for the event {type(event).__name__}")


def arrived(event: r.ShipArrived, w: Words) -> str:
    """A ship that came: "A silk ship (2 coins and 1 point) comes to dock NE"."""
    text = w._("A {ship} comes to {dock}", ship=ship(event.ship, w), dock=place(event.dock, w))
    return text if event.cube else w._("{arrival}, without plague", arrival=text)


def penalty(seat: int, rats: int, points: int, steps: int, names: Sequence[str], w: Words) -> str:
    """What a seat's rats cost at the end."""
    lost = [tokens("points", -points, w)] if points else []
    lost += [w.ngettext("{count} step on popularity", "{count} steps on popularity", steps)] if steps else []
    values = {"player": player(names, seat, w), "rats": tokens("rats", rats, w)}
    if not lost:
        return w._("🐀 {player} has {rats} and loses nothing.", **values)
    return w._("🐀 {player} has {rats} and loses {lost}.", lost=w.join_list(lost), **values)


def round_began(event: r.RoundBegan, names: Sequence[str], w: Words) -> str:
    """The head of a round: its number, turn order, and what is special about it."""
    values = {"round": ROMAN[event.round], "players": _order(event.order, names, w)}
    if event.priority in TRACKS:
        text = w._(
            "**Round {round}.** Turn order by the {register}: {players}.",
            register=w._(TRACKS[event.priority]),
            **values,
        )
    elif OPPONENT in event.order:
        first = w._(SUBJECT) if event.order[0] == OPPONENT else player(names, event.order[0], w)
        text = w._("**Round {round}.** {player} begins.", player=first, **values)
    else:
        text = w._("**Round {round}.** Turn order: {players}.", **values)
    printed, before = ROUNDS[event.round], ROUNDS.get(event.round - 1)
    if before and printed.fire_cost != before.fire_cost:
        text += " " + w._(
            "From now on a plague cube costs {fire} or 1 big fire and brings {points}.",
            fire=tokens("fire", printed.fire_cost, w),
            points=tokens("points", printed.points_per_cube, w),
        )
    return text


def _order(order: Sequence[int], names: Sequence[str], w: Words) -> str:
    return w._(", ").join(who(names, seat, w) for seat in order)
