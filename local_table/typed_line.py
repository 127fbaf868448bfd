"""A slash command typed as one line, such as ``/help hex 5`` or ``/rattus place region:gallia cubes:2``."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from discord import AppCommandOptionType

from rules.notation import read_number

GROUPS = (AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value)
NUMBER, TRUTH = AppCommandOptionType.integer.value, AppCommandOptionType.boolean.value


def read_line(line: str, commands: Sequence[Mapping[str, Any]]) -> tuple[str, dict[str, Any]] | None:
    """Return the name of the typed command and its options, or None if there is no such command.

    Words before the first ``name:`` belong to the first option.
    """
    words, path, inside = line.strip().removeprefix("/").split(" "), [], list(commands)
    options: list[Mapping[str, Any]] = []
    while words and (found := next((one for one in inside if one["name"] == words[0]), None)):
        path.append(words.pop(0))
        options = found.get("options") or []
        inside = [one for one in options if one["type"] in GROUPS]
    if not path or inside:
        return None
    names = "|".join(re.escape(option["name"]) for option in options)
    first, *rest = re.split(rf"(?:^|\s)({names}):", " ".join(words)) if names else [" ".join(words)]
    said = dict(zip(rest[::2], rest[1::2], strict=True))
    if first.strip() and options:
        said.setdefault(options[0]["name"], first)
    return " ".join(path), {
        one["name"]: value(one, said[one["name"]].strip()) for one in options if one["name"] in said
    }


def value(option: Mapping[str, Any], said: str) -> Any:
    """Return an option's typed value, converted to its type. The name of a choice stands for its value."""
    for choice in option.get("choices") or ():
        if said.casefold() in (str(choice["name"]).casefold(), str(choice["value"]).casefold()):
            return choice["value"]
    if option["type"] == NUMBER and (number := read_number(said.removeprefix("-"))) is not None:
        return -number if said.startswith("-") else number
    return said.casefold() == "true" if option["type"] == TRUTH else said
