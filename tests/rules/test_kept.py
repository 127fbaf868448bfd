"""What the rules say of random games is as it was kept: a difference can be read in ``kept/*.txt``."""

from pathlib import Path

import pytest

from tests.kept import kept
from tests.rules.kept import TABLES, lines


@pytest.mark.kept
@pytest.mark.deep(one_in=10)
@pytest.mark.parametrize("name", TABLES)
def test_a_game_is_as_it_was_kept(name: str) -> None:
    now = "".join(f"{line.rstrip()}\n" for line in lines(name))
    assert now == kept(Path(__file__).with_name("kept") / f"{name.replace(' ', '-')}.txt", now)
