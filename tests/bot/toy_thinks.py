"""``python -m tests.bot.toy_thinks``: an AI worker that knows the tiny game, too."""

import computer_players
import rules
from computer_players import ai_worker
from tests.computer_players.test_thinking import FORWARD
from tests.rules_service.toy import TOY

if __name__ == "__main__":
    rules.GAMES["toy"] = TOY
    known = computer_players.evaluator_for
    computer_players.evaluator_for = lambda game: FORWARD if game == "toy" else known(game)
    ai_worker.main()
