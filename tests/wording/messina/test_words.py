from types import MappingProxyType

from tests.wording.conformance import Conformance
from tests.wording.messina.test_moves import RAW


class TestMessina(Conformance):
    game = "messina"
    refusals = 40
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
    unsaid = MappingProxyType(
        dict.fromkeys(("GameEnded.points.*", "GameEnded.ranking.*", "GameEnded.winners.*"), "the result has it")
        | dict.fromkeys(("Rescued.hex", "OpponentRescued.hex", "OpponentFought.hex"), "the figure went there before")
        | dict.fromkeys(("InQuarantine.hut", "Housed.hut", "Employed.square"), "the citizen is named")
        | dict.fromkeys(("BoardTaken.kind", "Built.kind", "OpponentTook.kind"), "the tile or board is named")
        | dict.fromkeys(("OpponentTook.next", "OpponentTook.cube"), "the board has them")
        | {
            "HexAdded.place": "the picture shows it", "Scrolled.level": "the column and the step are named",
            "TileRevealed.tile": "its hex is named", "WheelTurned.position": "what it shows there is named",
        }
    )  # fmt: skip
    described = 9

    def parts_of(self, view):
        """Return the parts that have an alt text, including each player's estate."""
        return ("", "grid", "city", "score", "legend", *(f"estate-{seat}" for seat in range(view.seats)))
