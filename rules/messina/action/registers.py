"""Register payments, free steps with a choice, scroll cubes (sections 5.4 and 6)."""

from collections.abc import Sequence

from rules.errors import N_
from rules.messina.action.effect import Effect, no_effect
from rules.messina.action.gains import step_price, take_step
from rules.messina.components import BOUGHT, TRACKS
from rules.messina.events import Scrolled
from rules.messina.moves import Pay, Scroll, Step
from rules.messina.reasons import Refused, too_dear
from rules.messina.state import Player, State
from rules.notation import Move


def can_pay(player: Player) -> bool:
    """Return whether the player has the coins for a step."""
    return player.coin >= step_price(player)


def payments(state: State, seat: int) -> list[Move]:
    """Return a step on each register that can be paid for."""
    return [Pay(register) for register in BOUGHT] if can_pay(state.players[seat]) else []


def pay_step(state: State, seat: int, move: Pay) -> None:
    """Pay for the step and take it."""
    player = state.players[seat]
    coins = step_price(player)
    player.coin -= coins
    take_step(state, seat, move.register, coins)


def refuse_payment(state: State, seat: int, move: Pay) -> Refused | None:
    """Return why the step can't be paid for."""
    if move.register == "popularity":
        return Refused(N_("Popularity only moves when you remove plague cubes; you can’t pay for it."))
    if move.register not in BOUGHT:
        return Refused(
            N_("“{word}” is not a register. You can pay for steps on: {registers}."),
            word=move.register,
            registers=BOUGHT,
        )
    return too_dear(state.players[seat], move.register, {"coin": step_price(state.players[seat])})


def _steps(state: State, seat: int, effects: Sequence[str]) -> list[Move]:
    return [Step(register) for register in BOUGHT]


def _step(state: State, seat: int, effect: str, move: Step) -> None:
    take_step(state, seat, move.register)


def _refuse_step(state: State, seat: int, move: Step, effects: Sequence[str]) -> Refused | None:
    return no_effect(effects, "register") or Refused(
        N_("The step is for one of these registers: {registers}."), registers=BOUGHT
    )


def _scrolls(state: State, seat: int, effects: Sequence[str]) -> list[Move]:
    player = state.players[seat]
    columns = enumerate(zip(player.scrolls, TRACKS[player.scroll_board], strict=True), 1)
    return [Scroll(column) for column, (level, track) in columns if level < len(track.levels)]


def _scroll(state: State, seat: int, effect: str, move: Scroll) -> None:
    levels = state.players[seat].scrolls
    levels[move.column - 1] += 1
    state.emit(Scrolled(seat, move.column, levels[move.column - 1]))


def _refuse_scroll(state: State, seat: int, move: Scroll, effects: Sequence[str]) -> Refused | None:
    if refused := no_effect(effects, "scroll"):
        return refused
    last = len(state.players[seat].scrolls)
    if not 1 <= move.column <= last:
        return Refused(N_("The scroll board has tracks 1 to {last}."), last=last)
    return Refused(N_("The cube of track {column} is at the top."), column=move.column)


REGISTER_STEP = Effect((Step,), _steps, _step, _refuse_step)
SCROLL = Effect((Scroll,), _scrolls, _scroll, _refuse_scroll)
