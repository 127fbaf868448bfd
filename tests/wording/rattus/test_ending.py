import re

import msgspec

from rules.game import Score
from tests.wording.speakers import rattus_speaker


def test_the_result_tells_points_their_parts_and_the_winner(games, names):
    for game in games:
        score, view = game.table.score(), game.table.view(None)
        text = rattus_speaker(view, names).final_table(score)
        lines = text.split("\n")
        assert f"{names[score.ranking[0]]}** wins!" in lines[1]
        for place, seat in enumerate(score.ranking):
            line = next(line for line in lines[2:] if f"**{names[seat]}**" in line and "point" in line)
            assert lines.index(line) == place + 2
            assert f"**{score.points[seat]}** point" in line
            inside = score.breakdown["regions"][seat], score.breakdown["palace"][seat]
            assert "({} in regions, {} in the palace)".format(*inside) in line
        assert ("Equal points" in text) == (len(set(score.points)) < len(score.points))


def test_the_result_says_why_the_game_ended(games, names):
    view = games[0].table.view(None)
    score = Score([3, 1], {"regions": [2, 1], "palace": [1, 0]}, [0, 1], [0], "supply")
    supply = rattus_speaker(view, names).final_table(score)
    cubes = rattus_speaker(view, names).final_table(msgspec.structs.replace(score, reason="cubes"))
    who = f"**{names[view.trigger]}**"
    assert re.match(rf"The end came in the turn of .* {re.escape(who)}: the supply of rats is empty\.\n", supply)
    assert re.match(rf"The end came in the turn of .* {re.escape(who)}: .* {re.escape(who)} has every cube", cubes)
    assert "**1** point (" in supply


def test_a_finished_game_waits_for_nobody(games, names):
    assert rattus_speaker(games[0].table.view(None), names).status(1) == "The game is over."
