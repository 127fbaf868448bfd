"""Magic (section 8): the Witch looks at rats, the Pied Piper leads them away, the Wizard brews potions."""

from rules.errors import N_
from rules.notation import Move
from rules.rattus.cards.ability import Ability, CardDecision, is_using
from rules.rattus.components import MAX_RATS, TOKEN_FACES
from rules.rattus.events import CubesMoved, Exchanged, Looked, PotionPlaced, RatMoved, Saw
from rules.rattus.moves import Exchange, Follow, Keep, Piper, Witch, Wizard
from rules.rattus.reasons import Refused, no_cubes, no_rat, no_such_cube, not_neighbours
from rules.rattus.state import State


def _face_down(state: State, region: str = "") -> list[str]:
    """Return the handles of the face-down rats in a region, or on the whole board if ``region`` is empty."""
    handles = state.handles()
    if region:
        handles = [handle for handle in handles if handle.startswith(f"{region}-")]
    return [handle for handle in handles if handle not in state.turned] if state.turned else handles


def _look(state: State, seat: int, move: Witch) -> None:
    """Look at the first rat; this can't be undone."""
    _see(state, seat, move.rat)
    state.pending[seat].append(Look(first=move.rat))


def _refuse_look(state: State, seat: int, move: Witch | Follow) -> Refused | None:
    if not (refused := no_rat(state, move.rat)) and move.rat in state.turned:
        return Refused(N_("{rat} is already face up; it stays where it is until it has struck."), rat=move.rat)
    return refused


def _see(state: State, seat: int, handle: str) -> None:
    rat = state.rat(handle)
    if seat not in rat.seen:
        rat.seen = sorted([*rat.seen, seat])
    state.emit(Looked(seat, handle))
    state.emit(Saw(seat, handle, TOKEN_FACES[rat.token]))
    state.barrier()


class Look(CardDecision):
    """Deciding whether to look at a second rat."""

    first: str

    def options(self, state: State, seat: int) -> list[Move]:
        """Return the moves to look at another rat, and to stop."""
        return [*(Witch(handle) for handle in _face_down(state) if handle != self.first), Keep()]

    def apply(self, state: State, seat: int, move: Move) -> None:
        """Look at the second rat and ask whether to exchange the two, or stop."""
        self.leave(state, seat)
        if isinstance(move, Witch):
            _see(state, seat, move.rat)
            state.pending[seat].append(Swap(first=self.first, second=move.rat))

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the Witch is in use and the seat has seen the first rat."""
        return is_using(state, seat, "witch") and _seen(state, self.first)

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        if not isinstance(move, Witch):
            return Refused(N_("First finish with the Witch: look at a second rat, or leave the rats as they are."))
        just = Refused(N_("You have just looked at {rat}; choose another rat or none."), rat=move.rat)
        return _refuse_look(state, seat, move) or just


def _seen(state: State, handle: str) -> bool:
    return handle in state.handles() and handle not in state.turned and state.active in state.rat(handle).seen


class Swap(CardDecision):
    """Deciding whether to exchange the two rats seen. Walls, bishops and distance don't matter."""

    first: str
    second: str

    def options(self, state: State, seat: int) -> list[Move]:
        """Return the moves to exchange the rats and to keep them."""
        return [Exchange(), Keep()]

    def apply(self, state: State, seat: int, move: Move) -> None:
        """Exchange the tokens together with the records of who saw them, or keep them. The handles stay in place."""
        if isinstance(move, Exchange):
            one, other = state.rat(self.first), state.rat(self.second)
            one.token, other.token = other.token, one.token
            one.seen, other.seen = other.seen, one.seen
            state.emit(Exchanged(seat, self.first, self.second))
        self.leave(state, seat)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the Witch is in use and the seat has seen both rats, which are different."""
        rats = {self.first, self.second}
        return is_using(state, seat, "witch") and len(rats) == 2 and all(_seen(state, rat) for rat in rats)

    def refuse(self, state: State, seat: int, move: Move) -> Refused:
        """Return why the move doesn't answer this question."""
        told = N_("First finish with the Witch: exchange {rat} and {second_rat}, or leave them as they are.")
        return Refused(told, rat=self.first, second_rat=self.second)


WITCH = Ability(Witch, lambda state, seat: list(map(Witch, _face_down(state))), _look, _refuse_look)


def _lead(state: State, seat: int, move: Piper) -> None:
    """Move the cube. Face-down rats of its old region follow. If there is room for only some, the player chooses."""
    state.lift_cube(move.region, seat, move.potions)
    state.put_cube(move.to, seat, move.potions)
    state.emit(CubesMoved(seat, "piper", move.region, move.to, 1, move.potions))
    rats = _face_down(state, move.region)
    room = MAX_RATS - len(state.rats[move.to]) if state.room(move.to) else 0
    if len(rats) <= room:
        for handle in rats:
            _follow(state, seat, handle, move.to)
    elif room:
        state.pending[seat].append(FollowPiper(region=move.region, to=move.to, left=room))


def _follow(state: State, seat: int, handle: str, to: str) -> None:
    state.emit(RatMoved(seat, "piper", handle, state.put_rat(to, state.lift_rat(handle))))


class FollowPiper(CardDecision, tag="follow"):
    """Choosing the next rat that follows the cube, unseen, when there isn't room for all the rats."""

    region: str
    to: str
    left: int

    def options(self, state: State, seat: int) -> list[Move]:
        """Return a move for each face-down rat of the region that the cube left."""
        return [Follow(handle) for handle in _face_down(state, self.region)]

    def apply(self, state: State, seat: int, move: Follow) -> None:
        """Move the rat to the cube's new region."""
        self.left -= 1
        _follow(state, seat, move.rat, self.to)
        if not self.left:
            self.leave(state, seat)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the region has more rats than may follow, and the other region has room for exactly those."""
        return (
            is_using(state, seat, "piper")
            and self.region in state.rats
            and self.to in state.neighbours(self.region)
            and state.room(self.to)
            and 1 <= self.left == MAX_RATS - len(state.rats[self.to])
            and self.left < len(_face_down(state, self.region))
            and state.cubes[self.to][seat] > 0
        )

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        if isinstance(move, Follow):
            wrong = Refused(N_("Only rats from {region} follow the Pied Piper."), region=self.region)
            return _refuse_look(state, seat, move) or wrong
        told = N_("First choose the rats that follow to {to_region}; still to choose: {left}.")
        return Refused(told, to_region=self.to, left=self.left)


PIPER = Ability(
    Piper,
    options=lambda state, seat: [
        Piper(region, to, potions)  # the Pied Piper can move even if no rat can follow
        for region in state.cubes
        for potions in state.potion_counts(region, seat)
        for to in state.neighbours(region)
    ],
    apply=_lead,
    refuse=lambda state, seat, move: (
        no_cubes(state, seat, move.region)
        or not_neighbours(state, move.region, move.to)
        or no_such_cube(state, seat, move.region, move.potions)
    ),
)


def _brew(state: State, seat: int, move: Wizard) -> None:
    state.lift_cube(move.region, seat, move.potions)
    state.put_cube(move.region, seat, move.potions + 1)
    state.emit(PotionPlaced(seat, move.region, move.potions + 1))


WIZARD = Ability(
    Wizard,
    options=lambda state, seat: [
        Wizard(region, potions) for region in state.cubes for potions in state.potion_counts(region, seat)
    ],
    apply=_brew,
    refuse=lambda state, seat, move: (
        no_cubes(state, seat, move.region) or no_such_cube(state, seat, move.region, move.potions)
    ),
)
