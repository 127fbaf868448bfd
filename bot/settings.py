"""The environment as one frozen value. A bad value is refused with a sentence; the token is never shown."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dotenv import dotenv_values

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class BadSettings(Exception):
    """A setting that cannot be used. Its text says which one and what would be right."""


@dataclass(frozen=True)
class Settings:
    """How this bot is to run."""

    token: str = field(default="", repr=False)  # empty: the local table
    database: Path = Path("data/miasma.sqlite")
    port: int = 8347  # of the local table
    log_level: str = "INFO"


def read_settings(environment: Mapping[str, str | None] | None = None) -> Settings:
    """The settings from the environment, and from `.env` for what the environment does not say.

    Raises:
        BadSettings: a value that makes no sense.
    """
    if environment is None:
        environment = {**dotenv_values(".env"), **os.environ}
    said = {name: (value or "").strip() for name, value in environment.items()}
    token = said.get("DISCORD_TOKEN", "")
    if any(character.isspace() for character in token):
        raise BadSettings("DISCORD_TOKEN contains a space or a line break. Copy it again from the developer portal.")
    port = said.get("MIASMA_PORT", "") or str(Settings.port)
    if not port.isdecimal() or not 1 <= int(port) <= 65535:
        raise BadSettings(f"MIASMA_PORT is {port!r}. It must be a number from 1 to 65535.")
    level = (said.get("MIASMA_LOG_LEVEL", "") or Settings.log_level).upper()
    if level not in LOG_LEVELS:
        raise BadSettings(f"MIASMA_LOG_LEVEL is {level!r}. It must be one of {', '.join(LOG_LEVELS)}.")
    database = Path(said.get("MIASMA_DATABASE", "") or Settings.database)
    if database.is_dir():
        raise BadSettings(f"MIASMA_DATABASE is {str(database)!r}, which is a folder. It must name a file.")
    return Settings(token, database, int(port), level)
