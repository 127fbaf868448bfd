"""Which tests `make check` leaves out: those marked slow, by themselves or for what they run on."""

from collections.abc import Sequence

import pytest

SLOW = {"sim", "browser", "two_games"}  # fixtures: a bot on the simulated Discord, a browser, a local table


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark the tests that run on a whole bot or in a browser."""
    for item in items:
        if isinstance(item, pytest.Function) and SLOW & set(item.fixturenames):
            item.add_marker(pytest.mark.slow)
