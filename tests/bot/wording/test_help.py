import pytest

from bot.wording import help_page, help_topics
from rules.rattus.components import CARD_SETS, CARDS

TOPICS = help_topics("en", "rattus")


def test_topics_fit_into_one_select():
    assert len(TOPICS) <= 25
    assert len({topic for topic, _, _ in TOPICS}) == len(TOPICS)
    assert all(0 < len(text) <= 100 for topic in TOPICS for text in topic)


@pytest.mark.parametrize("topic", [topic for topic, _, _ in TOPICS])
def test_a_page_has_its_title_and_fits_into_a_message(topic):
    text = help_page(topic, "en", "rattus")
    title = next(title for one, title, _ in TOPICS if one == topic)
    assert text.startswith(f"## {title}\n\n")
    assert 100 < len(text) <= 3500


def test_every_base_card_has_a_page_with_its_times():
    for card in CARD_SETS["base"]:
        text = help_page(card, "en", "rattus")
        assert text.startswith(f"## {CARDS[card].name['en']}")
        assert all(f"**{part}:**" in text for part in ("What", "When", "Final round"))


def test_without_a_game_there_is_help_on_the_bot_alone():
    ids = {topic for topic, _, _ in help_topics("en")}
    assert "start" in ids
    assert "devastation" not in ids
    assert help_page("devastation", "en") is None
    assert help_page("nonsense", "en", "rattus") is None
