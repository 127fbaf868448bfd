from renderer.rattus.geography import REGION_SPOTS
from wording.rattus.names import MAP, map_order


def test_regions_are_told_in_the_order_of_the_map():
    """They go row by row from the north, each row from west to east."""

    def place(region: str) -> tuple[int, float]:
        x, y = REGION_SPOTS[region].name
        return round(y / 110), x

    assert list(MAP) == sorted(set(REGION_SPOTS) - {"palace"}, key=place)
    assert map_order(["turcia", "gallia", "scandia", "gallia"]) == ["scandia", "gallia", "turcia"]
