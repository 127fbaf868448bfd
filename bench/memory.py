"""The memory of the whole bot and of its drawings, and the time to a first picture, in fresh processes."""

import gc
import json
import os
import re
import sys
import time
from importlib import import_module
from pathlib import Path
from subprocess import run
from typing import Any

import wording
from bench import MEASURED_GAMES, Row
from bot.pictures import warm_up
from computer_players import ai_worker
from games import GAMES
from games.drawing import draw_picture, new_boards, prepare_boards
from renderer import Scene
from renderer.canvas.memory import use_less
from rules.table import Table
from workers.program import return_memory

START_GOAL_MIB = 128
# The goal once every style has been used. The caches take 128 of these MiB; the rest is letters and gaps in the heap.
STYLED_GOAL_MIB = 192
# The processes of a bot by `MIASMA_MEMORY`, and the goal for all of them. The kernel counts code that they share once.
BOTS = {"normal": (("bot", "render worker", "AI worker"), 350), "small": (("small bot", "AI worker"), 230)}
WARM = "warmed up"
STYLES = ("high", "fixed", "strong", "dimmed")
FIRST_PICTURE_GOAL = 0.5  # seconds, including its sprites; their pieces were rendered at an earlier start


def resident() -> float:
    """Return the resident memory of the process in MiB."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def own_memory(process: str) -> float:
    """Return the private memory in MB of a bot process that has drawn boards, planned a turn, or loaded its texts."""
    if process == "render worker":
        prepare_boards()
    elif process == "AI worker":
        table = Table(GAMES["messina"].rules, 4, "memory")
        position = table.get_position()
        ai_worker.find_plan(ai_worker.PlanRequest("messina", table.due()[0].seat, "strong", "memory", position))
    else:
        import_module("miasma.__main__")
        for lang in wording.languages():
            wording.words(lang)
        if process == "small bot":
            use_less()
            warm_up()
    [anonymous] = re.findall(r"^RssAnon:\s+(\d+)", Path("/proc/self/status").read_text("ascii"), re.MULTILINE)
    return int(anonymous) * 1024 / 1e6


def remembered() -> dict[str, float]:
    """Return how much memory has grown once the boards are drawn, and after each further style."""
    bare = resident()
    warm_up()
    found = {WARM: resident() - bare}
    for style in STYLES:
        for name, game in GAMES.items():
            for scene in new_boards(game, [style]):
                draw_picture(name, scene)
        gc.collect()
        return_memory()  # The render worker does the same from time to time.
        found[f"and in the style {style!r}"] = resident() - bare
    return found


def first(game: str, layout: str) -> float:
    """Return the CPU seconds for a process's first picture: all parts of a board for four players."""
    view = Table(GAMES[game].rules, 4, "first").view(None)
    began = time.process_time()
    for part in GAMES[game].pictures.parts(view, layout):
        draw_picture(game, Scene(view, [""] * 4, part, wording.words("en")))
    return time.process_time() - began


def asked(*what: str) -> Any:
    """Run this module in a fresh process with these arguments, and return its result."""
    return json.loads(run([sys.executable, "-m", "bench.memory", *what], check=True, capture_output=True).stdout)


def memory() -> list[Row]:
    """Measure the memory of the bot and of its boards, and the time of first pictures, relative to their goals."""
    rows: list[Row] = []
    for name, (processes, goal) in BOTS.items():
        much = sum(float(asked("process", process)) for process in processes)
        rows.append((f"whole bot, both games warm, one computer thinking, {name} ({much:.0f} MB)", much / goal, 1.0))
    for style, much in asked().items():
        goal = START_GOAL_MIB if style == WARM else STYLED_GOAL_MIB
        rows.append((f"boards in memory, {style} ({much:.0f} MiB)", much / goal, 1.0))
    for game in MEASURED_GAMES:
        for layout in ("tall", "wide"):
            took = asked(game, layout)
            what = f"{game}, {layout}, first picture of a process ({took:.2f} s of work)"
            rows.append((what, took / FIRST_PICTURE_GOAL, 1.0))
    return rows


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["process", process]:
            print(json.dumps(own_memory(process)))
        case [game, layout]:
            print(json.dumps(first(game, layout)))
        case _:
            print(json.dumps(remembered()))
