"""The product's packages as the import contracts list them."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES: tuple[str, ...] = tuple(
    tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["root_packages"]
)
