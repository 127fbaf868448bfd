import pytest

from wording import find

HEXES = {
    "h16": "Hex 16: 1 coin and 1 fire, plague 1", "h13": "Hex 13: 2 timber, 1 nun", "h1": "Hex 1: upgrade a citizen",
    "big-fire": "1 big fire", "fire": "1 fire for 1 coin",
}  # fmt: skip


@pytest.mark.parametrize("said", ["hex 1", "HEX 1", "1 hex", "h1: upgrade", "Héx 1"])
def test_a_place_by_its_number_is_no_other_place_where_that_number_occurs(said: str) -> None:
    assert find(said, [(one, title, one) for one, title in HEXES.items()])[0] == ["h1"]


def test_titles_that_start_with_the_words_come_first() -> None:
    assert find("1 fire", [(one, title, one) for one, title in HEXES.items()]) == [["fire"], ["h16", "big-fire"]]
    assert find("fir", [(one, title, "") for one, title in HEXES.items()]) == [["h16", "big-fire", "fire"]]


def test_words_are_found_in_any_order_without_case_and_accents() -> None:
    among = [(1, "Hex 5", "timber"), (2, "Hex 15", ""), (3, "Große Apáca", "hex"), (4, "Hexes", "")]
    assert find("hex 5", among) == [[1]]
    assert find("5hex", among) == [[1]]
    assert find("hex", among) == [[1, 2], [4], [3]]
    assert find("apaca", among) == [[3]]
    assert find("timber", among) == [[1]]
    assert find("", among) == []
    assert find("wagon", among) == []


def test_a_title_of_as_many_words_goes_before_one_with_more() -> None:
    assert find("hut upg", [(1, "Hut upgrades, wagons", ""), (2, "Hut upgrades", "")]) == [[2], [1]]
