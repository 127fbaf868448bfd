"""All tables of a person, wherever they are."""

from datetime import datetime

from discord.utils import format_dt

from bot.channel.table_words import exact_time, relative_time, where_is
from bot.context import App, Request
from bot.ui.message import Id, Item, button, layout
from games import GAMES
from rules_service import TableInfo
from storage import TableStatus
from wording import Words

MAX_TURN_BUTTONS = 20


async def show_my_tables(request: Request) -> None:
    """Show the person's open tables, those where it is their turn first."""
    w = request.words
    lines, turns = list[str](), list[Item]()
    away: datetime | None = None
    for info in await request.service.read.my_tables(request.user_id):
        seat = info.seat_of(request.user_id)
        away = next((s.away_until for s in info.seats if s.seat == seat), None) or away
        waiting = next((s.due_since for s in info.seats if s.seat == seat and s.due_since), None)
        where = where_is(info, w)
        game = GAMES[info.game].title
        if waiting:
            turns.append(
                button(Id(info.id, "turn"), w._("Your turn: {where}", where=channel_name(request.app, info, w)))
            )
            text = w._(
                "**{game}** in {where}: your turn, since {since}", game=game, where=where, since=relative_time(waiting)
            )
            late = info.seats[seat].late_from if seat is not None else None
            if late and not info.alone:
                text += " " + w._("(late from {late})", late=exact_time(late))
            lines.append(text)
        elif info.asleep_since:
            if info.place.guild_id is None:
                turns.append(button(Id(info.id, "wake"), w._("Wake {game}", game=game)))
            lines.append(
                w._(
                    "😴 {game} in {where}: fell asleep {since}",
                    game=game,
                    where=where,
                    since=relative_time(info.asleep_since),
                )
            )
        elif info.status == TableStatus.LOBBY:
            lines.append(w._("{game} in {where}: not yet started", game=game, where=where))
        else:
            lines.append(w._("{game} in {where}: others’ turn", game=game, where=where))
    text = "\n".join(lines) or w._("You aren’t at any table. `/play` starts a game against the computer.")
    note = w._("🌙 You’re away until {date}. I won’t notify you.", date=format_dt(away, "D")) if away else ""
    await request.show(layout([w._("## Your tables"), note, text], (), [turns[:MAX_TURN_BUTTONS]]))


def channel_name(app: App, info: TableInfo, w: Words) -> str:
    """Return the channel of a table for a button, which can't contain a link."""
    if info.place.guild_id is None:
        return where_is(info, w)
    channel = app.client.get_channel(info.place.channel_id)
    return f"#{getattr(channel, 'name', None) or info.id}"
