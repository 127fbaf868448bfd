"""What players know of Messina 1347."""

from computer_players.evaluation import EvaluationSpec
from computer_players.messina.features import features, remaining
from computer_players.player import GreedyHeuristics
from rules.game import Score
from rules.messina.action.action_step import enough_citizens
from rules.messina.components import DISTRICTS, HEXES, LAST_ROUND, WORKSHOPS
from rules.messina.ending import breakdown
from rules.messina.moves import Act, Board, Done, End, Go, Leave, Recall
from rules.messina.state import GOLD, State
from rules.notation import Move

TOKENS = {"coin": 0.5, "timber": 0.9, "fire": 0.9, "big_fire": 1.5}
EFFECTS = {"build": 2.5, "upgrade": 2.0, "scroll": 2.5, "overseer": 2.0, "register": 2.0, "city": 2.2, "church": 2.0}


def evaluate(state: State, seat: int) -> float:
    """Return the value of the position for the seat, in points at the end."""
    player = state.players[seat]
    left = LAST_ROUND - state.round  # rounds still to come
    value = float(sum([points[seat] for points in breakdown(state).values()]))
    for token, each in TOKENS.items():
        value += each * min(getattr(player, token), 2 + 2 * left)
    value -= 1.2 * player.rats
    hope = 0.25 * left
    citizens = [side for side in player.squares if side]
    value += hope * (0.9 * len(citizens) + 1.0 * citizens.count(GOLD))
    value += hope * sum(0.6 + 0.9 * bool(hut.upgrade) for hut in player.huts if hut.space)
    value += hope * sum(1.2 for hut in player.huts if hut.upgrade)
    for work in player.workshops:
        early = not WORKSHOPS[work.tile].late
        value += (3.5 if early else 2.0) * hope * (1 + (work.side > 0) + (work.side == GOLD))
    value += hope * (1.2 * sum(one.step for one in player.overseers.values()))
    value += hope * 1.6 * sum(one.upgraded for one in player.overseers.values())
    value += hope * 2.5 * (2 - player.supply)
    value += (0.25 + 0.12 * left) * sum(register.spaces[seat] for register in state.registers.values())
    value += 1.5 * hope * sum(player.scrolls)
    return value + 4.0 * min(len(player.wagons), 2, player.tiles) * (left > 0)


def move_prior(state: State, seat: int, move: Move) -> float:
    """Return a first estimate of the value of a way to start a turn."""
    if isinstance(move, Recall):
        return -3.0
    if isinstance(move, Board):
        return 4.0
    if not isinstance(move, Go):
        return 3.0
    place = state.hexes[move.hex]
    options = HEXES[move.hex].action.options
    value = max(
        sum(TOKENS.get(token, 1.0) * number for token, number in one.gains.items())
        + sum(EFFECTS[effect.partition(":")[0]] for effect in (*one.effects, *one.steps))
        for one in options
    )
    player = state.players[seat]
    value += 1.2 * len(place.citizens) - 0.8 * max(0, place.cubes - player.fire - 2 * player.big_fire)
    if move.hex in DISTRICTS and place.owner is None and enough_citizens(player, move.hex):
        value += DISTRICTS[move.hex].points * any(not cart.used for cart in player.wagons)
    return value


def move_bonus(state: State, seat: int, move: Move, after: State) -> float:
    """Return a small bonus: acting beats passing in a tie, and pending effects have some value."""
    bonus = 0.01 * (not isinstance(move, End | Done | Leave)) + 0.02 * isinstance(move, Act)
    return bonus + sum(EFFECTS.get(effect.partition(":")[0], 1.0) for effect in after.players[seat].queue)


HEURISTICS = GreedyHeuristics(evaluate, move_bonus, move_prior, simulated_starts=5)


def result(score: Score, seat: int) -> float:
    """Return the player's points."""
    return float(score.points[seat])


STANDARD, ADVANCED = {"variant": "standard"}, {"variant": "advanced"}
EVALUATION = EvaluationSpec(
    features=features,
    remaining=remaining,
    result=result,
    rollout_turns=2,
    win_spread={2: (5.1, 25.8), 3: (7.2, 11.1), 4: (5.2, 12.3)},
    prior_weight=1,
    training_setups={
        1: (
            *((1, STANDARD), (1, ADVANCED), (2, STANDARD), (1, STANDARD)),
            *((1, ADVANCED), (4, STANDARD), (2, ADVANCED), (1, STANDARD)),
        ),
    },
)
