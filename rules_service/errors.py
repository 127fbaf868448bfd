"""The refusals of the rules service, in the same form as those of the rules.

Catching `RulesError` catches all of them. Templates are keys of the message catalogue.
"""

from rules.errors import N_, RulesError


class ServiceError(RulesError):
    """An action that is not possible at this table now. It has changed nothing."""

    code = "service"

    def __init_subclass__(cls, code: str = "") -> None:
        cls.code = code or cls.code


class NoTable(ServiceError, code="no_table"):
    """The table does not exist, this channel has none, or it can't be used from where the person is."""


class ChannelTaken(ServiceError, code="channel_taken"):
    """The channel already has an open table, ``table_id`` (0 if this version can't read it)."""

    def __init__(self, template: str, *, table_id: int, **values: object) -> None:
        super().__init__(template, table=table_id, **values)
        self.table_id = table_id


class AlreadySeated(ServiceError, code="already_seated"):
    """The person, or one whom they invite, already has a seat at this table, or already plays for themselves."""


class TableFull(ServiceError, code="table_full"):
    """There are not enough free seats."""


class TooMany(ServiceError):
    """A person, a table or a server has reached a limit."""


class NotWelcome(ServiceError):
    """The person has been blocked by a player, or the table is only for invited players."""


class SeatTaken(ServiceError, code="seat_taken"):
    """The seat asked for is not free for this person: it is taken, or they have played another seat."""


class NoList(ServiceError, code="no_list"):
    """The server has no list of people looking for players."""


class ColourTaken(ServiceError, code="colour_taken"):
    """Another player at the table has the colour asked for."""


class SeatHeld(SeatTaken):
    """Another player now holds the person's former seat, and can be asked to give it back."""


class NotSeated(ServiceError, code="not_seated"):
    """The person has no seat at this table, or nobody has the seat that the act concerns."""


class NotHost(ServiceError, code="not_host"):
    """Only the host may do this."""


class WrongPhase(ServiceError, code="wrong_phase"):
    """The act is possible only before the start of the game, only after it, or only with a plan in another state."""


class WrongPlayers(ServiceError, code="wrong_players"):
    """There are too few or too many players to start."""


class Closed(ServiceError, code="closed"):
    """The table has ended: the game is over or was cancelled."""


class NoVote(ServiceError, code="no_vote"):
    """The vote, invitation or pause doesn't exist or is open already, or this person can't ask or answer again."""


class NobodyLate(ServiceError, code="not_away"):
    """No player is late enough for this act, or several are and none of them was named."""


class NoMoreTime(ServiceError, code="no_more_time"):
    """No one is waiting for this player, or they asked for more time before in this turn or too often in the game."""


class TooSoon(ServiceError, code="too_soon"):
    """It is too soon for this act: no wait is long enough, or it was done too often or too recently."""


class VacationConflict(ServiceError, code="is_away"):
    """The person is away already, or is not away, or asks for an absence that is too long or too far ahead."""


class Asleep(ServiceError, code="asleep"):
    """The table is asleep; it must be woken first."""


class Awake(ServiceError, code="awake"):
    """The table is not asleep."""


class Stale(ServiceError, code="stale"):
    """The game or the player's plan has changed since it was shown. ``number`` is the current log number."""

    def __init__(self, template: str, *, number: int, **values: object) -> None:
        super().__init__(template, **values)
        self.number = number


class DailyAlone(ServiceError, code="daily_alone"):
    """The act is not possible in a challenge of the day, which a person plays alone."""


class DailyOver(ServiceError, code="daily_over"):
    """The challenge can't be started, or its time is over."""


class NoAttempt(ServiceError, code="no_attempt"):
    """The person has not tried this challenge, or their attempt is over, unfinished or not judged yet."""


class DailyTaken(ServiceError, code="daily_taken"):
    """The person has used their attempt at this challenge. ``table_id``: its table, while the game is running."""

    def __init__(self, template: str, *, table_id: int | None, **values: object) -> None:
        super().__init__(template, **values)
        self.table_id = table_id


class Sealed(ServiceError, code="sealed"):
    """The answer would reveal something about a challenge that others may still be playing."""


class DamagedGame(ServiceError, code="damaged"):
    """The stored table can't be read, or its game doesn't replay to the stored position.

    Only this table stops; nothing is overwritten.
    """


def damaged_game() -> DamagedGame:
    """Return the refusal for a table that can't be read or whose game does not replay."""
    return DamagedGame(
        N_(
            "Replaying this game no longer leads to the stored position, so I’ve stopped it. Nothing is "
            "lost or overwritten. Please tell the bot’s host. Other tables aren’t affected."
        )
    )
