"""Turns and positions that recorded games lack, for `tests.wording.kept_texts`: nothing left, one of each, several."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rules.game import Event
from rules.messina import events as m
from rules.messina.components import OPPONENT_SEAT
from rules.messina.state import Cart
from rules.messina.view import CitizenView, HutView, WorkshopView
from rules.rattus import events as r
from rules.rattus.view import PotionView, RatView

GOLD, NUN = CitizenView("aristocrat", "gold"), CitizenView("nun", "normal")
FACE, ALL = r.Face(4, "M", ("chivalry", "magic")), r.Face(1, "A", ())

MESSINA: Mapping[str, Sequence[Event]] = {
    "steps": [
        m.Went(0, "home", "h3", 0),
        m.Stepped(0, "city", 3, 3, False, False),
        m.Stepped(0, "church", 2, 0, False, True),
        m.Stepped(0, "city", 4, 4, False, False),
        m.Recruited(0, 4),
        m.TurnEnded(0, ("scroll", "scroll")),
    ],
    "ends": [
        m.Stepped(0, "church", 11, 0, True, False),
        m.Stepped(0, "church", 11, 3, True, False),
        m.Stepped(0, "city", 10, 0, False, True),
        m.Stepped(0, "city", 10, 0, True, False),
        m.Stepped(0, "popularity", 4, 0, True, True),
        m.TurnEnded(0, ()),
    ],
    "end": [m.Stepped(0, "church", 11, 0, True, False), m.TurnEnded(0, ())],
    "no-room": [
        m.Went(0, "home", "h3", 0),
        m.Rescued(0, "nun", "h3", "nl1"),
        m.Rescued(0, "craftsman", "h3", ""),
        m.Rescued(0, "nun", "h3", ""),
        m.Fought(0, "h3", 1, 0, 1, ()),
        m.Fought(0, "h3", 0, 2, 1, ("h5", "h5")),
        m.Rats(0, 2, "h3", "plague"),
        m.Unused(0, "build"),
        m.TurnEnded(0, ("city",)),
    ],
    "scrolls": [
        m.Scrolled(0, 2, 1),
        m.Scrolled(0, 2, 2),
        m.Scrolled(0, 1, 1),
        m.Activated(0, "nl1", "nun"),
        m.SquareSpent(0, "nl1"),
        m.Activated(0, "cl1", "craftsman"),
        m.Gilded(0, "nun", "hut2"),
        m.Gilded(0, "nun", "nl1"),
        m.TurnEnded(0, ()),
    ],
    "building": [
        m.Went(0, "h7", "h7", 0),
        m.Acted(0, "h7", 1, False),
        m.Paid(0, "restack", {"coin": 1}),
        m.Restacked(0, "workshops", ["b7", "b1"]),
        m.Paid(0, "b7", {"coin": 1}),
        m.Built(0, "workshop", "b7", "", "b8"),
        m.Built(0, "wagon", "c1-1", "", ""),
        m.Paid(0, "q3", {"timber": 1}),
        m.Built(0, "hut", "q3", "hut2", "q8"),
        m.Employed(0, "nun", "nl1", "b7"),
        m.Employed(0, "nun", "nl2", "b7"),
        m.Gained(0, "b7", {"fire": 1}),
        m.TurnEnded(0, ()),
    ],
    "ship": [
        m.Boarded(0, "h3", "dock-ne", "silk1", 2),
        m.CubeLeft(0, "silk1"),
        m.Rats(0, 1, "silk1", "ship"),
        m.Gained(0, "silk1", {"coin": 2, "points": 1}),
        m.OverseerUpgraded(0, "nun"),
        m.PriorityChosen(0, "city"),
        m.OverseerAdvanced(0, "nun", 3, "left", True),
        m.OverseerAdvanced(0, "craftsman", 1, "", False),
        m.Activated(0, "nl1", "nun"),
        m.TurnEnded(0, ()),
    ],
    "round": [
        m.RoundEnded(3),
        m.CitizensLost("h13", ("nun",)),
        m.CitizensLost("h9", ("nun", "craftsman")),
        m.LateWorkshops(["b19"]),
        m.ShipArrived("gems1", "dock-se", True),
        m.ShipArrived("silk1", "dock-ne", False),
        m.WheelTurned(6, "upright"),
        m.PlagueFailed(4, 1),
        m.Rats(1, 1, "h1", "infection"),
        m.Rats(0, 2, "h11", "infection"),
        m.Rats(1, 1, "h2", "infection"),
        m.CitizensCame("nun", ("h5", "h6", "h1")),
        m.RoundBegan(4, [1, 0], "score"),
    ],
    "small-round": [
        m.RoundEnded(1),
        m.CitizensLost("h13", ("nun",)),
        m.ShipArrived("gems1", "dock-se", True),
        m.PlaguePlaced(("h3",)),
        m.PlaguePlaced(("h5", "h3")),
        m.CitizensCame("nun", ("h5",)),
        m.RoundBegan(2, [1, 0], "city"),
    ],
    "empty-round": [m.RoundEnded(2), m.PlaguePlaced(()), m.RoundBegan(3, [0, 1], "church")],
    "rats": [
        m.RoundEnded(6),
        m.Gained(0, "q5", {"coin": 1}),
        m.RatPenalty(0, 3, -2, 0),
        m.RatPenalty(1, 2, 0, 2),
        m.GameEnded([1, 2], [1, 0], [1]),
    ],
    "lieutenants": [
        m.Recalled(0, "home"),
        m.Gained(0, "recall", {"coin": 1}),
        m.Recruited(0, 4),
        m.Recruited(0, 5),
        m.TurnEnded(0, ()),
        m.Repopulating(0, "h3", "c1-1"),
        m.Parted(0, "h3"),
        m.Parted(0, "home"),
        m.TurnEnded(0, ()),
    ],
    "level": [
        m.Gained(0, "h3", {"coin": 2, "fire": 2}),
        m.Paid(0, "nl1", {"coin": 2}),
        m.Fought(0, "h3", 2, 1, 2, ()),
        m.Stepped(0, "popularity", 4, 0, False, False),
        m.Recruited(0, 4),
        m.Parted(0, "home"),
        m.TurnEnded(0, ()),
    ],
    "unused": [m.Went(0, "home", "h3", 0), m.Unused(0, "build"), m.Unused(0, "scroll"), m.TurnEnded(0, ("city",))],
    "silent": [m.CubeLeft(0, "silk1")],
    "nothing": [m.CubeLeft(0, "silk1"), m.Produced(0, "q9"), m.Acted(0, "h7", 1, False), m.TurnEnded(0, ())],
    "step": [m.Stepped(0, "popularity", 4, 0, False, False), m.TurnEnded(0, ())],
    "quiet": [m.InQuarantine(0, "nun", "hut1"), m.Produced(0, "q9"), m.TurnEnded(0, ())],
    "quiet-and-not": [
        m.InQuarantine(0, "nun", "hut1"),
        m.TurnEnded(0, ()),
        m.TurnEnded(1, ("build",)),
        m.Recalled(1, "h3"),
        m.TurnEnded(1, ()),
        m.Unused(0, "build"),
    ],
    "copies": [
        m.Acted(0, "h15", 2, True),
        m.Acted(0, "h7", 1, False),
        m.Gained(0, "h15", {"fire": 1}),
        m.TurnEnded(0, ()),
        m.Acted(1, "h15", 2, False),
        m.Acted(1, "h7", 1, False),
    ],
    "boards": [
        m.BoardTaken(0, "board", "yellow", False),
        m.BoardTaken(1, "scroll_board", "scroll-b2", False),
        m.BoardTaken(0, "scroll_board", "scroll-b1", False),
        m.BoardTaken(2, "board", "yellow", True),
    ],
    "together": [
        m.Housed(0, "nun", "hut1", ""),
        m.Housed(1, "nun", "hut1", "nl1"),
        m.Housed(0, "craftsman", "hut2", "cl1"),
        m.Gained(1, "q5", {"coin": 1}),
        m.Gained(1, "b19", {"coin": 1, "points": 3}),
        m.Gained(1, "b19", {"points": 1}),
        m.TurnEnded(1, ()),
        m.TurnEnded(0, ()),
    ],
    "visitors": [
        m.Went(0, "home", "h3", 0),
        m.Tribute(1, "h3", 0, 1),
        m.TurnEnded(0, ()),
        m.Went(1, "h3", "h3", 0),
        m.Tribute(1, "h3", 1, 2),
        m.TurnEnded(1, ()),
    ],
    "sentences": [
        m.Went(0, "dock-ne", "ne", 0),
        m.Went(0, "h3", "h7", 1),
        m.Boarded(0, "home", "dock-ne", "silk1", 0),
        m.Boarded(0, "h3", "dock-ne", "silk1", 0),
        m.Rescued(0, "aristocrat", "h3", "hut2"),
        m.Fought(0, "h3", 1, 2, 2, ("h1", "h9", "h9")),
        m.OverseerAdvanced(0, "nun", 2, "left", False),
        m.OverseerAdvanced(0, "nun", 6, "left", True),
        m.Restacked(0, "huts", ["q1", "", "q8"]),
        m.Built(0, "workshop", "b7", "", ""),
        m.TurnEnded(0, ("build", "build", "overseer:nun")),
        m.Began([1, 0]),
        m.DockDrawn("nw", False),
        m.DockDrawn("nw", True),
        m.LateWorkshops(["b19", "", "b29"]),
        m.RatPenalty(0, 3, -2, 1),
        m.RatPenalty(0, 1, 0, 0),
    ],
    "of-variants": [
        m.TilesShuffled(14),
        m.HexAdded("h16", 14),
        m.BoardTaken(0, "scroll_board", "scroll-b2", True),
        m.RoundBegan(1, [0, OPPONENT_SEAT], "solo"),
        m.RoundBegan(2, [OPPONENT_SEAT, 0], "solo"),
        m.OpponentWent("h5", 0),
        m.OpponentPassed(0),
        m.OpponentRescued("h5", ("nun", "craftsman", "nun")),
        m.OpponentTook("ship", ("silk1",), (), "dock-ne", True, 2, ("dock-ne",)),
        m.OpponentTook("ship", ("silk1",), (), "dock-ne", True, 1, ("dock-ne", "dock-ne")),
        m.OpponentTook("ship", ("silk1",), (), "dock-ne", True, 3, ("dock-nw", "dock-ne", "dock-ne")),
        m.OpponentTook("huts", ("q3", "q8"), (), "", False),
        m.OpponentIdle("workshop:nun"),
        m.OpponentLeft(("h9", "h3")),
        m.Judged(135, 130),
        m.Judged(120, 140),
    ],
    "opponent": [
        m.Recalled(0, "h1"),
        m.TurnEnded(0, ()),
        m.TileRevealed("s3", "h5", "taken"),
        m.TileRevealed("s13", "h18", "absent"),
        m.TileRevealed("s4", "h3", ""),
        m.OpponentWent("h3", 2),
        m.Tribute(0, "h3", OPPONENT_SEAT, 2),
        m.OpponentRescued("h3", ("nun",)),
        m.OpponentFought("h3", 3),
        m.OpponentTook("wagon", ("c1-1",), ("c2-1",), "", False),
        m.TileRevealed("s12", "h17", ""),
        m.OpponentWent("h17", 1),
        m.OpponentIdle("none"),
    ],
    "repopulation": [
        m.Went(0, "home", "h3", 0),
        m.Repopulating(0, "h3", "c1-1"),
        m.Paid(0, "h3", {"coin": 1}),
        m.Given(0, "craftsman", "b1"),
        m.Employed(0, "craftsman", "cl1", "b1"),
        m.Given(0, "craftsman", "cl2"),
        m.Parted(0, "home"),
        m.Repopulated(0, "h3", 8),
        m.Rats(0, 1, "h3", "repopulation"),
        m.TurnEnded(0, ()),
    ],
    "production": [
        m.Gained(0, "q5", {"coin": 1, "points": 1}),
        m.Gained(0, "b7", {"fire": 1}),
        m.Gained(0, "b20", {"points": 1}),
        m.Gained(1, "q5", {"fire": 1}),
        m.InQuarantine(0, "nun", "hut1"),
        m.Housed(0, "nun", "hut3", "b24"),
        m.Gained(0, "b24", {"fire": 1, "points": 3}),
        m.Housed(1, "nun", "hut1", "nl1"),
        m.RoundBegan(2, [0, 1, 2], "popularity"),
    ],
}

RATTUS: Mapping[str, Sequence[Event]] = {
    "beginning": [
        r.CardsDrawn(["serf", "nun", "piper"]),
        r.NoChivalry(),
        r.Began(1, "gallia"),
        r.Placed(1, "gallia", 2),
        r.Placed(0, "italia", 1),
        r.SetupEnded(1),
    ],
    "cards": [
        r.Placed(0, "gallia", 1),
        r.Placed(0, "italia", 1),
        r.Placed(0, "italia", 2, "peasant"),
        r.Placed(0, "italia", 2, "peasant", "queen"),
        r.Took(0, "monk", None),
        r.Took(0, "king", 1),
        r.RatMoved(0, "monk", "gallia-b", "italia-b"),
        r.RatMoved(0, "monk", "gallia-a", "italia-c"),
        r.CubesMoved(0, "merchant", "gallia", "italia", 1, 1),
        r.CubesMoved(0, "merchant", "gallia", "italia", 2, 3),
        r.FigureMoved(0, "nun", "", "gallia"),
        r.FigureMoved(0, "bishop", "", "italia"),
        r.FigureMoved(0, "bishop", "italia", "gallia"),
        r.FigureMoved(0, "bishop", "gallia", "italia"),
        r.WallMoved(0, "gallia+italia", "gallia+hispania"),
        r.WallMoved(0, "gallia+hispania", "gallia+italia"),
        r.PotionPlaced(0, "gallia", 1),
        r.PotionPlaced(0, "gallia", 2),
        r.Saved(0, "gallia", 1),
        r.Saved(0, "italia"),
        r.Baked(0),
        r.Unloaded(0, "gallia", 1, 1),
        r.PlagueStuck(0, "gallia"),
        r.TurnEnded(0),
    ],
    "plague": [
        r.Took(0, "knight", 2),
        r.PlagueMoved(0, "gallia", "italia", "hispania"),
        r.PlagueMoved(0, "italia", "gallia"),
        r.RatPlaced(0, "hispania-a"),
        r.RatPlaced(0, "hispania-b"),
        r.RatPlaced(0, "germania-a"),
        r.SpreadBlocked(1, "targets"),
        r.SpreadBlocked(2, "supply"),
        r.RatPlaced(0, "gallia-b", "soldier"),
        r.RatPlaced(0, "gallia-c", "serf", "box"),
        r.NeutralDeclared(0, "gallia"),
        r.Revealed("gallia-b", FACE, 5, True, [2, 1, 0], [0, 0, 1], [["M", "knight"], ["witch"], ["A"]]),
        r.Revealed("gallia-a", FACE, 4, True, [1, 0, 0], [0, 2, 0], [["M"], ["knight"], []]),
        r.Revealed("gallia-c", FACE, 3, False, [0, 0, 0]),
        r.Discarded("gallia-d", FACE),
        r.Revealed("italia-a", ALL, 1, True, [0, 0, 0], causes=[[], [], []]),
        r.TurnEnded(0),
        r.PlagueMoved(1, "gallia", "italia"),
        r.TurnEnded(1),
        r.TurnEnded(2),
    ],
    "ways": [
        r.PlagueMoved(0, "gallia", "italia"),
        r.PlagueMoved(0, "italia", "germania"),
        r.RatPlaced(0, "gallia-b"),
        r.TurnEnded(0),
        r.RatPlaced(1, "gallia-c"),
        r.Revealed("gallia-c", FACE, 3, False, [0, 0, 0]),
        r.RatPlaced(2, "gallia-c"),
    ],
    "witch": [
        r.Looked(0, "gallia-a"),
        r.Saw(0, "gallia-a", FACE),
        r.Looked(0, "italia-b"),
        r.Saw(0, "italia-b", ALL),
        r.Exchanged(0, "gallia-a", "italia-b"),
        r.CubesExchanged(0, "gallia", 0, 0, "italia", 2, 1),
        r.TurnedOver(0, ["gallia-a", "gallia-c"], [FACE, ALL]),
        r.TurnEnded(0),
    ],
    "piper": [
        r.CubesMoved(1, "piper", "gallia", "italia", 1),
        r.RatMoved(1, "piper", "gallia-a", "italia-a"),
        r.RatMoved(1, "piper", "gallia-b", "italia-c"),
        r.RatPlaced(1, "germania-a"),
        r.TurnEnded(1),
    ],
    "end": [
        r.Placed(0, "gallia", 1),
        r.TurnEnded(0),
        r.FinalRound(0, "cubes", [1, 2, 0]),
        r.Saved(1, "gallia"),
        r.FinalTurnEnded(1),
        r.FinalTurnEnded(2),
        r.Joined(0, "knight"),
        r.FinalTurnEnded(0),
        r.FinalDevastation(),
        r.Revealed("gallia-b", FACE, 4, True, [2, 1, 0], causes=[["M"], ["knight"], []]),
        r.Revealed("gallia-a", ALL, 1, True, [0, 1, 0], causes=[[], ["A"], []]),
        r.Revealed("italia-a", FACE, 2, False, [0, 0, 0]),
        r.GameEnded([3, 1, 2], [0, 2, 1]),
    ],
    "sudden-end": [r.TurnEnded(0), r.FinalRound(0, "supply", []), r.FinalDevastation(), r.GameEnded([0, 1], [1, 0])],
    "sentences": [
        r.CubesMoved(0, "merchant", "gallia", "italia", 2),
        r.SpreadBlocked(2, "targets"),
        r.Revealed("gallia-a", r.Face(3, "M", ("church", "chivalry")), 4, True, [2, 1, 0]),
        r.Revealed("gallia-a", r.Face(3, "M", ("church", "chivalry")), 3, True, [0, 0, 0]),
        r.Revealed("gallia-a", r.Face(3, "M", ("church", "chivalry")), 4, True, [1, 0, 0], [2, 1, 0]),
        r.Unloaded(0, "gallia", 1, 3),
        r.CubesExchanged(0, "gallia", 1, 0, "italia", 2, 1),
        r.CubesExchanged(0, "gallia", 0, 2, "italia", 0, 0),
        r.FigureMoved(0, "nun", "gallia", "italia"),
        r.WallMoved(0, "", "gallia+italia"),
        r.Saved(0, "gallia", 2),
    ],
}
TURNS = {"messina": MESSINA, "rattus": RATTUS}


def _estates(view: Any, **changes: Any) -> Any:
    return replace(view, players=[replace(one, **changes) for one in view.players])


def _messina_bare(view: Any) -> Any:
    """Return a position with nothing to take and almost nothing owned."""
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
        ships=["silk1", "gems1"],
        spent=["nl1", "cl2"],
        lying=["h3", "dock-ne"],
        standing=["nw"],
        recalled=1,
        box=2,
        scrolls=[1, 4, 2],
        deferred=["city-4", "church-3"],
        waiting=["build", "build", "scroll"],
        points=-3,
    )
    discs = [
        replace(one, discs=[[], [*range(seats)], *one.discs[2:-1], []], order=[*range(seats)][::-1])
        for one in view.registers
    ]
    reach = {"h3": {"h7": 2, "h1": 0, "dock-ne": 0, "h2": 0}, "home": {}, "h5": {"h7": 1, "h5": 0}}
    return replace(own, registers=discs, reach=reach, remaining=1, untested=True, about="h3", round=5)


def _rattus_rich(view: Any) -> Any:
    """Return a position with pieces, walls and potions, in which the plague piece counts as cubes now and later."""
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
            first,
            rats=rats,
            nuns=1,
            bishops=1,
            cubes=[2, 1, *first.cubes[2:]],
            potions=[PotionView(0, 2), PotionView(0, 1)],
        ),
        replace(second, nuns=2, bishops=2, potions=[PotionView(1, 1), PotionView(0, 3)], rats=[]),
        *others,
    ]
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
