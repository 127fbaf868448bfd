"""The rules of the games, synchronous, without Discord or clocks; files are read only on import. Start at `GAMES`."""

from typing import Any

from rules import messina, rattus
from rules.game import Game

GAMES: dict[str, Game[Any]] = {game.id: game for game in (rattus.GAME, messina.GAME)}
