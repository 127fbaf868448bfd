"""Tests for the words of every game: nothing is missing or raw, every text is distinct and fits.

Each game subclasses `Conformance` as ``Test...`` with its id and, if needed, games and a pattern of its ids. Every
assertion describes what the words of a game must be, so that a failure needs no other explanation.
"""

import random
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import msgspec
import pytest

from games import GAMES
from rules.decision import CONFIRM
from rules.errors import IllegalMove
from rules.table import Table
from rules_service.options import DEFAULTS_ON_DISCORD
from tests.wording.conftest import play
from tests.wording.speakers import speaker
from wording import BOT_HELP, help_page, help_topics, thing_page, words
from wording.catalogue import with_minus_sign

LONG = ["W" * 24, "W" * 24 + "X", "W" * 40, "W" * 23]
W = words("en")
END_OF_TURN = "End my turn"
RAW_HELP = re.compile(r"[{}]|\b\w+_\w+\b")
# A sign without a word or the number of a place after it. Other signs, bold type and a colon may come between.
SIGN = r"(?!\u2212\d)[\u2190-\u21ff\u2212\u25a0-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff]"
BARE = re.compile(rf"{SIGN}(?![\s*“:]*(?:{SIGN}|[^\W\d_]|\d\.\s))")


def leaves(value, path=()):
    """Yield the path and value of each leaf in plain data."""
    if isinstance(value, dict | list) and value:
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    else:
        yield path, value


def put(value, path, new):
    """Return the plain data with another value at a path."""
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
    """Return whether the text isn't empty and has no ids or placeholders."""
    return bool(text) and not raw.search(text)


@cache
def answers(text):
    """Return the answers that together form a move, each with the words before it."""
    said = text.split()
    return [(tuple(said[:depth]), said[depth]) for depth in range(1, len(said))]


@cache
def random_games(game):
    """Play five random games with different options for each number of players. As on Discord, turns are confirmed."""
    rules = GAMES[game].rules
    return [play(seats, f"words {n}", options(rules, seats, n), game) for seats in rules.seats for n in range(5)]


def options(rules, seats, number):
    """Return the options of the game with this number, chosen so that some game has each value of each option."""
    offered = {option.id: option.values[number % len(option.values)] for option in rules.options(seats)}
    return offered | DEFAULTS_ON_DISCORD if CONFIRM.id in offered else offered


class Conformance:
    """Tests that each game's subclass inherits."""

    game = ""
    games_of = ""  # fixture with games in which every kind of move occurs; by default random games
    parts = ("",)  # parts of the board that have a description
    raw = re.compile(r"[{}]")  # never in texts for people: ids, and placeholders
    longest_question = 300  # characters
    refusals = 1  # the least number of different refusals that are met
    described = 4  # interval of the moments that are described
    altered = 8  # interval of the moments whose facts are changed
    told_elsewhere: Mapping[str, str] = MappingProxyType({})  # view fields that the board text may omit, and why
    told_by_the_score: Mapping[str, str] = MappingProxyType({})  # fields that it may omit once the game is over
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
        """Return whether the text isn't empty and has no ids or placeholders."""
        return plain(self.raw, text)

    def differ(self, texts, what):
        """Check that no two of the texts are the same."""
        twice = [text for text, count in Counter(texts).items() if count > 1]
        assert not twice, f"no two {what} are the same: {twice}"

    def fits(self, text, most, what, *, whole=True):
        """Check that a text exists, has no ids or braces, is short enough and, if ``whole``, isn't cut."""
        assert text, f"{what} is not empty"
        assert self.plain(text), f"{what} has no ids or braces: {text}"
        assert len(text) <= most, f"{what} has at most {most} characters, not {len(text)}: {text}"
        assert not (whole and text.endswith("…")), f"{what} is not cut: {text}"

    def is_sentence(self, text, what, ends):
        """Check that a text exists, has no ids or braces, and ends with one of these signs."""
        assert text.endswith(tuple(ends)), f"{what} ends with one of these signs: {ends} It is “{text}”"
        assert self.plain(text), f"{what} has no ids or braces: {text}"

    def test_every_kind_of_move_has_a_button_and_every_field_a_question_and_a_description(self):
        told, kinds = GAMES[self.game].words, GAMES[self.game].rules.notation.kinds
        fields = {(verb, field) for verb, kind in kinds.items() for field in kind.__struct_fields__}
        asks = {(verb, field) for verb, move in told.moves.items() for field in move.asks}
        assert set(told.moves) == set(kinds), "`GameWords.moves` has an entry for each kind of move"
        assert asks == fields, "`MoveWords.asks` has a question for each field of its move"
        assert set(told.fields) == {field for _, field in fields}, "`GameWords.fields` describes each field"

    def test_the_end_of_a_turn_has_the_same_words_in_every_game(self):
        """Options, preferences and help quote the words. Commands with the same name have the same description."""
        end = GAMES[self.game].words.moves.get("end")
        assert end is None or end.text == END_OF_TURN, f"the text of `end` in `GameWords.moves` is “{END_OF_TURN}”"

    @pytest.mark.deep(one_in=10)
    def test_labels_are_short_and_plain_and_each_move_has_its_own(self, met, names):
        kinds_met = set()
        for moment in met:
            labels = list(map(self.speaks(moment.own, names).label, moment.moves))
            kinds_met.update(moment.verbs)
            self.differ(labels, "labels of moves (`MoveWords.label`)")
            for label in labels:
                self.fits(label, 100, "the label of a move")
        missing = set(GAMES[self.game].words.moves) - kinds_met
        assert not missing, f"every kind of move occurs in `games_of`; {missing} don't"

    def test_labels_stay_apart_with_the_longest_names(self, met):
        for moment in met[::20]:
            labels = list(map(self.speaks(moment.own, LONG).label, moment.moves))
            self.differ(labels, "labels with the longest names")
            assert max(map(len, labels)) <= 100, f"the label of a move has at most 100 characters: {labels}"

    def test_buttons_are_short_and_plain_and_each_kind_has_its_own(self, met):
        for moment in met:
            buttons = list(map(self.speaks(moment.own).verb, moment.verbs))
            self.differ(buttons, "buttons of kinds of move (`MoveWords.text`)")
            for text in buttons:
                self.fits(text, 38, "the button of a kind of move")

    @pytest.mark.deep
    def test_the_values_of_each_field_are_distinct_and_requested(self, met, names):
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
                self.differ(told, f"values of {prefix[0]} {field} (`GameWords.facts`)")
                for text in told:
                    self.fits(text, 100, f"a value of {prefix[0]} {field}", whole=False)
                self.is_sentence(speaks.ask(moment.question, prefix), f"the question of {prefix[0]} {field}", ".?")
        every = {(verb, field) for verb, kind in kinds.items() for field in kind.__struct_fields__}
        assert fields == every, f"every field of a move is asked for in `games_of`; {every - fields} aren't"

    def test_every_question_is_a_few_plain_sentences(self, met, names):
        for moment in met:
            speaks = self.speaks(moment.own, names)
            more = speaks.more(moment.question, moment.verbs)
            if more:
                self.is_sentence(more, f"what is said about the question {moment.question}", ".?")
            text = speaks.ask(moment.question, [], moment.verbs)
            self.is_sentence(text, f"the question {moment.question}", ".?")
            self.fits(text, self.longest_question, f"the question {moment.question}")

    def test_a_refusal_is_plain_and_fits_into_a_message(self, met, ended, names):
        """The refused moves are those that were legal at other moments."""
        chance, told = random.Random(self.game), {}
        some = [chance.choice(moment.moves).text for moment in met]
        for game in ended[-9:]:
            table = Table(GAMES[self.game].rules, game.table.seats, game.table.seed, game.table.options)
            for entry in game.table.entries:
                for text in chance.sample(some, 9):
                    try:
                        table.read(entry.seat, text)
                    except IllegalMove as error:
                        if error.template not in told:
                            told[error.template] = self.speaks(table.view(entry.seat), names).refusal(error)
                table.play(entry.seat, entry.move)
        assert len(told) >= self.refusals, f"`refusals`, the number of them, is {self.refusals}; met: {sorted(told)}"
        for text in told.values():
            assert self.plain(re.sub(r"“.*?”", "", text)), f"a refusal has no ids or braces: {text}"
            assert not text[0].islower(), f"a refusal begins with a capital letter: {text}"
            assert len(text) <= 1900, f"a refusal has at most 1900 characters: {text}"

    def test_every_question_except_ending_a_turn_has_advice(self, met):
        advice = GAMES[self.game].words.advice
        assert {moment.question for moment in met} - {"end"} <= set(advice), "a question lacks its `GameWords.advice`"
        for question, text in advice.items():
            self.is_sentence(text, f"`GameWords.advice` on {question}", ".")
            assert 20 < len(text) <= 150, f"`GameWords.advice` on {question} has 21 to 150 characters: {text}"

    def test_every_question_has_a_status(self, met, names):
        for moment in met:
            text = self.speaks(moment.public, names).status(1363000000)
            player = f"**{names[moment.seat]}**"
            assert player in text or moment.seat not in moment.public.due, f"the status names {player}: {text}"
            assert text.endswith("Asked <t:1363000000:R>."), f"the status says since when: {text}"
            assert self.plain(text.replace("<t:", "")), f"the status has no ids or braces: {text}"

    @pytest.mark.deep
    def test_every_description_is_plain_and_fits(self, met, names):
        for moment in met[:: self.described]:
            for view in (moment.own, moment.public):
                for people in (names, LONG):
                    for part in self.parts_of(view):
                        text, what = self.speaks(view, people).describe(part), "an alt text (`GameWords.describe`)"
                        self.is_sentence(text, what, ".!")
                        self.fits(text, 1024, what)
                        assert "Red: " not in text, f"{what} names the player, not the colour: {text}"

    @pytest.mark.deep(one_in=10)
    def test_every_fact_of_a_view_is_in_the_board_in_words(self, met, ended, names):
        """If a value of a view is replaced by another value that is possible there, the text changes."""
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
        told = "`GameWords.board_text` says every value of a view (or `told_elsewhere` says why not); it doesn't say"
        assert not silent, f"{told} {silent}"

    def test_every_fact_of_an_event_is_in_its_sentence(self, ended, names):
        """If a value of an event is replaced by another value that is possible there, some sentence changes."""
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
        why = "`GameWords.sentence` says every value of an event (or `unsaid` says why not); it doesn't say"
        assert not silent, f"{why} {silent}"

    def said(self, speaks, plain, kind):
        """Return the sentence of an event given as plain data, or None if the data contradicts itself."""
        try:
            return speaks.sentence(msgspec.convert(plain, kind))
        except (KeyError, IndexError, ValueError, StopIteration, TypeError, AttributeError):
            return None

    def board_of(self, plain, path, value, kind, names):
        """Return the board as text with another value at a path, or None if that value contradicts another one."""
        try:
            return self.speaks(msgspec.convert(put(plain, path, value), kind), names).board_text()
        except (KeyError, IndexError, ValueError, StopIteration, TypeError, AttributeError):
            return None

    def parts_of(self, view):
        return self.parts

    def test_topics_of_help_fit_into_one_select(self):
        topics = help_topics([*BOT_HELP, *GAMES[self.game].words.help], W)
        assert len(GAMES[self.game].words.help) <= 25, "`GameWords.help` has at most 25 pages, to fit into one select"
        self.differ([topic for topic, _, _ in topics], "ids of pages of help, the bot's own among them")
        for topic in topics:
            assert all(0 < len(text) <= 100 for text in topic), (
                f"id, title and summary have 1 to 100 characters: {topic}"
            )

    @pytest.mark.deep
    def test_each_thing_to_look_up_has_its_own_title_a_line_its_text_and_its_picture(self):
        found = {thing.id: thing for things in GAMES[self.game].things.values() for thing in things}
        topics = {topic for topic, _, _ in help_topics([*BOT_HELP, *GAMES[self.game].words.help], W)}
        self.differ([thing.id for things in GAMES[self.game].things.values() for thing in things], "ids of things")
        assert set(GAMES[self.game].things) <= topics, "`BotGame.things` are listed by the ids of pages of help"
        assert not topics & set(found), f"no thing has the id of a page: {topics & set(found)}"
        self.differ([thing.title(W) for thing in found.values()], "titles of things")
        for thing in found.values():
            which, page = f"the thing {thing.id}", thing_page(thing, W)
            assert 0 < len(thing.title(W)) <= 80, f"the title of {which} has 1 to 80 characters"
            assert 0 < len(thing.about(W)) <= 100, f"the line about {which} has 1 to 100 characters"
            assert 20 < len(page) <= 3500, f"the text of {which} has 21 to 3500 characters, not {len(page)}"
            assert not (raw := RAW_HELP.findall(page)), f"the text of {which} has no ids or braces: {raw}"
            picture = GAMES[self.game].pictures.thing(thing.id, W)
            assert picture is not None, f"`Pictures.thing` draws {which}"
            assert picture.width / picture.height <= 11 / 7, f"the picture of {which} is no wider than 11:7"

    def test_each_page_of_help_has_its_title_and_fits_into_a_message(self):
        for page in GAMES[self.game].words.help:
            text = help_page(page.id, GAMES[self.game].words.help, W)
            which = f"the page {page.id} in `GameWords.help`"
            assert text.startswith(f"## {page.title}\n\n"), f"{which} begins with its title"
            assert 100 < len(text) <= 3500, f"{which} has 101 to 3500 characters with its title, not {len(text)}"
            assert not (raw := RAW_HELP.findall(text)), f"{which} has no ids or braces: {raw}"

    def test_a_page_of_the_board_in_words_begins_where_a_section_does(self, met, names):
        for view in [moment.own for moment in met[::97]]:
            speaks = self.speaks(view, names)
            pages = speaks.board_text()
            for page in pages:
                assert page.startswith("##"), f"a page of `GameWords.board_text` begins with a title: {page[:60]}"
                assert len(page) <= 3500, f"a page of `GameWords.board_text` has at most 3500 characters: {page[:60]}"
            titles = [title for page in pages for title in re.findall("^### (.*)", page, re.M)]
            sections = list(speaks.board_parts().values())
            assert list(dict.fromkeys(titles)) == sections, "each section of `GameWords.board_text` has its title once"
            if view.seat is not None:
                text = "\n".join(pages)
                assert set(names[: view.seats]) <= set(filter(text.count, names)), "`board_text` names every player"
                first = min(names[: view.seats], key=text.index)
                assert first == names[view.seat], f"`board_text` begins with its own player, not with {first}"
            last = pages[-1].split("\n")[-1]
            assert speaks.status() == last, (
                f"the last section of `board_text` ends with `s.status()`, not with “{last}”"
            )

    def test_one_part_of_the_board_in_words_can_be_requested(self, met, names):
        speaks = self.speaks(met[len(met) // 2].own, names)
        whole = "\n".join(speaks.board_text()).split("\n")
        for part, title in speaks.board_parts().items():
            heard = "\n".join(speaks.board_text(part)).split("\n")
            assert heard[:2] == [whole[0], f"### {title}"], f"the part {part} begins with the titles of board and part"
            assert set(heard) < set(whole), f"the part {part} is a part of the whole board text"
        assert speaks.board_text("nothing") == speaks.board_text(), "an unknown part is the whole board"

    @pytest.mark.deep
    def test_no_sign_is_without_a_word(self, met, ended, names):
        """For screen readers, each sign or group of signs is followed by words with its meaning."""
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
        assert not bare, f"each sign or group of signs is followed by its meaning in words: {bare}"

    def test_the_score_of_each_player_can_be_shown_at_any_moment(self, met, ended, names):
        for moment in met[::41]:
            loaded = GAMES[self.game].rules.score(msgspec.msgpack.decode(moment.packed, type=moment.game.state_type))
            lines = self.speaks(moment.public, names).score_now(loaded).split("\n")[1:]
            told = [line for line in lines if not line.startswith("-#")]
            assert len(told) == moment.public.seats, f"the score of now has a line for each player: {told}"
            for line, seat in zip(told, loaded.ranking, strict=True):
                points = f"**{with_minus_sign(loaded.points[seat])}**"
                assert names[seat] in line, (
                    f"the score of now follows `Score.ranking`: {names[seat]} is not in “{line}”"
                )
                assert points in line, f"the score of now has the points {points}: {line}"
                assert self.plain(line), f"the score of now has no ids or braces: {line}"

    def test_the_end_is_announced_before_it_comes(self, ended, names):
        for game in ended:
            told = [self.speaks(moment.public, names).nearing_end() for moment in game.positions]
            over = self.speaks(game.table.view(None), names).nearing_end()
            assert not told[0], f"`GameWords.nearing_end` is empty at the beginning of a game: {told[0]}"
            assert told[-1].endswith("."), "`GameWords.nearing_end` says before the last move that the end is near"
            assert game.table.seats == 1 or any(name in told[-1] for name in names), (
                f"`GameWords.nearing_end` names the leader: {told[-1]}"
            )
            assert not over, f"`GameWords.nearing_end` is empty when the game is over: {over}"
