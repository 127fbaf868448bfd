"""The panel of a table's options: the main ones, rulings, and pictures, a page each."""

import asyncio
from collections.abc import Sequence
from weakref import WeakValueDictionary
from zlib import crc32

import discord

from bot.channel.table_words import language_option, options_at, person_name, settings
from bot.context import Request
from bot.texts import TEXTS
from bot.ui.message import Id, Item, Picture, button, entry, layout, select
from games import GAMES
from rules.game import Option
from rules_service import TableInfo, acts
from rules_service.options import DISPLAY, LANGUAGE
from wording import Words
from wording.text_limits import capital

MAX_ON_PAGE = 5
PICKS = "+"  # joins the picks in an option's value; also the suffix of their select's id

# Locks of the tables whose options are being changed.
choosing_at: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()


async def options(request: Request) -> None:
    """Show the options, or another page of them; choices on the shown one are already stored."""
    await show_options(request, await request.info())


async def show_options(request: Request, info: TableInfo) -> None:
    """Show the page of options that a press asks for. Others than the host can only read them.

    In a running game only the language of its posts can still change.
    """
    w, page = request.words, request.press.count
    texts = [w._(TEXTS.table_options), "\n".join(settings(info, w))]
    if info.started:
        await request.show(layout(texts, (), choosing(info, language_option(info), page, w) if info.open else []))
    elif request.user_id != info.host_id:
        host = next((seat.name for seat in info.seats if seat.user_id == info.host_id), "?")
        await request.show(layout([*texts, w._(TEXTS.host_changes_options, host=person_name(host, w))]))
    else:
        pages = option_pages(info)
        shown = [option.id for option in pages[min(page, len(pages) - 1)] if option in DISPLAY]
        pictures = await request.app.pictures.previews(shown, [info.game], w.lang) if shown else []
        await request.show(options_panel(info, w, page, pictures), pictures)


async def choose(request: Request) -> None:
    """Handle the choice of an option's value in that panel, or of its picks."""
    option = request.press.words.rpartition(" ")[2]
    chosen = {option.removesuffix(PICKS): PICKS.join(request.values)}
    # The later of two simultaneous choices must show both.
    async with choosing_at.setdefault(request.table_id, asyncio.Lock()):
        await show_options(request, await change(request, chosen))


async def change(request: Request, chosen: dict[str, str]) -> TableInfo:
    """Change an option of the table, or the language of its posts."""
    return await request.act(acts.SET_LANGUAGE(chosen[LANGUAGE]) if LANGUAGE in chosen else acts.SET_OPTIONS(chosen))


async def show_seal(request: Request) -> None:
    """Show the whole fingerprint and what it is for."""
    info = await request.info()
    await request.say(request.words._(TEXTS.about_fingerprint, fingerprint=info.fingerprint))


def options_panel(info: TableInfo, w: Words, page: int = 0, pictures: Sequence[Picture] = ()) -> discord.ui.LayoutView:
    """Return a page of options, each with its description and a select: the main ones first, then rulings.

    The last page is about pictures.
    """
    pages = option_pages(info)
    looks = len(pages) - 1
    last = looks - 1  # the last page of rulings
    page = min(page, looks)
    rows = [row for option in pages[page] for row in choosing(info, option, page, w)]

    def to(page: int, label: str) -> Item:
        return button(Id(info.id, "settings", words=str(page)), label)

    if page == 0:
        head, buttons = w._(TEXTS.table_options), [to(1, w._("Rulings ▶"))] if last else []
        buttons += [to(looks, w._("Pictures ▶")), button(Id(info.id, "seal"), w._("Fingerprint"))]
    elif page == looks:
        head, buttons = w._(TEXTS.picture_options), [to(0, w._("◀ Back"))]
    else:
        head = w._(TEXTS.rulings_page, page=page, pages=last) if last > 1 else w._(TEXTS.rulings)
        buttons = [to(page - 1, w._("◀ Earlier"))]
        buttons += [to(page + 1, w._("More rulings ▶"))] if page < last else []
    return layout([head], pictures, [*rows, buttons])


def option_pages(info: TableInfo) -> list[list[Option]]:
    """Return the pages of options that have more than one value: the main ones, the others, and those of pictures.

    The main ones are in the order of the game's record.
    """
    open_ones = {option.id: option for option in options_at(info) if len(option.values) > 1}
    first = [open_ones.pop(option) for option in GAMES[info.game].first if option in open_ones]
    others = [option for option in open_ones.values() if option not in DISPLAY]
    looks = [option for option in open_ones.values() if option in DISPLAY]
    first.append(language_option(info))
    return [first, *(others[at : at + MAX_ON_PAGE] for at in range(0, len(others), MAX_ON_PAGE)), looks]


def choosing(info: TableInfo, option: Option, page: int, w: Words) -> list[list[Item] | str]:
    """Return an option's description, its select, and the select for its picks if it has some.

    Their ids change with the chosen value that both show. The ids of other options stay, so that a simultaneous choice
    there isn't lost.
    """
    chosen = info.options.get(option.id, option.default)
    words = GAMES[info.game].words.option(option.id)
    title = w._(words.title)
    entries = [
        entry(value, capital(words.value(value, w)), words.content(value, w), chosen=value == chosen)
        for value in dict.fromkeys([*option.values[:24], chosen])
    ]
    press = Id(info.id, "choose", words=f"{page} {crc32(chosen.encode()):x} {option.id}")
    rows: list[list[Item] | str] = [f"**{title}**\n-# {w._(words.about)}" if words.about else f"**{title}**"]
    rows.append([select(press, title, entries)])
    if option.picks:
        rows.append([picking(info, option, chosen, page, w)])
    return rows


def picking(info: TableInfo, option: Option, chosen: str, page: int, w: Words) -> Item:
    """Return the select for the words that an option's value can consist of."""
    picked = chosen.split(PICKS)
    words = GAMES[info.game].words.option(option.id).picks
    assert words is not None
    labels = {word: words.label(word, w) for word in option.pick}
    entries = [
        entry(word, label, words.about(word, w), chosen=word in picked)
        # A label begins with the sign of its class.
        for word, label in sorted(labels.items(), key=lambda entry: entry[1])
    ]
    ask = w._("… or {count} that you agree on", count=option.picks)
    press = Id(info.id, "choose", words=f"{page} {crc32(chosen.encode()):x} {option.id}{PICKS}")
    return select(press, ask, entries, option.picks)
