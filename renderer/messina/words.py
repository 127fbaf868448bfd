"""The words on the pictures of Messina 1347."""

import tomllib
from pathlib import Path

WORDS: dict[str, dict[str, str]] = tomllib.loads((Path(__file__).parent / "words.toml").read_text("utf-8"))


def word(key: str, lang: str, **values: object) -> str:
    """The word in the language, with its values."""
    return WORDS[key][lang].format(**values)
