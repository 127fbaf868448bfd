"""A made-up language puts every text of the catalogue into ⟦⟧: text outside was never offered for translation."""

import gettext
import re
from functools import cache

import pytest

import wording
from games import GAMES as BOT_GAMES
from rules.errors import IllegalMove
from rules.rattus.components import REGIONS
from tests.wording.speakers import rattus_speaker, speaker

PEOPLE = ["Quirin", "Zenobia", "Xaver", "Yolanda"]


class Pseudo(gettext.NullTranslations):
    def pgettext(self, context: str, message: str) -> str:
        return f"⟦{message}⟧"

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


WORDS = wording.Words("xx", Pseudo())


@cache
def untranslated() -> re.Pattern[str]:
    """Return a pattern of times, names and rat letters, which need no translation."""
    known = [*PEOPLE, "Rattus", "Messina"]
    return re.compile(rf"<t:\d+:[a-zA-Z]>|\b({'|'.join(known)})\b|\b[abcAM]\b")


def outside(text: str) -> str:
    """Return what remains of a text without its translated parts and what needs no translation."""
    assert text.count("⟦") == text.count("⟧")
    while "⟦" in text:
        text = re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
    return untranslated().sub(" ", text)


@pytest.fixture(autouse=True)
def pseudo(monkeypatch):
    monkeypatch.setattr(wording, "words", lambda lang: WORDS)


def translated(text: str) -> bool:
    return not re.search(r"[^\W\d_]", outside(text))


def test_the_check_sees_english_that_was_not_translated():
    assert translated("⟦Place ⟦{count} cubes⟧ in⟧ Quirin")
    assert not translated("⟦Place⟧ cubes")


@pytest.fixture(params=["rattus", "messina"])
def played(request):
    """Return a game's name and games of it."""
    return request.param, request.getfixturevalue({"rattus": "games", "messina": "messina"}[request.param])


@pytest.mark.deep
def test_moves_and_questions(played):
    game, games = played
    for position in [position for one in games for position in one.positions][::3]:
        view, question = position.own, position.question
        assert translated(speaker(game, view, PEOPLE, lang="xx").ask(question, [], position.verbs))
        for verb in position.verbs:
            button = speaker(game, view, lang="xx").verb(verb)
            assert button.endswith("…") or translated(button)
        for move in position.moves[::7]:
            text = speaker(game, view, PEOPLE, lang="xx").label(move)
            assert text.endswith("…") or translated(text)
            assert "⟦" in text
            verb, *values = str(move.__struct_config__.tag), *(getattr(move, f) for f in move.__struct_fields__)
            for at in range(len(move.__struct_fields__)):
                prefix = [verb, *map(str, values[:at])]
                said = speaker(game, view, PEOPLE, lang="xx").choice([*prefix, str(values[at])])
                assert said.endswith("…") or translated(said)
                assert translated(speaker(game, view, PEOPLE, lang="xx").ask(question, prefix))


@pytest.mark.deep(one_in=2)
def test_events(played):
    game, games = played
    for events in (events for one in games for events in one.events):
        s = speaker(game, None, PEOPLE, lang="xx")
        for line in (*s.summary(events), *s.headlines(events)):
            assert translated(line)
        for event in events:
            text = speaker(game, None, PEOPLE, lang="xx", reader=event.reader()).sentence(event)
            assert text is not None
            assert translated(text)
            assert "⟦" in text


@pytest.mark.deep
def test_boards_status_and_result(played):
    game, games = played
    for position in [position for one in games for position in one.positions][::23]:
        for view in (position.own, position.public):
            assert translated(speaker(game, view, PEOPLE, lang="xx").status(1))
            assert all(map(translated, speaker(game, view, PEOPLE, lang="xx").board_text()))
            assert translated(speaker(game, view, lang="xx").secrets())
            for part in ("", "city", "score", "estate-0", "legend"):
                text = speaker(game, view, PEOPLE, lang="xx").describe(part)
                assert len(text) >= 1000 or translated(text)
    for one in games:
        view = one.table.view(None)
        assert translated(speaker(game, view, PEOPLE, lang="xx").final_table(one.table.score()))
        assert translated(speaker(game, view, PEOPLE, lang="xx").status())


def test_help_and_refusals(played, positions):
    game, _ = played
    w, pages = wording.words("xx"), [*wording.BOT_HELP, *BOT_GAMES[game].words.help]
    for topic, title, about in wording.help_topics(pages, w):
        assert translated(title)
        assert translated(about)
        assert translated(wording.help_page(topic, pages, w))
    position = next(position for position in positions if len(position.moves) > 9)
    legal = tuple(f"plague {region}" for region in REGIONS)
    error = IllegalMove("No {region}.", region="gallia", legal=legal)
    assert translated(rattus_speaker(position.own, PEOPLE, lang="xx").refusal(error))


def test_seats_without_names():
    w = wording.words("xx")
    assert all(translated(wording.player([], seat, w)) for seat in range(4))
