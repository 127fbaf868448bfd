"""Sheets of things that no board shows: things of the help, emoji, paths in replays, crops of choices."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import msgspec
from PIL import Image, ImageDraw

from renderer import Scene
from renderer.art import DRAWING_ROOM, emoji_png
from renderer.canvas.colours import PAPER, SEPIA
from renderer.canvas.layout import Area
from renderer.messina.city.draw_city import part_of
from renderer.messina.city.draw_city import things as city_things
from renderer.messina.city.plan import CITY_WIDTH, city_plan
from renderer.messina.crops import crop_around
from renderer.messina.score.draw_score import places_of
from renderer.messina.score.draw_score import score_things as score_things
from rules import GAMES
from rules.game import Target
from rules.log import Log
from rules.table import Table
from rules_service.history import moves_of, turns_of
from tests.renderer.messina import views as messina
from tests.renderer.scenes import PICTURES, painted, words

RECORDED = Path(__file__).parents[1] / "recorded"
THINGS = {
    "rattus": "merchant church anglia rat number symbol doctor palace bishops nuns wall potion everyone wizard scandia",
    "messina": "icon-goods icon-plague icon-overseer-any_skip gems1 h7 h17 cl2 q1 c1-1 b1 city-3 purple scroll-b2",
}
NAMES = ("Ann", "Ben", "Cara", "Dora")
ROW = 4


class Recorded(msgspec.Struct):
    """The file of a recorded game, of which only the log is read."""

    log: Log


@cache
def recorded(name: str) -> Table:
    """Return a recorded game at its end."""
    log = msgspec.json.decode((RECORDED / f"{name}.json").read_bytes(), type=Recorded).log
    return Table.load(GAMES[log.game], log, trusted=True)


def rows(pictures: Sequence[Image.Image]) -> Image.Image:
    """Return the pictures in rows, each in a cell as large as the largest."""
    wide, high = max(one.width for one in pictures), max(one.height for one in pictures)
    sheet = Image.new("RGB", (wide * ROW, high * -(-len(pictures) // ROW)), PAPER)
    for at, one in enumerate(pictures):
        sheet.paste(one, (at % ROW * wide, at // ROW * high), one if one.mode == "RGBA" else None)
    return sheet


def things(game: str) -> Image.Image:
    """Return the pictures of some things in the help, at half their size."""
    drawn = [PICTURES[game].thing(name, words("en")) for name in THINGS[game].split()]
    return rows([one.reduce(2) for one in drawn if one])


def signs(game: str) -> Image.Image:
    """Return all emoji of a game."""
    files = [emoji_png(draw(DRAWING_ROOM)) for _, draw in PICTURES[game].signs.values()]
    return rows([Image.open(BytesIO(file)) for file in files])


def paths(*games: str) -> Image.Image:
    """Return the flying pieces in replays of recorded games at each point of their paths, for two events per kind."""
    seen = Counter[str]()
    sheet: Image.Image | None = None
    for name in games:
        table = recorded(name)
        before, moves = moves_of(table, None, turns_of(table, None))
        pictures = PICTURES[table.game.id]
        sheet = sheet or Image.new("RGB", painted(before, NAMES[: before.seats], pictures.replay_part).size, PAPER)
        for move in moves:
            for event in move.events:
                scene = Scene(before, NAMES[: before.seats], pictures.replay_part, words("en"))
                for keyframe in pictures.keyframes(before, event, scene):
                    kind = f"{type(event).__name__} {keyframe.event_done} {len(keyframe.lifted)}"
                    if not keyframe.paths or seen[kind] == 2:
                        continue
                    seen[kind] += 1
                    for path in keyframe.paths:
                        ImageDraw.Draw(sheet).line(list(path.points), SEPIA, 2)
                        for (x, y), sprite in zip(
                            path.points, (path.sprites[0], *[path.sprites[-1]] * 9), strict=False
                        ):
                            sprite.put(sheet, x, y)
            before = move.view
    assert sheet is not None
    return sheet


def crops() -> Image.Image:
    """Return outlines of crops: of the city for each hex and dock, and of the score board for each thing or pair."""
    view = messina.position(4, seat=0)
    city = [part_of(view, [Target("hex", one.id)])[1] for one in view.hexes]
    city += [part_of(view, [Target("dock", one.id)])[1] for one in view.docks]
    size, areas = painted(view, NAMES, "score").size, list(places_of(view).values())
    groups = [*([one] for one in areas), *map(list, pairwise(areas))]  # each thing, and each with the next one
    boxes = [crop_around(size, score_things(view), group) for group in groups]
    score = [Area(left, top, right - left, bottom - top) for left, top, right, bottom in boxes]
    return rows(
        [
            outlines((CITY_WIDTH, city_plan(4).height), [*city_things(view, city_plan(4)), *city]),
            outlines(size, [*score_things(view), *score]),
        ]
    )


def outlines(size: tuple[int, int], areas: Sequence[Area]) -> Image.Image:
    """Return a sheet with the outlines of these areas."""
    sheet = Image.new("RGB", size, PAPER)
    for area in areas:
        ImageDraw.Draw(sheet).rectangle(area.box, outline=SEPIA)
    return sheet
