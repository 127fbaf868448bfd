"""How a person wants to be notified: where, and when not."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.preferences import BOTH, DIGEST, LANGUAGE, NEXT, NONE, NOTICES, PRIVATE, REFUSED, SPEECH
from rules_service.hours import Hours, read_hours
from storage import Storage
from wording import languages


@dataclass(frozen=True)
class Recipient:
    """A person who may get notifications."""

    user_id: int
    in_private: bool  # Whether they get DMs.
    in_channel: bool  # Whether they are mentioned in channels.
    refused: bool  # Whether they refused a DM; none is tried again until they change the preference.
    hours: Hours | None  # None if their time zone is unknown.
    digest_hour: int | None  # None if they want no digest.
    wants_next: bool  # Whether they want to know that they are next.
    language: str  # "" if unknown.
    away_until: datetime | None = None  # None if they aren't away now.

    def quiet_until(self, now: datetime) -> datetime | None:
        """Return until when they must not be notified, or None if they may be now."""
        return self.away_until or (self.hours.quiet_until(now) if self.hours else None)

    def next_digest(self, now: datetime) -> datetime | None:
        """Return when their next digest is due, or None if they want none."""
        if self.hours is None or self.digest_hour is None:
            return None
        today = now.astimezone(self.hours.zone).date()
        days = (today + timedelta(days=day) for day in range(3))
        return next(at for day in days if (at := self.hours.instant(day, self.digest_hour)) > now)


async def get_recipient(storage: Storage, player: int, now: datetime) -> Recipient | None:
    """Return how a player in the storage wants to be notified, or None if they asked to be forgotten."""
    found = await storage.people.recipient(player, now)
    if found is None:
        return None
    return await recipient_of(storage, *found)


async def recipient_of(storage: Storage, user_id: int, away_until: datetime | None) -> Recipient:
    """Return how a user wants to be notified who is away until this time, if at all."""
    known = await storage.people.preferences(user_id)
    refused, where = REFUSED in known, known.get(NOTICES.option.id)
    digest, chosen = known.get(DIGEST.option.id, DIGEST.option.default), known.get(SPEECH.option.id)
    return Recipient(
        user_id,
        in_private=where in (PRIVATE, BOTH) and not refused,
        in_channel=where not in (PRIVATE, NONE) or (where == PRIVATE and refused),
        refused=refused,
        hours=read_hours(known),
        digest_hour=int(digest) if digest.isdecimal() else None,
        wants_next=known.get(NEXT.option.id) == "on",
        language=chosen if chosen in languages() else known.get(LANGUAGE, ""),
        away_until=away_until,
    )
