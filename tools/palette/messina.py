"""Boards of Messina 1347 for its palette."""

from collections.abc import Iterator
from random import Random

from PIL import Image

from renderer import Mark, Scene
from renderer.messina.pictures import PICTURES
from rules import GAMES
from rules.game import Target
from rules.messina.view_types import View
from rules.table import Table


def views() -> Iterator[View]:
    """Yield positions of random games, every second one with boards of side b: set-up, early, late, and the end."""
    for seats in GAMES["messina"].seats:
        chance = Random(seats)
        table = Table(GAMES["messina"], seats, f"colours {seats}", {"variant": "advanced"} if seats % 2 else {})
        for moves in (0, 40 * seats, 60 * seats, 10_000):
            while not table.over and moves:
                asked = table.due()[0]
                table.play(asked.seat, chance.choice(asked.moves))
                moves -= 1
            yield table.view(None)


def boards() -> Iterator[Image.Image]:
    """Yield every part of these games, with choices and changes, dimmed and in full colours, and the legend."""
    names = ["Ada", "Bela", "Cyd", "Dora"]
    for number, view in enumerate(views()):
        hexes = [Target("hex", one.id) for one in view.hexes]
        marks = [Mark("A", hexes[0]), Mark("B", hexes[1])] if number % 2 else []
        style = frozenset({"dimmed"}) if number % 2 else frozenset()
        for part in PICTURES.parts(view, "tall"):
            yield PICTURES.paint(Scene(view, names, part, marks=marks, changed=hexes[-2:], style=style))
    yield PICTURES.paint(Scene(view, names, "legend"))
