"""Why one turn of Rattus is better than another one, in sentences on the position before it."""

from collections.abc import Mapping, Sequence

from rules.rattus.view import View
from wording.catalogue import plural
from wording.rattus.names import name, region_view
from wording.speaker import Advantage, Speaker
from wording.text_limits import capital

# By kind of advantage, except for those whose sentence has no number.
TEXTS: Mapping[str, tuple[str, str]] = {
    "placed": plural(
        "It places {count} cube on the map instead of {less}.", "It places {count} cubes on the map instead of {less}."
    ),
    "spared": plural(
        "Otherwise the plague strikes {count} of your cubes there.",
        "Otherwise the plague strikes {count} of your cubes there.",
    ),
    "safe": plural(
        "Otherwise {count} of your cubes stays in danger.", "Otherwise {count} of your cubes stay in danger."
    ),
}


def advantage(found: Advantage, s: Speaker[View]) -> str:
    """Return what a turn does that the other one does not: the rats that lie there, and what comes of it."""
    if found.kind == "card":
        return capital(s._("The {card} stays for later turns.", card=name(found.about, s)))
    here = region_view(s.view, found.about)
    lie = s.ngettext(
        "{count} rat lies in {region}.", "{count} rats lie in {region}.", len(here.rats), region=name(found.about, s)
    )
    if found.kind == "strike":
        then = _cubes_there(here.cubes, s)
    else:
        then = s.ngettext(*TEXTS[found.kind], found.more, less=found.less)
    return " ".join(filter(None, [capital(lie) if here.rats else "", then]))


def _cubes_there(cubes: Sequence[int], s: Speaker[View]) -> str:
    """Return whom a strike can hit."""
    there = [seat for seat, count in enumerate(cubes) if count]
    if s.view.seat in there:
        counts = [s._("{player} {count}", player=s.player(seat), count=cubes[seat]) for seat in there]
        return s._("Cubes there: {cubes}.", cubes=s._(", ").join(counts))
    players = s.join_list([s.player(seat) for seat in there])
    only = s.ngettext(
        "Only {players} has cubes there.", "Only {players} have cubes there.", len(there), players=players
    )
    return only if there else ""
