import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from games import GAMES as BOT_GAMES
from rules.errors import IllegalMove
from tests.wording import long_language
from tests.wording.conftest import Played, Position, play
from tests.wording.speakers import speaker
from wording import BOT_HELP, catalogue, help_page, help_topics, thing_page, words
from wording.text_limits import MAX_ALT_TEXT, MAX_BUTTON, MAX_ENTRY, MAX_PAGE

LANGUAGES = ("de", "hu", "pl")
PEOPLE = ["Quirin", "Zenobia", "Xaver", "Yolanda"]
SEATS = {"rattus": ((2, {"cards": "random"}), (4, {})), "messina": ((1, {}), (3, {"variant": "advanced"}), (4, {}))}
EVERY = 7  # Interval of the positions that are checked.
MOST = (MAX_PAGE, 4000 - 60)  # Maximum characters of a page, and of one with a footer line on Discord.
CODE = re.compile(r"`[^`]*`")
WORD = re.compile(r"[^\W\d_]{2,}")
NO_WORDS = re.compile(r"`[^`]*`|<[^>]*>|\w+…")
UNCHANGED = {*PEOPLE, "Rattus", "Messina", "II", "III", "IV", "VI"}
# Phrases that are the same with a number as an object or after a preposition, by their forms.
COUNTED = {
    "de": {("acc",): r"\d+ (Handwerker|Nonnen?|Aristokraten)"},
    "pl": {
        ("acc", "of"): r"(?!1 )\d+ \w+ów",
        ("acc",): r"1 (Drewno|Ogień|Pożar|punkt|pole.*)|(?!1 )\d+ (?!\w*(ik|ta)\b)\w+.*",
    },
}
RAW = re.compile(r"[{}]|\ba\(z\)|\|\w+=|(?<![\w-])-\d")  # A hyphen is no minus.


@cache
def played(game: str) -> list[Played]:
    """Play a random game for each number of players in `SEATS`, with its options."""
    return [play(seats, f"spoken {seats}", options, game) for seats, options in SEATS[game]]


@cache
def positions(game: str) -> list[Position]:
    return [position for one in played(game) for position in one.positions[::EVERY]]


@pytest.fixture(params=[*LANGUAGES, long_language.LANG])
def lang(request: pytest.FixtureRequest, tmp_path_factory, monkeypatch) -> Iterator[str]:  # type: ignore[no-untyped-def]
    """Yield a language: one of the bot's, or a fifth one from a single file."""
    added = request.param == long_language.LANG
    if added:
        folder = tmp_path_factory.mktemp("locale")
        long_language.write(folder)
        monkeypatch.setattr(catalogue, "LOCALE_FOLDER", folder)
        words.cache_clear()
    lacking: set[tuple[str, str]] = set()
    monkeypatch.setattr(catalogue, "missing_form", lambda text, form: lacking.add((text, form)) or text)
    yield request.param
    if added:
        words.cache_clear()
    unsaid = {(text, form) for text, form in lacking if text not in PEOPLE and not own(request.param, text, form)}
    assert not unsaid, "a name is told in a form that its language has not been given"


def own(lang: str, text: str, form: str) -> bool:
    """Return whether a form may equal the name: always in the fifth language, otherwise for some counted things."""
    return lang == long_language.LANG or any(
        form in forms and all(re.fullmatch(fitting, part) for part in re.split(", | i | und ", text))
        for forms, fitting in COUNTED.get(lang, {}).items()
    )


@pytest.fixture(params=SEATS)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def good(lang: str) -> Callable[..., bool]:
    """Return a check that a text exists, has no placeholders and isn't cut.

    In the fifth language it must be translated.
    """

    def check(text: str, most: int = MAX_PAGE) -> bool:
        if lang == long_language.LANG:
            english = [one for one in WORD.findall(NO_WORDS.sub(" ", text)) if long_language.LETTERS[0] not in one]
            assert set(english) <= UNCHANGED, f"untranslated: {text}"
        return bool(text) and not RAW.search(text) and len(text) <= most and not text.endswith("…")

    return check


@pytest.mark.deep(one_in=4)
def test_answers_are_whole_and_distinct(game: str, lang: str, good: Callable[..., bool]) -> None:
    natural = lang != long_language.LANG  # With words a third longer, some texts are cut, but not before they differ.
    for position in positions(game):
        speaks = speaker(game, position.own, PEOPLE, lang)
        assert good(speaks.ask(position.question, [], position.verbs))
        for said in (move.text.split() for move in position.moves[::EVERY]):
            assert all(good(speaks.ask(position.question, said[:at])) for at in range(1, len(said)))
        for verb in position.verbs:
            assert len(speaks.verb(verb)) <= MAX_BUTTON
            assert good(speaks.verb(verb)) or not natural, speaks.verb(verb)
        labels = [speaks.label(move) for move in position.moves]
        assert len(set(labels)) == len(labels), [one for one in labels if labels.count(one) > 1]
        for label in labels:
            assert len(label) <= MAX_ENTRY
            assert good(label) or not natural, label
        groups: dict[tuple[str, ...], set[str]] = {}
        for said in (move.text.split() for move in position.moves):
            for at in range(1, len(said)):
                groups.setdefault(tuple(said[:at]), set()).add(said[at])
        for prefix, values in groups.items():
            choices = [speaks.choice([*prefix, value]) for value in values]
            assert len(set(choices)) == len(choices), choices
            assert all(good(one) for one in choices) or not natural, choices


@pytest.mark.deep(one_in=4)
def test_every_event_is_described(game: str, lang: str, good: Callable[..., bool]) -> None:
    for one in played(game):
        speaks = speaker(game, one.table.view(None), PEOPLE, lang)
        for events in one.events:
            assert all(good(line) for line in (*speaks.summary(events), *speaks.headlines(events)))
            for event in events:
                said = speaker(game, speaks.view, PEOPLE, lang, event.reader()).sentence(event)
                assert said is None or good(said), said
        assert good(speaks.final_table(one.table.score()))
        assert good(speaks.result(one.table.score()))


@pytest.mark.deep(one_in=4)
def test_boards_are_described(game: str, lang: str, good: Callable[..., bool]) -> None:
    for position in positions(game)[::5]:
        for view in (position.own, position.public):
            speaks = speaker(game, view, PEOPLE, lang)
            assert all(good(page) for page in speaks.board_text())
            assert good(speaks.status(1))
            assert not speaks.secrets() or good(speaks.secrets())
            for part in ("", *BOT_GAMES[game].pictures.parts(view, "tall"), "legend"):
                assert good(speaks.describe(part), MAX_ALT_TEXT)


def test_help_fits_on_pages(game: str, lang: str, good: Callable[..., bool]) -> None:
    """Discord accepts each page, even one with the longest words."""
    w, pages = words(lang), [*BOT_HELP, *BOT_GAMES[game].words.help]
    topics = list(help_topics(pages, w))
    assert len({title for _, title, _ in topics}) == len(topics)
    for topic, title, about in topics:
        assert good(title, 100)
        assert good(about, 100)
        page = help_page(topic, pages, w) or ""
        assert good(CODE.sub("x", page), MOST[lang == long_language.LANG]), (topic, len(page))
    for thing in (thing for things in BOT_GAMES[game].things.values() for thing in things):
        assert good(thing.title(w), 100) or lang == long_language.LANG
        assert good(thing_page(thing, w), MAX_PAGE)


def test_a_refusal_is_shown(lang: str, good: Callable[..., bool]) -> None:
    position = next(one for one in positions("rattus") if "plague" in one.verbs)
    legal = [move.text for move in position.moves]
    refused = IllegalMove("That is not possible now.", legal=tuple(legal))
    assert good(speaker("rattus", position.own, PEOPLE, lang).refusal(refused))
