"""Texts about the challenge of the day: a result as a card without spoilers, and a server's ranking."""

from collections.abc import Sequence
from datetime import timedelta
from math import inf

import discord

from bot.channel.table_words import exact_time, person_name, relative_time
from bot.context import Request
from bot.ui.message import PRIMARY, Id, Item, button
from rules.daily import seed_of
from rules.errors import N_
from rules_service.dailies import Attempt, AttemptState, Daily, SharedResult
from rules_service.daily import DailyKind, Square, squares, squares_of_turn
from wording import Words
from wording.catalogue import with_minus_sign

RUNNING_AT_MOST = 3  # simultaneous attempts of a person: each begins on another day and lasts 48 hours
LOOKED_FOR = 14  # how many days before or after a challenge are searched for another one
NO_BREAK = "\u00a0"
MAX_LISTED = 20  # results in a server's table
YOUNGEST_RANKED = timedelta(days=30)  # the least age of an account with a place, when the challenge begins

KIND_NAMES = {DailyKind.MESSINA: N_("Messina 1347, solo"), DailyKind.RATTUS: N_("Rattus, one turn")}
SQUARE_SIGNS = {Square.AHEAD: "🟩", Square.NEAR: "🟨", Square.BEHIND: "⬛"}
ONE_ATTEMPT = N_("The same seed for everyone, one attempt each. Only you see your game.")
ONE_TURN = N_(
    "You take over the seat of one of {seats} players in the middle of a game, for a single turn. It’s the same turn "
    "for everyone, one attempt each. Only you see yours."
)
BEGINS = N_("You can start until {closes}. Once you have started, you have 48 hours.")
STILL_SEALED = N_("It can’t be started any more. Its seed and everyone’s games stay sealed until {unsealed}.")
OPEN_NOW = N_("It’s over for everyone, and its seed is no longer secret.")
PAR = N_("Par: **{par}** points, the result of the strong computer player.")
ABOUT_CHAIN = N_(
    "## How to check the seeds\n"
    "All seeds come from a chain that was fixed before the first challenge. Each day has a link, which is the SHA-256 "
    "of the next day’s link. So every published link leads back to the anchor, and none gives away a later one. The "
    "link of a day is published once nobody can be playing any more, about three days after it began."
)


def name_of(daily: Daily) -> str:
    """Return the name of a challenge, which is the same in all languages."""
    return f"Miasma {daily.number}"


def daily_id(action: str, day: int) -> Id:
    """Return the custom id of a button for a day's challenge."""
    return Id(0, action, words=str(day))


def show_here(request: Request, day: int, attempt: Attempt | None) -> list[Item]:
    """Return the button that posts the person's result, or none if they have no result or can't post it here."""
    if attempt is None or attempt.state != AttemptState.FINISHED:
        return []
    if request.interaction.guild_id is None or request.is_guest:
        return []
    return [button(daily_id("dailyshow", day), request.words._("Show it here"), PRIMARY)]


def about_daily(daily: Daily, today: Daily, attempt: Attempt | None, w: Words) -> list[str]:
    """Return the heading and the text about a challenge: its game, whether it can still be started, and its par.

    ``attempt``: the attempt of the reader.
    """
    what = w._(ONE_TURN, seats=daily.seats) if daily.is_turn else w._(ONE_ATTEMPT)
    lines = [f"**{w._(KIND_NAMES[daily.kind])}.** {what}"]
    if daily.link is not None:
        lines.append(w._(OPEN_NOW))
    elif daily.day != today.day:
        lines.append(w._(STILL_SEALED, unsealed=exact_time(daily.unsealed)))
    elif attempt is None:
        lines.append(w._(BEGINS, closes=exact_time(daily.closes)))
    if daily.par is not None and not daily.is_turn:  # The chance to win could be a hint before the turn is played.
        lines.append(w._(PAR, par=daily.par))
    return [w._("## {name}: challenge of the day", name=name_of(daily)), "\n".join(lines)]


def fingerprint_of(daily: Daily, w: Words) -> str:
    """Return the fingerprint of a challenge's seed in small print, and the seed itself once its seal is broken."""
    lines = [w._("-# SHA-256 fingerprint of its seed: `{fingerprint}`", fingerprint=daily.fingerprint)]
    return "\n".join([*([] if daily.link is None else [seed_line(daily, w)]), *lines])


def seed_line(daily: Daily, w: Words) -> str:
    """Return the seed of a challenge whose seal is broken, in small print."""
    assert daily.link is not None
    return w._("-# Seed of {name}: `{seed}`", name=name_of(daily), seed=seed_of(daily.link, daily.day))


async def newest_open(request: Request, today: Daily) -> Daily | None:
    """Return the newest challenge before ``today`` whose seal is broken, or None."""
    found = await neighbour(request, today, -1)
    while found is not None and found.link is None:
        found = await neighbour(request, found, -1)
    return found


async def neighbour(request: Request, daily: Daily, step: int) -> Daily | None:
    """Return the next challenge (``step``: 1) or the previous one (-1), or None if none is within `LOOKED_FOR` days.

    A day has no challenge if nobody used `/daily` on it.
    """
    for days in range(1, LOOKED_FOR + 1 if step > 0 else min(LOOKED_FOR + 1, daily.number)):
        found = await request.service.dailies.of_day(daily.day + step * days)
        if found is not None:
            return found
    return None


async def running_attempts(request: Request) -> list[tuple[Daily, Attempt]]:
    """Return the person's running attempts with their challenges, the newest first."""
    found = list[tuple[Daily, Attempt]]()
    for attempt in await request.service.dailies.attempts(request.user_id, RUNNING_AT_MOST):
        if attempt.state == AttemptState.RUNNING:
            daily = await request.service.dailies.of_day(attempt.day)
            assert daily is not None
            found.append((daily, attempt))
    return found


def go_on_button(daily: Daily, w: Words) -> Item:
    """Return the button that continues the person's running attempt at a challenge."""
    return button(daily_id("dailyon", daily.day), w._("Go on: {name}", name=name_of(daily)))


def own_text(daily: Daily, attempt: Attempt | None, w: Words) -> str:
    """Describe the outcome of the person's own attempt, or its deadline; return "" if there is no attempt."""
    if attempt is None:
        return ""
    if attempt.state == AttemptState.RUNNING:
        return w._("**Your attempt is in progress.** Finish it by {deadline}.", deadline=exact_time(attempt.deadline))
    if attempt.state == AttemptState.PLAYED:
        return w._("**You have played your turn.** The computer is judging it; `/daily` shows the result in a minute.")
    return "\n".join([w._("**Your result**"), card(daily, attempt, w)])


def card(daily: Daily, result: Attempt | SharedResult, w: Words) -> str:
    """Return a result without spoilers: a line with its squares and, below it, a line that says what the squares mean.

    An unfinished result, or one that can't be compared with a par yet, has only one line without squares.
    """
    parts = [name_of(daily), w._(KIND_NAMES[daily.kind])]
    if result.points is None:
        return " · ".join([*parts, w._("not finished")])
    parts.append(bold_points(daily, result, w))
    if daily.par is None:
        return " · ".join(parts)
    found = squares_of(daily, result)
    if daily.is_turn:
        best = best_of_turn(daily, w).replace(" ", NO_BREAK)
        signs = "".join(SQUARE_SIGNS[one] for one in found)
        return "\n".join([" · ".join([*parts, best, signs]), turn_in_words(daily, result.points, w)])
    par = w._("par {par}", par=daily.par).replace(" ", NO_BREAK)
    parts += [par, "".join(SQUARE_SIGNS[one] for one in found)]
    return "\n".join([" · ".join(parts), squares_in_words(found, w)])


def bold_points(daily: Daily, result: Attempt | SharedResult, w: Words) -> str:
    """Return the points of a finished attempt in bold, with a real minus sign, or for a turn the chance to win."""
    if daily.is_turn:
        percent = w._("{percent}%", percent=result.points)
        return f"**{percent}**"
    return f"**{with_minus_sign(result.points)}**"


def squares_of(daily: Daily, result: Attempt | SharedResult) -> list[Square]:
    """Return the squares of a finished attempt, or none if there is nothing to compare it with."""
    if daily.is_turn and daily.par is not None and result.points is not None:
        return squares_of_turn(result.points, daily.par)
    return squares(result.rounds, daily.par_rounds)


def best_of_turn(daily: Daily, w: Words) -> str:
    """Return the chance to win after the best known turn."""
    return w._("best found: {best}%", best=daily.par)


def turn_in_words(daily: Daily, points: int, w: Words) -> str:
    """Describe how close a turn comes to the best known one, in small print."""
    assert daily.par is not None
    if (behind := daily.par - points) <= 0:
        return w._("-# Chance to win: at least as good as the best turn found")
    return w.ngettext(
        "-# Chance to win: {count} percentage point below the best turn found",
        "-# Chance to win: {count} percentage points below the best turn found",
        behind,
    )


def squares_in_words(found: Sequence[Square], w: Words) -> str:
    """Describe how many rounds ended ahead of par, close to it and behind it, in small print."""
    counts = {"ahead": Square.AHEAD, "near": Square.NEAR, "behind": Square.BEHIND}
    values = {name: found.count(square) for name, square in counts.items()}
    return w._("-# Rounds at or above par: {ahead}; up to 3 points below: {near}; further below: {behind}", **values)


def ranked(daily: Daily, result: SharedResult) -> bool:
    """Return whether a result is ranked: it is finished, and the account was old enough when the challenge began."""
    created = discord.utils.snowflake_time(result.user_id)
    return result.points is not None and created <= daily.opens - YOUNGEST_RANKED


def server_table(daily: Daily, results: Sequence[SharedResult], w: Words) -> str:
    """Return a server's ranking for a challenge, best results first, then unranked ones, or "" if there are no results.

    Equal points share a place.
    """
    if not results:
        return ""
    placed = sorted((one for one in results if ranked(daily, one)), key=points_of, reverse=True)
    points = [one.points for one in placed]
    lines = [f"**{points.index(one.points) + 1}** · {result_line(daily, one, w)}" for one in placed]
    rest = [one for one in results if not ranked(daily, one)]
    lines += [f"– · {result_line(daily, one, w)}" for one in sorted(rest, key=points_of, reverse=True)]
    young = any(one.points is not None for one in rest)
    if (more := len(lines) - MAX_LISTED) > 0:
        lines[MAX_LISTED:] = [w.ngettext("-# and {count} more player", "-# and {count} more players", more)]
    if young:
        lines.append(w._("-# Accounts younger than 30 days when the challenge began aren’t ranked."))
    return "\n".join([w._("**On this server**"), *lines])


def points_of(result: SharedResult) -> float:
    """Return the points of a result as a sort key. Unfinished results are last."""
    return -inf if result.points is None else result.points


def result_line(daily: Daily, result: SharedResult, w: Words) -> str:
    """Return one line of a server's ranking, without the rank."""
    name = person_name(result.name, w)
    if result.points is None:
        return f"{name} · {w._('not finished')}"
    signs = "".join(SQUARE_SIGNS[one] for one in squares_of(daily, result))
    return " · ".join(filter(None, [name, bold_points(daily, result, w), signs]))


def time_left(daily: Daily, attempt: Attempt, w: Words) -> str:
    """Return a line that says when the person's running attempt ends."""
    return w._("**{name}:** your attempt ends {left}.", name=name_of(daily), left=relative_time(attempt.deadline))
