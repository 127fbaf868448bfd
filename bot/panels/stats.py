"""A person's own statistics, which are ephemeral unless the person posts them."""

import logging
import secrets
from collections import Counter
from collections.abc import Sequence
from statistics import median

import wording
from bot.channel.delivery import send_message
from bot.channel.table_words import person_name
from bot.context import Press, Request
from bot.panels.opening import may_post, spoken_here
from bot.preferences import STATISTICS, load_preferences
from bot.ui.message import Id, button, layout
from bot.ui.reply import Refusal
from games import GAMES
from rules.errors import N_
from storage import ResultsRow
from storage.failures import of_each
from wording import Words

log = logging.getLogger(__name__)

EVERYWHERE = "all"
HOUR, DAY = 3600, 24 * 3600


async def show_stats_of(press: Press) -> None:
    """Show the person's statistics on this server, or everywhere if the button says so."""
    await show_stats(press, everywhere=press.custom_id.words == EVERYWHERE)


async def show_stats(request: Request, everywhere: bool = False) -> None:
    """Show the person their statistics on this server or everywhere, and their response times, in an ephemeral message.

    Raises Refusal if they have turned statistics off.
    """
    w, guild = request.words, request.interaction.guild_id
    wanted = (await load_preferences(request.app.storage, request.user_id))[STATISTICS.option.id]
    if wanted == "none":
        raise Refusal(N_("You have turned your statistics off. `/preferences` turns them on."))
    everywhere = everywhere or guild is None
    results = await request.service.read.results(request.user_id)
    some = [one for one in results if everywhere or one.guild_id == guild]
    head = w._("## Your games everywhere") if everywhere else w._("## Your games on this server")
    lines = games_in_lines(some, w) or [w._("You haven’t finished a game here yet.")]
    row = []
    if guild is not None:
        other = Id(0, "stats", words="" if everywhere else EVERYWHERE)
        row.append(button(other, w._("On this server") if everywhere else w._("Everywhere")))
        if wanted == "server" and not everywhere and some:
            row.append(button(Id(0, "publish"), w._("Show here")))
    lost = cost_of_turns(await request.app.storage.reviews.losses_of(request.user_id), w)
    await request.show(layout([head, "\n".join(lines), pace_of_turns(some, w), lost], (), [row]))


async def publish(request: Request) -> None:
    """Post, for everyone to see, a summary of the person's games on this server.

    Raises Refusal in a DM, if their preferences don't allow it, or where the bot can't post.
    """
    if (await load_preferences(request.app.storage, request.user_id))[STATISTICS.option.id] != "server":
        raise Refusal(N_("Only you can see your statistics. You can change that in `/preferences`."))
    guild, here = request.interaction.guild_id, request.interaction.channel_id
    if guild is None or here is None:
        raise Refusal(N_("You can only show your statistics on a server."))
    may_post(request)
    w = wording.words(spoken_here(request))
    results = await request.service.read.results(request.user_id)
    lines = games_in_lines([one for one in results if one.guild_id == guild], w)
    head = w._("## {name}’s games on this server", name=person_name(request.interaction.user.display_name, w))
    channel = request.app.client.get_partial_messageable(here, guild_id=guild)
    await send_message(channel, layout([head, "\n".join(lines)]), secrets.token_hex(8))
    await request.say(request.words._("Posted."))


def games_in_lines(results: Sequence[ResultsRow], w: Words) -> list[str]:
    """Return a line for each game and number of players: games played, places, best and mean points.

    Solo games, and games with computer players, have separate lines.
    """
    # Solo games, and games with computers, have separate lines.
    kinds = sorted({(one.people == 1, one.computers > 0, one.game, one.people) for one in results})
    some = [[one for one in results if [one.computers > 0, one.game, one.people] == kind] for _, *kind in kinds]
    return of_each(log, lambda alike: f"results of {alike[0].game}", lambda alike: results_line(alike, w), some)


def results_line(some: Sequence[ResultsRow], w: Words) -> str:
    """Return the line about these results, which all have the same game and number of players."""
    points, [first, *_] = [one.points for one in some], some
    count, mean = w.ngettext("{count} game", "{count} games", len(some)), w.decimal(sum(points) / len(points))
    values = {"game": GAMES[first.game].title, "best": max(points), "mean": mean}
    if first.people == 1:
        return w._("**{game}, solo:** {count}; best {best}, on average {mean} points", count=count, **values)
    times = Counter(one.place for one in some)
    places = [w._("place {place}: {times}×", place=place, times=times[place]) for place in sorted(times)]
    values |= {"people": first.people, "games": count, "places": w.join_list(places)}
    if first.computers:
        return w.ngettext(
            "**{game}, {people} player with computers:** {games}; {places}; best {best}, on average {mean} points",
            "**{game}, {people} players with computers:** {games}; {places}; best {best}, on average {mean} points",
            first.people,
            **values,
        )
    return w.ngettext(
        "**{game}, {people} player:** {games}; {places}; best {best}, on average {mean} points",
        "**{game}, {people} players:** {games}; {places}; best {best}, on average {mean} points",
        first.people,
        **values,
    )


def cost_of_turns(losses: Sequence[tuple[int, int, float]], w: Words) -> str:
    """Return lines with the average cost of the person's turns in reviewed games, or "" if there are none.

    ``losses``: for each game the number of players, the person's turns, and the cost of their decisions.
    """
    lines = []
    for alone in (False, True):
        some = [(turns, loss) for players, turns, loss in losses if (players == 1) == alone and turns]
        if not some:
            continue
        mean = sum(loss for _, loss in some) / sum(turns for turns, _ in some)
        text = N_("-# Only you see this: a turn cost you {percent}% of a win on average.")
        if alone:
            text = N_("-# Only you see this: in solo games, a turn cost you {points} points on average.")
        lines.append(w._(text, points=w.decimal(mean), percent=w.decimal(100 * mean)))
    return "\n".join(lines)


def pace_of_turns(results: Sequence[ResultsRow], w: Words) -> str:
    """Describe how soon the person typically answers, or return "" if they have taken no turn with other people."""
    answers = [seconds for one in results if one.people - one.computers > 1 for seconds in one.answers]
    if not answers:
        return ""
    typical = median(answers)
    if typical >= 2 * DAY:
        return w.ngettext(
            "-# Only you see this: you typically answer within {count} day.",
            "-# Only you see this: you typically answer within {count} days.",
            round(typical / DAY),
        )
    if typical < HOUR:
        return w._("-# Only you see this: you typically answer in less than an hour.")
    return w.ngettext(
        "-# Only you see this: you typically answer within {count} hour.",
        "-# Only you see this: you typically answer within {count} hours.",
        round(typical / HOUR),
    )
