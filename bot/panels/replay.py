"""Replays of one turn, several, a round or the whole game, in ephemeral messages.

People see what they are allowed to see of each position: players their own view, others the public one. After the end,
anyone can switch to the view of each player.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import discord
import msgspec

import wording
from bot.channel.posts import names, plain_player, speaker
from bot.context import Request
from bot.games import GAMES
from bot.preferences import ANIMATIONS, picture_style, preferences
from bot.ui.custom_id import Id
from bot.ui.errors import Refusal
from bot.ui.item import OPTIONS, ActionItem, button, select
from bot.ui.message import layout
from bot.ui.picture import Picture
from renderer import Scene
from rules.errors import N_
from rules_service import Snapshot, TableInfo
from rules_service.history import TurnRecord, moves_of, turns_of
from storage import TableStatus
from wording import Words

NO_TURN = N_("No turn has ended yet, so there is nothing to replay.")
NO_SUCH = N_("There is no such turn. You can replay turns {first} to {last}.")
BACKWARDS = N_("The first turn comes after the last one. You can replay turns {first} to {last}.")
NOT_OVER = N_("The log file has all secrets in it, so you can get it only after the end.")
MAX_DESCRIBED_TURNS = 6  # The log has the details of more turns.
PUBLIC = "all"  # the option in the select of views for what everyone could see

Turns = range  # consecutive turns, as indexes into the list of turns that can be replayed


async def played(request: Request, eyes: str = "") -> tuple[Snapshot, int | None, list[TurnRecord]]:
    """Return the table as the person may see it, the seat of that view, and the turns played.

    ``eyes``: a seat or `PUBLIC`, which anyone may choose when the game is over; the default is the person's own seat.
    Raises Refusal if there are no turns.
    """
    info = await request.info()
    seat = info.seat_of(request.user_id)
    if not info.open and eyes:
        seat = int(eyes) if eyes.isdecimal() and int(eyes) < len(info.seats) else None
    snapshot = await request.service.read.seen(info.id, seat)
    turns = await asyncio.to_thread(turns_of, snapshot.table, seat)
    if not turns:
        raise Refusal(NO_TURN)
    return snapshot, seat, turns


def round_of(snapshot: Snapshot, turns: Sequence[TurnRecord], turn: int) -> Turns:
    """Return the turns of the round that includes this one, or all turns if the game has no rounds."""
    begins, steps = GAMES[snapshot.info.game].round_begins, snapshot.table.steps
    last = [
        at
        for at, one in enumerate(turns)
        if any(isinstance(event, begins) for step in steps[one.first : one.last + 1] for event in step.events)
    ]
    return range(
        max((at + 1 for at in last if at < turn), default=0),
        min((at for at in last if at >= turn), default=len(turns) - 1) + 1,
    )


async def replay_post(request: Request) -> None:
    """Handle the button of a post: replay its turn, or the round or game that ended with it."""
    await request.reply.promise()
    snapshot, seat, turns = await played(request)
    steps = snapshot.table.steps
    there = [
        at for at, one in enumerate(turns) if snapshot.numbers[steps[one.first].number - 1] <= request.press.number
    ]
    last = there[-1] if there else 0
    wanted = {"round": round_of(snapshot, turns, last), "game": range(len(turns))}.get(
        request.press.words, range(last, last + 1)
    )
    await show_again(request, snapshot, seat, turns, wanted)


async def rewind(request: Request) -> None:
    """Replace the shown turns by those of the button, or by the chosen turn."""
    chosen = next((int(value) for value in request.values if value.isdecimal()), None)
    first, last, *_ = (chosen, chosen) if chosen is not None else (*request.press.counts, 0)
    await show_turns(request, first, last, whose(request.press))


async def change_view(request: Request) -> None:
    """Show the same turns in another view."""
    first, last, *_ = (*request.press.counts, 0)
    await show_turns(request, first, last, "".join(request.values[:1]))


def whose(press: Id) -> str:
    """Return whose view the pressed panel shows."""
    return (press.words.split(" ") + 3 * [""])[2]


async def give_file(request: Request) -> None:
    """Send the log of a finished game, as a line that `python -m rules` reads. Raises Refusal if it isn't over."""
    info = await request.info()
    if info.status != TableStatus.OVER:
        raise Refusal(NOT_OVER)
    snapshot = await request.service.read.snapshot(request.table_id)
    line = await asyncio.to_thread(lambda: msgspec.json.encode({"do": "load", "log": snapshot.table.log()}) + b"\n")
    w = request.words
    text = w._("The whole game, to replay and analyse: `python -m rules < {name}`.", name=name_of(info))
    await request.reply.say(text, {name_of(info): line})


def name_of(info: TableInfo) -> str:
    """Return the name of the log file."""
    return f"{info.game}-{info.id}.json"


async def show_turns(request: Request, first: int | None = None, last: int | None = None, eyes: str = "") -> None:
    """Show the turns from one number to another. By default, ``last`` is ``first``, and ``first`` is the last turn.

    Raises:
        Refusal: there are no such turns.
    """
    await request.reply.promise()
    snapshot, seat, turns = await played(request, eyes)
    places = {turn.number: at for at, turn in enumerate(turns)}
    first = turns[-1].number if first is None and last is None else last if first is None else first
    last = first if last is None else last
    ends = {"first": turns[0].number, "last": turns[-1].number}
    if first not in places or last not in places:
        raise Refusal(NO_SUCH, **ends)
    if first > last:
        raise Refusal(BACKWARDS, **ends)
    await show_again(request, snapshot, seat, turns, range(places[first], places[last] + 1))


async def show_again(
    request: Request, snapshot: Snapshot, seat: int | None, turns: Sequence[TurnRecord], wanted: Turns
) -> None:
    """Show some turns as an animation, with words if there are few turns or the person wants no animations."""
    info, lang = snapshot.info, request.lang
    w, game = wording.words(lang), GAMES[info.game]
    like = await picture_style(request.app.storage, request.user_id, info)
    mode = (await preferences(request.app.storage, request.user_id))[ANIMATIONS.option.id]
    some = [turns[at] for at in wanted]
    before, moves = await asyncio.to_thread(moves_of, snapshot.table, seat, some)
    titles = [label(snapshot, turn, w) for turn in some for _ in range(turn.first, turn.last + 1)]
    moves = [replace(move, title=title) for move, title in zip(moves, titles, strict=True)]
    part = game.pictures.replay_part or game.pictures.parts(before, "tall")[0]
    scene = Scene(before, names(info), part, w, style=like.style, colours=info.colours)
    events = [event for move in moves for event in move.events]
    pictures: list[Picture] = []
    if mode == "off":
        last = moves[some[-1].first - some[0].first :]
        touched = [target for move in last for target in move.touched]
        after = replace(scene, view=moves[-1].view, events=[event for move in last for event in move.events])
        pictures = await request.app.pictures.board(info.game, after, [part], lambda part: touched)
    else:
        pictures = await request.app.pictures.replay(info.game, scene, moves, moving=mode == "on")
    speaks = speaker(info, moves[-1].view, lang)
    story = (
        speaks.summary(events)
        if len(wanted) <= MAX_DESCRIBED_TURNS or mode == "off" or not pictures
        else [w._("*{log}* has all the details.", log=w._("Log"))]
    )
    texts = [title(snapshot, turns, wanted, w), "\n".join(story)]
    await request.show(layout(texts, pictures, ways(snapshot, seat, turns, wanted, w)), pictures)


async def offered(request: Request) -> list[tuple[int, str]]:
    """Return the numbers and labels of all turns, the last one first."""
    snapshot, _, turns = await played(request)
    w = request.words
    return [(turn.number, label(snapshot, turn, w)) for turn in reversed(turns)]


def title(snapshot: Snapshot, turns: Sequence[TurnRecord], wanted: Turns, w: Words) -> str:
    """Return the heading that says which turns these are."""
    first, last = turns[wanted[0]], turns[wanted[-1]]
    if len(wanted) > 1:
        numbers = {"first": first.number, "last": last.number, "turns": turns[-1].number}
        return w._("## Replay: turns {first} to {last} of {turns}", **numbers)
    return w._("## Replay\n{turn}", turn=label(snapshot, first, w))


def label(snapshot: Snapshot, turn: TurnRecord, w: Words) -> str:
    """Return whose turn it was and where the game was then, as plain text."""
    players = w.join_list([plain_player(snapshot.info, seat, w) for seat in turn.seats])
    named = speaker(snapshot.info, turn.view, w.lang).turn(turn.number)
    return w._("{turn}: {players}", turn=named, players=players)


def ways(
    snapshot: Snapshot, seat: int | None, turns: Sequence[TurnRecord], wanted: Turns, w: Words
) -> list[list[ActionItem]]:
    """Return the controls: other turns, the round, the whole game, and after the end the views and the log file."""
    info, over = snapshot.info, not snapshot.info.open
    eyes = (PUBLIC if seat is None else str(seat)) if over else "-"

    def to(some: Turns, name: str) -> Id:
        words = f"{turns[some[0]].number} {turns[some[-1]].number} {eyes} {name}"
        return Id(info.id, "rewind", number=snapshot.number, words=words)

    def single(at: int) -> Turns:
        return range(at, at + 1)

    last, game, around = wanted[-1], range(len(turns)), round_of(snapshot, turns, wanted[-1])
    steps: list[ActionItem] = []
    if last > 0:
        before = single(last if len(wanted) > 1 else last - 1)
        steps += [
            button(to(single(0), "first"), w._("⏮ First")),
            button(to(before, "before"), w._("◀ Earlier")),
        ]
    if last < game[-1]:
        steps += [
            button(to(single(last + 1), "after"), w._("Later ▶")),
            button(to(single(game[-1]), "last"), w._("Last ⏭")),
        ]
    more = [button(to(around, "round"), w._("The round"))] if around not in (wanted, game) else []
    more += [button(to(game, "game"), w._("All of it"))] if wanted != game else []
    more += [button(Id(info.id, "file"), w._("Log as a file"))] if info.status == TableStatus.OVER else []
    rows = [steps, more]
    if len(turns) > 1:
        rows.append([select(to(wanted, "turn"), w._("Another turn"), beside(snapshot, turns, wanted, w))])
    if over:
        rows.append([select(replace(to(wanted, ""), action="eyes"), w._("Seen by"), viewers(info, seat, w))])
    return rows


def beside(snapshot: Snapshot, turns: Sequence[TurnRecord], wanted: Turns, w: Words) -> list[discord.SelectOption]:
    """Return as many turns around the last of these as a select takes."""
    first = max(0, min(wanted[-1] - OPTIONS // 2, len(turns) - OPTIONS))
    return [
        discord.SelectOption(
            label=label(snapshot, turn, w)[:100],
            value=str(turn.number),
            default=len(wanted) == 1 and turn is turns[wanted[0]],
        )
        for turn in turns[first : first + OPTIONS]
    ]


def viewers(info: TableInfo, seat: int | None, w: Words) -> list[discord.SelectOption]:
    """Return the entries for the public view and each player's view."""
    every = discord.SelectOption(label=w._("What everyone could see"), value=PUBLIC, default=seat is None)
    return [
        every,
        *(
            discord.SelectOption(
                label=w._("What {player} could see", player=plain_player(info, one.seat, w))[:100],
                value=str(one.seat),
                default=one.seat == seat,
            )
            for one in info.seats
        ),
    ]
