"""The lines that the rules produce for random games are as in ``kept/*.txt``, where differences can be read."""

from pathlib import Path

import pytest

from rules import GAMES
from tests.kept import kept
from tests.rules.kept import TABLES, lines, shown
from tests.rules.messina.test_view import busy_scene, solo_scene
from tests.rules.rattus.test_hidden import busy_table

KEPT = Path(__file__).with_name("kept")
MOVES = {  # One move of each kind, or one for each different thing that a move of this kind names.
    "rattus": (
        *("place gallia 2", "take monk", "monk gallia-b italia", "merchant gallia italia 3", "witch gallia-a", "end"),
        *(
            *("unload gallia", "carry 1", "messenger gallia 2 0", "nun reserve gallia"),
            *("nun italia gallia", "skip", "serf"),
        ),
        *("bishop italia gallia", "soldier gallia", "join knight", "piper italia gallia 0", "follow gallia-a"),
        *(
            "wizard gallia 1",
            "queen gallia",
            "emperor reserve gallia+hispania",
            "emperor gallia+italia gallia+hispania",
        ),
    ),
    "messina": (
        *("go home h7", "board dock-nw silk1", "work cl1 b3", "rescue nun hut2", "fight 2 0 2 h5+h3", "fight 1 1 0 -"),
        *("hut q3 hut1", "wagon c1-1", "advance nun on", "advance nun left", "elevate nun skip-right", "pay city"),
        *("scroll 2", "take yellow", "take scroll-b2", "leave"),
    ),
}


@pytest.mark.kept
@pytest.mark.deep(one_in=10)
@pytest.mark.parametrize("name", TABLES)
def test_a_game_is_as_it_was_kept(name: str) -> None:
    now = "".join(f"{line.rstrip()}\n" for line in lines(name))
    assert now == kept(KEPT / f"{name.replace(' ', '-')}.txt", now)


@pytest.mark.kept
def test_the_views_of_seats_and_the_public_are_as_kept() -> None:
    views = {
        **{f"Messina, seat {seat}": busy_scene().table.view(seat) for seat in (None, 1)},
        "Messina alone": solo_scene().table.view(0),
        **{f"Rattus, seat {seat}": busy_table().view(seat) for seat in (None, 0, 1)},
    }
    now = "".join(f"{line}\n" for name, view in views.items() for line in (name, *shown(view)))
    assert now == kept(KEPT / "views.txt", now)


@pytest.mark.kept
def test_moves_point_at_the_places_on_the_board_that_were_kept() -> None:
    """Pictures use these places to mark choices."""
    now = ""
    for name, texts in MOVES.items():
        for text in texts:
            move = GAMES[name].notation.parse(text)
            assert move is not None
            now += f"{text}: {', '.join(f'{one.kind} {one.id}' for one in GAMES[name].targets(move))}".rstrip() + "\n"
    assert now == kept(KEPT / "targets.txt", now)
