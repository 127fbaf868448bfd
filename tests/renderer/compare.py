"""Compare a picture with the one kept in ``golden/``.

After an intended change ``make keep`` renews the kept pictures and facts: look at every one of them before committing.
"""

import platform
from collections.abc import Callable, Iterator
from functools import cache, partial, reduce
from io import BytesIO
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat, features

from renderer import Mark
from renderer.review_chart import ReviewChart, TurningPoint, review_chart
from rules.game import Target
from rules.messina.view import View
from rules.rattus.components import CONNECTIONS
from tests.renderer import facts, rare, sheets
from tests.renderer.messina import views as messina
from tests.renderer.rattus.views import (
    CARD_MARKS,
    CARDS_PLAYED,
    MARKS,
    NAMES,
    OUTBREAKS,
    SEEN,
    TURN,
    WALLS,
    WAR,
    position,
    with_pieces,
)
from tests.renderer.scenes import OTHERWISE, painted, png

HERE = Path(__file__).parent
# What has drawn the kept pictures. Other versions may round differently, so there a picture need only look the same.
DRAWN_WITH = {"pil": "13.0.0", "freetype2": "2.14.3", "machine": "x86_64"}
PIXELS = 20  # Maximum number of pixels that differ in pictures drawn with these.
MEAN = 0.6  # Maximum mean difference between the pictures, of 255.
OFF = 0.06  # Maximum share of pixels in a tile that differ by more than FAR.
FAR = 48
TILE = 64  # Pixels; small enough that a missing piece shows even in a large picture.

GOLDEN: dict[str, Callable[[], Image.Image]] = {
    "setup-4-wide": partial(painted, position(4, "setup"), NAMES),
    "setup-2-tall": partial(painted, position(2, "setup"), NAMES[:2], "tall"),
    "turns-4-wide": partial(painted, position(4), NAMES, events=TURN),
    "turns-4-part-private": partial(
        painted, position(4, faces=SEEN, seat=1, plague="gallia"), NAMES, "part", marks=MARKS
    ),
    "turns-4-tall-story": partial(painted, position(4), NAMES, "tall", events=TURN),
    "turns-4-tall-outbreaks": partial(
        painted, position(4, plague="gallia"), NAMES, "tall", lang="de", events=OUTBREAKS
    ),
    "turns-4-part-cards": partial(painted, position(4), NAMES, "part", marks=CARD_MARKS),
    "turns-4-part-cards-and-map": partial(painted, position(4), NAMES, "part", marks=[*CARD_MARKS, *MARKS]),
    "turns-3-wide-pl": partial(painted, position(3, plague="bulgaria"), NAMES[:3], lang="pl"),
    "final-3-tall": partial(painted, position(3, "final", plague="turcia"), NAMES[:3], "tall"),
    "turns-4-wide-otherwise": partial(painted, position(4), NAMES, events=TURN, style=OTHERWISE),
    "over-2-wide": partial(painted, position(2, "over", plague="anglia"), NAMES[:2]),
    "over-4-tall": partial(painted, position(4, "over", plague="russia"), NAMES, "tall"),
    "legend-de": partial(painted, position(4), NAMES, "legend", lang="de"),
}


def _pied_piper() -> Iterator[tuple[str, Callable[[], Image.Image]]]:
    """Return everything in the expansion in both layouts, choices of every kind, and the fullest possible board."""
    yield "piper-4-tall", partial(painted, with_pieces(position(4)), NAMES, "tall")
    yield "piper-4-wide", partial(painted, with_pieces(position(4)), NAMES, events=CARDS_PLAYED)
    choices = with_pieces(position(3, plague="germania"), owners=(0, 1, 2, 2, 2, 2), turned="germania", baked=12)
    wanted = [*(("card", card) for card in WAR), *(("wall", wall) for wall in WALLS)]
    wanted += [("bishop", "italia"), ("nun", "germania"), ("rat", "germania-b"), ("region", "turcia")]
    marks = [Mark(letter, Target(*target)) for letter, target in zip(ascii_uppercase, wanted, strict=False)]
    yield "piper-3-part-choices", partial(painted, choices, NAMES[:3], "part", marks=marks, lang="de")
    ways = [
        Mark(letter, Target("connection", way)) for letter, way in zip(ascii_uppercase, CONNECTIONS[4], strict=False)
    ]
    yield "piper-4-part-connections", partial(painted, with_pieces(position(4)), NAMES, "part", marks=ways)
    full = {"gallia": [9, 3, 2, 1], "italia": [2, 4, 3, 5], "hungaria": [1, 2, 6, 3], "polonia": [3, 3, 3, 3]}
    base = position(4, rats=3, plague="gallia")
    crowd = with_pieces(
        replace(base, regions=[replace(one, cubes=full.get(one.id, one.cubes)) for one in base.regions]),
        cards=("mayor", "messenger", "merchant", "baker", "bishop", "queen"),
        owners=[2] * 6,
        walls=("anglia+gallia", "germania+polonia", "italia+turcia"),
        bishops=("gallia", "hungaria"),
        nuns=("gallia", "italia", "italia"),
        potions={"gallia": [(0, 2), (1, 1)], "hungaria": [(2, 1), (3, 1)], "italia": [(3, 2)]},
        baked=12,
    )
    yield "piper-4-tall-crowd", partial(painted, crowd, NAMES, "tall", lang="hu")
    table = with_pieces(position(2, plague="anglia"), owners=[None] * 6, walls=("hispania+italia", "polonia+scandia"))
    yield "piper-2-wide", partial(painted, table, NAMES[:2], lang="pl")
    for lang in ("en", "hu"):
        yield f"piper-legend-{lang}", partial(painted, table, NAMES[:2], "legend", lang=lang)


GOLDEN |= dict(_pied_piper())


def _messina() -> Iterator[tuple[str, Callable[[], Image.Image]]]:
    """Return every stage for each number of players, in parts or side by side in one; choices; and a crowd."""

    def picture(view: View, part: str, **more: Any) -> Callable[[], Image.Image]:
        return partial(painted, view, NAMES[: view.seats], part, **more)

    for seats in (2, 3, 4):
        for stage in messina.STAGES:
            view = messina.position(seats, stage)
            if stage == "middle":
                yield f"messina-{stage}-{seats}-grid", picture(view, "grid", changed=messina.CHANGED)
                continue
            for part in ("city", "score", f"estate-{view.active}"):
                yield f"messina-{stage}-{seats}-{part}", picture(view, part)
    view = messina.position(4, seat=1)
    marks = messina.marks(view)
    yield "messina-choices-city-dimmed", picture(view, "city", marks=marks, style=frozenset({"dimmed"}), lang="hu")
    yield "messina-choices-score", picture(view, "score", marks=marks, lang="de")
    yield "messina-choices-part", picture(view, "part", marks=messina.on_estate(view, 1), lang="pl")
    yield "messina-choices-part-city", picture(view, "part", marks=marks[:4])
    yield "messina-choices-part-offers", picture(view, "part", marks=marks[5:])
    for part in ("city", "score", "estate-0"):
        told = picture(messina.position("advanced"), part, events=messina.happened("advanced", 19))
        yield f"messina-story-{part.partition('-')[0]}", told
    begun = picture(messina.position(4), "city", events=messina.happened(4, 11))
    yield "messina-story-round-city", begun
    crowd = messina.crowded()
    yield "messina-middle-4-grid-otherwise", picture(messina.position(4), "grid", style=OTHERWISE)
    yield "messina-crowded-city", picture(crowd, "city")
    yield "messina-crowded-estate", picture(crowd, "estate-0", style=frozenset({"fixed"}))
    yield from (
        ("messina-advanced-grid", picture(messina.position("advanced"), "grid", changed=messina.CHANGED)),
        ("messina-advanced-end-score", picture(messina.position("advanced", "end"), "score", lang="de")),
        ("messina-mixed-end-estate", picture(messina.position("mixed", "end"), "estate-0")),
        ("messina-tile-score", picture(messina.position("tile"), "score", lang="hu")),
        ("messina-alone-city", picture(messina.position("alone advanced"), "city")),
        ("messina-alone-grid", picture(messina.position("alone advanced"), "grid", lang="pl")),
        ("messina-alone-setup-score", picture(messina.position("alone", "setup"), "score")),
        ("messina-alone-end-score", picture(messina.position("alone", "end"), "score", lang="hu")),
        ("messina-alone-good-score", picture(messina.good_result(), "score")),
        ("messina-legend-alone", picture(messina.position("alone advanced"), "legend", lang="de")),
    )
    for kind in ("board", "scroll_board"):
        view, marks = messina.boards_to_choose(kind)
        yield f"messina-choose-{kind}", picture(view, "part", marks=marks, lang="pl")
    for seat in range(4):
        yield f"messina-side-b-{seat}", picture(messina.of_side_b(), f"estate-{seat}")
    view = messina.position(4, seat=1)
    for lang in ("en", "pl"):
        yield f"messina-legend-{lang}", picture(view, "legend", lang=lang)


GOLDEN |= dict(_messina())


def _charts() -> Iterator[tuple[str, Callable[[], Image.Image]]]:
    """Return the charts of reviews: of four players, and of a game alone."""
    waves = [[1 + (at * (seat + 3) % 7) / 6 + seat * at / 60 for at in range(40)] for seat in range(4)]
    lines = [[wave[at] / sum(one[at] for one in waves) for at in range(40)] for wave in waves]
    ended = [[*line, float(seat == 2)] for seat, line in enumerate(lines)]
    points = [TurningPoint(1, 4, 0), TurningPoint(2, 21, 2), TurningPoint(3, 37, 3)]
    rounds = [(8 * number, f"{number + 1}") for number in range(5)]
    title = "Chance to win in percent"
    yield "review-4", partial(review_chart, ReviewChart(title, NAMES, (0, 1, 2, 3), ended, rounds, points))
    points_alone = [90.0 + at + at * 5 % 7 for at in range(24)]
    alone = ReviewChart("Erwartete Punkte", NAMES[:1], (2,), [points_alone], rounds[:3], points[:1], percent=False)
    yield "messina-review-alone", partial(review_chart, alone)


CARDS_RECORDED = ("4_players_supply_cards_knight_king", "3_players_supply_cards_peasant_queen")


def _sheets() -> Iterator[tuple[str, Callable[[], Image.Image]]]:
    """Return pictures of the help, emoji, paths in replays, and crops of choices."""
    for name in ("rattus", "messina"):
        yield f"{name}-things", partial(sheets.things, name)
        yield f"{name}-signs", partial(sheets.signs, name)
    yield "rattus-paths", partial(sheets.paths, *(f"rattus/{name}" for name in CARDS_RECORDED))
    yield "messina-paths", partial(sheets.paths, "messina/4_players_plain")
    yield "messina-crops", sheets.crops


CHARTS = dict(_charts())
NO_BOARDS = CHARTS | dict(_sheets())
GOLDEN |= NO_BOARDS
KEPT = GOLDEN | rare.PICTURES


def game(name: str) -> str:
    """Return the game of a picture."""
    return "messina" if name.startswith("messina") else "rattus"


@cache
def file(name: str) -> bytes:
    """Return the PNG file as players get it. It is drawn only once for all tests."""
    return png(KEPT[name](), game(name))


def kept(name: str) -> Image.Image:
    """Return the kept picture."""
    return Image.open(HERE / "golden" / f"{name}.png")


def apart(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """Return how far two pictures differ.

    The mean over all channels, and the share of far-off pixels in the worst tile.
    """
    if one.size != other.size:
        return 255.0, 1.0
    if (one.mode, one.getpalette(), one.tobytes()) == (other.mode, other.getpalette(), other.tobytes()):
        return 0.0, 0.0
    gap = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    far = gap.convert("L").point(lambda v: 255 if v > FAR else 0)
    return sum(ImageStat.Stat(gap).mean) / 3, far.reduce(TILE).getextrema()[1] / 255  # type: ignore[operator]


def is_exact() -> bool:
    """Return whether pictures are drawn with the same versions here as the kept ones."""
    found = {name: features.version(name) for name in ("pil", "freetype2")} | {"machine": platform.machine()}
    return found == DRAWN_WITH


def pixels_apart(one: Image.Image, other: Image.Image) -> int:
    """Return how many pixels of two pictures of the same size differ."""
    gap = reduce(ImageChops.lighter, ImageChops.difference(one.convert("RGB"), other.convert("RGB")).split())
    return one.width * one.height - gap.histogram()[0]


def renew() -> None:
    """Draw all pictures, and store those that have changed."""
    for name, draw in KEPT.items():
        path, data = HERE / "golden" / f"{name}.png", png(draw(), game(name))
        drawn = Image.open(BytesIO(data))
        if not path.exists() or drawn.size != kept(name).size or pixels_apart(drawn, kept(name)):
            path.write_bytes(data)
    facts.renew()


if __name__ == "__main__":
    renew()
