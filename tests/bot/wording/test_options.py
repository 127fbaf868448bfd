from bot.rules_service.options import OWN
from bot.wording import GAMES, words
from bot.wording.options import option_title, option_value
from rules import GAMES as RULES


def test_every_option_and_value_of_every_game_has_words():
    w = words("en")
    for game in (RULES[game] for game in GAMES):
        for seats in game.seats:
            for option in (*game.options(seats), *OWN.values()):
                assert option_title(option.id, w) != option.id
                said = [option_value(option.id, value, w) for value in option.values]
                assert len(set(said)) == len(said)
                assert not set(said) & set(option.values)
