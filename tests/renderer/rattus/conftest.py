"""A fixture that records what pictures of Rattus say."""

from typing import Any

import pytest

from renderer.canvas.text import Text


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[Text]:
    """Return a list that collects every text drawn."""
    seen: list[Text] = []
    real = Text.put

    def watched(text: Text, *where: Any, **how: Any) -> None:
        seen.append(text)
        real(text, *where, **how)

    monkeypatch.setattr(Text, "put", watched)
    return seen
