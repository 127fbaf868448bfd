import re

from tests.wording.conformance import Conformance


class TestRattus(Conformance):
    game = "rattus"
    moments_of = "positions"
    parts = ("", "legend")
    raw = re.compile(r"[{}]|\b[a-z]+-[a-z]+\b|\b\w+_\w+\b|\b[a-z]+\+[a-z]+\b")
