"""Grant what effects give: tokens, points, register steps, lieutenants, scroll cubes (5.3, 5.4 and 6)."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from rules.errors import N_
from rules.messina.components import LIEUTENANTS, PAID_REGISTERS, REGISTER, SCROLL_TRACKS, Option
from rules.messina.events import Gained, Paid, Recruited, Scrolled, Stepped
from rules.messina.moves import Pay, Scroll, Step
from rules.messina.reasons import Refused, too_dear
from rules.messina.state import Player, State
from rules.notation import Move


class Effect(msgspec.Struct, frozen=True):
    """How an effect is offered, carried out and refused."""

    says: tuple[type[Move], ...]
    moves: Callable[[State, int, Sequence[str]], list[Move]]  # called with all pending effects
    apply: Callable[[State, int, str, Any], None]  # called with the effect used, and a move from `moves`
    # Returns why a move is illegal, although an effect of this kind can be used now.
    refuse: Callable[[State, int, Any, Sequence[str]], Refused | None]
    lacking: str = N_("You can’t do that right now: {effect}.")  # the refusal without such an effect
    needless: bool = True  # declining is never better than any of its moves
    spends: Callable[[Any, Sequence[str]], str] | None = None  # which of these a move uses up, if several


@cache
def effect_name(effect: str) -> str:
    """Return the name of an effect: the part before the colon."""
    return effect.partition(":")[0]


FIGURE = ("lieutenant",)  # Gains of the figure spaces of the city register: taken automatically (6.2).


def gain(state: State, seat: int, gains: Mapping[str, int], source: str) -> None:
    """Give the seat tokens and points. ``source``: see `rules.messina.events`."""
    if not gains:
        return
    player = state.players[seat]
    for token, number in gains.items():
        if token == "points":
            state.score(seat, number)
        else:
            setattr(player, token, getattr(player, token) + number)
    state.emit(Gained(seat, source, dict(gains)))


def pay(state: State, seat: int, cost: Mapping[str, int], source: str) -> None:
    """Pay the cost: the seat gives tokens to the supply, or loses points."""
    if not cost:
        return
    player = state.players[seat]
    for token, number in cost.items():
        if token == "points":
            state.score(seat, -number)
        else:
            setattr(player, token, getattr(player, token) - number)
    state.emit(Paid(seat, source, dict(cost)))


def step_price(player: Player) -> int:
    """Return the price of a step in coins: one for each lieutenant ever owned, even if given up since (6.5)."""
    return LIEUTENANTS - player.supply


def grant(state: State, seat: int, option: Option, source: str, *, loose: bool) -> None:
    """Grant everything that an option gives: tokens, register steps, a lieutenant, and effects with a choice.

    If ``loose``, the effects can be used in any order during this action step. Otherwise the seat has to answer
    them now, in the printed order, before anything else.
    """
    gain(state, seat, option.gains, source)
    for register in option.steps:
        take_step(state, seat, register)
    player = state.players[seat]
    if option.effects == FIGURE:
        if player.supply:  # Steps on registers cost more from now on (6.7).
            player.supply -= 1
            player.ready += 1
            state.emit(Recruited(seat, step_price(player)))
    elif loose:
        player.queue += option.effects
    else:
        state.ask(seat, option.effects)


def take_step(state: State, seat: int, register: str, coins: int = 0) -> None:
    """Advance one space on a register (6.2, 6.4, 6.6).

    The action of the space can be used in this action step, or otherwise in the seat's next one. A lieutenant
    arrives at once, except during production. ``coins`` is what the seat has paid for the step.
    """
    track = state.registers[register]
    printed = REGISTER[register]
    track.arrive(seat)
    state.note(seat, register)
    space = track.spaces[seat]
    if space == len(printed):
        state.emit(Stepped(seat, register, space, coins, True, False))
        return
    track.spaces[seat] = space + 1
    action = printed[space].action
    now = state.phase == "turns" if action.effects == FIGURE else state.acting and seat == state.active
    something = action.simple or bool(action.effects)
    state.emit(Stepped(seat, register, space + 1, coins, False, something and not now))
    source = f"{register}-{space + 1}"
    if something and now:
        grant(state, seat, action, source, loose=True)
    elif something:
        state.players[seat].deferred.append(source)


def payments(state: State, seat: int) -> list[Move]:
    """Return a payment move for each register on which the player can pay for a step."""
    player = state.players[seat]
    return [Pay(register) for register in PAID_REGISTERS] if player.coin >= step_price(player) else []


def pay_step(state: State, seat: int, move: Pay) -> None:
    """Pay for the step and take it."""
    player = state.players[seat]
    coins = step_price(player)
    player.coin -= coins
    take_step(state, seat, move.register, coins)


def refuse_payment(state: State, seat: int, move: Pay) -> Refused | None:
    """Return why the step can't be paid for."""
    if move.register == "popularity":
        return Refused(N_("Only removing plague cubes gives you steps on popularity; you can’t pay for them."))
    if move.register not in PAID_REGISTERS:
        told = N_("“{word}” is not a register. You can pay for steps on: {registers}.")
        return Refused(told, word=move.register, registers=PAID_REGISTERS)
    return too_dear(state.players[seat], move.register, {"coin": step_price(state.players[seat])})


def _scrolls(state: State, seat: int, effects: Sequence[str]) -> list[Move]:
    player = state.players[seat]
    columns = enumerate(zip(player.scrolls, SCROLL_TRACKS[player.scroll_board], strict=True), 1)
    return [Scroll(column) for column, (level, track) in columns if level < len(track.levels)]


def _scroll(state: State, seat: int, effect: str, move: Scroll) -> None:
    levels = state.players[seat].scrolls
    levels[move.column - 1] += 1
    state.emit(Scrolled(seat, move.column, levels[move.column - 1]))


def _refuse_scroll(state: State, seat: int, move: Scroll, effects: Sequence[str]) -> Refused:
    last = len(state.players[seat].scrolls)
    if not 1 <= move.column <= last:
        return Refused(N_("The scroll board has tracks 1 to {last}."), last=last)
    return Refused(N_("The cube of track {column} is already at the top."), column=move.column)


REGISTER_STEP = Effect(
    (Step,),
    moves=lambda state, seat, effects: list(map(Step, PAID_REGISTERS)),
    apply=lambda state, seat, effect, move: take_step(state, seat, move.register),
    refuse=lambda state, seat, move, effects: Refused(
        N_("You can take this step only on: {registers}."), registers=PAID_REGISTERS
    ),
)
SCROLL = Effect((Scroll,), _scrolls, _scroll, _refuse_scroll)
