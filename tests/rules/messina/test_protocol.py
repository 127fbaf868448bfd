"""Messina 1347 through a real pipe: ``python -m rules``."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_whole_game_from_set_up_to_score(seats):
    process = subprocess.Popen(
        [sys.executable, "-m", "rules"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )

    def ask(do, **fields):
        process.stdin.write(json.dumps({"do": do, **fields}).encode() + b"\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        assert answer.pop("ok") is True, answer
        return answer

    (messina,) = [game for game in ask("games")["games"] if game["id"] == "messina"]
    assert messina["seats"] == [1, 2, 3, 4]
    assert len(messina["options"][str(seats)]) == (12 if seats == 1 else 15)
    lot = random.Random(seats)
    now = ask("new", game="messina", seats=seats, seed=f"pipe {seats}", options={"confirm": "on"})
    told = [event["event"] for event in now["events"]]
    assert told[0] == "began"
    assert {"shiparrived", "wheelturned", "plagueplaced", "roundbegan"} <= set(told)
    assert ("tilesshuffled" in told) == (seats == 1)
    ended = []
    while not now["over"]:
        due = lot.choice(now["due"])
        now = ask("play", seat=due["seat"], move=lot.choice(due["moves"]))
        ended += [event for event in now["events"] if event["event"] == "roundended"]
    assert [event["round"] for event in ended] == [1, 2, 3, 4, 5, 6]
    score = ask("score")
    assert len(score["points"]) == seats
    log, view = ask("log"), ask("view", seat=None)
    assert view["view"]["phase"] == "over" if "view" in view else view["phase"] == "over"
    ask("load", log=log["log"])
    assert ask("score") == score
    out, err = process.communicate(timeout=120)
    assert (out, err, process.returncode) == (b"", b"", 0)
