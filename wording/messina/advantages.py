"""Reasons why one turn of Messina is better than another: the seat's situation at its next turn."""

from collections.abc import Mapping

from rules.messina.view import View
from wording.catalogue import plural
from wording.messina import name_tables as t
from wording.speaker import Advantage, Speaker

COUNTS: Mapping[str, tuple[str, str]] = {
    **t.TOKEN_COUNTS,
    "hexes": plural("{count} repopulated hex", "{count} repopulated hexes"),
    "scrolls": plural("{count} scroll step", "{count} scroll steps"),
    "citizens": plural("{count} citizen", "{count} citizens"),
    "upgraded": plural("{count} upgraded citizen", "{count} upgraded citizens"),
    "buildings": plural("{count} building", "{count} buildings"),
    "overseers": plural("{count} overseer step", "{count} overseer steps"),
    "lieutenants": plural("{count} lieutenant", "{count} lieutenants"),
    "wagons": plural("{count} wagon", "{count} wagons"),
}


def advantage(found: Advantage, s: Speaker[View]) -> str:
    """Describe what the seat has, or its space on a register, after the better turn: "3 citizens"."""
    if found.kind in COUNTS:
        return s.ngettext(*COUNTS[found.kind], found.more)
    return s._("{track} {space}", track=s._(t.SHORT_TRACKS[found.kind]), space=found.more)
