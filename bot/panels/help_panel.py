"""Linked help pages, and lessons that are played on the real engine with the buttons of a turn.

A lesson isn't stored as a table: the game and the number of the step are in the custom ids of its buttons. The step
that a person has reached is stored in their preferences, so that `/learn` continues there.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

import wording
from bot.channel.table_words import relative_time
from bot.context import App, Press, Request
from bot.panels.personal import SHOW_LESSON, language_row
from bot.panels.turn import question_with_picture
from bot.panels.turn_parts import Turn, back_and_undo
from bot.ui.message import (
    PRIMARY,
    SUCCESS,
    Id,
    Item,
    Picture,
    button,
    layout,
    select,
    select_option,
)
from bot.version import VERSION
from games import GAMES
from games.move_picker import Said, moves_beginning
from renderer import Scene
from rules.errors import N_
from rules.game import Event
from rules.notation import Move, read_number
from rules.table import Table
from rules_service import Place, Seat, Snapshot, TableInfo
from rules_service.options import complete_options
from storage import TableStatus
from wording import BOT_HELP, Page, Thing, Words
from wording.help_pages import Lesson, LessonStep
from wording.text_limits import MAX_OPTIONS

LEGEND = "legend"
ENGLISH = wording.words("en")
DEFAULT_GAME = next(iter(GAMES))

Found = tuple[str, str]  # a game, and the ID of one of its pages or things
ANY_TIME = datetime(1970, 1, 1, tzinfo=UTC)  # an arbitrary time, because it is never shown
NEXT_STEP = "next"  # typed to continue from a step without a question
LEARN_TO_PLAY = N_(
    "## Learn to play\nA lesson takes a few minutes: you play by the real rules, and only you see it. "
    "You can stop at any time; `/learn` continues where you left off."
)


async def show_topic(press: Press) -> None:
    """Show a page of help: the one chosen in a select, or the one named by a button."""
    game, _, topic = press.custom_id.words.partition(" ")
    await show_help(press, press.value or topic, press.table_id, game)


async def show_rules(press: Press) -> None:
    """Show the first help page of the game that a button names, or the page chosen in a select."""
    named = press.custom_id.words.partition(" ")[0]
    game = named if named in GAMES else DEFAULT_GAME
    await show_help(press, press.value or GAMES[game].words.help[0].id, press.table_id, game)


async def look_up_topic(request: Request, topic: str = "", game: str = "") -> None:
    """Show the help page or thing that matches the typed topic."""
    info = await request.service.read.table_in(request.interaction.channel_id or 0)
    await show_help(request, topic, info.id if info else 0, game)


async def show_help(request: Request, topic: str = "", table_id: int = 0, game: str = "") -> None:
    """Show help about the bot and the named game, or the game of the table (``table_id`` 0: no table).

    ``topic``: an id, or any typed text.
    """
    lang, w = request.lang, request.words
    info = await request.service.read.info(table_id) if table_id else None
    asked = game in GAMES
    if not asked:
        game = info.game if info else DEFAULT_GAME
    # People at a table usually ask about its game.
    here = info is not None and info.game == game
    if not topic:
        topic = (GAMES[game].words.help if here else BOT_HELP)[0].id
    meant = look_up(topic, game, w, elsewhere=not asked)
    pictures: list[Picture] = []
    about_things: list[list[Item]] = []
    if len(meant) == 1:
        [(game, topic)] = meant
        title, text = page_text(game, topic, w, info.options if info and here else None)
        if topic == LEGEND:
            pictures = await legend_pictures(request.app, table_id if here else 0, game, lang)
        else:
            pictures = await request.app.pictures.thing(game, topic, lang, title)
        about_things = thing_rows(table_id, game, topic, w)
    elif meant:
        text = w._("Several pages match. Which one do you mean?")
        entries = [
            select_option(f"{one} {id_}", title, line)
            for one, wanted in meant[:MAX_OPTIONS]
            for id_, title, line in entries_of(one, w)
            if id_ == wanted
        ]
        about_things = [[select(Id(table_id, "topic", words=f"{game} found"), w._("Matching pages"), entries)]]
    else:
        text = w._("There is no such help page.")
    rows = [*topic_rows(table_id, game, topic, here, w), *about_things, navigation(table_id, game, topic, here, w)]
    running = w._("Miasma {version}, started {time}", version=VERSION, time=relative_time(request.app.since))
    await request.show(layout([text, f"-# {running}"], pictures, rows), pictures)


def look_up(said: str, game: str, w: Words, *, elsewhere: bool) -> list[Found]:
    """Return the page or thing with this id (alone or after its game), or those that match the typed words.

    Several matches are reduced to the best one if it is unique. ``elsewhere``: also search other games if this one has
    no match.
    """
    first, _, rest = said.partition(" ")
    for one, identifier in ((game, said), (first, rest)):
        if one in GAMES and identifier in (LEGEND, *(id_ for id_, _, _ in entries_of(one, w))):
            return [(one, identifier)]
    for one in dict.fromkeys([game, *GAMES] if elsewhere else [game]):
        if hits := wording.find(said, findable(one, w)):
            wanted = hits[0] if len(hits[0]) == 1 else [id_ for some in hits for id_ in some]
            return [(one, id_) for id_ in wanted]
    return []


def suggestions(said: str, game: str, w: Words, *, elsewhere: bool) -> list[tuple[str, str]]:
    """Return the autocomplete suggestions as labels and values: the matches, or without typed text all pages.

    ``elsewhere``: also suggest what matches in the other games.
    """
    if not said.strip():
        return [(w._(page.title), page.id) for page in (*GAMES[game].words.help, *BOT_HELP)][:MAX_OPTIONS]
    offered = []
    for one in dict.fromkeys([game, *GAMES] if elsewhere else [game]):
        titles, things = {id_: (title, about) for id_, title, about in entries_of(one, w)}, things_of(one)
        for id_ in (id_ for some in wording.find(said, findable(one, w)) for id_ in some):
            title, about = titles[id_]
            label = f"{title} · {about}" if id_ in things else title
            if one == game:
                offered.append((label, id_))
            elif id_ not in {page.id for page in BOT_HELP}:
                offered.append((f"{GAMES[one].title}: {label}", f"{one} {id_}"))
    return offered[:MAX_OPTIONS]


def things_of(game: str) -> dict[str, Thing]:
    """Return everything in a game that has its own page or picture to look up, by id."""
    return {thing.id: thing for things in GAMES[game].things.values() for thing in things}


def entries_of(game: str, w: Words) -> Iterator[tuple[str, str, str]]:
    """Yield the id, title and description of each page about a game or the bot, and of each thing in the game."""
    yield from wording.help_topics([*GAMES[game].words.help, *BOT_HELP], w)
    for thing in things_of(game).values():
        yield thing.id, thing.title(w), thing.about(w)


def findable(game: str, w: Words) -> Iterator[tuple[str, str, str]]:
    """Yield the entries of `entries_of` with additional search terms: English titles and terms of earlier versions."""
    for (id_, title, about), (_, english, line) in zip(entries_of(game, w), entries_of(game, ENGLISH), strict=True):
        old = wording.old_words(f"{english} {line}")
        yield id_, title, f"{about} {old}" if title == english else f"{about} {english} {old}"


def page_text(game: str, topic: str, w: Words, chosen: Mapping[str, str] | None = None) -> tuple[str, str]:
    """Return the title and the text of a page or thing. ``chosen``: the options of the table for which it is opened."""
    if topic == LEGEND:
        title = w._(GAMES[game].parts.legend)
        return title, f"## {title}"
    if topic in things_of(game):
        thing = things_of(game)[topic]
        return thing.title(w), wording.thing_page(thing, w)
    pages = [*GAMES[game].words.help, *BOT_HELP]
    title = next(w._(page.title) for page in pages if page.id == topic)
    return title, wording.help_page(topic, pages, w, chosen) or ""


async def legend_pictures(app: App, table_id: int, game: str, lang: str) -> list[Picture]:
    """Return the legend of the table if it has started, otherwise that of the game with default options."""
    info = await app.service.read.info(table_id) if table_id else None
    if info is not None and info.started is not None:
        view = (await app.service.read.seen(table_id, None)).table.view(None)
    else:
        rules = GAMES[game].rules
        view = Table(rules, rules.seats[-1], LEGEND).view(None)
    return await app.pictures.board(game, Scene(view, (), words=wording.words(lang)), [LEGEND])


def topic_rows(table_id: int, game: str, topic: str, here: bool, w: Words) -> list[list[Item]]:
    """Return selects for all help pages, with those of the game first if it is played here."""
    page = page_of(game, topic)
    rows = []
    for about, pages in pages_in_order(game, here, w):
        topics = wording.help_topics(pages, w)
        for at in range(0, len(topics), MAX_OPTIONS):
            entries = [
                select_option(id_, name, line, chosen=id_ == page) for id_, name, line in topics[at : at + MAX_OPTIONS]
            ]
            # The selects' IDs change with the topic, because only one of them shows it as chosen.
            press = Id(table_id, "topic", words=f"{game} {entries[0].value} {page}")
            rows.append([select(press, about, entries)])
    return rows


def pages_in_order(game: str, here: bool, w: Words) -> list[tuple[str, Sequence[Page]]]:
    """Return the help pages about the bot and those about the game, each group with a title.

    The game's pages come first if it is played here, otherwise the bot's.
    """
    own = (w._("Help on {game}", game=GAMES[game].title), GAMES[game].words.help)
    both = [(w._("Help on tables and turns"), BOT_HELP), own]
    return both[::-1] if here else both


def page_of(game: str, topic: str) -> str:
    """Return the id of the help page with this id, or of the page about the thing with this id, or ""."""
    if topic in [page.id for page in (*GAMES[game].words.help, *BOT_HELP)]:
        return topic
    return next((page for page, things in GAMES[game].things.items() for one in things if one.id == topic), "")


def thing_rows(table_id: int, game: str, topic: str, w: Words) -> list[list[Item]]:
    """Return the selects for all things of a page."""
    things = GAMES[game].things.get(topic, ())
    rows = []
    for at in range(0, len(things), MAX_OPTIONS):
        some = things[at : at + MAX_OPTIONS]
        about = w._("{first} to {last}", first=some[0].title(w), last=some[-1].title(w))
        entries = [select_option(f"{game} {thing.id}", thing.title(w), thing.about(w)) for thing in some]
        rows.append([select(Id(table_id, "topic", words=f"{game} {some[0].id} {topic}"), about, entries)])
    return rows


def navigation(table_id: int, game: str, topic: str, here: bool, w: Words) -> list[Item]:
    """Return buttons for the previous and next page, a thing's page, the legend, the lesson, and the other games."""

    def way(label: str, to: str) -> Item:
        return button(Id(table_id, "topic", words=f"{game} {to}"), label)

    page = page_of(game, topic)
    thing = page != topic
    if thing:
        order = [(one.id, one.title(w)) for one in GAMES[game].things.get(page, ())]
    else:
        order = [(one.id, w._(one.title)) for _, pages in pages_in_order(game, here, w) for one in pages]
    row = [way(w._("◀ {page}", page=title), before) for (before, title), (id_, _) in pairwise(order) if id_ == topic]
    row += [way(w._("{page} ▶", page=title), after) for (id_, _), (after, title) in pairwise(order) if id_ == topic]
    if thing and page:
        title, _ = page_text(game, page, w)
        row.append(way(w._("↩ {page}", page=title), page))
    if topic != LEGEND:
        row.append(way(w._(GAMES[game].parts.legend), LEGEND))
    if GAMES[game].lesson:
        row.append(button(Id(0, "learn", words=game), w._("Learn {game}", game=GAMES[game].title)))
    others = [(one, w._("Help on {game}", game=GAMES[one].title)) for one in GAMES if one != game]
    return [*row, *(button(Id(table_id, "about", words=one), label) for one, label in others)]


@dataclass(frozen=True)
class LessonTurn(Turn):
    """A step of a lesson as the reader sees it: a turn at a table that isn't stored anywhere."""

    def id(self, action: str, *said: str) -> Id:
        """Return the custom id for a button of this panel that carries these words."""
        info = self.snapshot.info
        return Id(0, "lesson", self.seat, info.number, " ".join([info.game, action, *said]))

    @cached_property
    def rows(self) -> dict[Said, tuple[Move, ...]]:
        """Return no groups of moves for a single press, because a step explains each move by itself."""
        return {}

    @cached_property
    def happened(self) -> Sequence[Event]:
        """Return the events of the previous step that are shown in the picture."""
        return self.shown(position_at(self.snapshot.info.game, self.snapshot.info.number)[1])

    @property
    def step(self) -> LessonStep:
        """Return the current step."""
        return lesson_of(self.snapshot.info.game).steps[self.snapshot.info.number]


def lesson_of(game: str) -> Lesson:
    """Return the lesson of a game, which must have one."""
    lesson = GAMES[game].lesson
    assert lesson is not None
    return lesson


def games_with_lessons() -> list[str]:
    """Return the games that have a lesson."""
    return [game for game, one in GAMES.items() if one.lesson]


@lru_cache(maxsize=64)
def position_at(game: str, number: int) -> tuple[Table, tuple[Event, ...]]:
    """Return the table before this step, and the events of the previous step.

    The table is cached, so never play on it.
    """
    rules, lesson = GAMES[game].rules, lesson_of(game)
    table = Table.from_position(rules, lesson.position)
    events: list[Event] = []
    for step in lesson.steps[:number]:
        moves = [(lesson.seat, step.move), *step.others] if step.move else []
        events = [event for seat, move in moves for event in table.play(seat, move)]
    return Table.from_position(rules, table.get_position()), tuple(events)


def turn_at(game: str, number: int, name: str, lang: str) -> LessonTurn:
    """Return a step as seen by a reader with this name."""
    lesson, w = lesson_of(game), wording.words(lang)
    table, _ = position_at(game, number)
    names = [w._(called) if called else name for called in lesson.names]
    seats = tuple(Seat(seat, None, one, False, False, None, None, away=False) for seat, one in enumerate(names))
    options = {**complete_options(GAMES[game].rules, {}), **table.options}
    status, here, at = TableStatus.RUNNING, Place(0), ANY_TIME
    info = TableInfo(0, game, status, here, None, seats, options, lang, number, "", None, at, started=at, ended=None)
    return LessonTurn(Snapshot(info, table, number, 0, (), unseen=()), lesson.seat, lang)


async def where_left(request: Request) -> dict[str, int]:
    """Return the step that the person has reached in each game's lesson."""
    known = await request.app.storage.people.preferences(request.user_id)
    stored = {one: known.get(f"lesson-{one}", "") for one in games_with_lessons()}
    steps = {one: read_number(step) or 0 for one, step in stored.items()}
    return {one: min(step, len(lesson_of(one).steps) - 1) for one, step in steps.items()}


async def lesson_turn(request: Request, game: str) -> LessonTurn:
    """Return the lesson step that the person has reached, as a turn."""
    return turn_at(game, (await where_left(request))[game], request.interaction.user.display_name, request.lang)


async def show_lessons(request: Request, game: str = "") -> None:
    """Show the lesson of a game where the person left it, or all lessons."""
    reached = await where_left(request)
    if game in reached:
        await show_step(request, game, reached[game])
        return
    w = request.words
    games = "\n".join(f"- **{GAMES[one].title}**: {w._(lesson_of(one).about)}" for one in reached)
    rows = [language_row(w, SHOW_LESSON)]
    for one, step in reached.items():
        title, begin = GAMES[one].title, to_step(one, 0)
        if step:
            label = w._("{game}: continue with step {step}", game=title, step=step + 1)
            again = button(begin, w._("{game} from the beginning", game=title))
            rows.append([button(to_step(one, step), label, PRIMARY), again])
        else:
            rows.append([button(begin, title, PRIMARY)])
    await request.show(layout([w._(LEARN_TO_PLAY), games], (), rows))


def to_step(game: str, number: int) -> Id:
    """Return the custom id of a button that leads to a step."""
    return Id(0, "lesson", number=number, words=f"{game} step")


async def show_step(request: Request, game: str, number: int, said: Said = (), note: str = "") -> None:
    """Show a step: the result of the previous one, its text, the picture, and the question with its real answers.

    ``said``: the words of an answer chosen so far. With neither these nor a ``note``, the step is stored as the one
    that the person has reached.
    """
    lesson, lang = lesson_of(game), request.lang
    number = min(number, len(lesson.steps) - 1)
    turn = turn_at(game, number, request.interaction.user.display_name, lang)
    w, step = turn.words, turn.step
    if not said and not note:
        await request.app.storage.people.prefer(request.user_id, f"lesson-{game}", str(number))
    summary = [] if step.score else turn.speaker.summary(position_at(game, number)[1])
    values = {"game": GAMES[game].title, "step": number + 1, "steps": len(lesson.steps)}
    head = w._("-# Lesson: {game} · step {step} of {steps}", **values)
    above = ["\n".join([head, *(f"-# {line}" for line in summary)])]
    texts = [f"> {w._(step.text)}", note]
    pictures: list[Picture] = []
    rows: list[Sequence[Item]] = []
    if step.move:
        wanted = GAMES[game].rules.notation.parse(step.move)
        found, pictures = await question_with_picture(request, turn, said, advised=wanted)
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
        title, answered = GAMES[game].title, "…" if step.move else NEXT_STEP
        texts.append("-# " + w._("Or type: {commands}", commands=f"`/learn game:{title} answer:{answered}`"))
    pictures = pictures or await lesson_picture(request.app, turn)
    rows += [lesson_buttons(turn), *([] if number else [language_row(w, f"{SHOW_LESSON} {game}")])]
    await request.show(layout(texts, pictures, rows, above="\n".join(above)), pictures)


async def lesson_picture(app: App, turn: LessonTurn) -> list[Picture]:
    """Return the picture of a step: the board of a panel with the latest events, one of its parts, or a thing."""
    info, name = turn.snapshot.info, turn.step.show
    events = [event for event in position_at(info.game, info.number)[1] if event.reader() is None]
    scene: Scene[Any] = Scene(turn.speaker.view, turn.speaker.names, words=turn.words, events=events)
    if not name:
        return await app.pictures.choices(info.game, scene)
    if name in GAMES[info.game].pictures.parts(turn.speaker.view, "tall"):
        return await app.pictures.board(info.game, scene, [name])
    thing = next(one for things in GAMES[info.game].things.values() for one in things if one.id == name)
    return await app.pictures.thing(info.game, name, turn.lang, thing.title(turn.words))


def lesson_buttons(turn: LessonTurn) -> list[Item]:
    """Return the buttons for the previous step, for the next one if this step needs no move, and for the legend.

    The last step has buttons for help, games and other lessons instead of the legend.
    """
    game, number, w = turn.snapshot.info.game, turn.snapshot.info.number, turn.words
    row = [button(to_step(game, number - 1), w._("◀ Step {step}", step=number))] if number else []
    last = number == len(lesson_of(game).steps) - 1
    if last:
        row.append(button(Id(0, "welcome", words=f"computer {game}"), w._("Play against the computer"), SUCCESS))
        row.append(button(Id(0, "open", words=game), w._("Open a table"), SUCCESS))
    elif not turn.step.move:
        row.append(button(to_step(game, number + 1), w._("Next ▶"), SUCCESS))
    # Help opens in another message than the lesson, which keeps its place.
    if not last:
        return [*row, button(Id(0, "help", words=f"{game} {LEGEND}"), w._(GAMES[game].parts.legend))]
    row.append(button(Id(0, "help", words=f"{game} {GAMES[game].words.help[0].id}"), w._("Help")))
    others = [one for one in games_with_lessons() if one != game]
    return row + [button(to_step(one, 0), w._("Learn {game}", game=GAMES[one].title)) for one in others]


async def show_lesson(press: Press) -> None:
    """Show the lesson of the game named by the button, or all lessons."""
    await show_lessons(press, press.custom_id.words)


async def answer_lesson(press: Press) -> None:
    """Handle a press in a lesson: show another step, or check an answer."""
    game, action, *said = [*press.custom_id.said, "", ""]
    number = press.custom_id.number
    if game not in games_with_lessons():
        await show_lessons(press)
        return
    if action != "pick":
        await show_step(press, game, number)
        return
    turn = turn_at(game, min(number, len(lesson_of(game).steps) - 1), "", press.lang)
    await take_answer(press, turn, tuple(press.value.split()) if press.value else tuple(filter(None, said)))


async def take_answer(request: Request, turn: LessonTurn, said: Said) -> None:
    """Handle an answer or a part of it. Show the next step if the answer is right."""
    game, number = turn.snapshot.info.game, turn.snapshot.info.number
    wanted = GAMES[game].rules.notation.parse(turn.step.move)
    left = moves_beginning(turn.legal, said)
    if left == [wanted]:
        await show_step(request, game, number + 1)
    elif wanted in left:
        await show_step(request, game, number, said)
    else:
        answer = turn.speaker.label_of(turn.step.move)
        note = turn.words._("**You could do that in a real game. Here, please choose:** {answer}.", answer=answer)
        await show_step(request, game, number, note=note)
