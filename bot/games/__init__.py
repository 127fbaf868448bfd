"""The games that can be played here, one record each."""

from bot.games.bot_game import BoardParts, BotGame, CommandGroup, PickerHints, Preference
from bot.games.messina import BOT_GAME as MESSINA
from bot.games.rattus import BOT_GAME as RATTUS

__all__ = ["GAMES", "BoardParts", "BotGame", "CommandGroup", "PickerHints", "Preference"]

GAMES: dict[str, BotGame] = {game.rules.id: game for game in (RATTUS, MESSINA)}
