"""How each game likes to be asked in a panel: data about its kinds of move."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.panels.move_picker import PLAIN, Manner
from rules.messina.components import CORNERS, DISTRICTS, DOCKS
from rules.messina.view_types import View
from wording.messina.moves import hex_action_open

MESSINA = Manner(
    spread=(
        *("act", "repopulate", "go", "board", "recall", "rescue", "house", "fight", "activate", "advance", "elevate"),
        *("promote", "gild", "give", "part", "step", "pay", "scroll", "hut", "workshop", "wagon", "priority"),
        *("work", "restack", "copy"),
    ),
    whole=12,
    ways={"go": 1, "board": 1},
    points={"fight": 0, "recall": 0, "hut": 1, "work": 1, "house": 2},
)
WAYS = {"messina": MESSINA.ways}  # by game and kind of move: see `Manner.ways`


def manner(game: str, view: Any) -> Manner:
    """How the panel asks whoever sees this view."""
    return MANNERS[game](view) if game in MANNERS else PLAIN


def _messina(view: View) -> Manner:
    docks = {ship.id: dock.id for dock in view.docks for ship in dock.ships}
    order = {place: number for number, place in enumerate((*DISTRICTS, *CORNERS, *DOCKS))}

    def cost(move: str) -> tuple[int, int]:
        """The coins for the way; hexes in the order of their numbers."""
        kind, *words = move.split()
        if kind not in MESSINA.ways:
            return 0, 0
        start, goal = words
        to = docks.get(goal, goal)
        return view.reach[start][to], order[to]

    return replace(MESSINA, cost=cost, gives_up=hex_action_open(view))


MANNERS: dict[str, Callable[[Any], Manner]] = {"messina": _messina}
