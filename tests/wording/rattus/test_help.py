from rules.rattus.components import CARDS, NEIGHBOURS, PRINTED_NAMES, REGIONS_IN_USE
from wording import BOT_HELP, help_page, help_topics, thing_page, words
from wording.rattus import WORDS
from wording.rattus.names import MAP, name
from wording.rattus.rules_help import THINGS

W = words("en")
PAGES = [*BOT_HELP, *WORDS.help]
TOPICS = help_topics(PAGES, W)


def test_every_card_is_on_the_page_of_its_class_with_its_times():
    for card in CARDS.values():
        page = help_page(card.class_, PAGES, W)
        _, text = page.split(f"### {PRINTED_NAMES[card.id]}\n", 1)
        text = text.split("### ")[0]
        assert all(text.count(f"**{part}:**") == 1 for part in ("What", "When", "Final round")), card.id
        about = next(about for topic, _, about in TOPICS if topic == card.class_)
        assert PRINTED_NAMES[card.id] in about


def test_without_a_game_there_is_help_on_the_bot_alone():
    ids = {topic for topic, _, _ in help_topics(BOT_HELP, W)}
    assert "start" in ids
    assert "devastation" not in ids
    assert help_page("devastation", BOT_HELP, W) is None
    assert help_page("nonsense", PAGES, W) is None


def test_with_how_many_players_each_region_is_used_can_be_looked_up():
    for thing in (thing for things in THINGS.values() for thing in things):
        if thing.id not in MAP:
            continue
        text, fewest = thing_page(thing, W), min(seats for seats, used in REGIONS_IN_USE.items() if thing.id in used)
        assert ("any number of players" in text) == (fewest == 2)
        assert (f"with {fewest} players or more" in text) == (fewest > 2)
        assert name(NEIGHBOURS[4][thing.id][0], W) in text
