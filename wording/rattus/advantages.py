"""Why one turn of Rattus is better than another, by its results at the seat's next turn."""

from collections.abc import Mapping

from rules.rattus.view import View
from wording.catalogue import plural
from wording.speaker import BY_NEXT_TURN, Advantage, Speaker

COUNTS: Mapping[str, tuple[str, str]] = {
    "cubes": plural("{count} own cube on the board", "{count} own cubes on the board"),
    "others": plural("{count} cube of the others", "{count} cubes of the others"),
    "danger": plural("{count} own cube in danger", "{count} own cubes in danger"),
    "cards": plural("{count} card", "{count} cards"),
}


def advantage(found: Advantage, s: Speaker[View]) -> str:
    """Return a sentence that compares something after two ways to play, or "" for a kind from an older version."""
    if found.kind not in COUNTS:
        return ""
    things = s.ngettext(*COUNTS[found.kind], found.more)
    return s._(BY_NEXT_TURN, things=things, less=found.less)
