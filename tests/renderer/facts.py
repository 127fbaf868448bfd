"""The facts behind pictures: letters, places and parts, and how replays move pieces.

They are kept in a file. After an intended change, ``python -m tests.renderer.compare`` renews it, too; read the
changes.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from renderer import Scene
from renderer.canvas.palette import in_contrast
from renderer.messina.estate.layout import OVERSEER_MOVES
from renderer.messina.pictures import reading_order
from renderer.pictures import Keyframe
from rules.game import Target
from rules.messina import components as c
from rules.messina import events as e
from rules.messina.view import FigureView, View
from rules.rattus.components import CONNECTIONS
from rules.rattus.view import View as MapView
from rules_service.history import moves_of, turns_of
from tests.renderer.messina import views as messina
from tests.renderer.rattus import views as rattus
from tests.renderer.scenes import PICTURES
from tests.renderer.sheets import recorded

FILE = Path(__file__).parent / "golden" / "facts.json"
NAMES = rattus.NAMES
IN_MOTION = " in motion"
LAYOUTS = ("wide", "tall", "large")
RECORDED = (
    *("rattus/4_players_supply_cards_knight_king", "rattus/3_players_supply_cards_peasant_queen"),
    *("rattus/2_players_cubes_cards_monk_emperor", "messina/4_players_plain"),
    *("messina/1_player_plain", "messina/3_players_advanced_chosen_priority_tile"),
)


def _things_of_messina(view: View) -> Iterator[Target]:
    """Yield everything that can have a letter, and some things that have none."""
    ids: dict[str, list[str]] = {
        "home": ["home"], "hex": [*(one.id for one in view.hexes), "h0"], "dock": [dock.id for dock in view.docks],
        "ship": [*(ship.id for dock in view.docks for ship in dock.ships), "silk9"],
        "square": list(c.SQUARES), "hut": list(c.HUT_IDS), "overseer": list(c.CITIZEN_CLASSES),
        "way": [f"{one}-{way}" for one in c.CITIZEN_CLASSES for ways in OVERSEER_MOVES for way in ways],
        "register": list(c.REGISTERS), "scroll": ["1", "2", "3"], "board": list(c.BOARDS),
        "scroll_board": list(c.SCROLL_BOARDS), "hut_upgrade": [*(stack.top for stack in view.huts), "q99"],
        "workshop": [*(stack.top for stack in view.workshops)], "wagon": [*(stack.top for stack in view.wagons), "c9"],
        "coin": ["coin"],
    }  # fmt: skip
    ids["workshop"] += [one.tile for player in view.players for one in player.workshops]
    yield from (Target(kind, one) for kind, some in ids.items() for one in some)


def _things_of_rattus(view: MapView) -> Iterator[Target]:
    """Yield everything that has a letter."""
    yield from (Target("card", card.id) for card in view.cards)
    for region in view.regions:
        yield from (Target(kind, region.id) for kind in ("region", "bishop", "nun", "potion"))
        yield from (Target("rat", rat.handle) for rat in region.rats)
    yield from (Target(kind, way) for kind in ("wall", "connection") for way in CONNECTIONS[view.seats])


def _letters(view: Any, things: Iterator[Target]) -> dict[str, list[str]]:
    """Return each thing's letter, or the name of the error if it can't have one, and the part that shows it."""
    pictures, found = PICTURES[view.game], dict[str, list[str]]()
    for one in things:
        try:
            letter = pictures.letter(view, one)
        except (ValueError, KeyError) as error:
            letter = type(error).__name__
        found[f"{one.kind} {one.id}"] = [letter, pictures.place(view, one)]
    return found


def _flights(name: str) -> dict[str, list[object]]:
    """Return how often a replay of a recorded game shows each kind of event, with a digest of those keyframes."""
    table = recorded(name)
    before, moves = moves_of(table, None, turns_of(table, None))
    pictures = PICTURES[table.game.id]
    seen = defaultdict[str, list[object]](list)
    for move in moves:
        for event in move.events:
            for one in pictures.keyframes(before, event, Scene(before, NAMES[: before.seats], pictures.replay_part)):
                seen[type(event).__name__].append(_seen(one))
                before = one.view
        before = move.view
    return {kind: [len(found), _digest(found)] for kind, found in sorted(seen.items())}


def _seen(one: Keyframe[Any]) -> tuple[object, ...]:
    """Return everything about a keyframe except its pieces' pixels."""
    points = [[(round(x, 1), round(y, 1)) for x, y in path.points] for path in one.paths]
    looks = [[sprite.size for sprite in path.sprites] for path in one.paths]
    return one.view, one.under, sorted(one.lifted), one.event_done, points, looks


def _digest(what: object) -> str:
    return sha256(msgspec.json.encode(what)).hexdigest()[:16]


def _odd_flights() -> list[object]:
    """Return digests of replays of events that no recorded game has, with several pieces in one place or with none."""
    view = messina.position(4)
    many = [FigureView(0, True), FigureView(1, True), FigureView(0, False), FigureView(1, True)]
    hexes = [
        replace(one, cubes=2, citizens=["nun", "craftsman"], figures=many) if one.id == "h3" else one
        for one in view.hexes
    ]
    view = replace(view, hexes=hexes)
    events = (
        *(e.Went(1, "h3", "h12", 0), e.Went(0, "h3", "lost", 0), e.Went(2, "h12", "h3", 0), e.Went(1, "h12", "h3", 0)),
        *(e.Recalled(0, "home"), e.Recalled(1, "h3"), e.Parted(2, "lost"), e.Rescued(0, "craftsman", "h3", "cl1")),
        *(e.Rescued(0, "nun", "h3", ""), e.Rescued(0, "aristocrat", "h3", ""), e.Rescued(0, "nun", "lost", "")),
        *(e.Fought(0, "h3", 1, 0, 5, ("h12",)), e.Fought(0, "gems1", 1, 0, 1, ("h3", "h12"))),
        *(e.CitizensLost("h3", ("nun",)), e.ShipArrived("silk2", "dock-ne", True), e.TurnEnded(0, ())),
    )
    scene = Scene(view, NAMES, "city")
    return [_digest([_seen(one) for one in PICTURES["messina"].keyframes(view, event, scene)]) for event in events]


def _boards() -> Iterator[tuple[str, object]]:
    """Yield letters, places and parts of the boards of both games."""
    for seats in (2, 3, 4):
        view = messina.position(seats, seat=1)
        yield f"messina {seats}", _letters(view, _things_of_messina(view))
        yield f"messina {seats} in order", {one: list(place) for one, place in reading_order(view).items()}
        land = rattus.position(seats, rats=2)
        yield f"rattus {seats}", _letters(land, _things_of_rattus(land))
    public = replace(messina.position(4), active=3)
    yield "messina in public", _letters(public, _things_of_messina(public))
    places: dict[str, Any] = {
        "messina": messina.position(3), "messina alone": messina.position("alone"),
        "messina at the start": messina.boards_to_choose("board")[0], "rattus": rattus.position(4),
    }  # fmt: skip
    for name, place in places.items():
        yield f"{name} parts", {layout: list(PICTURES[place.game].parts(place, layout)) for layout in LAYOUTS}


def facts() -> dict[str, object]:
    """Return all facts in the form used in the file."""
    found = dict(_boards())
    found |= {f"{name}{IN_MOTION}": _flights(name) for name in RECORDED}
    found[f"odd events{IN_MOTION}"] = _odd_flights()
    for game, pictures in PICTURES.items():
        found[f"{game} colours"] = pictures.named
        found[f"{game} in high contrast"] = in_contrast(pictures.palette)
        found[f"{game} previews"] = {option: pictures.preview(option) for option in ("", "areas", "contrast", "strong")}
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def kept() -> dict[str, Any]:
    """Return all facts from the file."""
    return json.loads(FILE.read_text("utf-8"))  # type: ignore[no-any-return]


def renew() -> None:
    """Store all facts in the file, one on each line."""
    lines = (f"{json.dumps(name)}: {json.dumps(fact)}" for name, fact in facts().items())
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
