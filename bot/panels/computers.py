"""Computer players on panels: adding and removing them before the game, playing for a late player, and hints."""

from collections.abc import Mapping

import discord

import wording
from bot.channel.posts import LEVEL_NAMES, seats_at
from bot.computers.ai_client import can_play
from bot.context import App, Request
from bot.games import GAMES
from bot.panels import lobby
from bot.panels.answers import SPLIT
from bot.panels.move_picker import Said
from bot.panels.turn_parts import Turn, on_one_picture, whole_answer
from bot.ui.custom_id import Id
from bot.ui.errors import Refusal
from bot.ui.item import ActionItem, button
from bot.ui.message import layout
from bot.workers.worker import WorkerUnavailable
from computer_players.thinker import PlanAdvice
from rules.errors import N_
from rules.notation import words_of
from rules_service import TableInfo, acts
from rules_service.computers import LEVELS, SIGN
from rules_service.options import ALONE, HINTS, NEVER
from storage import TableStatus
from wording import Facts, Words

# Translators: {sign} is that of computer players: 🤖.
ABOUT = N_(
    "## Computer players {sign}\nThey take seats like people, move by themselves, and know "
    "no more than a person in their seat. A turn takes them seconds, a strong one "
    "sometimes up to half a minute.\n**Casual** plays like a friendly beginner, **steady** "
    "looks ahead a little, **strong** considers your possible replies."
)
HOST_ONLY = N_("Only {host}, the host of this table, can add computer players.")
NO_COMPUTERS = N_("There are no computer players for this game.")
FULL = N_("All seats are taken, or kept for invited players.")
ADD: Mapping[str, str] = {
    "casual": N_("Add a casual one"),
    "steady": N_("Add a steady one"),
    "strong": N_("Add a strong one"),
}
YOURS_AGAIN = N_("You play for yourself again.")
NO_HINTS = N_("Hints are turned off at this table.")
MOVED_ON = N_("The game has moved on; ask again when it’s your turn.")
BUSY = N_("The computer found no answer in time. Please ask again in a minute.")
GREEN, BLUE = discord.ButtonStyle.success, discord.ButtonStyle.primary
LITTLE = 0.05  # difference in points that doesn't matter


async def open_panel(request: Request) -> None:
    """Show the host's ephemeral panel of computer players."""
    await redraw(request, await request.info())


async def redraw(request: Request, info: TableInfo) -> None:
    """Show the current panel. Raises Refusal if the person isn't the host, or if the game has no computer players."""
    w = request.words
    if info.status != TableStatus.LOBBY:
        await request.show(layout([w._(N_("The game has started."))]))
        return
    if info.host_id != request.user_id:
        raise Refusal(HOST_ONLY, host=next((seat.name for seat in info.seats if seat.user_id == info.host_id), "?"))
    if not can_play(info.game):
        raise Refusal(NO_COMPUTERS)
    free = len(info.seats) + len(info.invited) < max(seats_at(info))
    add = [button(Id(info.id, "addcomp", words=level), w._(ADD[level]), GREEN) for level in LEVELS] if free else []
    there = [seat for seat in info.seats if seat.computer]
    gone = [button(Id(info.id, "delcomp", words=str(one.seat)), w._("Remove {name}", name=one.shown)) for one in there]
    start = [button(Id(info.id, "begin"), w._("Start"), BLUE)] if there and len(info.seats) in seats_at(info) else []
    texts = [w._(ABOUT, sign=SIGN), "\n".join(named(info, w)), "" if free else w._(FULL)]
    await request.show(layout(texts, (), [add, gone, start]))


def named(info: TableInfo, w: Words) -> list[str]:
    """Return the computer players of a lobby, one per line."""
    return [
        f"- **{wording.safe_name(seat.shown)}** ({w._(LEVEL_NAMES[seat.computer])})"
        for seat in info.seats
        if seat.computer
    ]


async def add(request: Request) -> None:
    """Add a computer player of a level."""
    info = await request.act(acts.ADD_COMPUTER(request.press.words))
    await request.app.announcer.until_shown(request.table_id)
    await redraw(request, info)


async def remove(request: Request) -> None:
    """Remove a computer player."""
    info = await request.act(acts.REMOVE(request.press.count))
    await request.app.announcer.until_shown(request.table_id)
    await redraw(request, info)


async def begin(request: Request) -> None:
    """Start the game with the current players."""
    await lobby.start_here(request)


async def take_back_seat(request: Request) -> None:
    """Let a person play for themselves again."""
    await request.service.people.take_seat_back(request.table_id, request.person, interaction=request.id)
    await request.say_once_posted(request.table_id, request.words._(YOURS_AGAIN))


def may_ask(info: TableInfo) -> bool:
    """Return whether the table allows hints."""
    wanted = info.options.get(HINTS.id, HINTS.default)
    return can_play(info.game) and wanted != NEVER and (wanted != ALONE or info.alone)


def hint_button(turn: Turn, said: Said = ()) -> list[ActionItem]:
    """Return the button for a hint, if there is a choice and the table allows hints."""
    if len(turn.moves) < 2 or not may_ask(turn.snapshot.info):
        return []
    return [button(turn.id("hint", *said), turn.words._("Hint"))]


async def find_hint(app: App, turn: Turn) -> PlanAdvice:
    """Return the strong player's move for the person. Raises Refusal: no hints, not their turn, or no answer found."""
    if not may_ask(turn.snapshot.info):
        raise Refusal(NO_HINTS)
    if not turn.moves:
        raise Refusal(MOVED_ON)
    try:
        return await app.computers.hint(turn.snapshot, turn.seat)
    except WorkerUnavailable:
        raise Refusal(BUSY) from None


def reason(turn: Turn, found: PlanAdvice) -> str:
    """Return a hint in two sentences: the move with its main facts, and its gain over the second best."""
    w = turn.words
    move, facts = lettered(turn, found.moves[0])
    reasons = w.join_list(facts.vital or facts.parts()[:1])
    advice = (
        w._("{sign} **{move}**: {facts}.", sign=SIGN, move=move, facts=reasons) if reasons else f"{SIGN} **{move}**."
    )
    if not found.other:
        return " ".join([advice, w._("Nothing else is possible.")])
    other, _ = lettered(turn, found.other)
    if found.gain < LITTLE:
        return " ".join([advice, w._("**{other}** is just as good.", other=other)])
    text = w._(
        "I expect {points} more points from it than from **{other}**.", points=w.decimal(found.gain), other=other
    )
    return " ".join([advice, text])


def lettered(turn: Turn, text: str) -> tuple[str, Facts]:
    """Return a move by its letter on the panel and its name, with what it costs and brings."""
    move = turn.speaker.game.notation.parse(text)
    assert move is not None
    hints = GAMES[turn.snapshot.info.game].hints(turn.speaker.view)
    answers = [one for one in on_one_picture(turn, (), hints) if one.choice.move == move]
    answer = answers[0] if answers else whole_answer(turn, move)
    name = f"{answer.letter}{SPLIT}{answer.name}" if answer.letter else answer.name
    return name, answer.facts if answers else turn.speaker.facts(words_of(move))
