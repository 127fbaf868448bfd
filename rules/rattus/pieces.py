"""Whether what the class cards bring on the board can stand as it does: a part of `check`."""

from collections import Counter
from collections.abc import Iterator

from rules.errors import N_, BadPosition
from rules.rattus.cards import PIECES
from rules.rattus.cards.peasantry import UnloadBaker
from rules.rattus.components import BISHOPS, CONNECTIONS, NUNS, WALLS
from rules.rattus.plague import Devastation
from rules.rattus.state import State

MANY = 10_000  # no cube has more potions


def pieces(state: State) -> Iterator[BadPosition]:
    """The first thing about walls, figures, potions, baked cubes and turned rats that is impossible."""
    for name, card in PIECES.items():
        if getattr(state, name) and (state.cards.get(card) is None or state.phase == "setup"):
            yield BadPosition(N_("There are no {name} yet, or not in this game."), name=name)
    ways, regions = CONNECTIONS[state.seats], state.rats
    if len(state.walls) > WALLS or len(set(state.walls)) < len(state.walls) or not set(state.walls) <= set(ways):
        yield BadPosition(N_("At most {most} walls stand, each on another of {all}."), most=WALLS, all=", ".join(ways))
    for name, figures, most in (("bishops", state.bishops, BISHOPS), ("nuns", state.nuns, NUNS)):
        if len(figures) > most or not all(region in regions for region in figures):
            yield BadPosition(N_("At most {most} {name} stand, each in a region in use."), most=most, name=name)
    cubes = Counter((cube.region, cube.seat) for cube in state.protected)
    for (region, seat), number in cubes.items():
        if region not in regions or not 0 <= seat < state.seats or number > state.cubes[region][seat]:
            yield BadPosition(N_("Potions lie only under cubes on the map."))
    if any(not 1 <= cube.potions <= MANY for cube in state.protected):
        yield BadPosition(N_("Under a protected cube lie 1 to {most} potions."), most=MANY)
    if len(set(state.baked)) > 1 or not all(0 <= seat < state.seats for seat in state.baked):
        yield BadPosition(N_("The cubes on a card are all of one seat."))
    unloading = any(isinstance(decision, UnloadBaker) for decision in state.pending[state.active])
    if state.baked and not unloading and state.cards[PIECES["baked"]] != state.baked[0]:
        yield BadPosition(N_("The cubes on a card are those of its owner, until somebody takes it."))
    if state.turned and not _turned(state):
        yield BadPosition(N_("Rats lie face up only in the plague region, once all there were turned over together."))


def _turned(state: State) -> bool:
    struck = [decision for decision in state.pending[state.active] if isinstance(decision, Devastation)]
    together = any(now.revealed and PIECES["turned"] in now.joined for now in struck)
    here = [f"{state.plague}-{rat.letter}" for rat in state.rats[state.plague]]
    return together and [handle for handle in here if handle in state.turned] == state.turned
