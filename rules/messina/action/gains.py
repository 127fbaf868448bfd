"""Gains and payments: tokens, points, steps on registers, lieutenants, and effects with a choice (5.3)."""

from collections.abc import Mapping

from rules.messina.component_types import Option
from rules.messina.components import LIEUTENANTS, REGISTER
from rules.messina.events import Gained, Paid, Recruited, Stepped
from rules.messina.state import Player, State

FIGURE = ("lieutenant",)  # Gains of the figure spaces of the city register: taken automatically (6.2).


def gain(state: State, seat: int, gains: Mapping[str, int], source: str) -> None:
    """Take tokens and score points."""
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
    """Return tokens to the supply."""
    if not cost:
        return
    player = state.players[seat]
    for token, number in cost.items():
        setattr(player, token, getattr(player, token) - number)
    state.emit(Paid(seat, source, dict(cost)))


def step_price(player: Player) -> int:
    """Return the coins for one step: the lieutenants ever owned, including given-up ones (6.5)."""
    return LIEUTENANTS - player.supply


def recruit(state: State, seat: int) -> None:
    """Take a lieutenant from the supply; steps on registers cost more from now on (6.7)."""
    player = state.players[seat]
    if player.supply:
        player.supply -= 1
        player.ready += 1
        state.emit(Recruited(seat, step_price(player)))


def grant(state: State, seat: int, option: Option, source: str, *, loose: bool) -> None:
    """Grant everything an option has: tokens, register steps, a lieutenant, and effects with a choice.

    Loose effects can be used in any order with others in this action step. Otherwise they are asked now, in order,
    before anything else.
    """
    gain(state, seat, option.gains, source)
    for register in option.steps:
        take_step(state, seat, register)
    if option.effects == FIGURE:
        recruit(state, seat)
    elif loose:
        state.players[seat].queue += option.effects
    else:
        state.ask(seat, option.effects)


def take_step(state: State, seat: int, register: str, coins: int = 0) -> None:
    """Advance one space on a register (6.2, 6.4, 6.6).

    The action of the space can be used in this action step or the next one. A lieutenant comes at once. During
    production, the action waits for the next action step.
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


def take_deferred(state: State, seat: int) -> None:
    """Start the action step: actions of register spaces entered before can be used now (6.6, A19)."""
    player = state.players[seat]
    waiting, player.deferred = player.deferred, []
    for source in waiting:
        register, space = source.split("-")
        grant(state, seat, REGISTER[register][int(space) - 1].action, source, loose=True)
