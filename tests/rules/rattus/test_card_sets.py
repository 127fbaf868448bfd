import pytest

from rules.errors import BadOptions, BadPosition
from rules.rattus.components import CARD_SETS, CARDS, CLASSES
from rules.rattus.events import Began, CardsDrawn, NoChivalry
from rules.rattus.setup import lacks_chivalry, named_cards
from rules.table import Table
from rules.validate import check_options
from tests.rules.rattus.build import GAME

AGREED = "peasant+monk+crusader+soldier+queen+nun"


def new(cards, seats=4, seed="seed"):
    return Table(GAME, seats, seed, {"cards": cards})


def in_play(table):
    return [card.id for card in table.view(None).cards]


def test_R129_random_is_any_six_different_cards():
    seen = set()
    for seed in range(40):
        table = new("random", seed=str(seed))
        cards = in_play(table)
        assert len(cards) == len(set(cards)) == 6
        assert cards == [card for card in CARDS if card in cards]
        assert CardsDrawn(cards) in table.opening
        seen |= set(cards)
    assert seen == set(CARDS)
    assert in_play(new("random")) == in_play(new("random"))


def test_R129_one_per_class_is_one_of_each():
    seen = set()
    for seed in range(40):
        table = new("one_per_class", seed=str(seed))
        assert sorted(card.class_ for card in table.view(None).cards) == sorted(CLASSES)
        assert CardsDrawn(in_play(table)) in table.opening
        seen |= set(in_play(table))
    assert seen == set(CARDS)


@pytest.mark.parametrize("name", ["base", "good_times", "rat_control", "war_in_europe"])
def test_a_named_card_set_has_its_printed_cards(name):
    table = new(name)
    assert tuple(in_play(table)) == CARD_SETS[name] == named_cards(name)
    assert not any(isinstance(event, CardsDrawn) for event in table.opening)


def test_six_agreed_cards_in_any_order():
    table = new("queen+nun+soldier+crusader+peasant+monk")
    assert table.options["cards"] == AGREED
    assert "+".join(in_play(table)) == AGREED
    assert Table.load(GAME, table.log()).digest == table.digest
    assert Table.from_position(GAME, table.get_position()).options["cards"] == AGREED


@pytest.mark.parametrize(
    "value",
    [
        "peasant", "peasant+monk+crusader+soldier+nun", AGREED + "+king", "peasant+peasant+monk+crusader+soldier+nun",
        "peasant+monk+crusader+soldier+nun+joker", "", "+++++",
    ],
)  # fmt: skip
def test_other_card_sets_are_refused_with_the_possible_values(value):
    with pytest.raises(
        BadOptions, match=r"Possible values: base, random, .* or 6 different ones from peasant, .* joined by “\+”"
    ):
        check_options(GAME, 4, "seed", {"cards": value})


@pytest.mark.parametrize(("seats", "warned"), [(2, True), (3, True), (4, False)])
def test_R130_without_chivalry_below_four_players_a_warning_comes(seats, warned):
    table = new("rat_control", seats)
    assert (NoChivalry() in table.opening) is warned
    assert lacks_chivalry(seats, named_cards("rat_control")) is warned
    assert table.due()[0].moves


def test_R130_with_chivalry_or_before_the_cards_are_drawn_none_comes():
    for value in ("base", "good_times", "war_in_europe", "random", AGREED):
        assert not lacks_chivalry(2, named_cards(value))
    assert new("base", 2).opening == [Began(new("base", 2).state.start, new("base", 2).state.plague)]
    told = [NoChivalry() in new("random", 2, str(seed)).opening for seed in range(30)]
    drawn = [
        any(card.class_ == "chivalry" for card in new("random", 2, str(seed)).view(None).cards) for seed in range(30)
    ]
    assert told == [not any_ for any_ in drawn]
    assert any(told)


@pytest.mark.parametrize(
    ("value", "cards"),
    [
        ("random", CARD_SETS["base"][:5]),
        ("random", CARD_SETS["base"][::-1]),
        ("one_per_class", CARD_SETS["good_times"]),
        (AGREED, CARD_SETS["base"]),
    ],
)
def test_a_position_with_other_cards_is_refused(value, cards):
    data = new(value).get_position()
    assert Table.from_position(GAME, data)
    data["cards"] = dict.fromkeys(cards)
    with pytest.raises(BadPosition, match="The cards do not match those in play"):
        Table.from_position(GAME, data)
