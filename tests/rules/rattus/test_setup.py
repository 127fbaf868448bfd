import pytest

from rules.rattus.components import CUBES, REGIONS_IN_USE, TOKENS
from rules.rattus.events import Began
from rules.table import Table
from tests.rules.rattus.build import GAME
from tests.rules.rattus.games import random_game

LIGHT = ["anglia", "gallia", "germania", "hispania", "hungaria", "italia", "polonia", "scandia"]


def new(seats, seed="seed", **options):
    return Table(GAME, seats, seed, options)


def place_all(table):
    order = []
    while table.state.phase == "setup":
        (due,) = table.due()
        order.append(due.seat)
        table.play(due.seat, due.moves[len(order) % len(due.moves)])
    return order


@pytest.mark.parametrize(
    ("seats", "regions", "supply"),
    [
        (2, LIGHT, 29),
        (3, [*LIGHT, "bulgaria", "turcia"], 33),
        (4, [*LIGHT, "bulgaria", "turcia", "russia", "tartaria"], 37),
    ],
)
def test_R1_R2_R3_regions_with_one_rat_each_and_the_supply(seats, regions, supply):
    """R1, R2, R3: each region in use has one rat; the other tokens are the supply."""
    view = new(seats).view(None)
    assert [region.id for region in view.regions] == regions
    assert [len(region.rats) for region in view.regions] == [1] * len(regions)
    assert view.supply == supply


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_R4_every_rat_on_the_board_is_a_start_token(seats, seed):
    state = new(seats, seed).state
    assert all(TOKENS[rat.token].start for rats in state.rats.values() for rat in rats)


@pytest.mark.parametrize(("seats", "removed", "starters"), [(2, 12, 4), (3, 6, 2), (4, 0, 0)])
def test_R5_removed_tokens_are_regular_and_unused_start_tokens_go_to_the_supply(seats, removed, starters):
    state = new(seats).state
    assert len(state.removed) == removed
    assert not any(TOKENS[token].start for token in state.removed)
    assert sum(TOKENS[token].start for token in state.supply) == starters


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_R6_the_plague_piece_starts_in_any_region_in_use(seats):
    places = {new(seats, str(seed)).state.plague for seed in range(200)}
    assert places == set(REGIONS_IN_USE[seats])


@pytest.mark.parametrize(
    ("seats", "start", "order"),
    [(3, 0, [0, 1, 2, 2, 1, 0]), (3, 1, [1, 2, 0, 0, 2, 1]), (2, 1, [1, 0, 0, 1]), (4, 2, [2, 3, 0, 1, 1, 0, 3, 2])],
)
def test_R7_cubes_are_placed_clockwise_and_back(seats, start, order):
    table = new(seats, start=str(start))
    assert all(move.endswith(" 2") for move in table.due()[0].moves)
    assert place_all(table) == order


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_R8_after_the_setup_16_cubes_in_stock_and_the_start_player_is_active(seats):
    for seed in "abcdef":
        table = new(seats, seed)
        place_all(table)
        assert table.state.stock == [CUBES - 4] * seats
        assert [sum(cubes[seat] for cubes in table.state.cubes.values()) for seat in range(seats)] == [4] * seats
        assert [due.seat for due in table.due()] == [table.state.start]
        assert table.due()[0].question == "turn"


def test_R9_without_their_cards_no_bishops_nuns_walls_or_potions_appear():
    table = new(4)
    assert set(table.state.cards) == {"peasant", "monk", "merchant", "knight", "witch", "king"}
    assert not set(table.get_position()) & {"walls", "bishops", "nuns", "protected", "baked", "turned", "drawn"}
    for state, *_ in random_game(4, "R9"):
        view = GAME.view(state, None)
        assert not any(region.bishops or region.nuns or region.potions for region in view.regions)
        assert not view.walls
        assert not any(view.baked)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_R10_the_same_seed_gives_the_same_setup_and_another_one_another(seats):
    assert new(seats, "one").get_position() == new(seats, "one").get_position()
    assert new(seats, "one").get_position()["rats"] != new(seats, "two").get_position()["rats"]


def test_the_start_player_is_named_or_drawn():
    assert [new(4, start=str(seat)).state.start for seat in range(4)] == [0, 1, 2, 3]
    assert {new(4, str(seed)).state.start for seed in range(60)} == {0, 1, 2, 3}
    assert new(4, start="3").opening == [Began(3, new(4, start="3").state.plague)]
