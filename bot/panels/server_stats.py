"""A server's statistics of finished games: each person's games, places and points, and results between pairs."""

import logging
import secrets
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import combinations, groupby

import wording
from bot.channel.delivery import send_message
from bot.channel.table_words import person_name
from bot.context import Press, Request
from bot.panels.opening import may_post, spoken_here
from bot.preferences import STATISTICS
from bot.ui.message import Id, button, layout
from bot.ui.reply import Refusal
from games import GAMES
from rules.errors import N_
from storage import ServerResultRow
from storage.failures import of_each
from wording import Words

log = logging.getLogger(__name__)

SEASON = timedelta(days=90)
EVER = "ever"
MAX_PEOPLE, MAX_PAIRS = 12, 6  # lines of each game, and of results against each other
ONLY_ON_SERVERS = N_("These statistics are only available on a server. `/stats` shows your own games.")


async def show_server_stats_of(press: Press) -> None:
    """Show the server's statistics of the last 90 days, or of all time if the button says so."""
    await show_server_stats(press, ever=press.custom_id.words == EVER)


async def show_server_stats(request: Request, ever: bool = False) -> None:
    """Show the server's statistics of the last 90 days or of all time, with a button to post them.

    Raise Refusal in a DM.
    """
    w = request.words
    texts, some = await server_texts(request, w, ever=ever)
    row = [button(Id(0, "season", words="" if ever else EVER), w._("Last 90 days") if ever else w._("All time"))]
    if some:
        row.append(button(Id(0, "showseason", words=EVER if ever else ""), w._("Show here")))
    await request.show(layout(texts, (), [row]))


async def publish(press: Press) -> None:
    """Post the server's statistics for everyone. Raise Refusal in a DM, or where the bot can't post."""
    channel_id = press.interaction.channel_id
    if press.interaction.guild_id is None or channel_id is None:
        raise Refusal(ONLY_ON_SERVERS)
    may_post(press)
    texts, _ = await server_texts(press, wording.words(spoken_here(press)), ever=press.custom_id.words == EVER)
    channel = press.app.client.get_partial_messageable(channel_id, guild_id=press.interaction.guild_id)
    await send_message(channel, layout(texts), secrets.token_hex(8))
    await press.say(press.words._("Posted."))


async def server_texts(request: Request, w: Words, *, ever: bool) -> tuple[list[str], bool]:
    """Return the texts of the statistics, and whether any games are counted in them. Raise Refusal in a DM."""
    guild = request.interaction.guild_id
    if guild is None:
        raise Refusal(ONLY_ON_SERVERS)
    since = datetime.fromtimestamp(0, UTC) if ever else request.app.clock.now() - SEASON
    results, complete = await request.service.read.server_results(guild, since, STATISTICS.option.id, "server")
    head = w._("## Games on this server") if ever else w._("## Games on this server, last 90 days")
    texts = table_of(results, w) or [w._("Nobody has finished a game with others here yet.")]
    left_out = [] if complete else [w._("-# Some older games are still missing; look again later.")]
    return [head, *texts, *left_out], bool(results)


def table_of(results: Sequence[ServerResultRow], w: Words) -> list[str]:
    """Return the statistics of each game, and the results between pairs of people, the most frequent pairs first."""
    games = [[one for one in results if one.game == game] for game in sorted({one.game for one in results})]
    texts = of_each(log, lambda some: f"results of {some[0].game}", lambda some: table_of_game(some, w), games)
    names = {one.player: person_name(one.name, w) for one in results}
    wins = Counter[tuple[int, int]]()
    for _, some in groupby(results, lambda one: one.table_id):
        ranked = combinations(sorted(some, key=placed), 2)
        wins.update((one.player, other.player) for one, other in ranked if one.place < other.place)
    met = Counter(frozenset(pair) for pair in wins.elements())
    pairs = [sorted(pair, key=lambda player: names[player]) for pair, _ in met.most_common(MAX_PAIRS)]
    lines = [f"{names[first]} {wins[first, second]} : {wins[second, first]} {names[second]}" for first, second in pairs]
    return [*texts, "\n".join([w._("**Head-to-head results**"), *lines])] if lines else texts


def placed(result: ServerResultRow) -> int:
    """Return the place of a result as its sort key."""
    return result.place


def table_of_game(results: Sequence[ServerResultRow], w: Words) -> str:
    """Return the number of games played, and a line for each person, sorted by their number of games."""
    count = len({one.table_id for one in results})
    values = {"game": GAMES[results[0].game].title, "games": w.ngettext("{count} game", "{count} games", count)}
    people = Counter(one.player for one in results).most_common()
    lines = [w._("**{game}:** {games}", **values)]
    lines += [person_line([one for one in results if one.player == player], w) for player, _ in people[:MAX_PEOPLE]]
    if (more := len(people) - MAX_PEOPLE) > 0:
        lines.append(w.ngettext("-# and {count} more player", "-# and {count} more players", more))
    return "\n".join(lines)


def person_line(results: Sequence[ServerResultRow], w: Words) -> str:
    """Return a line with a person's games played and won, and their mean place and points."""
    count = len(results)
    return w._(
        "{player}: {games}, {won} won; average place {place}, average score {points}",
        player=person_name(results[-1].name, w),
        games=w.ngettext("{count} game", "{count} games", count),
        won=sum(one.place == 1 for one in results),
        place=w.decimal(sum(one.place for one in results) / count),
        points=w.decimal(sum(one.points for one in results) / count),
    )
