from wording import Facts

HUT = Facts("hut: 2 coins", price="costs 1 timber", gain="2 coins", note="stack 1", way="from home")


def test_facts_in_the_name_are_not_repeated():
    assert HUT.text() == "Hut: 2 coins, costs 1 timber, stack 1, from home"
    assert Facts("hex 7", gain="2 coins").text() == "Hex 7: 2 coins"


def test_without_room_only_vital_parts_stay_and_are_then_shortened():
    assert HUT.text(most=50) == "Hut: 2 coins, costs 1 timber, stack 1"
    assert HUT.text(most=30) == "Hut: 2 coins, costs 1 timber"
    brief = Facts("hex 7", price="costs 10 coins", gain="build", brief_price="−10 coins", note="your tile")
    assert brief.text(most=24) == "Hex 7: −10 coins, build"
