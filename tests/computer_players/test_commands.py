import re
import sys

import pytest

import computer_players.__main__ as commands
from computer_players import review, train
from computer_players.duel import ANSWER_LIMIT, MATCHES, Match, Played, Standing
from computer_players.review import GameReview, Trial


@pytest.fixture
def run(monkeypatch, capsys):
    """Return a function that runs a command line and returns the lines it prints."""

    def ran(*line):
        monkeypatch.setattr(sys, "argv", ["computer_players", *line])
        commands.main()
        return capsys.readouterr().out.splitlines()

    return ran


@pytest.fixture
def matches(monkeypatch):
    """Replace each match with two wins. Return the growing list of matches, with their games, limit and match log."""
    found = []

    def duel(match, games, limit, book):
        found.append((match, games, limit, book))
        standing = Standing()
        for number in range(2):
            standing.played.append(Played(number, 1.0, 9, [4], [0.5], "too slow" * number))
            yield standing

    monkeypatch.setattr(commands, "play_match", duel)
    return found


def test_a_match_has_the_players_options_and_limits_of_the_command_line(run, matches):
    """The command also prints each score and why a player forfeited."""
    row = "| rattus: steady against greedy | {} | 100 % ({} to 100) | 9.0 ± 0.0 | 4.0 | 0.5 s, at most 0.5 s |  |"
    assert run("duel", "steady") == [row.format(1, 21), row.format(2, 34), "too slow"]
    run(
        *("duel", "casual", "strong", "--game", "messina", "--seats", "3", "--games", "7", "--limit", "2.5"),
        *("--option", "variant=advanced", "--option", "confirm=on"),
    )
    options = {"variant": "advanced", "confirm": "on"}
    assert matches == [
        (Match("rattus", 2, "steady", "greedy", {}), 100, ANSWER_LIMIT, None),
        (Match("messina", 3, "casual", "strong", options), 7, 2.5, None),
    ]


def test_without_players_the_matches_of_the_page_are_played_and_their_rows_written(run, matches, monkeypatch, tmp_path):
    page = tmp_path / "players.md"
    page.write_text("Results:\n<!-- results -->\n<!-- end of results -->\n", "utf-8")
    monkeypatch.setattr(commands, "PAGE", page)
    monkeypatch.setattr(commands, "MATCH_LOGS", tmp_path / "duels")
    printed = run("duel", "--match", "strong alone", "--games", "5")
    assert matches == [
        (Match("messina", 1, "strong", ""), 5, ANSWER_LIMIT, tmp_path / "duels/messina-strong-alone.jsonl"),
        (
            Match("messina", 1, "strong", "", {"variant": "advanced"}),
            *(5, ANSWER_LIMIT, tmp_path / "duels/messina-variant-advanced-strong-alone.jsonl"),
        ),
    ]
    assert page.read_text("utf-8").splitlines()[2:-1] == [printed[1], printed[4]]
    matches.clear()
    run("duel")
    assert [match for match, *_ in matches] == [match for match, _ in MATCHES.values()]


def test_reviews_are_counted_and_the_chances_of_all_games_calibrated(run, monkeypatch):
    asked = []
    nothing = GameReview([], [], [], [], [])

    def trials(game, seats, numbers, *, blunder):
        asked.append((game, seats, [*numbers], blunder))
        yield Trial((3, 0), nothing, 1.25, [(0.25, 0.0), (0.25, 1.0)])
        yield Trial(None, nothing, 2.5, [(0.85, 1.0)])

    monkeypatch.setattr(review, "review_trials", trials)
    monkeypatch.setattr(Trial, "named", property(lambda trial: trial.blunder is not None))
    assert run("review", "--game", "messina", "--seats", "2", "--games", "2", "--blunder") == [
        "game 1: 1.2 s of CPU, bad turn named in 1", "game 2: 2.5 s of CPU, bad turn named in 1",
        "     2 positions judged at 25%: 50% won", "     1 positions judged at 85%: 100% won",
    ]  # fmt: skip
    run("review")
    assert asked == [("messina", 2, [0, 1], True), ("rattus", 4, [*range(30)], False)]


def test_all_weights_of_a_game_are_trained_or_those_for_some_seats(run, monkeypatch):
    asked = []

    def trained(*how):
        asked.append(how)
        yield f"{how[0]} from {how[1]} on"

    monkeypatch.setattr(train, "run", trained)
    assert run("train", "rattus") == ["rattus from 2 on", "rattus from 3 on"]
    run("train", "rattus", "--seats", "3", "--rounds", "5", "--games", "6", "--go-on")
    assert asked == [("rattus", 2, 40, 24, False), ("rattus", 3, 40, 24, False), ("rattus", 3, 5, 6, True)]
    with pytest.raises(SystemExit, match="rattus has weights for 2 or 3 and more seats, not for 4"):
        run("train", "rattus", "--seats", "4")


@pytest.mark.parametrize("line", [[], ["train"], ["serve"], ["duel", "steady", "--game", "chess"]])
def test_an_incomplete_command_line_is_refused(run, line):
    with pytest.raises(SystemExit, match="2"):
        run(*line)


@pytest.mark.parametrize("part", ["duel", "serve", "review", "train"])
def test_help_says_what_every_option_is_for(part, run, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "400")
    with pytest.raises(SystemExit):
        run(part, "--help")
    told = capsys.readouterr().out.replace("\n" + " " * 22, "   ")
    options = [line for line in told.splitlines() if line.startswith("  ")]
    assert len(options) > 2
    assert [line for line in options if len(re.split(" {2,}", line.strip())) < 2] == []
