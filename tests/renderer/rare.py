"""Rarely seen scenes: much news at once, unusual choices, full regions, long names and words, previews."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path

from msgspec.structs import replace
from PIL import Image

from renderer import Mark, Scene
from renderer.messina.score.layout import opponent_area
from renderer.pictures import OptionPreview, preview_sheet
from renderer.review_chart import ReviewChart, TurningPoint, review_chart
from rules.game import Event, Score, Target
from rules.messina.components import CITIZEN_CLASSES, OPPONENT_SEAT, REGISTER_BARS
from rules.messina.state import Overseer
from rules.messina.view import FigureView, MooredView, StackView, View, WorkshopView
from rules.rattus import events as map_
from rules.rattus.components import CONNECTIONS, REGIONS_IN_USE, TOKEN_FACES
from rules.rattus.view import View as MapView
from tests.renderer.messina.views import crowded, position
from tests.renderer.rattus import views as rattus
from tests.renderer.rattus.views import NAMES
from tests.renderer.scenes import OTHERWISE, painted, words
from tests.renderer.scenes import PICTURES as GAMES
from tests.renderer.sheets import rows
from tests.rules.games import read_events

Draw = Callable[[], Image.Image]
NEWS = read_events(Path(__file__).parent / "messina" / "news.turns", "messina")
# All begin with the same letter; one can't be drawn at all; two need another letter than their first.
LONG_NAMES = ("Anna-Maria Wilhelmina von Hohenstein", "🐀🐀", "aa", "Αναστασία Παπαδοπούλου-Καραγιάννη of Thessaloniki")


def news_of_messina() -> tuple[View, Sequence[Event]]:
    """Return a position of four players and events in which nearly everything happens to the first player."""
    view = position(4)
    first = replace(
        view.players[0],
        overseers={
            "craftsman": Overseer(4, "left", False),
            "nun": Overseer(4, "right", True),
            "aristocrat": Overseer(4, "right", False),
        },
        tokens={"coin": 3, "timber": 0, "fire": 2, "big_fire": 1},
        recalled=2,
    )
    view = replace(
        view, players=[first, *view.players[1:]], phase="priority",
        options={**view.options, "round4_order": "register_order"}, huts=[view.huts[0], StackView("", 0), view.huts[2]],
        workshops=[StackView("b19", 5), *view.workshops[1:]],
    )  # fmt: skip
    return view, NEWS["players"]


def news_of_the_opponent() -> tuple[View, Sequence[Event]]:
    """Return a position of a solo game and the opponent's actions."""
    view = position("alone advanced")
    assert view.opponent is not None
    shown = ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"]
    opponent = replace(view.opponent, ready=0, shown=shown, past=["s9", "s10", "s11", "s12"], popularity=7)
    discs = [[OPPONENT_SEAT] * (space == 7) for space in range(1, 15)]
    registers = [
        replace(
            one,
            discs=[[seat for seat in there if seat >= 0] + more for there, more in zip(one.discs, discs, strict=True)],
        )
        if one.id == "popularity"
        else one
        for one in view.registers
    ]
    ships = [MooredView(ship, ship == "silk1") for ship in ("spices2", "silk1", "gems3")]
    docks = [replace(view.docks[0], ships=ships), *view.docks[1:]]
    hexes = [replace(one, citizens=[*one.citizens, "craftsman"]) if one.id == "h14" else one for one in view.hexes]
    return replace(view, opponent=opponent, registers=registers, docks=docks, hexes=hexes), NEWS["opponent"]


def marks_of(*things: tuple[str, str]) -> tuple[Mark, ...]:
    """Return a choice for each thing, given by its kind and id."""
    return tuple(Mark("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[at], Target(*thing)) for at, thing in enumerate(things))


def choices_in_messina() -> tuple[View, tuple[Mark, ...]]:
    """Return a position with many choices on a few hexes, docks and ships, and at home."""
    view = position(4, seat=1)
    own = replace(view.players[1], home=2)
    view = replace(
        view, round=3, players=[view.players[0], own, *view.players[2:]],
        docks=[replace(one, figures=[FigureView(1, True)]) if one.id == "dock-nw" else one for one in view.docks],
    )  # fmt: skip
    hexes = [*[("hex", "h3")] * 3, *[("hex", "h20")] * 5, ("hex", "h7"), ("hex", "h12"), ("hex", "h12")]
    ships = [("ship", "gems1"), ("ship", "gems1"), ("ship", "gems2"), ("dock", "dock-nw"), ("dock", "dock-nw")]
    return view, marks_of(("home", "home"), *hexes, *ships, ("dock", "dock-ne"))


def choices_on_an_estate() -> tuple[View, tuple[Mark, ...]]:
    """Return a full estate with choices of every kind, several of them on the same thing."""
    view = crowded()
    overseers = {
        "craftsman": Overseer(1, "", False),
        "nun": Overseer(2, "right", False),
        "aristocrat": Overseer(1, "", True),
    }
    workshops = [*view.players[0].workshops[1:], WorkshopView("b21", None, True)]
    own = replace(view.players[0], overseers=overseers, workshops=workshops, home=1)
    things = (
        *(("home", "home"), ("way", "craftsman-left"), ("way", "nun-skip"), ("overseer", "craftsman")),
        *(("overseer", "aristocrat"), ("overseer", "aristocrat"), ("workshop", "b2"), ("workshop", "b2")),
        *(("hut_upgrade", "q11"), ("wagon", "c1-1"), ("ship", "gems1"), ("scroll", "1"), ("hut", "hut4")),
        *(("square", "cl1"), ("square", "nr3"), ("square", "nr3"), ("hex", "h7"), ("hex", "h3")),
    )
    return replace(view, seat=0, active=0, players=[own, *view.players[1:]]), marks_of(*things)


def odd_estates() -> View:
    """Return estates with all overseers on one space, two ships of one kind, and a disc exactly at a bar."""
    view = position("advanced")
    meeting = {one: Overseer(6, "left", one == "nun") for one in CITIZEN_CLASSES}
    second = replace(view.players[1], ships=["gems1", "gems2", "silk1"], overseers=meeting)
    huts = [replace(one, upgrade=tile) for one, tile in zip(view.players[3].huts, ("", "q3", "q7", ""), strict=True)]
    third = replace(view.players[3], overseers=meeting, huts=huts)
    first, last = REGISTER_BARS["church"]
    discs = [{first: [0, 1, 3], last: [2]}.get(number, []) for number in range(1, 12)]
    registers = [replace(one, discs=discs) if one.id == "church" else one for one in view.registers]
    players = [view.players[0], second, view.players[2], third]
    return replace(view, players=players, registers=registers)


def solo_ends() -> Image.Image:
    """Return a sheet with solo results just below, at and just above a good one, and two of the opponent's tiles."""
    view = position("alone", "end")
    assert view.opponent is not None
    assert view.score is not None
    shown = []
    for more in (-1, 0, 1):
        score = replace(view.score, points=[view.opponent.good_score + more])
        shown.append(painted(replace(view, score=score), NAMES[:1], "score").crop(opponent_area(True).box))
    for tile in ("s3", "s8"):
        opponent = replace(view.opponent, shown=[tile], past=[], ready=0)
        before = replace(position("alone"), opponent=opponent)
        shown.append(painted(before, NAMES[:1], "score").crop(opponent_area(False).box))
    return rows(shown)


def messina() -> Iterator[tuple[str, Draw]]:
    """Yield rare pictures of Messina 1347, each with its name."""
    view, events = news_of_messina()
    for part in ("city", "score", "estate-0"):
        yield f"messina-news-{part}", partial(painted, view, NAMES, part, events=events)
    view, events = news_of_the_opponent()
    for part in ("city", "score"):
        yield f"messina-news-alone-{part}", partial(painted, view, NAMES[:1], part, events=events)
    view, marks = choices_in_messina()
    yield "messina-many-choices-city", partial(painted, view, NAMES, "city", marks=marks)
    home = replace(view, seat=None, active=1)
    yield "messina-many-choices-home", partial(painted, home, NAMES, "part", marks=marks[:1], lang="pl")
    view, marks = choices_on_an_estate()
    yield "messina-many-choices-estate", partial(painted, view, NAMES, "estate-0", marks=marks)
    yield "messina-many-choices-part", partial(painted, view, NAMES, "part", marks=[*marks[1:6], marks[-1]])
    upgrade = replace(view, question="upgrade_overseer")
    yield "messina-many-choices-upgrade", partial(painted, upgrade, NAMES, "part", marks=[*marks[3:6]])
    yield "messina-solo-ends", solo_ends
    yield "messina-odd-estate", partial(painted, odd_estates(), NAMES, "estate-1")


def full_map() -> tuple[MapView, tuple[Event, ...]]:
    """Return a map with cubes, rats and figures in every region, and losses in every other one."""
    base = rattus.position(4, rats=2, plague="turcia", cubes=(3, 12, 2, 1))
    potions = {region: [(0, 1)] * (at % 5) + [(2, 2)] * (at % 2) for at, region in enumerate(REGIONS_IN_USE[4])}
    figures = {"bishops": REGIONS_IN_USE[4][::2], "nuns": [*REGIONS_IN_USE[4], *REGIONS_IN_USE[4][1::2]]}
    view = rattus.with_pieces(base, potions=potions, turned="russia", **figures)
    view = replace(view, neutral=False, neutral_at_end=True, due=[])
    struck = [
        map_.Revealed(f"{region}-c", TOKEN_FACES["S11"], 18, True, [1, 2, 1, 3] if at % 4 else [0, 4, 0, 0])
        for at, region in enumerate(REGIONS_IN_USE[4])
        if at % 2
    ]
    return view, (*struck, map_.FigureMoved(1, "bishop", "", "anglia"), map_.Saved(2, "italia"))


def paths_of_the_plague() -> tuple[MapView, tuple[Event, ...]]:
    """Return a position and the plague's moves over every connection, and two moves through a third region."""
    ways = [way.split("+") for way in CONNECTIONS[4]]
    moves = [map_.PlagueMoved(0, *way[:: 1 if at % 2 else -1]) for at, way in enumerate(ways)]
    through = [map_.PlagueMoved(0, "gallia", "polonia", "germania"), map_.PlagueMoved(0, "anglia", "russia", "scandia")]
    return rattus.position(4, rats=2, plague="anglia", cubes=(1, 2, 0, 3)), (*moves, *through)


def choices_of_rattus() -> tuple[MapView, tuple[Mark, ...]]:
    """Return a position with choices of every kind, including some that the map does not show."""
    view = rattus.with_pieces(
        rattus.position(3, rats=3, plague="germania", faces={"italia-a": TOKEN_FACES["R36"]}),
        owners=(0, 1, 2, 2, None, 1), baked=12, nuns=("gallia", "italia", "polonia"),
    )  # fmt: skip
    shown = [("rat", "gallia-b"), ("rat", "italia-a"), ("rat", "italia-c"), ("nun", "gallia"), ("nun", "polonia")]
    shown += [("bishop", "italia"), ("wall", "gallia+hispania"), ("connection", "italia+turcia"), ("card", "baker")]
    shown += [("card", "knight"), ("region", "hispania"), ("region", "polonia"), ("rat", "polonia-a")]
    lacking = [("bishop", "anglia"), ("wall", "gallia+italia"), ("connection", "russia+tartaria")]
    lacking += [("card", "witch"), ("region", "knight"), ("rat", "polonia-d")]
    marks = marks_of(*shown, *lacking)
    return view, (*marks, Mark("", Target("rat", "turcia-a")), marks[0], Mark("Z", Target("card", "soldier")))


def results() -> MapView:
    """Return the end of a game of two: one has all points in regions, the other nearly all in the palace."""
    score = Score([30, 21], {"regions": [30, 1], "palace": [0, 20]}, [0, 1], [0, 1], "cubes")
    return replace(rattus.position(2, "over", plague="anglia"), score=score)


def cards_of_rattus() -> Iterator[tuple[str, Draw]]:
    """Yield rare pictures of the panel and of the cards beside a question."""
    view, marks = choices_of_rattus()
    yield "rattus-many-choices", partial(painted, view, NAMES[:3], "part", marks=marks)
    yield "rattus-results-wide", partial(painted, results(), NAMES[:2], "wide", style=OTHERWISE)
    fixed = replace(rattus.position(2, owner=1), due=[], start=1)
    yield "rattus-fixed-tall", partial(painted, fixed, NAMES[:2], "cards", style=frozenset({"fixed"}))


def rattus_() -> Iterator[tuple[str, Draw]]:
    """Yield rare pictures of Rattus, each with its name."""
    yield from cards_of_rattus()
    view, events = full_map()
    yield "rattus-full-map", partial(painted, view, NAMES, "map", events=events, style=frozenset({"strong"}))
    view, events = paths_of_the_plague()
    yield "rattus-plague-paths", partial(painted, view, NAMES, "map", events=events, lang="de")
    lifted = frozenset({Target("plague", "anglia"), Target("rat", "italia-b"), Target("rat", "gallia-a")})
    loss = map_.Revealed("russia-c", TOKEN_FACES["S11"], 7, True, [1, 2, 0, 0])
    roomy = rattus.with_pieces(
        view, bishops=REGIONS_IN_USE[4], nuns=REGIONS_IN_USE[4][::3], potions={"russia": [(0, 2), (1, 1)]}
    )
    yield "rattus-lifted", partial(painted, roomy, NAMES, "map", lifted=lifted, events=[loss])
    view, _ = full_map()
    marks = marks_of(
        *(("region", one) for one in REGIONS_IN_USE[4]), *(("bishop", one) for one in REGIONS_IN_USE[4][::2])
    )
    marks += tuple(Mark("12345678"[at], Target("nun", one)) for at, one in enumerate(REGIONS_IN_USE[4][1::2]))
    yield "rattus-full-choices", partial(painted, view, NAMES, "part", marks=marks)


def previews() -> Image.Image:
    """Return a sheet of previews of display options."""
    board = Scene(position(3), NAMES[:3], "city", words("de"))
    large = rattus.position(4)
    found = [
        OptionPreview(
            "areas",
            "Areas",
            [("Small", "tight"), ("Always the same", "fixed"), ("None", "none")],
            GAMES["rattus"],
            Scene(large, NAMES),
        ),
        OptionPreview(
            "size",
            "Size of the pictures of boards on a phone",
            [("Whole", "whole"), ("Enlarged", "large")],
            GAMES["messina"],
            board,
        ),
        OptionPreview(
            "contrast",
            "Contrast",
            [("Usual", "usual"), ("A very high contrast of all colours", "high")],
            GAMES["messina"],
            board,
        ),
        OptionPreview(
            "picture", "Boards", [("Tall", "tall"), ("Wide", "wide")], GAMES["rattus"], Scene(large, NAMES),
            layouts=True,
        ),
    ]  # fmt: skip
    return Image.open(BytesIO(preview_sheet(found))).convert("RGB")


def charts() -> Iterator[tuple[str, Draw]]:
    """Yield a chart of points in which two results are equal and turning points are at the edges."""
    lines = [[10.0 + at * (3 + seat) for at in range(12)] for seat in range(2)] + [
        [96.0 - at * 4.5 for at in range(12)]
    ]
    lines[2][-1] = lines[1][-1]
    points = [TurningPoint(1, 0, 2), TurningPoint(2, 11, 1), TurningPoint(3, 6, 0)]
    chart = ReviewChart("Punkte " * 12, LONG_NAMES[:3], (1, 3, 2), lines, [(0, "1"), (6, "2")], points, percent=False)
    yield "rattus-review-points", partial(review_chart, chart)


PICTURES: dict[str, Draw] = dict([*messina(), *rattus_(), ("rattus-previews", previews), *charts()])
