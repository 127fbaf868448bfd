"""The result of a game of Rattus."""

from rules.errors import N_
from rules.game import Score
from rules.rattus.view import View
from wording.catalogue import plural
from wording.player_names import medal
from wording.speaker import Speaker

# From here on the end is announced.
FEW_RATS_IN_SUPPLY = 6
FEW_CUBES_IN_STOCK = 3
END_REASONS = {
    "supply": N_("The end came in {player}’s turn, when the supply of rats was empty."),
    "cubes": N_("The end came when {player} ended a turn with all their cubes on the board."),
}
POINT_SOURCES = {"regions": N_("{count} in regions"), "palace": N_("{count} in the palace")}


def final_table(score: Score, s: Speaker[View]) -> str:
    """Describe the winner, every seat's points, the tie-break if it decided, and why the game ended."""
    lines = [s.winners(score), *ranks(score, s), *_tie(score, s)]
    if s.view.trigger is not None and score.reason in END_REASONS:
        lines.append(s._(END_REASONS[score.reason], player=s.player(s.view.trigger)))
    return "\n".join(lines)


def result(score: Score, s: Speaker[View]) -> str:
    """Describe the winner and every seat's points, with the tie-break if it decided."""
    return "\n".join([s.winners(score), s.standings(score), *_tie(score, s)])


def _tie(score: Score, s: Speaker[View]) -> list[str]:
    if len(set(score.points)) == len(score.points) or s.view.trigger is None:
        return []
    trigger = s.player(s.view.trigger)
    return [s._("If points are equal, the first player in turn order after {player} comes first.", player=trigger)]


def ranks(score: Score, s: Speaker[View]) -> list[str]:
    """Describe every seat by its place, with its points and where they come from."""

    def parts(seat: int) -> str:
        return ", ".join(s._(POINT_SOURCES[key], count=points[seat]) for key, points in score.breakdown.items())

    return [
        s.ngettext(
            "{medal} {player}: **{count}** point ({parts})",
            "{medal} {player}: **{count}** points ({parts})",
            score.points[seat],
            medal=medal(place),
            player=s.player(seat),
            parts=parts(seat),
        )
        for place, seat in enumerate(score.ranking)
    ]


# The last rats in the supply, and the last cubes of a player: for posts, and with their consequences.
FEW_RATS = (
    plural("The end is near: {count} rat left.", "The end is near: {count} rats left."),
    plural(
        "Only {count} rat is left in the supply: the turn that uses it up is the last normal one.",
        "Only {count} rats are left in the supply: the turn that uses them up is the last normal one.",
    ),
)
FEW_CUBES = (
    plural("The end is near: {player} has {count} cube left.", "The end is near: {player} has {count} cubes left."),
    plural(
        "Only {count} cube of {player} is not on the board: the game also ends if {player} "
        "ends a turn with all of them there.",
        "Only {count} cubes of {player} are not on the board: the game also ends if {player} "
        "ends a turn with all of them there.",
    ),
)
NO_CUBES = N_("Every cube of {player} is on the board: the game ends if {player} ends a turn like this.")


def nearing_end(s: Speaker[View], brief: bool = False) -> str:
    """Return that the last rats or cubes are in reach, or the final round is on, and who is ahead.

    ``brief`` leaves out the consequences.
    """
    view, lines = s.view, []
    if view.phase == "turns":
        if not view.supply:
            lines.append(s._("The supply of rats is used up: this is the last normal turn."))
        elif view.supply <= FEW_RATS_IN_SUPPLY:
            lines.append(s.ngettext(*FEW_RATS[not brief], view.supply))
        for seat, stock in enumerate(view.stock):
            # Those on the Baker are not on the board either.
            left, player = stock + (view.baked[seat] if view.baked else 0), s.player(seat)
            if left <= FEW_CUBES_IN_STOCK:
                few = left or brief
                lines.append(
                    s.ngettext(*FEW_CUBES[not brief], left, player=player) if few else s._(NO_CUBES, player=player)
                )
    if not lines and view.phase != "final":
        return ""
    points = [palace + sum(region.cubes[seat] for region in view.regions) for seat, palace in enumerate(view.palace)]
    best = max(points)
    first = s.join_list([s.player(seat) for seat, count in enumerate(points) if count == best])
    ahead = s.ngettext(
        "Ahead now, with {count} point: {players}.", "Ahead now, with {count} points: {players}.", best, players=first
    )
    return " ".join([*lines, ahead])
