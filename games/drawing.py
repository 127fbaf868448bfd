"""Paint and encode pictures in the render worker or in threads of the bot. This is the largest cost of a turn."""

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

import wording
from games import GAMES, BotGame
from renderer import Scene
from renderer.art import RENDERED
from renderer.pictures import TALL, OptionPreview, cell_sheet, cell_width, preview_sheet
from renderer.replay import replay_gif, replay_samples
from renderer.review_chart import ReviewChart, review_chart
from rules.game import Event, Option
from rules.log import Played
from rules.table import Table
from wording.player_names import COLOUR_NAMES
from wording.text_limits import capital
from workers.program import freeze_objects, return_memory

BOARD_LAYOUTS = ("tall", "wide")  # The layouts of boards in channels (`rules_service.options.PICTURE_OPTION`).


def draw_picture(game: str, scene: Scene[Any], side: str = "") -> bytes:
    """Paint a scene and return it as a PNG file. ``side``: "left" or "right", or "" for the whole picture."""
    pictures = GAMES[game].pictures
    return pictures.png(pictures.side(pictures.paint(scene), side), scene.style)


def draw_replay(game: str, first: Scene[Any], played: Sequence[Played[Any]], moving: bool) -> bytes:
    """Paint a replay of the moves and return it as a GIF file. ``moving``: whether the pieces' moves are animated."""
    return replay_gif(GAMES[game].pictures, first, played, moving=moving)


def tell_turn(
    moves: Sequence[Played[Any]], title: str, game: BotGame, words: wording.Words, names: Sequence[str]
) -> list[Played[Any]]:
    """Return the moves of a turn with captions for a replay: the title, and the turn's events up to each move.

    ``names``: the players' names in pictures.
    """
    found, happened = list[Played[Any]](), list[Event]()
    for move in moves:
        happened += move.events
        speaks = wording.PlainSpeaker(game.words, words, names, move.view)
        found.append(replace(move, title=title, story=speaks.headlines(happened)))
    return found


def draw_chart(game: str, chart: ReviewChart) -> bytes:
    """Paint and encode the chart of a review."""
    return GAMES[game].pictures.png(review_chart(chart))


def draw_previews(wanted: Sequence[tuple[Option, str]], words: wording.Words) -> bytes:
    """Paint and encode previews of these display options, each on a board of a game."""
    return preview_sheet([preview(option, GAMES[game], words) for option, game in wanted])


def preview(option: Option, game: BotGame, words: wording.Words) -> OptionPreview:
    """Return a preview of a display option on the board of the game's lesson, or of a new game."""
    said = game.words.option(option.id)
    layouts = option.values == BOARD_LAYOUTS
    usual = option.default if layouts else ""
    values = [
        (capital(said.value(value, words)), usual if value == option.default else value) for value in option.values
    ]
    table = Table(game.rules, max(game.rules.seats), "sample")
    if game.lesson:
        table = Table.from_position(game.rules, game.lesson.position)
    scene: Scene[Any] = Scene(table.view(None), [words._(colour) for colour in COLOUR_NAMES[: table.seats]], "", words)
    return OptionPreview(option.id, words._(said.title), values, game.pictures, scene, layouts)


def draw_replay_samples(game: str, title: str, labels: Sequence[str], words: wording.Words) -> bytes:
    """Paint and encode samples of replays (animated, step by step, and as text), each with its label."""
    of_game = GAMES[game]
    assert of_game.lesson is not None
    table = Table.from_position(of_game.rules, of_game.lesson.position)
    names = [words._(colour) for colour in COLOUR_NAMES[: table.seats]]
    shown = of_game.pictures.preview("")  # The board of replays may have a strip below it.
    first: Scene[Any] = Scene(table.view(None), names, shown[0] if shown else "", words)
    [due, *_] = table.due()
    events = table.play(due.seat, due.moves[-1])
    [move] = tell_turn([Played(events, (), table.view(None), False)], "", of_game, words, names)
    samples = replay_samples(of_game.pictures, first, move, (cell_width(len(labels)), TALL))
    return cell_sheet([(title, list(zip(labels, samples, strict=True)))], TALL)


def draw_thing(game: str, name: str, words: wording.Words) -> bytes:
    """Paint and encode a single thing, such as a tile, a card or an icon. Return b"" if there is nothing to draw."""
    pictures = GAMES[game].pictures
    image = pictures.thing(name, words)
    return pictures.png(image) if image else b""


def new_boards(game: BotGame, style: Collection[str] = ()) -> Iterator[Scene[Any]]:
    """Yield a scene of each part of the board, in this style, at the start of a game with each number of players."""
    words = wording.words("en")
    for seats in game.rules.seats:
        view = Table(game.rules, seats, "warm").view(None)
        parts = [part for layout in BOARD_LAYOUTS for part in game.pictures.parts(view, layout)]
        for part in filter(None, dict.fromkeys([*parts, game.parts.turn_on_phone])):
            yield Scene(view, [""] * seats, part, words, style=frozenset(style))


def prepare_boards(
    enough: threading.Event | None = None, on_failure: Callable[[str, Exception], None] = lambda game, error: None
) -> None:
    """Draw every board once, which caches the backgrounds and most pieces. Return as soon as ``enough`` is set.

    After the last board, store the rendered pieces for the next start, and exclude everything from garbage collection,
    which would otherwise stop the process for tenths of a second. Without ``on_failure``, a failure is reported only
    when somebody requests the picture.
    """
    for name, game in GAMES.items():
        try:
            for scene in new_boards(game):
                if enough is not None and enough.is_set():
                    return
                game.pictures.paint(scene)
        except Exception as error:
            on_failure(name, error)
    RENDERED.end_start()
    freeze_objects()
    return_memory()


def prepare() -> None:
    """Draw every board once. `workers.program` calls this function by its name before the render worker answers."""
    prepare_boards()
