import math
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from playwright._impl._driver import compute_driver_executable

import computer_players
from computer_players.__main__ import main
from computer_players.duel import MATCHES, Match, Played, Standing, fingerprint, play_match, table_row, won, write_row
from computer_players.player import observe
from computer_players.program import Forfeit, Program, ServedSeats
from computer_players.search import LEVELS, Effort, Level
from rules import GAMES
from rules.game import Score, blocking_seats, start_game
from tests.rules.games import RandomGames

DOCS = Path("docs/computer-players.md")
QUICK = Level(Effort(beam_width=1))


def program(source, tmp_path):
    path = tmp_path / "program.py"
    path.write_text(source, "utf-8")
    return shlex.join([sys.executable, str(path)])


def node():
    """Return the path of Node: the system's, or Playwright's. Skip the test if there is none, except in CI."""
    reasons = []
    for command in filter(None, (shutil.which("node"), compute_driver_executable()[0])):
        try:
            subprocess.run([command, "--version"], check=True, capture_output=True, text=True)
        except OSError as error:
            reasons.append(str(error))
        except subprocess.CalledProcessError as error:
            reasons.append(error.stderr.strip())
        else:
            return command
    assert os.environ.get("CI") != "true", f"CI needs a Node that runs: {reasons}"
    pytest.skip(f"no Node runs here: {'; '.join(reasons)}")


def asked_first():
    state = next(RandomGames(GAMES["rattus"]).before_each_move(2, "duel"))
    return observe(GAMES["rattus"], state, blocking_seats(state)[0])


def stood(games, won):
    """Return the standing after this many games, the first ``won`` of them won, with half a second of thinking each."""
    return Standing([Played(number, float(number < won), 7, [5], [0.5]) for number in range(games)])


def test_the_interval_is_that_of_wilson():
    """The numbers are those of a published table: 81 wins in 100 games give 0.722 to 0.875."""
    low, high = stood(100, 81).interval()
    assert (round(low, 3), round(high, 3)) == (0.722, 0.875)
    assert stood(10, 0).interval()[0] == 0
    assert math.isclose(stood(10, 10).interval()[1], 1)


def test_the_average_has_the_interval_of_a_small_sample():
    average, off = Standing([Played(0, 1.0, 4, [], []), Played(1, 1.0, 8, [], [])]).mean()
    assert (average, round(off, 2)) == (6.0, 3.92)
    assert stood(1, 1).mean() == (7.0, 0.0)


def test_a_row_has_the_averages_of_all_games_and_in_solo_games_no_share():
    games = [Played(0, 1.0, 9, [4, 6], [0.2, 0.3]), Played(1, 0.0, 5, [8, 10], [1.0])]
    row = table_row(Match("rattus", 3, "steady", "greedy"), Standing(games))
    assert row == (
        "| rattus: steady against 2 greedy | 2 | 50 % (9 to 91) | 7.0 ± 3.9 | 7.0 | 0.3 s, at most 1.0 s |  |"
    )
    alone = table_row(Match("messina", 1, "steady", ""), Standing([Played(0, 1.0, 9, [], [])]))
    assert alone == "| messina: steady alone | 1 |  | 9.0 ± 0.0 |  | 0.0 s, at most 0.0 s |  |"


def test_games_of_a_match_are_valid_for_the_code_and_levels_of_its_players(tmp_path, monkeypatch):
    """New code for another game, or a change of a level that didn't play, keeps the games valid."""
    room = tmp_path / "computer_players"
    shutil.copytree(Path(computer_players.__file__).parent, room, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(computer_players, "__file__", str(room / "__init__.py"))
    match = Match("rattus", 2, "casual", "steady")
    before = fingerprint(match)
    for name, same in (
        *(("search.py", False), ("rattus/__init__.py", False), ("rattus/weights.json", False)),
        *(("messina/__init__.py", True), ("train.py", True)),
    ):
        text = (room / name).read_text("utf-8")
        (room / name).write_text(text + "\n", "utf-8")
        assert (fingerprint(match) == before) is same, name
        (room / name).write_text(text, "utf-8")
    for name, same in (("casual", False), ("steady", False), ("strong", True)):
        with monkeypatch.context() as changed:
            changed.setitem(LEVELS, name, QUICK)
            assert (fingerprint(match) == before) is same, name


def test_each_shuffle_is_used_once_for_every_seat(monkeypatch):
    """The first player takes each seat once per shuffle. Only its own decisions count as its thinking time."""
    sat, begun, asked = [], [], []

    class First:
        def __init__(self, name, game, seed):
            sat.append((name, seed))
            self.name = name

        def choose(self, observed):
            asked.append(self.name)
            return observed.moves[0]

    def started(game, seats, seed, options):
        begun.append((seed, options["cards"]))
        return start_game(game, seats, seed, options)

    monkeypatch.setattr(computer_players, "seat", First)
    monkeypatch.setattr("computer_players.duel.start_game", started)
    monkeypatch.setattr("computer_players.duel.MIN_THOUGHT_SECONDS", -1.0)
    *_, standing = play_match(Match("rattus", 2, "casual", "steady", {"cards": "random"}), 3)
    assert begun == [("duel 0", "random"), ("duel 0", "random"), ("duel 1", "random")]
    assert [name for name, _ in sat] == ["casual", "steady", "steady", "casual", "casual", "steady"]
    assert [seed for _, seed in sat] == [f"duel {number} {seat}" for number in (0, 0, 1) for seat in (0, 1)]
    assert sum(len(one.thought) for one in standing.played) == asked.count("casual")
    assert [len(one.others) for one in standing.played] == [1, 1, 1]


def test_a_served_level_answers_every_line(monkeypatch):
    """Each seat has its own player, which keeps its state between requests. An error names the mistake."""
    made = []
    plain = computer_players.seat
    monkeypatch.setattr(computer_players, "seat", lambda *who: made.append(who) or plain(*who))
    seats = ServedSeats("greedy", "x")
    state = next(RandomGames(GAMES["rattus"]).before_each_move(2, "duel"))
    mine = blocking_seats(state)[0]
    position = {"game": "rattus", **msgspec.to_builtins(state)}

    def answer(**values):
        given = {"do": "choose", "game": "rattus", "seat": mine, "question": "", "moves": [], "view": {}}
        return seats.answer(msgspec.json.encode({**given, "position": position, **values}))

    legal = [move.text for move in observe(GAMES["rattus"], state, mine).moves]
    for _ in range(2):
        assert answer()["move"] in legal
    assert made == [("greedy", "rattus", f"x {mine}")]
    assert answer(seat=1 - mine)["error"] == "turn"
    assert answer(game="chess")["error"] == "options"
    assert answer(position={**position, "active": 9})["error"] == "position"
    assert answer(seat="first")["error"] == seats.answer(b"move!")["error"] == "request"
    for state in RandomGames(GAMES["rattus"]).before_each_move(2, "duel"):
        if (other := blocking_seats(state)[0]) != mine:
            assert answer(seat=other, position={"game": "rattus", **msgspec.to_builtins(state)})["ok"]
            break
    assert made == [("greedy", "rattus", f"x {mine}"), ("greedy", "rattus", f"x {other}")]


def test_a_shared_win_is_a_part_of_one_and_a_game_cut_short_none():
    state = next(RandomGames(GAMES["messina"]).before_each_move(2, "won"))
    level = Score([5, 5], {}, [0, 1], [0, 1], "")
    assert won(state, level, 0) == 0
    state.over = True
    assert won(state, level, 0) == 0.5
    assert won(state, Score([5, 6], {}, [1, 0], [1], ""), 0) == 0


def test_a_match_is_resumed_unless_its_players_have_changed(tmp_path, monkeypatch):
    """A resumed match repeats no game, and ends with the same result as one without an interruption."""
    monkeypatch.setitem(LEVELS, "casual", QUICK)
    match, book = Match("rattus", 2, "casual", "casual"), tmp_path / "docs" / "duels" / "match.jsonl"
    list(play_match(match, 1, book=book))
    first = book.read_bytes()
    *_, standing = play_match(match, 2, book=book)
    assert [one.game for one in standing.played] == [0, 1]
    assert book.read_bytes().startswith(first)
    assert list(play_match(match, 2, book=book)) == [standing]
    monkeypatch.setattr("computer_players.duel.fingerprint", lambda match: "otherwise")
    assert not list(play_match(match, 0, book=book))
    assert book.read_text("utf-8") == "otherwise\n"


def test_a_program_gets_moves_and_a_position_and_answers_with_a_move(tmp_path):
    source = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    assert asked["do"] == "choose" and asked["position"]["game"] == asked["game"] == "rattus"
    assert asked["view"]["seat"] == asked["seat"]
    print(json.dumps({"move": asked["moves"][-1]}), flush=True)
"""
    asked = asked_first()
    one = Program(program(source, tmp_path), "seed", limit=20)
    assert one.choose(asked) == asked.moves[-1]
    one.close()


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ('print(\'{"move": "place atlantis 2"}\', flush=True); input()', "illegal move: 'place atlantis 2'"),
        ("print('what?', flush=True); input()", "not a valid answer: b'what?"),
        ("import time; time.sleep(60)", "no answer within 0.5 s"),
        ("", "the program ended with exit code 0"),
        (
            "import sys; sys.exit('libnone.so: not found')",
            "the program ended with exit code 1\n    libnone.so: not found",
        ),
        ("import os; os.kill(os.getpid(), 9)", "the program ended by signal 9 (Killed)"),
        ("import os, time; os.close(1); time.sleep(60)", "the program closed its output"),
    ],
)
def test_a_late_or_illegal_answer_forfeits_with_a_reason(tmp_path, monkeypatch, source, why):
    monkeypatch.setattr("computer_players.program.EXIT_TIMEOUT", 0.5 if "closed" in why else 20)
    one = Program(program(source, tmp_path), "seed", limit=0.5 if "within" in why else 20)
    with pytest.raises(Forfeit, match=re.escape(why)):
        one.choose(asked_first())
    one.close()


def test_a_name_that_is_neither_a_player_nor_a_command_is_refused_before_the_first_game(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["computer_players", "duel", "strog", "greedy"])
    reason = "'strog' is neither a player (casual, steady, strong, greedy) nor an executable command"
    with pytest.raises(SystemExit, match=re.escape(reason)):
        main()


def test_the_player_of_the_page_plays_a_game(tmp_path, monkeypatch):
    """The page docs/computer-players.md has a complete player in JavaScript, which is run unchanged."""
    monkeypatch.setitem(LEVELS, "casual", QUICK)
    source = DOCS.read_text("utf-8").partition("```js\n")[2].partition("```")[0]
    path = tmp_path / "player.js"
    path.write_text(source, "utf-8")
    (standing,) = play_match(Match("rattus", 2, "casual", shlex.join([node(), str(path)])), 1)
    assert not standing.played[0].lost


def test_the_page_has_a_row_for_each_match_and_a_new_result_takes_the_place_of_the_old_one(tmp_path):
    page = tmp_path / "players.md"
    page.write_text("Before.\n<!-- results -->\n| other | 1 |\n<!-- end of results -->\nAfter.\n", "utf-8")
    match, _ = MATCHES["rattus: strong against greedy"]
    for games in (4, 8):
        write_row(page, match, table_row(match, stood(games, games // 2)))
    lines = page.read_text("utf-8").splitlines()
    assert lines[0] == "Before."
    assert lines[-1] == "After."
    assert [line for line in lines if line.startswith("| rattus")] == [
        "| rattus: strong against greedy | 8 | 50 % (22 to 78) | 7.0 ± 0.0 | 5.0 | 0.5 s, at most 0.5 s | 80 % |"
    ]
    assert "| other | 1 |" in lines
