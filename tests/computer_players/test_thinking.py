import random
from dataclasses import replace

import pytest
from msgspec.msgpack import encode

import computer_players
from computer_players.advantage import Advantage
from computer_players.evaluation import EvaluationSpec, LinearEvaluator, load_weights
from computer_players.player import GreedyHeuristics, observe
from computer_players.search import LEVELS, Effort, Level, Plan, PlanAdvice, Search, Thinker
from rules import GAMES
from rules.chance import Chance
from rules.game import apply_move, begins_turn, blocking_seats, copy_state, legal_moves, sample_position
from tests.rules.games import KNOWN_GAMES, RandomGames
from tests.rules.messina import games as messina
from tests.rules.rattus import test_contract as rattus
from tests.rules.test_toy import TestToy as Toy
from tests.rules_service.toy import GOAL

LITTLE = Level(Effort(beam_width=2, rollout_plans=3, positions=200))
RACE = EvaluationSpec(
    features=lambda state, seat: (min(state.fields[seat], GOAL), min(max(state.fields), GOAL)),
    greedy=GreedyHeuristics(
        lambda state, seat: state.fields[seat], lambda *of: 0.0, lambda *of: 0.0, simulated_starts=5
    ),
    remaining=lambda state: 0.0, result=lambda score, seat: 100.0 * (score.winners == [seat]),
    win_spread={2: (5.0, 5.0), 3: (5.0, 5.0)}, rollout_turns=1, training_setups={2: ((2, {}), (3, {}))},
)  # fmt: skip
FORWARD = LinearEvaluator(RACE, {2: [[2.0], [-1.0]]})
SCRAMBLE = {
    "toy": Toy().scramble,
    "rattus": rattus.scramble,
    "messina": lambda state, viewer, lot: messina.scramble(state, lot),
}


def thinker(game, level=LITTLE, seed="thought"):
    return Thinker(level, FORWARD if game.id == "toy" else computer_players.evaluator_for(game.id), seed)


@pytest.mark.deep(one_in=3)
@pytest.mark.parametrize("game", [Toy.game, *(GAMES[name] for name in KNOWN_GAMES)], ids=lambda game: game.id)
def test_hidden_things_do_not_influence_a_players_choice(game):
    lot, thought = random.Random(game.id), 0
    for number, state in enumerate(RandomGames(game).before_each_move(game.seats[-1], "hidden")):
        if number % 40 == 3:
            seat = blocking_seats(state)[0]
            twin = SCRAMBLE[game.id](state, seat, lot)
            plain, other = thinker(game), thinker(game)
            assert plain.choose(observe(game, state, seat)) == other.choose(observe(game, twin, seat))
            assert plain.positions == other.positions
            thought += plain.positions
    assert thought


@pytest.mark.deep(one_in=3)
@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_level_answers_with_a_legal_move_and_leaves_the_game_as_it_is(game, name):
    level = Level(LITTLE.effort, LEVELS[name].temperature)
    games = RandomGames(game).before_each_move(game.seats[0], name)
    for state, _ in zip(games, range(12), strict=False):
        seat = blocking_seats(state)[0]
        before = copy_state(state)
        assert thinker(game, level).choose(observe(game, state, seat)) in legal_moves(state, seat)
        assert state == before


def begun(seats=2):
    """Return the position before the first move of a race, and the seat that moves first."""
    state = next(RandomGames(Toy.game).before_each_move(seats, "plan"))
    return state, blocking_seats(state)[0]


def test_a_turn_is_planned_once():
    """The rest of a plan needs no search unless something unexpected happens."""
    state, seat = begun()
    player = thinker(Toy.game)
    apply_move(Toy.game, state, seat, player.choose(observe(Toy.game, state, seat)))
    thought, moves = player.positions, 0
    while state.undoable[seat]:
        apply_move(Toy.game, state, seat, player.choose(observe(Toy.game, state, seat)))
        moves += 1
    assert moves
    assert player.positions == thought > 0


def test_a_plan_is_dropped_when_something_unexpected_happens():
    state, seat = begun()
    player = thinker(Toy.game)
    planned = player.choose(observe(Toy.game, state, seat))
    thought = player.positions
    apply_move(Toy.game, state, seat, next(move for move in legal_moves(state, seat) if move != planned))
    assert player.choose(observe(Toy.game, state, seat)) in legal_moves(state, seat)
    assert player.positions > thought


def test_a_forced_move_needs_no_search():
    state, seat = begun()
    observed = observe(Toy.game, state, seat)
    player = thinker(Toy.game)
    only = replace(observed, moves=observed.moves[:1])
    assert player.choose(only) == observed.moves[0]
    assert player.positions == 0


def test_the_player_who_looks_ahead_wins_the_race():
    """In this race a seat knows only its own position, and looking ahead means going as far as possible."""
    game, won = Toy.game, 0
    for seed in range(6):
        lot, mine = random.Random(seed), seed % 2
        player = thinker(game, seed=str(seed))
        state = next(RandomGames(game).before_each_move(2, seed))
        while not state.over:
            seat = blocking_seats(state)[0]
            observed = observe(game, state, seat)
            apply_move(game, state, seat, player.choose(observed) if seat == mine else lot.choice(observed.moves))
        won += game.score(state).winners == [mine]
    assert won >= 5


def test_a_beginner_does_not_always_play_the_same():
    game = GAMES["messina"]
    state = next(RandomGames(game).before_each_move(2, "whim"))
    observed = observe(game, state, blocking_seats(state)[0])
    chosen = {thinker(game, LEVELS["casual"], str(seed)).choose(observed) for seed in range(8)}
    assert len(chosen) > 1


def test_a_beginner_mostly_plays_a_good_plan(monkeypatch):
    """The more a plan is worth, the more often it is chosen."""
    game = GAMES["messina"]
    state = next(RandomGames(game).before_each_move(2, "whim"))
    observed = observe(game, state, blocking_seats(state)[0])
    plans = [Plan([move], [state], value) for move, value in zip(observed.moves, (9.0, 0.0, 0.0), strict=False)]
    monkeypatch.setattr(Search, "rank", lambda *how: list(plans))
    chosen = [thinker(game, LEVELS["casual"], str(seed)).choose(observed) for seed in range(40)]
    assert chosen.count(observed.moves[0]) > 25


def test_advice_is_the_best_plan_and_what_it_gains_over_another_first_move(monkeypatch):
    """A plan with the same first move is no alternative. A worse plan, as a beginner may choose, gains 0."""
    game = GAMES["messina"]
    state = next(RandomGames(game).before_each_move(2, "whim"))
    observed = observe(game, state, blocking_seats(state)[0])
    one, two, three, *_ = observed.moves
    first, second, third = one.text, two.text, three.text

    def compared(better, other):
        return Advantage("moves", len(better), len(other))

    def advice(*plans):
        monkeypatch.setattr(Search, "rank", lambda *how: [Plan(list(moves), [state], value) for moves, value in plans])
        monkeypatch.setattr(Search, "advantage", lambda search, positions, better, other: compared(better, other))
        return thinker(game).advise(observed)

    plans = ((one, three), 9.0), ((one,), 8.0), ((two,), 5.0), ((three,), 4.0)
    assert advice(*plans) == PlanAdvice([first, third], second, 4.0, Advantage("moves", 2, 1))
    assert advice(plans[0], plans[1]) == PlanAdvice([first, third])
    assert advice(plans[2], plans[0]) == PlanAdvice([second], first, 0.0, Advantage("moves", 1, 2))
    assert thinker(game).advise(replace(observed, moves=[two])) == PlanAdvice([second])
    assert thinker(game).plan(observed) == PlanAdvice([second]), "what is only played is not compared"


def test_plans_are_of_a_limited_length_and_number(monkeypatch):
    monkeypatch.setattr("computer_players.search.MAX_PLAN_LENGTH", 3)
    state, seat = begun()
    assert max(len(plan.moves) for plan in Search(Toy.game, FORWARD, seat).find_plans(state, seat, 4)) == 3
    monkeypatch.setattr("computer_players.search.MAX_SCREENED_PLANS", 4)
    game = GAMES["messina"]
    state = next(RandomGames(game).before_each_move(2, "alike"))
    search = Search(game, computer_players.evaluator_for("messina"), blocking_seats(state)[0])
    assert len(search.screen(lambda lot: copy_state(state), Chance("few"), Effort(beam_width=3, samples=0))) == 4


def test_a_game_that_is_over_is_worth_its_result_for_each_seat():
    state, _ = begun()
    state.fields, state.over = [GOAL, 0], True
    assert [Search(Toy.game, FORWARD, 0).evaluate(state, seat) for seat in (0, 1)] == [100.0, 0.0]


def test_the_same_things_in_another_order_are_one_plan():
    """Taking a card and placing cubes in either order counts as one plan."""
    game = GAMES["rattus"]
    for state in RandomGames(game).before_each_move(2, "order"):
        seat = blocking_seats(state)[0]
        if state.turn == 3 and begins_turn(state, seat):
            break
    search = Search(game, computer_players.evaluator_for("rattus"), seat)
    plans = search.screen(lambda lot: sample_position(game, state, seat, lot), Chance("order"), Effort(beam_width=10))
    assert len(plans) > 1
    assert len({encode(game.view(plan.states[-1], seat)) for plan in plans}) == len(plans)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_there_is_a_weight_for_each_feature(game):
    value = computer_players.evaluator_for(game.id)
    for seats in game.seats:
        state = next(RandomGames(game).before_each_move(seats, "numbers"))
        assert len(value.spec.features(state, 0)) == len(value.weights_for(seats))


def test_weights_depend_on_the_number_of_players():
    value = LinearEvaluator(RACE, {2: [[1.0]], 4: [[5.0]]})
    assert [value.weights_for(seats) for seats in (2, 3, 4, 5)] == [[[1.0]], [[1.0]], [[5.0]], [[5.0]]]
    two, four = (next(RandomGames(Toy.game).before_each_move(seats, "few")) for seats in (2, 4))
    four.fields[0] = two.fields[0] = 3
    assert value(two, 0) == 3.0
    assert value(four, 0) == 15.0


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_weights_were_trained_with_the_numbers_of_players_they_are_for(game):
    spec, learned = computer_players.EVALUATIONS[game.id], load_weights(f"computer_players.{game.id}")
    assert list(learned) == list(spec.training_setups)
    assert min(learned) <= min(game.seats)
    for least, after in zip(spec.training_setups, [*list(spec.training_setups)[1:], max(game.seats) + 1], strict=True):
        assert {seats for seats, _ in spec.training_setups[least]} <= set(range(least, after)) & set(game.seats)
