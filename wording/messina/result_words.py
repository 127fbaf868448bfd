"""The result of a game of Messina 1347."""

from rules.errors import N_, P_
from rules.game import Score
from rules.messina import components as c
from rules.messina.view import OpponentView, View
from wording.messina import names as n
from wording.messina.virtual_opponent import judgement
from wording.player_names import MEDALS, medal
from wording.speaker import Speaker

POINT_SOURCES = {
    "played": N_("during the game"),
    "popularity": N_("popularity register"),
    "city": N_("city register"),
    "church": N_("church register"),
    "popularity_rank": N_("popularity ranking bonus"),
    "scroll_buildings": N_("scroll “buildings”"),
    "scroll_ships": N_("scroll “ships”"),
    "scroll_repopulated": N_("scroll “repopulated hexes”"),
    "leftovers": N_("leftover tokens"),
    "repopulation_bonus": N_("repopulation bonus"),
    "rats": P_("points", "rats"),
    "hexes": P_("points", "repopulated hexes"),
}
SOLO_SOURCES = {"popularity_rank": N_("bonus for popularity, level with or ahead of the opponent")}
# By the reading of the rule on the last tie-break.
TIES = {
    "best": N_("Ties go to the player with more repopulated hexes, then to the one with the most valuable hex."),
    "total": N_(
        "Ties go to the player with more repopulated hexes, then to the one who gets more points for all of them."
    ),
}
NO_POINTS = P_("points", "none")


def final_table(score: Score, s: Speaker[View]) -> str:
    """Describe the winner and every seat's points by category, with the tie-break if there was a tie.

    For a solo game, return the judgement and the points by category.
    """
    if s.view.opponent:
        return "\n".join([_judged(score, s.view.opponent, s), _parts(score, 0, s)])
    return "\n".join([s.winners(score), *ranks(score, s), *_tie(score, s)])


def result(score: Score, s: Speaker[View]) -> str:
    """Describe the winner and every seat's points, with the tie-break if needed, or the judgement of a solo game."""
    if s.view.opponent:
        return _judged(score, s.view.opponent, s)
    return "\n".join([s.winners(score), s.standings(score), *_tie(score, s)])


def _tie(score: Score, s: Speaker[View]) -> list[str]:
    tie = TIES[s.view.options["win_tiebreak_2"]]
    return [s._(tie)] if len(set(score.points)) < len(score.points) else []


def ranks(score: Score, s: Speaker[View]) -> list[str]:
    """Describe every seat by place, with its points and below them their sources."""
    lines = []
    for at, seat in enumerate(score.ranking):
        lines.append(
            s.ngettext(
                "{medal} {player}: **{count}** point",
                "{medal} {player}: **{count}** points",
                score.points[seat],
                medal=medal(0 if seat in score.winners else at),
                player=s.player(seat),
            )
        )
        lines.append(_parts(score, seat, s))
    return lines


def nearing_end(s: Speaker[View], brief: bool = False) -> str:
    """Return a text about the approaching end and, unless the game is solo, the leader on the score track.

    Return "" before the last two rounds and when the game is over. ``brief`` makes no difference.
    """
    view = s.view
    if view.phase == "over" or view.round < c.LAST_ROUND - 1:
        return ""
    last = view.round == c.LAST_ROUND
    when = s._("This is the last round.") if last else s._("There is one more round after this one.")
    if view.opponent:
        return when
    first = view.score_order[0]
    points = view.players[first].points
    ahead = s.ngettext(
        "Ahead on the score track: {player} with {count} point. Most points come at the end.",
        "Ahead on the score track: {player} with {count} points. Most points come at the end.",
        points,
        player=s.player(first),
    )
    return f"{when} {ahead}"


def _judged(score: Score, opponent: OpponentView, s: Speaker[View]) -> str:
    """Describe how good the result of a solo game is."""
    [points] = score.points
    sign = MEDALS[0] if points >= opponent.good_score else "📜"
    return f"{sign} {s.player(0)}: **{judgement(points, opponent.good_score, s)}**"


def _parts(score: Score, seat: int, s: Speaker[View]) -> str:
    """Describe the sources of a seat's points, in small print."""
    return "-# " + " · ".join(sources(score, seat, s))


def sources(score: Score, seat: int, s: Speaker[View]) -> list[str]:
    """Describe the categories in which a seat has points, or return only "none".

    A track of a side-B scroll board is given by its column, and named as on the seat's own board.
    """
    names = {**POINT_SOURCES, **(SOLO_SOURCES if s.view.opponent else {})}
    parts = []
    for key, points in score.breakdown.items():
        column = key.removeprefix("scroll_")
        if column.isdecimal():
            category = s._("scroll “{track}”", track=n.scroll_track(s.view.players[seat].scroll_board, int(column), s))
        else:
            category = s._(names[key])
        if points[seat]:
            parts.append(s._("{category}: {points}", category=category, points=points[seat]))
    return parts or [s._(NO_POINTS)]
