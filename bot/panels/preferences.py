"""What a person likes, as selects: each choice holds at once."""

from collections.abc import Sequence

import discord

import wording
from bot.context import Action, App
from bot.games import GAMES
from bot.preferences import offered, prefer, preferences
from bot.ui import Interaction
from bot.ui.custom_id import Id
from bot.ui.item import ActionItem, select
from bot.ui.message import layout
from bot.ui.reply import show
from rules_service.options import DISPLAY
from wording.limits import capital


async def show_preferences(app: App, interaction: Interaction, note: str = "") -> None:
    """Every preference: what it is now means, and under it the select that says and changes it."""
    w = wording.words(str(interaction.locale))
    known = await preferences(app.storage, interaction.user.id)
    rows = list[list[ActionItem] | str]()
    for one in offered():
        name, now = one.option.id, known[one.option.id]
        title = w._(one.words.title)
        rows.append(f"**{title}**\n-# {w._(one.means[now])}")
        entries = [
            discord.SelectOption(
                label=capital(one.words.value(value, w))[:100],
                value=value,
                description=w._(one.means[value])[:100],
                default=value == now,
            )
            for value in one.option.values
        ]
        rows.append([select(Id(0, "prefer", words=f"{name} {now}"), title, entries)])
    head = w._("## Your preferences\nThey hold at every table, for you alone. What you choose holds at once.")
    pictures = await app.pictures.samples([option.id for option in DISPLAY], list(GAMES), w.lang)
    await show(interaction, layout([head, note], pictures, rows), pictures)


async def choose(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Another value, from now on."""
    await prefer(app.storage, interaction.user.id, {press.words.partition(" ")[0]: "".join(values[:1])})
    await show_preferences(app, interaction, wording.words(str(interaction.locale))._("I will remember that."))


ACTIONS = {"prefer": Action(choose, opens=False)}
