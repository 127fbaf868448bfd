"""Discord's limits for commands and autocompletes. Pure functions: payload in, problems out."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Node = Mapping[str, Any]

CHAT, USER, MESSAGE = 1, 2, 3  # command types
MOST = {CHAT: 100, USER: 5, MESSAGE: 5}
SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10  # option types
OPTIONS = CHOICES = 25
TEXT = 100  # characters in a description, choice or value
CHARACTERS = 8000
NAME = re.compile(r"[-_'\w]{1,32}")
LARGEST = 2**53


def all_problems(commands: Sequence[Node]) -> Iterator[str]:
    """Yield the problems of a bot's commands."""
    kinds = Counter(command.get("type", CHAT) for command in commands)
    for kind, count in kinds.items():
        if count > MOST[kind]:
            yield f"{count} commands"
    for (name, _), count in Counter((command["name"], command.get("type", CHAT)) for command in commands).items():
        if count > 1:
            yield f"{count} commands called {name}"
    for command in commands:
        for problem in command_problems(command):
            yield f"/{command['name']}: {problem}"


def command_problems(command: Node) -> Iterator[str]:
    """Yield the problems of a command, its options and its subcommands."""
    if command.get("type", CHAT) != CHAT:
        if not 1 <= len(command["name"]) <= 32 or command.get("description") or command.get("options"):
            yield "a context menu with a wrong name, or with a description or options"
        return
    for node, depth in _nodes(command):
        for check in _CHECKS:
            yield from check(node)
        yield from _nesting(node, depth)
    if (size := characters(command)) > CHARACTERS:
        yield f"{size} characters"


def autocomplete_problems(choices: Sequence[Node]) -> Iterator[str]:
    """Yield the problems of autocomplete choices."""
    if len(choices) > CHOICES:
        yield f"autocomplete offers {len(choices)} choices"
    for choice in choices:
        yield from _choice(choice)


def characters(node: Node) -> int:
    """Return how many characters Discord counts: names, descriptions and values, each in its longest language."""
    texts = [
        max(map(len, [node.get(key, ""), *(node.get(f"{key}_localizations") or {}).values()]))
        for key in ("name", "description")
    ]
    within = [*(node.get("options") or []), *(node.get("choices") or [])]
    return sum(texts) + len(str(node.get("value", ""))) + sum(map(characters, within))


def _nodes(node: Node, depth: int = 0) -> Iterator[tuple[Node, int]]:
    yield node, depth
    for option in node.get("options") or []:
        yield from _nodes(option, depth + 1)


def _names(node: Node) -> Iterator[str]:
    for name in [node["name"], *(node.get("name_localizations") or {}).values()]:
        if not NAME.fullmatch(name) or name != name.lower():
            yield f"the name {name!r}"
    for name, count in Counter(option["name"] for option in node.get("options") or []).items():
        if count > 1:
            yield f"{count} options called {name!r}"


def _descriptions(node: Node) -> Iterator[str]:
    texts = [node.get("description", ""), *(node.get("description_localizations") or {}).values()]
    for text in texts:
        if not 1 <= len(text) <= TEXT:
            yield f"the description {text!r} of {node['name']}"


def _options(node: Node) -> Iterator[str]:
    options = node.get("options") or []
    if len(options) > OPTIONS:
        yield f"{len(options)} options or subcommands"
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        yield f"a required option after others in {node['name']}"
    lower, upper = node.get("min_length"), node.get("max_length")
    if (lower or 0) > (upper if upper is not None else 6000) or (upper is not None and not 1 <= upper <= 6000):
        yield f"the length of {node['name']}"
    least, most = node.get("min_value"), node.get("max_value")
    if least is not None and most is not None and least > most:
        yield f"the range of {node['name']}"


def _choices(node: Node) -> Iterator[str]:
    choices = node.get("choices") or []
    if len(choices) > CHOICES:
        yield f"{len(choices)} choices of {node['name']}"
    if choices and node.get("autocomplete"):
        yield f"choices and autocomplete of {node['name']}"
    for key in ("name", "value"):
        for value, count in Counter(choice[key] for choice in choices).items():
            if count > 1:
                yield f"{count} choices with the {key} {value!r}"
    for choice in choices:
        yield from _choice(choice)
        if isinstance(choice["value"], str) != (node.get("type") == STRING):
            yield f"the choice {choice['value']!r} of another kind than {node['name']}"


def _choice(choice: Node) -> Iterator[str]:
    for name in [choice["name"], *(choice.get("name_localizations") or {}).values()]:
        if not 1 <= len(name) <= TEXT:
            yield f"the choice {name!r}"
    value = choice["value"]
    if not 1 <= len(value) <= TEXT if isinstance(value, str) else abs(value) > LARGEST:
        yield f"the value {value!r}"


def _nesting(node: Node, depth: int) -> Iterator[str]:
    """Check that commands contain groups, groups contain subcommands, and neither is mixed with plain options."""
    kinds = {option.get("type") for option in node.get("options") or []}
    if kinds & {SUBCOMMAND, GROUP} and kinds - {SUBCOMMAND, GROUP}:
        yield f"subcommands beside options in {node['name']}"
    if depth and ((GROUP in kinds) or (SUBCOMMAND in kinds and node.get("type") != GROUP)):
        yield f"subcommands too deep in {node['name']}"


_CHECKS: tuple[Callable[[Node], Iterator[str]], ...] = (_names, _descriptions, _options, _choices)
