"""Make up hard turns for the challenge of the day without a search: moves picked by index, an invented judgement."""

import msgspec

from computer_players.review import Judgement, JudgeRequest
from rules import GAMES
from rules import daily as chains
from rules.chance import Chance
from rules.game import begins_turn, blocking_seats, sample_position
from rules.table import Table
from rules_service import RulesService
from rules_service.daily import OPTIONS, DailyKind
from rules_service.daily_turn import DailyTurn
from rules_service.options import complete_options, game_options

BEST, OTHER = 0.71, 0.58  # chances to win
BEFORE = 12  # moves before the turn, at least


async def prepare(service: RulesService, day: int, seats: int = 3) -> DailyTurn:
    """Create the turn of a day, and store it as if it had been found in time."""
    chain = await service.dailies.chain()
    turn = make(chains.seed_of(chains.earlier(chain.root, chain.last - day), day), seats)
    await service.dailies._add(day, DailyKind.RATTUS, turn)
    return turn


def make(seed: str, seats: int = 3) -> DailyTurn:
    """Return a made-up turn in a game of Rattus with this seed."""
    game = GAMES["rattus"]
    table = Table(game, seats, seed, game_options(game, seats, complete_options(game, OPTIONS)))
    while len(table.steps) < BEFORE or not begins_turn(table.state, blocking_seats(table.state)[0]):
        seat = blocking_seats(table.state)[0]
        legal = table.legal(seat)
        table.play(seat, legal[len(table.steps) % len(legal)].text)
    seat = blocking_seats(table.state)[0]
    position = msgspec.to_builtins(sample_position(game, table.state, seat, Chance("known")))
    question = JudgeRequest(game.id, seat, "asked", position, whole_turn(table, seat, 1))
    expected = [[other if seat == own else 0.1 for own in range(seats)] for other in (BEST, OTHER)]
    judgement = Judgement(*expected, whole_turn(table, seat, 0), near_expected=expected[0], checked=True)
    moves = [(step.seat, step.move) for step in table.steps]
    facts = msgspec.to_builtins(question), msgspec.to_builtins(judgement)
    return DailyTurn(seats, "steady", seat, moves, *facts, round(100 * BEST))


def whole_turn(begun: Table, seat: int, choice: int) -> list[str]:
    """Play the legal move at this index (or the last) on a copy until a move can't be undone. Return the moves."""
    table, moves, undoable = begun.fork(), list[str](), -1
    while table.undoable(seat) > undoable:
        undoable, legal = table.undoable(seat), table.legal(seat)
        moves.append(legal[min(choice, len(legal) - 1)].text)
        table.play(seat, moves[-1])
    return moves
