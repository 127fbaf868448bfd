"""Positions of Messina 1347: from recorded games, and one with as much of everything as possible."""

from functools import cache
from pathlib import Path

import msgspec
from msgspec.structs import replace

from renderer import Mark
from rules import GAMES
from rules.game import Event, Target
from rules.log import Log
from rules.messina.components import BOARDS, CITIZEN_CLASSES, SHIPS, SQUARES, WAGONS, WORKSHOPS
from rules.messina.state import Cart, Overseer
from rules.messina.view import CitizenView, FigureView, HutView, MooredView, View, WorkshopView
from rules.table import Table

RECORDED = Path(__file__).parents[2] / "recorded" / "messina"
GAME: dict[int | str, str] = {
    2: "2_players_plain", 3: "3_players_confirm", 4: "4_players_plain", "alone": "1_player_plain",
    "alone advanced": "1_player_advanced_chosen_solo_reshuffle",
    "mixed": "2_players_b_boards",
    "tile": "3_players_advanced_chosen_priority_tile",
    "advanced": "4_players_advanced",
}  # fmt: skip
STAGES = {"setup": 0.0, "middle": 0.62, "end": 1.0}  # Each stage's share of the game's moves.


@cache
def table(game: int | str, stage: str) -> Table:
    """Return a recorded game, given by its number of seats or its variant, at this stage."""
    recorded = msgspec.json.decode((RECORDED / f"{GAME[game]}.json").read_bytes())
    log = msgspec.convert(recorded["log"], Log)
    moves = log.entries[: round(len(log.entries) * STAGES[stage])]
    return Table.load(GAMES["messina"], replace(log, entries=moves), trusted=True)


def position(game: int | str, stage: str = "middle", *, seat: int | None = None) -> View:
    """Return the view of a seat, or by default of the public, at this stage."""
    view: View = table(game, stage).view(seat)
    return view


def happened(game: int | str, moves: int, stage: str = "middle") -> list[Event]:
    """Return the public events of the last moves before the stage."""
    return [event for step in table(game, stage).steps[-moves:] for event in step.events if event.reader() is None]


def crowded() -> View:
    """Return a view of four players. The first player has nearly everything, and a hex and a dock are full."""
    view = position(4)
    gold, nun = CitizenView("craftsman", "gold"), CitizenView("nun", "normal")
    rich = replace(
        view.players[0],
        points=187,
        tokens={"coin": 38, "timber": 24, "fire": 19, "big_fire": 12},
        rats=15,
        squares={square: CitizenView(one.sector, "gold") for square, one in SQUARES.items()},
        huts=[
            HutView(hut.id, tile, number % 2 + 1, gold if number % 2 else nun)
            for number, (hut, tile) in enumerate(zip(view.players[0].huts, ("q11", "q10", "q15", "q5"), strict=True))
        ],
        workshops=[
            WorkshopView(tile, CitizenView(WORKSHOPS[tile].citizen, "gold") if number % 2 else None, number % 3 == 0)
            for number, tile in enumerate([*list(WORKSHOPS)[::3], "b2"])
        ],
        wagons=[Cart(wagon, number % 2 == 0) for number, wagon in enumerate(WAGONS)],
        overseers={one: Overseer(6 - number, "left", True) for number, one in enumerate(CITIZEN_CLASSES)},
        scrolls=[4, 4, 4], ships=list(SHIPS)[:6], tiles=0, deferred=["city-10", "church-8", "popularity-5"],
    )  # fmt: skip
    everybody = [FigureView(seat, False) for seat in range(4)]
    busy = view.hexes[0].id
    return replace(
        view,
        players=[rich, *view.players[1:]],
        hexes=[
            replace(one, cubes=6, citizens=list(CITIZEN_CLASSES), figures=[FigureView(2, True), FigureView(0, False)])
            if one.id == busy
            else one
            for one in view.hexes
        ],
        docks=[
            replace(dock, ships=[MooredView(ship, True) for ship in list(SHIPS)[6:9]], figures=everybody)
            if not number
            else replace(dock, ships=[])
            for number, dock in enumerate(view.docks)
        ],
    )


def of_side_b() -> View:
    """Return `crowded` with side-B boards, used-up squares, and scroll cubes on every level."""
    view, other = crowded(), position("advanced")
    players = []
    for number, (own, dealt) in enumerate(zip(view.players, other.players, strict=True)):
        once = [square.id for square in BOARDS[dealt.board].squares.values() if square.once]
        boards = {"board": dealt.board, "scroll_board": dealt.scroll_board, "hut_edge": dealt.hut_edge}
        scrolls = [(number + column) % 5 for column in range(3)]
        players.append(replace(own, **boards, spent=once[number:], scrolls=scrolls))
    return replace(view, players=players)


def good_result() -> View:
    """Return the end of a solo game with a good score."""
    view = position("alone", "end")
    lacking = view.opponent.good_score - view.score.points[0]
    breakdown = {**view.score.breakdown, "played": [view.score.breakdown["played"][0] + lacking]}
    return replace(view, score=replace(view.score, points=[view.opponent.good_score], breakdown=breakdown))


def boards_to_choose(kind: str) -> tuple[View, tuple[Mark, ...]]:
    """Return the second player's view and choices when choosing a board of this kind before round I."""
    played = Table(GAMES["messina"], 3, "boards", {"variant": "advanced", "deal": "chosen"})
    for move in ("take purple", "take scroll-b4", *(["take red"] if kind == "scroll_board" else [])):
        played.play(played.due()[0].seat, move)
    (due,) = played.due()
    targets = [Target(kind, move.removeprefix("take ")) for move in due.moves]
    return played.view(due.seat), tuple(Mark(letter, target) for letter, target in zip("ABC", targets, strict=True))


def marks(view: View) -> tuple[Mark, ...]:
    """Return choices in the city, on the offers and on a register."""
    places = [Target("hex", one.id) for one in view.hexes[:4]] + [Target("dock", view.docks[1].id)]
    offers = [Target("workshop", stack.top) for stack in view.workshops] + [Target("register", "city")]
    return tuple(Mark(letter, target) for letter, target in zip("ABCDEFGHI", places + offers, strict=True))


def on_estate(view: View, seat: int) -> tuple[Mark, ...]:
    """Return choices on an estate: its citizens, a scroll, an overseer, a hut."""
    squares = [Target("square", square) for square in view.players[seat].squares]
    things = [*squares, Target("scroll", "2"), Target("overseer", "nun"), Target("hut", "hut2")]
    return tuple(Mark(letter, target) for letter, target in zip("ABCDEFGHIJKLMNOP", things, strict=False))


CHANGED = (Target("hex", "h7"), Target("register", "church"), Target("square", "nl1"), Target("hut", "hut1"))
