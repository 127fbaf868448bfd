"""A storage in a fresh file."""

from pathlib import Path

import pytest


@pytest.fixture
def where(path: Path) -> Path:
    return path
