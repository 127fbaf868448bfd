"""The render worker draws what the bot would draw, and ends with the bot. If it dies, pictures wait for a new one."""

import asyncio
import gc
import logging
import os
import pickle
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image

import wording
from bot.client import MiasmaBot
from bot.computers import COMMAND
from bot.pictures import MAX_TRIES, RENDER_WORKER, Painter, boards_at_once
from games import GAMES
from games.drawing import BOARD_LAYOUTS, draw_replay_samples, draw_thing, preview
from miasma.__main__ import main
from renderer.pictures import GAP, TALL, TITLE_HIGH, cell_width
from rules_service.options import DISPLAY_OPTIONS, PICTURE_OPTION
from tests.bot import cold
from tests.miasma.command_line import process_as_it_was
from workers.program import HEADER, REPLIES_PER_TRIM, return_memory, return_memory_at_once, serve
from workers.worker import MAX_PAUSE, MAX_QUICK_RESTARTS, MEMORY, RequestFailed, Worker, WorkerUnavailable

NOWHERE = ("/nowhere/python",)
DIES = (sys.executable, "-c", "raise SystemExit(1)")
PATIENCE = 60.0
WORDS = wording.words("de")


@pytest.fixture(autouse=True)
def starts_cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let render workers start without drawing all boards first."""
    monkeypatch.setattr("bot.pictures.RENDER_WORKER", cold.COMMAND)


@pytest.fixture
async def worker() -> AsyncIterator[Worker]:
    """Yield a running render worker."""
    made = Worker(*cold.COMMAND)
    await made.start()
    yield made
    await made.close()


@pytest.fixture
async def painter(worker: Worker) -> AsyncIterator[Painter]:
    made = Painter()
    made.worker = worker
    yield made
    await made.close()


@pytest.fixture
def here(painter: Painter, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which each picture drawn in this process is added."""
    found: list[str] = []
    submit = painter._threads.submit

    def noted(function: Callable[..., bytes], game: str, name: str, words: wording.Words) -> Future[bytes]:
        found.append(name)
        return submit(function, game, name, words)

    monkeypatch.setattr(painter._threads, "submit", noted)
    return found


def test_each_worker_module_has_a_prepare_function() -> None:
    for command in (RENDER_WORKER, COMMAND):
        assert callable(import_module(command[-1]).prepare), command


def test_before_the_bot_connects_boards_of_every_layout_in_channels_are_drawn() -> None:
    assert PICTURE_OPTION.values == BOARD_LAYOUTS


@pytest.mark.parametrize("game", GAMES)
def test_previews_show_the_default_board_beside_other_styles_and_layouts(game: str) -> None:
    """A preview shows its option's default first ("tall", or no style for a display option), then every other value."""
    for option in (PICTURE_OPTION, *DISPLAY_OPTIONS):
        usual, *others = (word for _, word in preview(option, GAMES[game], WORDS).values)
        assert usual == ("tall" if option is PICTURE_OPTION else "")
        assert others == [*option.values[1:]]


@pytest.mark.parametrize("game", GAMES)
def test_each_kind_of_replay_has_another_sample(game: str) -> None:
    with Image.open(BytesIO(draw_replay_samples(game, "", ["", "", ""], WORDS))) as sheet:
        step, low = cell_width(3) + GAP, TITLE_HIGH + TALL * 2 // 3  # above the labels
        cells = [sheet.crop((GAP + at * step, TITLE_HIGH, (at + 1) * step, low)) for at in range(3)]
    assert len({cell.tobytes() for cell in cells}) == 3
    assert all(len(cell.getcolors(cell.width * cell.height) or ()) > 100 for cell in cells), "each shows something"


async def test_a_failed_drawing_is_not_retried_and_the_worker_goes_on(painter, worker, here, caplog):
    before = worker.pid
    assert await painter.thing("chess", "bishop", "de", "") == []
    assert [record.getMessage().splitlines()[0] for record in caplog.records] == [
        "cannot draw bishop of chess: RequestFailed"
    ]
    assert await painter.thing("rattus", "monk", "de", "")
    assert (worker.pid, here) == (before, [])


async def test_when_the_process_dies_pictures_wait_until_it_is_started_again(painter, worker, here, caplog):
    """The bot never draws in the worker's place, because that would take twice the memory just when memory is short."""
    asked = [asyncio.create_task(painter.thing("rattus", name, "de", "")) for name in ("monk", "king")]
    await asyncio.sleep(0)
    before = killed(worker)
    assert all(await asyncio.gather(*asked))
    assert worker.pid != before
    assert await painter.thing("rattus", "merchant", "de", "")
    assert here == []
    assert len([record for record in caplog.records if record.levelno == logging.WARNING]) == 1


async def test_a_picture_that_kills_the_worker_is_tried_only_a_few_times(painter, worker, here):
    worker.command = DIES
    killed(worker)
    assert await painter.thing("rattus", "monk", "de", "") == []
    assert worker._failures == MAX_TRIES
    worker._failures, worker._paused_until = 20, float("inf")
    assert await painter.thing("rattus", "king", "de", "") == [], "it is not waited for"
    assert (worker._failures, here) == (20, [])


async def test_with_little_memory_the_bot_draws_in_its_own_process(monkeypatch: pytest.MonkeyPatch) -> None:
    less = list[int]()
    monkeypatch.setattr("bot.pictures.usable_cores", lambda: 16)
    monkeypatch.setattr("bot.pictures.use_less", lambda: less.append(1))
    monkeypatch.setattr("bot.pictures.return_memory_at_once", lambda: less.append(2))
    monkeypatch.setattr("bot.pictures.warm_up", lambda enough: None)
    painter = Painter(small=True)
    await painter.prepare()
    assert (painter.worker, less) == (None, [1, 2])
    given = list[int]()
    monkeypatch.setattr("bot.pictures.return_memory", lambda: given.append(1))
    monkeypatch.setattr("bot.pictures.draw_thing", lambda *_: b"a picture")
    for number in range(2 * REPLIES_PER_TRIM):
        assert await painter.thing("rattus", str(number), "de", "")
    assert len(given) == 2
    drawing, most = list[str](), list[int]()

    def draw(game: str, name: str, words: wording.Words) -> bytes:
        drawing.append(name)
        most.append(len(drawing))
        time.sleep(0.01)
        drawing.remove(name)
        return b"a picture"

    monkeypatch.setattr("bot.pictures.draw_thing", draw)
    await asyncio.gather(*(painter.thing("messina", name, "de", "") for name in "abc"))
    assert most == [1, 1, 1], "one picture at a time"
    await painter.close()


@pytest.mark.deep(one_in=10)
async def test_a_process_that_dies_again_and_again_is_started_again_with_growing_pauses(monkeypatch, caplog):
    clock = [1000.0]
    monkeypatch.setattr("workers.worker.monotonic", lambda: clock[0])
    worker = Worker(*DIES)
    for _ in range(MAX_QUICK_RESTARTS + 1):  # The first start, and the quick restarts.
        with pytest.raises(WorkerUnavailable, match="has exited"):
            await worker.start()
    for pause in (2, 4, 8):
        clock[0] += pause - 0.5
        with pytest.raises(WorkerUnavailable, match="not started again"):
            await worker.start()
        clock[0] += 0.5
        with pytest.raises(WorkerUnavailable, match="has exited"):
            await worker.start()
    for failures in (4, 5, 6, 10, 100_000):
        worker._failures = failures
        clock[0] += MAX_PAUSE
        with pytest.raises(WorkerUnavailable, match="has exited"):
            await worker.start()
    worker.command = cold.COMMAND
    clock[0] += MAX_PAUSE
    assert await worker.call(len, PATIENCE, "abc") == 3
    killed(worker)
    await asyncio.wait_for(worker._process.exited, PATIENCE)
    assert await worker.call(len, PATIENCE, "abc") == 3, "after an answer a failure is the first one again"
    await worker.close()


def killed(worker: Worker) -> int:
    """Kill the worker's process, as the system does when memory runs out. Return the process id."""
    assert worker.pid is not None
    os.kill(found := worker.pid, signal.SIGKILL)
    return found


@pytest.mark.deep(one_in=10)
async def test_the_process_ends_with_the_bot_however_that_ends_and_not_before(worker: Worker) -> None:
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGTERM)  # as when a host stops all processes of the bot at once
    assert await worker.call(draw_thing, PATIENCE, "rattus", "monk", WORDS)
    process = worker._process
    process.transport.get_pipe_transport(0).close()  # as when the bot is killed
    await asyncio.wait_for(process.exited, 10)
    assert process.transport.get_returncode() == 0


async def test_the_process_knows_nothing_of_the_hosts_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "hush")
    monkeypatch.setenv("DATABASE_URL", "postgresql://anna:hush@127.0.0.1/games")
    worker = Worker(*cold.COMMAND)
    await worker.start()
    told = Path(f"/proc/{worker.pid}/environ").read_bytes()
    assert b"hush" not in told
    assert f"PATH={os.environ['PATH']}".encode() in told
    assert all(f"{name}={value}".encode() in told for name, value in MEMORY.items())
    await worker.close()
    assert (worker.pid, worker._failures) == (None, 0), "it has not failed"


async def test_a_process_without_work_ends_and_is_started_again_when_there_is_some(caplog):
    worker = Worker(sys.executable, "-c", "from workers.program import main; main(lambda: 1)")
    assert await worker.call(len, PATIENCE, "abc") == 3
    await asyncio.wait_for(worker._process.exited, PATIENCE)
    assert worker.pid is None
    assert await worker.call(len, PATIENCE, "abc") == 3
    await worker.close()
    assert not caplog.records


async def test_a_process_is_replaced_after_so_many_answers(caplog: pytest.LogCaptureFixture) -> None:
    worker, pids = Worker(*cold.COMMAND, most_answers=2), list[int]()
    for _ in range(4):
        pids.append(await worker.call(os.getpid, PATIENCE))
    assert pids[0] == pids[1] != pids[2] == pids[3]
    await worker.close()
    assert (worker._failures, caplog.records) == (0, [])


async def test_a_process_that_cannot_be_started_is_reported() -> None:
    for command in (NOWHERE, DIES):
        worker = Worker(*command)
        with pytest.raises(WorkerUnavailable):
            await worker.start()
        assert worker._failures == 1


async def test_a_process_that_is_not_ready_in_time_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workers.worker.MAX_SECONDS_TO_START", 0.3)
    worker = Worker(sys.executable, "-c", "import time; time.sleep(60)")
    with pytest.raises(WorkerUnavailable, match="not ready in time"):
        await worker.start()
    assert worker.pid is None


async def test_all_waiting_callers_learn_that_a_process_has_ended(worker, caplog):
    given_up, waiting = (asyncio.create_task(worker.call(time.sleep, limit, 60.0)) for limit in (0.2, PATIENCE))
    with pytest.raises(WorkerUnavailable, match=r"no answer within 0\.2 s"):
        await given_up
    with pytest.raises(WorkerUnavailable, match="has exited"):
        await asyncio.wait_for(waiting, 10)
    assert (worker.pid, worker._failures, caplog.records) == (None, 0, [])


async def test_a_killed_process_is_not_asked_any_more_while_it_ends(worker: Worker) -> None:
    before = worker.pid
    worker.kill()
    assert await worker.call(len, PATIENCE, "abc") == 3
    assert worker.pid not in (None, before)


async def test_replies_may_come_in_any_pieces_and_nobody_may_wait_for_one(worker: Worker) -> None:
    process, replies = worker._process, ((100, "", 1), (101, "", 2), (102, "ValueError", None), (103, "", 4))
    packed = [(number, pickle.dumps((error, result))) for number, error, result in replies]
    sent = b"".join(HEADER.pack(number, len(data)) + data for number, data in packed)
    for size in (1, 7, len(sent) - 1, len(sent)):
        waiting = {number: asyncio.get_running_loop().create_future() for number, *_ in replies}
        process._waiting.update(waiting)
        waiting[100].cancel()
        for at in range(0, len(sent), size):
            process.pipe_data_received(1, sent[at : at + size])
        assert (waiting[101].result(), waiting[103].result()) == (2, 4)
        with pytest.raises(RequestFailed, match="ValueError"):
            waiting[102].result()
        assert not process._waiting.keys() & waiting.keys()
    given_up = asyncio.create_task(worker.call(len, PATIENCE, "ab"))
    await asyncio.sleep(0)
    given_up.cancel()
    assert await worker.call(len, PATIENCE, "abc") == 3


def test_every_request_is_answered_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer has its request's number. The idle timeout restarts with each request."""
    alarms, threads = list[int](), ThreadPoolExecutor(1)
    monkeypatch.setattr(signal, "alarm", alarms.append)
    monkeypatch.setattr("workers.program.ThreadPoolExecutor", lambda: threads)
    requests = pickle.dumps((len, ("abc",))), b"unknown", pickle.dumps((int, ("x",))), pickle.dumps((len, ((),)))
    asked = b"".join(HEADER.pack(number, len(data)) + data for number, data in enumerate(requests, 5))
    replies = BytesIO()
    replies.flush = lambda: None  # type: ignore[method-assign]
    serve(BytesIO(asked), replies, 7)
    threads.shutdown()
    answers, data = {}, replies.getvalue()
    while data:
        number, length = HEADER.unpack_from(data)
        answers[number], data = pickle.loads(data[HEADER.size : HEADER.size + length]), data[HEADER.size + length :]
    assert answers == {0: ("", None), 5: ("", 3), 6: ("UnpicklingError", None), 7: ("ValueError", None), 8: ("", 0)}
    assert alarms == [7] * 5
    serve(BytesIO(), BytesIO())
    assert alarms == [7] * 5, "without a limit there is none"


def test_memory_is_returned_where_the_c_library_has_a_function_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[tuple[object, ...]]()
    libc = SimpleNamespace(mallopt=lambda *how: told.append(how), malloc_trim=lambda pad: told.append(("trim", pad)))
    monkeypatch.setattr("workers.program.ctypes.CDLL", lambda name: libc)
    return_memory_at_once()
    return_memory()
    assert told == [(-8, 1), (-3, 1 << 17), ("trim", 0)]
    monkeypatch.setattr("workers.program.ctypes.CDLL", lambda name: SimpleNamespace())
    return_memory_at_once()
    return_memory()


@pytest.mark.parametrize(("cores", "boards"), [(1, 1), (2, 1), (3, 2), (16, 2)])
def test_boards_are_drawn_on_the_cores_that_the_bot_leaves_free(cores, boards, monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(cores)), raising=False)
    assert boards_at_once() == boards


@pytest.mark.parametrize(("cores", "starts", "warm"), [(1, True, True), (2, True, False), (2, False, True)])
def test_before_the_bot_connects_it_is_ready_to_draw(cores, starts, warm, tmp_path, monkeypatch):
    done: list[str] = []

    async def connect(self: MiasmaBot, token: str) -> None:
        worker = self.app.pictures.worker
        done.append("elsewhere" if worker and worker.pid else "here")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setattr(MiasmaBot, "start", connect)
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(cores)), raising=False)
    monkeypatch.setattr("bot.pictures.RENDER_WORKER", cold.COMMAND if starts else NOWHERE)
    monkeypatch.setattr("bot.pictures.warm_up", lambda enough: done.append("warm"))
    with process_as_it_was():
        main([])
    assert done == (["warm", "here"] if warm else ["elsewhere"])


async def test_data_unread_by_an_ended_process_is_no_error(worker: Worker, caplog: pytest.LogCaptureFixture) -> None:
    """The event loop must not log a broken pipe after the worker has been closed."""
    asked = asyncio.create_task(worker.call(len, PATIENCE, bytes(5_000_000)))
    await asyncio.sleep(0)
    await worker.close()
    with pytest.raises(WorkerUnavailable):
        await asked
    gc.collect()
    await asyncio.sleep(0)
    assert not caplog.records


def test_a_worker_returns_free_memory_from_time_to_time(monkeypatch: pytest.MonkeyPatch) -> None:
    given = list[int]()
    monkeypatch.setattr("workers.program.return_memory", lambda: given.append(1))
    request = pickle.dumps((draw_thing, ("rattus", "no such thing", WORDS)))
    asked = b"".join(HEADER.pack(number, len(request)) + request for number in range(1, 2 * REPLIES_PER_TRIM + 1))
    threads = ThreadPoolExecutor(1)
    monkeypatch.setattr("workers.program.ThreadPoolExecutor", lambda: threads)
    serve(BytesIO(asked), BytesIO())
    threads.shutdown()
    assert len(given) == 2
