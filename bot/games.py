"""The games that can be opened here: those of the rules that have words and pictures."""

from collections.abc import Mapping
from typing import Any

from bot import wording
from rules import GAMES
from rules.game import Game

PLAYABLE: Mapping[str, Game[Any]] = {game: GAMES[game] for game in wording.GAMES}
