"""What every game keeps to: it ends, nothing is lost, legal means playable, views hide, replays agree."""

import random
from collections import Counter

import msgspec
import pytest

from rules.errors import IllegalMove, NotYourTurn
from rules.game import apply, copy, digest, due, legal
from rules.messina.action.idle import Idle
from rules.messina.components import HUT_TILES, PLAGUE, SHIPS, WAGONS, WORKSHOPS
from rules.notation import print_move
from rules.table import Table, read_position
from tests.rules.messina.games import (
    GAME,
    SEATS,
    VARIANTS,
    before_each_move,
    known,
    options,
    random_game,
    rich_game,
)

SHARDS = 20
GAMES_EACH = 50  # in all 1,000 for each number of seats


def everything(state):
    """Every tile, hex, ship, wagon and workshop of the game, wherever it is; numbers of what has no name."""
    players = state.players
    rival = state.opponent
    taken = [] if rival is None else rival.taken
    boards = [p.board for p in players] + [p.scroll_board for p in players]
    return (
        Counter([*state.hexes, *state.hex_stack]),
        Counter(
            [
                *state.ship_stack,
                *(s.ship for ships in state.docks.values() for s in ships),
                *(s for p in players for s in p.ships),
                *(t for t in taken if t in SHIPS),
            ]
        ),
        Counter(
            [
                *(t for s in state.hut_stacks for t in s),
                *(h.upgrade for p in players for h in p.huts if h.upgrade),
                *(t for t in taken if t in HUT_TILES),
            ]
        ),
        Counter(
            [
                *(t for table in (state.early, state.late) for s in table.values() for t in s),
                *(w.tile for p in players for w in p.workshops),
                *(t for t in taken if t in WORKSHOPS),
            ]
        ),
        Counter(
            [
                *(t for s in state.wagon_stacks for t in s),
                *(c.tile for p in players for c in p.wagons),
                *(t for t in taken if t in WAGONS),
            ]
        ),
        state.plague
        + sum(h.cubes for h in state.hexes.values())
        + sum(s.cube for d in state.docks.values() for s in d),
        [p.ready + p.used + p.supply + p.box + len(p.lying) + len(p.standing) for p in players],
        [p.tiles + sum(h.owner == seat for h in state.hexes.values()) for seat, p in enumerate(players)],
        [sorted(r.arrivals) for r in state.registers.values()],
        [len(r.spaces) for r in state.registers.values()],
        [] if state.phase == "deal" else boards,
    )


def tokens(state):
    """Per seat what events must account for: coins, timber, fire, big fire, rats, points."""
    return [
        {"coin": p.coin, "timber": p.timber, "fire": p.fire, "big_fire": p.big_fire, "rats": p.rats, "points": p.points}
        for p in state.players
    ]


def account(before, events):
    """The tokens after the events, by what they tell."""
    now = [dict(one) for one in before]
    for event in events:
        match event.__struct_config__.tag:
            case "gained":
                for token, number in event.gains.items():
                    now[event.seat][token] += number
            case "paid":
                for token, number in event.cost.items():
                    now[event.seat][token] -= number
            case "went" | "boarded" | "stepped":
                now[event.seat]["coin"] -= event.coins
            case "fought":
                now[event.seat]["fire"] -= event.fire
                now[event.seat]["big_fire"] -= event.big
            case "rats":
                now[event.seat]["rats"] += event.rats
            case "tribute" | "ratpenalty":
                now[event.seat]["points"] += event.points
    return now


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("seats", SEATS)
def test_a_thousand_games_end_after_six_rounds_and_lose_nothing(seats, shard):
    for number in range(GAMES_EACH):
        seed = shard * GAMES_EACH + number
        game = random_game(seats, seed, **VARIANTS[number % len(VARIANTS)])
        whole = before = state = None
        for moves, (state, _, _, events) in enumerate(game):
            if whole is None or not whole[-1]:
                whole = everything(state)
            assert everything(state) == whole
            if before is not None:
                assert account(before, events) == tokens(state)
            before = tokens(state)
            assert moves < 3000
        assert state.over
        assert state.round == 6
        assert not due(state)
        assert whole[5] == PLAGUE[seats]
        assert len(GAME.score(state).points) == seats


def test_everything_is_as_many_as_printed():
    state = next(random_game(4, "count"))[0]
    hexes, ships, huts, workshops, wagons, plague, lieutenants, tiles, *_ = everything(state)
    assert (len(hexes), len(ships), sorted(huts), sorted(workshops)) == (22, 9, sorted(HUT_TILES), sorted(WORKSHOPS))
    assert (len(wagons), plague, lieutenants, tiles) == (10, 24, [5] * 4, [5] * 4)
    assert all(set(one.values()) == {1} for one in (hexes, ships, huts, workshops, wagons))


def test_every_decision_has_a_real_choice_or_waits_to_be_confirmed():
    for variant in VARIANTS:
        for seats in SEATS:
            for seed in range(5):
                for state in before_each_move(seats, seed, **variant):
                    for seat in due(state):
                        moves = legal(state, seat)
                        assert moves == legal(state, seat)
                        assert len(set(moves)) == len(moves)
                        assert len(moves) > 1 or state.pending[seat][-1].must_ask(state, seat)
                        optional = variant.get("confirm") == "on" or isinstance(state.pending[seat][-1], Idle)
                        assert len(moves) > 1 or optional


def narrowed(moves):
    """The greatest number of values that are asked for at once when moves are told field by field."""
    most = 0
    stems = {}
    for move in moves:
        words = print_move(move).split()
        for length in range(len(words)):
            stems.setdefault(tuple(words[:length]), set()).add(words[length])
    for values in stems.values():
        most = max(most, len(values))
    return most


@pytest.mark.parametrize("seats", SEATS)
def test_every_legal_move_can_be_played_and_fits_a_button(seats):
    for game in (before_each_move(seats, 1), rich_game(seats, 1), rich_game(seats, 2, **VARIANTS[4])):
        for number, state in enumerate(game):
            seat = due(state)[0]
            moves = legal(state, seat)
            assert narrowed(moves) <= 25
            assert all(GAME.notation.parse(print_move(move)) == move for move in moves)
            assert all(len(print_move(move)) <= 70 for move in moves)
            if number % 4:
                continue
            before = digest(state)
            for move in moves:
                twin = copy(state)
                apply(GAME, twin, seat, move)
                assert digest(twin) != before
                GAME.validate(twin)
            assert digest(state) == before


def well_formed_moves(lot, state):
    """Moves of every kind with words of the game, mostly not legal."""
    words = list(GAME.words())
    mine = [*state.hexes, "home", "cl1", "nl1", "al1", "hut1", "hut2", "craftsman", "nun", "aristocrat", "city", "left"]
    numbers = {"cubes", "fire", "big", "option", "column"}
    for verb, kind in GAME.notation.kinds.items():
        for _ in range(3):
            fields = [
                str(lot.choice((0, 1, 1, 2, 3)))
                if field in numbers
                else lot.choice(mine if lot.random() < 0.7 else words)
                for field in kind.__struct_fields__
            ]
            yield " ".join([verb, *fields])


@pytest.mark.parametrize("seats", SEATS)
def test_an_illegal_move_is_refused_with_a_reason_and_changes_nothing(seats):
    lot = random.Random(seats)
    seen = Counter()
    for number, variant in enumerate(VARIANTS):
        for play in (before_each_move, rich_game):
            for state in play(seats, number, **variant):
                if lot.random() < 0.5:
                    continue
                table = Table.from_position(GAME, msgspec.to_builtins(state))
                before = table.digest
                for seat in due(state):
                    texts = {print_move(move) for move in legal(state, seat)}
                    for text in well_formed_moves(lot, state):
                        move = GAME.notation.parse(text)
                        if move is None or print_move(move) in texts:
                            continue
                        with pytest.raises(IllegalMove) as refused:
                            table.play(seat, text)
                        reason = refused.value
                        assert reason.template != "That is not possible now.", (text, state.pending[seat])
                        assert "{" not in str(reason)
                        assert set(reason.legal) <= texts
                        seen[reason.template] += 1
                for seat in set(range(seats)) - set(due(state)):
                    with pytest.raises(NotYourTurn):
                        table.play(seat, "end")
                assert table.digest == before
    assert len(seen) > 60


@pytest.mark.parametrize("seats", SEATS)
def test_positions_read_back_the_same_and_are_possible(seats):
    for number, variant in enumerate(VARIANTS):
        for state in before_each_move(seats, number, **variant):
            text = msgspec.json.encode(msgspec.to_builtins(state))
            assert digest(read_position(GAME, msgspec.json.decode(text))) == digest(state)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("variant", [VARIANTS[0], VARIANTS[1], VARIANTS[5], VARIANTS[7]])
def test_undo_restores_exactly_and_the_log_replays_to_the_same(seats, variant):
    for seed in range(2):
        lot = random.Random(seed)
        table = Table(GAME, seats, str(seed), known(seats, variant))
        trail = [(table.digest, None)]  # after each standing move: digest, and who made it
        while not table.over:
            now = lot.choice(table.due())
            possible = table.undoable(now.seat)
            alone = len(trail) > 1 and trail[-1][1] == now.seat
            if possible and alone and lot.random() < 0.1:
                table.undo(now.seat)
                del trail[-1:]
                assert table.digest == trail[-1][0]
            else:
                table.play(now.seat, lot.choice(now.moves))
                trail.append((table.digest, now.seat))
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
