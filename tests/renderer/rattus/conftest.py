"""A fixture that records the texts in pictures of Rattus."""

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
