"""Replays of one turn, several, a round or the whole game, in ephemeral messages.

People see what they are allowed to see of each position: players their own view, others the public one. After the end,
anyone can switch to the view of each player.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from bot.channel.table_words import names, plain_player, speaker
from bot.context import Request
from bot.preferences import ANIMATIONS, picture_style, preferences
from bot.texts import TEXTS
from bot.ui.errors import Refusal
from bot.ui.message import Id, Item, around, button, entry, layout, select
from games import GAMES
from renderer import Scene
from rules.errors import N_
from rules_service import Snapshot, TableInfo
from rules_service.history import TurnRecord, moves_of, turns_of
from storage import TableStatus
from wording import Words

MAX_DESCRIBED_TURNS = 6  # The log has the details of more turns.
PUBLIC = "all"  # the option in the select of views for what everyone could see

Turns = range  # consecutive turns, as indexes into the list of turns that can be replayed


@dataclass(frozen=True)
class PlayedTurns:
    """The turns that a person can replay, as they may see them."""

    snapshot: Snapshot
    seat: int | None  # whose view it is; None: the public one
    turns: Sequence[TurnRecord]

    def round_of(self, turn: int) -> Turns:
        """Return the turns of the round that includes this one, or all turns if the game has no rounds."""
        begins, steps = GAMES[self.snapshot.info.game].round_begins, self.snapshot.table.steps
        last = [
            at
            for at, one in enumerate(self.turns)
            if any(isinstance(event, begins) for step in steps[one.first : one.last + 1] for event in step.events)
        ]
        return range(
            max((at + 1 for at in last if at < turn), default=0),
            min((at for at in last if at >= turn), default=len(self.turns) - 1) + 1,
        )

    def label(self, turn: TurnRecord, w: Words) -> str:
        """Return whose turn it was and where the game was then, as plain text."""
        players = w.join_list([plain_player(self.snapshot.info, seat, w) for seat in turn.seats])
        named = speaker(self.snapshot.info, turn.view, w.lang).turn(turn.number)
        return w._("{turn}: {players}", turn=named, players=players)

    def title(self, wanted: Turns, w: Words) -> str:
        """Return the heading that says which turns these are."""
        first, last = self.turns[wanted[0]], self.turns[wanted[-1]]
        if len(wanted) > 1:
            numbers = {"first": first.number, "last": last.number, "turns": self.turns[-1].number}
            return w._("## Replay: turns {first} to {last} of {turns}", **numbers)
        return w._("## Replay\n{turn}", turn=self.label(first, w))


async def played(request: Request, eyes: str = "") -> PlayedTurns:
    """Return the turns of a table. Raises Refusal if there are none.

    ``eyes``: a seat or `PUBLIC`, which anyone may choose when the game is over; the default is the person's own seat.
    """
    info = await request.info()
    seat = info.seat_of(request.user_id)
    if not info.open and eyes:
        seat = int(eyes) if eyes.isdecimal() and int(eyes) < len(info.seats) else None
    snapshot = await request.service.read.seen(info.id, seat)
    turns = await asyncio.to_thread(turns_of, snapshot.table, seat)
    if not turns:
        raise Refusal(N_("No turn has ended yet, so there is nothing to replay."))
    return PlayedTurns(snapshot, seat, turns)


async def replay_post(request: Request) -> None:
    """Handle the button of a post: replay its turn, or the round or game that ended with it."""
    await request.reply.promise()
    game = await played(request)
    steps, numbers = game.snapshot.table.steps, game.snapshot.numbers
    there = [at for at, one in enumerate(game.turns) if numbers[steps[one.first].number - 1] <= request.press.number]
    last = there[-1] if there else 0
    wanted = {"round": game.round_of(last), "game": range(len(game.turns))}.get(request.press.words, single(last))
    await show_again(request, game, wanted)


async def rewind(request: Request) -> None:
    """Replace the shown turns by those of the button, or by the chosen turn, in the same view."""
    first, last, *_ = (*request.press.counts, 0)
    for value in filter(str.isdecimal, request.values):
        first = last = int(value)
    eyes = [*request.press.said, "", "", ""][2]
    await show_turns(request, first, last, eyes)


async def change_view(request: Request) -> None:
    """Show the same turns in another view."""
    first, last, *_ = (*request.press.counts, 0)
    await show_turns(request, first, last, request.value)


async def give_file(request: Request) -> None:
    """Send the log of a finished game, as a line that `python -m rules` reads. Raises Refusal if it isn't over."""
    info = await request.info()
    if info.status != TableStatus.OVER:
        raise Refusal(TEXTS.file_after_end)
    snapshot = await request.service.read.snapshot(request.table_id)
    line = await asyncio.to_thread(lambda: msgspec.json.encode({"do": "load", "log": snapshot.table.log()}) + b"\n")
    text = request.words._("The whole game, to replay and analyse: `python -m rules < {name}`.", name=name_of(info))
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
    game = await played(request, eyes)
    places = {turn.number: at for at, turn in enumerate(game.turns)}
    first = first if first is not None else last if last is not None else game.turns[-1].number
    last = first if last is None else last
    ends = {"first": game.turns[0].number, "last": game.turns[-1].number}
    if first not in places or last not in places:
        raise Refusal(N_("There is no such turn. You can replay turns {first} to {last}."), **ends)
    if first > last:
        raise Refusal(N_("The first turn comes after the last one. You can replay turns {first} to {last}."), **ends)
    await show_again(request, game, range(places[first], places[last] + 1))


async def show_again(request: Request, game: PlayedTurns, wanted: Turns) -> None:
    """Show some turns as an animation, with words if there are few turns or the person wants no animations."""
    snapshot, info, w = game.snapshot, game.snapshot.info, request.words
    drawn = GAMES[info.game].pictures
    style = (await picture_style(request.app.storage, request.user_id, info)).style
    mode = (await preferences(request.app.storage, request.user_id))[ANIMATIONS.option.id]
    some = [game.turns[at] for at in wanted]
    before, moves = await asyncio.to_thread(moves_of, snapshot.table, game.seat, some)
    titles = [game.label(turn, w) for turn in some for _ in range(turn.first, turn.last + 1)]
    moves = [replace(move, title=title) for move, title in zip(moves, titles, strict=True)]
    part = drawn.replay_part or drawn.parts(before, "tall")[0]
    scene = Scene(before, names(info), part, w, style=style, colours=info.colours)
    if mode == "off":
        last = moves[some[-1].first - some[0].first :]
        touched = [target for move in last for target in move.touched]
        after = replace(scene, view=moves[-1].view, events=[event for move in last for event in move.events])
        pictures = await request.app.pictures.board(info.game, after, [part], lambda part: touched)
    else:
        pictures = await request.app.pictures.replay(info.game, scene, moves, moving=mode == "on")
    story = [w._("*{log}* has all the details.", log=w._("Log"))]
    if len(wanted) <= MAX_DESCRIBED_TURNS or mode == "off" or not pictures:
        story = speaker(info, moves[-1].view, request.lang).summary([event for move in moves for event in move.events])
    texts = [game.title(wanted, w), "\n".join(story)]
    await request.show(layout(texts, pictures, controls(game, wanted, w)), pictures)


async def offered(request: Request) -> list[tuple[int, str]]:
    """Return the numbers and labels of all turns, the last one first."""
    game = await played(request)
    return [(turn.number, game.label(turn, request.words)) for turn in reversed(game.turns)]


def single(at: int) -> Turns:
    """Return one turn."""
    return range(at, at + 1)


def controls(game: PlayedTurns, wanted: Turns, w: Words) -> list[list[Item]]:
    """Return the controls: other turns, the round, the whole game, and after the end the views and the log file."""
    info, turns, over = game.snapshot.info, game.turns, not game.snapshot.info.open
    eyes = (PUBLIC if game.seat is None else str(game.seat)) if over else "-"

    def to(some: Turns, name: str) -> Id:
        words = f"{turns[some[0]].number} {turns[some[-1]].number} {eyes} {name}"
        return Id(info.id, "rewind", number=game.snapshot.number, words=words)

    last, everything, around_it = wanted[-1], range(len(turns)), game.round_of(wanted[-1])
    steps, more = list[Item](), list[Item]()
    if last > 0:
        before = single(last if len(wanted) > 1 else last - 1)
        steps += [button(to(single(0), "first"), w._("⏮ First")), button(to(before, "before"), w._("◀ Earlier"))]
    if last < everything[-1]:
        steps.append(button(to(single(last + 1), "after"), w._("Later ▶")))
        steps.append(button(to(single(everything[-1]), "last"), w._("Last ⏭")))
    if around_it not in (wanted, everything):
        more.append(button(to(around_it, "round"), w._("The round")))
    if wanted != everything:
        more.append(button(to(everything, "game"), w._("All of it")))
    if info.status == TableStatus.OVER:
        more.append(button(Id(info.id, "file"), w._("Log as a file")))
    rows = [steps, more]
    if len(turns) > 1:
        entries = [
            entry(str(turns[at].number), game.label(turns[at], w), chosen=wanted == single(at))
            for at in around(len(turns), last)
        ]
        rows.append([select(to(wanted, "turn"), w._("Another turn"), entries)])
    if over:
        players = {str(one.seat): plain_player(info, one.seat, w) for one in info.seats}
        views = {seat: w._("What {player} could see", player=player) for seat, player in players.items()}
        views = {PUBLIC: w._("What everyone could see"), **views}
        entries = [entry(seat, view, chosen=seat == eyes) for seat, view in views.items()]
        rows.append([select(replace(to(wanted, ""), action="eyes"), w._("Seen by"), entries)])
    return rows
