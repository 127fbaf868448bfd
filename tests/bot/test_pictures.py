"""Painter: draws off the event loop, each picture once, within bounds, and never blocks the game."""

import asyncio
import gc
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import fields
from gettext import NullTranslations
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

import wording
from bot.pictures import Painter, warm_up
from bot.ui.message import Picture
from games import GAMES as BOT_GAMES
from renderer import ChangedTargets, Mark, Pictures, Scene
from renderer.canvas.memory import PACKED
from renderer.messina.city.draw_city import printed_city
from renderer.messina.city.printed import _ground as city_ground
from renderer.rattus.map import empty_map
from rules import GAMES
from rules.game import Target
from rules.rattus.events import Saved
from rules.rattus.view import View
from rules.table import Table
from tests.renderer.cold import forget, packed_by
from wording.catalogue import Words, words

NAMES = ["Alice", "Bob"]
WIDE = ["wide"]


@pytest.fixture
async def painter() -> AsyncIterator[Painter]:
    made = Painter()
    yield made
    await made.close()


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the threads that painted, one for each picture."""
    threads: list[str] = []

    def paint(*_: Any, **__: Any) -> Image.Image:
        threads.append(threading.current_thread().name)
        return Image.new("RGB", (4, 4))

    monkeypatch.setattr("renderer.Pictures.paint", paint)
    return threads


def remembered(function: object) -> dict[Any, int]:
    """Return the kept pictures of the function; one that was drawn again is another object."""
    return {key: id(PACKED[key]) for key in packed_by(function)}


def view(seed: str = "x") -> View:
    seen: View = Table(GAMES["rattus"], 2, seed).view(None)
    return seen


async def board(
    painter: Painter,
    game: str,
    view: Any,
    names: Sequence[str],
    lang: str,
    *,
    parts: Sequence[str],
    changed: Callable[[str], ChangedTargets] = lambda part: (),
    **how: Any,
) -> list[Picture]:
    return await painter.board(game, Scene(view, names, words=wording.words(lang), **how), parts, changed)


async def test_the_same_picture_is_drawn_once(painter: Painter, painted: list[str]) -> None:
    first = await board(painter, "rattus", view(), NAMES, "en", parts=WIDE)
    again = await board(painter, "rattus", view(), NAMES, "en-GB", parts=WIDE)
    assert first
    assert first == again
    assert len(painted) == 1


async def test_whoever_wants_the_same_at_the_same_time_waits_for_it(painter: Painter, painted: list[str]) -> None:
    await asyncio.gather(*[board(painter, "rattus", view(), NAMES, "en", parts=WIDE) for _ in range(5)])
    assert len(painted) == 1


async def test_whatever_differs_is_another_picture(painter: Painter, painted: list[str]) -> None:
    marks = [Mark("A", Target("region", "gallia"))]
    await board(painter, "rattus", view(), NAMES, "en", parts=WIDE)
    await board(painter, "rattus", view("y"), NAMES, "en", parts=WIDE)
    await board(painter, "rattus", view(), ["Carol", "Bob"], "en", parts=WIDE)
    await board(painter, "rattus", view(), NAMES, "en", parts=["tall"])
    await painter.choices("rattus", Scene(view(), NAMES, words=words("en"), marks=marks))
    await board(painter, "rattus", view(), NAMES, "en", parts=WIDE, changed=lambda part: [marks[0].target])
    await board(painter, "rattus", view(), NAMES, "en", parts=WIDE, style=frozenset({"fixed"}))
    assert len(painted) == 7


async def test_pictures_are_told_apart_by_all_that_a_scene_holds(
    painter: Painter, painted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    polish, mark = Words("pl", NullTranslations()), Mark("A", Target("region", "gallia"))
    monkeypatch.setattr("wording.words", lambda lang: polish if lang == "pl" else words("en"))
    plain = {"view": view(), "names": NAMES, "lang": "en", "parts": WIDE, "style": frozenset[str]()}
    others = {
        "view": view("y"),
        "names": ["Carol", "Bob"],
        "words": "pl",
        "part": ["tall"],
        "changed": lambda part: [mark.target],
        "events": [Saved(0, "gallia")],
        "style": frozenset({"fixed", "full"}),
        "colours": [1, 0],
    }
    assert {*others, "marks", "lifted"} == {field.name for field in fields(Scene)}
    for _ in range(2):
        await board(painter, "rattus", view(), NAMES, "en", parts=WIDE)
        await painter.choices("rattus", Scene(view(), NAMES, words=words("en"), marks=[mark]))
        for name, value in others.items():
            asked = {**plain, {"words": "lang", "part": "parts"}.get(name, name): value}
            await board(painter, "rattus", asked.pop("view"), asked.pop("names"), asked.pop("lang"), **asked)  # type: ignore[arg-type]
    assert len(painted) == 1 + 1 + len(others)


async def test_drawing_happens_in_its_own_threads_two_at_most(painter: Painter, painted: list[str]) -> None:
    await asyncio.gather(*[board(painter, "rattus", view(str(seed)), NAMES, "en", parts=WIDE) for seed in range(8)])
    assert 0 < len(set(painted)) <= 2
    assert threading.main_thread().name not in painted


async def test_only_the_last_pictures_are_kept(painted: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.pictures.MAX_CACHED_BOARDS", 2)
    painter = Painter()
    for seed in ("1", "2", "3", "1"):
        await board(painter, "rattus", view(seed), NAMES, "en", parts=WIDE)
    assert len(painted) == 4
    await board(painter, "rattus", view("1"), NAMES, "en", parts=WIDE)
    assert len(painted) == 4
    await painter.close()


async def test_replays_push_no_board_out_of_the_cache(painted: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.pictures.draw_replay", lambda *_: b"a replay")
    monkeypatch.setattr("bot.pictures.MAX_CACHED_BOARDS", 1)
    painter = Painter()
    first: Scene[Any] = Scene(view(), NAMES, words=words("en"))
    await board(painter, "rattus", view(), NAMES, "en", parts=WIDE)
    assert await painter.replay("rattus", first, [], moving=False)
    await board(painter, "rattus", view(), NAMES, "en", parts=WIDE)
    assert len(painted) == 1
    await painter.close()


async def test_a_failure_is_no_picture_and_can_succeed_later(
    painter: Painter, painted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    paint = Pictures.paint

    def broken(*_: Any, **__: Any) -> None:
        raise MemoryError

    monkeypatch.setattr("renderer.Pictures.paint", broken)
    assert await board(painter, "rattus", view(), NAMES, "en", parts=WIDE) == []
    monkeypatch.setattr("renderer.Pictures.paint", paint)
    assert await board(painter, "rattus", view(), NAMES, "en", parts=WIDE)


async def test_the_description_goes_with_the_picture(painter: Painter, painted: list[str]) -> None:
    [picture] = await board(painter, "rattus", view(), NAMES, "en", parts=WIDE)
    assert "Alice" in picture.alt
    assert picture.file().description == picture.alt


@pytest.mark.slow
async def test_before_anybody_can_press_what_lies_under_all_boards_is_drawn(painter: Painter) -> None:
    for function in (empty_map, printed_city, city_ground):  # A city that is printed needs no ground.
        forget(function)
    gc.unfreeze()
    warm_up()
    assert gc.get_freeze_count() > 10_000
    maps, cities = remembered(empty_map), remembered(city_ground)
    assert (len(maps), len(cities)) == (len(GAMES["rattus"].seats), 3)  # A city for one player looks like one for two.
    for game in ("rattus", "messina"):
        for seats in GAMES[game].seats:
            seen = Table(GAMES[game], seats, "x").view(None)
            parts = BOT_GAMES[game].pictures.parts(seen, "tall")
            assert await board(painter, game, seen, ["Ann", "Ben", "Cleo", "Dora"][:seats], "en", parts=parts)
    assert remembered(empty_map) == maps, "a map was drawn again"
    assert remembered(city_ground) == cities, "a city was drawn again"


def test_who_stops_the_bot_while_it_starts_does_not_wait_for_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, enough = 0, threading.Event()

    def paint(*_: Any) -> None:
        nonlocal drawn
        drawn += 1
        enough.set()

    monkeypatch.setattr("renderer.Pictures.paint", paint)
    warm_up(enough)
    assert drawn == 1


def test_a_game_that_cannot_be_drawn_does_not_keep_the_bot_from_its_start(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> None:
        raise OSError("no font")

    monkeypatch.setattr("renderer.Pictures.paint", broken)
    warm_up()
    assert [record.getMessage().splitlines()[0] for record in caplog.records] == [
        f"cannot draw {game}: OSError" for game in GAMES
    ]


async def test_what_lies_under_all_boards_is_drawn_once_for_all_who_read_the_same_language(painter: Painter) -> None:
    forget(empty_map)  # Other tests may have drawn it.
    first: dict[Any, int] = {}
    for lang in ("en", "en-GB", "ja", "no"):
        assert await board(painter, "rattus", view(), NAMES, lang, parts=WIDE)
        assert await board(painter, "rattus", view(lang), NAMES, lang, parts=["tall"])
        first = first or remembered(empty_map)
    assert len(first) == 1
    assert remembered(empty_map) == first, "the map was drawn again"


async def test_a_large_board_repeats_no_card_and_shows_whose_each_is(painter: Painter) -> None:
    """Only map and city are split in halves: rows of cards and players' boards belong together."""
    for game in ("rattus", "messina"):
        seen = Table(GAMES[game], 3, "x").view(None)
        parts = BOT_GAMES[game].pictures.parts(seen, "large")
        large = frozenset({"large"})
        halved = await board(painter, game, seen, ["Ann", "Ben", "Cleo"], "en", parts=parts, style=large)
        widths = [Image.open(BytesIO(one.data)).width for one in halved]
        whole = await board(painter, game, seen, ["Ann", "Ben", "Cleo"], "en", parts=parts)
        full = [Image.open(BytesIO(one.data)).width for one in whole]
        assert len(halved) == len(parts) + 1
        assert parts[0] == BOT_GAMES[game].pictures.replay_part
        assert widths[0] == widths[1] < full[0]
        assert widths[2:] == full[1:]
