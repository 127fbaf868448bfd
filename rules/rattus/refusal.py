"""Why a move is refused, in a player's words: first what is asked just now, then the move itself."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.errors import N_
from rules.notation import Move
from rules.rattus import moves as m
from rules.rattus.cards import ABILITIES, CARD_OF, OFFERED, ride_steps, steps
from rules.rattus.cards.ability import CardDecision
from rules.rattus.cards.extra import extras
from rules.rattus.components import CARDS, SETUP_CUBES, WITHIN
from rules.rattus.plague import Devastation, ExtraRat, SpreadRats
from rules.rattus.reasons import Refused, full, no_rat, no_region, no_stock, not_neighbours
from rules.rattus.state import State
from rules.rattus.turn import Companion, Final, Finish, Setup, Turn


def explain(state: State, seat: int, move: Move) -> Refused:
    """Why the move, which is not legal now, is not."""
    now = state.pending[seat][-1]
    if isinstance(now, CardDecision):
        return _first(now.refuse(state, seat, move))
    return REASONS[type(now)](state, seat, now, move)


def _in_setup(state: State, seat: int, now: Setup, move: Move) -> Refused:
    if not isinstance(move, m.Place):
        return Refused(
            N_("The game has not begun: first everybody puts {cubes} cubes twice into a region."), cubes=SETUP_CUBES
        )
    return no_region(state, move.region) or Refused(
        N_("Before the game exactly {cubes} cubes go into one region."), cubes=SETUP_CUBES
    )


def _in_spread(state: State, seat: int, now: SpreadRats, move: Move) -> Refused:
    if not isinstance(move, m.Spread):
        return Refused(N_("First the new rats must be placed; still to come: {left}."), left=now.left)
    return _first(not_neighbours(state, state.plague, move.region) or full(state, move.region))


def _in_extra(state: State, seat: int, now: ExtraRat, move: Move) -> Refused:
    if CARD_OF.get(type(move)) in OFFERED["spread"]:
        return _card(state, seat, "spread", move)
    return Refused(N_("First decide about one rat more: place it, or skip."))


def _in_companion(state: State, seat: int, now: Companion, move: Move) -> Refused:
    return Refused(N_("First decide whether the {card} is used too: join, or skip."), card=now.card)


def _in_finish(state: State, seat: int, now: Finish, move: Move) -> Refused:
    return Refused(N_("Nothing is left to do this turn but to end it, or to take moves back."))


def _in_turn(state: State, seat: int, now: Turn, move: Move) -> Refused:
    match move:
        case m.Take(card):
            return _take(state, seat, card)
        case m.Place():
            return _place(state, seat, move)
        case m.Plague(region):
            return _too_far(state, seat, region, steps(state, seat))
        case m.End():
            return Refused(N_("A turn is not over before the plague piece has moved."))
        case m.Spread():
            return Refused(N_("New rats are placed only after the plague piece has moved."))
        case m.Reveal():
            return Refused(N_("Rats are turned over only after the plague piece has moved."))
    if CARD_OF.get(type(move)) in OFFERED["place"]:
        if state.placed:
            return Refused(N_("You have placed cubes already this turn."))
        return _card(state, seat, "place", move)
    return _card(state, seat, "turn", move)


def _in_devastation(state: State, seat: int, now: Devastation, move: Move) -> Refused:
    if state.phase == "final" and isinstance(move, m.Take | m.Place | m.Plague | m.Spread):
        return _in_final(state, seat, Final(rode=True), move)
    match move:
        case m.Take():
            return Refused(N_("Cards are taken only before the plague piece moves."))
        case m.Place():
            return Refused(N_("Cubes are placed only before the plague piece moves."))
        case m.Plague():
            return Refused(N_("The plague piece has moved already; it moves only once."))
        case m.End():
            return Refused(N_("The rats of {region} must be turned over first."), region=state.plague)
        case m.Spread():
            return Refused(N_("No more new rats are to be placed this turn."))
        case m.Reveal(handle):
            return no_rat(state, handle) or Refused(
                N_("{rat} is not in the plague region; only rats of {region} are turned over."),
                rat=handle,
                region=state.plague,
            )
    first = CARD_OF.get(type(move)) in OFFERED["first reveal"]
    if first and now.revealed:
        return Refused(N_("That must be said before the first rat is turned over."))
    return _card(state, seat, "first reveal" if first else "devastation", move)


def _in_final(state: State, seat: int, now: Final, move: Move) -> Refused:
    match move:
        case m.Take():
            return Refused(N_("In the final round no cards are taken."))
        case m.Place():
            return Refused(N_("In the final round cubes are placed only by cards."))
        case m.Plague(region):
            if now.rode:
                return Refused(N_("You have moved the plague piece already; it moves only once."))
            if not ride_steps(state, seat):
                return Refused(N_("In the final round the plague piece is moved only by a card, and you have none."))
            return _too_far(state, seat, region, ride_steps(state, seat))
        case m.Spread():
            return Refused(N_("In the final round no new rats are placed."))
        case m.Reveal():
            return Refused(N_("In the final round rats are turned over only where a card moves the plague piece."))
    return _card(state, seat, "final", move)


REASONS: Mapping[Any, Callable[[State, int, Any, Move], Refused]] = {
    Setup: _in_setup,
    Turn: _in_turn,
    SpreadRats: _in_spread,
    ExtraRat: _in_extra,
    Devastation: _in_devastation,
    Final: _in_final,
    Companion: _in_companion,
    Finish: _in_finish,
}

# Why a card with this printed timing cannot be used at this moment.
UNTIMELY = {
    ("B", "turn"): N_("The {card} lets you place more cubes; on its own it is used only in the final round."),
    ("B", "devastation"): N_("The {card} works only while cubes are placed, before the plague piece moves."),
    ("beside_B", "devastation"): N_("The {card} can be used only before the plague piece moves."),
    ("any", "devastation"): N_("At this table the {card} can be used only before the plague piece moves."),
    ("C", "turn"): N_("The {card} works only once the plague piece has moved and a region is struck."),
    ("C", "final"): N_("Move the plague piece first: the {card} works in the region that it strikes."),
}
# Why what only answers a question of a card cannot be said at this moment.
UNASKED: Mapping[Any, str] = {
    m.Exchange: N_("Nothing is being exchanged now: use the Witch to look at rats first."),
    m.Keep: N_("Nothing is being exchanged now: use the Witch to look at rats first."),
    m.Unload: N_("No cubes on the Baker are to be placed now; whoever takes the card places them."),
    m.Carry: N_("No cubes are being moved now: use the Merchant first."),
    m.Follow: N_("No rats are following now: use the Pied Piper first."),
    m.Join: N_("No card can be used too just now."),
    m.Skip: N_("There is nothing to skip now."),
}


def _card(state: State, seat: int, moment: str, move: Move) -> Refused:
    """Why a move of a card is refused at this moment."""
    if type(move) not in CARD_OF:
        return Refused(UNASKED[type(move)])
    card = CARD_OF[type(move)]
    if card not in state.cards:
        return Refused(N_("The {card} is not in this game."), card=card)
    owner = state.cards[card]
    if owner is None:
        return Refused(N_("The {card} lies on the table; only whoever has it can use it."), card=card)
    if owner != seat:
        return Refused(N_("The {card} lies in front of {owner}."), card=card, owner=owner)
    ability = ABILITIES[card]
    if ability.untimely and card not in OFFERED[moment]:
        return Refused(ability.untimely, card=card)
    if moment == "final" and card in state.used:
        return Refused(N_("You have used the {card} already; in the final round each card works once."), card=card)
    if state.phase == "final" and moment == "devastation" and card not in OFFERED[moment]:
        return Refused(N_("The {card} must wait until {region} has been struck."), card=card, region=state.plague)
    if state.phase == "final" and moment == "first reveal" and card not in state.used:
        return Refused(N_("You have moved the plague piece without the {card}."), card=card)
    untimely = UNTIMELY.get((CARDS[card].timing, moment))
    if untimely and (card not in OFFERED[moment] or state.options["late_abilities"] == "off"):
        return Refused(untimely, card=card)
    if card in state.used:
        return Refused(N_("You have used the {card} already this turn."), card=card)
    return _first(ability.refuse(state, seat, move))


def _take(state: State, seat: int, card: str) -> Refused:
    if card not in CARDS:
        return Refused(N_("“{word}” is not a card."), word=card)
    if card not in state.cards:
        return Refused(N_("The {card} is not in this game."), card=card)
    if state.cards[card] == seat:
        return Refused(N_("The {card} is yours already; you keep it until somebody takes it."), card=card)
    return Refused(N_("You have taken a card already this turn; one a turn is the limit."))


def _place(state: State, seat: int, move: m.Place) -> Refused:
    if state.placed:
        return Refused(N_("You have placed cubes already this turn."))
    if refused := no_region(state, move.region) or no_stock(state, seat):
        return refused
    rats, stock = len(state.rats[move.region]), state.stock[seat]
    most = rats + len(extras(state, seat))
    infested = tuple(region for region in state.rats if state.rats[region])
    if not most and infested:
        return Refused(
            N_("{region} has no rats, so no cubes can be placed there. Regions with rats: {regions}."),
            region=move.region,
            regions=infested,
        )
    if not most:
        return Refused(N_("No region has rats, so no cubes can be placed."))
    if stock < rats:
        return Refused(
            N_("Your stock is short: all that is left in it goes to {region}, and that is {cubes}."),
            region=move.region,
            cubes=stock,
        )
    least, most = max(1, rats), min(most, stock)
    if least < most:
        return Refused(
            N_("The number of cubes for {region} is {cubes}, or {most} with the help of your card."),
            region=move.region,
            cubes=least,
            most=most,
        )
    return Refused(N_("The number of cubes for {region} is {cubes} now."), region=move.region, cubes=least)


def _too_far(state: State, seat: int, region: str, far: int) -> Refused:
    if refused := no_region(state, region):
        return refused
    if region == state.plague:
        return Refused(N_("The plague piece must leave {region}; it may not end where it began."), region=region)
    near = state.reach(far)
    if not near:
        return Refused(N_("Walls close every way out of {from_region}."), from_region=state.plague)
    if region in WITHIN[state.seats][far][state.plague]:
        return Refused(
            N_("A wall is in the way from {from_region} to {region}. Within reach: {regions}."),
            region=region,
            from_region=state.plague,
            regions=near,
        )
    if region in WITHIN[state.seats][2][state.plague]:
        return Refused(
            N_("{region} is two steps away from {from_region}; without a Chivalry card the plague piece goes one."),
            region=region,
            from_region=state.plague,
        )
    return Refused(
        N_("{region} is too far away from {from_region}. Within reach: {regions}."),
        region=region,
        from_region=state.plague,
        regions=near,
    )


def _first(*reasons: Refused | None) -> Refused:
    """The first reason that holds; the last sentence is for moves that are in fact legal."""
    return next((reason for reason in reasons if reason), Refused(N_("That is not possible now.")))
