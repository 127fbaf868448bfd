"""Overseers: their paths, upgrading them, activating citizens (section 5.6)."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import UNSET

from rules.game import Decision
from rules.messina.components import (
    ACTIONS,
    INDEX,
    OVERSEER_ANY,
    OVERSEER_SKIP,
    PATH_LENGTH,
    PATHS,
    SQUARE_IDS,
)
from rules.messina.effects import HANDLERS, Handler, affordable, amid, between, grant, inside, pay
from rules.messina.events import Activated, OverseerAdvanced, OverseerUpgraded, SquareSpent
from rules.messina.moves import Activate, Advance, Done, Elevate, Promote
from rules.messina.printed import Square
from rules.messina.state import Overseer, Player, State
from rules.notation import Move

UPGRADED = {"pair": (2,), "area": (2,), "two_areas": (2, 1), "centre": (3,)}  # citizens of each group of squares
NORMAL = {"pair": (1,), "area": (1,), "two_areas": (1, 1), "centre": (3,)}
FORK = 2  # the step at which a branch is chosen


def ways(overseer: Overseer, skip: bool) -> tuple[str, ...]:
    """How the overseer may advance: by a step, or over one if the icon lets it (A14)."""
    step = overseer.step
    forks = not overseer.branch
    found: tuple[str, ...] = ()
    if step < PATH_LENGTH:
        found = ("left", "right") if forks and step + 1 >= FORK else ("on",)
    if skip and step + 2 <= PATH_LENGTH:
        found += ("skip-left", "skip-right") if forks and step + 2 >= FORK else ("skip",)
    return found


def advances(state: State, seat: int, effects: Iterable[str]) -> Iterator[Move]:
    """The advances that any of the effects allows."""
    for name, overseer in state.players[seat].overseers.items():
        fitting = [one for one in effects if one in (f"overseer:{name}", OVERSEER_ANY, OVERSEER_SKIP)]
        if fitting:
            for way in ways(overseer, OVERSEER_SKIP in fitting):
                yield Advance(name, way)


def spending(move: Advance) -> tuple[str, ...]:
    """The effects that the advance may use up, the least useful first."""
    if move.way.startswith("skip"):
        return (OVERSEER_SKIP,)
    return f"overseer:{move.overseer}", OVERSEER_ANY, OVERSEER_SKIP


def advance(state: State, seat: int, name: str, way: str) -> None:
    """Move the overseer and let the citizens of the space entered be activated."""
    overseer = state.players[seat].overseers[name]
    skipped = way.startswith("skip")
    overseer.step += 1 + skipped
    if way.endswith("left"):
        overseer.branch = "left"
    elif way.endswith("right"):
        overseer.branch = "right"
    state.happened(OverseerAdvanced(seat, name, overseer.step, overseer.branch, skipped))
    space = PATHS[name, overseer.branch or "left"][overseer.step - 1]
    counts = (UPGRADED if overseer.upgraded else NORMAL)[space.kind]
    state.pending[seat].append(Activation(groups=[list(group) for group in space.groups], left=list(counts)))


class Activation(Decision):
    """Citizens to activate: from each group of squares so many more, none twice."""

    groups: list[list[str]]
    left: list[int]
    used: list[str] = msgspec.field(default_factory=list)

    def options(self, state: State, seat: int) -> Iterator[Move]:
        """The citizens that may be activated. Who merely brings tokens is activated unasked if all can be."""
        return amid(state, seat, self._own(state, seat))

    def _own(self, state: State, seat: int) -> Iterator[Move]:
        player = state.players[seat]
        printed = ACTIONS[player.board]
        here = [self._idle(player, group) if left else [] for group, left in zip(self.groups, self.left, strict=True)]
        able = [square for group in here for square in group if affordable(player, printed[square].action.cost)]
        # Who is too dear now may become affordable by whoever comes first, so they count as rivals.
        if len(able) == 1 or (able and all(len(group) <= left for group, left in zip(here, self.left, strict=True))):
            gifts = [square for square in able if _gift(printed[square])]
            alone = able if len(able) == 1 and not (printed[able[0]].action.cost or printed[able[0]].once) else []
            for square in (gifts or alone)[:1]:
                yield Activate(square)
                yield from inside(state, seat)
                return
        yield from map(Activate, able)
        yield Done()
        yield from inside(state, seat)

    def _idle(self, player: Player, group: list[str]) -> list[str]:
        gone = [*self.used, *player.spent] if player.spent else self.used
        return [square for square in group if player.squares[INDEX[square]] and square not in gone]

    def carry_out(self, state: State, seat: int, move: Move) -> None:
        """Carry out the action of a citizen's square, or be content."""
        if between(state, seat, move):
            return
        if not isinstance(move, Activate):
            state.pending[seat].pop()
            return
        player = state.players[seat]
        square = ACTIONS[player.board][move.square]
        number = next(i for i, group in enumerate(self.groups) if move.square in group)
        self.left[number] -= 1
        self.used.append(move.square)
        if not any(self.left):
            state.pending[seat].pop()
        state.happened(Activated(seat, move.square, square.sector))
        if square.once and player.spent is not UNSET:
            player.spent.append(move.square)
            state.happened(SquareSpent(seat, move.square))
        pay(state, seat, square.action.cost, move.square)
        grant(state, seat, square.action.options[0], move.square, loose=False)


def _gift(square: Square) -> bool:
    """Whether the square's action only gives, without price or question, and may do so again."""
    action = square.action
    return not (action.cost or action.options[0].effects or square.once)


def _advances(state: State, seat: int, effect: str) -> Iterator[Move]:
    return advances(state, seat, (effect,))


def _advance(state: State, seat: int, effect: str, move: Advance) -> None:
    advance(state, seat, move.overseer, move.way)


def _promotions(state: State, seat: int, effect: str) -> Iterator[Move]:
    return (Promote(name) for name, one in state.players[seat].overseers.items() if not one.upgraded)


def _promote(state: State, seat: int, effect: str, move: Promote | Elevate) -> None:
    overseer = state.players[seat].overseers[move.overseer]
    if not overseer.upgraded:
        overseer.upgraded = True
        state.happened(OverseerUpgraded(seat, move.overseer))


def _elevations(state: State, seat: int, effect: str) -> Iterator[Move]:
    """Who can be upgraded or advanced; who has gone the whole path is only upgraded (A40)."""
    for name, overseer in state.players[seat].overseers.items():
        for way in ways(overseer, skip=False) or ("on",) * (not overseer.upgraded):
            yield Elevate(name, way)


def _elevate(state: State, seat: int, effect: str, move: Elevate) -> None:
    _promote(state, seat, effect, move)
    if ways(state.players[seat].overseers[move.overseer], skip=False):
        advance(state, seat, move.overseer, move.way)


def _activations(state: State, seat: int, effect: str) -> Iterator[Move]:
    player = state.players[seat]
    gone = player.spent or ()
    for square, side in zip(ACTIONS[player.board].values(), player.squares, strict=True):
        if side and square.id not in gone and affordable(player, square.action.cost):
            yield Activate(square.id)


def _activate(state: State, seat: int, effect: str, move: Activate) -> None:
    activation = Activation(groups=[list(SQUARE_IDS)], left=[int(effect.partition(":")[2])])
    state.pending[seat].append(activation)
    activation.carry_out(state, seat, move)


HANDLERS["overseer"] = Handler(_advances, _advance, needless=False)
HANDLERS["upgrade_overseer"] = Handler(_promotions, _promote)
HANDLERS["upgrade_and_advance_overseer"] = Handler(_elevations, _elevate, needless=False)
HANDLERS["activate"] = Handler(_activations, _activate, needless=False)
