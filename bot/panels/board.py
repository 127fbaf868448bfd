"""What anybody may ask of a table: the board as they may see it, the log, help. All answers are private."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import discord

import wording
from bot import VERSION
from bot.channel.board_parts import ESTATE, changed, parts_of_view
from bot.channel.posts import cancelled, lobby, moment, names, title, where_is
from bot.games import PLAYABLE
from bot.preferences import liking
from bot.ui.custom_id import Id
from bot.ui.item import Act, Press, Pressed, button, select
from bot.ui.message import ROOM, layout
from bot.ui.picture import Picture
from bot.ui.reply import add, show
from renderer import parts
from rules_service import Snapshot, TableInfo
from wording import Words

if TYPE_CHECKING:
    from bot.client import MiasmaBot

LINES = 16  # of the log on one page: a turn with many rats and long names takes 250 characters
MINE = 20  # tables that get a button of their own
TOPICS = 20  # of help in one select; Discord takes 25
STATUS = 600  # characters at most of whose turn it is, for what
ALL, LEGEND = "all", "legend"  # in the select of parts: what one sees first, the icons or cards explained


async def view(client: "MiasmaBot", interaction: Pressed, press: Id, values: Sequence[str]) -> None:
    """The table as the person may see it: their own view if they sit there, else what everybody sees."""
    info = await client.service.info(press.table)
    await show_board(client, interaction, press.table, info.seat_of(interaction.user.id))


async def show_board(
    client: "MiasmaBot", interaction: Pressed, table_id: int, seat: int | None, *, text: bool = False, part: str = ""
) -> None:
    """The board as the seat sees it (None: everybody), in a private answer: pictures, or with ``text`` words.

    ``part`` is one of the renderer's parts, to be shown alone.
    """
    info, lang = await client.service.info(table_id), str(interaction.locale)
    if info.started is None:
        await show(interaction, lobby(info) if info.open else cancelled(info))
        return
    snapshot = await client.service.snapshot(table_id)
    info = snapshot.info
    seen, people = snapshot.table.view(seat), names(info)
    part = part if (part.startswith(ESTATE) and part in parts(seen, "tall")) or part == LEGEND else ""
    since, news = since_own_move(snapshot, seat, lang)
    pictures: list[Picture] = []
    if not text:
        like = await liking(client.storage, interaction.user.id, info)
        pictures = await client.pictures.board(
            info.game,
            seen,
            people,
            lang,
            parts=[part] if part else parts_of_view(snapshot, like.layout, seat),
            changed=partial(changed, snapshot, since) if news else lambda part: (),
            style=like.style,
        )
    texts = [wording.status(info.game, seen, people, lang)]
    pages = [] if pictures else wording.board_text(info.game, seen, people, lang)
    if pages and news and len(pages[0]) + len(news) > ROOM - STATUS:  # whoever plays without pictures must lose nothing
        pages, news = [*pages, news], ""
    texts = [*pages[:1], news, wording.secrets(info.game, seen, lang) if pictures else "", *texts]
    rows = [more_parts(snapshot, seat, part, wording.words(lang))] if pictures else []
    arrived = await show(interaction, layout([] if part and pictures else texts, pictures, rows), pictures)
    for page in pages[1:] if arrived else wording.board_text(info.game, seen, people, lang):
        await add(interaction, layout([page]))


def more_parts(snapshot: Snapshot, seat: int | None, part: str, w: Words) -> list[Press]:
    """A select that leads to the estates, and to the icons or the cards in play explained."""
    estates = [name for name in parts(snapshot.table.view(seat), "tall") if name.startswith(ESTATE)]
    people = names(snapshot.info)
    whole = seat is None or not estates
    titles = {"": w._("The whole board") if whole else w._("City, score board and my estate")}
    for name in estates:
        titles[name] = w._("Estate: {player}", player=wording.plain_name(people[int(name.removeprefix(ESTATE))]))
    titles[LEGEND] = w._("Icons") if estates else w._("Cards in play")
    entries = [
        discord.SelectOption(label=title[:100], value=name or ALL, default=name == part)
        for name, title in titles.items()
    ]
    return [select(Id(snapshot.info.id, "part", seat), w._("Show"), entries)]


async def show_part(client: "MiasmaBot", interaction: Pressed, press: Id, values: Sequence[str]) -> None:
    """Another part of the board in the place of what was shown."""
    info = await client.service.info(press.table)
    seat = info.seat_of(interaction.user.id) if press.seat is not None else None
    await show_board(client, interaction, press.table, seat, part="".join(values[:1]))


def since_own_move(snapshot: Snapshot, seat: int | None, lang: str) -> tuple[int, str]:
    """The log number of the seat's last move, and what has happened since; nothing for who has not moved."""
    mine = [step for step in snapshot.table.steps if step.seat == seat]
    if not mine or seat is None:
        return 0, ""
    number = snapshot.numbers[mine[-1].number - 1]
    happened = accounted(snapshot, lang, number)
    head = wording.words(lang)._("**Since your last move**")
    return number, "\n".join([head, *happened]) if happened else ""


async def log(client: "MiasmaBot", interaction: Pressed, press: Id, values: Sequence[str]) -> None:
    """What has happened, newest page first."""
    await show_log(client, interaction, press.table, press.count)


async def show_log(client: "MiasmaBot", interaction: Pressed, table_id: int, page: int = 0) -> None:
    """A page of the log, counted from the newest."""
    lang = str(interaction.locale)
    w = wording.words(lang)
    begun = (await client.service.info(table_id)).started is not None
    lines = log_lines(await client.service.snapshot(table_id), lang) if begun else []
    last = max(0, (len(lines) - 1) // LINES)
    page = min(max(page, 0), last)
    upto = len(lines) - page * LINES
    text = "\n".join(lines[max(0, upto - LINES) : upto]) or w._("Nothing has happened yet.")
    row: list[Press] = []
    if page < last:
        row.append(button(Id(table_id, "pages", words=str(page + 1)), w._("◀ Earlier")))
    if page > 0:
        row.append(button(Id(table_id, "pages", words=str(page - 1)), w._("Later ▶")))
    head = w._("## Log, page {page} of {pages}", page=last - page + 1, pages=last + 1)
    await show(interaction, layout([head, text], (), [row]))


def log_lines(snapshot: Snapshot, lang: str) -> list[str]:
    """The game as public sentences, in order."""
    return accounted(snapshot, lang, 0)


def accounted(snapshot: Snapshot, lang: str, since: int) -> list[str]:
    """What has happened after this log line, as public sentences."""
    info, events = snapshot.info, snapshot.events(None, since)
    return wording.account(info.game, events, names(info), lang, snapshot.table.view(None))


async def help_(client: "MiasmaBot", interaction: Pressed, press: Id, values: Sequence[str]) -> None:
    """A page of help; a select leads to the others."""
    game = press.words.partition(" ")[0]
    await show_help(client, interaction, values[0] if values else "", press.table, game)


async def show_help(
    client: "MiasmaBot", interaction: Pressed, topic: str = "", table_id: int = 0, game: str = ""
) -> None:
    """Help about the bot, and about a game: the one asked for, else that of the table if there is one (0: none)."""
    lang = str(interaction.locale)
    w = wording.words(lang)
    info = await client.service.info(table_id) if table_id else None
    if game not in PLAYABLE:
        game = info.game if info else next(iter(PLAYABLE))
    topics = wording.help_topics(lang, game)
    playing = info is not None and info.status == "running" and info.game == game
    topic = topic or topics[len(wording.help_topics(lang)) if playing else 0][0]  # who plays asks about the game
    text = wording.help_page(topic, lang, game) or w._("There is no such page of help.")
    others = [button(Id(table_id, "about", words=other), title(other)) for other in PLAYABLE if other != game]
    sign = f"-# Miasma {VERSION}"
    await show(interaction, layout([text, sign], (), [*topic_rows(table_id, game, topic, lang), others]))


def topic_rows(table_id: int, game: str, topic: str, lang: str) -> list[list[Press]]:
    """The selects that lead to all topics: those of the bot, and those of the game, as many as it needs.

    Their ids change with the topic, which only one of them shows as chosen.
    """
    w = wording.words(lang)
    own = wording.help_topics(lang)
    played = wording.help_topics(lang, game)[len(own) :]
    here = topic if topic in [id_ for id_, _, _ in (*own, *played)] else ""  # anything can be typed
    rows = []
    for about, topics in ((w._("Help on tables and turns"), own), (w._("Help on {game}", game=title(game)), played)):
        for at in range(0, len(topics), TOPICS):
            entries = [
                discord.SelectOption(label=name[:100], value=id_, description=line[:100], default=id_ == topic)
                for id_, name, line in topics[at : at + TOPICS]
            ]
            press = Id(table_id, "topic", words=f"{game} {entries[0].value} {here}")
            rows.append([select(press, about, entries)])
    return rows


async def about(client: "MiasmaBot", interaction: Pressed, press: Id, values: Sequence[str]) -> None:
    """The rules of a game in short."""
    own = len(wording.help_topics(str(interaction.locale)))
    game = press.words if press.words in PLAYABLE else next(iter(PLAYABLE))
    topic = wording.help_topics(str(interaction.locale), game)[own][0]
    await show_help(client, interaction, topic, press.table, game)


async def show_mine(client: "MiasmaBot", interaction: Pressed) -> None:
    """The person's open tables, those that wait for them first."""
    w = wording.words(str(interaction.locale))
    lines, turns = [], []
    for info in await client.service.my_tables(interaction.user.id):
        seat = info.seat_of(interaction.user.id)
        waiting = next((s.due_since for s in info.seats if s.seat == seat and s.due_since), None)
        where = where_is(info, w)
        game = title(info.game)
        if waiting:
            turns.append(button(Id(info.id, "turn"), w._("Your turn: {where}", where=called(client, info, w))))
            lines.append(
                w._("**{game}** in {where}: waits for you since {since}", game=game, where=where, since=moment(waiting))
            )
        elif info.status == "lobby":
            lines.append(w._("{game} in {where}: not yet started", game=game, where=where))
        else:
            lines.append(w._("{game} in {where}: others are to move", game=game, where=where))
    text = "\n".join(lines) or w._("You sit at no table. `/table open` opens one.")
    await show(interaction, layout([w._("## Your tables"), text], (), [turns[:MINE]]))


def called(client: "MiasmaBot", info: TableInfo, w: Words) -> str:
    """The channel of a table on a button, where a link cannot stand."""
    if info.place.guild_id is None:
        return where_is(info, w)
    channel = client.get_channel(info.place.channel_id)
    return f"#{getattr(channel, 'name', None) or info.id}"


ACTS = {
    "view": Act(view, opens=True),
    "log": Act(log, opens=True),
    "pages": Act(log, opens=False),
    "part": Act(show_part, opens=False),
    "help": Act(help_, opens=True),
    "topic": Act(help_, opens=False),
    "about": Act(about, opens=False),
}
