import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from discord import AppCommandType, app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.client import CommandWords, MiasmaBot
from bot.settings import Settings
from games import GAMES
from rules_service.clock import Clock
from storage import Storage
from tests.bot.command_limits import all_problems
from tests.bot.story import KEPT
from tests.kept import kept
from wording.catalogue import LOCALE_FOLDER, language_name, languages

ADDRESSES = {"health", "metrics"}  # paths of the bot's HTTP server, which aren't commands
PLACEHOLDERS = {"commands"}  # stands for any command
READ = (Location.command_description, Location.group_description, Location.parameter_description, Location.choice_name)


class Listener(app_commands.Translator):
    """Collects every text that Discord would show."""

    def __init__(self) -> None:
        self.heard: set[str] = set()

    async def translate(self, string: app_commands.locale_str, locale: Any, context: Any) -> None:
        if context.location in READ:
            self.heard.add(string.message)


@pytest.fixture
async def bot(tmp_path):
    file = tmp_path / "miasma.db"
    bot = MiasmaBot(Settings(database=file), await Storage.open(file), Clock())
    async with bot:
        await bot.load_commands()
        yield bot


@pytest.fixture(scope="module")
def texts() -> set[str]:
    with (LOCALE_FOLDER / "miasma.pot").open("rb") as file:
        ids = [message.id for message in read_po(file) if message.id]
    return {text for one in ids for text in (one if isinstance(one, tuple) else (one,))}


def named_commands(text: str) -> set[str]:
    """Return the commands named in a text, without their arguments."""
    return set(re.findall(r"`/([a-z]+(?: [a-z-]+)?)(?=[ `…:])", text))


def strange(bot: MiasmaBot, named: set[str]) -> set[str]:
    """Return the names that no command has. After a command, the second word may be an option's value."""
    known = {command.qualified_name: isinstance(command, app_commands.Group) for command in bot.tree.walk_commands()}
    return {name for name in named - known.keys() if known.get(name.split()[0], True)}


async def test_every_command_that_a_text_names_exists(bot, texts):
    named = {command for text in texts for command in named_commands(text)}
    assert len(named) > 20
    assert not strange(bot, named)


async def test_every_command_that_a_page_names_exists(bot):
    """Earlier versions had other commands, so only the newest section of the changelog counts."""
    root = Path(__file__).parents[2]
    pages = [*root.glob("*.md"), *(root / "docs").rglob("*.md")]
    found = {page.relative_to(root): page.read_text("utf-8") for page in pages}
    found[Path("CHANGELOG.md")] = "## ".join(found[Path("CHANGELOG.md")].split("\n## ")[:2])
    named = {page: strange(bot, named_commands(text) - ADDRESSES - PLACEHOLDERS) for page, text in found.items()}
    assert {page: some for page, some in named.items() if some} == {}


async def test_there_are_few_commands(bot):
    """A person who types a slash sees a short list."""
    commands = list(bot.tree.walk_commands(type=AppCommandType.chat_input))
    leaves = [one.qualified_name for one in commands if not isinstance(one, app_commands.Group)]
    assert sum(name.startswith("table ") for name in leaves) <= 10
    assert len([name for name in leaves if name.split()[0] not in GAMES]) <= 40


async def payloads(bot: MiasmaBot) -> list[dict[str, Any]]:
    """Return all commands as sent to Discord, with their texts in every language."""
    return [await one.get_translated_payload(bot.tree, CommandWords()) for one in bot.tree.get_commands()]


def lines_of(node: dict[str, Any], depth: int = 0) -> Iterator[str]:
    """Yield a line of JSON for a command, then indented lines for its subcommands, options and their choices."""
    parts = [*(node.get("options") or ()), *(node.get("choices") or ())]
    own = {key: value for key, value in node.items() if key not in ("options", "choices") or not value}
    yield "  " * depth + json.dumps(own, ensure_ascii=False)
    for part in parts:
        yield from lines_of(part, depth + 1)


@pytest.mark.kept
async def test_discord_is_given_each_command_as_before_in_every_language(bot: MiasmaBot) -> None:
    given = sorted(await payloads(bot), key=lambda one: (one.get("type", 1), one["name"]))
    now = "".join(f"{line}\n" for one in given for line in lines_of(one))
    assert now == kept(KEPT / "commands.txt", now)


async def test_the_commands_of_all_games_are_within_discords_limits(bot: MiasmaBot) -> None:
    assert not [*all_problems(await payloads(bot))]


async def test_every_text_of_a_command_is_in_the_catalogue(bot, texts):
    listener = Listener()
    for command in bot.tree.get_commands():
        await command.get_translated_payload(bot.tree, listener)
    assert len(listener.heard) > 30
    words = {text for text in listener.heard if any(letter.isalpha() for letter in text)}
    assert words - texts <= {*(game.title for game in GAMES.values()), *map(language_name, languages())}
