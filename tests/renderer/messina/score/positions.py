"""Score boards of Messina for the tests of their picture: positions of random games, and where they differ."""

import random
from functools import lru_cache

from PIL import ImageChops

from renderer.canvas.layout import Area
from rules import GAMES
from rules.game import apply_move, due_seats, legal_moves, start_game
from rules.messina.view import View
from tests.renderer.scenes import painted

GAME = GAMES["messina"]
NAMES = ("Marta", "Józef Wiśniewski", "Kovács Ödön", "Ολυμπία 🐀 of the very long name")


@lru_cache
def course(seats: int, seed: str = "score") -> tuple[View, ...]:
    """Return the public view of a random game every few moves and at its end."""
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
    """Return a turn of the fourth round."""
    return next(view for view in course(seats) if view.round == 4 and view.phase == "turns")


def end(seats: int) -> View:
    """Return the end of the game."""
    return course(seats)[-1]


def changed_box(one: View, other: View, **more: object) -> tuple[int, int, int, int] | None:
    """Return the part of the picture in which two positions differ."""
    pictures = [painted(view, NAMES, "score", **more) for view in (one, other)]  # type: ignore[arg-type]
    return ImageChops.difference(*pictures).getbbox()


def within(box: tuple[int, int, int, int] | None, *areas: Area, slack: int = 0) -> bool:
    """Return whether there is a box inside the rectangle round the areas."""
    return box is not None and (
        box[0] >= min(area.x for area in areas) - slack
        and box[1] >= min(area.y for area in areas) - slack
        and box[2] <= max(area.x + area.w for area in areas) + slack
        and box[3] <= max(area.y + area.h for area in areas) + slack
    )
