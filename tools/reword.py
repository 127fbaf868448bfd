"""Reword English messages without losing a translation: ``python -m tools.reword``.

English messages are the keys of every catalogue, so a changed sentence would orphan its translations. Write the new
texts into ``wording/locale/en/LC_MESSAGES/miasma.po`` instead: the same keys, the new English as translation (the bot
shows it from there). This command folds that catalogue: it gives every translation its new key, changes the literals in
the code, the files of long texts, and the strings that quote them in tests, and deletes the English catalogue.
``make words`` afterwards.

A message whose meaning changed is marked ``#, fuzzy`` in the English catalogue; its translations become fuzzy, too.
"""

import ast
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import fill

from babel.messages import Catalog, Message

from tools.catalogues import read, write
from wording.catalogue import FILE, LOCALE
from wording.text_files import blocks

ROOT = LOCALE.parent.parent
PRODUCT = ("rules", "rules_service", "renderer", "wording", "games", "bot", "local_table")
# The positions of message arguments, by the name of the call; a message's context is the argument before it.
MESSAGE_ARGUMENTS = {"_": (0, 1), "N_": (0, 1), "ngettext": (0, 2), "npgettext": (1, 3), "P_": (1, 2), "plural": (0, 2)}
WITH_CONTEXT = ("npgettext", "P_")
MAX_LINE = 120
MAX_CHUNK = 88  # characters of one literal if a text is split over lines
MIN_QUOTE = 8  # characters of a message to search for inside longer strings of tests

Key = tuple[str, str]  # context, text
Place = tuple[str, int, str]  # context, 0 for a text or its singular and 1 for its plural, text


class RewordError(Exception):
    """The English catalogue can't be folded; the text lists every reason."""


@dataclass(frozen=True)
class Rewording:
    """The new texts of one message: one, or singular and plural."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    context: str
    meaning_changed: bool


def texts_of(message: Message) -> tuple[str, ...]:
    """Return the keys of a message: its text, or its singular and plural."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def slots(text: str) -> set[str]:
    """Return the names of the values in a text, without the requested forms."""
    return set(re.findall(r"\{([a-z_]+)", text))


def rewordings(english: Catalog) -> list[Rewording]:
    """Return the messages of the English catalogue whose text changes."""
    found = []
    for message in english:
        if not message.id:
            continue
        old = texts_of(message)
        strings = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        new = tuple(text or old[at] for at, text in enumerate(strings)) if strings else old
        if new != old:
            found.append(Rewording(old, new, message.context or "", bool(message.fuzzy)))
    return found


def check(changes: Sequence[Rewording], template: Catalog) -> None:
    """Compare the values of old and new texts and look for collisions. Raises RewordError."""
    known = {(message.context or "", texts_of(message)[0]): texts_of(message) for message in template if message.id}
    changed = {(one.context, one.old[0]) for one in changes}
    problems = []
    taken: dict[Key, tuple[str, ...]] = {}
    for one in changes:
        key, target = (one.context, one.old[0]), (one.context, one.new[0])
        if known.get(key) != one.old:
            problems.append(f"no such message: {one.old}")
        if len(one.old) != len(one.new):
            problems.append(f"{len(one.old)} texts became {len(one.new)}: {one.old}")
        for old, new in zip(one.old, one.new, strict=False):
            if slots(old) != slots(new):
                problems.append(f"other values: {old!r} -> {new!r}")
        if "|" in "".join(one.new):
            problems.append(f"a bar divides the forms of a name: {one.new}")
        merged = taken.setdefault(target, one.new) if target not in known or target in changed else known[target]
        if merged != one.new:
            problems.append(f"another message with this text has other plurals: {one.new}")
    if problems:
        raise RewordError("\n".join(problems))


def rekey(catalogue: Catalog, changes: Iterable[Rewording]) -> list[str]:
    """Move every translation to its new key, in place. Returns the texts whose translations need a check.

    If two messages become one, the first translation stays.
    """
    moved, to_check = [], []
    for one in changes:
        message = catalogue.get(one.old[0], context=one.context or None)
        if message is not None:
            catalogue.delete(one.old[0], context=one.context or None)
            moved.append((one, message))
    for one, message in moved:
        ident = one.new[0] if len(one.new) == 1 else one.new
        first = catalogue.get(one.new[0], context=one.context or None)
        if one.meaning_changed or (first is not None and first.string != message.string):
            to_check.append(one.new[0])
        if first is None:
            flags = set(message.flags) | ({"fuzzy"} if one.meaning_changed else set())
            catalogue[ident] = Message(ident, message.string, flags=flags, context=message.context)
    return to_check


def literals(tree: ast.AST) -> Iterator[tuple[str, int, ast.Constant]]:
    """Yield every literal in the code that is a message, with its context, and whether it is a plural."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        first, end = MESSAGE_ARGUMENTS.get(name, (0, 0))
        context = call.args[0] if name in WITH_CONTEXT and call.args else None
        within = context.value if isinstance(context, ast.Constant) else ""
        for number, argument in enumerate(call.args[first:end]):
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield str(within), number, argument


def literal(text: str, column: int) -> str:
    """Return the text as a Python literal that starts in a column, split over several lines if it is long."""
    whole = json.dumps(text, ensure_ascii=False)
    if column + len(whole) < MAX_LINE - 2:
        return whole
    chunks, chunk = [], ""
    for word in re.findall(r"\S*\s+|\S+$", text):
        if chunk and len(json.dumps(chunk + word, ensure_ascii=False)) > min(MAX_CHUNK, MAX_LINE - column - 2):
            chunks.append(chunk)
            chunk = ""
        chunk += word
    lines = [json.dumps(one, ensure_ascii=False) for one in [*chunks, chunk]]
    return ("\n" + " " * column).join(lines)


def bracketed(text: str) -> str:
    """Return a literal with parentheses if it has several lines, as needed outside of a call."""
    return f"({text})" if "\n" in text else text


def replaced(source: str, edits: Iterable[tuple[ast.expr, str]]) -> str:
    """Return the source with these nodes replaced by other literals."""
    lines = source.encode().split(b"\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    whole = source.encode()
    spans = [
        (
            starts[node.lineno - 1] + node.col_offset,
            starts[(node.end_lineno or 1) - 1] + (node.end_col_offset or 0),
            text,
        )
        for node, text in edits
    ]
    for start, end, text in sorted(spans, reverse=True):
        whole = whole[:start] + text.encode() + whole[end:]
    return whole.decode()


def reworded_code(source: str, new_texts: Mapping[Place, str]) -> str:
    """Return a module with its messages reworded."""
    return replaced(
        source,
        [
            (node, literal(new_texts[context, number, node.value], node.col_offset))
            for context, number, node in literals(ast.parse(source))
            if isinstance(node.value, str) and new_texts.get((context, number, node.value), node.value) != node.value
        ],
    )


def reworded_text_file(source: str, new_texts: Mapping[Place, str]) -> str:
    """Return a Markdown file of texts (`wording.text_files`) with its messages reworded."""
    written = source.strip("\n").split("\n\n")
    for at, (prefix, text) in enumerate(blocks(source)):
        new = new_texts.get(("", 0, text), text)
        if new != text:
            written[at] = fill(prefix + new, MAX_LINE, break_long_words=False, break_on_hyphens=False)
    return "\n\n".join(written) + "\n"


def pattern(text: str) -> re.Pattern[str] | None:
    """Return a pattern that finds a message with its values filled in, or None if too little of it is fixed."""
    parts = re.split(r"(\{[a-z_]+\})", text)
    if sum(len(part) for part in parts[::2]) < MIN_QUOTE:
        return None
    names = [part[1:-1] for part in parts[1::2]]
    if len(set(names)) < len(names):
        return None
    end = len(parts) - 2 if not parts[-1] else -1
    kinds = {1: r"\S+"} if not parts[0] else {}
    kinds[end] = r"[^\n]+"
    return re.compile(
        "".join(
            f"(?P<{part[1:-1]}>{kinds.get(at, '.+?')})" if at % 2 else re.escape(part) for at, part in enumerate(parts)
        )
    )


class Quotes:
    """The quotes of changed messages in tests."""

    def __init__(self, changes: Iterable[Rewording]) -> None:
        self.exact: dict[str, str] = {}
        self.found: list[tuple[re.Pattern[str], str]] = []
        for one in changes:
            for old, new in zip(one.old, one.new, strict=True):
                self.exact[old] = new
                if old != new and (found := pattern(old)):
                    self.found.append((found, new))
        self.found.sort(key=lambda pair: -len(pair[0].pattern))  # the longest first: others may be parts of it

    def __call__(self, quoted: str) -> str:
        """Return the string of a test with its old texts replaced by the new ones."""
        if quoted in self.exact:
            return self.exact[quoted]
        for found, new in self.found:
            if match := found.search(quoted):
                text = new.format_map(match.groupdict())
                return quoted[: match.start()] + text + self(quoted[match.end() :])
        return quoted


def reworded_test(source: str, quotes: Quotes) -> str:
    """Return a test module with its quoted messages reworded; f-strings don't change."""
    tree = ast.parse(source)
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    return replaced(
        source,
        [
            (node, bracketed(literal(new, node.col_offset)))
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside
            if (new := quotes(node.value)) != node.value
        ],
    )


def fold() -> Iterator[str]:
    """Fold the English catalogue into code, catalogues and tests. Yields a report. Raises RewordError."""
    path = LOCALE / "en" / FILE
    if not path.exists():
        raise RewordError(f"{path.relative_to(ROOT)} does not exist: there is nothing to fold")
    changes = rewordings(read(path))
    check(changes, read(LOCALE / "miasma.pot"))
    new_texts = {
        (one.context, number, old): new
        for one in changes
        for number, (old, new) in enumerate(zip(one.old, one.new, strict=True))
    }
    for other in sorted(LOCALE.glob(f"*/{FILE}")):
        if other == path:
            continue
        catalogue = read(other)
        to_check = rekey(catalogue, changes)
        write(other, catalogue)
        yield f"{other.parent.parent.name}: {len(changes)} messages reworded, {len(to_check)} translations to check"
        yield from (f"    {text!r}" for text in to_check)
    modules = [module for folder in PRODUCT for module in sorted((ROOT / folder).rglob("*.py"))]
    text_files = [path for folder in ("bot", "wording") for path in sorted((ROOT / folder).rglob("*.md"))]
    quotes = Quotes(changes)
    for module in [*modules, *text_files, *sorted((ROOT / "tests").rglob("*.py"))]:
        source = module.read_text("utf-8")
        if module in text_files:
            text = reworded_text_file(source, new_texts)
        else:
            text = reworded_code(source, new_texts) if module in modules else reworded_test(source, quotes)
        if text != source:
            module.write_text(text, "utf-8")
            yield f"changed {module.relative_to(ROOT)}"
    path.unlink()


def main() -> None:
    """Fold and print what changed, or print the reasons against it and change nothing."""
    try:
        for line in fold():
            sys.stdout.write(f"{line}\n")
    except RewordError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
