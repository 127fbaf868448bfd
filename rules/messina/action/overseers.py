"""Overseers: their paths, upgrades, and the citizens that they activate (section 5.6)."""

from collections.abc import Sequence
from typing import ClassVar, Literal

import msgspec

from rules.errors import N_
from rules.messina import components as c
from rules.messina.action.gains import Effect, effect_name, grant, pay
from rules.messina.action.interruptible import Interruptible
from rules.messina.events import Activated, OverseerAdvanced, OverseerUpgraded, SquareSpent
from rules.messina.moves import Activate, Advance, Done, Elevate, Promote
from rules.messina.reasons import Refused, not_on_square, too_dear
from rules.messina.state import Overseer, Player, State
from rules.notation import Move

UPGRADED_ACTIVATIONS = {
    "pair": (2,),
    "area": (2,),
    "two_areas": (2, 1),
    "centre": (3,),
}  # citizens of each group of squares
NORMAL_ACTIVATIONS = {"pair": (1,), "area": (1,), "two_areas": (1, 1), "centre": (3,)}
FORK_STEP = 2  # the step at which a branch is chosen


def ways_to_advance(overseer: Overseer, skip: bool) -> tuple[str, ...]:
    """Return how the overseer may advance: by one space, or by two if the icon allows skipping one (A14)."""
    step = overseer.step
    forks = not overseer.branch
    found: tuple[str, ...] = ()
    if step < c.PATH_LENGTH:
        found = ("left", "right") if forks and step + 1 >= FORK_STEP else ("on",)
    if skip and step + 2 <= c.PATH_LENGTH:
        found += ("skip-left", "skip-right") if forks and step + 2 >= FORK_STEP else ("skip",)
    return found


def _advances(state: State, seat: int, effects: Sequence[str]) -> list[Move]:
    """Return the advances that any of the effects allows."""
    skip = c.OVERSEER_SKIP in effects
    every = skip or c.OVERSEER_ANY in effects
    return [
        Advance(name, way)
        for name, overseer in state.players[seat].overseers.items()
        if every or f"overseer:{name}" in effects
        for way in ways_to_advance(overseer, skip)
    ]


def _spending(move: Advance) -> tuple[str, ...]:
    """Return the effects that can pay for the advance, the least useful first."""
    if move.way.startswith("skip"):
        return (c.OVERSEER_SKIP,)
    return f"overseer:{move.overseer}", c.OVERSEER_ANY, c.OVERSEER_SKIP


def advance(state: State, seat: int, name: str, way: str) -> None:
    """Move the overseer, then ask which citizens of the new space to activate."""
    overseer = state.players[seat].overseers[name]
    skipped = way.startswith("skip")
    overseer.step += 1 + skipped
    if way.endswith(("left", "right")):
        overseer.branch = "left" if way.endswith("left") else "right"
    state.emit(OverseerAdvanced(seat, name, overseer.step, overseer.branch, skipped))
    space = c.OVERSEER_PATHS[name, overseer.branch or "left"][overseer.step - 1]
    counts = (UPGRADED_ACTIVATIONS if overseer.upgraded else NORMAL_ACTIVATIONS)[space.kind]
    state.pending[seat].append(Activation(groups=[list(group) for group in space.groups], left=list(counts)))


class Activation(Interruptible):
    """Choosing the citizens to activate: up to a given number from each group of squares, no square twice."""

    payable: ClassVar[Literal["inside"]] = "inside"
    groups: list[list[str]]
    left: list[int]
    used: list[str] = msgspec.field(default_factory=list)

    def answers(self, state: State, seat: int) -> list[Move]:
        """Return the possible activations, and the move to stop.

        If there is nothing to decide, return a single activation. It must be free and not once per game, and either
        be the only one possible, or give only tokens while all the citizens can be activated.
        """
        player = state.players[seat]
        printed = c.BOARD_SQUARES[player.board]
        gone = [*self.used, *player.spent] if player.spent else self.used
        here = [
            [square for square in group if player.squares[c.SQUARE_INDEX[square]] and square not in gone]
            if left
            else []
            for group, left in zip(self.groups, self.left, strict=True)
        ]
        able = [square for group in here for square in group if player.affords(printed[square].action.cost)]
        # A citizen too expensive now may become affordable through another one, so it counts as a rival.
        if len(able) == 1 or (able and all(len(group) <= left for group, left in zip(here, self.left, strict=True))):
            # Without price, and repeatedly; several of them also without a choice.
            free = [square for square in able if not (printed[square].action.cost or printed[square].once)]
            gifts = [square for square in free if not printed[square].action.options[0].effects]
            alone = free if len(able) == 1 else []
            for square in (gifts or alone)[:1]:
                return [Activate(square)]
        return [*map(Activate, able), Done()]

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Carry out the action of a citizen's square, or stop."""
        if not isinstance(move, Activate):
            state.pending[seat].pop()
            return
        player = state.players[seat]
        square = c.BOARD_SQUARES[player.board][move.square]
        number = next(i for i, group in enumerate(self.groups) if move.square in group)
        self.left[number] -= 1
        self.used.append(move.square)
        if not any(self.left):
            state.pending[seat].pop()
        state.emit(Activated(seat, move.square, square.sector))
        if square.once and player.spent is not c.NOT_DEALT:
            player.spent.append(move.square)
            state.emit(SquareSpent(seat, move.square))
        pay(state, seat, square.action.cost, move.square)
        grant(state, seat, square.action.options[0], move.square, loose=False)

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        match move:
            case Activate(square):
                if refused := _cannot_act(state.players[seat], square):
                    return refused
                if square in self.used:
                    told = N_("The citizen on {square} has already been activated during this advance.")
                    return Refused(told, square=square)
                if not any(square in group for group in self.groups):
                    return Refused(N_("{square} is not beside this step of the path."), square=square)
                return Refused(N_("No more citizens can be activated there."))
            case Done():
                return Refused(N_("That costs nothing, so you can’t decline it."))
        return Refused(N_("First choose the citizens to activate, or finish activating."))

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the squares exist, each in only one group, and there are activations left."""
        squares = [square for group in self.groups for square in group]
        return (
            len(self.groups) == len(self.left)
            and all(square in c.SQUARES for square in (*squares, *self.used))
            and len(set(squares)) == len(squares)
            and all(0 <= number <= len(c.SQUARES) for number in self.left)
            and any(self.left)
        )


def _cannot_act(player: Player, square: str) -> Refused | None:
    """Return a refusal if the square has no citizen or its action can't be carried out."""
    if refused := not_on_square(player, square):
        return refused
    if square in (player.spent or ()):
        return Refused(N_("{square} works once per game, and you have used it."), square=square)
    return too_dear(player, square, c.BOARD_SQUARES[player.board][square].action.cost)


def _promote(state: State, seat: int, effect: str, move: Promote | Elevate) -> None:
    overseer = state.players[seat].overseers[move.overseer]
    if not overseer.upgraded:
        overseer.upgraded = True
        state.emit(OverseerUpgraded(seat, move.overseer))


def _elevate(state: State, seat: int, effect: str, move: Elevate) -> None:
    _promote(state, seat, effect, move)
    if ways_to_advance(state.players[seat].overseers[move.overseer], skip=False):
        advance(state, seat, move.overseer, move.way)


def _activations(state: State, seat: int, effects: Sequence[str]) -> list[Move]:
    player = state.players[seat]
    gone = player.spent or ()
    return [
        Activate(square.id)
        for square, side in zip(c.BOARD_SQUARES[player.board].values(), player.squares, strict=True)
        if side and square.id not in gone and player.affords(square.action.cost)
    ]


def _activate(state: State, seat: int, effect: str, move: Activate) -> None:
    activation = Activation(groups=[list(c.SQUARE_IDS)], left=[int(effect.partition(":")[2])])
    state.pending[seat].append(activation)
    activation.apply(state, seat, move)


def _refuse_advance(state: State, seat: int, move: Advance, effects: Sequence[str]) -> Refused:
    fitting = [effect for effect in effects if effect_name(effect) == "overseer"]
    if not set(fitting) & set(_spending(Advance(move.overseer, "on"))):
        only = tuple(effect.partition(":")[2] for effect in fitting)
        return Refused(N_("You can advance only: {overseers}."), overseers=only)
    return _refuse_way(state, seat, move, c.OVERSEER_SKIP in fitting)


def _refuse_way(state: State, seat: int, move: Advance | Elevate, skip: bool) -> Refused:
    """Return why the overseer can't take this way, although it may advance."""
    overseer = state.players[seat].overseers[move.overseer]
    if overseer.step == c.PATH_LENGTH:
        return Refused(N_("This overseer is already at the end of the path: {overseer}."), overseer=move.overseer)
    if move.way.startswith("skip") and not skip:
        return Refused(N_("You can skip a step only with an effect that allows it."))
    if overseer.branch and move.way.endswith(("left", "right")):
        area = move.overseer[0] + overseer.branch[0]
        return Refused(N_("This overseer has already chosen its branch: {area}."), area=area)
    if not overseer.branch and overseer.step >= FORK_STEP - 1 and move.way in ("on", "skip"):
        return Refused(N_("Here the path forks: choose one of the two areas."))
    return Refused(N_("The overseer can’t advance like that. Possible: {ways}."), ways=ways_to_advance(overseer, skip))


OVERSEER = Effect(
    (Advance,),
    _advances,
    apply=lambda state, seat, effect, move: advance(state, seat, move.overseer, move.way),
    refuse=_refuse_advance,
    lacking=N_("You have no effect now that advances an overseer."),
    needless=False,
    spends=lambda move, effects: next(effect for effect in _spending(move) if effect in effects),
)
UPGRADE_OVERSEER = Effect(
    (Promote,),
    lambda state, seat, effects: [Promote(n) for n, one in state.players[seat].overseers.items() if not one.upgraded],
    _promote,
    refuse=lambda state, seat, move, effects: Refused(
        N_("This overseer is already upgraded: {overseer}."), overseer=move.overseer
    ),
)
UPGRADE_AND_ADVANCE_OVERSEER = Effect(
    (Elevate,),
    lambda state, seat, effects: [  # At the end of its path, an overseer is only upgraded (A40).
        Elevate(name, way)
        for name, overseer in state.players[seat].overseers.items()
        for way in ways_to_advance(overseer, skip=False) or ("on",) * (not overseer.upgraded)
    ],
    _elevate,
    refuse=lambda state, seat, move, effects: _refuse_way(state, seat, move, skip=False),
    needless=False,
)
ACTIVATE = Effect(
    (Activate,),
    _activations,
    _activate,
    refuse=lambda state, seat, move, effects: (
        _cannot_act(state.players[seat], move.square) or Refused(N_("No more citizens can be activated there."))
    ),
    lacking=N_("You have no effect now that activates a citizen."),
    needless=False,
    spends=lambda move, effects: max(effect for effect in effects if effect_name(effect) == "activate"),
)
