"""A challenge of the day that is a turn: judging it at once, and showing the best turn once everyone's time is over."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.channel.reviews import ReviewedTable
from bot.channel.table_words import speaker_of
from bot.context import Press, Request
from bot.hard_turns import judgement_of, percent_of, question_of, ways_of
from bot.panels.daily_card import daily_id, name_of
from bot.preferences import picture_style
from bot.ui.message import button, layout
from bot.ui.reply import Refusal
from computer_players.review import MIN_COST, Judgement, Mistake, Stretch, Way
from games import GAMES
from rules.errors import N_
from rules.table import Table
from rules_service import Place, Seat, Snapshot, TableInfo
from rules_service.computers import NAMES
from rules_service.dailies import Attempt, AttemptState, Daily
from rules_service.daily import OPTIONS
from rules_service.daily_turn import DailyTurn, order_of
from rules_service.options import complete_options
from storage import TableStatus
from wording import Words
from workers.worker import WorkerUnavailable

NOT_OPEN = N_("Nobody can see the best turn before everyone’s time is over: <t:{until}:R>.")
NO_ANSWER = N_("The computer found no answer in time. Please press the button again in a minute.")
BEST = N_("That is the best turn known so far.")
AS_BEST = N_("That is about as good as the best turn I found.")


async def judged(request: Request, attempt: Attempt) -> Attempt:
    """Return the attempt with the value of its turn.

    It is returned unchanged if it isn't waiting to be judged, or no AI worker answers in time.
    """
    dailies = request.service.dailies
    turn = await dailies.secret_turn(attempt.day) if attempt.state == AttemptState.PLAYED else None
    if turn is None:
        return attempt
    try:
        ways = await request.app.computers.ai.compare(ways_of(turn, attempt.moves), request.user_id)
    except (WorkerUnavailable, Refusal):  # `TurnJudge` judges it later.
        return attempt
    await dailies.judge(request.user_id, attempt.day, percent_of(turn, ways))
    return await dailies.attempt(request.user_id, attempt.day) or attempt


async def show_best(press: Press, daily: Daily) -> None:
    """Show the best turn of a challenge beside the one that the person played or, if they played none, the computer's.

    The turn is the same for everyone, so its best play stays available after the tables are deleted. Raises Refusal
    while the challenge is sealed, if the rules have changed since, or if the computer finds no answer in time.
    """
    turn, w = daily.turn, press.words
    table = await press.service.dailies.opened_table(daily.day)
    if turn is None or table is None:
        raise Refusal(NOT_OPEN, until=int(daily.unsealed.timestamp()))
    attempt = await press.service.dailies.attempt(press.user_id, daily.day)
    moves, judgement, info = question_of(turn).moves, judgement_of(turn), table_info(daily, turn, "")
    if attempt is not None and attempt.moves:
        moves, info = [*attempt.moves], table_info(daily, turn, press.person.name)
        try:
            ways = await press.app.computers.ai.compare(ways_of(turn, moves), press.user_id)
        except WorkerUnavailable:
            raise Refusal(NO_ANSWER) from None
        judgement = beside_best(judgement, ways)
    reviewed, mistake = await asyncio.to_thread(reviewed_turn, info, table, turn, moves, judgement, w)
    text = await asyncio.to_thread(told, reviewed, mistake)
    style = (await picture_style(press.app.storage, press.user_id, info)).style
    scene = await asyncio.to_thread(reviewed.scene, mistake)
    pictures = await press.app.pictures.choices(info.game, replace(scene, style=style))
    head = w._("## {name}: the best turn", name=name_of(daily))
    asked = speaker_of(info, table.view(turn.seat), w.lang).status()
    back = button(daily_id("daily", daily.day), w._("◀ Back"))
    texts = [reviewed.signs() if pictures and not is_best(reviewed, mistake) else "", text, reviewed.judged_by()]
    await press.show(layout(texts, pictures, [[back]], above="\n".join(filter(None, [head, asked]))), pictures)


def told(reviewed: ReviewedTable, mistake: Mistake) -> str:
    """Describe the turn that was played and the best turn, with the reason if the best one is clearly better."""
    if mistake.cost >= MIN_COST:
        return reviewed.sentence(0, mistake)
    heading, w = reviewed.heading(0, mistake), reviewed.words
    if is_best(reviewed, mistake):
        return f"{heading} {w._(BEST)}"
    return f"{heading} {w._(AS_BEST)}\n-# {reviewed.best(mistake)}"


def is_best(reviewed: ReviewedTable, mistake: Mistake) -> bool:
    """Return whether the played moves are the best known turn."""
    return mistake.judgement.plan == reviewed.played(mistake)


def beside_best(known: Judgement, ways: Sequence[Way]) -> Judgement:
    """Return the judgement of a played turn.

    ``known``: the judgement that contains the best turn. ``ways``: the played moves and the best ones, compared with
    each other.
    """
    own, best = ways
    return Judgement(best.expected, own.expected, known.plan, best.advantage)


def reviewed_turn(
    info: TableInfo, table: Table, turn: DailyTurn, moves: Sequence[str], judgement: Judgement, w: Words
) -> tuple[ReviewedTable, Mistake]:
    """Return the game up to the end of a turn, prepared as for a review, and the turn itself."""
    played, first = table.fork(), len(table.steps)
    for move in moves:
        played.play(turn.seat, move)
    stretch = Stretch(played.steps[first].turn, turn.seat, first, len(played.steps) - 1)
    cost = judgement.best[turn.seat] - judgement.played[turn.seat]
    snapshot = Snapshot(info, played, 0, 0, ())
    return ReviewedTable(snapshot, (), w), Mistake(stretch.turn, turn.seat, cost, stretch, judgement)


def table_info(daily: Daily, turn: DailyTurn, person: str) -> TableInfo:
    """Return the table of a challenge as everyone may see it afterwards.

    ``person``: the name of the player of the turn, or "" for a computer.
    """
    names = [NAMES[joined - 1] if joined else person or NAMES[turn.seats - 1] for joined in order_of(turn)]
    seats = tuple(
        Seat(at, None, name, vacant=False, freed=False, due_since=None, late_from=None, away=False)
        for at, name in enumerate(names)
    )
    return TableInfo(
        id=0,
        game=daily.kind.game,
        status=TableStatus.OVER,
        place=Place(0),
        host_id=None,
        seats=seats,
        options=complete_options(GAMES[daily.kind.game].rules, OPTIONS),
        language="",
        number=0,
        fingerprint=daily.fingerprint,
        seed=None,
        opened=daily.opens,
        started=daily.opens,
        ended=daily.unsealed,
        colours=tuple(range(turn.seats)),
    )
