"""Options of a table as people type them: an option and its value, each by id or title."""

import re
from collections.abc import Mapping

import wording
from bot.channel.table_words import language_option, option_text, options_at
from bot.context import Request
from bot.panels import lobby_panel
from bot.typed.choices import MAX_CHOICES, Choices, matching_choices, offering
from bot.typed.tables import table_here
from bot.ui.reply import Refusal
from games import GAMES
from rules.errors import N_
from rules.game import Option
from rules_service import TableInfo
from wording import OptionWords, Words, find


async def change_options(request: Request, option: str = "", value: str = "") -> None:
    """Show the options panel, or explain the typed option, or change it to the typed value."""
    info, w = await request.info(), request.words
    if not option and not value:
        await lobby_panel.show_options(request, info)
        return
    meant = meant_option(info, option, w)
    if value:
        now = await lobby_panel.change_options(request, {meant.id: meant_value(info, meant, value, w)})
        await request.say_once_posted(info.id, value_text(now, meant, w))
        return
    about = words_of(info, meant.id).about
    lines = [value_text(info, meant, w), *([w._(about)] if about else [])]
    await request.say("\n".join([*lines, w._("Possible values: {values}.", values=possible_values(info, meant, w))]))


def choosable_options(info: TableInfo) -> dict[str, Option]:
    """Return the options of the table that have more than one value."""
    return {option.id: option for option in (*options_at(info), language_option(info)) if len(option.values) > 1}


def words_of(info: TableInfo, option: str) -> OptionWords:
    """Return the names of the option and its values."""
    return GAMES[info.game].words.option(option)


def option_names(info: TableInfo, w: Words) -> list[tuple[str, str, str]]:
    """Return the id and title of each option, with its id and English title as further search terms."""
    titles = {option: words_of(info, option).title for option in choosable_options(info)}
    return [(option, w._(title), f"{option} {title}") for option, title in titles.items()]


def value_names(info: TableInfo, option: Option, w: Words) -> list[tuple[str, str, str]]:
    """Return each value of an option and its meaning, with its id and English meaning as further search terms."""
    words, english = words_of(info, option.id), wording.words("en")
    labels = {value: (words.value(value, w), words.value(value, english)) for value in option.values}
    return [(value, own, f"{value.replace('_', ' ')} {other}") for value, (own, other) in labels.items()]


def names_of_picks(info: TableInfo, option: Option, w: Words) -> Mapping[str, str]:
    """Return the items that a value may contain, with their names."""
    picks = words_of(info, option.id).picks
    return {word: re.sub(r"^\W+", "", picks.label(word, w)) for word in option.pick} if picks else {}


def meant_option(info: TableInfo, said: str, w: Words) -> Option:
    """Return the option with this id or title. Raises Refusal with a list of the options unless exactly one matches."""
    known, titles = choosable_options(info), option_names(info, w)
    best = [said] if said in known else next(iter(find(said, titles)), [])
    if len(best) != 1:
        text = (
            N_("This table has no such option. You can choose: {options}.")
            if said.strip()
            else N_("Please fill in `option`, too. You can choose: {options}.")
        )
        raise Refusal(text, options=tuple(title for _, title, _ in titles))
    return known[best[0]]


def meant_value(info: TableInfo, option: Option, said: str, w: Words) -> str:
    """Return the value with this id or meaning, or the value that combines these comma-separated items.

    Raises Refusal if there is none.
    """
    value = option.read(said.strip())
    if value is not None:
        return value
    best = next(iter(find(said, value_names(info, option, w))), [])
    if len(best) == 1:
        return best[0]
    value = option.read(lobby_panel.PICKS.join(picked_words(info, option, said, w)))
    if value is None:
        raise Refusal(
            N_("That is not a valid value for “{option}”. Possible values: {values}."),
            option=w._(words_of(info, option.id).title),
            values=possible_values(info, option, w),
        )
    return value


def picked_words(info: TableInfo, option: Option, said: str, w: Words) -> list[str]:
    """Return the items of the option that the text names. Unknown ones are skipped."""
    known = [(word, text, word) for word, text in names_of_picks(info, option, w).items()]
    parts = filter(str.strip, re.split(r"[,;+]", said))
    return list(dict.fromkeys(best[0] for part in parts for best in find(part, known)[:1]))


def possible_values(info: TableInfo, option: Option, w: Words) -> str:
    """Return all values of an option as text and, if items can be combined into a value, their number and names."""
    values = [text for _, text, _ in value_names(info, option, w)]
    if option.picks:
        names = w.join_list(sorted(names_of_picks(info, option, w).values()))
        values.append(w._("{count} of these, separated by commas: {names}", count=option.picks, names=names))
    return w._("; ").join(values)


def value_text(info: TableInfo, option: Option, w: Words) -> str:
    """Return the table's value of the option as Markdown."""
    words, now = words_of(info, option.id), choosable_options(info).get(option.id, option)
    value = option_text(words, info.options.get(option.id, now.default), w)
    return w._("**{option}:** {value}.", option=w._(words.title), value=value)


@offering
async def offered_options(request: Request, typed: str) -> Choices:
    """Offer the options of the channel's table that match the typed text."""
    known = option_names(await table_here(request), request.words)
    return matching_choices({option: title for option, title, _ in known}, typed, known, request.words)


@offering
async def offered_values(request: Request, typed: str) -> Choices:
    """Offer the values of the typed option that match the typed text.

    If a value combines several items, complete the last one.
    """
    info, w = await table_here(request), request.words
    option = meant_option(info, request.interaction.namespace.option or "", w)
    known = value_names(info, option, w)
    offered = matching_choices({value: text for value, text, _ in known}, typed, known, w)
    if not option.picks:
        return offered
    names, picks = names_of_picks(info, option, w), lobby_panel.PICKS
    *before, last = re.split(r"[,;+]", typed) if typed else [""]
    first = picked_words(info, option, ",".join(before), w)
    ways = {picks.join([*first, word]): word for word in names if word not in first}
    texts = {way: w._(", ").join(names[word] for word in way.split(picks)) for way in ways}
    entries = [(way, names[word], word) for way, word in ways.items()]
    return [*offered, *matching_choices(texts, last, entries, w)][:MAX_CHOICES]
