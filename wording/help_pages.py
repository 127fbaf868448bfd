"""Help pages, the search in them, and the lessons of games."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar
from unicodedata import combining, normalize

from wording.catalogue import Words
from wording.option_words import OptionWords
from wording.text_files import Paragraph, Section, read_sections

T = TypeVar("T")
# Discord allows 6,000 typed characters, but no title is that long.
MAX_SEARCH = 200

# The bot's words until version 0.3, and the words that help uses now. People still type the old ones, so `/help` finds
# pages by both. The old words can be removed in 0.5.
OLD_WORDS = {
    "take back": "undo",
    "taking moves back": "undo",
    "private message": "DM",
    "private conversation": "DM",
    "notice": "reminder",
    "rest": "pause",
    "lay to sleep": "sleep",
    "begin again": "start over",
    "offer the seat": "free seat",
    "forgotten": "delete",
    "board in words": "board as text",
}


@dataclass(frozen=True)
class Ruling:
    """A paragraph on a rule that depends on an option of the table.

    ``texts`` has a paragraph for each value of the option, the default first: a key of the catalogue, another ruling,
    or "" if that value needs no paragraph.
    """

    option: str
    words: OptionWords
    texts: Mapping[str, "str | Ruling"]


@dataclass(frozen=True)
class Page:
    """A help topic. All texts are keys of the catalogue. ``generated`` adds paragraphs made from a game's tables."""

    id: str
    title: str
    about: str
    paragraphs: tuple[str | Ruling, ...]
    generated: Callable[[Words], list[str]] = lambda w: []


@dataclass(frozen=True)
class Thing:
    """A thing in a game that can be looked up: a hex, a card, an icon. Its picture has the same id.

    ``title`` and ``about`` are plain texts, and titles are unique. ``paragraphs`` are Markdown.
    """

    id: str
    title: Callable[[Words], str]
    about: Callable[[Words], str]
    paragraphs: Callable[[Words], list[str]]


def read_pages(
    path: Path,
    options: Mapping[str, OptionWords] = MappingProxyType({}),
    generated: Mapping[str, Callable[[Words], list[str]]] = MappingProxyType({}),
) -> tuple[Page, ...]:
    """Return the help pages in a text file (`wording.text_files`). The first paragraph of each is its summary.

    A paragraph tagged with the value of an option, "[big_fire: printed]", describes the rule with that value. Such
    paragraphs in a row are a ruling; a repeated value begins another ruling. ``generated`` has the paragraphs generated
    from the game's tables, by page. Raise BadTextFile for a mistake such as a value that an option doesn't have.
    """
    pages = []
    for section in read_sections(path, tags=options, known=[generated]).values():
        for option, value in (tag for one in section.paragraphs for tag in one.tags):
            if value not in options[option].values:
                raise section.mistake(f"unknown value [{option}: {value}]")
        paragraphs = _with_rulings(section.paragraphs[1:], options)
        more = generated.get(section.id, lambda w: [])
        pages.append(Page(section.id, section.title, section.summary, paragraphs, more))
    return tuple(pages)


def _with_rulings(paragraphs: Sequence[Paragraph], options: Mapping[str, OptionWords]) -> tuple[str | Ruling, ...]:
    found: list[str | Ruling] = []
    for option, group in groupby(paragraphs, key=lambda one: one.tags[0][0] if one.tags else ""):
        together = list(group)
        found += _rulings(option, together, options) if option else [one.text for one in together]
    return tuple(found)


def _rulings(option: str, paragraphs: Sequence[Paragraph], options: Mapping[str, OptionWords]) -> list[Ruling]:
    by_value: list[dict[str, list[Paragraph]]] = [{}]
    for one in paragraphs:
        (_, value), *others = one.tags
        if value in by_value[-1] and not others:
            by_value.append({})
        by_value[-1].setdefault(value, []).append(Paragraph(one.text, others))
    return [
        Ruling(option, options[option], {value: _with_rulings(same, options)[0] for value, same in ruling.items()})
        for ruling in by_value
    ]


def thing_of(section: Section, title: str = "") -> Thing:
    """Return a thing from a section of a text file: its title (unless another is given), summary and paragraphs."""
    about, texts = section.summary, section.texts[1:]
    return Thing(
        section.id, lambda w: w._(title or section.title), lambda w: w._(about), lambda w: [w._(text) for text in texts]
    )


BOT_HELP = read_pages(Path(__file__).with_name("help.md"))


def on_buttons(moves: Iterable[tuple[str, str]], w: Words) -> str:
    """Return a line that explains each sign on buttons once. ``moves``: the sign and text of each kind of move."""
    meant: dict[str, list[str]] = {}
    for sign, text in moves:
        meant.setdefault(sign, []).append(w._(text))
    signs = [f"{sign} {', '.join(dict.fromkeys(texts))}" for sign, texts in meant.items()]
    return w._("**On buttons:** {signs}", signs=" · ".join(signs))


def help_topics(pages: Sequence[Page], w: Words) -> list[tuple[str, str, str]]:
    """Return the id, title and summary of each page, for a select of `/help`."""
    return [(page.id, w._(page.title), w._(page.about)) for page in pages]


def help_page(topic: str, pages: Sequence[Page], w: Words, chosen: Mapping[str, str] | None = None) -> str | None:
    """Return the text of a topic, Markdown of at most 3,500 characters, or None if there is no such topic.

    ``chosen`` are the options of the table for which the page is opened: it then describes the rules at that table.
    Without them, it describes the default rules and names the variants.
    """
    for page in pages:
        if page.id == topic:
            texts = [text for one in page.paragraphs if (text := _paragraph(one, w, chosen))]
            return "\n\n".join([f"## {w._(page.title)}", *texts, *page.generated(w)])
    return None


def _paragraph(paragraph: str | Ruling, w: Words, chosen: Mapping[str, str] | None) -> str:
    """Return a paragraph with the rule in force, or "" if the options ``chosen`` need none.

    A note in small print names the option if it changed this rule or, without ``chosen``, could change it.
    """
    if isinstance(paragraph, str):
        return w._(paragraph) if paragraph else ""
    default, *others = paragraph.texts
    value = (chosen or {}).get(paragraph.option, default)
    text = _paragraph(paragraph.texts.get(value, paragraph.texts[default]), w, chosen)
    title = w._(paragraph.words.title)
    if chosen is None:
        variants = w.join_choice([w._("“{value}”", value=paragraph.words.value(one, w)) for one in others])
        note = w._("A table can change this with *{option}*: {variants}.", option=title, variants=variants)
    elif value == default or not text:
        return text
    else:
        note = w._("This table’s option *{option}* decides that.", option=title)
    return f"{text}\n-# {note}"


def thing_page(thing: Thing, w: Words) -> str:
    """Return the text about a thing, Markdown of at most 3,500 characters."""
    return "\n\n".join([f"## {thing.title(w)}", *thing.paragraphs(w)])


def find(said: str, among: Iterable[tuple[T, str, str]]) -> list[list[T]]:
    """Return the candidates that match the typed text, grouped by quality of match, best first.

    Each candidate has a title and a summary. The best match is the whole title. Then come the first words of the title,
    any of its words, the beginnings of all its words, and the beginnings of some. Last come beginnings of words in the
    title and the summary. Groups without candidates are left out. Order, case, accents, and spaces between words and
    numbers are ignored: "h13", "13 hex" and "Hex 13" are the same.
    """
    wanted = _words(said[:MAX_SEARCH])
    found: list[list[T]] = [[], [], [], [], [], []]
    for one, title, about in among:
        own = _words(title)
        if set(wanted) == set(own):
            found[0].append(one)
        elif set(wanted) == set(own[: len(wanted)]):  # "hex 1" means "Hex 1: 2 coins" rather than "Hex 16: 1 coin"
            found[1].append(one)
        elif set(wanted) <= set(own):
            found[2].append(one)
        elif _begin(wanted, own):
            found[3 if len(wanted) == len(own) else 4].append(one)
        elif _begin(wanted, [*own, *_words(about)]):
            found[5].append(one)
    return [some for some in found if some] if wanted else []


@lru_cache(maxsize=1024)
def old_words(text: str) -> str:
    """Return the former terms for words in an English title or summary."""
    own = _words(text)
    return " ".join(old for old, new in OLD_WORDS.items() if _begin(_words(new), own))


def _begin(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether each wanted word is a prefix of one of ``words``; numbers must match fully."""
    return all(any(word == one if one.isdigit() else word.startswith(one) for word in words) for one in wanted)


@lru_cache(maxsize=8192)
def _words(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a text separately, in lower case and without accents.

    The result is cached, because each typed letter searches the same titles again.
    """
    plain = "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))
    return tuple(re.findall(r"[^\W\d_]+|\d+", plain))


@dataclass(frozen=True)
class LessonStep:
    """A step of a lesson: a text (a key of the catalogue), and the expected move in notation, or "" for text only.

    ``show`` is the picture for a step without choices on the board: a part of the board (by default the first one), or
    a thing that can be looked up. ``others`` are the moves of other seats after it. With ``score``, the step also shows
    everyone's points if the game ended now.
    """

    text: str
    move: str = ""
    show: str = ""
    others: Sequence[tuple[int, str]] = ()
    score: bool = False


@dataclass(frozen=True)
class Lesson:
    """The lesson of a game: a fixed position, and steps that the reader plays from there on the real engine.

    ``names`` are the names of the seats, as keys of the catalogue; "" is the reader's seat.
    """

    about: str
    file: Path  # the position, in the format of the table protocol
    names: Sequence[str]
    steps: Sequence[LessonStep] = field(repr=False)

    @property
    def seat(self) -> int:
        """The seat of the reader."""
        return self.names.index("")

    @cached_property
    def position(self) -> dict[str, Any]:
        """The position at the beginning of the lesson, as plain data."""
        found: dict[str, Any] = json.loads(self.file.read_text("utf-8"))
        return found


def read_lesson(folder: Path, names: Sequence[str]) -> Lesson:
    """Return the lesson of a game, from its texts in ``lesson.md`` and its position in ``lesson.json``.

    Each paragraph is a step. Its tags are fields of `LessonStep`: "[score: yes]", "[others: 1 recall h7; 1 end]".
    """
    [section] = read_sections(folder / "lesson.md", tags=["move", "show", "others", "score"]).values()
    return Lesson(section.title, folder / "lesson.json", names, [_lesson_step(one) for one in section.paragraphs])


def _lesson_step(paragraph: Paragraph) -> LessonStep:
    tags = dict(paragraph.tags)
    others = tuple((int(seat), move) for seat, move in re.findall(r"(\d) ([^;]+)", tags.get("others", "")))
    return LessonStep(paragraph.text, tags.get("move", ""), tags.get("show", ""), others, "score" in tags)
