"""Church (section 8): the Monk moves a rat; nuns and bishops are placed in regions."""

from typing import ClassVar

from rules.errors import N_
from rules.notation import Move
from rules.rattus.cards.ability import Ability, CardDecision, is_using
from rules.rattus.components import BISHOPS, NUNS, rat_region
from rules.rattus.events import FigureMoved, RatMoved
from rules.rattus.moves import RESERVE, Bishop, Monk, Nun, Skip
from rules.rattus.reasons import Refused, no_rat, no_region, no_room, not_neighbours
from rules.rattus.state import State


def _monk_options(state: State, seat: int) -> list[Move]:
    """Return moves of each rat to each neighbour with room. A region's rats differ: some may have been seen."""
    moves: list[Move] = []
    for region, rats in state.rats.items():
        if rats:
            targets = state.entrances(region)
            for rat in rats:
                handle = f"{region}-{rat.letter}"
                moves += [Monk(handle, to) for to in targets]
    return moves


def _move(state: State, seat: int, move: Monk) -> None:
    handle = state.put_rat(move.to, state.lift_rat(move.rat))
    state.emit(RatMoved(seat, "monk", move.rat, handle))


MONK = Ability(
    Monk,
    _monk_options,
    _move,
    refuse=lambda state, seat, move: (
        no_rat(state, move.rat) or not_neighbours(state, rat_region(move.rat), move.to) or no_room(state, move.to)
    ),
)


def _set(state: State, seat: int, figures: list[str], card: str, figure: str, to: str) -> None:
    """Put a figure into a region, from the reserve or from its current region."""
    if figure != RESERVE:
        figures.remove(figure)
    figures.append(to)
    state.emit(FigureMoved(seat, card, "" if figure == RESERVE else figure, to))


def _nun_options(state: State, seat: int) -> list[Move]:
    """Return moves of each nun, from the reserve or a region, into every other region. Walls don't matter."""
    figures = [*([RESERVE] if len(state.nuns) < NUNS else []), *dict.fromkeys(state.nuns)]
    return [Nun(figure, to) for figure in figures for to in state.rats if to != figure]


def _first_nun(state: State, seat: int, move: Nun) -> None:
    """Place the first nun, and ask for the next one."""
    _set(state, seat, state.nuns, "nun", move.figure, move.to)
    state.pending[seat].append(NextNun(left=NUNS - 1))


def _refuse_nun(state: State, seat: int, move: Nun) -> Refused | None:
    if refused := no_region(state, move.to):
        return refused
    if move.figure == RESERVE:
        return Refused(N_("All nuns are on the board: {regions}."), regions=tuple(state.nuns))
    if move.figure == move.to and move.figure in state.nuns:
        return Refused(N_("The nun is already in {region}."), region=move.to)
    return Refused(N_("There is no nun in {place}."), place=move.figure)


class NextNun(CardDecision, tag="nun"):
    """Deciding whether to place another nun, and where."""

    always_ask: ClassVar[bool] = True
    left: int

    def options(self, state: State, seat: int) -> list[Move]:
        """Return the same moves as for the first nun, and the move to skip."""
        return [*_nun_options(state, seat), Skip()]

    def apply(self, state: State, seat: int, move: Move) -> None:
        """Place the nun, or skip."""
        self.left -= 1
        if isinstance(move, Nun):
            _set(state, seat, state.nuns, "nun", move.figure, move.to)
        if not self.left or isinstance(move, Skip):
            self.leave(state, seat)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the Nun is in use, a nun is on the board, and the number left to place is possible."""
        return is_using(state, seat, "nun") and 1 <= self.left < NUNS and bool(state.nuns)

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        told = N_("First finish with the nuns: place another one, or stop. Still possible: {left}.")
        return _refuse_nun(state, seat, move) if isinstance(move, Nun) else Refused(told, left=self.left)


NUN = Ability(Nun, _nun_options, _first_nun, _refuse_nun)


def _bishop_options(state: State, seat: int) -> list[Move]:
    """Return moves into any region: from the reserve, or from another region only if all bishops are on the board."""
    figures = [RESERVE] if len(state.bishops) < BISHOPS else dict.fromkeys(state.bishops)
    return [Bishop(figure, to) for figure in figures for to in state.rats if to != figure]


def _refuse_bishop(state: State, seat: int, move: Bishop) -> Refused | None:
    if refused := no_region(state, move.to):
        return refused
    if move.figure == RESERVE:
        return Refused(N_("All bishops are on the board: {regions}."), regions=tuple(state.bishops))
    if len(state.bishops) < BISHOPS:
        return Refused(N_("You can move a bishop only when all are on the board; first place the one in reserve."))
    if move.figure == move.to and move.figure in state.bishops:
        return Refused(N_("The bishop is already in {region}."), region=move.to)
    return Refused(N_("There is no bishop in {place}."), place=move.figure)


BISHOP = Ability(
    Bishop,
    _bishop_options,
    lambda state, seat, move: _set(state, seat, state.bishops, "bishop", move.figure, move.to),
    _refuse_bishop,
)
