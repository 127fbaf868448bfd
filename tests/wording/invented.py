"""Turns and positions that no recorded game has, for `tests.wording.kept_texts`: nothing left, one of each, several."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from rules.game import Event
from rules.messina.state import Cart
from rules.messina.view import CitizenView, HutView, WorkshopView
from rules.rattus.events import Face
from rules.rattus.view import PotionView, RatView
from tests.rules.games import read_events

GOLD, NUN = CitizenView("aristocrat", "gold"), CitizenView("nun", "normal")
FACE, ALL = Face(4, "M", ("chivalry", "magic")), Face(1, "A", ())


KEPT = Path(__file__).parent / "kept"
TURNS: Mapping[str, Mapping[str, Sequence[Event]]] = {
    game: read_events(KEPT / game / "invented.turns", game) for game in ("messina", "rattus")
}


def _estates(view: Any, **changes: Any) -> Any:
    return replace(view, players=[replace(one, **changes) for one in view.players])


def _messina_bare(view: Any) -> Any:
    """Return a position with nothing to take, where players own almost nothing."""
    empty = {"tokens": {}, "rats": 0, "supply": 0, "home": 0, "lying": [], "standing": [], "squares": {}, "wagons": []}
    own = _estates(view, **empty, workshops=[], ships=[], tiles=1, scrolls=[0, 0, 0], waiting=[], deferred=[], points=1)
    stacks = {kind: [replace(one, top="", tiles=0) for one in getattr(view, kind)] for kind in ("huts", "workshops")}
    wagons = [replace(one, top="" if at else one.top, tiles=not at) for at, one in enumerate(view.wagons)]
    hexes = [replace(one, cubes=0, citizens=[], figures=[]) for one in view.hexes]
    docks = [replace(one, ships=[], figures=[]) for one in view.docks]
    left = {"plague": 1, "hex_stack": 1, "ship_stack": 1, "dock_tiles": 1, "free_places": [], "reach": {}}
    return replace(own, **stacks, wagons=wagons, hexes=hexes, docks=docks, **left, remaining=0, about="")


def _messina_rich(view: Any) -> Any:
    """Return a position in which everybody has some of everything."""
    huts = [HutView("hut1", "q3", 2, GOLD), HutView("hut2", "q11", 0, None), HutView("hut3", "", 1, NUN)]
    works = [WorkshopView("b20", GOLD, True), WorkshopView("b1", None, False), WorkshopView("b7", NUN, False)]
    seats = view.seats
    own = _estates(
        view,
        squares={"cl1": GOLD, "nl1": NUN, "nl2": NUN, "ar3": GOLD},
        huts=[*huts, HutView("hut4", "", 0, None)],
        workshops=works,
        wagons=[Cart("c1-1", True), Cart("c5-1", False)],
        ships=["silk1", "gems1"], spent=["nl1", "cl2"], lying=["h3", "dock-ne"], standing=["nw"], recalled=1, box=2,
        scrolls=[1, 4, 2], deferred=["city-4", "church-3"], waiting=["build", "build", "scroll"], points=-3,
    )  # fmt: skip
    discs = [
        replace(one, discs=[[], [*range(seats)], *one.discs[2:-1], []], order=[*range(seats)][::-1])
        for one in view.registers
    ]
    reach = {"h3": {"h7": 2, "h1": 0, "dock-ne": 0, "h2": 0}, "home": {}, "h5": {"h7": 1, "h5": 0}}
    return replace(own, registers=discs, reach=reach, remaining=1, untested=True, about="h3", round=5)


def _rattus_rich(view: Any) -> Any:
    """Return a position with pieces, walls and potions, where the plague piece counts as cubes now and at the end."""
    cards = [
        replace(one, id=card, owner=owner, used=owner == 1)
        for one, card, owner in zip(view.cards, ("nun", "bishop", "emperor", "baker"), (0, 1, None, 0), strict=False)
    ]
    first, second, *others = view.regions
    rats = [
        RatView(f"{first.id}-{letter}", face, letter == "a")
        for letter, face in zip("abc", (FACE, ALL, None), strict=True)
    ]
    regions = [
        replace(
            first, rats=rats, nuns=1, bishops=1, cubes=[2, 1, *first.cubes[2:]],
            potions=[PotionView(0, 2), PotionView(0, 1)],
        ),
        replace(second, nuns=2, bishops=2, potions=[PotionView(1, 1), PotionView(0, 3)], rats=[]),
        *others,
    ]  # fmt: skip
    walls = ["gallia+italia", "gallia+hispania"]
    counts = {"neutral": True, "neutral_at_end": True, "plague": first.id, "walls": walls, "baked": [3, 0, 1, 0]}
    palace = [1, 0, 2, 0][: view.seats]
    few = {"supply": 1, "removed": 1, "stock": [0, 3, 4, 1][: view.seats], "trigger": 1, "left": 1, "about": [first.id]}
    return replace(
        view, cards=cards, regions=regions, palace=palace, **(counts | {"baked": [3, 0, 1, 0][: view.seats]}), **few
    )


# Changes of the view of a recorded position.
CHANGES: Mapping[str, Mapping[str, Callable[[Any], Any]]] = {
    "messina": {
        "bare": _messina_bare,
        "rich": _messina_rich,
        "last": lambda view: replace(_messina_rich(view), round=6, due=[]),
        "alone": lambda view: replace(view, opponent=replace(view.opponent, standing=["h9", "h3"], ready=1, next=True)),
        "printed": lambda view: replace(view, round=5, options={**view.options, "big_fire": "printed"}),
    },
    "rattus": {
        "rich": _rattus_rich,
        "last": lambda view: replace(_rattus_rich(view), phase="final", final_order=[1, 0], supply=0, turn=1),
        "used-up": lambda view: replace(view, supply=0, stock=[0] * view.seats, baked=[], discards=[]),
        "few": lambda view: replace(view, supply=6, stock=[3] * view.seats, turn=1, taken=True, placed=False),
        "more": lambda view: replace(view, supply=7, stock=[4] * view.seats, turn=2, taken=False, placed=True),
    },
}
