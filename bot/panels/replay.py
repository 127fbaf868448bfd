"""What was played, seen again: one turn, several, a round or the whole game. All answers are private.

The person sees what they may see of each position: those who sit at the table their own view, others the public one.
"""

import asyncio
from collections.abc import Sequence

import wording
from bot.channel.posts import names, speaker
from bot.context import Action, App
from bot.games import GAMES
from bot.preferences import ANIMATIONS, picture_style, preferences
from bot.ui import Interaction
from bot.ui.custom_id import Id
from bot.ui.errors import Refusal
from bot.ui.item import ActionItem, button
from bot.ui.message import layout
from bot.ui.picture import Picture
from bot.ui.reply import reply, show
from renderer import Scene
from rules.errors import N_
from rules_service import Snapshot
from rules_service.past import PastTurn, moves_of, turns_of
from wording import Words

NO_TURN = N_("No turn is over yet, so there is nothing to see again.")
NO_SUCH = N_("There is no such turn. Turns 1 to {last} can be seen again.")
BACKWARDS = N_("The first turn comes after the last one. Turns 1 to {last} can be seen again.")
TOLD = 6  # turns that are told in words beside their moving picture; of more the log tells

Turns = range  # some turns in a row, counted from 0


async def played(app: App, table_id: int, user_id: int) -> tuple[Snapshot, int | None, list[PastTurn]]:
    """The table as the person may see it, their seat, and the turns that are over. Raises Refusal if there are none."""
    seat = (await app.service.info(table_id)).seat_of(user_id)
    snapshot = await app.service.seen(table_id, seat)
    turns = await asyncio.to_thread(turns_of, snapshot.table, seat)
    if not turns:
        raise Refusal(NO_TURN)
    return snapshot, seat, turns


def round_of(snapshot: Snapshot, turns: Sequence[PastTurn], turn: int) -> Turns:
    """The turns of the round of this one, all of them where the game has no rounds."""
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


async def replay(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """The button of a post: the turn that it tells, or the round or game that ended with it."""
    await reply(interaction).promise()
    snapshot, seat, turns = await played(app, press.table, interaction.user.id)
    steps = snapshot.table.steps
    there = [at for at, one in enumerate(turns) if snapshot.numbers[steps[one.last].number - 1] <= press.number]
    last = there[-1] if there else len(turns) - 1
    wanted = {"round": round_of(snapshot, turns, last), "game": range(len(turns))}.get(
        press.words, range(last, last + 1)
    )
    await show_again(app, interaction, snapshot, seat, turns, wanted)


async def rewind(app: App, interaction: Interaction, press: Id, values: Sequence[str]) -> None:
    """Other turns in the place of those that are shown."""
    first, last, *_ = (*press.counts, 0)
    await show_turns(app, interaction, press.table, first, last)


async def show_turns(app: App, interaction: Interaction, table_id: int, first: int = 0, last: int = 0) -> None:
    """The turns from one to another, counted from 1; without the last one that turn alone, without any the last one.

    Raises:
        Refusal: there are no such turns.
    """
    await reply(interaction).promise()
    snapshot, seat, turns = await played(app, table_id, interaction.user.id)
    first = first or last or len(turns)
    last = last or first
    if not (1 <= first <= len(turns) and 1 <= last <= len(turns)):
        raise Refusal(NO_SUCH, last=len(turns))
    if first > last:
        raise Refusal(BACKWARDS, last=len(turns))
    await show_again(app, interaction, snapshot, seat, turns, range(first - 1, last))


async def show_again(
    app: App, interaction: Interaction, snapshot: Snapshot, seat: int | None, turns: Sequence[PastTurn], wanted: Turns
) -> None:
    """Some turns as a moving picture, and in words: those of one turn, or of all where the person wants no pictures."""
    info, lang = snapshot.info, str(interaction.locale)
    w, game = wording.words(lang), GAMES[info.game]
    like = await picture_style(app.storage, interaction.user.id, info)
    mode = (await preferences(app.storage, interaction.user.id))[ANIMATIONS.option.id]
    some = [turns[at] for at in wanted]
    before, moves = await asyncio.to_thread(moves_of, snapshot.table, seat, some)
    part = game.pictures.stage or game.pictures.parts(before, "tall")[0]
    scene = Scene(before, names(info), part, w, style=like.style)
    told = [event for move in moves for event in move.events]
    pictures: list[Picture] = []
    if mode == "off":
        last = moves[some[-1].first - some[0].first :]
        pictures = await app.pictures.board(
            info.game,
            moves[-1].view,
            names(info),
            lang,
            parts=[part],
            changed=lambda part: [target for move in last for target in move.touched],
            events=[event for move in last for event in move.events],
            style=like.style,
        )
    else:
        pictures = await app.pictures.replay(info.game, scene, moves, moving=mode == "on")
    speaks = speaker(info, moves[-1].view, lang)
    story = (
        speaks.summary(told) if len(wanted) <= TOLD or mode == "off" or not pictures else [w._("*Log* tells it all.")]
    )
    texts = [title(snapshot, turns, wanted, w), "\n".join(story)]
    await show(interaction, layout(texts, pictures, ways(snapshot, turns, wanted, w)), pictures)


async def offered(app: App, interaction: Interaction, table_id: int) -> list[tuple[int, str]]:
    """The turns that are over, the last one first, by their numbers, and what each is called."""
    snapshot, _, turns = await played(app, table_id, interaction.user.id)
    w = wording.words(str(interaction.locale))
    return [(at, f"{at}: {label(snapshot, turn, w)}") for at, turn in enumerate(turns, 1)][::-1]


def title(snapshot: Snapshot, turns: Sequence[PastTurn], wanted: Turns, w: Words) -> str:
    """Which turns these are."""
    if len(wanted) == 1:
        head = w._("## Replay: turn {turn} of {turns}", turn=wanted[0] + 1, turns=len(turns))
        return f"{head}\n{label(snapshot, turns[wanted[0]], w)}"
    return w._(
        "## Replay: turns {first} to {last} of {turns}", first=wanted[0] + 1, last=wanted[-1] + 1, turns=len(turns)
    )


def label(snapshot: Snapshot, turn: PastTurn, w: Words) -> str:
    """Whose turn it was, and where the game was then. Plain text."""
    people = names(snapshot.info)
    players = w.join_list([wording.plain_player(people, seat, w) for seat in turn.seats])
    speaks = speaker(snapshot.info, turn.view, w.lang)
    return w._("{players} ({phase})", players=players, phase=speaks.game.phase(speaks))


def ways(snapshot: Snapshot, turns: Sequence[PastTurn], wanted: Turns, w: Words) -> list[list[ActionItem]]:
    """The turns beside these, the round and the game that they are part of."""

    def to(some: Turns, text: str, name: str) -> ActionItem:
        words = f"{some[0] + 1} {some[-1] + 1} {name}"
        return button(Id(snapshot.info.id, "rewind", number=snapshot.number, words=words), text)

    row, last = [], wanted[-1]
    if len(wanted) > 1:
        row.append(to(range(last, last + 1), w._("The last turn"), "turn"))
    else:
        if last > 0:
            row.append(to(range(last - 1, last), w._("◀ The turn before"), "before"))
        if last + 1 < len(turns):
            row.append(to(range(last + 1, last + 2), w._("The turn after ▶"), "after"))
    around, game = round_of(snapshot, turns, last), range(len(turns))
    if around not in (wanted, game):
        row.append(to(around, w._("The round"), "round"))
    if wanted != game:
        row.append(to(game, w._("All of it"), "game"))
    return [row]


ACTIONS = {
    "replay": Action(replay, opens=True),
    "rewind": Action(rewind, opens=False),
}
