import re
from collections.abc import Iterator, Mapping

import pytest

from rules.messina.components import DISTRICTS, REGISTER, ROUNDS, SCROLL_BOARDS
from rules.messina.setup import options
from wording import BOT_HELP, help_page, thing_page, words
from wording.help_pages import Ruling
from wording.messina import WORDS
from wording.messina.name_tables import TRACKS
from wording.messina.names import requirement, worth
from wording.messina.rules_help import THINGS

W = words("en")
PAGES = [*BOT_HELP, *WORDS.help]


def page(topic: str, chosen: Mapping[str, str] | None = None) -> str:
    text = help_page(topic, PAGES, W, chosen)
    assert text is not None
    return text


def test_the_rules_often_overlooked_are_listed():
    """R196: help has a page that lists the often overlooked rules."""
    text = page("overlooked")
    said = (
        *(
            "B hex",
            "limited",
            "fewer cubes",
            "at home wait",
            "never blocked",
            "is a rat",
            "big fire",
            "late ones only once",
        ),
        *("upgraded citizen", "round V", "to repopulate a hex", "still counts", "costs 3 coins", "gives you a rat"),
        "2 points",
    )
    for word in said:
        assert word in text, word


def test_a_lieutenant_given_up_is_an_unused_one():
    [line] = [line for line in page("overlooked").split("\n") if "to repopulate a hex" in line]
    assert "must be unused this round" in line


def test_the_page_on_playing_alone_says_what_its_options_decide():
    """R194: the page has the points for one to five repopulated hexes: 0, 3, 7, 10, 10."""
    for option, default, other, variant in (
        ("solo_reshuffle", "at the end of each round", {"solo_reshuffle": "empty"}, "only when their stack is empty"),
        ("solo_bonus_scope", "**Bonus:** 3, 7 or 10", {"solo_bonus_scope": "advanced"}, "only in the advanced game"),
    ):
        title = WORDS.option(option).title
        assert default in page("solo")
        assert f"A table can change this with *{title}*: “" in page("solo")
        assert default in page("solo", {})
        assert "A table can change this" not in page("solo", {})
        assert variant in page("solo", other)
        assert default not in page("solo", other)
        assert f"This table’s option *{title}* decides that." in page("solo", other)


def test_the_lieutenant_of_the_city_register_comes_unasked():
    """R205: the lieutenant can't be declined and makes the next step more expensive."""
    [text] = [text for text in page("registers").split("\n\n") if "Every space you enter" in text]
    assert "A lieutenant joins you right away, and the next step you pay for costs 1 more coin" in text


def rulings(paragraphs) -> Iterator[Ruling]:
    for one in paragraphs:
        if isinstance(one, Ruling):
            yield one
            yield from rulings(one.texts.values())


RULINGS = [(topic.id, one) for topic in WORDS.help for one in rulings(topic.paragraphs)]


def test_a_page_explains_what_each_option_changes():
    known = {option.id: option for seats in (1, 4) for option in options(seats)}
    assert {one.option for _, one in RULINGS} == {
        *("priority_tile", "round4_order", "big_fire", "popularity_third", "restack_token_coin", "restack_duty"),
        *("recall_action_step", "recall_from_home", "workshop_moves", "payment_inside_benefit", "new_hex_start"),
        *("win_tiebreak_2", "solo_reshuffle", "solo_bonus_scope"),
    }
    for topic, ruling in RULINGS:
        assert tuple(ruling.texts) == known[ruling.option].values
        told = {value: page(topic, {ruling.option: value}) for value in ruling.texts}
        assert len(set(told.values())) == len(told), ruling.option
        default, *others = told
        title = WORDS.option(ruling.option).title
        assert told[default] == page(topic, {})
        assert all(f"This table’s option *{title}* decides that." in told[value] for value in others)
        assert f"A table can change this with *{title}*:" in page(topic)


@pytest.mark.parametrize("lang", ["en", "de", "pl", "hu"])
def test_a_page_fits_into_a_message_whatever_a_table_has_chosen(lang):
    w = words(lang)
    for topic, ruling in RULINGS:
        for chosen in (None, *({ruling.option: value} for value in ruling.texts)):
            assert len(help_page(topic, WORDS.help, w, chosen)) <= 3500, (topic, chosen)


def test_the_page_on_a_new_round_lists_the_turn_order_of_each_round():
    """R150: the page also has the turn orders with the register priority tile."""
    names = {"score": "points", **{one: TRACKS[one].removesuffix(" register") for one in REGISTER}}
    for chosen, by in (({}, "priority"), ({"priority_tile": "on", "round4_order": "last_chooses"}, "priority_tile")):
        [line] = [text for text in page("round", chosen).split("\n\n") if "Turn order:" in text]
        told = re.findall(r"\b(II|III|IV|V|VI) by (?:the )?(\w+)", line)
        assert told == [
            ({2: "II", 3: "III", 4: "IV", 5: "V", 6: "VI"}[number], names[getattr(one, by)])
            for number, one in ROUNDS.items()
            if number > 1
        ]
    assert "fewest points chooses" in page("round", {"round4_order": "last_chooses"})
    assert "most points chooses" in page("round", {"round4_order": "leader_chooses"})


@pytest.mark.parametrize(
    ("topic", "fact"),
    [
        ("round", "If points are tied, the player who got there last is ahead."),  # A29
        ("round", "first free place clockwise from that harbour"),  # R156
        ("scoring", "never below the first one"),
        ("overseers", "Two of your overseers can be on the same space."),
        ("citizens", "A citizen never moves to another square."),  # R49
        ("fight", "Fire, big fire, rats, timber, citizens and coins never run out"),  # R20
        ("setup", "Those with number 1 on their back come first"),
        ("setup", "five wagons in order, number 1 on top"),  # R4
    ],
)
def test_help_has_what_players_ask_about(topic, fact):
    """R4, R20, R49, R150, R156: help says, for example, who is ahead if points are tied."""
    assert fact in page(topic)


def test_the_turn_order_of_round_iv_is_no_choice_with_the_priority_tile():
    [option] = [one for one in options(3) if one.id == "round4_order"]
    assert option.matters({"priority_tile": "off"})
    assert not option.matters({"priority_tile": "on"})


def test_help_has_everything_printed_on_each_hex():
    for thing in THINGS["hexes"]:
        text = thing_page(thing, W)
        if thing.id not in DISTRICTS:
            assert "A harbour never has plague" in text
            continue
        printed = DISTRICTS[thing.id]
        for fact in (requirement(thing.id, W), f"scores {printed.points} points", f"Colour: {printed.colour}."):
            assert fact in text, thing.id
        players = "It is used with " + W.join_list([str(count) for count in printed.players]) + " players"
        assert (players in text) == (printed.players != (1, 2, 3, 4))


def test_help_has_the_points_of_each_scroll_track_level():
    for thing in THINGS["tracks"]:
        text = thing_page(thing, W)
        for track in SCROLL_BOARDS[thing.id]:
            pays = [f"level {level}: {worth(track, level, W)}" for level in range(1, len(track.levels) + 1)]
            assert f":** {'; '.join(pays)}." in text
            assert not track.max_items or f"At most {track.max_items} count" in text
    [coins] = [thing_page(thing, W) for thing in THINGS["tracks"] if thing.id == "scroll-b3"]
    assert "**Coins:** level 1: 1 point for every 2; level 2: 1 point for each; level 3: 2 points for each;" in coins
