"""Whose turn it is, and the result of a game of Rattus."""

from collections.abc import Sequence

from bot.wording.catalogue import Words
from bot.wording.players import mark, player
from bot.wording.rattus.board import phase
from bot.wording.rattus.events import END
from rules.errors import N_
from rules.game import Score
from rules.rattus.view import View

MEDALS = ("🥇", "🥈", "🥉")
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
    if not view.due:
        return w.t("The game is over.")
    who = [
        f"{mark(seat)} {mentions[seat]}" if seat < len(mentions) and mentions[seat] else player(names, seat, w)
        for seat in view.due
    ]
    text = w.t("{player} {doing} ({phase}).", player=w.both(who), doing=w.t(DOING[view.question]), phase=phase(view, w))
    if since is None:
        return text
    return f"{text} {w.t('Since {time}, {ago}.', time=f'<t:{since}:f>', ago=f'<t:{since}:R>')}"


def final_table(score: Score, view: View, names: Sequence[str], w: Words) -> str:
    """Why the game ended, who won and every seat's points, with the tie-break where it decided."""
    lines = []
    if view.trigger is not None and score.reason in END:
        why = w.t(END[score.reason], player=player(names, view.trigger, w))
        lines.append(
            w.t("The end came in the turn of {player}: {why}.", player=player(names, view.trigger, w), why=why)
        )
    lines.append(w.t("🏆 {players} wins!", players=w.both([player(names, seat, w) for seat in score.winners])))
    for place, seat in enumerate(score.ranking):
        parts = [w.t(CATEGORIES[key], count=points[seat]) for key, points in score.breakdown.items()]
        medal = MEDALS[place] if place < len(MEDALS) else f"{place + 1}."
        lines.append(
            w.n(
                "{medal} {player}: **{count}** point ({parts})",
                "{medal} {player}: **{count}** points ({parts})",
                score.points[seat],
                medal=medal,
                player=player(names, seat, w),
                parts=", ".join(parts),
            )
        )
    if len(set(score.points)) < len(score.points) and view.trigger is not None:
        lines.append(
            w.t(
                "Equal points: whose turn would have come first after {player} stands first.",
                player=player(names, view.trigger, w),
            )
        )
    return "\n".join(lines)
