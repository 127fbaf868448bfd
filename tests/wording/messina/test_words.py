import pytest

from tests.wording.conformance import Conformance
from tests.wording.messina.test_moves import RAW

pytestmark = pytest.mark.slow


class TestMessina(Conformance):
    game = "messina"
    moments_of = "moments"
    raw = RAW
    longest_question = 330
    described = 9

    def parts_of(self, view):
        """With an estate for each player."""
        return ("", "grid", "city", "score", "legend", *(f"estate-{seat}" for seat in range(view.seats)))
