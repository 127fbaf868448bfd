"""How a post describes an unfinished turn: whose turn it is, or that others have already decided."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.channel.posts import TurnRange, going_on
from rules import GAMES
from rules.messina.events import Housed
from rules.table import Table


@pytest.mark.parametrize(("seat", "head"), [(0, "Ann’s turn goes on:"), (1, "Still deciding:")])
def test_what_others_have_done_while_one_decides_is_not_told_as_the_turn_of_that_one(
    monkeypatch: pytest.MonkeyPatch, seat: int, head: str
) -> None:
    """All players bring citizens out of quarantine at the same time; the last one is still deciding."""
    table = Table(GAMES["messina"], 2, "a seed")

    def speaker(*of: Any) -> Any:
        names = ("Ann", "Ben")
        return SimpleNamespace(
            headlines=lambda events: [type(event).__name__ for event in events],
            view=SimpleNamespace(due=[0]),
            player=names.__getitem__,
            _=lambda text, **values: text.format(**values),
        )

    monkeypatch.setattr("bot.channel.posts.speaker_of", speaker)
    snapshot: Any = SimpleNamespace(info=SimpleNamespace(language="en"), view=table.view)
    told = TurnRange([], [Housed(seat, "nun", "hut1", "nl1")])
    assert going_on(snapshot, told) == f"{head}\nHoused"
