"""The options of a table in words: their names, and the meaning of their values."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from rules.game import Option
from wording.catalogue import LanguageNames, Words
from wording.text_files import read_sections


@dataclass(frozen=True)
class PickWords:
    """The texts of an option whose value is a list of items (`rules.game.Option.pick`)."""

    # The content of a value, even of one that has a name; "" if it is not fixed.
    content: Callable[[str, Words], str]
    label: Callable[[str, Words], str]  # one word, plain text
    about: Callable[[str, Words], str]  # what it is for, in one line


@dataclass(frozen=True)
class OptionWords:
    """The name of an option, the meaning of its values, and a sentence about its effect.

    All texts are plain text and keys of the catalogue.
    """

    title: str
    values: Mapping[str, str]
    picks: PickWords | None = None
    about: str = ""
    does: Mapping[str, str] = field(default_factory=dict)  # what a value does, if its label doesn't say so

    def value(self, value: str, w: Words) -> str:
        """Return the meaning of the value, unique among the option's values."""
        if value in self.values:
            return w._(self.values[value])
        return self.picks.content(value, w) if self.picks else value

    def content(self, value: str, w: Words) -> str:
        """Return the content of a named value as far as it is known before the start, or ""."""
        return self.picks.content(value, w) if self.picks and value in self.values else ""


def changed_options(
    chosen: Mapping[str, str], usual: Iterable[Option], words_of: Callable[[str], OptionWords], w: Words
) -> list[str]:
    """Return a line for each relevant option that isn't at its default, or one line saying that all options are."""
    lines = [
        f"- **{w._(words_of(option.id).title)}**: {words_of(option.id).value(chosen[option.id], w)}"
        for option in usual
        if option.matters(chosen) and chosen.get(option.id, option.default) != option.default
    ]
    return lines or [w._("All options are at their defaults.")]


def read_options(path: Path) -> dict[str, OptionWords]:
    """Return the texts of options from a file: titles, explanations, "[value: on] yes", "[does: on] It waits.".

    Raise BadTextFile for an option without an explanation, or another mistake.
    """
    found = {}
    for one in read_sections(path, tags=["value", "does"]).values():
        if not one.plain:
            raise one.mistake("it has no sentence on what it decides")
        found[one.id] = OptionWords(one.title, one.tagged("value"), about=one.plain, does=one.tagged("does"))
    return found


# The options of every table, whatever game it plays.
TABLE_OPTION_WORDS = read_options(Path(__file__).with_name("options.md"))
TABLE_OPTION_WORDS["language"] = replace(TABLE_OPTION_WORDS["language"], values=LanguageNames())
