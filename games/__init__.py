"""The games that can be played. The definition of each game combines its rules, words and pictures."""

from games.bot_game import BoardParts, BotGame, CommandGroup, PickerHints, Preference
from games.messina import BOT_GAME as MESSINA
from games.rattus import BOT_GAME as RATTUS

__all__ = ["GAMES", "BoardParts", "BotGame", "CommandGroup", "PickerHints", "Preference"]

GAMES: dict[str, BotGame] = {game.rules.id: game for game in (RATTUS, MESSINA)}
