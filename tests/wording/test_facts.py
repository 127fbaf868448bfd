from wording import Facts

HUT = Facts("hut: 2 coins", price="costs 1 timber", gain="2 coins", note="stack 1", way="from home")


def test_what_the_name_already_says_is_not_repeated():
    assert HUT.text() == "Hut: 2 coins, costs 1 timber, stack 1, from home"
    assert Facts("hex 7", gain="2 coins").text() == "Hex 7: 2 coins"


def test_what_is_not_vital_is_left_out_for_lack_of_room_and_then_the_vital_parts_are_shortened():
    assert HUT.text(most=50) == "Hut: 2 coins, costs 1 timber, stack 1"
    assert HUT.text(most=30) == "Hut: 2 coins, costs 1 timber"
    brief = Facts("hex 7", price="costs 10 coins", gain="build", brief_price="−10 coins", note="your tile")
    assert brief.text(most=24) == "Hex 7: −10 coins, build"
