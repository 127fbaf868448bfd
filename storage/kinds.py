"""The kinds of stored things. The values are what the database holds, so they never change."""

from enum import StrEnum


class TableStatus(StrEnum):
    """The phase of a table."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"
