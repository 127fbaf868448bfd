"""Everything that the rules say of random games and of damaged positions is as it was kept."""

import msgspec
import pytest

from tests.rules.kept import FILE, kept, names

pytestmark = pytest.mark.slow
KEPT: dict[str, dict[str, str]] = msgspec.json.decode(FILE.read_bytes())


@pytest.mark.parametrize("name", names())
def test_a_game_is_as_it_was_kept(name: str) -> None:
    """Events, views, answers, refusals, plans, scores; and which positions with one thing changed are refused, and why.

    If the change is meant, ``python -m tests.rules.kept`` keeps the new results.
    """
    assert kept(name) == KEPT[name]
