import msgspec
import pytest

from rules.game import Score
from rules.messina.components import SHIPS, SQUARE_IDS, WAGONS, WORKSHOPS
from rules.messina.state import Cart
from rules.messina.view import CitizenView, HutView, WorkshopView
from tests.wording.speakers import messina_speaker

LONG = ["W" * 24, "Maximiliana Wilhelmina K", "Przemysław Brzęczyszczyk", "Szilárd Székesfehérvári"]


def parts(view) -> list[str]:
    return ["", "grid", "city", "score", "legend", *(f"estate-{seat}" for seat in range(view.seats))]


def describe(view, people, part: str = "") -> str:
    return messina_speaker(view, people).describe(part)


@pytest.fixture
def late(messina):
    """Return the public view of the last turn of the four-player game in which most hexes get repopulated."""
    games = [game for game in messina if game.table.seats == 4]
    views = [[p.public for p in game.positions if p.public.phase == "turns"][-1] for game in games]
    return max(views, key=lambda view: sum(found.owner is not None for found in view.hexes))


def fullest(view):
    """Return the view with full estates of all players, and with cubes and citizens on every hex."""
    gold = CitizenView("aristocrat", "gold")
    works = [WorkshopView(tile, gold, True) for tile in WORKSHOPS]
    own = msgspec.structs.replace(
        view.players[0],
        squares={square: CitizenView("craftsman", "gold") for square in SQUARE_IDS},
        huts=[HutView(f"hut{at}", upgrade, 2, gold) for at, upgrade in enumerate(["q11", "q13", "q15", "q10"], 1)],
        workshops=works[:12], wagons=[Cart(tile, True) for tile in WAGONS], ships=list(SHIPS),
        lying=["dock-nw", "dock-ne", "dock-se", "dock-sw"],
    )  # fmt: skip
    citizens = ["nun", "craftsman", "aristocrat"] * 2
    hexes = [
        msgspec.structs.replace(found, cubes=6, citizens=citizens) for found in view.hexes if found.id[1:].isdigit()
    ]
    return msgspec.structs.replace(view, players=[own] * view.seats, hexes=hexes)


@pytest.mark.deep(one_in=10)
def test_descriptions_of_the_fullest_board_fit_and_begin_with_what_matters(late):
    view = fullest(late)
    for part in parts(view):
        assert 0 < len(describe(view, LONG, part)) <= 1024
    assert "Plague on hex" in describe(view, LONG, "city")[:400]
    assert "points" in describe(view, LONG, "estate-1")[:300]


def test_the_tie_breaker_is_named_and_winners_share(messina, names):
    view = next(game for game in messina if game.table.seats == 2).table.view(None)
    level = Score([3, 3], {"played": [3, 3]}, [0, 1], [0, 1], "rounds")
    text = messina_speaker(view, names).final_table(level)
    assert "**Anna** and" in text.split("\n")[0]
    assert [line[0] for line in text.split("\n")[1:4:2]] == ["🥇", "🥇"]  # The two are tied, so neither is second.
    assert text.endswith(
        "Ties go to the player with more repopulated hexes, then to the one with the most valuable hex."
    )
    by_total = msgspec.structs.replace(view, options={**view.options, "win_tiebreak_2": "total"})
    assert "then to the one who gets more points for all of them" in messina_speaker(by_total, names).final_table(level)
    assert "Ties go to" not in messina_speaker(view, names).final_table(msgspec.structs.replace(level, points=[3, 2]))
