"""What anybody may ask of a table: the board as they may see it, the log, help. All answers are private."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from bot import wording
from bot.errors import NOBODY, show
from bot.panels.ids import Id
from bot.panels.layout import layout
from bot.panels.press import Act, Press, Pressed, button, select
from bot.posts import changed, lobby, moment, names
from bot.rules_service import Look

if TYPE_CHECKING:
    from bot.client import MiasmaBot

LINES = 25  # of the log on one page


async def view(client: "MiasmaBot", interaction: Pressed, press: Id, values: Sequence[str]) -> None:
    """The table as the person may see it: their own view if they sit there, else what everybody sees."""
    info = await client.service.info(press.table)
    await show_board(client, interaction, press.table, info.seat_of(interaction.user.id))


async def show_board(
    client: "MiasmaBot", interaction: Pressed, table_id: int, seat: int | None, *, text: bool = False
) -> None:
    """The board as the seat sees it (None: everybody), in a private answer: a picture, or with ``text`` words."""
    look = await client.service.look(table_id)
    info, lang = look.info, str(interaction.locale)
    if look.table is None:
        await show(interaction, lobby(info))
        return
    seen, people = look.table.view(seat), names(info)
    since, news = since_own_move(look, seat, lang)
    picture = None
    if not text:
        shape = await client.shape_for(interaction.user.id, info)
        picture = await client.drawing.board(
            info.game, seen, people, lang, layout=shape, changed=changed(look, since) if news else ()
        )
    texts = [wording.status(info.game, seen, people, lang)]
    pages = [] if picture else wording.board_text(info.game, seen, people, lang)
    texts = [*pages[:1], news, wording.secrets(info.game, seen, lang) if picture else "", *texts]
    shown = (picture.name, picture.alt) if picture else None
    await show(interaction, layout(texts, shown, []), picture.file() if picture else None)
    for page in pages[1:]:
        await interaction.followup.send(view=layout([page], None, []), ephemeral=True, allowed_mentions=NOBODY)


def since_own_move(look: Look, seat: int | None, lang: str) -> tuple[int, str]:
    """The log number of the seat's last move, and what has happened since; nothing for who has not moved."""
    mine = [step for step in look.table.steps if step.seat == seat] if look.table else []
    if not mine or seat is None:
        return 0, ""
    number = look.numbers[mine[-1].number - 1]
    happened = wording.account(look.info.game, look.events(None, number), names(look.info), lang)
    head = wording.words(lang).t("**Since your last move**")
    return number, "\n".join([head, *happened]) if happened else ""


async def log(client: "MiasmaBot", interaction: Pressed, press: Id, values: Sequence[str]) -> None:
    """What has happened, newest page first."""
    await show_log(client, interaction, press.table, int(press.words or 0))


async def show_log(client: "MiasmaBot", interaction: Pressed, table_id: int, page: int = 0) -> None:
    """A page of the log, counted from the newest."""
    look = await client.service.look(table_id)
    lang = str(interaction.locale)
    w = wording.words(lang)
    lines = log_lines(look, lang)
    last = max(0, (len(lines) - 1) // LINES)
    page = min(max(page, 0), last)
    upto = len(lines) - page * LINES
    text = "\n".join(lines[max(0, upto - LINES) : upto]) or w.t("Nothing has happened yet.")
    row: list[Press] = []
    if page < last:
        row.append(button(Id(table_id, "pages", words=str(page + 1)), w.t("◀ Earlier")))
    if page > 0:
        row.append(button(Id(table_id, "pages", words=str(page - 1)), w.t("Later ▶")))
    head = w.t("## Log, page {page} of {pages}", page=last - page + 1, pages=last + 1)
    await show(interaction, layout([head, text], None, [row]))


def log_lines(look: Look, lang: str) -> list[str]:
    """The game as public sentences, in order."""
    return wording.account(look.info.game, look.events(None), names(look.info), lang)


async def help_(client: "MiasmaBot", interaction: Pressed, press: Id, values: Sequence[str]) -> None:
    """A page of help; a select leads to the others."""
    await show_help(client, interaction, values[0] if values else "", press.table)


async def show_help(client: "MiasmaBot", interaction: Pressed, topic: str = "", table_id: int = 0) -> None:
    """Help about the bot, and about the game of the table if there is one (0: none)."""
    lang = str(interaction.locale)
    w = wording.words(lang)
    info = await client.service.info(table_id) if table_id else None
    game = info.game if info else next(iter(wording.GAMES))
    topics = wording.help_topics(lang, game)
    playing = info is not None and info.status == "running"
    topic = topic or topics[len(wording.help_topics(lang)) if playing else 0][0]  # who plays asks about the game
    entries = [
        discord.SelectOption(label=title[:100], value=name, description=about[:100], default=name == topic)
        for name, title, about in topics
    ]
    text = wording.help_page(topic, lang, game) or w.t("There is no such page of help.")
    await show(interaction, layout([text], None, [[select(Id(table_id, "topic"), w.t("More help"), entries)]]))


async def show_mine(client: "MiasmaBot", interaction: Pressed) -> None:
    """The person's open tables, those that wait for them first."""
    w = wording.words(str(interaction.locale))
    lines = []
    for info in await client.service.my_tables(interaction.user.id):
        seat = info.seat_of(interaction.user.id)
        waiting = next((s.due_since for s in info.seats if s.seat == seat and s.due_since), None)
        where = f"<#{info.place.channel_id}>"
        game = info.game.capitalize()
        if waiting:
            lines.append(
                w.t("**{game}** in {where}: waits for you since {since}", game=game, where=where, since=moment(waiting))
            )
        elif info.status == "lobby":
            lines.append(w.t("{game} in {where}: not yet started", game=game, where=where))
        else:
            lines.append(w.t("{game} in {where}: others are to move", game=game, where=where))
    text = "\n".join(lines) or w.t("You sit at no table. `/table open` opens one.")
    await show(interaction, layout([w.t("## Your tables"), text], None, []))


ACTS = {
    "view": Act(view, opens=True),
    "log": Act(log, opens=True),
    "pages": Act(log, opens=False),
    "help": Act(help_, opens=True),
    "topic": Act(help_, opens=False),
}
