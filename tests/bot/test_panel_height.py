"""Panels of recorded games on a phone: question, picture and answers fit together, and no two answers are alike."""

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from discord import PartialEmoji
from discord.ui import Button, Select

import wording
from bot.panels.turn import moved_in_turn, rows_of_question
from bot.panels.turn_parts import Question, Turn, back_and_undo, question_of
from bot.pictures import MAX_PICTURES_OF_CHOICES
from bot.ui.message import SIGN_EMOJI, button
from bot.ui.widths import label_of
from games import GAMES as BOT_GAMES
from games.move_picker import Said, next_answers
from renderer import Mark, Scene
from rules import GAMES
from rules.table import Table
from rules_service.models import Place, Seat, Snapshot, TableInfo
from rules_service.options import complete_options
from tests.bot.panel_height import MAX_PICTURE, SCREENS, Screen, height
from tests.bot.players import press_of
from tests.rules.games import KNOWN_GAMES
from tests.test_recorded import read

RECORDED = Path(__file__).parents[1] / "recorded"
NAMES = ("Alice", "Bob", "Carol", "Dora")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
EVERY = 41  # Check one in this many positions of the recorded games,
OFTEN = {1: 2, 2: 5, 3: 5, 4: 7}  # or in this many of those for each number of players.
LANGUAGES = ("en", "de")
TABLES = [(game, seats) for game in KNOWN_GAMES for seats in GAMES[game].seats]


def turn_of(table: Table, seat: int) -> Turn:
    game = table.log().game
    seats = tuple(Seat(at, 100 + at, NAMES[at], False, False, "", None, None, False) for at in range(table.seats))
    options = {**complete_options(GAMES[game], {}), **table.options}
    info = TableInfo(12, game, "running", Place(1), 100, seats, options, "en", table.number, "", None, NOW, NOW, None)
    return Turn(Snapshot(info, table, table.number, 0, tuple(range(1, table.number + 1)), unseen=()), seat, "en")


def turns(game: str, seats: str = "", every: int = EVERY) -> Iterator[Turn]:
    """Yield one in ``every`` positions of this game's recordings, or only of those with this number of players."""
    count = 0
    for path in sorted((RECORDED / game).glob(f"{seats}*.json")):
        log = read(path).log
        table = Table(GAMES[game], log.seats, log.seed, log.options)
        for step in Table.load(GAMES[game], log, trusted=True).steps:
            count += 1
            if count % every == 0:
                yield turn_of(table.fork(), step.seat)
            table.play(step.seat, step.move)


def sizes(turn: Turn, marks: list[Mark]) -> Iterator[tuple[int, int]]:
    game, view = BOT_GAMES[turn.snapshot.info.game], turn.speaker.view
    places: dict[str, list[Mark]] = defaultdict(list)
    for mark in marks:
        places[game.pictures.place(view, mark.target)].append(mark)
    places = places or {game.pictures.replay_part: []}
    for some in sorted(places.values(), key=len, reverse=True)[:MAX_PICTURES_OF_CHOICES]:
        yield painted(turn.snapshot.info.game, view, tuple(some))


def painted(game: str, view: Any, marks: tuple[Mark, ...]) -> tuple[int, int]:
    scene = Scene(view, list(NAMES[: view.seats]), "part", wording.words("en"), marks=list(marks))
    return BOT_GAMES[game].pictures.paint(scene).size


def questions(found: Iterator[Turn]) -> list[tuple[Turn, Question]]:
    """Return every question, including follow-up questions, that the panels can ask in these positions."""
    all_asked = []
    for turn in found:
        prefixes: list[Said] = [()]
        hints = BOT_GAMES[turn.snapshot.info.game].hints(turn.speaker.view)
        for prefix in prefixes:
            all_asked.append((turn, question_of(turn, prefix)))
            prefixes += [one.said for one in next_answers(turn.legal, prefix, hints) if not one.move]
    return all_asked


@cache
def asked(game: str) -> list[tuple[Turn, Question]]:
    """Return the questions in positions from all parts of the recorded games."""
    found = questions(turns(game))
    assert len(found) > 60
    return found


def labels(one: Question) -> list[str]:
    items = [answer for row in one.rows for answer in row]
    options = [option.label for item in items if isinstance(item, Select) for option in item.options]
    return options + [str(item.label or "") for item in items if isinstance(item, Button)]


def rows_shown(turn: Turn, one: Question) -> list[list[str]]:
    """Return the labels of the rows below a question, with the usual controls. An empty row is a select."""
    controls = [*back_and_undo(turn, one.said, BOT_GAMES[turn.snapshot.info.game].hints(turn.speaker.view))]
    controls.append(button(turn.id("hint"), turn.words._("Hint")))
    rows = rows_of_question(turn, one.said, one, controls)
    return [[] if isinstance(row[0], Select) else [label_of(item) for item in row] for row in rows]


@pytest.mark.deep(one_in=5)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_pictures_question_and_answers_are_on_one_screen_together(game, seats, monkeypatch):
    """Each number of players is tested separately, because Messina's city differs in shape. Some games have variants.

    Buttons show the bot's own emoji beside their labels, as on Discord.
    """
    for sign, (name, _) in BOT_GAMES[game].pictures.signs.items():
        monkeypatch.setitem(SIGN_EMOJI, sign, PartialEmoji(name=name, id=1))
    fits: dict[tuple[str, Screen, bool], list[bool]] = defaultdict(list)
    for turn, one in questions(turns(game, str(seats), OFTEN[seats])):
        shown = list(sizes(turn, one.marks))
        assert all(high * 563 / wide <= MAX_PICTURE for wide, high in shown), (one.said, shown)
        first = not one.said and not moved_in_turn(turn)
        for lang in LANGUAGES:
            now = Turn(turn.snapshot, turn.seat, lang)
            told = question_of(now, one.said)
            rows = rows_shown(now, told)
            for screen in SCREENS:
                fits[lang, screen, first].append(height(screen, told.texts, shown, rows) <= screen.usable)
    for lang in LANGUAGES:
        for screen in SCREENS:
            begin, later = fits[lang, screen, True], fits[lang, screen, False]
            assert len(begin) >= 5
            assert sum(begin) / len(begin) >= screen.first, (lang, screen.name, "first questions")
            assert sum(begin + later) / len(begin + later) >= screen.every, (lang, screen.name, "all questions")


@pytest.mark.parametrize("game", KNOWN_GAMES)
def test_a_question_shows_one_picture_with_the_letters_of_its_answers_and_no_others(game: str) -> None:
    lettered = 0
    for turn, one in asked(game):
        place = partial(BOT_GAMES[game].pictures.place, turn.speaker.view)
        assert len({place(mark.target) for mark in one.marks}) <= 1
        named = {
            found for label in labels(one) for found in re.findall(r"(?:^|\+ )(\w{1,2}(?:-\w)?)(?= ·| \+|$)", label)
        }
        assert named == {mark.letter for mark in one.marks} - {""}
        lettered += bool(named)
        bold = [line.partition("** ")[0] for line in one.details if line.startswith("**")]
        told = {word.rstrip(":") for line in bold for word in line.removeprefix("**").split(", ")}
        assert not {word for word in told if len(word) < 3} - named, "details of letters without an answer"
    assert lettered > 30


def test_every_way_of_an_overseer_has_a_letter_of_its_own() -> None:
    forks = 0
    for _, one in asked("messina"):
        answers = [
            answer for row in one.rows for answer in row if press_of(answer).words[:8] in ("advance ", "elevate ")
        ]
        named = [str(getattr(answer, "label", "")) for answer in answers]
        letters = [label.partition(" · ")[0] for label in named if " · " in label]
        assert len(set(letters)) == len(letters)
        forks += any(press_of(answer).words.endswith("left") for answer in answers)
    assert forks
