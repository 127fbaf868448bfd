"""Whose turn it is, and the result of a game of Messina 1347."""

from collections.abc import Sequence

from rules.errors import N_
from rules.game import Score
from rules.messina.view_types import OpponentView, View
from wording.catalogue import Words
from wording.ending import MEDALS, medal, waiting
from wording.messina.names import scroll_track
from wording.messina.opponent import judgement
from wording.messina.round_events import ROMAN
from wording.players import player

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
OF_VARIANTS = {"repopulation_bonus": N_("{count} for having repopulated")}
SOLO = {"popularity_rank": N_("{count} for having reached the opponent on popularity")}
TIES = {
    "best": N_("Equal points: more repopulated hexes come first, then the most valuable one; nothing else decides."),
    "total": N_(
        "Equal points: more repopulated hexes come first, then the points of all of them; nothing else decides."
    ),
}
DOING = {
    "board": N_("is to choose a player board"),
    "scroll_board": N_("is to choose a scroll board"),
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
    "deal": N_("before round {round}"),
    "turns": N_("round {round}"),
    "round end": N_("end of round {round}"),
    "priority": N_("before round {round}"),
    "over": N_("game over"),
}


def phase(view: View, w: Words) -> str:
    """Where the game is: "round III"."""
    return w._(PHASES[view.phase], round=ROMAN[view.round])


def status(view: View, names: Sequence[str], w: Words, since: int | None, mentions: Sequence[str]) -> str:
    """Who is due, for what, and since when."""
    doing = DOING.get(view.question, ACTING)
    if view.phase == "round end":
        doing = ROUND_END if len(view.due) == 1 else N_("are to finish the round")
    return waiting(view.due, w._(doing), phase(view, w), names, w, since, mentions)


def final_table(score: Score, view: View, names: Sequence[str], w: Words) -> str:
    """Who won and every seat's points by category, with the tie-break where it decided."""
    if view.opponent:
        return _solo(score, view, view.opponent, names, w)
    winners = w.join_list([player(names, seat, w) for seat in score.winners])
    lines = [w.ngettext("🏆 {players} wins!", "🏆 {players} win together!", len(score.winners), players=winners)]
    for at, seat in enumerate(score.ranking):
        lines.append(
            w.ngettext(
                "{medal} {player}: **{count}** point",
                "{medal} {player}: **{count}** points",
                score.points[seat],
                medal=medal(0 if seat in score.winners else at),
                player=player(names, seat, w),
            )
        )
        lines.append(_parts(score, view, seat, w))
    if len(set(score.points)) < len(score.points):
        tie = TIES[view.options["win_tiebreak_2"]]
        lines.append(w._(tie))
    return "\n".join(lines)


def _solo(score: Score, view: View, opponent: OpponentView, names: Sequence[str], w: Words) -> str:
    """The judgement of a solo game, and the points by category."""
    [points] = score.points
    sign = MEDALS[0] if points >= opponent.good_score else "📜"
    lines = [f"{sign} {player(names, 0, w)}: **{judgement(points, opponent.good_score, w)}**"]
    return "\n".join([*lines, _parts(score, view, 0, w)])


def _parts(score: Score, view: View, seat: int, w: Words) -> str:
    """Where the points of a seat come from."""
    parts = [_category(key, points[seat], view, seat, w) for key, points in score.breakdown.items() if points[seat]]
    return "-# " + (" · ".join(parts) or w._("none"))


def _category(key: str, points: int, view: View, seat: int, w: Words) -> str:
    """The points of a category; where scroll boards differ, its tracks are called by their columns."""
    column = key.removeprefix("scroll_")
    if column.isdecimal():
        track = scroll_track(view.players[seat].scroll_board, int(column), w)
        return w._("{count} scroll of {track}", count=points, track=track)
    texts = {**CATEGORIES, **OF_VARIANTS, **(SOLO if view.opponent else {})}
    return w._(texts[key], count=points)
