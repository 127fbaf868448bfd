"""Register payments, free steps with a choice, scroll cubes, lieutenants from the supply (sections 5.4 and 6)."""

from collections.abc import Iterator

from rules.messina.components import BOUGHT, LIEUTENANTS, TRACKS
from rules.messina.effects import HANDLERS, Handler, step
from rules.messina.events import Recruited, Scrolled
from rules.messina.moves import Pay, Recruit, Scroll, Step
from rules.messina.state import Player, State
from rules.notation import Move


def step_price(player: Player) -> int:
    """The coins for one step: the lieutenants ever owned, given-up ones included (6.5)."""
    return LIEUTENANTS - player.supply


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


def _recruits(state: State, seat: int, effect: str) -> Iterator[Move]:
    if state.players[seat].supply:
        yield Recruit()


def _recruit(state: State, seat: int, effect: str, move: Recruit) -> None:
    player = state.players[seat]
    player.supply -= 1
    player.ready += 1
    state.happened(Recruited(seat))


HANDLERS["pay"] = Handler(_payments, _pay, needless=False)
HANDLERS["register"] = Handler(_steps, _step)
HANDLERS["scroll"] = Handler(_scrolls, _scroll)
HANDLERS["lieutenant"] = Handler(_recruits, _recruit, needless=False)
