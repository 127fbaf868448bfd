"""Reasons why one turn of Rattus is better than another: the position at the seat's next turn, or the current one."""

from collections.abc import Mapping, Sequence

from rules.rattus.view import View
from wording.catalogue import plural
from wording.rattus import names as n
from wording.speaker import Advantage, Speaker

COUNTS: Mapping[str, tuple[str, str]] = {
    "cubes": plural("{count} cube on the board", "{count} cubes on the board"),
    "others": plural("{count} opposing cube", "{count} opposing cubes"),
    "danger": plural("{count} cube in danger", "{count} cubes in danger"),
    "cards": plural("{count} card", "{count} cards"),
}


def advantage(found: Advantage, s: Speaker[View]) -> str:
    """Describe what there is after the better turn: "3 cards". Return "" for a kind that only older versions had."""
    return s.ngettext(*COUNTS[found.kind], found.more) if found.kind in COUNTS else ""


def reason(said: Sequence[str], s: Speaker[View]) -> str:
    """Return the viewer's reason in this position to place cubes, move the plague or spread rats, or "" if unclear.

    ``said`` are the words of the move. All other moves get "".
    """
    verb, *words = said
    seat = s.view.seat
    if seat is None or verb not in ("place", "plague", "spread"):
        return ""
    there = n.region_view(s.view, words[0])
    region, own = n.name(there.id, s), there.cubes[seat]
    others = sum(there.cubes) - own
    if not there.rats and verb == "place":
        return s._("There are no rats in {region}.", region=region)
    if not there.rats and verb == "plague":
        return s._("There are no rats in {region}, so none are turned over.", region=region)
    if not own and not others:
        return s._("Nobody has cubes in {region}.", region=region)
    if verb == "place":
        most = max(range(s.view.seats), key=lambda one: there.cubes[one] * (one != seat))
        if own + int(words[1]) >= there.cubes[most]:
            return ""
        return s._(
            "{player} still has more cubes in {region} than you, so rats with an M spare yours.",
            player=s.player(most),
            region=region,
        )
    if not own:
        return s._("Only others have cubes in {region}: {count}.", region=region, count=others)
    if own < others:
        return s._("Cubes in {region}: others {others}, yours {own}.", region=region, others=others, own=own)
    return ""
