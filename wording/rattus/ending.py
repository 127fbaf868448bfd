"""The result of a game of Rattus."""

from rules.errors import N_
from rules.game import Score
from rules.rattus.view import View
from wording.players import medal
from wording.rattus.events import END
from wording.speaker import Speaker

CATEGORIES = {"regions": N_("{count} in regions"), "palace": N_("{count} in the palace")}


def final_table(score: Score, s: Speaker[View]) -> str:
    """Why the game ended, who won and every seat's points, with the tie-break where it decided."""
    lines = []
    if s.view.trigger is not None and score.reason in END:
        why = s._(END[score.reason], player=s.player(s.view.trigger))
        lines.append(s._("The end came in the turn of {player}: {why}.", player=s.player(s.view.trigger), why=why))
    lines.append(s._("🏆 {players} wins!", players=s.join_list([s.player(seat) for seat in score.winners])))
    for place, seat in enumerate(score.ranking):
        parts = [s._(CATEGORIES[key], count=points[seat]) for key, points in score.breakdown.items()]
        lines.append(
            s.ngettext(
                "{medal} {player}: **{count}** point ({parts})",
                "{medal} {player}: **{count}** points ({parts})",
                score.points[seat],
                medal=medal(place),
                player=s.player(seat),
                parts=", ".join(parts),
            )
        )
    if len(set(score.points)) < len(score.points) and s.view.trigger is not None:
        lines.append(
            s._(
                "Equal points: whose turn would have come first after {player} stands first.",
                player=s.player(s.view.trigger),
            )
        )
    return "\n".join(lines)
