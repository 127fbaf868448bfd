import re

import msgspec

from rules.game import Score
from tests.wording.speakers import rattus_speaker
from wording.rattus import WORDS


def test_the_result_says_why_the_game_ended(games, names):
    view = games[0].table.view(None)
    score = Score([3, 1], {"regions": [2, 1], "palace": [1, 0]}, [0, 1], [0], "supply")
    supply = rattus_speaker(view, names).final_table(score)
    cubes = rattus_speaker(view, names).final_table(msgspec.structs.replace(score, reason="cubes"))
    who = f"**{names[view.trigger]}**"
    assert re.search(rf"\nThe end came in .* {re.escape(who)}’s turn, when the supply of rats was empty\.$", supply)
    assert re.search(
        rf"\nThe end came when .* {re.escape(who)} ended a turn with all their cubes on the board\.$", cubes
    )
    assert "**1** point (" in supply


def test_that_the_last_rat_has_come_and_how_many_are_left_is_told_with_what_it_means(positions, names):
    """R29, R110: the turn that uses the supply up is the last normal one."""
    view = msgspec.structs.replace(in_turns(positions), stock=[9, 9], baked=[0, 0])
    told = [
        rattus_speaker(msgspec.structs.replace(view, supply=supply), names).nearing_end() for supply in (0, 1, 6, 7)
    ]
    assert "used up: this is the last normal turn." in told[0]
    assert "Only 1 rat is left" in told[1]
    assert "Only 6 rats are left" in told[2]
    assert not told[3]
    brief = rattus_speaker(msgspec.structs.replace(view, supply=6), names).nearing_end(brief=True)
    assert brief.startswith("The end is near: 6 rats left. Ahead now")


def test_who_is_near_to_having_every_cube_on_the_board_is_told(positions, names):
    """R111: cubes on the Baker are not on the board, and only the end of the player's own turn counts."""
    view = msgspec.structs.replace(in_turns(positions), supply=20, stock=[3, 0], baked=[1, 0])
    told = rattus_speaker(view, names).nearing_end()
    brief = rattus_speaker(view, names).nearing_end(brief=True)
    assert re.match(rf"The end is near: [^.]*{re.escape(names[1])}\*\* has 0 cubes left\. Ahead now", brief)
    assert f"**{names[0]}** is not on the board" not in told
    assert f"**{names[0]}** are not on the board" not in told
    who = rf"[^.]*{re.escape(names[1])}\*\*"
    assert re.search(rf"Every cube of {who} is on the board: the game ends if {who} ends a turn like this", told)
    three = rattus_speaker(msgspec.structs.replace(view, stock=[2, 9]), names).nearing_end()
    assert re.search(rf"Only 3 cubes of [^.]*{re.escape(names[0])}\*\* are not on the board: the game also ends", three)


def in_turns(positions):
    """Return the public view of a two-player game during its normal turns."""
    return next(at.public for at in positions if at.public.phase == "turns" and at.public.seats == 2)


def test_advice_on_cubes_that_are_moved_or_placed_keeps_to_the_rules():
    """R58: no rat follows the Merchant; R95, R123: the cubes from the Baker belong to another player."""
    assert "Rats" not in WORDS.advice["carry"]
    assert "aren’t yours" in WORDS.advice["unload"]
