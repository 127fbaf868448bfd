"""The result of a game of Rattus."""

from rules.errors import N_
from rules.game import Score
from rules.rattus.view import View
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
    lines = []
    for place, seat in enumerate(score.ranking):
        parts = [s._(POINT_SOURCES[key], count=points[seat]) for key, points in score.breakdown.items()]
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
    return lines


def nearing_end(s: Speaker[View], brief: bool = False) -> str:
    """Return that the last rats or cubes are in reach, or the final round is on, and who is ahead.

    ``brief`` leaves out the consequences.
    """
    view = s.view
    if view.phase == "final":
        return _ahead(s)
    if view.phase == "turns":
        lines = [_few_rats(view.supply, s, brief=brief)] if view.supply <= FEW_RATS_IN_SUPPLY else []
        off_board = [stock + baked for stock, baked in zip(view.stock, view.baked or [0] * view.seats, strict=True)]
        lines += [
            _few_cubes(seat, count, s, brief=brief)
            for seat, count in enumerate(off_board)
            if count <= FEW_CUBES_IN_STOCK
        ]
    else:
        lines = []
    return " ".join([*lines, _ahead(s)]) if lines else ""


def _few_rats(count: int, s: Speaker[View], *, brief: bool) -> str:
    if not count:
        return s._("The supply of rats is used up: this is the last normal turn.")
    if brief:
        return s.ngettext("The end is near: {count} rat left.", "The end is near: {count} rats left.", count)
    return s.ngettext(
        "Only {count} rat is left in the supply: the turn that uses it up is the last normal one.",
        "Only {count} rats are left in the supply: the turn that uses them up is the last normal one.",
        count,
    )


def _few_cubes(seat: int, count: int, s: Speaker[View], *, brief: bool) -> str:
    """Describe how many of a seat's cubes are not on the board, which includes those on the Baker."""
    player = s.player(seat)
    if brief:
        return s.ngettext(
            "The end is near: {player} has {count} cube left.",
            "The end is near: {player} has {count} cubes left.",
            count,
            player=player,
        )
    if not count:
        return s._(
            "Every cube of {player} is on the board: the game ends if {player} ends a turn like this.", player=player
        )
    return s.ngettext(
        "Only {count} cube of {player} is not on the board: the game also ends if {player} "
        "ends a turn with all of them there.",
        "Only {count} cubes of {player} are not on the board: the game also ends if {player} "
        "ends a turn with all of them there.",
        count,
        player=player,
    )


def _ahead(s: Speaker[View]) -> str:
    points = [
        palace + sum(region.cubes[seat] for region in s.view.regions) for seat, palace in enumerate(s.view.palace)
    ]
    best = max(points)
    first = s.join_list([s.player(seat) for seat, count in enumerate(points) if count == best])
    return s.ngettext(
        "Ahead now, with {count} point: {players}.", "Ahead now, with {count} points: {players}.", best, players=first
    )
