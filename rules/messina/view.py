"""What a seat, or the public, may see of a game of Messina 1347 (section 2)."""

import msgspec

from rules.messina.state import State


class View(msgspec.Struct, frozen=True):
    """Everything the viewer may see."""

    game: str


def view(state: State, seat: int | None) -> View:
    """What the seat, or with None the public, may see."""
    return View("messina")
