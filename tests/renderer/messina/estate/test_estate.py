"""The picture of an estate shows every change on it, for every player."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from renderer.messina.estate.layout import ESTATE_WIDTH, HEAD, STATUS
from rules.game import Score
from rules.messina.state import Cart, Overseer
from rules.messina.view import CitizenView, PlayerView, WorkshopView
from tests.renderer.messina.estate.positions import GOLD_NUN, NAMES, crowded, drawn, estate, seen
from tests.renderer.scenes import apart, painted

CHANGES: dict[str, Callable[[PlayerView], PlayerView]] = {
    "points": lambda p: replace(p, points=24),
    "coin": lambda p: replace(p, tokens={**p.tokens, "coin": 3}),
    "timber": lambda p: replace(p, tokens={**p.tokens, "timber": 2}),
    "fire": lambda p: replace(p, tokens={**p.tokens, "fire": 1}),
    "big fire": lambda p: replace(p, tokens={**p.tokens, "big_fire": 0}),
    "rats": lambda p: replace(p, rats=2),
    "ready": lambda p: replace(p, home=2),
    "recalled": lambda p: replace(p, recalled=0),
    "sent": lambda p: replace(p, home=0, recalled=2),
    "lying": lambda p: replace(p, lying=[]),
    "standing": lambda p: replace(p, standing=["h1", "nw"]),
    "supply": lambda p: replace(p, supply=0),
    "box": lambda p: replace(p, box=1),
    "square": lambda p: replace(p, squares={**p.squares, "al1": CitizenView("aristocrat", "normal")}),
    "upgraded citizen": lambda p: replace(p, squares={**p.squares, "nr3": GOLD_NUN}),
    "hut's space": lambda p: replace(p, huts=[replace(p.huts[0], space=2), *p.huts[1:]]),
    "hut's citizen": lambda p: replace(p, huts=[replace(p.huts[0], citizen=GOLD_NUN), *p.huts[1:]]),
    "hut's upgrade": lambda p: replace(p, huts=[*p.huts[:3], replace(p.huts[3], upgrade="q5")]),
    "workshop": lambda p: replace(p, workshops=p.workshops[:1]),
    "another workshop": lambda p: replace(p, workshops=[p.workshops[0], WorkshopView("b27", None, False)]),
    "workshop's citizen": lambda p: replace(p, workshops=[replace(p.workshops[0], citizen=None), p.workshops[1]]),
    "paid": lambda p: replace(p, workshops=[p.workshops[0], replace(p.workshops[1], paid=True)]),
    "wagon used": lambda p: replace(p, wagons=[replace(p.wagons[0], used=True), p.wagons[1]]),
    "wagon": lambda p: replace(p, wagons=[*p.wagons, Cart("c4-1", False)]),
    "step": lambda p: with_overseer(p, "craftsman", Overseer(4, "left", False)),
    "branch": lambda p: with_overseer(p, "craftsman", Overseer(3, "right", False)),
    "upgraded overseer": lambda p: with_overseer(p, "nun", Overseer(1, "", True)),
    "scroll": lambda p: replace(p, scrolls=[1, 1, 2]),
    "ship": lambda p: replace(p, ships=["gems1", "spices2"]),
    "tiles": lambda p: replace(p, tiles=3),
    "price": lambda p: replace(p, step_price=4),
    "deferred": lambda p: replace(p, deferred=["city-7"]),
    "waiting": lambda p: replace(p, waiting=["build"]),
}


def with_overseer(player: PlayerView, name: str, one: Overseer) -> PlayerView:
    return replace(player, overseers={**player.overseers, name: one})


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_happens_is_seen(what: str) -> None:
    assert apart(drawn(estate()), drawn(CHANGES[what](estate()))) is not None


def test_who_it_is_and_who_acts_and_who_has_won_is_seen() -> None:
    view = seen(estate())
    bare = painted(view, NAMES, "estate-0")
    assert apart(bare, painted(view, ("Martha", *NAMES[1:]), "estate-0")) is not None
    assert apart(bare, painted(replace(view, due=[0]), NAMES, "estate-0")) is not None
    assert apart(bare, painted(replace(view, due=[1]), NAMES, "estate-0")) is None
    scores = [Score([points, 1, 1, 1], {}, [0, 1, 2, 3], winners, "") for points, winners in ((23, [1]), (23, [0]))]
    lost, won = (painted(replace(view, score=score), NAMES, "estate-0") for score in scores)
    assert apart(bare, lost) is None
    assert apart(bare, won) is not None
    other = Score([31, 1, 1, 1], {}, [0, 1, 2, 3], [1], "")
    assert apart(lost, painted(replace(view, score=other), NAMES, "estate-0")) is not None


@pytest.mark.parametrize("points", [-21, 0, 9, 127, 1000])
def test_any_number_of_points_fits_its_seal(points: int) -> None:
    box = apart(drawn(estate()), drawn(estate(points=points)))
    assert box is not None
    assert 400 <= box[0] < box[2] <= 495


@pytest.mark.parametrize("name", ["", "🐀", "W" * 200, "Ж", "a\nb", "Zażółć gęślą jaźń und Öl für Überläufer"])
def test_any_name_fits(name: str) -> None:
    view = seen(crowded())
    beside = (104, 0, ESTATE_WIDTH, STATUS.y)  # Right of the piece, whose letter differs.
    one, other = (painted(view, (who, *NAMES[1:]), "estate-0").crop(beside) for who in (NAMES[0], name))
    box = apart(one, other)
    assert box is not None
    assert box[2] <= 420 - 104
    assert box[3] <= HEAD.y + HEAD.h / 2 + 12
