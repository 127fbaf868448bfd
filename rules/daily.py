"""The chain of seeds for the challenge of the day. An early link is enough to check every later one.

Each day has a link of 64 hexadecimal digits, which is the hash of the next day's link. So a published link fixes all
earlier ones and reveals nothing about later ones. The game's seed is another hash of the link. So the seed's
fingerprint, which is public from the beginning, does not reveal the link of the day before.
"""

from hashlib import sha256

from rules.chance import ROUND


def previous(link: str) -> str:
    """Return the link of the previous day."""
    return sha256(link.encode()).hexdigest()


def earlier(link: str, days: int) -> str:
    """Return the link of the day that is this many days earlier."""
    for _ in range(days):
        link = previous(link)
    return link


def seed_of(link: str, day: int) -> str:
    """Return the seed of a day's game, whose draws restart in each round. ``day`` counts the days since 1970-01-01."""
    return f"{sha256(f'{day}/{link}'.encode()).hexdigest()[:32]}{ROUND}0"
