"""Register payments, free steps with a choice, scroll cubes (sections 5.4 and 6)."""

from collections.abc import Iterator

from rules.messina.components import BOUGHT, TRACKS
from rules.messina.effects import HANDLERS, Handler, step, step_price
from rules.messina.events import Scrolled
from rules.messina.moves import Pay, Scroll, Step
from rules.messina.state import Player, State
from rules.notation import Move


def can_pay(player: Player) -> bool:
    """Whether the player has the coins for a step."""
    return player.coin >= step_price(player)


def _payments(state: State, seat: int, effect: str) -> Iterator[Move]:
    if can_pay(state.players[seat]):
        for register in BOUGHT:
            yield Pay(register)


def _pay(state: State, seat: int, effect: str, move: Pay) -> None:
    player = state.players[seat]
    coins = step_price(player)
    player.coin -= coins
    step(state, seat, move.register, coins)


def _steps(state: State, seat: int, effect: str) -> Iterator[Move]:
    for register in BOUGHT:
        yield Step(register)


def _step(state: State, seat: int, effect: str, move: Step) -> None:
    step(state, seat, move.register)


def _scrolls(state: State, seat: int, effect: str) -> Iterator[Move]:
    player = state.players[seat]
    for column, (level, track) in enumerate(zip(player.scrolls, TRACKS[player.scroll_board], strict=True), 1):
        if level < len(track.levels):
            yield Scroll(column)


def _scroll(state: State, seat: int, effect: str, move: Scroll) -> None:
    levels = state.players[seat].scrolls
    levels[move.column - 1] += 1
    state.happened(Scrolled(seat, move.column, levels[move.column - 1]))


HANDLERS["pay"] = Handler(_payments, _pay, needless=False)
HANDLERS["register"] = Handler(_steps, _step)
HANDLERS["scroll"] = Handler(_scrolls, _scroll)
