"""What every handler of a press or command gets: the parts of the bot, and the description of an action."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from discord.ext import commands

from bot.channel.announcer import Announcer
from bot.channel.notices import Notifier
from bot.computers.computer_turns import Computers
from bot.pictures.painter import Painter
from bot.settings import Settings
from bot.ui import Interaction
from bot.ui.custom_id import Id
from bot.ways import Ways
from rules_service import RulesService
from rules_service.clock import Clock
from storage import Storage


@dataclass(frozen=True)
class App:
    """The parts of the running bot. The client creates it once."""

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
    since: datetime  # The start of the bot.


def app_of(interaction: Interaction) -> App:
    """Return the parts of the bot that received an interaction."""
    app: App = interaction.client.app
    return app


Handler = Callable[[App, Interaction, Id, Sequence[str]], Awaitable[None]]


@dataclass(frozen=True)
class Action:
    """What a press does. ``opens``: the answer is a new ephemeral message; otherwise the pressed message may be edited.

    ``here``: it changes a lobby or a public board, so it is possible only where the table is.
    """

    handler: Handler
    opens: bool
    here: bool = False
