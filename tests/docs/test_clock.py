"""P1: only the clock gives the time."""

import re
from pathlib import Path

HERE = Path(__file__).parents[2]
PACKAGES = ("bot", "games", "local_table", "miasma", "renderer", "rules", "rules_service", "storage", "wording")
ASKS = re.compile(
    r"datetime\.(now|utcnow|today)|date\.today|\btime\.time\b|\bCURRENT_TIME|strftime|unixepoch|julianday"
)


def test_P1_only_the_clock_reads_the_system_time() -> None:
    """P1: the rules service has the clock. The only other module that asks for the system time is the local table's."""
    asking = {
        str(path.relative_to(HERE))
        for room in PACKAGES
        for path in (HERE / room).rglob("*")
        if path.suffix in (".py", ".sql") and ASKS.search(path.read_text("utf-8"))
    }
    assert asking == {"rules_service/clock.py", "local_table/__init__.py"}
