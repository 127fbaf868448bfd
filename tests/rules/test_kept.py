"""What the rules say of random games is as it was kept: a difference can be read in ``kept/*.txt``."""

from pathlib import Path

import pytest

from tests.kept import kept
from tests.rules.kept import TABLES, lines, shown
from tests.rules.messina.test_view import busy_scene, solo_scene
from tests.rules.rattus.test_hidden import busy_table

KEPT = Path(__file__).with_name("kept")


@pytest.mark.kept
@pytest.mark.deep(one_in=10)
@pytest.mark.parametrize("name", TABLES)
def test_a_game_is_as_it_was_kept(name: str) -> None:
    now = "".join(f"{line.rstrip()}\n" for line in lines(name))
    assert now == kept(KEPT / f"{name.replace(' ', '-')}.txt", now)


@pytest.mark.kept
def test_what_the_public_and_seats_see_is_as_it_was_kept() -> None:
    views = {
        **{f"Messina, seat {seat}": busy_scene().table.view(seat) for seat in (None, 1)},
        "Messina alone": solo_scene().table.view(0),
        **{f"Rattus, seat {seat}": busy_table().view(seat) for seat in (None, 0, 1)},
    }
    now = "".join(f"{line}\n" for name, view in views.items() for line in (name, *shown(view)))
    assert now == kept(KEPT / "views.txt", now)
