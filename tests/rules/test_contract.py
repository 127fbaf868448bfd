"""What every game keeps to: it ends, nothing is lost, legal means playable, views hide, replays agree."""

import random
from collections import Counter

import msgspec
import pytest

from rules.errors import IllegalMove, NotYourTurn
from rules.game import apply, copy, digest, due, legal, start
from rules.notation import print_move
from rules.rattus.components import CARDS as DECK
from rules.rattus.components import CONNECTIONS, CUBES, IN_USE, LETTERS, TOKENS
from rules.table import Table, read_position
from tests.rules.games import GAME, before_each_move, options, random_game

SEATS = [2, 3, 4]
SHARDS = 20
GAMES_EACH = 50  # in all 1,000 for each number of seats
VARIANTS = [{}, {"confirm": "on"}, {"late_abilities": "off"}, {"confirm": "on", "late_abilities": "off"}]
CARDS = ["random", "one_per_class", "good_times", "rat_control", "war_in_europe"]
ALL = [*VARIANTS, *({**VARIANTS[at % 4], "cards": cards} for at, cards in enumerate(CARDS, 1))]
PIPER_EACH = 5  # games with other cards than the base game's in each shard


def every_cube_and_token_is_somewhere(state):
    for seat in range(state.seats):
        mine = [state.stock[seat], state.palace[seat], *(cubes[seat] for cubes in state.cubes.values())]
        mine.append(state.baked.count(seat))
        if min(mine) < 0 or sum(mine) != CUBES:
            return False
        for region, cubes in state.cubes.items():
            under = [cube.potions for cube in state.protected if (cube.region, cube.seat) == (region, seat)]
            if len(under) > cubes[seat] or min(under, default=1) < 1:
                return False
    lying = [rat.token for rats in state.rats.values() for rat in rats]
    return sorted([*lying, *state.supply, *state.box()]) == sorted(TOKENS)


def pieces_are_within_their_numbers(state):
    walls = len(state.walls) <= 3 and len(set(state.walls)) == len(state.walls)
    return walls and len(state.bishops) <= 2 and len(state.nuns) <= 3 and len(state.drawn) <= 1


def check_game(seats, seed, **variant):
    """Play a game at random and look at every position of it."""
    state = None
    shown = []
    for moves, (state, _, _, _) in enumerate(random_game(seats, seed, **variant)):
        assert every_cube_and_token_is_somewhere(state)
        assert pieces_are_within_their_numbers(state)
        assert all(len(rats) <= len(LETTERS) for rats in state.rats.values())
        assert state.discards[: len(shown)] == shown  # the public list never shrinks
        shown = list(state.discards)
        assert moves < 2000
    assert state.over
    assert not due(state)
    assert len(GAME.score(state).points) == seats
    return state


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("seats", SEATS)
def test_a_thousand_games_end_and_lose_nothing(seats, shard):
    for number in range(GAMES_EACH):
        check_game(seats, shard * GAMES_EACH + number, **VARIANTS[number % 4])


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("seats", SEATS)
def test_games_with_other_cards_end_lose_nothing_and_replay(seats, shard):
    for number in range(PIPER_EACH):
        variant = {**VARIANTS[number % 4], "cards": CARDS[(shard + number) % len(CARDS)]}
        seed = shard * PIPER_EACH + number
        lines = [(seat, move, digest(state)) for state, seat, move, _ in random_game(seats, seed, **variant)]
        state, _ = start(GAME, seats, str(seed), options(seats, **variant))
        for seat, move, after in lines:
            apply(GAME, state, seat, GAME.notation.parse(print_move(move)))
            assert digest(state) == after
        assert digest(check_game(seats, seed, **variant)) == digest(state)


def test_every_decision_has_a_real_choice_or_waits_to_be_confirmed():
    for variant in ALL:
        for seats in SEATS:
            for seed in range(6):
                for state in before_each_move(seats, seed, **variant):
                    (seat,) = due(state)
                    moves = legal(state, seat)
                    assert moves == legal(state, seat)
                    assert len(set(moves)) == len(moves)
                    assert len(moves) > 1 or state.pending[seat][-1].must_ask(state, seat)
                    assert not (variant.get("confirm") != "on" and len(moves) == 1)


@pytest.mark.parametrize("seats", SEATS)
def test_every_legal_move_can_be_played_and_fits_a_button(seats):
    for seed, variant in enumerate([{}, {}, *ALL[4:]]):
        for number, state in enumerate(before_each_move(seats, seed, **variant)):
            if number % (5 if seed < 2 else 11):
                continue
            (seat,) = due(state)
            before = digest(state)
            for move in legal(state, seat):
                twin = copy(state)
                apply(GAME, twin, seat, move)
                assert digest(twin) != before
                assert GAME.notation.parse(print_move(move)) == move
                assert len(print_move(move)) <= 50
            assert digest(state) == before


def well_formed_moves(lot, seats):
    """Moves of many kinds with random words of the right kind, mostly not legal."""
    regions = [*IN_USE[seats], *IN_USE[seats], *IN_USE[4]]
    handles = [f"{region}-{letter}" for region in regions for letter in LETTERS]
    ways = [f"{lot.choice(regions)}+{lot.choice(regions)}" for _ in range(4)] + list(CONNECTIONS[seats])
    words = {
        "region": regions,
        "to": regions,
        "rat": handles,
        "card": list(DECK),
        "cubes": ["-1", "0", "1", "2", "3", "4", "9"],
        "figure": [*regions, "reserve", "reserve"],
        "wall": [*ways, "reserve"],
        "connection": [*ways, *ways, *regions],
        "owner": ["-1", "0", "1", "2", "3", "4"],
        "potions": ["0", "0", "0", "1", "2", "-1"],
    }
    for verb in lot.sample(sorted(GAME.notation.kinds), 12):
        kind = GAME.notation.kinds[verb]
        for _ in range(3):
            fields = [lot.choice(words[field]) for field in kind.__struct_fields__]
            if lot.random() < 0.1 and fields:
                fields[0] = lot.choice(GAME.words())
            yield " ".join([verb, *fields])


@pytest.mark.parametrize("seats", SEATS)
def test_an_illegal_move_is_refused_with_a_reason_and_changes_nothing(seats):
    lot = random.Random(seats)
    seen = Counter()
    for variant in ALL:
        for seed in range(2):
            for number, state in enumerate(before_each_move(seats, seed, **variant)):
                if number % 2:
                    continue
                table = Table.from_position(GAME, msgspec.to_builtins(state))
                (seat,) = due(state)
                texts = {print_move(move) for move in legal(state, seat)}
                before = table.digest
                for text in well_formed_moves(lot, seats):
                    if text in texts or GAME.notation.parse(text) is None:
                        continue
                    with pytest.raises(IllegalMove) as refused:
                        table.play(seat, text)
                    reason = refused.value
                    assert reason.template != "That is not possible now.", (text, state.pending[seat])
                    assert "{" not in str(reason)
                    assert set(reason.legal) <= texts
                    seen[reason.template] += 1
                with pytest.raises(NotYourTurn):
                    table.play((seat + 1) % seats, next(iter(texts)))
                assert table.digest == before
    assert len(seen) > 80


@pytest.mark.parametrize("seats", SEATS)
def test_positions_read_back_the_same_and_are_possible(seats):
    for number in range(18):
        for state in before_each_move(seats, number, **ALL[number % len(ALL)]):
            text = msgspec.json.encode(msgspec.to_builtins(state))
            assert digest(read_position(GAME, msgspec.json.decode(text))) == digest(state)


def scramble(state, viewer, lot):
    """Another state that looks the same to the viewer: all tokens that it has not seen change places, chance too."""
    twin = copy(state)
    known = [
        rat
        for region, rats in twin.rats.items()
        for rat in rats
        if viewer in rat.seen or f"{region}-{rat.letter}" in twin.turned
    ]
    hidden = [rat for rats in twin.rats.values() for rat in rats if not any(rat is one for one in known)]
    from_box = [rat for rat in hidden if rat.token in twin.drawn]
    fixed = {*twin.discards, *(rat.token for rat in known)}
    secret = [token for token in twin.removed if token not in fixed]
    tokens = [*(rat.token for rat in hidden if rat not in from_box), *twin.supply, *secret]
    lot.shuffle(tokens)
    for rat in hidden:
        if rat not in from_box:
            rat.token = tokens.pop()
        rat.seen = [] if lot.random() < 0.5 else [seat for seat in range(twin.seats) if seat != viewer]
    twin.supply = [tokens.pop() for _ in twin.supply]
    twin.removed = [token for token in twin.removed if token in fixed] + tokens
    for rat in from_box:  # any token of the box may be the one that was drawn
        lying = [other.token for rats in twin.rats.values() for other in rats if other is not rat]
        rat.token = lot.choice([token for token in [*twin.discards, *twin.removed] if token not in lying])
        twin.drawn = [rat.token]
    twin.chance.seed = str(lot.random())
    twin.chance.draws += lot.randrange(9)
    return twin


SECRETIVE = [{}, {}, {}, *ALL[4:], {"cards": "random"}, {"cards": "knight+crusader+soldier+witch+piper+king"}]


@pytest.mark.parametrize("seats", SEATS)
def test_states_that_differ_only_in_secrets_look_the_same(seats):
    lot = random.Random(seats)
    for seed, variant in enumerate(SECRETIVE):
        for state in before_each_move(seats, seed, **variant):
            (seat,) = due(state)
            for viewer in (None, *range(seats)):
                twin = scramble(state, viewer, lot)
                assert GAME.view(twin, viewer) == GAME.view(state, viewer)
                assert legal(twin, seat) == legal(state, seat)


@pytest.mark.parametrize("seats", SEATS)
def test_events_tell_a_seat_nothing_that_it_may_not_know(seats):
    lot = random.Random(seats)
    shown = ("revealed", "saw", "turnedover", "discarded")
    compared = 0
    for seed, variant in enumerate(SECRETIVE):
        for state in before_each_move(seats, seed, **variant):
            (seat,) = due(state)
            move = lot.choice(legal(state, seat))
            for viewer in (None, *range(seats)):
                told = [
                    [event for event in apply(GAME, twin, seat, move) if event.reader() in (None, viewer)]
                    for twin in (copy(state), scramble(state, viewer, lot))
                ]
                if not any(event.__struct_config__.tag in shown for event in told[0]):
                    assert told[0] == told[1]
                    compared += 1
                assert all(event.reader() in (None, viewer) for event in told[0])
    assert compared > 500


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("variant", [*VARIANTS[:2], *ALL[4:]])
def test_undo_restores_exactly_and_the_log_replays_to_the_same(seats, variant):
    for seed in range(4 if variant in VARIANTS else 2):
        lot = random.Random(seed)
        table = Table(GAME, seats, str(seed), variant)
        trail = [table.digest]  # after each standing move
        while not table.over:
            (due,) = table.due()
            possible = table.undoable(due.seat)
            if possible and lot.random() < 0.1:
                back = lot.randint(1, possible)
                table.undo(due.seat, back)
                del trail[-back:]
                assert table.digest == trail[-1]
            else:
                table.play(due.seat, lot.choice(due.moves))
                trail.append(table.digest)
            assert len(table.steps) == len(trail) - 1
        for trusted in (True, False):
            again = Table.load(GAME, table.log(), trusted=trusted)
            assert again.digest == table.digest
            assert again.steps == table.steps
            assert again.log() == table.log()
            assert again.score() == table.score()


def test_seeds_and_options_matter():
    ends = {digest(list(random_game(4, seed))[-1][0]) for seed in range(5)}
    assert len(ends) == 5
    assert options(2, confirm="on") != options(2)
