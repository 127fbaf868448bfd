"""Whose turn it is, and the result of a game of Rattus."""

from collections.abc import Sequence

from rules.errors import N_
from rules.game import Score
from rules.rattus.view import View
from wording.catalogue import Words
from wording.ending import medal, waiting
from wording.players import player
from wording.rattus.board import phase
from wording.rattus.events import END

CATEGORIES = {"regions": N_("{count} in regions"), "palace": N_("{count} in the palace")}
DOING = {
    "setup": N_("is to place cubes"),
    "turn": N_("is on turn"),
    "spread": N_("spreads rats"),
    "devastation": N_("chooses the next rat to turn over"),
    "look": N_("is working with the Witch"),
    "swap": N_("is working with the Witch"),
    "extra": N_("may bring one rat more"),
    "join": N_("decides about another card"),
    "carry": N_("is moving cubes"),
    "messenger": N_("is exchanging cubes"),
    "mayor": N_("is placing cubes"),
    "serf": N_("may add a cube"),
    "unload": N_("places the cubes from the Baker"),
    "nun": N_("is setting nuns"),
    "follow": N_("is leading rats"),
    "emperor": N_("is building walls"),
    "final": N_("may use cards"),
    "end": N_("is about to end the turn"),
}


def status(view: View, names: Sequence[str], w: Words, since: int | None, mentions: Sequence[str]) -> str:
    """Who is due, for what, and since when."""
    doing = w._(DOING[view.question]) if view.due else ""
    return waiting(view.due, doing, phase(view, w), names, w, since, mentions)


def final_table(score: Score, view: View, names: Sequence[str], w: Words) -> str:
    """Why the game ended, who won and every seat's points, with the tie-break where it decided."""
    lines = []
    if view.trigger is not None and score.reason in END:
        why = w._(END[score.reason], player=player(names, view.trigger, w))
        lines.append(
            w._("The end came in the turn of {player}: {why}.", player=player(names, view.trigger, w), why=why)
        )
    lines.append(w._("🏆 {players} wins!", players=w.join_list([player(names, seat, w) for seat in score.winners])))
    for place, seat in enumerate(score.ranking):
        parts = [w._(CATEGORIES[key], count=points[seat]) for key, points in score.breakdown.items()]
        lines.append(
            w.ngettext(
                "{medal} {player}: **{count}** point ({parts})",
                "{medal} {player}: **{count}** points ({parts})",
                score.points[seat],
                medal=medal(place),
                player=player(names, seat, w),
                parts=", ".join(parts),
            )
        )
    if len(set(score.points)) < len(score.points) and view.trigger is not None:
        lines.append(
            w._(
                "Equal points: whose turn would have come first after {player} stands first.",
                player=player(names, view.trigger, w),
            )
        )
    return "\n".join(lines)
