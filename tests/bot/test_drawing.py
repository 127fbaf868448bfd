"""The render worker: it draws the same pictures, ends with the bot, and the bot can do without it."""

import asyncio
import gc
import logging
import os
import pickle
import platform
import signal
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from subprocess import run
from typing import Any

import pytest
from PIL import Image, ImageChops

import wording
from bot import __main__
from bot.__main__ import main
from bot.client import MiasmaBot
from bot.pictures.painter import Painter
from bot.pictures.render_client import COMMAND, Drawing, NotDrawn
from bot.pictures.render_worker import HEAD, LAYOUTS, TIDY, draw, draw_thing, give_back, serve, workers
from bot.workers import subprocesses as child
from renderer import Mark, Scene
from rules import GAMES
from rules.game import Target
from rules.table import Table
from rules_service.options import PICTURE
from tests.bot import cold

NOWHERE = ("/nowhere/python",)
WORDS = wording.words("de")


@pytest.fixture(autouse=True)
def starts_cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let processes start without warming up."""
    monkeypatch.setattr("bot.pictures.render_client.COMMAND", cold.COMMAND)


@pytest.fixture
async def drawing() -> AsyncIterator[Drawing]:
    """Yield a render worker."""
    made = await Drawing.start()
    yield made
    await made.close()


@pytest.fixture
async def painter(drawing: Drawing) -> AsyncIterator[Painter]:
    made = Painter()
    made.elsewhere = drawing
    yield made
    made.close()


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows with each thing drawn in this process."""
    found: list[str] = []

    def noted(game: str, name: str, words: wording.Words) -> bytes:
        found.append(name)
        return draw_thing(game, name, words)

    noted.__name__ = draw_thing.__name__
    monkeypatch.setattr("bot.pictures.painter.draw_thing", noted)
    return found


@pytest.mark.slow
async def test_the_process_comes_to_the_same_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the bot starts it: warmed up."""
    monkeypatch.setattr("bot.pictures.render_client.COMMAND", COMMAND)
    view = Table(GAMES["rattus"], 2, "same").view(1)
    marks = [Mark("A", Target("region", view.regions[0].id))]
    scene: Scene[Any] = Scene(view, ["Ann", "Bob"], "part", WORDS, marks=marks, style=frozenset({"high"}))
    drawing = await Drawing.start()
    try:
        thing, board = await asyncio.gather(
            drawing.draw("draw_thing", ("rattus", "monk", WORDS)), drawing.draw("draw", ("rattus", scene, ""))
        )
    finally:
        await drawing.close()
    for there, here in ((thing, draw_thing("rattus", "monk", WORDS)), (board, draw("rattus", scene))):
        assert there == here, f"they are apart within {apart(there, here)}"


def test_before_the_bot_connects_boards_of_every_layout_in_channels_are_drawn() -> None:
    assert PICTURE.values == LAYOUTS


def apart(one: bytes, other: bytes) -> tuple[int, int, int, int] | None:
    """Return the bounding box of the pixels in which two pictures differ."""
    first, second = (Image.open(BytesIO(data)).convert("RGB") for data in (one, other))
    return ImageChops.difference(first, second).getbbox()


async def test_what_the_process_draws_is_not_drawn_here(painter: Painter, here: list[str]) -> None:
    assert await painter.thing("rattus", "monk", "de", "")
    assert here == []


async def test_what_the_process_cannot_draw_is_tried_here_and_the_process_goes_on(
    painter: Painter, here: list[str]
) -> None:
    assert await painter.thing("chess", "bishop", "de", "") == []  # This process cannot draw it either.
    assert here == ["bishop"]
    assert await painter.thing("rattus", "monk", "de", "")
    assert here == ["bishop"]


async def test_when_the_process_has_ended_what_was_asked_of_it_and_all_else_is_drawn_here(
    painter: Painter, drawing: Drawing, here: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    asked = asyncio.create_task(painter.thing("rattus", "monk", "de", ""))
    await asyncio.sleep(0)
    drawing.process.kill()
    assert await asked
    assert await painter.thing("rattus", "king", "de", "")
    assert here == ["monk", "king"]
    assert len([record for record in caplog.records if record.levelno == logging.WARNING]) == 1


async def test_a_process_that_is_held_is_not_waited_for(
    painter: Painter, drawing: Drawing, here: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.pictures.render_client.PATIENCE", 0.2)
    drawing.process.send_signal(signal.SIGSTOP)
    assert await painter.thing("rattus", "monk", "de", "")
    assert await asyncio.wait_for(drawing.process.wait(), 10)
    assert await painter.thing("rattus", "king", "de", "")
    assert here == ["monk", "king"]


async def test_the_process_ends_with_the_bot_however_that_ends_and_not_before(drawing: Drawing) -> None:
    drawing.process.terminate()  # as when a host stops all processes of the bot at once
    assert await drawing.draw("draw_thing", ("rattus", "monk", WORDS))
    assert drawing.process.stdin is not None
    drawing.process.stdin.close()  # as when the bot is killed
    assert await asyncio.wait_for(drawing.process.wait(), 10) == 0


async def test_the_process_knows_nothing_of_the_hosts_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "hush")
    monkeypatch.setenv("DATABASE_URL", "postgresql://anna:hush@127.0.0.1/games")
    drawing = await Drawing.start()
    assert b"hush" not in Path(f"/proc/{drawing.process.pid}/environ").read_bytes()
    await drawing.close()


async def test_a_process_that_cannot_be_started_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    for command in (NOWHERE, (sys.executable, "-c", "raise SystemExit(1)")):
        monkeypatch.setattr("bot.pictures.render_client.COMMAND", command)
        with pytest.raises(NotDrawn):
            await Drawing.start()


@pytest.mark.parametrize(("cores", "boards"), [(1, 1), (2, 1), (3, 2), (16, 2)])
def test_so_many_boards_are_drawn_at_once_as_there_are_cores_for_beside_the_bot(
    cores: int, boards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(cores)), raising=False)
    assert workers() == boards


@pytest.mark.parametrize(("cores", "starts", "warm"), [(1, True, True), (2, True, False), (2, False, True)])
def test_before_the_bot_connects_it_is_ready_to_draw(
    cores: int, starts: bool, warm: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    async def connect(self: MiasmaBot, token: str) -> None:
        done.append("elsewhere" if self.app.pictures.elsewhere else "here")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setattr(MiasmaBot, "start", connect)
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(cores)), raising=False)
    monkeypatch.setattr("bot.pictures.render_client.COMMAND", cold.COMMAND if starts else NOWHERE)
    monkeypatch.setattr(__main__, "warm_up", lambda enough: done.append("warm"))
    main([])
    assert done == (["warm", "here"] if warm else ["elsewhere"])


async def test_what_an_ended_process_has_not_read_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    """Python 3.11.2 logs a broken pipe that nobody awaits when it drops the process."""
    process = await child.start(cold.COMMAND)
    assert process.stdin is not None
    process.stdin.write(bytes(5_000_000))
    await child.end(process)
    assert process.returncode is not None
    del process
    gc.collect()
    await asyncio.sleep(0)
    assert not caplog.records


@pytest.mark.skipif(sys.platform != "linux" or platform.libc_ver()[0] != "glibc", reason="what glibc does")
def test_free_memory_is_given_back() -> None:
    """Gaps between kept drawings are returned, too: by itself glibc returns only the end of its heap."""
    run(
        [sys.executable, "-c", "from tests.bot.test_drawing import scatter; scatter()"],
        env={**os.environ, **child.MEMORY, "MALLOC_MMAP_THRESHOLD_": str(1 << 20)},
        check=True,
    )


def scatter() -> None:
    """Fill memory with pictures, drop all but every tenth, and return the rest. Fail if it is still in use."""

    def resident() -> int:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")

    many = [bytearray(1 << 17) for _ in range(800)]
    before = resident()
    kept = many[::10]
    del many
    held = resident()
    give_back()
    assert before - resident() > 80 << 20
    assert held - resident() > 80 << 20
    assert len(kept) == 80


def test_a_process_that_draws_gives_back_what_is_free_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    given = list[int]()
    monkeypatch.setattr("bot.pictures.render_worker.give_back", lambda: given.append(1))
    question = pickle.dumps(("draw_thing", ("rattus", "no such thing", WORDS)))
    asked = b"".join(HEAD.pack(number, len(question)) + question for number in range(1, 2 * TIDY + 1))
    answered = ThreadPoolExecutor(1)
    with monkeypatch.context() as patch:
        patch.setattr("bot.pictures.render_worker.ThreadPoolExecutor", lambda threads: answered)
        serve(BytesIO(asked), BytesIO())
    answered.shutdown()
    assert len(given) == 2
