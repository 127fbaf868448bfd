"""A storage in a new file."""

from pathlib import Path

import pytest


@pytest.fixture
def where(path: Path) -> Path:
    return path
