import random
from functools import lru_cache
from itertools import combinations

import pytest
from msgspec.structs import replace
from PIL import ImageChops

from renderer.canvas.layout import Area
from renderer.messina.score import sections
from renderer.messina.score.layout import (
    LEFT_AREA,
    ORDER_AREA,
    REGISTER_AREAS,
    TITLE_AREA,
    WIDTH,
    offer_areas,
    player_areas,
    round_areas,
    score_height,
)
from renderer.messina.score.sections import priority, wheel_at
from rules import GAMES
from rules.game import apply_move, due_seats, legal_moves, start_game
from rules.messina.components import HUT_TILES, LAST_ROUND, REGISTER, WAGON_STACKS, WAGONS, WORKSHOPS
from rules.messina.view import View
from tests.renderer.messina.estate.positions import overlap
from tests.renderer.scenes import painted

GAME = GAMES["messina"]
NAMES = ("Marta", "Józef Wiśniewski", "Kovács Ödön", "Ολυμπία 🐀 of the very long name")


@lru_cache
def course(seats: int, seed: str = "score") -> tuple[View, ...]:
    """Return public views of a random game: one every few moves, and one at its end."""
    lot = random.Random(f"{seats} {seed}")
    state, _ = start_game(GAME, seats, seed, {option.id: option.default for option in GAME.options(seats)})
    seen = []
    moves = 0
    while not state.over:
        if moves % 5 == 0:
            seen.append(GAME.view(state, None))
        seat = due_seats(state)[0]
        apply_move(GAME, state, seat, lot.choice(legal_moves(state, seat)))
        moves += 1
    return (*seen, GAME.view(state, None))


def middle(seats: int) -> View:
    """Return a view from the fourth round."""
    return next(view for view in course(seats) if view.round == 4 and view.phase == "turns")


def end(seats: int) -> View:
    """Return a view of the end of the game."""
    return course(seats)[-1]


def changed_box(one: View, other: View, **more: object) -> tuple[int, int, int, int] | None:
    """Return the part of the picture in which two positions differ, or None."""
    pictures = [painted(view, NAMES, "score", **more) for view in (one, other)]  # type: ignore[arg-type]
    return ImageChops.difference(*pictures).getbbox()


def within(box: tuple[int, int, int, int] | None, *areas: Area, slack: int = 0) -> bool:
    """Return whether a box is inside the rectangle around these areas."""
    return box is not None and (
        box[0] >= min(area.x for area in areas) - slack
        and box[1] >= min(area.y for area in areas) - slack
        and box[2] <= max(area.x + area.w for area in areas) + slack
        and box[3] <= max(area.y + area.h for area in areas) + slack
    )


TILES = [
    *(("hut_upgrade", tile) for tile in HUT_TILES),
    *(("workshop", tile) for tile in WORKSHOPS),
    *(("wagon", tile) for tile in WAGONS),
]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_parts_keep_apart_and_within_the_picture(seats: int) -> None:
    tiles = [area for some in offer_areas(WAGON_STACKS[seats]).values() for area in some]
    fixed = [*REGISTER_AREAS.values(), TITLE_AREA]
    playing = [*fixed, ORDER_AREA, *player_areas(seats, False), LEFT_AREA, *round_areas(), *tiles]
    for areas in (playing, [*fixed, *player_areas(seats, True)]):
        for one, other in combinations(areas, 2):
            assert not overlap(one, other), f"{one} and {other}"
        for area in areas:
            assert area.x >= 0
            assert area.x + area.w <= WIDTH
            assert area.y + area.h <= score_height(0)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(("kind", "tile"), TILES)
def test_the_contents_of_a_tile_fit(kind: str, tile: str, seats: int) -> None:
    area = offer_areas(WAGON_STACKS[seats])[kind][0]
    price, *gains = sections.contents(kind, tile)
    assert all(line.size[0] <= area.w - 6 for line in (price, *gains))
    assert price.size[1] <= sections.PRICE - 4
    assert sum(line.size[1] for line in gains) <= area.h - sections.PRICE - sections.FOOT


def test_a_stack_is_drawn_from_bottom_to_top() -> None:
    """R151: the top disc comes first, so the picture must show which disc is on top."""
    view = middle(4)
    discs = [[0, 1, 2, 3], *([] for _ in REGISTER["city"][1:])]
    city = view.registers[1]
    one, other = (replace(view, registers=[replace(city, discs=[pile, *discs[1:]])]) for pile in ([0, 1], [1, 0]))
    assert within(changed_box(one, other), sections.space_areas("city")[0])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rounds_show_the_future_positions_of_the_wheel(seats: int) -> None:
    for seed in ("one", "two"):
        views = course(seats, seed)
        plan = [wheel_at(views[0], number) for number in range(1, LAST_ROUND + 1)]
        assert [len(turns) for turns in plan] == [1, 1, 1, 2, 1, 0]
        for view in views:
            assert [wheel_at(view, number) for number in range(1, LAST_ROUND + 1)] == plan
            if plan[view.round - 1]:
                assert plan[view.round - 1][-1] == view.wheel - 1


def test_while_the_priority_is_chosen_the_wheel_has_not_turned() -> None:
    third = next(view for view in course(4) if view.round == 3)
    asked = replace(third, round=4, phase="priority")
    assert wheel_at(asked, 4) == wheel_at(third, 4)


def test_the_order_of_each_round_has_its_source() -> None:
    """R150: in rounds II to VI, the order comes from church, popularity, score track, city, church."""
    view = middle(4)
    assert [priority(view, n) for n in range(1, 7)] == ["", "church", "popularity", "points", "city", "church"]
    chosen = replace(view, options={**view.options, "round4_order": "leader_chooses"})
    assert priority(chosen, 4) == "register"
