"""The refusals of the rules service, in the same form as those of the rules.

Catching `RulesError` catches all of them. Templates are keys of the message catalogue.
"""

from rules.errors import N_, RulesError


class ServiceError(RulesError):
    """An action that is not possible at this table now. It has changed nothing."""

    code = "service"


class NoTable(ServiceError):
    """The table does not exist, or this channel has none."""

    code = "no_table"


class ChannelTaken(ServiceError):
    """The channel already has an open table, ``table_id``."""

    code = "channel_taken"

    def __init__(self, template: str, *, table_id: int, **values: object) -> None:
        super().__init__(template, table=table_id, **values)
        self.table_id = table_id


class AlreadySeated(ServiceError):
    """The person already has a seat at this table."""

    code = "already_seated"


class TableFull(ServiceError):
    """No seat is free."""

    code = "table_full"


class TooMany(ServiceError):
    """A person or a server has reached a limit."""


class NotWelcome(ServiceError):
    """A player at this table has blocked the person."""


class SeatTaken(ServiceError):
    """The seat asked for is not free for this person: it is taken, or they have played another seat."""

    code = "seat_taken"


class NoList(ServiceError):
    """The server has no list of people looking for players."""

    code = "no_list"


class ColourTaken(ServiceError):
    """Another player at the table has the colour asked for."""

    code = "colour_taken"


class SeatHeld(SeatTaken):
    """Another player now holds this person's former seat, and can be asked to give it back."""


class NotSeated(ServiceError):
    """The person has no seat at this table."""

    code = "not_seated"


class NotHost(ServiceError):
    """Only the host may do this."""

    code = "not_host"


class WrongPhase(ServiceError):
    """Possible only before the start of the game, or only after it."""

    code = "wrong_phase"


class WrongPlayers(ServiceError):
    """Too few or too many people to start."""

    code = "wrong_players"


class Closed(ServiceError):
    """The table has ended: the game is over or was cancelled."""

    code = "closed"


class NoVote(ServiceError):
    """No such vote is open, or the answer was given before."""

    code = "no_vote"


class NobodyLate(ServiceError):
    """No player has been late for long enough to go on without them."""

    code = "not_away"


class NoMoreTime(ServiceError):
    """The table does not wait for this player, or they have used up their extra time."""

    code = "no_more_time"


class TooSoon(ServiceError):
    """It is too soon to ask: the wait is too short, or the last request is too recent."""

    code = "too_soon"


class VacationConflict(ServiceError):
    """The person is away already, or is not away, or wants to be away for too long."""

    code = "is_away"


class Asleep(ServiceError):
    """The table is asleep; it must be woken first."""

    code = "asleep"


class Awake(ServiceError):
    """The table is not asleep."""

    code = "awake"


class Stale(ServiceError):
    """The board has changed since the button was shown. ``number`` is the present log number."""

    code = "stale"

    def __init__(self, template: str, *, number: int, **values: object) -> None:
        super().__init__(template, **values)
        self.number = number


class DamagedGame(ServiceError):
    """The stored game does not replay to the stored position. Only this table stops; nothing is overwritten."""

    code = "damaged"


def damaged() -> DamagedGame:
    """Return the refusal for a game that does not replay."""
    return DamagedGame(
        N_(
            "This game no longer replays to the stored position, so it is stopped. Nothing is lost "
            "or overwritten. Please tell the bot’s host; other tables go on."
        )
    )
