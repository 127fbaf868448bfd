import pytest

from games import GAMES as BOT_GAMES
from rules import GAMES
from rules.decision import CONFIRM
from rules.game import Option
from rules_service.options import DISPLAY_OPTIONS, TABLE_OPTIONS
from wording import languages, words
from wording.option_words import TABLE_OPTION_WORDS, changed_options

W = words("en")


@pytest.mark.parametrize("game", BOT_GAMES)
def test_every_option_and_value_of_every_game_has_words(game):
    own = [
        option
        for option in TABLE_OPTIONS.values()
        if option not in DISPLAY_OPTIONS or option.id in BOT_GAMES[game].display
    ]
    for seats in GAMES[game].seats:
        for option in (*GAMES[game].options(seats), *own):
            said = BOT_GAMES[game].words.option(option.id)
            assert said.title != option.id
            values = [said.value(value, W) for value in option.values]
            assert len(set(values)) == len(values)
            assert said.picks or set(option.values) <= set(said.values), "a value without words is said by its id"


def test_nothing_has_words_that_is_not_an_option_or_a_value_of_one():
    shared = TABLE_OPTIONS | {option.id: option for option in (CONFIRM, Option("language", tuple(languages())))}
    for id_, words_of in TABLE_OPTION_WORDS.items():
        assert set(words_of.values) == set(shared[id_].values), id_
    for game, told in BOT_GAMES.items():
        own = {option.id: option for seats in GAMES[game].seats for option in GAMES[game].options(seats)}
        for id_, words_of in told.words.options.items():
            assert id_ not in TABLE_OPTION_WORDS
            assert set(words_of.values) <= set({**shared, **own}[id_].values), id_


def test_an_option_without_words_is_named_by_its_id():
    unknown = BOT_GAMES["rattus"].words.option("unknown")
    assert (unknown.title, unknown.value("on", W), unknown.content("on", W)) == ("unknown", "on", "")


def test_picked_values_are_shown_by_name():
    cards = BOT_GAMES["rattus"].words.option("cards")
    assert cards.value("serf+nun+knight+crusader+witch+king", W) == "Serf, Nun, Knight, Crusader, Witch, King"
    assert cards.content("good_times", W) == "Peasant, Baker, Serf, Queen, Mayor, Soldier"
    assert cards.content("random", W) == ""
    assert cards.content("serf+nun+knight+crusader+witch+king", W) == ""


@pytest.mark.parametrize("game", BOT_GAMES)
def test_every_word_that_can_be_picked_has_its_own_name_and_a_line_about_it(game):
    for option in GAMES[game].options(max(GAMES[game].seats)):
        picks = BOT_GAMES[game].words.option(option.id).picks
        assert (picks is not None) == bool(option.pick)
        if picks:
            names = [picks.label(word, W) for word in option.pick]
            assert len(set(names)) == len(names)
            assert all(0 < len(picks.about(word, W)) <= 100 for word in option.pick)


def test_the_warning_about_chivalry():
    warning = BOT_GAMES["rattus"].words.option_warning
    assert "Chivalry" in warning({"cards": "rat_control"}, 3)
    assert not warning({"cards": "rat_control"}, 4)
    assert not warning({"cards": "good_times"}, 2)
    assert not warning({"cards": "random"}, 2)
    assert not warning({}, 2)


def test_options_that_differ_from_their_defaults_are_listed_if_they_matter():
    known, words_of = GAMES["messina"].options(3), BOT_GAMES["messina"].words.option
    chosen = {option.id: option.default for option in known}
    assert changed_options(chosen, known, words_of, W) == ["All options are at their defaults."]
    chosen["round4_order"] = "last_chooses"
    order = "- **Turn order of round IV**: by a register chosen by the player in last place"
    assert changed_options(chosen, known, words_of, W) == [order]
    [line] = changed_options({**chosen, "priority_tile": "on"}, known, words_of, W)
    assert line.startswith("- **Register priority tile**: ")
