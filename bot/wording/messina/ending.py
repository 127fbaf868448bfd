"""Whose turn it is, and the result of a game of Messina 1347."""

from collections.abc import Sequence

from bot.wording.catalogue import Words
from bot.wording.messina.round_events import ROMAN
from bot.wording.players import mark, player
from rules.errors import N_
from rules.game import Score
from rules.messina.view_types import View

MEDALS = ("🥇", "🥈", "🥉")
CATEGORIES = {
    "played": N_("{count} during the game"),
    "rats": N_("{count} for rats"),
    "popularity": N_("{count} popularity register"),
    "city": N_("{count} city register"),
    "church": N_("{count} church register"),
    "popularity_rank": N_("{count} for popularity rank"),
    "hexes": N_("{count} repopulated hexes"),
    "scroll_buildings": N_("{count} scroll of buildings"),
    "scroll_ships": N_("{count} scroll of ships"),
    "scroll_repopulated": N_("{count} scroll of repopulated hexes"),
    "leftovers": N_("{count} for leftover tokens"),
}
DOING = {
    "turn": N_("is to send a lieutenant"),
    "rescue": N_("is rescuing citizens"),
    "fight": N_("is facing the plague"),
    "ship_fight": N_("is facing the plague on a ship"),
    "act": N_("is acting"),
    "give": N_("is repopulating a hex"),
    "production": N_("is to produce"),
    "quarantine": N_("is leading citizens out of quarantine"),
    "end": N_("is about to end the turn"),
    "priority": N_("is to choose the turn order"),
}
ACTING = N_("is acting")
ROUND_END = N_("is to finish the round")
PHASES = {
    "turns": N_("round {round}"),
    "round end": N_("end of round {round}"),
    "priority": N_("before round {round}"),
    "over": N_("game over"),
}


def phase(view: View, w: Words) -> str:
    """Where the game is: "round III"."""
    return w.t(PHASES[view.phase], round=ROMAN[view.round])


def status(view: View, names: Sequence[str], w: Words, since: int | None, mentions: Sequence[str]) -> str:
    """Who is due, for what, and since when."""
    if not view.due:
        return w.t("The game is over.")
    who = [
        f"{mark(seat)} {mentions[seat]}" if seat < len(mentions) and mentions[seat] else player(names, seat, w)
        for seat in view.due
    ]
    doing = DOING.get(view.question, ACTING)
    if view.phase == "round end":
        doing = ROUND_END if len(who) == 1 else N_("are to finish the round")
    text = w.t("{player} {doing} ({phase}).", player=w.both(who), doing=w.t(doing), phase=phase(view, w))
    if since is None:
        return text
    return f"{text} {w.t('Since {time}, {ago}.', time=f'<t:{since}:f>', ago=f'<t:{since}:R>')}"


def final_table(score: Score, view: View, names: Sequence[str], w: Words) -> str:
    """Who won and every seat's points by category, with the tie-break where it decided."""
    winners = w.both([player(names, seat, w) for seat in score.winners])
    lines = [w.n("🏆 {players} wins!", "🏆 {players} win together!", len(score.winners), players=winners)]
    for at, seat in enumerate(score.ranking):
        parts = [w.t(CATEGORIES[key], count=points[seat]) for key, points in score.breakdown.items() if points[seat]]
        lines.append(
            w.n(
                "{medal} {player}: **{count}** point",
                "{medal} {player}: **{count}** points",
                score.points[seat],
                medal=MEDALS[at] if at < len(MEDALS) else f"{at + 1}.",
                player=player(names, seat, w),
            )
        )
        lines.append(f"-# {' · '.join(parts) or w.t('none')}")
    if len(set(score.points)) < len(score.points):
        lines.append(w.t("Equal points: more repopulated hexes come first, then the more valuable ones."))
    return "\n".join(lines)
