"""The games that can be opened here: those of the rules that have words, pictures and commands."""

from collections.abc import Mapping
from typing import Any

from rules import GAMES
from rules.game import Game

PLAYABLE: Mapping[str, Game[Any]] = {game: GAMES[game] for game in ("rattus",)}
