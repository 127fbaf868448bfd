from wording.rattus import WORDS


def test_advice_on_cubes_that_are_moved_or_placed_keeps_to_the_rules():
    """R58: no rat follows the Merchant. R95, R123: the cubes from the Baker belong to another player."""
    assert "Rats" not in WORDS.advice["carry"]
    assert "aren’t yours" in WORDS.advice["unload"]
