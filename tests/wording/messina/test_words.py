from types import MappingProxyType

import pytest

from tests.wording.conformance import Conformance
from tests.wording.messina.test_moves import RAW

pytestmark = pytest.mark.slow


class TestMessina(Conformance):
    game = "messina"
    games_of = "messina"
    raw = RAW
    longest_question = 330
    told_elsewhere = MappingProxyType({"docks.*.at": "a dock lies at its harbour, whose corner is its name"})
    told_by_the_score = MappingProxyType({"players.*.points": "the score has the total and where it comes from"})
    void = (
        *[("hexes.*.colour", ""), ("hexes.*.rat", "none"), ("hexes.*.points", 0)],  # A harbour.
        ("players.*.huts.*.space", 0),  # An empty hut.
        *[("question", ""), ("about", ""), ("remaining", 0)],  # There is no question, or it is not about anything.
    )
    described = 9

    def parts_of(self, view):
        """Add an estate for each player."""
        return ("", "grid", "city", "score", "legend", *(f"estate-{seat}" for seat in range(view.seats)))
