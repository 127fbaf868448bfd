import re

from rules.messina.components import HEXES, HUT_TILES, REGISTER, SCROLLS, SHIPS, WAGONS, WORKSHOPS
from wording import BOT_HELP, help_page, help_topics, words
from wording.limits import capital
from wording.messina import WORDS
from wording.messina.amounts import action, amounts
from wording.messina.names import name_of, place, register_space, workshop_yield

W = words("en")
PAGES = [*BOT_HELP, *WORDS.help]
TOPICS = help_topics(PAGES, W)


def page(topic: str) -> str:
    text = help_page(topic, PAGES, W)
    assert text is not None
    return text


def test_the_rules_often_overlooked_are_listed():
    """R196."""
    text = page("overlooked")
    said = (
        *("B hex", "limited", "fewer cubes", "at home wait", "never blocked", "is a rat", "big fire", "late ones pay"),
        *("upgraded citizen", "round V", "given up for a hex", "still counts", "costs 3 coins", "gives you a rat"),
        "2 points",
    )
    for word in said:
        assert word in text, word


def test_a_lieutenant_given_up_is_an_unused_one():
    [line] = [line for line in page("overlooked").split("\n") if "given up for a hex" in line]
    assert "must be unused this round" in line


def test_the_page_on_playing_alone_names_the_options_on_which_rules_depend():
    """R194."""
    shuffled = next(text for text in page("solo").split("\n\n") if "shuffled" in text)
    bonus = next(text for text in page("solo").split("\n\n") if "3, 7 and 10" in text)
    assert f"option of the table: *{WORDS.option('solo_reshuffle').title}*" in shuffled
    assert f"option of the table says: *{WORDS.option('solo_bonus_scope').title}*" in bonus
    assert "every round" not in shuffled


def test_the_lieutenant_of_the_city_register_comes_unasked():
    """R205."""
    [text] = [text for text in page("registers").split("\n\n") if "Every space you enter" in text]
    assert "a lieutenant comes at once, unasked, and the next step you pay for costs 1 coin more" in text


def test_every_hex_is_looked_up_with_what_it_does_and_takes():
    lines = {line.split("**")[1]: line for line in page("hexes").split("\n") if line.startswith("- **")}
    for hex_, printed in HEXES.items():
        line = lines[capital(place(hex_, W))]
        assert action(printed.action, W) in line
        points = getattr(printed, "points", 0)
        assert not points or f"{points} points" in line
    assert "Repopulate: 2 coins, 2 nuns and 1 lieutenant; 16 points" in lines["Hex 10"]
    assert "1 nun and 1 craftsman (upgraded); 11 points" in lines["Hex 2"]


def test_every_tile_ship_and_workshop_is_looked_up():
    text, workshops = page("tiles"), page("workshops")
    for tile in (*HUT_TILES, *WAGONS):
        assert name_of(tile, W) in text
    for ship in SHIPS:
        assert name_of(ship, W) in text
    for tile in WORKSHOPS.values():
        assert f"- {amounts(tile.cost, W)} → {workshop_yield(tile, W)}" in workshops


def test_every_space_of_the_registers_and_every_scroll_is_looked_up():
    text = page("registers")
    for register, spaces in REGISTER.items():
        line = next(line for line in text.split("\n") if line.startswith(f"**{capital(name_of(register, W))}**"))
        for one in spaces:
            gives = register_space(register, one.space, W)
            assert not gives or f"{one.space}: {gives}" in line
            assert not one.points or re.search(rf"\b{one.space}: [^·]*{one.points} points? at the end", line)
    scoring = page("scoring")
    assert all(", ".join(map(str, track.levels)) in scoring for track in SCROLLS)
    assert "at most 6 of them" in scoring
