"""Recorded games replay to the same result. Those of Rattus cover every kind of ending and every card."""

import json
import runpy
from functools import cache
from pathlib import Path

import msgspec
import pytest

from bot.panels.history import game_files
from rules import GAMES
from rules.log import Log
from rules.notation import Move
from rules.rattus.cards import CARD_OF
from rules.rattus.components import CARDS
from rules.rattus.events import Exchanged, FinalRound, Placed
from rules.table import Table


class Recorded(msgspec.Struct, forbid_unknown_fields=True):
    """A recorded game and how it ended."""

    points: list[int]
    ranking: list[int]
    reason: str
    digest: str
    log: Log


FILES = sorted(Path(__file__).parent.glob("recorded/*/*.json"))


def read(path: Path) -> Recorded:
    return msgspec.json.decode(path.read_bytes(), type=Recorded)


@pytest.mark.parametrize("trusted", [True, False])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_comes_out_as_it_did(path, trusted):
    recorded = read(path)
    table = Table.load(GAMES[recorded.log.game], recorded.log, trusted=trusted)
    assert table.over
    score = table.score()
    assert (score.points, score.ranking, score.reason) == (recorded.points, recorded.ranking, recorded.reason)
    assert table.digest == recorded.digest


check_draws = runpy.run_path(str(Path(__file__).parents[1] / "contrib" / "check_draws.py"))["main"]


@cache
def files_of(path: Path) -> tuple[bytes, bytes]:
    log = read(path).log
    return game_files(Table.load(GAMES[log.game], log, trusted=True))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_draws_of_a_game_can_be_checked_without_the_project(path, tmp_path, capsys):
    game, events = tmp_path / "game.json", tmp_path / "events.json"
    for file, content in zip((game, events), files_of(path), strict=True):
        file.write_bytes(content)
    check_draws(game, events)
    assert " draws are right." in capsys.readouterr().out
    with pytest.raises(SystemExit, match="the seed has the fingerprint"):
        check_draws(game, events, "0" * 64)
    some = json.loads(events.read_bytes())
    del some[[one["event"] in ("shiparrived", "ratplaced") for one in some].index(True)]
    events.write_text(json.dumps(some))
    with pytest.raises(SystemExit, match="WRONG"):
        check_draws(game, events)
    events.write_bytes(files_of(path)[1])
    game.write_text(game.read_text().replace('"seed":"', '"seed":"x'))
    with pytest.raises(SystemExit, match="WRONG"):
        check_draws(game, events)


def test_p155_the_draws_of_a_challenge_can_be_checked_too(tmp_path):
    """P155: each round draws from its own seed."""
    table = Table(GAMES["messina"], 1, "0f3a/round 0")
    while not table.over:
        table.play(0, table.legal(0)[0].text, in_place=True)
    for name, content in zip(("game", "events"), game_files(table), strict=True):
        (tmp_path / name).write_bytes(content)
    check_draws(tmp_path / "game", tmp_path / "events")
    (tmp_path / "game").write_bytes(game_files(table)[0].replace(b"/round 0", b"/round"))
    with pytest.raises(SystemExit, match="WRONG"):
        check_draws(tmp_path / "game", tmp_path / "events")


def what_happened(path: Path) -> set[str]:
    """Return, as text, the endings, cards and rarer events of a recorded game."""
    recorded = read(path)
    game = GAMES[recorded.log.game]
    table = Table.load(game, recorded.log, trusted=True)
    facts = {f"{recorded.log.seats} players", recorded.reason}
    facts |= {"taken back" for entry in recorded.log.entries if entry.undo}
    when = ""
    for step in table.steps:
        move: Move = game.notation.parse(step.move)
        used = [CARD_OF[type(move)]] if type(move) in CARD_OF else []
        for event in step.events:
            if isinstance(event, Placed):
                used += filter(None, [event.card, event.other])
            if isinstance(event, Exchanged):
                facts.add("exchanged")
        facts |= {card + when for card in used}
        if any(isinstance(event, FinalRound) for event in step.events):
            when = " in the final round"
    return facts


def test_each_end_and_each_card_occurs():
    seen = set().union(*(what_happened(path) for path in FILES if path.parent.name == "rattus"))
    wanted = {"2 players", "3 players", "4 players", "supply", "cubes", "exchanged", "taken back"}
    wanted |= {card + when for card in CARDS for when in ("", " in the final round")}
    assert wanted <= seen
