"""Finding things in a view of Messina 1347: the own estate, citizens by where they are, prices of the way."""

from collections.abc import Mapping

from rules.messina.view_types import CitizenView, DockView, HexView, PlayerView, View, WorkshopView
from wording.messina.names import name_of, on_board
from wording.speaker import Speaker


def viewer(view: View) -> int:
    """The seat whose estate the texts are about: the viewer's, or else that of whoever is due or was last."""
    if view.seat is not None:
        return view.seat
    return view.due[0] if view.due else view.active


def mine(view: View) -> PlayerView:
    """The estate that the texts are about."""
    return view.players[viewer(view)]


def here(word: str, view: View) -> str:
    """A square as it is on the player board of that estate; all other words as they are."""
    return on_board(word, mine(view).board)


def name_here(word: str, s: Speaker[View]) -> str | None:
    """The name of anything by its id, squares as on the estate that the view is about; None if it is no such id."""
    return name_of(here(word, s.view), s)


def ranked(view: View) -> list[int]:
    """Return the seats as on the score track, or as in the result when the game is over."""
    return view.score.ranking if view.score else view.score_order


def total(view: View, seat: int) -> int:
    """Return the points of a seat: those so far, or those of the result when the game is over."""
    return view.score.points[seat] if view.score else view.players[seat].points


def hex_view(view: View, hex_: str) -> HexView | None:
    """The hex, if it is in the city."""
    return next((found for found in view.hexes if found.id == hex_), None)


def dock_of(view: View, ship: str) -> DockView | None:
    """The dock where the ship lies."""
    return next((dock for dock in view.docks if any(one.id == ship for one in dock.ships)), None)


def own_workshop(player: PlayerView, tile: str) -> WorkshopView | None:
    """The player's workshop."""
    return next((work for work in player.workshops if work.tile == tile), None)


def citizen_at(player: PlayerView, spot: str) -> CitizenView | None:
    """The citizen on a square, in a hut or in a workshop."""
    if spot in player.squares:
        return player.squares[spot]
    for hut in player.huts:
        if hut.id == spot:
            return hut.citizen
    work = own_workshop(player, spot)
    return work.citizen if work else None


def space_of(view: View, register: str, seat: int) -> int:
    """The space of a seat's disc on a register, counted from 1."""
    discs: Mapping[str, list[list[int]]] = {one.id: one.discs for one in view.registers}
    return next(space for space, here in enumerate(discs[register], 1) if seat in here)


def way_price(view: View, start: str, to: str) -> int:
    """The coins for the way from home, a hex or a dock to a hex or a dock; 0 from home and to the same place."""
    return view.reach.get(start, {}).get(to, 0)
