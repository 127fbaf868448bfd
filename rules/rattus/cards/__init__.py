"""The class cards: one entry per card in `ABILITIES`, and the queries that the rest of the engine uses.

The rest of the engine has no rules for particular cards.
"""

from collections.abc import Mapping

from rules.errors import N_
from rules.notation import Move
from rules.rattus.cards.ability import Ability
from rules.rattus.cards.bourgeoisie import MAYOR, MERCHANT, MESSENGER, CarryCubes, Majorities, OtherCube
from rules.rattus.cards.chivalry import CRUSADER, KNIGHT, SOLDIER
from rules.rattus.cards.church import BISHOP, MONK, NUN, NextNun
from rules.rattus.cards.magic import PIPER, WITCH, WIZARD, FollowPiper, Look, Swap
from rules.rattus.cards.peasantry import BAKER, PEASANT, SERF, SerfCube, UnloadBaker
from rules.rattus.cards.royalty import EMPEROR, KING, QUEEN, NextWall
from rules.rattus.components import CARDS
from rules.rattus.moves import Carry, Exchange, Follow, Join, Keep, Skip, Unload
from rules.rattus.reasons import Refused
from rules.rattus.state import State

ABILITIES: Mapping[str, Ability] = {
    "peasant": PEASANT,
    "serf": SERF,
    "baker": BAKER,
    "merchant": MERCHANT,
    "messenger": MESSENGER,
    "mayor": MAYOR,
    "monk": MONK,
    "nun": NUN,
    "bishop": BISHOP,
    "knight": KNIGHT,
    "crusader": CRUSADER,
    "soldier": SOLDIER,
    "witch": WITCH,
    "piper": PIPER,
    "wizard": WIZARD,
    "king": KING,
    "queen": QUEEN,
    "emperor": EMPEROR,
}
CARD_OF: Mapping[type[Move], str] = {ability.says: card for card, ability in ABILITIES.items()}
CardQuestion = (
    Look | Swap | CarryCubes | OtherCube | Majorities | SerfCube | UnloadBaker | NextNun | NextWall | FollowPiper
)  # every kind of question that a card asks

# The state fields that a single card brings into a game once a seat has it, and the card.
CARD_OF_FIELD = {
    "walls": "emperor",
    "bishops": "bishop",
    "nuns": "nun",
    "protected": "wizard",
    "baked": "baker",
    "turned": "crusader",
    "drawn": "soldier",
    "neutral_at_end": "knight",
}

# By printed timing, when a card's options are offered (section 6): in the main part of the turn, before the first
# reveal of a devastation, before each reveal, in the final round. Other cards define it themselves: before action B is
# done ("place"), after the rats of the spread ("spread").
MOMENTS = {
    "any": ("turn", "devastation", "final"),
    "beside_B": ("turn", "final"),
    "B": ("final",),
    "C": ("first reveal",),
}
CARDS_BY_MOMENT: Mapping[str, frozenset[str]] = {
    moment: frozenset(
        card for card, ability in ABILITIES.items() if moment in (ability.moments or MOMENTS[CARDS[card].timing])
    )
    for moment in ("turn", "place", "spread", "first reveal", "devastation", "final")
}
# Cards that let the plague piece move more than one step, the farthest first.
RANGES = dict(sorted(((card, one.steps) for card, one in ABILITIES.items() if one.steps > 1), key=lambda far: -far[1]))

# Why a card with this printed timing can't be used at this moment.
UNTIMELY = {
    ("B", "turn"): N_("The {card} lets you place more cubes; you use it on its own only in the final round."),
    ("B", "devastation"): N_("The {card} works only while cubes are being placed, before the plague piece moves."),
    ("beside_B", "devastation"): N_("The {card} can be used only before the plague piece moves."),
    ("any", "devastation"): N_("At this table the {card} can be used only before the plague piece moves."),
    ("C", "turn"): N_("The {card} works only after the plague piece has moved, while a region is being struck."),
    ("C", "final"): N_("Move the plague piece first: the {card} works in the region that it strikes."),
}
# Why an answer to a card's question is not possible at this moment.
UNASKED: Mapping[type[Move], str] = {
    Exchange: N_("There is nothing to exchange yet: use the Witch to look at rats first."),
    Keep: N_("There is nothing to exchange yet: use the Witch to look at rats first."),
    Unload: N_("You can’t place the Baker’s cubes now; the player who takes the card places them."),
    Carry: N_("You aren’t moving cubes now: use the Merchant first."),
    Follow: N_("No rats are following now: use the Pied Piper first."),
    Join: N_("You have no other card that can be used together with this one now."),
    Skip: N_("There is nothing to skip now."),
}


def usable(state: State, seat: int, moment: str) -> list[Move]:
    """Return the moves that the seat's unused cards offer at this moment."""
    offered, moves = CARDS_BY_MOMENT[moment], []
    for card, owner in state.cards.items():
        if owner == seat and card in offered and card not in state.used:
            moves += ABILITIES[card].options(state, seat)
    return moves


def refuse_card(state: State, seat: int, moment: str, move: Move) -> Refused | None:
    """Return why a card's move is refused at this moment, or None if there is no specific reason."""
    if type(move) not in CARD_OF:
        return Refused(UNASKED[type(move)])
    card = CARD_OF[type(move)]
    if card not in state.cards:
        return Refused(N_("The {card} is not in this game."), card=card)
    owner = state.cards[card]
    if owner is None:
        return Refused(N_("The {card} is on the table; only its owner can use it."), card=card)
    if owner != seat:
        return Refused(N_("The {card} belongs to {owner}."), card=card, owner=owner)
    ability = ABILITIES[card]
    if ability.untimely and card not in CARDS_BY_MOMENT[moment]:
        return Refused(ability.untimely, card=card)
    if moment == "final" and card in state.used:
        return Refused(N_("In the final round each card works once, and you have used the {card}."), card=card)
    if state.phase == "final" and moment == "devastation" and card not in CARDS_BY_MOMENT[moment]:
        return Refused(N_("The {card} must wait until {region} has been struck."), card=card, region=state.plague)
    if state.phase == "final" and moment == "first reveal" and card not in state.used:
        return Refused(N_("The plague piece has already moved without the {card}."), card=card)
    untimely = UNTIMELY.get((CARDS[card].timing, moment))
    if untimely and (card not in CARDS_BY_MOMENT[moment] or state.options["late_abilities"] == "off"):
        return Refused(untimely, card=card)
    if card in state.used:
        return Refused(N_("You have already used the {card} this turn."), card=card)
    return ability.refuse(state, seat, move)


def offers(state: State, seat: int, moment: str) -> bool:
    """Return whether the seat's cards offer any move at this moment. This is fast if no card in play does."""
    return not CARDS_BY_MOMENT[moment].isdisjoint(state.cards) and bool(usable(state, seat, moment))


def use(state: State, seat: int, move: Move) -> str:
    """Carry out a move of a card and record its use. Returns the card."""
    card = CARD_OF[type(move)]
    if card not in state.used:
        state.used.append(card)
    ABILITIES[card].apply(state, seat, move)
    return card


def take(state: State, seat: int, card: str) -> None:
    """Give the card to the seat, and ask any question that follows from the change of owner."""
    state.cards[card] = seat
    if taken := ABILITIES[card].taken:
        taken(state, seat)


def ask_after_kill(state: State, seat: int) -> None:
    """Ask the questions of the seat's cards after a rat killed another player's cube."""
    for card, owner in state.cards.items():
        if owner == seat and (ask := ABILITIES[card].killed):
            ask(state, seat)


def at_end(state: State) -> None:
    """Ask the questions that cards in play have between the final round and the final devastation (section 9.4)."""
    for card in state.cards:
        if ask := ABILITIES[card].at_end:
            ask(state)


def plague_range(state: State, seat: int) -> int:
    """Return how many steps the seat may move the plague piece. The ranges of several cards are not added together."""
    for card, far in RANGES.items():
        if state.cards.get(card) == seat:
            return far
    return 1


def riders(state: State, seat: int) -> list[str]:
    """Return the seat's cards that move the plague piece in the final round."""
    return [card for card in state.cards_of(seat) if ABILITIES[card].rides]


def ride_steps(state: State, seat: int) -> int:
    """Return how many steps the seat's cards move the plague piece in the final round: 0 if none of them do."""
    return max((ABILITIES[card].steps for card in riders(state, seat)), default=0)


def may_stay(cards: list[str], steps: int) -> list[str]:
    """Return which of these cards can be left out of a move of the plague piece by this many steps.

    A card can be left out if it adds neutral cubes and another card allows the move.
    """
    able = [card for card in cards if ABILITIES[card].steps >= steps]
    return [card for card in cards if ABILITIES[card].neutral and {*able} - {card}]


def neutral_cubes(cards: list[str]) -> int:
    """Return how many neutral cubes these cards add to a population."""
    return sum([ABILITIES[card].neutral for card in cards])
