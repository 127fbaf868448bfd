"""How somebody wants to be written to: where, and when not."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.preferences import BOTH, CHANNEL, DIGEST, LANGUAGE, NEXT, NOTICES, PRIVATE, REFUSED, SPEECH
from rules_service.hours import Hours, read_hours
from storage import Storage
from wording import languages


@dataclass(frozen=True)
class Reader:
    """Somebody who may have to be told something."""

    player: int
    user_id: int
    notices: str  # a value of the preference
    refused: bool  # a private message to them was; none is tried until they change the preference
    hours: Hours | None  # None: their time zone is unknown
    digest: str  # the hour of their day; "off"
    next: bool  # whether they want to hear that they are next
    language: str  # "": not known
    away_until: datetime | None = None  # None: they are not away now

    @property
    def in_private(self) -> bool:
        """Whether private messages go to them."""
        return self.notices in (PRIVATE, BOTH) and not self.refused

    @property
    def in_channel(self) -> bool:
        """Whether they are mentioned in channels."""
        return self.notices in (CHANNEL, BOTH) or (self.notices == PRIVATE and self.refused)

    def quiet_until(self, now: datetime) -> datetime | None:
        """When they may be written to again; None: now."""
        return self.away_until or (self.hours.quiet_until(now) if self.hours else None)

    def next_digest(self, now: datetime) -> datetime | None:
        """When they get the next message about all their tables; None: they want none."""
        if self.hours is None or not self.digest.isdecimal():
            return None
        today = now.astimezone(self.hours.zone).date()
        days = (today + timedelta(days=day) for day in range(3))
        return next(at for day in days if (at := self.hours.instant(day, int(self.digest))) > now)


async def reader_of(storage: Storage, player: int, now: datetime) -> Reader | None:
    """How a player of the storage wants to be written to; None: they asked to be forgotten."""
    found = await storage.people.reader(player, now)
    if found is None:
        return None
    user_id, away_until = found
    known = await storage.people.preferences(user_id)
    notices = known.get(NOTICES.option.id, "")
    return Reader(
        player,
        user_id,
        notices if notices in NOTICES.option.values else CHANNEL,
        REFUSED in known,
        read_hours(known),
        known.get(DIGEST.option.id, DIGEST.option.default),
        known.get(NEXT.option.id) == "on",
        chosen if (chosen := known.get(SPEECH.option.id)) in languages() else known.get(LANGUAGE, ""),
        away_until,
    )
