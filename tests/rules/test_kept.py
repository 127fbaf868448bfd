"""Everything that the rules say of random games and of damaged positions is as it was kept."""

from pathlib import Path

import pytest

from tests.kept import kept_case
from tests.rules.kept import digests_of, names

pytestmark = pytest.mark.kept
KEPT = Path(__file__).with_name("kept.json")


@pytest.mark.deep(one_in=7)
@pytest.mark.parametrize("name", names())
def test_a_game_is_as_it_was_kept(name: str) -> None:
    """Events, views, answers, refusals, plans, scores; and which damaged positions are refused, and why."""
    digests = digests_of(name)
    assert digests == kept_case(KEPT, name, digests)
