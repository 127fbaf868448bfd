"""Pictures show what their viewer may know and nothing more."""

import random

from renderer import paint, png
from rules import GAMES
from rules.table import Table
from tests.renderer.views import NAMES, SEEN, position


def mid_game() -> Table:
    """A four-player game some way in, with rats on the board and in the supply."""
    table = Table(GAMES["rattus"], 4, "pictures", {})
    rng = random.Random("pictures")
    for _ in range(60):
        due = table.due()[0]
        table.play(due.seat, rng.choice(due.moves))
    return table


def test_hidden_faces_do_not_touch_the_public_picture() -> None:
    table = mid_game()
    before = png(paint(table.view(None), names=NAMES), "rattus")
    state = table.state
    for rats in state.rats.values():  # type: ignore[attr-defined]
        for rat in rats:
            rat.token, state.supply[0] = state.supply[0], rat.token  # type: ignore[attr-defined]
    state.supply.reverse()  # type: ignore[attr-defined]
    assert png(paint(table.view(None), names=NAMES), "rattus") == before


def test_a_face_shows_only_to_who_has_seen_it() -> None:
    table = mid_game()
    rat = next(rat for rats in table.state.rats.values() for rat in rats if not rat.seen)  # type: ignore[attr-defined]
    before = [png(paint(table.view(seat), names=NAMES), "rattus") for seat in (None, 0, 1)]
    rat.seen.append(1)
    after = [png(paint(table.view(seat), names=NAMES), "rattus") for seat in (None, 0, 1)]
    assert before[:2] == after[:2]
    assert before[2] != after[2]


def test_what_a_face_shows_is_seen() -> None:
    one = paint(position(4, faces=SEEN, seat=1), names=NAMES)
    for handle in SEEN:
        other = paint(position(4, faces={**SEEN, handle: SEEN["gallia-a"]}, seat=1), names=NAMES)
        assert (png(one, "rattus") == png(other, "rattus")) == (handle == "gallia-a")
