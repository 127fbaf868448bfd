"""Royalty (section 8): the King saves cubes, the Queen adds cubes, the Emperor builds walls."""

from typing import ClassVar

from rules.errors import N_
from rules.notation import Move
from rules.rattus.cards.ability import Ability, CardDecision, has_largest_area, is_using, largest_area, place_cubes
from rules.rattus.components import CONNECTIONS, NEIGHBOURS, PLAYER_COUNTS, WALLS, connection_name
from rules.rattus.events import Saved, WallMoved
from rules.rattus.moves import RESERVE, Emperor, King, Queen, Skip
from rules.rattus.reasons import Refused, no_cubes, no_region, no_stock
from rules.rattus.state import State


def _save(state: State, seat: int, move: King) -> None:
    """Bring the cube with the fewest potions to the palace; the potions are lost."""
    potions = state.potion_counts(move.region, seat)[0]
    state.lift_cube(move.region, seat, potions)
    state.palace[seat] += 1
    state.emit(Saved(seat, move.region, potions))


KING = Ability(
    King,
    options=lambda state, seat: [
        King(region) for region, cubes in state.cubes.items() if cubes[seat] and not state.rats[region]
    ],
    apply=_save,
    refuse=lambda state, seat, move: (
        no_cubes(state, seat, move.region)
        or Refused(
            N_("There are rats in {region}; the King saves cubes only from regions without rats."), region=move.region
        )
    ),
)


EXAMPLE_CONNECTION = CONNECTIONS[PLAYER_COUNTS[0]][0]
QUEEN_CUBES = 2  # extra cubes of the Queen in the final round


def _refuse_queen(state: State, seat: int, move: Queen) -> Refused | None:
    if refused := no_region(state, move.region) or no_stock(state, seat):
        return refused
    most = max(largest_area(state, other) for other in range(state.seats) if other != seat)
    told = N_(
        "The Queen only helps the player with the largest connected area. Regions in yours: {mine}; in "
        "another player’s: {most}."
    )
    return Refused(told, mine=largest_area(state, seat), most=most)


QUEEN = Ability(
    Queen,
    lambda state, seat: (
        [Queen(to) for to in state.cubes] if state.stock[seat] and has_largest_area(state, seat) else []
    ),
    lambda state, seat, move: place_cubes(state, seat, move.region, min(QUEEN_CUBES, state.stock[seat]), "queen"),
    _refuse_queen,
)


def _emperor_options(state: State, seat: int) -> list[Move]:
    """Return moves of each wall, from the reserve or its current connection, onto each connection without a wall."""
    free = [way for way in CONNECTIONS[state.seats] if way not in state.walls]
    walls = [*([RESERVE] if len(state.walls) < WALLS else []), *state.walls]
    return [Emperor(wall, way) for wall in walls for way in free]


def _set(state: State, seat: int, move: Emperor) -> None:
    if move.wall != RESERVE:
        state.walls.remove(move.wall)
    state.walls.append(move.connection)
    state.emit(WallMoved(seat, "" if move.wall == RESERVE else move.wall, move.connection))


def _first_wall(state: State, seat: int, move: Emperor) -> None:
    """Place the first wall, and ask for the next one."""
    _set(state, seat, move)
    state.pending[seat].append(NextWall(left=WALLS - 1))


def _refuse_emperor(state: State, seat: int, move: Emperor) -> Refused | None:
    region, _, to = move.connection.partition("+")
    if not to:
        return Refused(
            N_("“{word}” is not a connection. Write a connection like this: {text}."),
            word=region,
            text=EXAMPLE_CONNECTION,
        )
    if refused := no_region(state, region) or no_region(state, to):
        return refused
    if to not in NEIGHBOURS[state.seats][region]:
        told = N_("{region} and {to_region} are not neighbours, so there can be no wall between them.")
        return Refused(told, region=region, to_region=to)
    right = connection_name(region, to)
    if right != move.connection:
        return Refused(N_("Write this connection as {text}."), text=right)
    if right in state.walls:
        return Refused(N_("There is already a wall between {region} and {to_region}."), region=region, to_region=to)
    if move.wall == RESERVE:
        return Refused(N_("All walls are on the board; you must move one of them."))
    if not state.walls:
        return Refused(N_("No wall is on the board yet; take one from the reserve."))
    return Refused(N_("There is no such wall to move. Name one of these: {walls}."), walls=tuple(state.walls))


class NextWall(CardDecision, tag="emperor"):
    """Deciding whether to place another wall, and where."""

    always_ask: ClassVar[bool] = True
    left: int

    def options(self, state: State, seat: int) -> list[Move]:
        """Return the same moves as for the first wall, and the move to skip."""
        return [*_emperor_options(state, seat), Skip()]

    def apply(self, state: State, seat: int, move: Move) -> None:
        """Place the wall, or skip."""
        self.left -= 1
        if isinstance(move, Emperor):
            _set(state, seat, move)
        if not self.left or isinstance(move, Skip):
            self.leave(state, seat)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the Emperor is in use, a wall is on the board, and the number left to place is possible."""
        return is_using(state, seat, "emperor") and 1 <= self.left < WALLS and bool(state.walls)

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        told = N_("First finish with the walls: place another one, or stop. Still possible: {left}.")
        return _refuse_emperor(state, seat, move) if isinstance(move, Emperor) else Refused(told, left=self.left)


EMPEROR = Ability(Emperor, _emperor_options, _first_wall, _refuse_emperor)
