"""Options of a table that are typed: find the option and its value by id or title."""

import re
from collections.abc import Mapping, Sequence

from discord import app_commands

import wording
from bot.channel.table_words import language_option, option_text, options_at
from bot.commands.command import MAX_CHOICES
from bot.commands.typed import with_more
from bot.panels.options_panel import PICKS
from bot.texts import TEXTS
from bot.ui.errors import Refusal
from games import GAMES
from rules.game import Option
from rules_service import TableInfo
from wording import OptionWords, Words, find
from wording.text_limits import capital

MAX_CHOICE = 100  # characters


def choosable(info: TableInfo) -> dict[str, Option]:
    """Return the options of the table that have more than one value."""
    return {option.id: option for option in (*options_at(info), language_option(info)) if len(option.values) > 1}


def words_of(info: TableInfo, option: str) -> OptionWords:
    """Return the names of the option and its values."""
    return GAMES[info.game].words.option(option)


def meant_option(info: TableInfo, said: str, w: Words) -> Option:
    """Return the option with this id or title.

    Raises Refusal, which lists the options, if none or several match, or if the text is empty.
    """
    known = choosable(info)
    titles = {option: w._(words_of(info, option).title) for option in known}
    if said in known:
        return known[said]
    best = next(iter(find(said, _titled(info, titles))), [])
    if len(best) != 1:
        raise Refusal(TEXTS.no_option if said.strip() else TEXTS.say_option, options=tuple(titles.values()))
    return known[best[0]]


def meant_value(info: TableInfo, option: Option, said: str, w: Words) -> str:
    """Return the value with this id or meaning, or the one made of these comma-separated picks. Raises Refusal."""
    value = option.read(said.strip())
    if value is not None:
        return value
    best = next(iter(find(said, _called(info, option, w))), [])
    if len(best) == 1:
        return best[0]
    value = option.read(PICKS.join(picked(info, option, said, w)))
    if value is None:
        raise Refusal(TEXTS.no_value, option=w._(words_of(info, option.id).title), values=possible(info, option, w))
    return value


def picked(info: TableInfo, option: Option, said: str, w: Words) -> list[str]:
    """Return the picks of the option that are named in the text; unknown ones are skipped."""
    found = []
    for part in filter(str.strip, re.split(r"[,;+]", said)):
        best = next(iter(find(part, [(word, text, word) for word, text in _picks(info, option, w).items()])), [])
        found += best[:1]
    return list(dict.fromkeys(found))


def possible(info: TableInfo, option: Option, w: Words) -> str:
    """Return all values of an option in a line, with the picks that can form another value."""
    values = [text for _, text, _ in _called(info, option, w)]
    if option.picks:
        names = w.join_list(sorted(_picks(info, option, w).values()))
        values.append(w._("{count} of these, separated by commas: {names}", count=option.picks, names=names))
    return w._("; ").join(values)


def explained(info: TableInfo, option: Option, w: Words) -> str:
    """Return what the option decides, its value, and the possible values, as Markdown."""
    words = words_of(info, option.id)
    lines = [chosen(info, option, w), w._(words.about) if words.about else ""]
    lines.append(w._("Possible values: {values}.", values=possible(info, option, w)))
    return "\n".join(filter(None, lines))


def chosen(info: TableInfo, option: Option, w: Words) -> str:
    """Return the table's value of the option as Markdown."""
    words, now = words_of(info, option.id), choosable(info).get(option.id, option)
    value = option_text(words, info.options.get(option.id, now.default), w)
    return w._("**{option}:** {value}.", option=w._(words.title), value=value)


def offered_options(info: TableInfo, current: str, w: Words) -> list[app_commands.Choice[str]]:
    """Return the options that match what has been typed."""
    titles = {option: w._(words_of(info, option).title) for option in choosable(info)}
    return _choices(titles, current, _titled(info, titles), w)


def offered_values(info: TableInfo, said: str, current: str, w: Words) -> list[app_commands.Choice[str]]:
    """Return the values of the option that match what has been typed; of several picks, the last is completed."""
    try:
        option = meant_option(info, said, w)
    except Refusal:
        return []
    known = _called(info, option, w)
    offered = _choices({value: text for value, text, _ in known}, current, known, w)
    if not option.picks:
        return offered
    names = _picks(info, option, w)
    *before, last = re.split(r"[,;+]", current) if current else [""]
    first = picked(info, option, ",".join(before), w)
    ways = {PICKS.join([*first, word]): word for word in names if word not in first}
    entries = [(way, names[word], word) for way, word in ways.items()]
    texts = {way: w._(", ").join(names[word] for word in way.split(PICKS)) for way in ways}
    return [*offered, *_choices(texts, last, entries, w)][:MAX_CHOICES]


def _titled(info: TableInfo, titles: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Return the options and their titles, with their ids and English titles as search terms."""
    return [(option, title, f"{option} {words_of(info, option).title}") for option, title in titles.items()]


def _called(info: TableInfo, option: Option, w: Words) -> list[tuple[str, str, str]]:
    """Return the values of an option and their meanings, with their ids and English meanings as search terms."""
    words = words_of(info, option.id)
    english = wording.words("en")
    return [
        (value, words.value(value, w), f"{value.replace('_', ' ')} {words.value(value, english)}")
        for value in option.values
    ]


def _picks(info: TableInfo, option: Option, w: Words) -> Mapping[str, str]:
    """Return the picks that a value may consist of, with their names."""
    picks = words_of(info, option.id).picks
    return {word: re.sub(r"^\W+", "", picks.label(word, w)) for word in option.pick} if picks else {}


def _choices(
    texts: Mapping[str, str], current: str, known: Sequence[tuple[str, str, str]], w: Words
) -> list[app_commands.Choice[str]]:
    found = [one for some in find(current, known) for one in some] if current.strip() else list(texts)
    most = MAX_CHOICES if len(found) <= MAX_CHOICES else MAX_CHOICES - 1
    choices = [
        app_commands.Choice(name=capital(texts[one])[:MAX_CHOICE], value=one[:MAX_CHOICE]) for one in found[:most]
    ]
    return with_more(choices, len(found) - len(choices), current, w)
