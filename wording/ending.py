"""Whose turn it is, and places in a result: what every game says in the same way."""

from collections.abc import Sequence

from wording.catalogue import Words
from wording.players import mark, player

MEDALS = ("🥇", "🥈", "🥉")


def waiting(
    due: Sequence[int],
    doing: str,
    phase: str,
    names: Sequence[str],
    w: Words,
    since: int | None,
    mentions: Sequence[str],
) -> str:
    """The seats that are due, what they do, how far the game is, and since when it waits (seconds since 1970)."""
    if not due:
        return w._("The game is over.")
    who = [
        f"{mark(seat)} {mentions[seat]}" if seat < len(mentions) and mentions[seat] else player(names, seat, w)
        for seat in due
    ]
    text = w._("{player} {doing} ({phase}).", player=w.join_list(who), doing=doing, phase=phase)
    if since is None:
        return text
    return " ".join([text, w._("Since {time}, {ago}.", time=f"<t:{since}:f>", ago=f"<t:{since}:R>")])


def medal(place: int) -> str:
    """What stands before a place of the result, counted from 0."""
    return MEDALS[place] if place < len(MEDALS) else f"{place + 1}."
