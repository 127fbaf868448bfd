"""Whether a position can have come about."""

from rules.rattus.state import State


def check(state: State) -> None:
    """Refuse an impossible position."""
