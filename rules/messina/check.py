"""Whether a position can have come about."""

from rules.messina.state import State


def check(state: State) -> None:
    """Refuse an impossible position."""
