"""The options of a table, its class cards, and the set-up (section 4)."""

from collections.abc import Collection

from rules.chance import Chance
from rules.decision import CONFIRM
from rules.game import Option, common_fields
from rules.rattus.cards import CardQuestion
from rules.rattus.components import (
    CARD_SETS,
    CARDS,
    CARDS_IN_PLAY,
    CLASSES,
    CUBES,
    REGIONS_IN_USE,
    REMOVED_TOKENS,
    TOKENS,
)
from rules.rattus.events import Began, CardsDrawn, NoChivalry
from rules.rattus.plague import Devastation, ExtraRat, SpreadRats
from rules.rattus.state import Rat, State
from rules.rattus.turn import Companion, Final, Finish, Setup, Turn

DRAWN = ("random", "one_per_class")  # random draws of the cards (section 11)
FREE_REACH = 4  # with fewer players, a Chivalry card is recommended


class Rattus(State):
    """The state of Rattus with its kinds of decision listed, so that a position can be decoded."""

    pending: list[list[Setup | Turn | SpreadRats | ExtraRat | Devastation | Final | Companion | Finish | CardQuestion]]


def options(seats: int) -> tuple[Option, ...]:
    """Return the options of a new table with this number of seats."""
    return (
        Option("cards", ("base", *DRAWN, *(one for one in CARD_SETS if one != "base")), tuple(CARDS), CARDS_IN_PLAY),
        Option("late_abilities", ("on", "off")),
        Option("start", ("lot", *map(str, range(seats)))),
        CONFIRM,
    )


def named_cards(value: str) -> tuple[str, ...]:
    """Return the class cards that a value of the option ``cards`` names. Return none if they are drawn at random."""
    if value in DRAWN:
        return ()
    return CARD_SETS.get(value) or tuple(value.split("+"))


def lacks_chivalry(seats: int, cards: Collection[str]) -> bool:
    """Return whether to warn that the plague may never reach parts of the map: few players and no Chivalry card."""
    return seats < FREE_REACH and bool(cards) and not any(CARDS[card].class_ == "chivalry" for card in cards)


def draw_cards(chance: Chance, value: str) -> tuple[str, ...]:
    """Return the class cards for a value of the option ``cards``, drawing them if necessary, in a fixed order."""
    if value == "random":
        deck = list(CARDS)
        chance.shuffle(deck)
        return tuple(card for card in CARDS if card in deck[:CARDS_IN_PLAY])
    if value == "one_per_class":
        by_class = [[card for card in CARDS if CARDS[card].class_ == one] for one in CLASSES]
        chosen = [cards[chance.below(len(cards))] for cards in by_class]
        return tuple(card for card in CARDS if card in chosen)
    return named_cards(value)


def new(seats: int, seed: str, options: dict[str, str]) -> Rattus:
    """Set up a game and return its state before the first cubes are placed."""
    chance = Chance(seed)
    regions = REGIONS_IN_USE[seats]
    beginners = [token.id for token in TOKENS.values() if token.start]
    chance.shuffle(beginners)
    supply = [token.id for token in TOKENS.values() if not token.start]
    chance.shuffle(supply)
    removed, supply = supply[: REMOVED_TOKENS[seats]], supply[REMOVED_TOKENS[seats] :] + beginners[len(regions) :]
    chance.shuffle(supply)
    plague = regions[chance.below(len(regions))]
    start = chance.below(seats) if options["start"] == "lot" else int(options["start"])
    cards = draw_cards(chance, options["cards"])
    clockwise = [(start + seat) % seats for seat in range(seats)]
    state = Rattus(
        **common_fields(seats, chance, options),
        phase="setup",
        start=start,
        active=start,
        turn=0,
        order=clockwise + clockwise[::-1],
        taken=False,
        placed=False,
        used=[],
        trigger=None,
        reason="",
        neutral_at_end=False,
        plague=plague,
        rats={region: [Rat("a", token)] for region, token in zip(regions, beginners, strict=False)},
        cubes={region: [0] * seats for region in regions},
        palace=[0] * seats,
        stock=[CUBES] * seats,
        supply=supply,
        removed=removed,
        discards=[],
        cards=dict.fromkeys(cards),
        laid=beginners[: len(regions)],
    )
    state.emit(Began(start, plague))
    if options["cards"] in DRAWN:
        state.emit(CardsDrawn(list(cards)))
    if lacks_chivalry(seats, cards):
        state.emit(NoChivalry())
    return state
