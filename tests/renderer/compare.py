"""Compare a picture with the one kept in ``golden/``.

After an intended change, ``make keep`` renews the kept pictures and facts. Look at every changed one before committing.
"""

import json
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
    CARDS_PLAYED,
    MARKS,
    NAMES,
    OUTBREAKS,
    RAT_MARKS,
    SEEN,
    TURN,
    WALLS,
    WAR,
    position,
    with_pieces,
)
from tests.renderer.scenes import OTHERWISE, painted, png

HERE = Path(__file__).parent
# The versions with which the golden pictures were drawn. Other versions may round differently, so with these a picture
# only has to look the same.
DRAWN_WITH = {"pil": "13.0.0", "freetype2": "2.14.3", "machine": "x86_64"}
PIXELS = 20  # Maximum number of pixels that differ in pictures drawn with these.
MEAN = 0.6  # Maximum mean difference between the pictures, of 255.
OFF = 0.06  # Maximum share of pixels in a tile that differ by more than FAR.
FAR = 48
CHANGED = ".changed"  # the ending of a file that has only the pixels changed since the whole picture was stored
TILE = 64  # Pixels; small enough that a missing piece shows even in a large picture.

GOLDEN: dict[str, Callable[[], Image.Image]] = {
    "setup-2-tall": partial(painted, position(2, "setup"), NAMES[:2], "tall"),
    "turns-4-wide": partial(painted, position(4), NAMES, events=TURN),
    "turns-4-part-private": partial(
        painted, position(4, faces=SEEN, seat=1, plague="gallia"), NAMES, "part", marks=MARKS
    ),
    "turns-4-tall-outbreaks": partial(
        painted, position(4, plague="gallia"), NAMES, "tall", lang="de", events=OUTBREAKS
    ),
    "over-4-post": partial(painted, position(4, "over", plague="gallia"), NAMES, "post", events=OUTBREAKS),
    "turns-4-part-strike": partial(
        painted, position(4, seat=1, plague="gallia", rats=1), NAMES, "part", marks=RAT_MARKS, events=OUTBREAKS[:3]
    ),
    "final-3-tall": partial(painted, position(3, "final", plague="turcia"), NAMES[:3], "tall"),
    "turns-4-wide-otherwise": partial(painted, position(4), NAMES, events=TURN, style=OTHERWISE),
    "over-4-tall": partial(painted, position(4, "over", plague="russia"), NAMES, "tall"),
    "legend-de": partial(painted, position(4), NAMES, "legend", lang="de"),
}


def _pied_piper() -> Iterator[tuple[str, Callable[[], Image.Image]]]:
    """Yield pictures of everything in the expansion, of choices of every kind, and of the fullest possible board."""
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
        owners=[2] * 6, walls=("anglia+gallia", "germania+polonia", "italia+turcia"), bishops=("gallia", "hungaria"),
        nuns=("gallia", "italia", "italia"),
        potions={"gallia": [(0, 2), (1, 1)], "hungaria": [(2, 1), (3, 1)], "italia": [(3, 2)]},
        baked=12,
    )  # fmt: skip
    yield "piper-4-tall-crowd", partial(painted, crowd, NAMES, "tall", lang="hu")
    table = with_pieces(position(2, plague="anglia"), owners=[None] * 6, walls=("hispania+italia", "polonia+scandia"))
    yield "piper-legend-hu", partial(painted, table, NAMES[:2], "legend", lang="hu")


GOLDEN |= dict(_pied_piper())


def _messina() -> Iterator[tuple[str, Callable[[], Image.Image]]]:
    """Yield pictures of each kind of board at several stages, of all boards in one, of choices, and of full boards."""

    def picture(view: View, part: str, **more: Any) -> Callable[[], Image.Image]:
        return partial(painted, view, NAMES[: view.seats], part, **more)

    for seats, stage, part in (
        *((2, "setup", "city"), (2, "setup", "estate-1"), (3, "end", "city"), (3, "setup", "score")),
        (3, "end", "score"),
    ):
        yield f"messina-{stage}-{seats}-{part}", picture(messina.position(seats, stage), part)
    whole = messina.position(4)
    yield "messina-middle-4-grid", picture(whole, "grid", changed=messina.CHANGED)
    yield "messina-middle-4-grid-otherwise", picture(whole, "grid", style=OTHERWISE)
    view = messina.position(4, seat=1)
    marks = messina.marks(view)
    yield "messina-choices-city-dimmed", picture(view, "city", marks=marks, style=frozenset({"dimmed"}), lang="hu")
    yield "messina-choices-score", picture(view, "score", marks=marks, lang="de")
    yield "messina-choices-part", picture(view, "part", marks=messina.on_estate(view, 1), lang="pl")
    yield "messina-choices-part-city", picture(view, "part", marks=marks[:4])
    yield "messina-choices-part-offers", picture(view, "part", marks=marks[5:])
    crowd = messina.crowded()
    yield "messina-crowded-city", picture(crowd, "city")
    first, *others = crowd.players
    boxed = replace(crowd, players=[replace(first, box=1), *others])
    yield "messina-crowded-estate", picture(boxed, "estate-0", style=frozenset({"fixed"}))
    yield from (
        ("messina-advanced-end-score", picture(messina.position("advanced", "end"), "score", lang="de")),
        ("messina-mixed-end-estate", picture(messina.position("mixed", "end"), "estate-0")),
        ("messina-tile-score", picture(messina.position("tile"), "score", lang="hu")),
        ("messina-alone-grid", picture(messina.position("alone advanced"), "grid", lang="pl")),
        ("messina-alone-setup-score", picture(messina.position("alone", "setup"), "score")),
        ("messina-alone-good-score", picture(messina.good_result(), "score")),
        ("messina-legend-alone", picture(messina.position("alone advanced"), "legend", lang="de")),
    )
    for kind in ("board", "scroll_board"):
        view, marks = messina.boards_to_choose(kind)
        yield f"messina-choose-{kind}", picture(view, "part", marks=marks, lang="pl")
    for seat in range(4):
        yield f"messina-side-b-{seat}", picture(messina.of_side_b(), f"estate-{seat}")


GOLDEN |= dict(_messina())


def _charts() -> Iterator[tuple[str, Callable[[], Image.Image]]]:
    """Yield the charts of reviews: of four players, and of a solo game."""
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
CHARTS = dict(_charts())
SHEETS: dict[str, Callable[[], Image.Image]] = {
    **{f"{name}-things": partial(sheets.things, name) for name in sheets.THINGS},
    **{f"{name}-signs": partial(sheets.signs, name) for name in sheets.THINGS},
    "rattus-paths": partial(sheets.paths, *(f"rattus/{name}" for name in CARDS_RECORDED)),
    "messina-paths": partial(sheets.paths, "messina/4_players_plain"),
    "messina-crops": sheets.crops,
}
NO_BOARDS = CHARTS | SHEETS
GOLDEN |= NO_BOARDS
KEPT = GOLDEN | rare.PICTURES
# The only part that is stored of a picture that is otherwise like another one: left, top, right and bottom.
CROPS: dict[str, tuple[int, int, int, int]] = json.loads((HERE / "golden" / "crops.json").read_text("utf-8"))
# Pictures of README.md.
SHOWN = ("turns-4-wide", "messina-middle-4-grid")


def game(name: str) -> str:
    """Return the game of a picture."""
    return "messina" if name.startswith("messina") else "rattus"


@cache
def file(name: str) -> bytes:
    """Return the PNG file as players get it. It is drawn only once for all tests."""
    return png(KEPT[name](), game(name))


def drawn(name: str) -> Image.Image:
    """Return the picture as it is drawn now, in the colours of its file and cropped like the kept one."""
    picture = Image.open(BytesIO(file(name)))
    return picture.crop(CROPS.get(name, (0, 0, *picture.size)))


def kept(name: str) -> Image.Image:
    """Return the kept picture: the first version with the stored changes pasted over it."""
    picture = Image.open(stored(name)).convert("RGB")
    if stored(name, CHANGED).exists():
        change = Image.open(stored(name, CHANGED))
        picture.paste(change, (0, 0), change)
    return picture


def stored(name: str, ending: str = "") -> Path:
    """Return the file of a kept picture, or of its changes."""
    return HERE / "golden" / f"{name}{ending}.png"


def apart(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """Return how much two pictures differ.

    The results are the mean over all channels, and the share of very different pixels in the worst tile.
    """
    if one.size != other.size:
        return 255.0, 1.0
    gap = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    far = gap.convert("L").point(lambda v: 255 if v > FAR else 0)
    return sum(ImageStat.Stat(gap).mean) / 3, far.reduce(TILE).getextrema()[1] / 255  # type: ignore[operator]


def is_exact() -> bool:
    """Return whether this machine draws pictures with the versions used for the kept ones."""
    found = {name: features.version(name) for name in ("pil", "freetype2")} | {"machine": platform.machine()}
    return found == DRAWN_WITH


def changed_pixels(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return a mask of the pixels in which two pictures of the same size differ."""
    gap = reduce(ImageChops.lighter, ImageChops.difference(one.convert("RGB"), other.convert("RGB")).split())
    return gap.point([0] + [255] * 255)


def pixels_apart(one: Image.Image, other: Image.Image) -> int:
    """Return how many pixels of two pictures of the same size differ."""
    return changed_pixels(one, other).histogram()[255]


def renew() -> None:
    """Draw all pictures, and store the changed ones and the facts."""
    for name in KEPT:
        store(name, drawn(name))
    facts.renew()


def store(name: str, now: Image.Image) -> None:
    """Store the changes in a picture, so that the repository doesn't grow by another whole picture.

    The whole picture is stored if it is new or has a new size, if the file of the change is at least half as large as
    the whole file, or if people look at it.
    """
    whole, change = stored(name), stored(name, CHANGED)
    if whole.exists() and kept(name).size == now.size and not pixels_apart(kept(name), now):
        return
    change.unlink(missing_ok=True)
    if whole.exists() and name not in SHOWN and kept(name).size == now.size:
        differs = changed_pixels(kept(name), now)
        picture = now.convert("RGBA")
        picture.putalpha(differs)
        empty = Image.new("RGBA", now.size)
        data = packed(Image.composite(picture, empty, differs))
        if not differs.getbbox() or len(data) < whole.stat().st_size / 2:
            if differs.getbbox():
                change.write_bytes(data)
            return
    whole.write_bytes(packed(now))


def packed(picture: Image.Image) -> bytes:
    """Return the picture as the smallest file that Pillow can make."""
    out = BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    renew()
