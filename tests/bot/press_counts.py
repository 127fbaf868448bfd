"""How many presses a player needs: every way through the panel is tried, and the shortest counts."""

from collections.abc import Iterator, Sequence

from games import GAMES as BOT_GAMES
from games import PickerHints
from games.move_picker import Said, next_answers
from rules import GAMES
from rules.log import Log
from rules.notation import Move
from rules.table import Table

TurnPresses = list[tuple[str, int]]  # the moves of a turn, and how many presses each needs on the open panel


def presses_of(moves: Sequence[Move], wanted: Move, how: PickerHints) -> int:
    """Return the fewest presses that play the move on an open panel.

    A button takes one press, an option of a select two.
    """
    reached: dict[Said, int] = {(): 0}
    waiting: list[Said] = [()]
    played = []
    while waiting:
        prefix = waiting.pop(0)
        for choice in next_answers(moves, prefix, how):
            if wanted not in choice.moves:
                continue
            count = reached[prefix] + (1 if choice.beside else 2)
            if choice.move:
                played.append(count)
            elif choice.said not in reached:
                reached[choice.said] = count
                waiting.append(choice.said)
    return min(played)


def turns(log: Log, first: Sequence[str]) -> Iterator[TurnPresses]:
    """Yield the turns of a game, without the presses that open the panel.

    A seat's turn begins with a kind of move in ``first``, if there are any, or after the other seats have moved.
    """
    game = GAMES[log.game]
    played = Table(game, log.seats, log.seed, log.options)
    turn: TurnPresses = []
    seat = -1
    for step in Table.load(game, log, trusted=True).steps:
        wanted = game.notation.parse(step.move)
        assert wanted is not None
        count = presses_of(played.legal(step.seat), wanted, BOT_GAMES[log.game].hints(played.view(step.seat)))
        if turn and (step.move.split()[0] in first if first else step.seat != seat):
            yield turn
            turn = []
        turn.append((step.move, count))
        seat = step.seat
        played.play(step.seat, step.move)
    yield turn


def presses(turn: TurnPresses) -> int:
    """Return how many presses a turn takes: one to open the panel, and the presses on it."""
    return 1 + sum(count for _, count in turn)
