"""Magic (section 8): the Witch's look, perhaps a second one, perhaps an exchange."""

from collections.abc import Iterator

from rules.game import Decision
from rules.notation import Move
from rules.rattus.cards.ability import Ability
from rules.rattus.components import FACES
from rules.rattus.events import Exchanged, Looked, Saw
from rules.rattus.moves import Exchange, Keep, Witch
from rules.rattus.reasons import Refused, no_rat
from rules.rattus.state import State


def _options(state: State, seat: int) -> Iterator[Move]:
    """Every rat on the board."""
    return map(Witch, state.handles())


def _look(state: State, seat: int, move: Witch) -> None:
    """The first look; it cannot be taken back."""
    _see(state, seat, move.rat)
    state.pending[seat].append(Look(first=move.rat))


def _refuse(state: State, seat: int, move: Witch) -> Refused | None:
    return no_rat(state, move.rat)


def _see(state: State, seat: int, handle: str) -> None:
    rat = state.rat(handle)
    if seat not in rat.seen:
        rat.seen = sorted([*rat.seen, seat])
    state.happened(Looked(seat, handle))
    state.happened(Saw(seat, handle, FACES[rat.token]))
    state.barrier()


class Look(Decision):
    """Whether to look at a second rat."""

    first: str

    def options(self, state: State, seat: int) -> Iterator[Move]:
        """Any other rat, or none."""
        for handle in state.handles():
            if handle != self.first:
                yield Witch(handle)
        yield Keep()

    def carry_out(self, state: State, seat: int, move: Move) -> None:
        """Look again, or leave it."""
        state.pending[seat].pop()
        if isinstance(move, Witch):
            _see(state, seat, move.rat)
            state.pending[seat].append(Swap(first=self.first, second=move.rat))


class Swap(Decision):
    """Whether to exchange the two rats looked at; walls, bishops and distance do not matter."""

    first: str
    second: str

    def options(self, state: State, seat: int) -> Iterator[Move]:
        """Exchange or not."""
        yield Exchange()
        yield Keep()

    def carry_out(self, state: State, seat: int, move: Move) -> None:
        """The tokens change places with all that was seen of them; the handles stay."""
        state.pending[seat].pop()
        if isinstance(move, Exchange):
            one, other = state.rat(self.first), state.rat(self.second)
            one.token, other.token = other.token, one.token
            one.seen, other.seen = other.seen, one.seen
            state.happened(Exchanged(seat, self.first, self.second))


WITCH = Ability(Witch, _options, _look, _refuse)
