"""The few words on the pictures: `words.md`. Names of regions and cards come from the rules."""

from pathlib import Path

from renderer.scene import Words, read_words
from rules.rattus.components import NAMES

_READ = list(read_words(Path(__file__).with_name("words.md")))
WORDS = {tags["word"]: text for tags, text in _READ if "word" in tags}
BRIEF = {tags["brief"]: text for tags, text in _READ if "brief" in tags}  # the effects on the cards: two short lines
EFFECTS = {tags["effect"]: text for tags, text in _READ if "effect" in tags}  # in the legend: a line or two
PIECES = {tags["piece"]: text for tags, text in _READ if "piece" in tags}  # the meaning of each, for the legend


def word(key: str, words: Words, **values: object) -> str:
    """Return the word in the language, with its values."""
    return words._(WORDS[key], **values)


def named(word: str, words: Words) -> str:
    """Return the name of a card or a region in the language."""
    return words._(NAMES[word])
