"""Tokens, effects and actions of Messina 1347 in words: "2 coins and 1 timber", "build or 1 big fire"."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from rules.errors import N_
from rules.messina.components import Action, Option
from rules.notation import read_number
from wording.catalogue import Words, cached_text, plural
from wording.text_files import read_tables

TABLES = read_tables(Path(__file__).with_name("names.md"))
EFFECTS = TABLES["effects"]
CITIZENS = {"craftsman": N_("craftsman"), "nun": N_("nun"), "aristocrat": N_("aristocrat")}
A_CITIZEN = {"craftsman": N_("a craftsman"), "nun": N_("a nun"), "aristocrat": N_("an aristocrat")}
THE_CITIZEN = {"craftsman": N_("the craftsman"), "nun": N_("the nun"), "aristocrat": N_("the aristocrat")}
# Everything that is counted, in the order in which texts list it.
TOKEN_COUNTS = {
    "coin": plural("{count} coin", "{count} coins"),
    "timber": plural("{count} timber", "{count} timber"),
    "fire": plural("{count} fire", "{count} fire"),
    "big_fire": plural("{count} big fire", "{count} big fire"),
    "points": plural("{count} point", "{count} points"),
    "rats": plural("{count} rat", "{count} rats"),
}
CITIZEN_COUNTS = {
    "craftsman": plural("{count} craftsman", "{count} craftsmen"),
    "nun": plural("{count} nun", "{count} nuns"),
    "aristocrat": plural("{count} aristocrat", "{count} aristocrats"),
}
SEVERAL_EFFECTS = {
    "city": plural("{count} city step", "{count} city steps"),
    "church": plural("{count} church step", "{count} church steps"),
    "upgrade": plural("upgrade {count} citizen", "upgrade {count} citizens"),
    "scroll": plural("{count} scroll step", "{count} scroll steps"),
}


@cached_text
def tokens(token: str, count: int, w: Words) -> str:
    """Describe a number of tokens, points or rats: "2 coins"."""
    return w.ngettext(*TOKEN_COUNTS[token], count)


def listed(counts: Mapping[str, int], w: Words) -> list[str]:
    """Describe each of several kinds of tokens, always in the same order."""
    return [tokens(token, counts[token], w) for token in TOKEN_COUNTS if counts.get(token)]


def amounts(counts: Mapping[str, int], w: Words) -> str:
    """Describe several kinds of tokens: "2 coins and 1 timber"."""
    return w.join_list(listed(counts, w))


def citizens(counts: Mapping[str, int], w: Words) -> list[str]:
    """Return the number of citizens of each class, in words: "2 nuns"."""
    return [w.ngettext(*CITIZEN_COUNTS[citizen], count) for citizen, count in counts.items()]


def gold_citizens(counts: Mapping[str, int], w: Words) -> list[str]:
    """Return the number of upgraded citizens of each class, in words: "1 upgraded nun"."""
    return [w._("{citizens} (upgraded)", citizens=text) for text in citizens(counts, w)]


def is_effect(word: str) -> bool:
    """Return whether the word is an effect other than a token: "city", "activate:2"."""
    name, _, number = word.partition(":")
    return word in EFFECTS or (name == "activate" and read_number(number) is not None)


def effect(word: str, w: Words, count: int = 1) -> str:
    """Describe an effect other than a token: "nun overseer step", "2 city steps"."""
    name, _, number = word.partition(":")
    if name == "activate":
        return w.ngettext("activate {count} citizen", "activate {count} citizens", int(number))
    if count > 1 and word in SEVERAL_EFFECTS:
        return w.ngettext(*SEVERAL_EFFECTS[word], count)
    text = w._(EFFECTS[word])
    return text if count == 1 else w._("{count}× {effect}", count=count, effect=text)


def effects(words: Sequence[str], w: Words) -> list[str]:
    """Describe several effects, each kind once with its number."""
    return [effect(word, w, words.count(word)) for word in dict.fromkeys(words)]


def option(given: Option, w: Words) -> str:
    """Describe everything that one option gives."""
    return w.join_list(parts(given, w))


def parts(given: Option, w: Words) -> list[str]:
    """Describe each thing that one option gives."""
    return [*listed(given.gains, w), *effects((*given.steps, *given.effects), w)]


def action(printed: Action, w: Words) -> str:
    """Describe a printed action: its options and its price."""
    text = w.join_choice([option(one, w) for one in printed.options])
    if not printed.cost:
        return text
    return w._("{thing} for {cost}", thing=text, cost=amounts(printed.cost, w))


OVERSEERS = TABLES["overseers"]
# For short lines. The brief name of an overseer's step is the overseer.
BRIEF_EFFECTS = TABLES["brief_effects"]


def brief_parts(given: Option, w: Words) -> str:
    """Describe what one option gives, as short as possible."""
    words = [*given.steps, *given.effects]
    texts = [w._(BRIEF_EFFECTS.get(word) or OVERSEERS.get(word.partition(":")[2]) or EFFECTS[word]) for word in words]
    return w._(", ").join([*listed(given.gains, w), *texts])


def brief_action(printed: Action, w: Words) -> str:
    """Describe a printed action, as short as possible."""
    return w.join_choice([brief_parts(one, w) for one in printed.options])


UPGRADED_CITIZENS = TABLES["upgraded_citizens"]


def overseer(name: str, w: Words) -> str:
    """Describe an overseer: "nun overseer"."""
    return w._(OVERSEERS[name])
