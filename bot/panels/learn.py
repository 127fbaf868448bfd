"""The lesson of a game: steps from a fixed position, played on the real engine with the buttons of a turn.

The panel depends only on the game and the number of the step, which are in the custom id of every button. A person's
preferences store how far they have come, so that `/learn` continues there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import wording
from bot.context import App, Request
from bot.panels.help_panel import LEGEND
from bot.panels.personal import LEARN, language_row
from bot.panels.turn import ask
from bot.panels.turn_parts import Turn, back_and_undo
from bot.texts import TEXTS
from bot.ui.message import PRIMARY, SUCCESS, Id, Item, Picture, button, layout, read_words
from games import GAMES
from games.move_picker import Said, below
from renderer import Scene
from rules.game import Event
from rules.table import Table
from rules_service import Place, Seat, Snapshot, TableInfo
from rules_service.options import complete_options
from storage import TableStatus
from wording.lessons import Lesson, LessonStep

ANY_TIME = datetime(1970, 1, 1, tzinfo=UTC)  # any time, because it is never shown
NEXT = "next"  # typed to continue from a step without a question


@dataclass(frozen=True)
class LessonTurn(Turn):
    """A step of a lesson as the reader sees it: a turn at a table that isn't stored anywhere."""

    def id(self, action: str, *said: str) -> Id:
        """Return the custom id of a press on this panel, with its words."""
        info = self.snapshot.info
        return Id(0, "lesson", self.seat, info.number, " ".join([info.game, action, *said]))

    @property
    def step(self) -> LessonStep:
        """Return the current step."""
        return lesson_of(self.snapshot.info.game).steps[self.snapshot.info.number]


def lesson_of(game: str) -> Lesson:
    """Return the lesson of a game that has one."""
    lesson = GAMES[game].lesson
    assert lesson is not None
    return lesson


def taught() -> list[str]:
    """Return the games that have a lesson."""
    return [game for game, one in GAMES.items() if one.lesson]


@lru_cache(maxsize=64)
def position_at(game: str, number: int) -> tuple[Table, tuple[Event, ...]]:
    """Return the table before this step, and the events of the previous step. The table is cached: never play on it."""
    rules, lesson = GAMES[game].rules, lesson_of(game)
    table = Table.from_position(rules, lesson.position)
    events: list[Event] = []
    for step in lesson.steps[:number]:
        moves = [(lesson.seat, step.move), *step.others] if step.move else []
        events = [event for seat, move in moves for event in table.play(seat, move)]
    return Table.from_position(rules, table.get_position()), tuple(events)


def turn_at(game: str, number: int, name: str, lang: str) -> LessonTurn:
    """Return a step as a reader with this name sees it."""
    lesson, w = lesson_of(game), wording.words(lang)
    table, _ = position_at(game, number)
    seats = tuple(
        Seat(seat, None, w._(called) if called else name, False, False, None, None, away=False)
        for seat, called in enumerate(lesson.names)
    )
    options = {**complete_options(GAMES[game].rules, {}), **table.options}
    running, here, begun = TableStatus.RUNNING, Place(0), ANY_TIME
    info = TableInfo(
        0, game, running, here, None, seats, options, lang, number, "", None, begun, started=begun, ended=None
    )
    return LessonTurn(Snapshot(info, table, number, 0, ()), lesson.seat, lang)


async def where_left(request: Request) -> dict[str, int]:
    """Return the step that the person has reached in the lesson of each game."""
    known = await request.app.storage.people.preferences(request.user_id)
    stored = {one: known.get(f"lesson-{one}", "") for one in taught()}
    return {
        one: min(int(step), len(lesson_of(one).steps) - 1) if step.isdecimal() else 0 for one, step in stored.items()
    }


async def lesson_turn(request: Request, game: str) -> LessonTurn:
    """Return the step that the person has reached."""
    reached = await where_left(request)
    return turn_at(game, reached[game], request.interaction.user.display_name, request.lang)


async def show_lessons(request: Request, game: str = "") -> None:
    """Show the lesson of a game where the person left it, or all lessons."""
    reached = await where_left(request)
    if game in reached:
        await show_step(request, game, reached[game])
        return
    w = request.words
    texts = [
        w._(TEXTS.learn_to_play),
        "\n".join(f"- **{GAMES[one].title}**: {w._(lesson_of(one).about)}" for one in reached),
    ]
    rows = [language_row(w, LEARN)]
    for one, step in reached.items():
        title, begin = GAMES[one].title, to_step(one, 0)
        if step:
            label = w._("{game}: continue with step {step}", game=title, step=step + 1)
            again = button(begin, w._("{game} from the beginning", game=title))
            rows.append([button(to_step(one, step), label, PRIMARY), again])
        else:
            rows.append([button(begin, title, PRIMARY)])
    await request.show(layout(texts, (), rows))


def to_step(game: str, number: int) -> Id:
    """Return the custom id that leads to a step."""
    return Id(0, "lesson", number=number, words=f"{game} step")


async def show_step(request: Request, game: str, number: int, said: Said = (), note: str = "") -> None:
    """Show a step: its text, the results of the last one, the picture, and the question with its real answers."""
    lesson, lang = lesson_of(game), request.lang
    number = min(number, len(lesson.steps) - 1)
    turn = turn_at(game, number, request.interaction.user.display_name, lang)
    w, step = turn.words, turn.step
    if not said and not note:
        await request.app.storage.people.prefer(request.user_id, f"lesson-{game}", str(number))
    summary = [] if step.score else turn.speaker.summary(position_at(game, number)[1])
    head = w._(
        "-# Lesson: {game} · step {step} of {steps}", game=GAMES[game].title, step=number + 1, steps=len(lesson.steps)
    )
    above = ["\n".join([head, *(f"-# {line}" for line in summary)])]
    texts = [f"> {w._(step.text)}", note]
    pictures: list[Picture] = []
    rows: list[Sequence[Item]] = []
    if step.move:
        found, pictures = await ask(request, turn, said)
        rows += found.rows
        if said:
            rows.append(back_and_undo(turn, said))
        # The lesson says what to do. The question is shown only after the first choice, or to people who type.
        if said or request.typed:
            above += [*found.context, *(f"-# {line}" for line in found.details)]
            texts += found.texts
    if step.score:
        texts.append(turn.speaker.score_now(turn.snapshot.table.score()))
    if request.typed and number < len(lesson.steps) - 1:
        title, answered = GAMES[game].title, "…" if step.move else NEXT
        texts.append("-# " + w._("To type it: {commands}", commands=f"`/learn game:{title} answer:{answered}`"))
    pictures = pictures or await picture(request.app, turn)
    spoken = [] if number else [language_row(w, f"{LEARN} {game}")]
    await request.show(layout(texts, pictures, [*rows, navigation(turn), *spoken], above="\n".join(above)), pictures)


async def picture(app: App, turn: LessonTurn) -> list[Picture]:
    """Return the picture of a step: the named part of the board with the latest events, the first part, or a thing."""
    info = turn.snapshot.info
    parts = GAMES[info.game].pictures.parts(turn.speaker.view, "tall")
    name = turn.step.show or parts[0]
    if name in parts:
        events = [event for event in position_at(info.game, info.number)[1] if event.reader() is None]
        scene: Scene[Any] = Scene(turn.speaker.view, turn.speaker.names, words=turn.words, events=events)
        return await app.pictures.board(info.game, scene, [name])
    thing = next(one for things in GAMES[info.game].things.values() for one in things if one.id == name)
    return await app.pictures.thing(info.game, name, turn.lang, thing.title(turn.words))


def navigation(turn: LessonTurn) -> list[Item]:
    """Return the buttons: the step before, the next one if this one needs no move, and at the end what to do now."""
    game, number, w = turn.snapshot.info.game, turn.snapshot.info.number, turn.words
    row = [button(to_step(game, number - 1), w._("◀ Step {step}", step=number))] if number else []
    last = number == len(lesson_of(game).steps) - 1
    if last:
        row.append(button(Id(0, "welcome", words=f"computer {game}"), w._("Play against the computer"), SUCCESS))
        row.append(button(Id(0, "open", words=game), w._("Open a table"), SUCCESS))
    elif not turn.step.move:
        row.append(button(to_step(game, number + 1), w._("Next ▶"), SUCCESS))
    # Help opens beside the lesson, which keeps its place.
    row.append(button(Id(0, "help", words=f"{game} {LEGEND}"), w._(GAMES[game].parts.legend)))
    if not last:
        return row
    row.append(button(Id(0, "help", words=f"{game} {GAMES[game].words.help[0].id}"), w._("Help")))
    return row + [
        button(to_step(one, 0), w._("Learn {game}", game=GAMES[one].title)) for one in taught() if one != game
    ]


async def answer(request: Request) -> None:
    """Handle a press in a lesson: show another step, or check an answer."""
    game, action, *said = [*request.press.said, "", ""]
    if game not in taught():
        await show_lessons(request)
        return
    if action != "pick":
        await show_step(request, game, request.press.number)
        return
    turn = turn_at(game, min(request.press.number, len(lesson_of(game).steps) - 1), "", request.lang)
    await take(request, turn, read_words(request.value) if request.value else tuple(filter(None, said)))


async def take(request: Request, turn: LessonTurn, said: Said) -> None:
    """Handle an answer or a part of it: show the next step if it is the right one."""
    game, number = turn.snapshot.info.game, turn.snapshot.info.number
    wanted = GAMES[game].rules.notation.parse(turn.step.move)
    left = below(turn.legal, said)
    if left == [wanted]:
        await show_step(request, game, number + 1)
    elif wanted in left:
        await show_step(request, game, number, said)
    else:
        note = turn.words._(
            "**In a game you could do that. Here please choose:** {answer}.",
            answer=turn.speaker.label_of(turn.step.move),
        )
        await show_step(request, game, number, note=note)
