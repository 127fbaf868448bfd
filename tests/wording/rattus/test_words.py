import re
from types import MappingProxyType

from tests.wording.conformance import Conformance


class TestRattus(Conformance):
    game = "rattus"
    refusals = 50
    games_of = "games"
    parts = ("", "legend")
    void = (("question", ""), ("left", 0), ("taken", False), ("placed", False))  # no turn
    unsaid = MappingProxyType(
        {
            "GameEnded.points.*": "the result has them",
            "GameEnded.ranking.*": "the result has it",
            "NeutralDeclared.region": "the plague piece was moved there before",
            "Saw.seat": "only that seat reads it",
        }
    )
    raw = re.compile(r"[{}]|\b[a-z]+-[a-z]+\b|\b\w+_\w+\b|\b[a-z]+\+[a-z]+\b")
