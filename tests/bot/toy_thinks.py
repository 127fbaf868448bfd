"""``python -m tests.bot.toy_thinks``: an AI worker that knows the tiny game, too."""

import players
import rules
from players import think
from tests.players.test_thinking import FORWARD
from tests.rules_service.toy import TOY

if __name__ == "__main__":
    rules.GAMES["toy"] = TOY
    known = players.value_of
    players.value_of = lambda game: FORWARD if game == "toy" else known(game)
    think.main()
