"""What the ephemeral panel of Rattus shows beside the question."""

import pytest
from msgspec.structs import replace

from rules.game import Target
from rules.rattus.view import View
from tests.wording.speakers import rattus_speaker


@pytest.fixture
def turn(positions):
    return next(p.own for p in positions if p.question == "turn" and p.own.turn > 12 and p.own.seats == 4)


def with_means(view: View, stock: int, *cards: str) -> View:
    """Return the view of a player with this many cubes and these cards, each of which another player really has."""
    owned = [replace(card, id=own, owner=view.seat) for card, own in zip(view.cards, cards, strict=False)]
    others = [replace(card, owner=None) for card in view.cards[len(cards) :]]
    return replace(view, stock=[stock] * view.seats, cards=[*owned, *others])


def test_a_question_is_about_the_rats_and_regions_that_it_names(turn):
    region = next(one for one in turn.regions if len(one.rats) > 1)
    handle = region.rats[1].handle
    told = rattus_speaker(replace(turn, about=[handle, region.id, "monk"])).about()
    assert [target for target, _ in told] == [Target("rat", handle), Target("region", region.id)]
    assert all(text for _, text in told)
    assert rattus_speaker(replace(turn, about=[])).about() == []


def test_who_places_cubes_reads_how_many_it_can_be(turn):
    rats = len(next(one for one in turn.regions if one.id == "gallia").rats)
    lie_there = f"{rats} rat" if rats == 1 else f"{rats} rats"

    def told(*following: str) -> str:
        view = replace(with_means(turn, 9), seat=0, question="turn")
        return rattus_speaker(view).choice(["place", "gallia"], following)

    assert told("1") == f"Gallia: 1 cube, {lie_there}"
    assert told("1", "2") == f"Gallia: 1 or 2 cubes, {lie_there}"
    assert told("2", "3", "4") == f"Gallia: 2 to 4 cubes, {lie_there}"


def test_the_question_where_rats_go_says_how_many_there_are(turn):
    def asked(left: int) -> str:
        return rattus_speaker(replace(turn, question="spread", left=left, plague="gallia")).ask("spread", [])

    assert asked(1) == "One new rat comes to a neighbour of Gallia, face down. Which one?"
    assert asked(2).startswith("2 new rats come to neighbours of Gallia")
