"""The set-up (section 4)."""

from rules.chance import Chance
from rules.game import Option
from rules.rattus.cards.magic import Look, Swap
from rules.rattus.components import CARD_SETS, CUBES, IN_USE, REMOVED, TOKENS
from rules.rattus.events import Began
from rules.rattus.plague import Devastation, SpreadRats
from rules.rattus.state import Rat, State
from rules.rattus.turn import Final, Finish, Setup, Turn


class Rattus(State):
    """A game of Rattus with its kinds of decision spelled out, so that a position can be read back."""

    pending: list[list[Setup | Turn | SpreadRats | Devastation | Look | Swap | Final | Finish]]


def options(seats: int) -> tuple[Option, ...]:
    """What can be chosen when a table is opened."""
    return (
        Option("cards", ("base",)),
        Option("late_abilities", ("on", "off")),
        Option("start", ("lot", *map(str, range(seats)))),
        Option("confirm", ("off", "on")),
    )


def new(seats: int, seed: str, options: dict[str, str]) -> Rattus:
    """The board before the first cubes are placed."""
    chance = Chance(seed)
    regions = IN_USE[seats]
    beginners = [token.id for token in TOKENS.values() if token.start]
    chance.shuffle(beginners)
    supply = [token.id for token in TOKENS.values() if not token.start]
    chance.shuffle(supply)
    removed, supply = supply[: REMOVED[seats]], supply[REMOVED[seats] :] + beginners[len(regions) :]
    chance.shuffle(supply)
    plague = regions[chance.below(len(regions))]
    start = chance.below(seats) if options["start"] == "lot" else int(options["start"])
    clockwise = [(start + seat) % seats for seat in range(seats)]
    state = Rattus(
        seats=seats,
        chance=chance,
        pending=[[] for _ in range(seats)],
        free=[0] * seats,
        over=False,
        events=[],
        options=options,
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
        cards=dict.fromkeys(CARD_SETS[options["cards"]]),
    )
    state.happened(Began(start, plague))
    return state
