from rules.messina.events import Employed, Rescued
from tests.rules.messina.scene import Scene, happened, spots


def test_R41_a_citizen_from_a_hex_without_plague_takes_any_free_square_of_its_sector():
    scene = Scene(settled="nl2")
    scene.people("h8", "nun")
    scene.play("go home h8")
    assert scene.moves() == [f"rescue nun {square}" for square in ("nl1", "nl3", "nr1", "nr2", "nr3")]
    assert "Occupied" in scene.refused("rescue nun nl2")
    assert "sector" in scene.refused("rescue nun cl1")
    assert "no plague" in scene.refused("rescue nun hut1")
    scene.play("rescue nun nr3")
    assert scene.table.view(None).players[0].squares["nr3"].citizen == "nun"
    assert scene.state.hexes["h8"].citizens == []


def test_R42_a_citizen_from_a_hex_with_plague_goes_to_an_empty_hut():
    scene = Scene()
    scene.people("h8", "nun")
    scene.infect("h8")
    scene.upgrade_hut(2, "q3")
    scene.play("go home h8")
    assert scene.moves() == ["rescue nun hut1", "rescue nun hut2"]
    assert "plague" in scene.refused("rescue nun nl1")
    assert "all the same" in scene.refused("rescue nun hut3")
    scene.play("rescue nun hut2")
    hut = scene[0].huts[1]
    assert (hut.space, hut.citizen) == (1, "nun")
    assert not any(scene[0].squares)


def test_R42_P125_alike_huts_are_not_asked_for():
    scene = Scene()
    scene.people("h8", "nun")
    scene.infect("h8")
    (rescued,) = happened(scene.play("go home h8"), Rescued)
    assert (rescued.citizen, rescued.spot) == ("nun", "hut1")


def test_R43_the_citizen_stays_in_quarantine_when_the_cube_is_removed():
    scene = Scene(fire=1)
    scene.people("h8", "nun")
    scene.infect("h8")
    scene.play("go home h8", "fight 1 1 0 -")
    assert scene.state.hexes["h8"].cubes == 0
    assert scene[0].huts[0].citizen == "nun"


def full_sector(scene, letter="n"):
    for square in ("l1", "l2", "l3", "r1", "r2", "r3"):
        scene.settle_citizen(letter + square)


def test_R44_a_full_sector_discards():
    """R44: the seventh citizen of a class in a sector is lost."""
    scene = Scene()
    full_sector(scene)
    scene.people("h8", "nun")
    (rescued,) = happened(scene.play("go home h8"), Rescued)
    assert rescued.spot == ""
    assert sum(scene[0].squares) == 6
    assert scene.state.hexes["h8"].citizens == []


def test_R45_four_citizens_in_huts_discard():
    scene = Scene()
    for hut, space in enumerate((1, 2, 1, 2), 1):
        scene.quarantine(hut, "nun", space)
    scene.people("h8", "craftsman")
    scene.infect("h8")
    (rescued,) = happened(scene.play("go home h8"), Rescued)
    assert rescued.spot == ""
    assert [hut.citizen for hut in scene[0].huts] == ["nun"] * 4


def test_R46_a_hut_with_a_citizen_on_space_two_is_not_empty():
    scene = Scene()
    scene.quarantine(1, "nun", 2)
    scene.upgrade_hut(3, "q3")
    scene.people("h8", "craftsman")
    scene.infect("h8")
    scene.play("go home h8")
    assert spots(scene.moves()) == ["hut2", "hut3"]
    assert "Occupied" in scene.refused("rescue craftsman hut1")


def test_R47_room_can_be_made_by_moving_a_citizen_to_a_workshop_first():
    scene = Scene()
    full_sector(scene)
    scene.workshop("b7")
    scene.people("h8", "nun")
    scene.play("go home h8")
    assert scene.moves("rescue") == ["rescue nun -"]
    assert len(scene.moves("work")) == 6
    scene.play("work nl2 b7")
    assert scene[0].workshops[0].side == 1
    assert scene.table.view(None).players[0].squares["nl2"].citizen == "nun"  # This is the only free square.
    assert scene.state.hexes["h8"].citizens == []


def test_R48_all_citizens_are_rescued():
    """R48: two citizens on a hex are rescued one after the other."""
    scene = Scene()
    scene.people("h8", "craftsman", "nun")
    scene.play("go home h8", "rescue craftsman cl1")
    assert {move.split()[1] for move in scene.moves()} == {"nun"}
    scene.play("rescue nun nl1")
    assert sum(scene[0].squares) == 2


def test_R48_with_more_citizens_than_huts_the_player_chooses_who_is_kept():
    scene = Scene()
    for hut in (1, 2, 3):
        scene.quarantine(hut, "nun")
    scene.people("h8", "craftsman", "nun")
    scene.infect("h8")
    scene.play("go home h8")
    assert scene.moves() == ["rescue craftsman hut4", "rescue nun hut4"]
    scene.play("rescue nun hut4")
    assert scene[0].huts[3].citizen == "nun"
    assert scene.state.hexes["h8"].citizens == []


def test_R49_a_citizen_never_goes_from_square_to_square():
    scene = Scene(settled="nl1")
    scene.workshop("b7")
    assert scene.moves("work") == ["work nl1 b7"]
    assert "is not a workshop" in scene.refused("work nl1 nl2")
    (employed,) = happened(scene.play("work nl1 b7"), Employed)
    assert (employed.square, employed.workshop) == ("nl1", "b7")
    assert scene.due == [0]  # The turn itself is still to come.
    assert scene.moves("go")
