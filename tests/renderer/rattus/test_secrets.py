import random

from msgspec.structs import replace

from rules import GAMES
from rules.table import Table
from tests.renderer.rattus.views import NAMES, SEEN, position, with_pieces
from tests.renderer.scenes import painted, png


def mid_game() -> Table:
    """Return a four-player game in progress, with rats on the board and in the supply."""
    table = Table(GAMES["rattus"], 4, "pictures", {})
    rng = random.Random("pictures")
    for _ in range(60):
        due = table.due()[0]
        table.play(due.seat, rng.choice(due.moves))
    return table


def test_hidden_faces_do_not_touch_the_public_picture() -> None:
    table = mid_game()
    before = png(painted(table.view(None), NAMES), "rattus")
    state = table.state
    for rats in state.rats.values():  # type: ignore[attr-defined]
        for rat in rats:
            rat.token, state.supply[0] = state.supply[0], rat.token  # type: ignore[attr-defined]
    state.supply.reverse()  # type: ignore[attr-defined]
    assert png(painted(table.view(None), NAMES), "rattus") == before


def test_a_rat_turned_for_everybody_looks_unlike_one_seen_in_secret() -> None:
    view = with_pieces(position(4, plague="gallia"), turned="gallia")
    secret = replace(
        view,
        regions=[
            replace(one, rats=[replace(rat, turned=False) for rat in one.rats]) if one.id == "gallia" else one
            for one in view.regions
        ],
    )
    assert png(painted(view, NAMES), "rattus") != png(painted(secret, NAMES), "rattus")


def test_the_legend_shows_the_cards_in_play_and_nothing_of_the_game() -> None:
    view = with_pieces(position(4))
    other = with_pieces(position(4, "final", cubes=[1, 2, 3, 4], faces=SEEN), owners=[None] * 6)
    legend = png(painted(view, NAMES, "legend"), "rattus")
    assert legend == png(painted(other, NAMES, "legend"), "rattus")
    assert legend != png(painted(position(4), NAMES, "legend"), "rattus")
