"""What the rules service refuses, beside what the rules themselves refuse; told in the same form.

Catching `RulesError` catches all of them. Templates are keys of the message catalogue.
"""

from rules.errors import N_, RulesError


class ServiceError(RulesError):
    """Something that cannot be done at this table now; nothing has changed."""

    code = "service"


class NoTable(ServiceError):
    """There is no such table, or none in this channel."""

    code = "no_table"


class ChannelTaken(ServiceError):
    """The channel has an open table already. ``table_id`` says which."""

    code = "channel_taken"

    def __init__(self, template: str, *, table_id: int, **values: object) -> None:
        super().__init__(template, table=table_id, **values)
        self.table_id = table_id


class AlreadySeated(ServiceError):
    """The person sits at this table."""

    code = "already_seated"


class TableFull(ServiceError):
    """No seat is free."""

    code = "table_full"


class TooMany(ServiceError):
    """One person or one server has as much as it may."""


class NotWelcome(ServiceError):
    """Somebody who sits there has blocked them."""


class SeatTaken(ServiceError):
    """The seat asked for is not free for this person: somebody sits there, or they have played another seat."""

    code = "seat_taken"


class NoList(ServiceError):
    """The server has no list of people who look for players."""

    code = "no_list"


class ColourTaken(ServiceError):
    """Somebody else at the table has the colour asked for."""

    code = "colour_taken"


class SeatHeld(SeatTaken):
    """Somebody else holds the seat that this person has held, and may be asked for it."""


class NotSeated(ServiceError):
    """The person has no seat at this table."""

    code = "not_seated"


class NotHost(ServiceError):
    """Only who opened the table may do this."""

    code = "not_host"


class WrongPhase(ServiceError):
    """Not possible before the start, or not any more after it."""

    code = "wrong_phase"


class WrongPlayers(ServiceError):
    """Too few or too many people to start."""

    code = "wrong_players"


class Closed(ServiceError):
    """The table has come to its end: the game is over or was cancelled."""

    code = "closed"


class NoVote(ServiceError):
    """There is no vote to withdraw or to join in, or it was given before."""

    code = "no_vote"


class NotAway(ServiceError):
    """Nobody is away for so long that it may be done without them."""

    code = "not_away"


class NoMoreTime(ServiceError):
    """Nobody waits for them, or they have had all the time there is."""

    code = "no_more_time"


class TooSoon(ServiceError):
    """Nobody is awaited for so long that they may be asked, or they have been asked just now."""

    code = "too_soon"


class IsAway(ServiceError):
    """Somebody is away already, or is not; or wants to be for too long."""

    code = "is_away"


class Asleep(ServiceError):
    """The table sleeps; it must be woken first."""

    code = "asleep"


class Awake(ServiceError):
    """The table does not sleep."""

    code = "awake"


class Stale(ServiceError):
    """The board has moved on since the press was offered. ``number`` is the present log number."""

    code = "stale"

    def __init__(self, template: str, *, number: int, **values: object) -> None:
        super().__init__(template, **values)
        self.number = number


class DamagedGame(ServiceError):
    """The stored game does not replay to what was stored. Only this table stops; nothing is overwritten."""

    code = "damaged"


def damaged() -> DamagedGame:
    """The refusal for a game that does not replay."""
    return DamagedGame(
        N_(
            "This game no longer replays to the stored position, so it is stopped. Nothing is lost "
            "or overwritten. Please tell the bot’s host; other tables go on."
        )
    )
