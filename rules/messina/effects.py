"""Effects: what is gained at once, what asks something, and who knows how to carry it out (section 5.3)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from rules.game import Decision
from rules.messina.components import LIEUTENANTS, REGISTER
from rules.messina.events import Gained, Paid, Recruited, Stepped
from rules.messina.moves import Done, Pay, Work
from rules.messina.printed import Option
from rules.messina.state import Player, State
from rules.notation import Move


class Handler(msgspec.Struct, frozen=True):
    """How an effect is offered and carried out. ``needless``: declining it is never better than any of its moves."""

    moves: Callable[[State, int, str], Iterator[Move]]
    carry_out: Callable[[State, int, str, Any], None]
    needless: bool = True


HANDLERS: dict[str, Handler] = {}
"""By the effect's name (the part before the colon), and "work" and "pay"; filled by the modules of the topics."""

BETWEEN: dict[type[Move], str] = {Work: "work", Pay: "pay"}

FIGURE = ("lieutenant",)  # what the figure spaces of the city register give: it is taken, and nobody is asked (6.2)


def handler(effect: str) -> Handler:
    """Who knows the effect."""
    return HANDLERS[effect.partition(":")[0]]


def gain(state: State, seat: int, gains: Mapping[str, int], source: str) -> None:
    """Take tokens; score points."""
    if not gains:
        return
    player = state.players[seat]
    for token, number in gains.items():
        if token == "points":
            state.score(seat, number)
        else:
            setattr(player, token, getattr(player, token) + number)
    state.happened(Gained(seat, source, dict(gains)))


def affordable(player: Player, cost: Mapping[str, int]) -> bool:
    """Whether the player has the tokens."""
    for token, number in cost.items():  # noqa: SIM110 - asked very often, and a generator would double its time
        if getattr(player, token) < number:
            return False
    return True


def pay(state: State, seat: int, cost: Mapping[str, int], source: str) -> None:
    """Give tokens back to the supply."""
    if not cost:
        return
    player = state.players[seat]
    for token, number in cost.items():
        setattr(player, token, getattr(player, token) - number)
    state.happened(Paid(seat, source, dict(cost)))


def step_price(player: Player) -> int:
    """The coins for one step: the lieutenants ever owned, given-up ones included (6.5)."""
    return LIEUTENANTS - player.supply


def recruit(state: State, seat: int) -> None:
    """Take a lieutenant from the supply; steps on registers are dearer from now on (6.7)."""
    player = state.players[seat]
    if player.supply:
        player.supply -= 1
        player.ready += 1
        state.happened(Recruited(seat, step_price(player)))


def grant(state: State, seat: int, option: Option, source: str, *, loose: bool) -> None:
    """Give everything an option has: tokens, register steps, a lieutenant, and the effects that ask something.

    Loose effects may be used in any order with others in this action step; otherwise they are asked now, in their
    order, before anything else.
    """
    gain(state, seat, option.gains, source)
    for register in option.steps:
        step(state, seat, register)
    if option.effects == FIGURE:
        recruit(state, seat)
    elif loose:
        state.players[seat].queue += option.effects
    else:
        state.pending[seat] += [Benefit(effect) for effect in reversed(option.effects)]


def step(state: State, seat: int, register: str, coins: int = 0) -> None:
    """Advance a space on a register (6.2, 6.4, 6.6).

    Its action is usable in this action step or the next one. A lieutenant comes at once, but what production brings
    waits for the next action step.
    """
    track = state.registers[register]
    printed = REGISTER[register]
    track.arrive(seat)
    state.note(seat, register)
    space = track.spaces[seat]
    if space == len(printed):
        state.happened(Stepped(seat, register, space, coins, True, False))
        return
    track.spaces[seat] = space + 1
    action = printed[space].action
    now = state.phase == "turns" if action.effects == FIGURE else state.acting and seat == state.active
    something = action.simple or bool(action.effects)
    state.happened(Stepped(seat, register, space + 1, coins, False, something and not now))
    source = f"{register}-{space + 1}"
    if something and now:
        grant(state, seat, action, source, loose=True)
    elif something:
        state.players[seat].deferred.append(source)


def take_deferred(state: State, seat: int) -> None:
    """The action step begins: actions of register spaces entered before are usable now (6.6, A19)."""
    player = state.players[seat]
    waiting, player.deferred = player.deferred, []
    for source in waiting:
        register, space = source.split("-")
        grant(state, seat, REGISTER[register][int(space) - 1].action, source, loose=True)


def amid(state: State, seat: int, own: Iterable[Move], sector: str = "") -> Iterator[Move]:
    """A decision's own answers, and what may be done at any time between: citizens into workshops (4.9).

    A single answer stays single, and is then taken by the rules, unless such a move could matter to it: because the
    workshop pays at once, or because it frees a square of the sector in which room is looked for.
    """
    answers = iter(own)
    return _with_works(state, seat, answers, sector) if state.players[seat].workshops else answers


def _with_works(state: State, seat: int, answers: Iterator[Move], sector: str) -> Iterator[Move]:
    yield next(answers)
    second = next(answers, None)
    if second is not None:
        yield second
        yield from answers
    works = HANDLERS["work"].moves
    if second is not None or next(works(state, seat, sector), None) is not None:
        yield from works(state, seat, "any")


def between(state: State, seat: int, move: Move) -> bool:
    """Carry out a move that may be made in the middle of a decision; False if it is none of those."""
    name = BETWEEN.get(type(move))
    if name is None:
        return False
    HANDLERS[name].carry_out(state, seat, "", move)
    return True


class Benefit(Decision):
    """One effect that must be answered before anything else, such as the action of an activated citizen."""

    effect: str

    @property
    def question(self) -> str:
        """The name of the effect."""
        return self.effect.partition(":")[0]

    def options(self, state: State, seat: int) -> Iterator[Move]:
        """Its moves; declining, where that may be better or nothing else is possible."""
        return amid(state, seat, self._own(state, seat))

    def _own(self, state: State, seat: int) -> Iterator[Move]:
        known = handler(self.effect)
        moves = known.moves(state, seat, self.effect)
        first = next(moves, None)
        if first is not None:
            yield first
            yield from moves
        if first is None or not known.needless:
            yield Done()
        yield from inside(state, seat)

    def carry_out(self, state: State, seat: int, move: Move) -> None:
        """Do it or decline it."""
        if between(state, seat, move):
            return
        state.pending[seat].pop()
        if not isinstance(move, Done):
            handler(self.effect).carry_out(state, seat, self.effect, move)


def inside(state: State, seat: int) -> Iterator[Move]:
    """Register payments inside a benefit, if the table allows them there (A54)."""
    if state.options["payment_inside_benefit"] == "yes" and state.acting and seat == state.active:
        yield from HANDLERS["pay"].moves(state, seat, "")
