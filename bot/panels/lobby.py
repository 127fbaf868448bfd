"""The buttons of a lobby, and those about who sits at a running table."""

from collections.abc import Sequence

import discord

import wording
from bot.channel.posts import called, options_at, settings
from bot.context import Action, App
from bot.games import GAMES
from bot.reach import looks_after
from bot.ui import Interaction
from bot.ui.custom_id import Id
from bot.ui.item import ActionItem, button, select
from bot.ui.message import layout
from bot.ui.reply import say, show
from rules.errors import N_
from rules.game import Option
from rules_service import Person, TableInfo
from rules_service.options import lobby_options
from wording import Words

OPTIONS = N_("## Options of this table")
OPTIONS_PAGE = N_("## Options of this table, page {page} of {pages}")
PAGE = 10  # selects on a page of options
PICKS = "+"  # joins what was picked of several; ends the id of the select for it
NOT_HOST = N_("Only {host} can change the options of this table.")


def person(interaction: Interaction) -> Person:
    """Who presses or types."""
    return Person(interaction.user.id, interaction.user.display_name)


async def heard(app: App, interaction: Interaction, table_id: int, text: str = "") -> None:
    """Wait until the channel knows, and say the text; say also what stands in the way if the channel cannot be told."""
    trouble = await app.announcer.heard(table_id)
    lines = [text, trouble.text(wording.words(str(interaction.locale))) if trouble else ""]
    if any(lines):
        await say(interaction, "\n".join(line for line in lines if line))


async def brought(app: App, interaction: Interaction, before: TableInfo, now: TableInfo, text: str = "") -> None:
    """As `heard`, where a table may have come to another channel: there it is posted with all that waits."""
    if now.place != before.place:
        await app.announcer.show(now.id)
    await heard(app, interaction, now.id, text)


async def join(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Take a seat. In the lobby the post shows it; at a running table the new player is told how to go on."""
    info = await app.service.join(press.table, person(interaction), interaction=interaction.id)
    w = wording.words(str(interaction.locale))
    welcome = w._("Welcome. You play on from here: press “Your turn” under the board when it is.")
    await heard(app, interaction, info.id, welcome if info.status == "running" else "")


async def leave(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Leave the lobby."""
    await app.service.leave(press.table, person(interaction), interaction=interaction.id)
    await heard(app, interaction, press.table)


async def start(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Begin the game."""
    await app.service.start(press.table, person(interaction), interaction=interaction.id)
    await heard(app, interaction, press.table)


async def agree(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Vote to end the table, or as the person votes whose seat the button carries."""
    who, info = person(interaction), await app.service.info(press.table)
    if press.words:
        now = await app.service.agree(info.id, who, press.count, interaction=interaction.id)
    else:
        moderator = looks_after(interaction, info)
        now = await app.service.cancel(info.id, who, moderator=moderator, interaction=interaction.id)
    await brought(app, interaction, info, now)


async def free(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Vote to free the seat of somebody who is away."""
    moderator = looks_after(interaction, await app.service.info(press.table))
    await app.service.free(
        press.table, person(interaction), press.count, moderator=moderator, interaction=interaction.id
    )
    await heard(app, interaction, press.table)


async def keep(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Take one's vote back."""
    await app.service.withdraw_vote(press.table, person(interaction), interaction=interaction.id)
    await heard(app, interaction, press.table)


async def options(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """The host's private panel of options; others read them there."""
    await show_options(app, interaction, await app.service.info(press.table))


async def turn_page(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Another page of that panel. What was chosen on this one is stored."""
    await show_options(app, interaction, await app.service.info(press.table), press.count)


async def show_options(app: App, interaction: Interaction, info: TableInfo, page: int = 0) -> None:
    """The panel of options; whoever is not the host may read them."""
    if interaction.user.id != info.host_id:
        w = wording.words(str(interaction.locale))
        host = next((seat.name for seat in info.seats if seat.user_id == info.host_id), "?")
        texts = [w._(OPTIONS), "\n".join(settings(info, w)), w._(NOT_HOST, host=called(host, w))]
        await show(interaction, layout(texts))
        return
    await show(interaction, options_panel(info, str(interaction.locale), page))


async def choose(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """One option was chosen in that panel, or what it consists of was picked."""
    option = press.words.rpartition(" ")[2]
    chosen = {option.removesuffix(PICKS): PICKS.join(values)}
    info = await app.service.set_options(press.table, person(interaction), chosen, interaction=interaction.id)
    await show(interaction, options_panel(info, str(interaction.locale), press.count))


def options_panel(info: TableInfo, lang: str, page: int = 0) -> discord.ui.LayoutView:
    """One select for each option that leaves a choice, on as many pages as they need."""
    w = wording.words(lang)
    pages: list[list[Option]] = [[]]
    for option in options_at(info):
        if len(option.values) > 1:
            if sum(map(selects, pages[-1])) + selects(option) > PAGE:
                pages.append([])
            pages[-1].append(option)
    page = min(page, len(pages) - 1)
    rows = [row for option in pages[page] for row in choosing(info, option, page, w)]
    ways = []
    if page > 0:
        ways.append(button(Id(info.id, "settings", words=str(page - 1)), w._("◀ Earlier options")))
    if page < len(pages) - 1:
        ways.append(button(Id(info.id, "settings", words=str(page + 1)), w._("More options ▶")))
    head = w._(OPTIONS) if len(pages) == 1 else w._(OPTIONS_PAGE, page=page + 1, pages=len(pages))
    return layout([head], (), [*rows, ways])


def selects(option: Option) -> int:
    """How many selects an option takes."""
    return 2 if option.picks else 1


def choosing(info: TableInfo, option: Option, page: int, w: Words) -> list[list[ActionItem]]:
    """The select of an option, and the one to pick what it consists of.

    Their ids change with every choice, of which both may show another answer.
    """
    chosen = info.options.get(option.id, option.default)
    words = GAMES[info.game].words.option(option.id)
    title = w._(words.title)
    entries = [
        discord.SelectOption(
            label=f"{title}: {words.value(value, w)}"[:100],
            description=words.content(value, w)[:100] or None,
            value=value,
            default=value == chosen,
        )
        for value in dict.fromkeys([*option.values[:24], chosen])
    ]
    press = Id(info.id, "choose", number=info.number, words=f"{page} {option.id}")
    rows = [[select(press, title, entries)]]
    if option.picks:
        rows.append([picking(info, option, chosen, page, w)])
    return rows


def picking(info: TableInfo, option: Option, chosen: str, page: int, w: Words) -> ActionItem:
    """The select in which the words are picked that an option may consist of."""
    picked = chosen.split(PICKS)
    words = GAMES[info.game].words.option(option.id).picks
    assert words is not None
    labels = {word: words.label(word, w) for word in option.pick}
    entries = [
        discord.SelectOption(label=label, description=words.about(word, w)[:100], value=word, default=word in picked)
        for word, label in sorted(labels.items(), key=lambda entry: entry[1])  # a label begins with the class's sign
    ]
    ask = w._("… or {count} that you agree on", count=option.picks)
    press = Id(info.id, "choose", number=info.number, words=f"{page} {option.id}{PICKS}")
    return select(press, ask, entries, option.picks)


async def again(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """A new table like one that has ended, in its channel, with whoever presses as its host."""
    old = await app.service.info(press.table)
    info = await app.service.open(
        old.place,
        person(interaction),
        old.game,
        lobby_options(GAMES[old.game].rules, old.options),
        old.language,
        interaction=interaction.id,
    )
    await heard(app, interaction, info.id)


ACTIONS = {
    "again": Action(again, opens=False, here=True),
    "join": Action(join, opens=False, here=True),
    "leave": Action(leave, opens=False, here=True),
    "start": Action(start, opens=False, here=True),
    "agree": Action(agree, opens=False, here=True),
    "free": Action(free, opens=False, here=True),
    "keep": Action(keep, opens=False, here=True),
    "options": Action(options, opens=True, here=True),
    "settings": Action(turn_page, opens=False, here=True),
    "choose": Action(choose, opens=False, here=True),
}
