"""The options of a table (sections 9 and 11.4) and the set-up (section 3)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.chance import Chance
from rules.decision import CONFIRM
from rules.game import Option, common_fields
from rules.messina import components as c
from rules.messina.action import Benefit
from rules.messina.action.action_step import Actions, Giving
from rules.messina.action.building import Building
from rules.messina.action.interruptible import Finish, Idle
from rules.messina.action.overseers import Activation
from rules.messina.city import HARBOUR_PLACES
from rules.messina.events import Began
from rules.messina.preparation import Choosing, Dealing, begin_round, deal
from rules.messina.round_end import Production, Quarantine
from rules.messina.state import CityHex, HutSpace, Opponent, Overseer, Player, Register, State
from rules.messina.turn import PlagueFight, Rescuing, ShipFight, Turn

UNTESTED = ("b_boards", "b_scrolls")  # possible mixes of sides a and b, not tested by the authors (D25)

# Options of variants; the state of a game stores only values that differ from the default.
VARIANTS = ("variant", "deal", "priority_tile", "solo_bonus_scope", "solo_reshuffle")
SOLO = ("solo_bonus_scope", "solo_reshuffle")  # only for one player
SHARED = ("priority_tile", "round4_order", "popularity_third", "win_tiebreak_2", "workshop_moves")  # only for several


@lru_cache(8)  # called for every view and table; there are four numbers of seats
def options(seats: int) -> tuple[Option, ...]:
    """Return the options of a new table; the first value of each is the usual reading."""
    every = (
        Option("variant", ("standard", "advanced", *UNTESTED)),
        Option("deal", ("random", "chosen")),
        Option("solo_bonus_scope", ("every", "advanced")),
        Option("solo_reshuffle", ("round", "empty")),
        Option("priority_tile", ("off", "on")),
        CONFIRM,
        Option("big_fire", ("clarified", "printed")),
        Option("round4_order", ("score_order", "leader_chooses", "last_chooses"), unless=("priority_tile", "on")),
        Option("popularity_third", ("3", "4")),
        Option("restack_duty", ("any", "restacked")),
        Option("restack_token_coin", ("yes", "no")),
        Option("new_hex_start", ("tile", "ship")),
        Option("win_tiebreak_2", ("best", "total")),
        Option("recall_from_home", ("stuck", "always", "never")),
        Option("recall_action_step", ("no", "yes")),
        Option("workshop_moves", ("own", "always")),
        Option("payment_inside_benefit", ("no", "yes")),
    )
    return tuple(option for option in every if option.id not in (SHARED if seats == 1 else SOLO))


def stored_options(seats: int, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the options as the state stores them, from complete options or from a state's."""
    return {
        option.id: chosen.get(option.id, option.default)
        for option in options(seats)
        if option.id not in VARIANTS or chosen.get(option.id, option.default) != option.default
    }


def advanced(chosen: Mapping[str, str]) -> bool:
    """Return whether the table plays the advanced variant, in full or mixed with side a (9.1)."""
    return chosen.get("variant", "standard") != "standard"


InTurn = Turn | Rescuing | PlagueFight | ShipFight | Actions | Activation | Benefit | Building | Giving | Idle
BetweenTurns = Production | Quarantine | Choosing | Dealing | Finish


class Messina(State):
    """A game of Messina 1347 with its kinds of decision listed, so that a position can be decoded."""

    pending: list[list[InTurn | BetweenTurns]]

    def ask(self, seat: int, effects: Sequence[str]) -> None:
        """Ask each effect as a benefit, the first on top."""
        self.pending[seat] += [Benefit(effect=effect) for effect in reversed(effects)]


def new(seats: int, seed: str, options: dict[str, str]) -> Messina:
    """Return the table before the first turn, with round I prepared."""
    chance = Chance(seed)

    def shuffled(items: list[str]) -> list[str]:
        chance.shuffle(items)
        return items

    used = [one for one in c.DISTRICTS.values() if seats in one.players]
    more = shuffled([one.id for one in used if one.kind == "B"])
    city = shuffled([one.id for one in used if one.kind == "A"] + more[: c.CITY_B])
    hex_stack = shuffled([one.id for one in used if one.kind == "C"]) + more[c.CITY_B :]
    ships = [one for one in c.SHIPS.values() if one.goods != c.LEFT_OUT_GOODS[seats]]
    numbers = sorted({one.number for one in ships}, reverse=True)
    ship_stack = [one for n in numbers for one in shuffled([ship.id for ship in ships if ship.number == n])]
    huts = shuffled(list(c.HUT_TILES))
    each = len(huts) // c.HUT_STACKS
    pairs = sorted({wagon.pair for wagon in c.WAGONS.values()}, reverse=True)
    pulled = [shuffled([wagon.id for wagon in c.WAGONS.values() if wagon.pair == pair]) for pair in pairs]
    workshops = {
        late: {
            one: shuffled([tile.id for tile in c.WORKSHOPS.values() if tile.late == late and tile.citizen == one])
            for one in c.CLASSES
        }
        for late in (False, True)
    }
    order = list(range(seats))
    chance.shuffle(order)
    wheel = chance.below(len(c.WHEEL))
    hexes = {hex_: CityHex(place) for place, hex_ in enumerate(city)}
    state = Messina(
        **common_fields(seats, chance, stored_options(seats, options)),
        round=1,
        phase="turns",
        order=order,
        active=order[-1],
        acting=False,
        wheel=wheel,
        plague=c.PLAGUE[seats],
        hexes=hexes | {corner: CityHex(place) for corner, place in HARBOUR_PLACES[seats].items()},
        docks={dock: [] for dock in c.DOCKS},
        hex_stack=hex_stack,
        ship_stack=ship_stack,
        dock_tiles=shuffled(list(c.DOCK_TILES)),
        hut_stacks=[huts[start : start + each] for start in range(0, len(huts), each)],
        late_offered=False,
        early=workshops[False],
        late=workshops[True],
        wagon_stacks=[[pair[stack] for pair in pulled] for stack in range(c.WAGON_STACKS[seats])],
        registers={name: Register([1] * seats, list(order)) for name in c.REGISTERS},
        scored=list(order),
        players=[
            Player(
                points=c.START_POINTS[order.index(seat)],
                coin=c.START_COINS[order.index(seat)],
                supply=c.LIEUTENANTS - c.START_LIEUTENANTS,
                squares=[0] * len(c.SQUARE_IDS),
                huts=[HutSpace() for _ in range(c.HUTS)],
                overseers={one: Overseer() for one in c.CLASSES},
                tiles=c.TILES,
            )
            for seat in range(seats)
        ],
        produced=[],
        housed=[],
        settled=[],
        opponent=Opponent() if seats == 1 else None,
    )
    state.emit(Began(list(order)))
    deal(state)
    if state.phase == "turns":
        begin_round(state, "setup")
    return state
