from renderer.rattus.geography import REGION_SPOTS
from rules.rattus import events as e
from tests.wording.speakers import beginning, rattus_speaker
from wording.rattus.names import MAP, map_order


def test_regions_are_listed_in_the_order_of_the_map():
    """The map is read row by row from the north, each row from west to east."""

    def place(region: str) -> tuple[int, float]:
        x, y = REGION_SPOTS[region].name
        return round(y / 110), x

    assert list(MAP) == sorted(set(REGION_SPOTS) - {"palace"}, key=place)
    assert map_order(["turcia", "gallia", "scandia", "gallia"]) == ["scandia", "gallia", "turcia"]


def test_a_headline_lists_actions_in_their_order():
    moved, placed, took = e.CubesMoved(0, "piper", "scandia", "polonia", 1), e.Placed(0, "scandia", 2), e.Took
    s = rattus_speaker(beginning("rattus", 2), ["Anna", "Bob"])
    plague = e.PlagueMoved(0, "gallia", "polonia")
    for events, told in (
        ([moved, placed, took(0, "piper", None), plague], "used Pied Piper, 2 cubes in Scandia, took the Pied Piper"),
        ([took(0, "piper", 1), moved, placed], "took and used 🔷 **Bob**’s Pied Piper, 2 cubes in Scandia"),
        ([took(0, "piper", None), placed, moved], "took the Pied Piper, 2 cubes in Scandia, used Pied Piper"),
    ):
        assert s.headlines(events) == [f"🔴 **Anna**: {told}{', plague to Polonia' * (plague in events)}."]
    alone = [e.RatPlaced(0, "polonia-b"), e.TurnEnded(0)]  # a better turn may differ only in a new rat
    assert s.headlines(alone) == ["🔴 **Anna**: +1\u00a0🐀: Polonia."]
