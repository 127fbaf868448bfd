import re

import pytest

from tests.wording.conformance import Conformance

pytestmark = pytest.mark.slow


class TestRattus(Conformance):
    game = "rattus"
    games_of = "games"
    parts = ("", "legend")
    void = (("question", ""), ("left", 0), ("taken", False), ("placed", False))  # no turn
    raw = re.compile(r"[{}]|\b[a-z]+-[a-z]+\b|\b\w+_\w+\b|\b[a-z]+\+[a-z]+\b")
