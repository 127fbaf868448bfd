"""Plain English (docs/style.md): few sentences of messages, docs and comments have a pattern that the page rules out.

A marker is a hint, not a verdict. The test limits their share, so that texts stay in plain English.
"""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from wording.catalogue import LOCALE_FOLDER

ROOT = Path(__file__).parents[2]
MARKERS = [
    re.compile(pattern)
    for pattern in (
        r"\b[Ww]ho(?:m)?ever\b|\b[Ww]hom\b",
        r"(?:^|[.;:] |\*\* )Who (?!may|can|could|would|plays here)[a-z]+ [^?]*\.",
        r"\b(?:of|for|from|without|with|by|if|where|to|than|but|and|unless|only) who"
        r" (?:is|are|has|have|likes?|does?|did|plays?|goes|comes|wants?|needs?|looks?|was|were|never|sits|moved)\b",
        r"(?:[;,:(] else\b|, or else\b| else (?:the|in|at|by|from|as|one|it|you|they|with|on|now)\b)",
        r"\b(?:anew|amid|amiss|upon|besides|meanwhile|thereby|nor|once more|no more)\b",
        r"\b(?:is|are|was|were|be|been) told\b|\btells? (?:of|the board|what)\b|\bhears? (?:of|it)\b",
        r"\b(?:stands?|stood) (?:in|on|there|at the end|behind|before)\b",
        r"\bhangs? on\b|\blay (?:the table )?to sleep\b|\blaid to sleep\b",
        r"\b[Ss]o (?:many|much|long)\b(?! (?:as|that)\b)",
        r"\} would (?!be\b|have\b)",
        r"\b(?:seen? to|sees to|looked at|looks at)\b",
        r", for (?:there|it|that|they|nobody|each|the|no|all|one|you|its)\b",
        r"\b(?:one|two|[0-9]) (?!or )\w+ more\b",
        r"\bat the (?:earliest|latest)\b",
        r"\bas (?:one|they) likes?\b|\bone's (?:own|turn|last|move)\b",
    )
]
# Numbered rules and the translators' guide have a style of their own; the style page quotes what it rules out.
SKIPPED = re.compile(r"docs/spec/rules/|docs/translating\.md$|docs/style\.md$|\.(de|hu|pl)\.md$")
COMMENTS = (
    *(
        *("Makefile", "*Dockerfile", "*.toml", "*.yml", "*.yaml", "*.sh"),
        *("*.js", "*.css", "*.sql", "*.service", ".env.example"),
    ),
    *(".dockerignore", ":!tests/storage"),
)
COMMENT = re.compile(r"(?:^|\s)(?:#+|//|/\*\*?|\*|--)\s+(.*?)(?:\*/)?\s*$")
MAX_SHARE = 0.02  # Share of the sentences of eight words or more.


def sentences(text: str) -> Iterator[str]:
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    for part in re.split(r"(?<=[.!?])\s+|\n\s*\n|\n[-|#]", text):
        if len(re.findall(r"[A-Za-z][A-Za-z'’-]*", part)) >= 8:
            yield part.strip()


def marked(text: str) -> bool:
    return any(marker.search(text) for marker in MARKERS)


def messages() -> list[str]:
    with (LOCALE_FOLDER / "miasma.pot").open("rb") as file:
        template = read_po(file)
    texts = [message.id if isinstance(message.id, str) else message.id[0] for message in template if message.id]
    return [sentence for text in texts for sentence in sentences(text)]


def docs() -> list[str]:
    tracked = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = [path for path in tracked.stdout.split() if not SKIPPED.search(path)]
    return [sentence for path in paths for sentence in sentences((ROOT / path).read_text("utf-8"))]


def comments() -> list[str]:
    """Return the sentences of comments in files other than Python. Adjacent comment lines count as one text."""
    tracked = subprocess.run(["git", "ls-files", *COMMENTS], cwd=ROOT, capture_output=True, text=True, check=True)
    found: list[str] = []
    for path in tracked.stdout.split():
        last = None
        for number, line in enumerate((ROOT / path).read_text("utf-8").split("\n")):
            if match := COMMENT.search(line):
                goes_on = last == number - 1 and not line[: match.start()].strip()
                found[-1:] = [f"{found[-1]} {match[1]}"] if goes_on else [*found[-1:], match[1]]
                last = number
    return [sentence for text in found for sentence in sentences(text)]


@pytest.mark.parametrize(("found", "least"), [(messages, 500), (docs, 500), (comments, 150)])
def test_few_sentences_show_a_pattern_that_the_style_page_rules_out(found, least) -> None:
    every = found()
    worst = [sentence for sentence in every if marked(sentence)]
    assert len(every) > least
    assert len(worst) <= MAX_SHARE * len(every), "\n".join(worst)


def test_lines_of_prose_are_at_most_120_characters_wide() -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "*.md", ":!wording"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for path in tracked.stdout.split():
        prose = re.sub(r"```.*?```", "", (ROOT / path).read_text("utf-8"), flags=re.DOTALL)
        wide = [
            line for line in prose.split("\n") if len(line) > 120 and not line.startswith("|") and "<img" not in line
        ]
        assert not wide, (path, wide)


def test_the_changelog_has_at_most_25_entries_a_version_in_the_usual_sections() -> None:
    for version in (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1:]:
        assert version.count("\n- ") <= 25, version.split("\n")[0]
        assert set(re.findall(r"^### (.*)", version, re.MULTILINE)) <= {
            "Added",
            "Changed",
            "Fixed",
            "Removed",
            "Security",
        }
