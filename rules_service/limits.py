"""How much one person or one server may have at a time (docs/spec/slow-play.md, P119). Tables asleep do not count."""

from rules.errors import N_
from rules_service.errors import TooMany
from storage import Counts

LOBBIES = 3  # that a person hosts on a server
SEATS = 20  # of a person at open tables, wherever they are
TABLES = 100  # open ones on a server
INVITATIONS = 6  # to a table
ENTRIES = 3  # of a person who looks for players on a server
HOSTED = N_(
    "You host {count} tables here that have not started, which is the limit. Start one of "
    "them, or close it with `/table cancel`."
)
SEATED = N_("You play at {count} tables, which is the limit. Finish a game or leave one: `/mygames`.")
FULL = N_("{count} tables are open on this server, which is the limit. Finish one, or put one to sleep.")


def must_have_room(counts: Counts, *, hosts: bool) -> None:
    """Whether somebody may take one more seat, and with ``hosts`` open a table for it.

    Raises:
        TooMany: with what to do.
    """
    if counts.seats >= SEATS:
        raise TooMany(SEATED, count=SEATS)
    if hosts and counts.lobbies >= LOBBIES:
        raise TooMany(HOSTED, count=LOBBIES)
    if hosts and counts.tables >= TABLES:
        raise TooMany(FULL, count=TABLES)
