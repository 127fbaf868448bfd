"""The settings, read once from the environment. Invalid values raise an error that never shows the token."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path

from dotenv import dotenv_values

from rules.notation import read_number
from storage.address import Address, BadAddress, read_address
from wording.text_limits import MAX_QUOTE, shortened

MAX_PROCESSES_OR_SHARDS, MAX_PORT = 10_000, 65535
SECONDS_OF_PAUSE = 4.0  # Seconds for which players see the result of their turn before the computers' post replaces it.
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class Memory(StrEnum):
    """How much memory the bot may use."""

    NORMAL = "normal"
    SMALL = "small"  # One process, and smaller caches.


class BadSettings(Exception):
    """A setting that can't be used. The text names the setting and its valid values."""


@dataclass(frozen=True)
class Settings:
    """The settings of this bot."""

    token: str = field(default="", repr=False)  # Without a token the local table runs.
    database: Path = Path("data/miasma.sqlite")
    port: int = 8347  # The port of the local table.
    log_level: str = "INFO"
    host: str = "127.0.0.1"  # The address at which the local table listens; "0.0.0.0" for all addresses.
    processes: int = 1  # Processes that share the work, all with the same settings.
    shards: int = 0  # Shards of all processes together; 0 for as many as Discord recommends.
    health_port: int | None = None  # The port of the health checks; None for no health checks.
    memory: Memory = Memory.NORMAL
    pause: float = SECONDS_OF_PAUSE
    address: Address | None = None  # The PostgreSQL database that has the games, in place of the file.
    health_host: str = "127.0.0.1"  # The address at which the health checks listen.

    @property
    def games(self) -> Path | Address:
        """Return where the games are stored."""
        return self.address or self.database


def read_settings(environment: Mapping[str, str | None] | None = None) -> Settings:
    """Return the settings from the environment and `.env`. Raises BadSettings for invalid values."""
    if environment is None:
        environment = {**dotenv_values(".env"), **os.environ}
    said = {name: (value or "").strip() for name, value in environment.items()}
    token = said.get("DISCORD_TOKEN", "")
    if any(character.isspace() for character in token):
        raise BadSettings("DISCORD_TOKEN contains a space or a line break. Copy it again from the developer portal.")
    port = number_setting(said, "MIASMA_PORT") or Settings.port
    host = address_setting(said, "MIASMA_HOST") or Settings.host
    level = (said.get("MIASMA_LOG_LEVEL", "") or Settings.log_level).upper()
    if level not in LOG_LEVELS:
        raise BadSettings(f"MIASMA_LOG_LEVEL is {level!r}. It must be one of {', '.join(LOG_LEVELS)}.")
    memory = said.get("MIASMA_MEMORY", "") or Settings.memory
    if memory not in [*Memory]:
        raise BadSettings(f"MIASMA_MEMORY is {memory!r}. It must be one of {', '.join(Memory)}.")
    database = Path(said.get("MIASMA_DATABASE", "") or Settings.database)
    if database.is_dir():
        raise BadSettings(f"MIASMA_DATABASE is {str(database)!r}, which is a folder. It must name a file.")
    url = said.get("DATABASE_URL", "")
    try:
        address = read_address(url, "DATABASE_URL") if url else None
    except BadAddress as error:
        raise BadSettings(str(error)) from None
    processes = number_setting(said, "MIASMA_PROCESSES", MAX_PROCESSES_OR_SHARDS) or 1
    shards = number_setting(said, "MIASMA_SHARDS", MAX_PROCESSES_OR_SHARDS) or 0
    if shards % processes:
        text = f"MIASMA_SHARDS is {shards}. It must be a multiple of MIASMA_PROCESSES, which is {processes}."
        raise BadSettings(text)
    health_port = number_setting(said, "MIASMA_HEALTH_PORT")
    health_host = address_setting(said, "MIASMA_HEALTH_HOST") or Settings.health_host
    numbers = processes, shards, health_port
    return Settings(
        token, database, port, level, host, *numbers, Memory(memory), address=address, health_host=health_host
    )


def address_setting(said: Mapping[str, str], name: str) -> str:
    """Return the IP address in this setting, or "" if it is not set. Raises BadSettings if it is invalid."""
    if host := said.get(name, ""):
        try:
            ip_address(host)
        except ValueError:
            text = f"{name} is {shortened(host, MAX_QUOTE)!r}. It must be an IP address, for example 0.0.0.0."
            raise BadSettings(text) from None
    return host


def number_setting(said: Mapping[str, str], name: str, most: int = MAX_PORT) -> int | None:
    """Return the number in this setting, or None if it is not set. Raises BadSettings unless it is 1 to ``most``."""
    if not (text := said.get(name, "")):
        return None
    number = read_number(text)
    if number is None or not 1 <= number <= most:
        raise BadSettings(f"{name} is {shortened(text, MAX_QUOTE)!r}. It must be a number from 1 to {most}.")
    return number
