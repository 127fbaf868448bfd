"""How players think: from what they may know alone, the same way each time, and not without need."""

import random
from dataclasses import replace

import pytest
from msgspec.msgpack import encode

import players
from players.levels import LEVELS, Level, Thinker
from players.player import ask
from players.search import Effort, Search
from players.value import Knowledge, Value
from rules import GAMES
from rules.chance import Chance
from rules.game import apply, begins, blocking, copy, legal, redrawn
from tests.rules.games import RandomGames
from tests.rules.messina import test_hidden as messina
from tests.rules.rattus import test_contract as rattus
from tests.rules.test_toy import TestToy as Toy
from tests.rules_service.toy import GOAL

LITTLE = Level(Effort(width=2, plans=3, narrow=1, positions=200))
RACE = Knowledge(
    features=lambda state, seat: (min(state.fields[seat], GOAL), min(max(state.fields), GOAL)),
    left=lambda state: 0.0,
    result=lambda score, seat: 100.0 * (score.winners == [seat]),
    ahead=1,
    trust=1,
    tables=((2, {}), (3, {})),
)
FORWARD = Value(RACE, [[2.0], [-1.0]])
SCRAMBLE = {
    "toy": Toy().scramble,
    "rattus": rattus.scramble,
    "messina": lambda state, viewer, lot: messina.scramble(state, lot),
}


def thinker(game, level=LITTLE, seed="thought"):
    return Thinker(level, FORWARD if game.id == "toy" else players.value_of(game.id), seed)


@pytest.mark.parametrize("game", [Toy.game, *GAMES.values()], ids=lambda game: game.id)
def test_what_a_seat_cannot_know_changes_nothing_of_its_thoughts(game):
    lot, thought = random.Random(game.id), 0
    for number, state in enumerate(RandomGames(game).before_each_move(game.seats[-1], "hidden")):
        if number % 40 == 3:
            seat = blocking(state)[0]
            twin = SCRAMBLE[game.id](state, seat, lot)
            plain, other = thinker(game), thinker(game)
            assert plain.choose(ask(game, state, seat)) == other.choose(ask(game, twin, seat))
            assert plain.looked_at == other.looked_at
            thought += plain.looked_at
    assert thought


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_level_answers_with_a_legal_move_and_leaves_the_game_as_it_is(game, name):
    level = Level(LITTLE.effort, LEVELS[name].whim)
    games = RandomGames(game).before_each_move(game.seats[0], name)
    for state, _ in zip(games, range(12), strict=False):
        seat = blocking(state)[0]
        before = copy(state)
        assert thinker(game, level).choose(ask(game, state, seat)) in legal(state, seat)
        assert state == before


def begun(seats=2):
    """A race before its first move, and who is to walk."""
    state = next(RandomGames(Toy.game).before_each_move(seats, "plan"))
    return state, blocking(state)[0]


def test_a_turn_is_planned_once():
    """What follows of the plan takes no thought, as long as all comes as foreseen."""
    state, seat = begun()
    player = thinker(Toy.game)
    apply(Toy.game, state, seat, player.choose(ask(Toy.game, state, seat)))
    thought, moves = player.looked_at, 0
    while state.undoable[seat]:
        apply(Toy.game, state, seat, player.choose(ask(Toy.game, state, seat)))
        moves += 1
    assert moves
    assert player.looked_at == thought > 0


def test_a_plan_is_dropped_when_something_else_comes_about():
    state, seat = begun()
    player = thinker(Toy.game)
    planned = player.choose(ask(Toy.game, state, seat))
    thought = player.looked_at
    apply(Toy.game, state, seat, next(move for move in legal(state, seat) if move != planned))
    assert player.choose(ask(Toy.game, state, seat)) in legal(state, seat)
    assert player.looked_at > thought


def test_where_only_one_thing_can_be_done_nothing_is_thought():
    state, seat = begun()
    asked = ask(Toy.game, state, seat)
    player = thinker(Toy.game)
    only = replace(asked, moves=asked.moves[:1])
    assert player.choose(only) == asked.moves[0]
    assert player.looked_at == 0


def test_who_thinks_wins_the_race():
    """A game of which nothing is known but where one stands: whoever looks ahead goes as far as it can."""
    game, won = Toy.game, 0
    for seed in range(6):
        lot, mine = random.Random(seed), seed % 2
        player = thinker(game, seed=str(seed))
        state = next(RandomGames(game).before_each_move(2, seed))
        while not state.over:
            seat = blocking(state)[0]
            asked = ask(game, state, seat)
            apply(game, state, seat, player.choose(asked) if seat == mine else lot.choice(asked.moves))
        won += game.score(state).winners == [mine]
    assert won >= 5


def test_a_beginner_does_not_always_play_the_same():
    game = GAMES["messina"]
    state = next(RandomGames(game).before_each_move(2, "whim"))
    asked = ask(game, state, blocking(state)[0])
    chosen = {thinker(game, LEVELS["casual"], str(seed)).choose(asked) for seed in range(8)}
    assert len(chosen) > 1


def test_the_same_things_in_another_order_are_one_plan():
    """A card taken first and cubes placed then, or the other way round: that is tried out once."""
    game = GAMES["rattus"]
    for state in RandomGames(game).before_each_move(2, "order"):
        seat = blocking(state)[0]
        if state.turn == 3 and begins(state, seat):
            break
    search = Search(game, players.value_of("rattus"), seat)
    plans = search.checked(lambda lot: redrawn(game, state, seat, lot), Chance("order"), Effort(width=10))
    assert len(plans) > 1
    assert len({encode(game.view(plan.states[-1], seat)) for plan in plans}) == len(plans)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_there_is_a_weight_for_each_number_that_is_read_off_a_position(game):
    value = players.value_of(game.id)
    for seats in game.seats:
        state = next(RandomGames(game).before_each_move(seats, "numbers"))
        assert len(value.knowledge.features(state, 0)) == len(value.weights)
