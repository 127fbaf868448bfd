from rules.messina.events import TurnEnded
from tests.rules.messina.scene import Scene, happened


def ready_to_repopulate(hex_="h7"):
    """Return a scene where seat 0 can repopulate h7 (a build hex: free, for an aristocrat and a craftsman)."""
    scene = Scene(timber=2, coin=9, settled="al1 cl1")
    scene.wagon("c5-1")
    scene.play(f"go home {hex_}")
    return scene


def test_R78_hex_action_or_repopulation():
    """R78: in an action step a player uses the hex or repopulates it, and only once."""
    scene = ready_to_repopulate()
    assert scene.moves("repopulate")
    assert scene.moves("workshop")
    scene.play("repopulate")
    assert scene.state.hexes["h7"].owner == 0
    assert {move.split()[0] for move in scene.moves()} == {"pay", "end"}
    scene = ready_to_repopulate()
    tile = scene.moves("workshop")[0]
    scene.play(tile)
    assert not scene.moves("workshop")
    assert not scene.moves("repopulate")
    assert "instead of using its action" in scene.refused("repopulate")
    assert "You can’t do that right now: build" in scene.refused(tile)
    assert scene.moves("pay")


def popular(order=0):
    """Move popularity to "any overseer" (space 5) using a hex that gives an upgrade and a scroll step (h20)."""
    scene = Scene(round=6, fire=2, settled="nl2 nl3")
    scene.register("popularity", 4, 1, 1)
    scene.infect("h20")
    scene.play("go home h20", "fight 1 2 0 -")
    return scene


def test_R79_queued_and_hex_actions_in_any_order():
    scene = popular()
    scene.play("advance nun on", "gild nl2", "scroll 2")
    assert (scene[0].overseers["nun"].step, scene[0].scrolls) == (1, [0, 1, 0])
    scene = popular()
    scene.play("gild nl2", "advance nun on", "scroll 2")  # This happens between the two icons.
    assert (scene[0].overseers["nun"].step, scene[0].scrolls) == (1, [0, 1, 0])
    scene = popular()
    scene.play("scroll 3", "gild nl3", "advance nun on")
    assert (scene[0].overseers["nun"].step, scene[0].scrolls) == (1, [0, 0, 1])


def test_R80_an_unused_queued_action_is_lost():
    scene = popular()
    scene.play("gild nl2", "scroll 1")
    (ended,) = happened(scene.play("end"), TurnEnded)
    assert ended.lapsed == ("overseer:any",)
    assert scene[0].queue == []
    scene.turn(0)
    scene.play("go home h8")
    scene.end()
    assert scene[0].overseers["nun"].step == 0


def test_R81_R83_two_payments_at_three_coins():
    scene = Scene(coin=6)
    scene.play("go home h8", "pay city", "pay city")
    assert scene[0].coin == 0
    assert scene.state.registers["city"].spaces[0] == 3


def test_R82_exactly_one_side_of_a_slash():
    scene = Scene(coin=9, timber=1)
    scene.play("go home sw")
    assert scene.moves("act") == ["act 2"]
    build = scene.moves("workshop")[0]
    scene.play("act 2")
    assert scene[0].big_fire == 1
    assert {move.split()[0] for move in scene.moves()} == {"pay", "end"}
    scene = Scene(coin=9, timber=1)
    scene.play("go home sw")
    scene.play(build)
    assert scene[0].big_fire == 0
    assert not scene.moves("act")
    assert len(scene[0].workshops) == 1


def test_R82_the_refusal_names_the_move_for_a_chosen_side():
    scene = Scene(coin=9, timber=1)
    scene.play("go home sw")
    assert "offers a choice. Name one of these instead: build." in scene.refused("act 1")


def test_R84_no_payment_before_the_action_step():
    scene = Scene(coin=9, fire=1)
    scene.people("h8", "nun")
    scene.infect("h8")
    scene.upgrade_hut(1, "q3")
    assert "action step" in scene.refused("pay city")
    scene.play("go home h8")
    assert "action step" in scene.refused("pay city")
    scene.play("rescue nun hut1")
    assert "action step" in scene.refused("pay city")
    scene.play("leave", "pay city")
    assert scene[0].coin == 6


def test_tokens_of_a_hex_are_taken_unasked_only_if_there_is_nothing_else_to_do():
    scene = Scene()
    scene.play("go home h13")
    assert (scene[0].timber, scene.state.active) == (2, 1)
    for change in ("coin", "queue", "nobody to upgrade", "workshop", "repopulation"):
        scene = Scene()
        if change == "coin":
            scene[0].coin = 3
        elif change == "queue":
            scene[0].queue = ["scroll"]
        elif change == "nobody to upgrade":  # The effect would lapse.
            scene[0].queue = ["upgrade"]
        elif change == "workshop":
            scene.workshop("b7")
            scene.settle_citizen("nl1")
        else:
            scene.wagon("c5-1")
            scene[0].timber = 2
            for square in ("cl1", "al1", "nl1", "nl2"):
                scene.settle_citizen(square)
        scene.play("go home h13")
        assert scene.moves("act") == ["act 1"], change
        scene.play("end")  # The player may decline the rest.
        assert scene[0].timber == (2 if change == "repopulation" else 0)
