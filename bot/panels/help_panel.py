"""Help on pages that lead to each other: about the bot, about each game, and about everything that can be looked up."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import discord

import wording
from bot.channel.table_words import relative_time
from bot.context import App, Request
from bot.ui.message import MAX_TEXT, SIGNS, Id, Item, Picture, button, entry, layout, select
from bot.version import VERSION
from games import GAMES
from renderer import Scene
from rules.table import Table
from wording import BOT_HELP, Page, Thing, Words
from wording.text_limits import MAX_OPTIONS

LEGEND = "legend"
ENGLISH = wording.words("en")
DEFAULT_GAME = next(iter(GAMES))

Found = tuple[str, str]  # a game, and the id of one of its pages or things


async def show_topic(request: Request) -> None:
    """Show a page of help: the one chosen in a select, or the one that a button leads to."""
    game, _, topic = request.press.words.partition(" ")
    await show_help(request, request.value or topic, request.table_id, game)


async def show_help(request: Request, topic: str = "", table_id: int = 0, game: str = "") -> None:
    """Show help about the bot and a game: the named game, or the table's game if there is a table (0: none).

    ``topic`` is an id, or any typed text.
    """
    lang, w = request.lang, request.words
    info = await request.service.read.info(table_id) if table_id else None
    asked = game in GAMES
    if not asked:
        game = info.game if info else DEFAULT_GAME
    # People at a table ask about its game.
    here = info is not None and info.game == game
    if not topic:
        topic = (GAMES[game].words.help if here else BOT_HELP)[0].id
    meant = look_up(topic, game, w, elsewhere=not asked)
    pictures: list[Picture] = []
    about_things: list[list[Item]] = []
    if len(meant) == 1:
        [(game, topic)] = meant
        title, text = page_text(game, topic, w, info.options if info and here else None)
        if topic == LEGEND:
            pictures = await legend(request.app, table_id if here else 0, game, lang)
        else:
            pictures = await request.app.pictures.thing(game, topic, lang, title)
        about_things = thing_rows(table_id, game, topic, w)
    elif meant:
        text = w._("Several pages match. Which one do you mean?")
        entries = [option(one, identifier, w) for one, identifier in meant[:MAX_OPTIONS]]
        about_things = [[select(Id(table_id, "topic", words=f"{game} found"), w._("Matching pages"), entries)]]
    else:
        text = w._("There is no such help page.")
    text = with_emoji(text, GAMES[game].pictures.signs)
    rows = [*topic_rows(table_id, game, topic, here, w), *about_things, navigation(table_id, game, topic, here, w)]
    running = w._("Miasma {version}, started {time}", version=VERSION, time=relative_time(request.app.since))
    await request.show(layout([text, f"-# {running}"], pictures, rows), pictures)


def with_emoji(text: str, signs: Iterable[str]) -> str:
    """Return a text with our own emoji in place of signs, or as it is written if it would get too long."""
    dressed = text
    for sign in signs:
        dressed = dressed.replace(sign, str(SIGNS.get(sign, sign)))
    return dressed if len(dressed) <= MAX_TEXT else text


def look_up(said: str, game: str, w: Words, *, elsewhere: bool) -> list[Found]:
    """Return what is meant: a page or thing by its id, alone or after its game; otherwise by any words of its title.

    Several matches are reduced to the best if there is a single best one. ``elsewhere``: also search other games if
    this one has no match.
    """
    first, _, rest = said.partition(" ")
    for one, identifier in ((game, said), (first, rest)):
        if one in GAMES and identifier in (LEGEND, *(id_ for id_, _, _ in entries_of(one, w))):
            return [(one, identifier)]
    for one in dict.fromkeys([game, *GAMES] if elsewhere else [game]):
        if hits := wording.find(said, findable(one, w)):
            best, *others = hits
            return [
                (one, id_) for id_ in (best if len(best) == 1 else [*best, *(id_ for some in others for id_ in some)])
            ]
    return []


def suggestions(said: str, game: str, w: Words, *, elsewhere: bool) -> list[tuple[str, str]]:
    """Return the autocomplete suggestions as labels and values; without typed text, all topics."""
    if not said.strip():
        pages = [*GAMES[game].words.help, *BOT_HELP]
        return [(w._(page.title), page.id) for page in pages][:MAX_OPTIONS]
    offered = []
    for one in dict.fromkeys([game, *GAMES] if elsewhere else [game]):
        titles = {id_: (title, about) for id_, title, about in entries_of(one, w)}
        things = things_of(one)
        for id_ in (id_ for some in wording.find(said, findable(one, w)) for id_ in some):
            title, about = titles[id_]
            label = f"{title} · {about}" if id_ in things else title
            if one == game:
                offered.append((label, id_))
            elif id_ not in {page.id for page in BOT_HELP}:
                offered.append((f"{GAMES[one].title}: {label}", f"{one} {id_}"))
    return offered[:MAX_OPTIONS]


def things_of(game: str) -> dict[str, Thing]:
    """Return everything that can be looked up on its own in a game, by id."""
    return {thing.id: thing for things in GAMES[game].things.values() for thing in things}


def entries_of(game: str, w: Words) -> Iterator[tuple[str, str, str]]:
    """Yield the id, title and description of all pages and things."""
    yield from wording.help_topics([*GAMES[game].words.help, *BOT_HELP], w)
    for thing in things_of(game).values():
        yield thing.id, thing.title(w), thing.about(w)


def findable(game: str, w: Words) -> Iterator[tuple[str, str, str]]:
    """Yield the same entries, which can also be found in English and by terms from earlier versions."""
    for (id_, title, about), (_, english, line) in zip(entries_of(game, w), entries_of(game, ENGLISH), strict=True):
        old = wording.old_words(f"{english} {line}")
        yield id_, title, f"{about} {old}" if title == english else f"{about} {english} {old}"


def page_text(game: str, topic: str, w: Words, chosen: Mapping[str, str] | None = None) -> tuple[str, str]:
    """Return the title and the text of a page or thing; ``chosen``: the options of the table it is opened for."""
    if topic == LEGEND:
        title = w._(GAMES[game].parts.legend)
        return title, f"## {title}"
    if topic in things_of(game):
        thing = things_of(game)[topic]
        return thing.title(w), wording.thing_page(thing, w)
    pages = [*GAMES[game].words.help, *BOT_HELP]
    title = next(w._(page.title) for page in pages if page.id == topic)
    return title, wording.help_page(topic, pages, w, chosen) or ""


async def legend(app: App, table_id: int, game: str, lang: str) -> list[Picture]:
    """Return the legend of the table if it has started, otherwise that of the game with default options."""
    info = await app.service.read.info(table_id) if table_id else None
    if info is not None and info.started is not None:
        view = (await app.service.read.seen(table_id, None)).table.view(None)
    else:
        rules = GAMES[game].rules
        view = Table(rules, rules.seats[-1], LEGEND).view(None)
    return await app.pictures.board(game, Scene(view, (), words=wording.words(lang)), [LEGEND])


def option(game: str, topic: str, w: Words) -> discord.SelectOption:
    """Return a page or thing as an entry of a select."""
    title, about = next((title, about) for id_, title, about in entries_of(game, w) if id_ == topic)
    return entry(f"{game} {topic}", title, about)


def topic_rows(table_id: int, game: str, topic: str, here: bool, w: Words) -> list[list[Item]]:
    """Return the selects that lead to all topics, with those of the game first if it is played here.

    Their ids change with the topic, because only one of them shows it as chosen.
    """
    page = page_of(game, topic)
    rows = []
    for about, pages in shelves(game, here, w):
        topics = wording.help_topics(pages, w)
        for at in range(0, len(topics), MAX_OPTIONS):
            entries = [entry(id_, name, line, chosen=id_ == page) for id_, name, line in topics[at : at + MAX_OPTIONS]]
            press = Id(table_id, "topic", words=f"{game} {entries[0].value} {page}")
            rows.append([select(press, about, entries)])
    return rows


def shelves(game: str, here: bool, w: Words) -> list[tuple[str, Sequence[Page]]]:
    """Return all pages in order: those of the game first if it is played here, otherwise those about the bot."""
    both = [
        (w._("Help on tables and turns"), BOT_HELP),
        (w._("Help on {game}", game=GAMES[game].title), GAMES[game].words.help),
    ]
    return both[::-1] if here else both


def page_of(game: str, topic: str) -> str:
    """Return the page itself or the page of a thing, or "" for unknown text, because anything can be typed."""
    if topic in [page.id for page in (*GAMES[game].words.help, *BOT_HELP)]:
        return topic
    return next((page for page, things in GAMES[game].things.items() for one in things if one.id == topic), "")


def thing_rows(table_id: int, game: str, topic: str, w: Words) -> list[list[Item]]:
    """Return the selects that lead to all things of a page."""
    things = GAMES[game].things.get(topic, ())
    rows = []
    for at in range(0, len(things), MAX_OPTIONS):
        some = things[at : at + MAX_OPTIONS]
        about = w._("{first} to {last}", first=some[0].title(w), last=some[-1].title(w))
        entries = [entry(f"{game} {thing.id}", thing.title(w), thing.about(w)) for thing in some]
        rows.append([select(Id(table_id, "topic", words=f"{game} {some[0].id} {topic}"), about, entries)])
    return rows


def navigation(table_id: int, game: str, topic: str, here: bool, w: Words) -> list[Item]:
    """Return buttons to the pages before and after, the page of a thing, the legend, the lesson and the other games."""

    def way(label: str, to: str) -> Item:
        return button(Id(table_id, "topic", words=f"{game} {to}"), label)

    page = page_of(game, topic)
    thing = page != topic
    if thing:
        order = [(one.id, one.title(w)) for one in GAMES[game].things.get(page, ())]
    else:
        order = [(one.id, w._(one.title)) for _, pages in shelves(game, here, w) for one in pages]
    row = [way(w._("◀ {page}", page=title), before) for (before, title), (id_, _) in pairwise(order) if id_ == topic]
    row += [way(w._("{page} ▶", page=title), after) for (id_, _), (after, title) in pairwise(order) if id_ == topic]
    if thing and page:
        title, _ = page_text(game, page, w)
        row.append(way(w._("↩ {page}", page=title), page))
    if topic != LEGEND:
        row.append(way(w._(GAMES[game].parts.legend), LEGEND))
    if GAMES[game].lesson:
        row.append(button(Id(0, "learn", words=game), w._("Learn {game}", game=GAMES[game].title)))
    others = [(one, w._("Help on {game}", game=GAMES[one].title)) for one in GAMES if one != game]
    return [*row, *(button(Id(table_id, "about", words=one), label) for one, label in others)]


async def about(request: Request) -> None:
    """Show the rules of a game in short."""
    game = request.press.words if request.press.words in GAMES else DEFAULT_GAME
    await show_help(request, GAMES[game].words.help[0].id, request.table_id, game)
