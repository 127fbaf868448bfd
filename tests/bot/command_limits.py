"""Check commands and autocomplete choices against those limits of Discord that discord.py doesn't check."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Node = Mapping[str, Any]

OPTIONS = CHOICES = 25
NAME = 32  # characters in the name of a context menu
TEXT = 100  # characters in a description, choice or value
CHARACTERS = 8000
LARGEST = 2**53


def all_problems(commands: Sequence[Node]) -> Iterator[str]:
    """Yield the problems of a bot's commands."""
    for command in commands:
        for problem in _problems(command):
            yield f"/{command['name']}: {problem}"
        if (size := characters(command)) > CHARACTERS:
            yield f"/{command['name']}: {size} characters"


def autocomplete_problems(choices: Sequence[Node]) -> Iterator[str]:
    """Yield the problems of choices, either those of an option or those offered by autocomplete."""
    if len(choices) > CHOICES:
        yield f"{len(choices)} choices"
    for choice in choices:
        for name in _texts(choice, "name"):
            if not 1 <= len(name) <= TEXT:
                yield f"the choice {name!r}"
        value = choice["value"]
        if not 1 <= len(value) <= TEXT if isinstance(value, str) else abs(value) > LARGEST:
            yield f"the value {value!r}"


def characters(node: Node) -> int:
    """Return the number of characters by Discord's count: names, descriptions, values, each in its longest language."""
    texts = [max(map(len, _texts(node, key))) for key in ("name", "description")]
    within = [*(node.get("options") or []), *(node.get("choices") or [])]
    return sum(texts) + len(str(node.get("value", ""))) + sum(map(characters, within))


def _texts(node: Node, key: str) -> list[str]:
    """Return the node's text under this key, in English and then in each other language."""
    return [node.get(key) or "", *(node.get(f"{key}_localizations") or {}).values()]


def _problems(node: Node) -> Iterator[str]:
    """Yield the problems of a command, option or context menu. Only a context menu has no description."""
    key, most = ("description", TEXT) if "description" in node else ("name", NAME)
    for text in _texts(node, key):
        if not 1 <= len(text) <= most:
            yield f"the {key} {text!r} of {node['name']}"
    options = node.get("options") or []
    if len(options) > OPTIONS:
        yield f"{len(options)} options or subcommands"
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        yield f"a required option after others in {node['name']}"
    choices = node.get("choices") or []
    yield from autocomplete_problems(choices)
    for key in ("name", "value"):
        for value, count in Counter(choice[key] for choice in choices).items():
            if count > 1:
                yield f"{count} choices with the {key} {value!r}"
    for option in options:
        yield from _problems(option)
