"""Draw the replay of a turn for the README, `docs/replay.gif`: ``python -m tools.replay_animation`` (``make keep``)."""

from pathlib import Path

import msgspec

import wording
from games import GAMES
from games.drawing import tell_turn
from renderer import Scene
from renderer.rattus.pictures import PICTURES
from renderer.replay import replay_gif
from rules.log import Log
from rules.rattus import GAME
from rules.table import Table
from rules_service.history import moves_of, turns_of

ROOT = Path(__file__).parents[1]
RECORDED = ROOT / "tests" / "recorded" / "rattus" / "4_players_supply_plain.json"
TURN = 18  # a turn in which a rat is moved, cubes are placed, the plague moves, and rats kill
NAMES = ["Ada", "Béla", "Cécile", "Dörte"]
FILE = ROOT / "docs" / "replay.gif"


def animation() -> bytes:
    """Return the replay as a file."""
    log = msgspec.convert(msgspec.json.decode(RECORDED.read_bytes())["log"], Log)
    table = Table.load(GAME, log, trusted=True)
    before, moves = moves_of(table, None, [turn for turn in turns_of(table, None) if turn.number == TURN])
    told = tell_turn(moves, f"Turn {TURN}: {NAMES[3]}", GAMES["rattus"], wording.words("en"), NAMES)
    return replay_gif(PICTURES, Scene(before, NAMES, PICTURES.replay_part), told, moving=True)


if __name__ == "__main__":
    FILE.write_bytes(animation())
