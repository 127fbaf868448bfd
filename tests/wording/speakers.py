"""Speakers for the games of the tests."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import wording
from games import GAMES as BOT_GAMES
from rules import GAMES
from rules.table import Table
from wording import Speaker


def speaker(
    game: str, view: Any, names: Sequence[str] = (), lang: str = "en", reader: int | None = None
) -> Speaker[Any]:
    """Return a speaker for this position, by default for the start of a game with a player for each name."""
    return Speaker(BOT_GAMES[game].words, wording.words(lang), names, view or beginning(game, len(names)), reader)


def rattus_speaker(view: Any, names: Sequence[str] = (), lang: str = "en", reader: int | None = None) -> Speaker[Any]:
    return speaker("rattus", view, names, lang, reader)


def messina_speaker(view: Any, names: Sequence[str] = (), lang: str = "en", reader: int | None = None) -> Speaker[Any]:
    return speaker("messina", view, names, lang, reader)


@cache
def beginning(game: str, people: int) -> Any:
    """Return the public view at the start of a game with this number of players (0: two)."""
    return Table(GAMES[game], people or 2, "words").view(None)
