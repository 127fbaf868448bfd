from rules import GAMES as RULES
from rules_service.options import OWN
from wording import GAMES, words
from wording.options import (
    option_content,
    option_title,
    option_value,
    option_warning,
    pick_about,
    pick_label,
)


def test_every_option_and_value_of_every_game_has_words():
    w = words("en")
    for game in (RULES[game] for game in GAMES):
        for seats in game.seats:
            for option in (*game.options(seats), *OWN.values()):
                assert option_title(option.id, w) != option.id
                said = [option_value(option.id, value, w) for value in option.values]
                assert len(set(said)) == len(said)
                assert not set(said) & set(option.values)


def test_what_was_picked_is_told_by_its_names():
    w = words("en")
    assert option_value("cards", "serf+nun+knight+crusader+witch+king", w) == "Serf, Nun, Knight, Crusader, Witch, King"
    assert option_content("cards", "good_times", w) == "Peasant, Baker, Serf, Queen, Mayor, Soldier"
    assert option_content("cards", "random", w) == ""
    assert option_content("cards", "serf+nun+knight+crusader+witch+king", w) == ""


def test_every_word_that_can_be_picked_has_its_own_name_and_a_line_about_it():
    w = words("en")
    for game in RULES.values():
        for option in game.options(max(game.seats)):
            names = [pick_label(word, w) for word in option.pick]
            assert len(set(names)) == len(names)
            assert all(0 < len(pick_about(word, w)) <= 100 for word in option.pick)


def test_the_warning_about_chivalry():
    w = words("en")
    assert "Chivalry" in option_warning({"cards": "rat_control"}, 3, w)
    assert not option_warning({"cards": "rat_control"}, 4, w)
    assert not option_warning({"cards": "good_times"}, 2, w)
    assert not option_warning({"cards": "random"}, 2, w)
    assert not option_warning({}, 2, w)
