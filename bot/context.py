"""What whoever answers a press or a command is given: the parts of the bot, and what an action is."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from discord.ext import commands

from bot.channel.announcer import Announcer
from bot.channel.notices import Notifier
from bot.computers import Computers
from bot.pictures import Painter
from bot.settings import Settings
from bot.ui import Interaction
from bot.ui.custom_id import Id
from bot.ways import Ways
from rules_service import RulesService
from rules_service.clock import Clock
from storage import Storage


@dataclass(frozen=True)
class App:
    """The parts of the running bot. It is made once, by the client."""

    client: commands.AutoShardedBot
    settings: Settings
    storage: Storage
    clock: Clock
    ways: Ways
    service: RulesService
    pictures: Painter
    announcer: Announcer
    notifier: Notifier
    computers: Computers
    since: datetime  # when it was started


def app_of(interaction: Interaction) -> App:
    """The parts of the bot that an interaction came to."""
    app: App = interaction.client.app
    return app


Handler = Callable[[App, Interaction, Id, Sequence[str]], Awaitable[None]]


@dataclass(frozen=True)
class Action:
    """What a press does. ``opens``: the answer is a new private message; else what was pressed may be redrawn.

    ``here``: it changes a lobby or a public board, so it can be done only where the table is.
    """

    handler: Handler
    opens: bool
    here: bool = False
