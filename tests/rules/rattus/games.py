"""Random games of Rattus."""

from rules import GAMES
from tests.rules.games import RandomGames

GAME = GAMES["rattus"]
_games = RandomGames(GAME)
options, random_game, before_each_move = _games.options, _games.random_game, _games.before_each_move
