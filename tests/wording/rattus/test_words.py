import re

import pytest

from tests.wording.conformance import Conformance

pytestmark = pytest.mark.slow


class TestRattus(Conformance):
    game = "rattus"
    moments_of = "positions"
    parts = ("", "legend")
    raw = re.compile(r"[{}]|\b[a-z]+-[a-z]+\b|\b\w+_\w+\b|\b[a-z]+\+[a-z]+\b")
