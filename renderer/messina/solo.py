"""Games against the virtual opponent: the look of its pieces, and whether the result is good."""

from msgspec.structs import replace

from renderer.seats import VIRTUAL_LOOK
from rules.messina.components import OPPONENT
from rules.messina.view_types import View


def with_looks(view: View) -> View:
    """Return the view with the opponent's look in place of its number in figures, discs and the turn order."""
    if view.opponent is None:
        return view
    look = {OPPONENT: VIRTUAL_LOOK}
    return replace(
        view,
        order=[look.get(seat, seat) for seat in view.order],
        hexes=[
            replace(one, figures=[replace(figure, seat=look.get(figure.seat, figure.seat)) for figure in one.figures])
            for one in view.hexes
        ],
        registers=[
            replace(one, discs=[[look.get(seat, seat) for seat in there] for there in one.discs])
            for one in view.registers
        ],
    )


def in_turn(view: View) -> list[int]:
    """Return the seats in turn order, without the opponent."""
    return [seat for seat in view.order if 0 <= seat < view.seats]


def won(view: View, seat: int) -> bool:
    """Return whether the game is over and the seat has won; in a solo game, whether its result is good (9.3)."""
    if view.score is None or seat not in view.score.winners:
        return False
    return view.opponent is None or view.score.points[seat] >= view.opponent.good_score
