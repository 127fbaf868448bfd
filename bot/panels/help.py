"""Help, on pages that lead to each other: about the bot and about each game."""

from collections.abc import Sequence

import discord

import wording
from bot import VERSION
from bot.context import Action, App
from bot.games import GAMES
from bot.ui import Interaction
from bot.ui.custom_id import Id
from bot.ui.item import ActionItem, button, select
from bot.ui.message import layout
from bot.ui.reply import show

TOPICS = 20  # in one select; Discord takes 25


async def show_topic(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """A page of help; a select leads to the others."""
    game = press.words.partition(" ")[0]
    await show_help(app, interaction, values[0] if values else "", press.table, game)


async def show_help(app: App, interaction: Interaction, topic: str = "", table_id: int = 0, game: str = "") -> None:
    """Help about the bot, and about a game: the one asked for, else that of the table if there is one (0: none)."""
    lang = str(interaction.locale)
    w = wording.words(lang)
    info = await app.service.info(table_id) if table_id else None
    if game not in GAMES:
        game = info.game if info else next(iter(GAMES))
    bot_help, game_help = wording.BOT_HELP, GAMES[game].words.help
    playing = info is not None and info.status == "running" and info.game == game
    topic = topic or (game_help if playing else bot_help)[0].id  # who plays asks about the game
    text = wording.help_page(topic, [*bot_help, *game_help], w) or w._("There is no such page of help.")
    others = [button(Id(table_id, "about", words=other), GAMES[other].title) for other in GAMES if other != game]
    sign = f"-# Miasma {VERSION}"
    await show(interaction, layout([text, sign], (), [*topic_rows(table_id, game, topic, lang), others]))


def topic_rows(table_id: int, game: str, topic: str, lang: str) -> list[list[ActionItem]]:
    """The selects that lead to all topics: those of the bot, and those of the game, as many as it needs.

    Their ids change with the topic, which only one of them shows as chosen.
    """
    w = wording.words(lang)
    own, played = wording.help_topics(wording.BOT_HELP, w), wording.help_topics(GAMES[game].words.help, w)
    here = topic if topic in [id_ for id_, _, _ in (*own, *played)] else ""  # anything can be typed
    rows = []
    for about, topics in (
        (w._("Help on tables and turns"), own),
        (w._("Help on {game}", game=GAMES[game].title), played),
    ):
        for at in range(0, len(topics), TOPICS):
            entries = [
                discord.SelectOption(label=name[:100], value=id_, description=line[:100], default=id_ == topic)
                for id_, name, line in topics[at : at + TOPICS]
            ]
            press = Id(table_id, "topic", words=f"{game} {entries[0].value} {here}")
            rows.append([select(press, about, entries)])
    return rows


async def about(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """The rules of a game in short."""
    game = press.words if press.words in GAMES else next(iter(GAMES))
    await show_help(app, interaction, GAMES[game].words.help[0].id, press.table, game)


ACTIONS = {
    "help": Action(show_topic, opens=True),
    "topic": Action(show_topic, opens=False),
    "about": Action(about, opens=False),
}
