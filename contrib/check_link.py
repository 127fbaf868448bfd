#!/usr/bin/env python3
"""Check that the seed of a challenge of the day was fixed in advance, without any code of Miasma.

    python3 contrib/check_link.py LINK DATE EARLIER DAYS

LINK and DATE: the published link of a challenge and its day in UTC, such as 2026-12-24. EARLIER: a link published
before, or the anchor. DAYS: the number of days between the two links, which is the difference of the challenges'
numbers. All are in `/daily`. docs/draws.md explains the links.
"""

import sys
from datetime import date
from hashlib import sha256


def main(link, day, earlier, days):
    """Print a challenge's seed and its fingerprint. Exit with an error if the link doesn't lead to the earlier one."""
    found = link
    for _ in range(int(days)):
        found = sha256(found.encode()).hexdigest()
    if found != earlier:
        sys.exit(f"WRONG: {days} days before, the link should be {found}")
    number = (date.fromisoformat(day) - date(1970, 1, 1)).days
    seed = sha256(f"{number}/{link}".encode()).hexdigest()[:32] + "/round 0"
    print(f"The link leads to the earlier one, {days} days before.")
    print(f"Seed: {seed}\nFingerprint: {sha256(seed.encode()).hexdigest()}")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
