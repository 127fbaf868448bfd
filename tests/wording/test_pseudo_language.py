"""A made-up language puts every text of the catalogue into ⟦⟧: what stays outside was never given to translators."""

import gettext
import re

import pytest

import wording
from rules.errors import IllegalMove
from rules.rattus.components import CARDS, REGIONS
from wording.rattus.names import name

PEOPLE = ["Quirin", "Zenobia", "Xaver", "Yolanda"]


class Pseudo(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


def outside(text: str) -> str:
    """What is left of a text without its translated parts, names, rat letters and moments of time."""
    assert text.count("⟦") == text.count("⟧")
    while "⟦" in text:
        text = re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
    w = wording.words("xx")
    known = [name(word, w) for word in (*REGIONS, *CARDS)] + [*PEOPLE, "Rattus", "Messina"]
    text = re.sub(r"<t:\d+:[a-zA-Z]>", " ", text)
    text = re.sub(rf"\b({'|'.join(known)})\b", " ", text)
    return re.sub(r"\b[abcAM]\b", " ", text)


@pytest.fixture(autouse=True)
def pseudo(monkeypatch):
    words = wording.Words("xx", Pseudo())
    monkeypatch.setattr(wording, "words", lambda lang: words)


def translated(text: str) -> bool:
    return not re.search(r"[^\W\d_]", outside(text))


def test_the_check_sees_english_that_was_not_translated():
    assert translated("⟦Place ⟦{count} cubes⟧ in⟧ Gallia")
    assert not translated("⟦Place⟧ cubes")


@pytest.fixture(params=["rattus", "messina"])
def played(request):
    """A game's name and games of it."""
    return request.param, request.getfixturevalue({"rattus": "games", "messina": "messina"}[request.param])


def test_moves_and_questions(played):
    game, games = played
    for position in [position for one in games for position in one.positions][::3]:
        view, question = position.own, position.question
        assert translated(wording.ask(game, question, [], view, PEOPLE, "xx", position.verbs))
        for verb in position.verbs:
            button = wording.verb(game, verb, view, "xx")
            assert button.endswith("…") or translated(button)
        for move in position.moves[::7]:
            text = wording.label(game, move, view, "xx", PEOPLE)
            assert text.endswith("…") or translated(text)
            assert "⟦" in text
            verb, *values = str(move.__struct_config__.tag), *(getattr(move, f) for f in move.__struct_fields__)
            for at, field in enumerate(move.__struct_fields__):
                prefix = [verb, *map(str, values[:at])]
                said = wording.choice(game, verb, field, values[at], prefix, view, "xx", PEOPLE)
                assert said.endswith("…") or translated(said)
                assert translated(wording.ask(game, question, prefix, view, PEOPLE, "xx"))


def test_events(played):
    game, games = played
    for events in (events for one in games for events in one.events):
        for line in wording.account(game, events, PEOPLE, "xx"):
            assert translated(line)
        for event in events:
            text = wording.sentence(game, event, PEOPLE, "xx", event.reader())
            assert text is not None
            assert translated(text)
            assert "⟦" in text


def test_boards_status_and_result(played):
    game, games = played
    for position in [position for one in games for position in one.positions][::11]:
        for view in (position.own, position.public):
            assert translated(wording.status(game, view, PEOPLE, "xx", 1))
            assert all(map(translated, wording.board_text(game, view, PEOPLE, "xx")))
            assert translated(wording.secrets(game, view, "xx"))
            for part in ("", "city", "score", "estate-0", "legend"):
                text = wording.describe(game, view, PEOPLE, "xx", part)
                assert len(text) >= 1000 or translated(text)
    for one in games:
        view = one.table.view(None)
        assert translated(wording.final_table(game, one.table.score(), view, PEOPLE, "xx"))
        assert translated(wording.status(game, view, PEOPLE, "xx"))


def test_help_and_refusals(played, positions):
    game, _ = played
    for topic, title, about in wording.help_topics("xx", game):
        assert translated(title)
        assert translated(about)
        assert translated(wording.help_page(topic, "xx", game))
    position = next(position for position in positions if len(position.moves) > 9)
    legal = tuple(f"plague {region}" for region in REGIONS)
    error = IllegalMove("No {region}.", region="gallia", legal=legal)
    assert translated(wording.refusal(error, "xx", "rattus", position.own, PEOPLE))


def test_seats_without_names():
    w = wording.words("xx")
    assert all(translated(wording.player([], seat, w)) for seat in range(4))
