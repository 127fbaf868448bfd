"""Tests for the words of every game: nothing is missing or raw, every text is distinct and fits.

Each game subclasses `Conformance` as ``Test...`` with its id, and where they are needed games and a pattern of its ids.
"""

import random
import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import msgspec
import pytest

from games import GAMES
from rules.decision import CONFIRM
from rules_service.options import HOUSE
from tests.wording.conftest import play
from tests.wording.speakers import speaker
from wording import BOT_HELP, help_page, help_topics, thing_page, words
from wording.catalogue import minus

LONG = ["W" * 24, "W" * 24 + "X", "W" * 40, "W" * 23]
W = words("en")
# A sign without a word or the number of a place after it. Other signs and bold type may come between.
SIGN = r"(?!\u2212\d)[\u2190-\u21ff\u2212\u25a0-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff]"
BARE = re.compile(rf"{SIGN}(?![\s*“]*(?:{SIGN}|[^\W\d_]|\d\.\s))")


def leaves(value, path=()):
    """Yield the path and value of each leaf in plain data."""
    if isinstance(value, dict | list) and value:
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    else:
        yield path, value


def put(value, path, new):
    """Return the plain data with the value at a path replaced."""
    if not path:
        return new
    inner = put(value[path[0]], path[1:], new)
    if isinstance(value, dict):
        return {**value, path[0]: inner}
    return [*value[: path[0]], inner, *value[path[0] + 1 :]]


def general(path):
    """Return a path without list indexes: "hexes.*.cubes"."""
    return ".".join(step if isinstance(step, str) else "*" for step in path)


@cache
def plain(raw, text):
    """Return whether there is a text without anything raw in it."""
    return bool(text) and not raw.search(text)


@cache
def answers(text):
    """Return the answers that make up a move, each with the words of the notation before it."""
    said = text.split()
    return [(tuple(said[:depth]), said[depth]) for depth in range(1, len(said))]


@cache
def random_games(game):
    """Play random games in which players confirm the end of a turn, as at tables on Discord, with all other options."""
    rules = GAMES[game].rules
    return [play(seats, f"words {n}", options(rules, seats, n), game) for seats in rules.seats for n in range(5)]


def options(rules, seats, number):
    """Return the options of a game with this number: every value of each occurs in some game."""
    offered = {option.id: option.values[number % len(option.values)] for option in rules.options(seats)}
    return offered | HOUSE if CONFIRM.id in offered else offered


class Conformance:
    """Run these tests in each subclass."""

    game = ""
    games_of = ""  # fixture with games in which every kind of move occurs; by default random games
    parts = ("",)  # parts of the board that have a description
    raw = re.compile(r"[{}]")  # never in texts for people: ids, and placeholders
    longest_question = 300  # characters
    described = 4  # interval of the moments that are described
    altered = 8  # interval of the moments whose facts are changed
    told_elsewhere: Mapping[str, str] = MappingProxyType({})  # view fields that the board text may omit, and why
    told_by_the_score: Mapping[str, str] = MappingProxyType({})  # fields that it may omit when the game is over
    void = ()  # fields with a value that means "none"
    unsaid: Mapping[str, str] = MappingProxyType({})  # fields of events that their sentence may omit, and why

    @pytest.fixture
    def ended(self, request):
        return request.getfixturevalue(self.games_of) if self.games_of else random_games(self.game)

    @pytest.fixture
    def met(self, ended):
        return [position for game in ended for position in game.positions]

    def speaks(self, view, names=()):
        return speaker(self.game, view, names)

    def plain(self, text):
        """Return whether there is a text without anything raw in it."""
        return plain(self.raw, text)

    def test_every_kind_of_move_has_a_button_and_every_field_a_question_and_a_description(self):
        told, kinds = GAMES[self.game].words, GAMES[self.game].rules.notation.kinds
        fields = {(verb, field) for verb, kind in kinds.items() for field in kind.__struct_fields__}
        assert set(told.moves) == set(kinds)
        assert {(verb, field) for verb, move in told.moves.items() for field in move.asks} == fields
        assert set(told.fields) == {field for _, field in fields}

    def test_labels_are_short_and_plain_and_each_move_has_its_own(self, met, names):
        kinds_met = set()
        for moment in met:
            labels = list(map(self.speaks(moment.own, names).label, moment.moves))
            kinds_met.update(moment.verbs)
            assert len(set(labels)) == len(labels), labels
            assert all(len(text) <= 100 and self.plain(text) and not text.endswith("…") for text in labels), labels
        assert kinds_met == set(GAMES[self.game].words.moves), "in `games_of` every kind of move occurs"

    def test_labels_stay_apart_with_the_longest_names(self, met):
        for moment in met[::20]:
            labels = list(map(self.speaks(moment.own, LONG).label, moment.moves))
            assert len(set(labels)) == len(labels)
            assert max(map(len, labels)) <= 100

    def test_buttons_are_short_and_plain_and_each_kind_has_its_own(self, met):
        for moment in met:
            buttons = list(map(self.speaks(moment.own).verb, moment.verbs))
            assert len(set(buttons)) == len(buttons)
            assert all(len(text) <= 38 and self.plain(text) and not text.endswith("…") for text in buttons), buttons

    def test_the_values_of_each_field_are_told_apart_and_asked_for(self, met, names):
        kinds, fields = GAMES[self.game].rules.notation.kinds, set()
        for moment in met:
            groups: dict[tuple[str, ...], dict[str, None]] = {}
            for text in (move.text for move in moment.moves):
                for prefix, answer in answers(text):
                    groups.setdefault(prefix, {})[answer] = None
            speaks = self.speaks(moment.own, names)
            for prefix, values in groups.items():
                field = kinds[prefix[0]].__struct_fields__[len(prefix) - 1]
                fields.add((prefix[0], field))
                told = [speaks.choice([*prefix, value]) for value in values]
                assert len(set(told)) == len(told), told
                assert all(len(text) <= 100 and self.plain(text) for text in told), told
                asked = speaks.ask(moment.question, prefix)
                assert asked.endswith((".", "?"))
                assert self.plain(asked), asked
        assert fields == {(verb, field) for verb, kind in kinds.items() for field in kind.__struct_fields__}

    def test_every_question_is_a_few_plain_sentences(self, met, names):
        for moment in met:
            speaks = self.speaks(moment.own, names)
            more = speaks.more(moment.question, moment.verbs)
            assert not more or (self.plain(more) and more.endswith((".", "?")))
            text = speaks.ask(moment.question, [], moment.verbs)
            assert text.endswith((".", "?"))
            assert self.plain(text)
            assert len(text) <= self.longest_question, text

    def test_there_is_a_sentence_of_advice_on_every_question_but_whether_to_end(self, met):
        advice = GAMES[self.game].words.advice
        assert {moment.question for moment in met} - {"end"} <= set(advice), "a question lacks its `GameWords.advice`"
        for text in advice.values():
            assert text.endswith(".")
            assert 20 < len(text) <= 150
            assert self.plain(text)

    def test_every_question_has_a_status(self, met, names):
        for moment in met:
            text = self.speaks(moment.public, names).status(1363000000)
            assert f"**{names[moment.seat]}**" in text or moment.seat not in moment.public.due
            assert text.endswith("Asked <t:1363000000:R>.")
            assert self.plain(text.replace("<t:", ""))

    def test_every_description_is_plain_and_fits(self, met, names):
        for moment in met[:: self.described]:
            for view in (moment.own, moment.public):
                for people in (names, LONG):
                    for part in self.parts_of(view):
                        text = self.speaks(view, people).describe(part)
                        assert self.plain(text), text
                        assert len(text) <= 1024
                        assert text.endswith((".", "!")), "no sentence is cut"
                        assert "Red: " not in text

    def test_every_fact_of_a_view_is_in_the_board_in_words(self, met, ended, names):
        """Replacing any value of a view by another that occurs there must change the text."""
        chance = random.Random(self.game)
        views = [moment.own for moment in chance.sample(met, min(40, len(met)))]
        views += [game.table.view(None) for game in ended[::3]]
        values = {}
        for view in views:
            for path, value in leaves(msgspec.to_builtins(view)):
                values.setdefault((view.seats, general(path)), {})[repr(value)] = value
        silent = {}
        for view in views[:: self.altered]:
            plain, text = msgspec.to_builtins(view), self.speaks(view, names).board_text()
            places = {}
            for path, value in leaves(plain):
                places.setdefault(general(path), []).append((path, value))
            elsewhere = {*self.told_elsewhere, *(self.told_by_the_score if plain.get("score") else ())}
            elsewhere |= {"seat"} if view.seats == 1 else set()  # there are no others to list after the viewer
            for place in sorted(set(places) - elsewhere):
                for path, value in chance.sample(places[place], min(2, len(places[place]))):
                    others = [other for other in values[view.seats, place].values() if other != value]
                    boards = (self.board_of(plain, path, other, type(view), names) for other in others)
                    if others and (place, value) not in self.void and all(board == text for board in boards):
                        silent.setdefault(place, []).append((path, value, others[:3]))
        assert not silent, silent

    def test_every_fact_of_an_event_is_in_its_sentence(self, ended, names):
        """Replacing any value of an event by another that occurs there must change the sentence of some such event."""
        chance = random.Random(self.game)
        met, values, told = {}, {}, {}
        for game in ended:
            for event in (event for events in game.events for event in events):
                met.setdefault(type(event).__name__, {})[game.table.seats, repr(event)] = event, game
                for path, value in leaves(msgspec.to_builtins(event)):
                    values.setdefault((type(event), game.table.seats, general(path)), {})[repr(value)] = value
        for kind, events in met.items():
            for seats, which in chance.sample(sorted(events), min(20, len(events))):
                event, game = events[seats, which]
                view = game.table.view(event.reader())
                speaks = speaker(self.game, view, names, reader=event.reader())
                plain, text = msgspec.to_builtins(event), speaks.sentence(event)
                for path, value in leaves(plain):
                    place = f"{kind}.{general(path)}"
                    others = [one for one in values[type(event), seats, general(path)].values() if one != value]
                    if others and place not in self.unsaid and not told.get(place):
                        said = (self.said(speaks, put(plain, path, other), type(event)) for other in others)
                        told[place] = any(one not in (None, text) for one in said)
        silent = [place for place, one in told.items() if not one]
        assert not silent, silent

    def said(self, speaks, plain, kind):
        """Return the sentence of an event in plain data, or None if it contradicts itself."""
        try:
            return speaks.sentence(msgspec.convert(plain, kind))
        except (KeyError, IndexError, ValueError, StopIteration, TypeError, AttributeError):
            return None

    def board_of(self, plain, path, value, kind, names):
        """Return the board as text with another value at a path, or None if it contradicts another value."""
        try:
            return self.speaks(msgspec.convert(put(plain, path, value), kind), names).board_text()
        except (KeyError, IndexError, ValueError, StopIteration, TypeError, AttributeError):
            return None

    def parts_of(self, view):
        return self.parts

    def test_topics_of_help_fit_into_one_select(self):
        topics = help_topics([*BOT_HELP, *GAMES[self.game].words.help], W)
        assert len(GAMES[self.game].words.help) <= 25
        assert len({topic for topic, _, _ in topics}) == len(topics)
        assert all(0 < len(text) <= 100 for topic in topics for text in topic)

    def test_each_thing_to_look_up_has_its_own_title_a_line_its_text_and_its_picture(self):
        found = {thing.id: thing for things in GAMES[self.game].things.values() for thing in things}
        topics = {topic for topic, _, _ in help_topics([*BOT_HELP, *GAMES[self.game].words.help], W)}
        assert sum(map(len, GAMES[self.game].things.values())) == len(found)
        assert set(GAMES[self.game].things) <= topics
        assert not topics & set(found)
        assert len({thing.title(W) for thing in found.values()}) == len(found)
        for thing in found.values():
            assert 0 < len(thing.title(W)) <= 80, thing.id
            assert 0 < len(thing.about(W)) <= 100, thing.id
            assert 20 < len(thing_page(thing, W)) <= 3500, thing.id
            assert not re.search(r"[{}]|\b\w+_\w+\b", thing_page(thing, W))
            picture = GAMES[self.game].pictures.thing(thing.id, W)
            assert picture is not None, thing.id
            assert picture.width / picture.height <= 11 / 7, thing.id

    def test_each_page_of_help_has_its_title_and_fits_into_a_message(self):
        for page in GAMES[self.game].words.help:
            text = help_page(page.id, GAMES[self.game].words.help, W)
            assert text.startswith(f"## {page.title}\n\n")
            assert 100 < len(text) <= 3500, page.id
            assert not re.search(r"[{}]|\b\w+_\w+\b", text)

    def test_a_page_of_the_board_in_words_begins_where_a_section_does(self, met, names):
        for view in [moment.own for moment in met[::97]]:
            speaks = self.speaks(view, names)
            pages = speaks.board_text()
            assert all(page.startswith("##") and len(page) <= 3500 for page in pages)
            titles = [title for page in pages for title in re.findall("^### (.*)", page, re.M)]
            assert list(dict.fromkeys(titles)) == list(speaks.board_parts().values())
            if view.seat is not None:
                text = "\n".join(pages)
                assert set(names[: view.seats]) <= set(filter(text.count, names)), "`board_text` names every player"
                assert text.index(names[view.seat]) == min(text.index(name) for name in names[: view.seats])
            assert speaks.status() == pages[-1].split("\n")[-1]

    def test_one_part_of_the_board_in_words_can_be_heard_alone(self, met, names):
        speaks = self.speaks(met[len(met) // 2].own, names)
        whole = "\n".join(speaks.board_text()).split("\n")
        for part, title in speaks.board_parts().items():
            heard = "\n".join(speaks.board_text(part)).split("\n")
            assert heard[:2] == [whole[0], f"### {title}"]
            assert set(heard) < set(whole)
        assert speaks.board_text("nothing") == speaks.board_text()

    def test_no_sign_stands_without_a_word(self, met, ended, names):
        """For people who listen to a text, each sign or group of signs is followed by its meaning in words."""
        told = set()
        for moment in met[:: self.described]:
            speaks = self.speaks(moment.own, names)
            told.update([*map(speaks.label, moment.moves), *map(speaks.verb, moment.verbs), *speaks.board_text()])
            told.update([speaks.secrets(), speaks.status(1), speaks.ask(moment.question, [], moment.verbs)])
            for said, answer in dict.fromkeys(one for move in moment.moves for one in answers(move.text)):
                told.add(speaks.choice([*said, answer]))
        for game in ended:
            speaks = self.speaks(game.table.view(None), names)
            speaks.reader = 0
            told.update(line for events in game.events for line in speaks.summary(events))
            told.update(line for events in game.events for line in speaks.headlines(events))
            told.add(speaks.result(game.table.score()))
            told.update(text for events in game.events for event in events if (text := speaks.sentence(event)))
            told.add(speaks.final_table(game.table.score()))
        bare = list(filter(BARE.search, told))
        assert not bare, bare

    def test_at_any_moment_it_can_be_told_what_each_would_have(self, met, ended, names):
        for moment in met[::41]:
            loaded = GAMES[self.game].rules.score(msgspec.msgpack.decode(moment.packed, type=moment.game.state_type))
            lines = self.speaks(moment.public, names).score_now(loaded).split("\n")[1:]
            told = [line for line in lines if not line.startswith("-#")]
            assert len(told) == moment.public.seats
            for line, seat in zip(told, loaded.ranking, strict=True):
                assert names[seat] in line
                assert f"**{minus(loaded.points[seat])}**" in line
                assert self.plain(line)

    def test_the_end_is_announced_before_it_comes(self, ended, names):
        for game in ended:
            told = [self.speaks(moment.public, names).nearing_end() for moment in game.positions]
            assert not told[0]
            assert told[-1].endswith("."), "`GameWords.nearing_end` says nothing before the last move"
            assert game.table.seats == 1 or any(name in told[-1] for name in names)
            assert not self.speaks(game.table.view(None), names).nearing_end()
