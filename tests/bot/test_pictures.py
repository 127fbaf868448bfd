import asyncio
import gc
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import fields, replace
from gettext import NullTranslations
from typing import Any

import pytest
from PIL import Image

import wording
from bot.pictures import Painter, speaker_of, warm_up
from bot.ui.message import Picture
from bot.ui.reply import Refusal
from games import GAMES as BOT_GAMES
from renderer import ChangedTargets, Mark, Pictures, Scene
from renderer.canvas.memory import PACKED_CACHE
from renderer.messina.city.draw_city import printed_city
from renderer.messina.city.printed import _ground as city_ground
from renderer.rattus.map import empty_map
from rules import GAMES
from rules.game import Target
from rules.log import Played
from rules.rattus.events import Saved
from rules.rattus.view import View
from rules.table import Table
from tests.bot.cores import BUSY
from tests.renderer.cold import forget, packed_by
from wording.catalogue import Words, words
from wording.text_limits import MAX_ALT_TEXT, whole_sentences

NAMES = ["Alice", "Bob"]
WIDE = ["wide"]


@pytest.fixture
async def painter() -> AsyncIterator[Painter]:
    made = Painter()
    yield made
    await made.close()


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which each painting adds the name of its thread."""
    threads: list[str] = []

    def paint(*_: Any, **__: Any) -> Image.Image:
        threads.append(threading.current_thread().name)
        return Image.new("RGB", (4, 4))

    monkeypatch.setattr("renderer.Pictures.paint", paint)
    return threads


def remembered(function: object) -> dict[Any, int]:
    """Return the identities of the function's cached pictures by key. A redrawn picture has another identity."""
    return {key: id(PACKED_CACHE[key]) for key in packed_by(function)}


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


async def test_requests_for_the_same_thing_share_one_drawing(painter: Painter, painted: list[str]) -> None:
    await asyncio.gather(*[board(painter, "rattus", view(), NAMES, "en", parts=WIDE) for _ in range(5)])
    assert len(painted) == 1


async def test_the_cache_key_of_a_picture_covers_the_whole_scene(painter, painted, monkeypatch):
    polish, mark = Words("pl", NullTranslations()), Mark("A", Target("region", "gallia"))
    monkeypatch.setattr("wording.words", lambda lang: polish if lang == "pl" else words("en"))
    plain = {"view": view(), "names": NAMES, "lang": "en", "parts": WIDE, "style": frozenset[str]()}
    others = {
        "view": view("y"), "names": ["Carol", "Bob"], "words": "pl", "part": ["tall"],
        "changed": lambda part: [mark.target], "events": [Saved(0, "gallia")], "style": frozenset({"fixed", "full"}),
        "colours": [1, 0],
    }  # fmt: skip
    assert {*others, "marks", "advised", "lifted"} == {field.name for field in fields(Scene)}
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


async def test_a_failure_is_no_picture_and_can_succeed_later(painter, painted, monkeypatch):
    paint = Pictures.paint

    def broken(*_: Any, **__: Any) -> None:
        raise MemoryError

    monkeypatch.setattr("renderer.Pictures.paint", broken)
    assert await board(painter, "rattus", view(), NAMES, "en", parts=WIDE) == []
    monkeypatch.setattr("renderer.Pictures.paint", paint)
    assert await board(painter, "rattus", view(), NAMES, "en", parts=WIDE)


@pytest.mark.deep
async def test_the_shared_backgrounds_are_drawn_before_anybody_can_press(painter: Painter) -> None:
    for function in (empty_map, printed_city, city_ground):  # A cached city needs no ground.
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


def test_stopping_a_starting_bot_does_not_wait_for_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, enough = 0, threading.Event()

    def paint(*_: Any) -> None:
        nonlocal drawn
        drawn += 1
        enough.set()

    monkeypatch.setattr("renderer.Pictures.paint", paint)
    warm_up(enough)
    assert drawn == 1


def test_a_game_that_cannot_be_drawn_does_not_keep_the_bot_from_its_start(monkeypatch, caplog):
    def broken(*_: Any) -> None:
        raise OSError("no font")

    monkeypatch.setattr("renderer.Pictures.paint", broken)
    warm_up()
    assert [record.getMessage().splitlines()[0] for record in caplog.records] == [
        f"cannot draw {game}: OSError" for game in GAMES
    ]


async def test_shared_backgrounds_are_drawn_once_per_language(painter: Painter) -> None:
    forget(empty_map)  # Forget the map, which other tests may have drawn.
    first: dict[Any, int] = {}
    for lang in ("en", "en-GB", "ja", "no"):
        assert await board(painter, "rattus", view(), NAMES, lang, parts=WIDE)
        assert await board(painter, "rattus", view(lang), NAMES, lang, parts=["tall"])
        first = first or remembered(empty_map)
    assert len(first) == 1
    assert remembered(empty_map) == first, "the map was drawn again"


Asked = list[tuple[Any, ...]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Return a list to which each requested drawing is added with its function name and arguments. Nothing is drawn."""
    found: Asked = []

    def stand_in(name: str) -> Callable[..., bytes]:
        def drawn(*arguments: Any) -> bytes:
            found.append((name, *arguments))
            return b"" if "nothing" in arguments else f"{name} {len(found)}".encode()

        drawn.__name__ = name
        return drawn

    for name in ("draw_picture", "draw_thing", "draw_previews", "draw_chart", "draw_replay"):
        monkeypatch.setattr(f"bot.pictures.{name}", stand_in(name))
    monkeypatch.setattr("bot.pictures.boards_at_once", lambda: 1)  # With one at a time, they are requested in order.
    return found


async def test_large_boards_have_a_map_in_two_halves_and_changes_by_part(asked: Asked) -> None:
    painter, scene = Painter(), Scene(view(), NAMES, words=words("en"), style=frozenset({"large"}))
    target = Target("region", "gallia")
    pictures = BOT_GAMES["rattus"].pictures
    parts = [pictures.replay_part, *(part for part in pictures.parts(view(), "tall") if part != pictures.replay_part)]
    made = await painter.board("rattus", scene, parts, lambda part: [target] if part == parts[1] else [])
    assert [(name, game, one.part, side) for name, game, one, side in asked] == [
        ("draw_picture", "rattus", parts[0], "left"),
        ("draw_picture", "rattus", parts[0], "right"),
        *(("draw_picture", "rattus", part, "") for part in parts[1:]),
    ]
    assert [list(one.changed) for _, _, one, _ in asked] == [[], [], [target], *([] for _ in parts[2:])]
    assert [one.data for one in made] == [f"draw_picture {number}".encode() for number in range(1, len(asked) + 1)]
    assert [one.name for one in made] == [f"board-{number}.png" for number in range(1, len(asked) + 1)]
    speaker = speaker_of("rattus", scene)
    described = [speaker.describe(part) for part in parts]
    assert [one.alt for one in made] == [described[0], "The right half of the picture above.", *described[1:]]
    [alone] = await painter.board("rattus", scene, parts[1:2])
    assert (alone.name, alone.alt) == ("board.png", described[1])
    await painter.close()


async def test_choices_on_several_parts_have_a_picture_of_each_part_with_most_of_them(asked: Asked) -> None:
    """There are at most two pictures, in the order of the choices. Without any, the part used in replays is shown."""
    seen = Table(GAMES["messina"], 3, "x").view(1)
    painter, pictures = Painter(), BOT_GAMES["messina"].pictures
    target = {
        "city": Target("hex", seen.hexes[0].id),
        "score": Target("register", "1"),
        "estate-1": Target("square", "1"),
    }
    assert {part: pictures.place(seen, one) for part, one in target.items()} == dict(zip(target, target, strict=True))
    for chosen, shown in (
        (["estate-1", "city", "city"], ["estate-1", "city"]),
        (["score", "estate-1", "city", "estate-1", "city"], ["estate-1", "city"]),
        (["score", "city"], ["score", "city"]),
        (["city"], ["city"]),
        ([], [pictures.replay_part]),
    ):
        asked.clear()
        marks = [Mark("ABCDE"[number], target[part]) for number, part in enumerate(chosen)]
        scene = Scene(seen, ["Ann", "Ben", "Cleo"], words=words("en"), marks=marks)
        made = await painter.choices("messina", scene)
        assert [(one.part, list(one.marks), side) for _, _, one, side in asked] == [
            ("part", [mark for mark in marks if mark.target == target.get(part)], "") for part in shown
        ]
        assert [one.alt for one in made] == [speaker_of("messina", scene).describe(part) for part in shown]
    await painter.close()


async def test_a_replay_says_what_its_last_picture_shows(asked: Asked) -> None:
    painter, last = Painter(), view("y")
    first: Scene[Any] = Scene(view(), NAMES, "map", words("en"))
    for played, shown in (([Played([], [], last, True)], last), ([], first.view)):
        [replay] = await painter.replay("rattus", first, played, 1, moving=True)
        board = speaker_of("rattus", replace(first, view=shown)).describe("map")
        whole = f"An animation of these moves. Last frame: {board}"
        assert (replay.name, replay.alt) == ("replay.gif", whole_sentences(whole, MAX_ALT_TEXT, ""))
        assert asked[-1] == ("draw_replay", "rattus", first, played, True)
    await painter.close()


async def test_a_drawing_that_fails_gives_no_picture_and_is_logged(asked, caplog, monkeypatch):
    """Having nothing to draw is not an error."""
    painter = Painter()
    chart: Any = "a chart"
    assert await painter.thing("rattus", "nothing", "de", "") == []
    assert caplog.messages == []

    def broken(*_: object) -> bytes:
        raise MemoryError

    for name in ("draw_picture", "draw_thing", "draw_previews", "draw_chart", "draw_replay", "draw_replay_samples"):
        monkeypatch.setattr(f"bot.pictures.{name}", broken)
    first: Scene[Any] = Scene(view(), NAMES, "map", words("en"))
    assert [
        await painter.thing("rattus", "monk", "en", ""),
        await painter.previews(["contrast"], ["messina"], "en"),
        await painter.replay_samples("Replays", ["on", "reduced", "off"], "en"),
        await painter.chart("rattus", chart, ""),
        await painter.replay("rattus", first, [], 1, moving=False),
        await painter.board("rattus", first, ["tall"]),
    ] == [[]] * 6
    assert [message.splitlines()[0] for message in caplog.messages] == [
        f"cannot draw {what}: MemoryError"
        for what in (
            "monk of rattus", "previews", "samples of replays", "a review of rattus", "a replay of rattus", "rattus",
        )
    ]  # fmt: skip
    await painter.close()


async def test_boards_do_not_wait_for_a_replay_but_replays_for_each_other(asked, monkeypatch):
    go_on, begun = threading.Event(), list[str]()

    def draw_replay(game: str, first: Scene[Any], *_: object) -> bytes:
        begun.append(first.names[0])
        go_on.wait(BUSY)
        return b"a replay"

    monkeypatch.setattr("bot.pictures.draw_replay", draw_replay)
    painter = Painter()
    scenes = [Scene(view(), [name, "Bob"], words=words("en")) for name in ("Ann", "Cleo")]
    replays = [asyncio.create_task(painter.replay("rattus", scene, [], 1, moving=False)) for scene in scenes]
    while not begun:
        await asyncio.sleep(0.001)
    assert await asyncio.wait_for(painter.board("rattus", scenes[0], WIDE), BUSY / 2)
    assert begun == ["Ann"]
    with pytest.raises(Refusal):  # Only one request of each person may wait.
        await painter.replay("rattus", Scene(view(), ["Dan", "Bob"], words=words("en")), [], 1, moving=False)
    go_on.set()
    assert all(await asyncio.gather(*replays))
    assert begun == ["Ann", "Cleo"]
    await painter.close()


async def test_a_stop_waits_for_no_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, begun, in_time = threading.Event(), threading.Event(), list[bool]()

    def draw(*_: object) -> bytes:
        begun.set()
        in_time.append(go_on.wait(BUSY / 10))
        return b"a board"

    monkeypatch.setattr("bot.pictures.draw_picture", draw)
    painter = Painter()
    board = asyncio.create_task(painter.board("rattus", Scene(view(), NAMES, words=words("en")), WIDE))
    while not begun.is_set():
        await asyncio.sleep(0.001)
    await painter.close()
    go_on.set()
    assert await board
    assert in_time == [True]


@pytest.mark.parametrize(("small", "boards", "replays"), [(False, 64, 8), (True, 16, 2)])
async def test_as_many_pictures_are_kept_as_there_is_memory_for(asked, monkeypatch, small, boards, replays):
    for name in ("use_less", "return_memory_at_once"):
        monkeypatch.setattr(f"bot.pictures.{name}", lambda: None)
    painter = Painter(small=small)

    async def ask(number: int, *, replay: bool) -> bool:
        """Ask for a picture that depends on this number. Return whether it is drawn, not taken from the cache."""
        before = len(asked)
        scene: Scene[Any] = Scene(view(), [str(number), "Bob"], words=words("en"))
        if replay:
            assert await painter.replay("rattus", scene, [], 1, moving=False)
        else:
            assert await painter.board("rattus", scene, WIDE)
        return len(asked) > before

    for replay, most in ((False, boards), (True, replays)):
        assert all([await ask(number, replay=replay) for number in range(most)])
        assert not any([await ask(number, replay=replay) for number in range(most)])
        assert await ask(most, replay=replay)
        assert not await ask(1, replay=replay)
        assert await ask(0, replay=replay), "the oldest made room"
    assert not await ask(0, replay=False), "replays push no board out"
    await painter.close()
