"""How a person wants to be notified: where, and when not."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.preferences import BOTH, CHANNEL, DIGEST, LANGUAGE, NEXT, NOTICES, PRIVATE, REFUSED, SPEECH
from rules_service.hours import Hours, read_hours
from storage import Storage
from wording import languages


@dataclass(frozen=True)
class Recipient:
    """A person who may get notifications."""

    user_id: int
    notices: str  # The value of the preference.
    refused: bool  # Whether they refused a DM; none is tried again until they change the preference.
    hours: Hours | None  # None if their time zone is unknown.
    digest: str  # The hour of their day, or "off".
    wants_next: bool  # Whether they want to know that they are next.
    language: str  # "" if unknown.
    away_until: datetime | None = None  # None if they aren't away now.

    @property
    def in_private(self) -> bool:
        """Whether they get DMs."""
        return self.notices in (PRIVATE, BOTH) and not self.refused

    @property
    def in_channel(self) -> bool:
        """Whether they are mentioned in channels."""
        return self.notices in (CHANNEL, BOTH) or (self.notices == PRIVATE and self.refused)

    def quiet_until(self, now: datetime) -> datetime | None:
        """Return until when they must not be notified, or None if they may be now."""
        return self.away_until or (self.hours.quiet_until(now) if self.hours else None)

    def next_digest(self, now: datetime) -> datetime | None:
        """Return when their next digest is due, or None if they want none."""
        if self.hours is None or not self.digest.isdecimal():
            return None
        today = now.astimezone(self.hours.zone).date()
        days = (today + timedelta(days=day) for day in range(3))
        return next(at for day in days if (at := self.hours.instant(day, int(self.digest))) > now)


async def get_recipient(storage: Storage, player: int, now: datetime) -> Recipient | None:
    """Return how a player in the storage wants to be notified, or None if they asked to be forgotten."""
    found = await storage.people.reader(player, now)
    if found is None:
        return None
    user_id, away_until = found
    known = await storage.people.preferences(user_id)
    notices = known.get(NOTICES.option.id, "")
    return Recipient(
        user_id,
        notices if notices in NOTICES.option.values else CHANNEL,
        REFUSED in known,
        read_hours(known),
        known.get(DIGEST.option.id, DIGEST.option.default),
        known.get(NEXT.option.id) == "on",
        chosen if (chosen := known.get(SPEECH.option.id)) in languages() else known.get(LANGUAGE, ""),
        away_until,
    )
