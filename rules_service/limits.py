"""Limits per person and per server (docs/spec/slow-play.md, P119). Sleeping tables do not count."""

from rules.errors import N_
from rules_service.errors import TooMany
from storage import Counts

LOBBIES = 3  # lobbies hosted by one person on a server
SEATS = 20  # seats of one person at open tables on all servers
TABLES = 100  # open tables on a server
INVITATIONS = 6  # invitations to a table
ENTRIES = 3  # entries of one person in a server's list of people looking for players
HOSTED = N_(
    "You host {count} tables here that have not started, which is the limit. Start one of "
    "them, or close it with `/table cancel`."
)
SEATED = N_("You play at {count} tables, which is the limit. Finish a game or leave one: `/mygames`.")
FULL = N_("{count} tables are open on this server, which is the limit. Finish one, or put one to sleep.")


def must_have_room(counts: Counts, *, hosts: bool) -> None:
    """Raise TooMany if a person can't take another seat, or with ``hosts`` can't open a table for it."""
    if counts.seats >= SEATS:
        raise TooMany(SEATED, count=SEATS)
    if hosts and counts.lobbies >= LOBBIES:
        raise TooMany(HOSTED, count=LOBBIES)
    if hosts and counts.tables >= TABLES:
        raise TooMany(FULL, count=TABLES)
