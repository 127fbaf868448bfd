"""Make each game's ``palette.txt`` from real boards: ``python -m tools.palette`` after a change.

Colours with a name in the themes are kept exactly; the others are chosen so that pictures of every kind come out well.
"""

from collections.abc import Iterator
from random import Random

from PIL import Image

from renderer import Mark, paint, parts
from renderer.canvas import colours as theme
from renderer.canvas.colours import Rgb
from renderer.canvas.palette import file
from renderer.messina import theme as messina
from renderer.rattus.theme import WASHES
from renderer.seats import LOOKS, SEATS
from rules import GAMES
from rules.game import Target
from rules.messina.view_types import View
from rules.rattus.components import CARDS, CARDS_IN_PLAY, CONNECTIONS, CUBES, FACES, IN_USE, WALLS
from rules.rattus.components import SEATS as NUMBERS
from rules.rattus.view import CardView, PotionView, RatView, RegionView
from rules.rattus.view import View as RattusView
from rules.table import Table

SHARE = 0.8  # a colour counts by this power of its pixels: below 1, because sea and paper cover most of a board
NEAR = 10  # a chosen colour so near (sum over the channels) to one with a name is left out


def plain(module: object) -> list[Rgb]:
    """The colours that are variables of a module."""
    return [
        value
        for value in vars(module).values()
        if isinstance(value, tuple) and len(value) == 3 and isinstance(value[0], int)
    ]


def named(game: str) -> list[Rgb]:
    """The colours of a game that must come out exactly."""
    own: list[Rgb]
    if game == "rattus":
        own = [*plain(theme), *WASHES.values()]
    else:
        hexes = [tone for colour in messina.HEXES.values() for tone in (colour.fill, colour.dark)]
        own = [
            *(look.rgb for look in LOOKS),
            *plain(theme),
            *plain(messina),
            *hexes,
            *messina.SECTORS.values(),
            *messina.GOODS.values(),
        ]
    return list(dict.fromkeys([*(s.rgb for s in SEATS), *own, (255, 255, 255)]))


def rattus_boards() -> Iterator[Image.Image]:
    """Boards with everything on them that can be: each number of players, faces seen, choices, things that changed."""
    chance = Random(1)
    for seats in NUMBERS:
        for due in range(seats):
            regions = [
                RegionView(
                    region,
                    [
                        RatView(f"{region}-{letter}", chance.choice([None, None, *FACES.values()]))
                        for letter in "abc"[: chance.randint(0, 3)]
                    ],
                    [chance.choice([0, 0, 1, 2, 3, 12]) for _ in range(seats)],
                    bishops=chance.choice([0, 0, 0, 1]),
                    nuns=chance.choice([0, 0, 1]),
                    potions=[PotionView(chance.randrange(seats), chance.randint(1, 3))],
                )
                for region in IN_USE[seats]
            ]
            cards = [
                CardView(card, CARDS[card].class_, chance.choice([None, *range(seats)]), chance.random() < 0.3)
                for card in chance.sample(list(CARDS), CARDS_IN_PLAY)
            ]
            view = RattusView(
                game="rattus",
                seats=seats,
                seat=due,
                options={},
                phase="turns",
                turn=5,
                start=0,
                due=[due],
                question="main",
                trigger=due,
                final_order=[],
                regions=regions,
                unused=[],
                plague=chance.choice(IN_USE[seats]),
                neutral=True,
                neutral_at_end=False,
                palace=[2] * seats,
                stock=[CUBES - 5] * seats,
                supply=20,
                removed=0,
                discards=[],
                cards=cards,
                placed=False,
                taken=False,
                score=None,
                walls=chance.sample(CONNECTIONS[seats], WALLS),
            )
            spots = [Target("region", region) for region in chance.sample(IN_USE[seats], 4)]
            marks = [Mark("A", spots[0]), Mark("B", spots[1]), Mark("C", Target("card", cards[0].id))]
            yield paint(
                view,
                names=["Ada", "Bela", "Cyd", "Dora"],
                layout=chance.choice(["wide", "tall"]),
                marks=marks,
                changed=spots[2:],
            )


def messina_views() -> Iterator[View]:
    """Positions of random games, every second one with boards of side b: the set-up, some way in, late, and the end."""
    for seats in GAMES["messina"].seats:
        chance = Random(seats)
        table = Table(GAMES["messina"], seats, f"colours {seats}", {"variant": "advanced"} if seats % 2 else {})
        for moves in (0, 40 * seats, 60 * seats, 10_000):
            while not table.over and moves:
                asked = table.due()[0]
                table.play(asked.seat, chance.choice(asked.moves))
                moves -= 1
            yield table.view(None)


def messina_boards() -> Iterator[Image.Image]:
    """Every part of such games, with choices and changes, dimmed and in full colours, and the legend."""
    names = ["Ada", "Bela", "Cyd", "Dora"]
    for number, view in enumerate(messina_views()):
        hexes = [Target("hex", one.id) for one in view.hexes]
        marks = [Mark("A", hexes[0]), Mark("B", hexes[1])] if number % 3 == 1 else []
        style = frozenset({"full"}) if number % 2 else frozenset()
        for part in parts(view, "tall"):
            yield paint(view, names=names, layout=part, marks=marks, changed=hexes[-2:], style=style)
    yield paint(view, names=names, layout="legend")


BOARDS = {"rattus": rattus_boards, "messina": messina_boards}


def make(game: str) -> None:
    """Write the palette of a game."""
    pictures = list(BOARDS[game]())
    sheet = Image.new("RGB", (max(p.width for p in pictures), sum(p.height for p in pictures)))
    y = 0
    for picture in pictures:
        sheet.paste(picture, (0, y))
        y += picture.height
    counts = sheet.getcolors(sheet.width * sheet.height) or []
    pixels = [colour for count, colour in counts for _ in range(max(1, round(count**SHARE / 4)))]
    strip = Image.new("RGB", (len(pixels), 1))
    strip.putdata(pixels)
    fixed = named(game)
    for wanted in range(256, 0, -1):
        chosen = strip.quantize(wanted, Image.Quantize.MEDIANCUT, kmeans=3).getpalette() or []
        others = [(chosen[i], chosen[i + 1], chosen[i + 2]) for i in range(0, len(chosen), 3)]
        others = [
            c
            for c in dict.fromkeys(others)
            if all(sum(abs(a - b) for a, b in zip(c, f, strict=True)) > NEAR for f in fixed)
        ]
        if len(fixed) + len(others) <= 256:
            break
    file(game).write_text("\n".join(f"{r:02x}{g:02x}{b:02x}" for r, g, b in [*fixed, *others]) + "\n", "ascii")


if __name__ == "__main__":
    for game in BOARDS:
        make(game)
