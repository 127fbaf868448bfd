"""The games that can be opened here: those of the rules that have words, pictures and commands."""

from collections.abc import Mapping
from typing import Any

from rules import GAMES
from rules.game import Game
from wording import GameWords, messina, rattus

TITLES = {"rattus": "Rattus", "messina": "Messina 1347"}  # the same in every language
WORDS: Mapping[str, GameWords[Any]] = {"rattus": rattus.WORDS, "messina": messina.WORDS}
PLAYABLE: Mapping[str, Game[Any]] = {game: GAMES[game] for game in TITLES}
