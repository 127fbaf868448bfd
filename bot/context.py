"""The request that every handler gets: a command or press with its user and the parts of the bot."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import discord
from discord import ui

import wording
from bot.channel.announcer import Announcer
from bot.channel.notices import Notifier
from bot.channel.reviewer import Reviewer
from bot.computers import Computers
from bot.discord_api.permissions import Capabilities
from bot.pictures import Painter
from bot.settings import Settings
from bot.ui.message import MAX_TEXT, Id, Picture, layout
from bot.ui.reply import Reply, ReplyingBot, reply_to
from rules.errors import N_
from rules_service import NoTable, Person, Place, RulesService, TableInfo
from rules_service.act import Decision
from rules_service.clock import Clock
from rules_service.repository import NO_SUCH_TABLE
from storage import Storage
from wording import Words
from wording.text_limits import pages as text_pages

ONLY_IN_CHANNEL = N_("That only works in the table’s channel.")


class Bot(ReplyingBot):
    """The bot as seen by the handlers of commands and presses. `bot.client` creates it."""

    app: "App"


Interaction = discord.Interaction[Bot]


@dataclass(frozen=True)
class App:
    """The parts of the running bot, created by the client."""

    client: Bot
    settings: Settings
    storage: Storage
    clock: Clock
    capabilities: Capabilities
    service: RulesService
    pictures: Painter
    announcer: Announcer
    notifier: Notifier
    computers: Computers
    reviewer: Reviewer
    since: datetime  # The start of the bot.


class Request:
    """A user's command or `Press`: its table, and the way to answer it.

    It also decides which tables the person may use here (`accessible_table`). In a server, people can use all of its
    tables. They can use a table elsewhere only if they have a seat or an invitation there. From another server, they
    can then use only their own seat, as `/mygames` offers it, or answer the invitation. From a DM, they can do almost
    everything.
    """

    typed = True  # For people who type, texts that name a button also name what to type.

    def __init__(self, interaction: Interaction, table_id: int = 0) -> None:
        self.interaction = interaction
        self.app = interaction.client.app
        self.service = self.app.service
        self.id = interaction.id  # A request with the same id was already handled.
        self.user_id = interaction.user.id
        self.person = Person(self.user_id, interaction.user.display_name)
        self.table_id = table_id  # The table that the request is about, or 0.

    @property
    def lang(self) -> str:
        """Return the locale in which to answer the person, as set by `apply_locale`."""
        return str(self.interaction.locale)

    @property
    def words(self) -> Words:
        """Return the texts in the person's language."""
        return wording.words(self.lang)

    @property
    def reply(self) -> Reply:
        """Return the reply to the command or press."""
        return reply_to(self.interaction)

    @property
    def place(self) -> Place:
        """Return the place where the person typed or pressed. The bot may not be able to post there."""
        channel = self.interaction.channel
        parent = channel.parent_id if isinstance(channel, discord.Thread) else None
        return Place(self.interaction.channel_id or 0, self.interaction.guild_id, parent)

    @property
    def in_dm(self) -> bool:
        """Return whether a table that the person opens here will be in their DM with the bot."""
        return self.interaction.guild_id is None or self.is_guest

    @property
    def is_guest(self) -> bool:
        """Return whether the bot can only answer here: in DMs between people, and on servers that it hasn't joined."""
        interaction = self.interaction
        if interaction.guild_id is None:
            return interaction.context.private_channel is True
        # A person has added it to their account.
        return interaction.is_user_integration() and not interaction.is_guild_integration()

    def about(self, info: TableInfo) -> "Request":
        """Return this request as one about this table, without the pressed button and its values."""
        return Request(self.interaction, info.id)

    async def info(self) -> TableInfo:
        """Return the table that the request is about. Raises NoTable or DamagedGame."""
        return await self.service.read.info(self.table_id)

    def is_at(self, place: Place) -> bool:
        """Return whether the person is in the table's server, or for a table in a DM, in that DM."""
        if place.guild_id is None:
            return self.interaction.channel_id == place.channel_id
        return self.interaction.guild_id == place.guild_id

    async def accessible_table(self, table_id: int, *, only_there: bool = False) -> TableInfo:
        """Return the table with this id if the person may use it. With ``only_there``, they must be where the table is.

        Otherwise raises NoTable. A table elsewhere where the person has no seat or invitation is reported as missing.
        Raises DamagedGame if the table can't be read.
        """
        info = await self.service.read.info(table_id)
        if self.is_at(info.place):
            return info
        if info.seat_of(self.user_id) is None and self.user_id not in {one.user_id for one in info.invited}:
            raise NoTable(NO_SUCH_TABLE)
        if only_there:
            raise NoTable(ONLY_IN_CHANNEL)
        return info

    async def act(self, decision: Decision) -> TableInfo:
        """Carry out an act at the request's table, and return the table. Raises any refusal of the act."""
        return await self.service.act(decision, self.table_id, self.person, interaction=self.id)

    async def say(self, text: str) -> None:
        """Answer with an ephemeral text."""
        await self.reply.say(text)

    async def show(self, view: ui.LayoutView, pictures: Sequence[Picture] = ()) -> bool:
        """Answer with an ephemeral message, or replace the pressed panel. Return whether the pictures arrived."""
        return await self.reply.show(view, pictures)

    async def show_pages(self, pages: Sequence[str]) -> None:
        """Answer with these texts, in several messages if they don't fit into one."""
        # A page that fits in characters may not fit in bytes.
        fitting = [part for page in pages for part in text_pages(page.split("\n"), MAX_TEXT)]
        for number, page in enumerate(fitting):
            await (self.reply.add(layout([page])) if number else self.show(layout([page])))

    async def say_once_posted(self, table_id: int, text: str = "") -> None:
        """Wait briefly for the channel to be up to date. Then send the text, if any, and the reason if it isn't."""
        if lines := await self.once_posted(table_id, text):
            await self.say("\n".join(lines))

    async def show_once_posted(self, table_id: int, *texts: str) -> None:
        """Wait briefly for the channel to be up to date. Then show the texts of `once_posted` in the pressed panel."""
        await self.show(layout(await self.once_posted(table_id, *texts)))

    async def once_posted(self, table_id: int, *texts: str) -> list[str]:
        """Wait briefly for the channel to be up to date. Return the texts, and the reason if it isn't."""
        trouble = await self.app.announcer.until_shown(table_id)
        return [text for text in (*texts, trouble.text(self.words) if trouble else "") if text]


class Press(Request):
    """A request made by pressing a button, choosing in a select, or submitting a form."""

    typed = False

    def __init__(self, interaction: Interaction, custom_id: Id, values: Sequence[str] = ()) -> None:
        super().__init__(interaction, custom_id.table)
        self.custom_id = custom_id
        self.values = values  # What was chosen in a select, or typed into a form.
        self.value = values[0] if values else ""
