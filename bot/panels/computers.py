"""Computer players on panels: they sit down and get up before the game, play for somebody, and give hints."""

from collections.abc import Mapping, Sequence

import discord

import wording
from bot.channel.posts import LEVEL_NAMES, seats_at
from bot.context import Action, App
from bot.games import GAMES
from bot.panels.lobby import begin_here, heard, person
from bot.panels.move_picker import Choice
from bot.panels.questions import told
from bot.panels.turn_parts import Turn, mark_of
from bot.thinking import NoThought, can_play
from bot.ui import Interaction
from bot.ui.custom_id import Id
from bot.ui.errors import Refusal
from bot.ui.item import ActionItem, button
from bot.ui.message import layout
from bot.ui.reply import say, show
from players.think import Solution
from rules.errors import N_
from rules_service import TableInfo
from rules_service.asks import STANDIN
from rules_service.computers import LEVELS, SIGN
from rules_service.options import ALONE, HINTS, NEVER
from wording import Words

# Translators: {sign} is that of computer players: 🤖.
ABOUT = N_(
    "## Computer players {sign}\nThey take seats like people, move by themselves, and know no more than a person in"
    " their seat. Nobody waits long for them: a turn takes them seconds, a strong one at times up to half a minute."
    "\n**Casual** plays like a friendly beginner, **steady** looks ahead a little, **strong** thinks about what"
    " you may answer."
)
HOST_ONLY = N_("Only {host}, the host of this table, can add computer players.")
NO_COMPUTERS = N_("There are no computer players of this game.")
FULL = N_("All seats are taken, or held for somebody.")
ADD: Mapping[str, str] = {
    "casual": N_("Add a casual one"),
    "steady": N_("Add a steady one"),
    "strong": N_("Add a strong one"),
}
YOURS_AGAIN = N_("You play your seat again yourself.")
NO_HINTS = N_("At this table nobody gets hints.")
MOVED_ON = N_("The board has moved on; ask again when it is your turn.")
BUSY = N_("The computer has come to no answer in time. Please ask again in a minute.")
GREEN, BLUE = discord.ButtonStyle.success, discord.ButtonStyle.primary
LITTLE = 0.05  # points that make no difference


async def open_panel(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """The host's private panel of computer players."""
    await redraw(interaction, await app.service.info(press.table))


async def redraw(interaction: Interaction, info: TableInfo) -> None:
    """The panel as things stand."""
    w = wording.words(str(interaction.locale))
    if info.status != "lobby":
        await show(interaction, layout([w._(N_("The game has begun."))]))
        return
    if info.host_id != interaction.user.id:
        raise Refusal(HOST_ONLY, host=next((seat.name for seat in info.seats if seat.user_id == info.host_id), "?"))
    if not can_play(info.game):
        raise Refusal(NO_COMPUTERS)
    free = len(info.seats) + len(info.invited) < max(seats_at(info))
    add = [button(Id(info.id, "addcomp", words=level), w._(ADD[level]), GREEN) for level in LEVELS] if free else []
    there = [seat for seat in info.seats if seat.computer]
    gone = [button(Id(info.id, "delcomp", words=str(one.seat)), w._("Remove {name}", name=one.shown)) for one in there]
    start = [button(Id(info.id, "begin"), w._("Start"), BLUE)] if there and len(info.seats) in seats_at(info) else []
    texts = [w._(ABOUT, sign=SIGN), "\n".join(named(info, w)), "" if free else w._(FULL)]
    await show(interaction, layout(texts, (), [add, gone, start]))


def named(info: TableInfo, w: Words) -> list[str]:
    """The computer players of a lobby, a line each."""
    return [
        f"- **{wording.safe_name(seat.shown)}** ({w._(LEVEL_NAMES[seat.computer])})"
        for seat in info.seats
        if seat.computer
    ]


async def add(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """One of a level sits down."""
    info = await app.service.add_computer(press.table, person(interaction), press.words, interaction=interaction.id)
    await app.announcer.heard(press.table)
    await redraw(interaction, info)


async def remove(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """One gets up."""
    info = await app.service.remove(press.table, person(interaction), press.count, interaction=interaction.id)
    await app.announcer.heard(press.table)
    await redraw(interaction, info)


async def begin(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Begin the game with those who are there."""
    await begin_here(app, interaction, press.table)


async def ask_stand_in(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Ask the others whether a computer is to play for somebody who is late."""
    who, seat = person(interaction), press.count
    info = await app.service.free(press.table, who, seat, computer=True, interaction=interaction.id)
    await heard(app, interaction, info.id, told(info, STANDIN, wording.words(str(interaction.locale)), seat=seat))


async def take_back_seat(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Somebody plays again themselves."""
    await app.service.take_seat_back(press.table, person(interaction), interaction=interaction.id)
    await heard(app, interaction, press.table, wording.words(str(interaction.locale))._(YOURS_AGAIN))


def may_ask(info: TableInfo) -> bool:
    """Whether hints are given at a table."""
    wanted = info.options.get(HINTS.id, HINTS.default)
    return can_play(info.game) and wanted != NEVER and (wanted != ALONE or info.alone)


def hint_button(turn: Turn) -> list[ActionItem]:
    """The way to a hint, where there is something to choose and hints are given."""
    if len(turn.moves) < 2 or not may_ask(turn.snapshot.info):
        return []
    return [button(turn.id("hint"), turn.words._("Hint"))]


async def hint(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """What the strong player would do, and why, for whoever asks alone."""
    snapshot, seat = await app.service.seen_from_seat(press.table, interaction.user.id)
    turn = Turn(snapshot, seat, str(interaction.locale))
    if not may_ask(snapshot.info):
        raise Refusal(NO_HINTS)
    if not turn.moves:
        raise Refusal(MOVED_ON)
    try:
        found = await app.computers.hint(snapshot, seat)
    except NoThought:
        raise Refusal(BUSY) from None
    await say(interaction, advice(turn, found))


def advice(turn: Turn, found: Solution) -> str:
    """A hint in a sentence: what it gains over what would be second best."""
    w = turn.words
    move = lettered(turn, found.moves[0])
    if not found.other:
        return w._("{sign} Nothing else is possible: **{move}**.", sign=SIGN, move=move)
    other = lettered(turn, found.other)
    if found.gain < LITTLE:
        text = N_("{sign} My advice: **{move}**. But **{other}** looks just as good.")
        return w._(text, sign=SIGN, move=move, other=other)
    text = N_("{sign} My advice: **{move}**. It promises {points} points more than **{other}**.")
    return w._(text, sign=SIGN, move=move, other=other, points=w.decimal(found.gain))


def lettered(turn: Turn, move: str) -> str:
    """A move with the letter that stands on it on the panel: there it may be one of many in a select."""
    mark = mark_of(turn, Choice(move, (move,)), GAMES[turn.snapshot.info.game].picker)
    text = turn.speaker.label_of(move)
    return f"{mark.letter} · {text}" if mark else text


ACTIONS = {
    "computers": Action(open_panel, opens=True, here=True),
    "addcomp": Action(add, opens=False, here=True),
    "delcomp": Action(remove, opens=False, here=True),
    "begin": Action(begin, opens=False, here=True),
    "standin": Action(ask_stand_in, opens=False, here=True),
    "myseat": Action(take_back_seat, opens=True),
    "hint": Action(hint, opens=True),
}
