"""The rules of the games, pure and synchronous: no Discord, files or clocks. `GAMES` is the entry point."""

from typing import Any

from rules import messina, rattus
from rules.game import Game

GAMES: dict[str, Game[Any]] = {game.id: game for game in (rattus.GAME, messina.GAME)}
