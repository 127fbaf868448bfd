"""Finding things in a view of Messina 1347: the player's own estate, citizens by place, prices of routes."""

from collections.abc import Sequence

from rules.messina.view_types import CitizenView, DockView, HexView, PlayerView, RegisterView, View, WorkshopView
from wording.catalogue import minus
from wording.messina.names import name_of, on_board
from wording.speaker import Speaker


def viewer(view: View) -> int:
    """Return the seat whose estate the texts are about: the viewer's, otherwise that of the current or last player."""
    if view.seat is not None:
        return view.seat
    return view.due[0] if view.due else view.active


def mine(view: View) -> PlayerView:
    """Return the estate that the texts are about."""
    return view.players[viewer(view)]


def here(word: str, view: View) -> str:
    """Return a square with the player board of that estate, and any other word unchanged."""
    return on_board(word, mine(view).board)


def name_here(word: str, s: Speaker[View]) -> str | None:
    """Return the name of anything by its id, squares as on the estate of the view, or None for any other word."""
    return name_of(here(word, s.view), s)


def ranked(view: View) -> list[int]:
    """Return the seats as on the score track, or as in the result when the game is over."""
    return view.score.ranking if view.score else view.score_order


def total(view: View, seat: int) -> int:
    """Return the points of a seat: those so far, or those of the result when the game is over."""
    return view.score.points[seat] if view.score else view.players[seat].points


def points_by_rank(who: Sequence[str], view: View) -> list[str]:
    """Describe the points of the players by rank: "Anna 12"."""
    return [f"{who[seat]} {minus(total(view, seat))}" for seat in ranked(view)]


def hex_view(view: View, hex_: str) -> HexView | None:
    """Return the hex, if it is in the city."""
    return next((found for found in view.hexes if found.id == hex_), None)


def dock_of(view: View, ship: str) -> DockView | None:
    """Return the dock where the ship is."""
    return next((dock for dock in view.docks if any(one.id == ship for one in dock.ships)), None)


def own_workshop(player: PlayerView, tile: str) -> WorkshopView | None:
    """Return the player's workshop."""
    return next((work for work in player.workshops if work.tile == tile), None)


def citizen_at(player: PlayerView, spot: str) -> CitizenView | None:
    """Return the citizen on a square, in a hut or in a workshop."""
    if spot in player.squares:
        return player.squares[spot]
    for hut in player.huts:
        if hut.id == spot:
            return hut.citizen
    work = own_workshop(player, spot)
    return work.citizen if work else None


def disc_spaces(register: RegisterView) -> dict[int, int]:
    """Return by seat the space of its disc on a register, counted from 1."""
    return {seat: space for space, discs in enumerate(register.discs, 1) for seat in discs}


def way_price(view: View, start: str, to: str) -> int:
    """Return the price in coins of the route from home, a hex or a dock to a hex or a dock.

    It is 0 from home and to the same place.
    """
    return view.reach.get(start, {}).get(to, 0)
