"""Questions to those who sit at a table: asked by one, answered by the others, decided by what they say.

What a kind of question needs to pass, how long it waits, and what is done then is its entry in `QUESTIONS`. Who is
late is not asked. Each function decides one action; storing it is the service's.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from rules.errors import N_
from rules_service import membership
from rules_service.errors import NoVote
from rules_service.options import read_options, write_options
from rules_service.pace import LIVE, PACE
from storage import AskRow, Change, NewLine, NewNotice, SeatRow, TableRow

BACK = "back"  # a kind of question, and of the line when all have agreed: a turn is taken back
ASK, YES, NO = "ask", "yes", "no"  # kinds of lines; the first is a kind of notice, too
PASSED, FAILED, VOID = "passed", "failed", "void"  # outcomes
SLOWER = (LIVE, "brisk", "daily", "relaxed", "none")  # each pace is slower than those before it
OPEN_ALREADY = N_("This has been asked already; the table waits for the answers.")
DECIDED = N_("That question is decided already.")
ANSWERED = N_("Your answer is noted already.")

Verdict = bool | None  # passed, failed; None: it is still open


@dataclass(frozen=True)
class Question:
    """A kind of question."""

    lasts: timedelta  # silence for so long is a no
    live: timedelta  # the same at a live table
    verdict: Callable[[TableRow, AskRow, datetime], Verdict]
    carry_out: Callable[[TableRow, AskRow, Change], Change]  # adds to the change what follows when it has passed


def present(row: TableRow, at: datetime) -> list[SeatRow]:
    """Those whose word counts: who sits there and is not late."""
    return [seat for seat in row.seats if not seat.vacant and not membership.away(row, seat, at)]


def all_agree(row: TableRow, ask: AskRow, at: datetime) -> Verdict:
    """Everybody has to agree who is present; one who does not is enough for a no."""
    said = [ask.answers.get(seat.player) for seat in present(row, at)]
    return False if False in said else True if None not in said else None


def set_pace(row: TableRow, ask: AskRow, change: Change) -> Change:
    """The table has another pace. A slower one holds at once, a quicker one for waits that begin later (P17)."""
    options = read_options(row.options)
    old, new = options[PACE.id], ask.what
    keeps = old if SLOWER.index(new) < SLOWER.index(old) else ""
    seats = tuple(
        seat if seat.due_since is None else replace(seat, pace="" if seat.pace == new else seat.pace or keeps)
        for seat in row.seats
    )
    lines = (*change.lines, NewLine(PACE.id, None, ask.player, new))
    return replace(change, lines=lines, seats=seats, options=write_options({**options, PACE.id: new}))


QUESTIONS: Mapping[str, Question] = {
    PACE.id: Question(timedelta(days=7), timedelta(days=7), all_agree, set_pace),
    # What is done then needs the game: see `taking_back`.
    BACK: Question(timedelta(days=1), timedelta(minutes=10), all_agree, lambda row, ask, change: change),
}


def ask(row: TableRow, mine: SeatRow, kind: str, what: str, at: datetime, about: int | None = None) -> Change:
    """Ask the others. Whoever asks is for it; it is done at once if nobody else is needed.

    Raises:
        NoVote: the same is asked already.
    """
    if any(one.kind == kind and one.seat == about and one.ended is None for one in row.asks):
        raise NoVote(OPEN_ALREADY)
    is_live = read_options(row.options)[PACE.id] == LIVE
    closes = at + (QUESTIONS[kind].live if is_live else QUESTIONS[kind].lasts)
    asked = AskRow(row.number + 1, kind, what, about, mine.player, at, closes, answers={mine.player: True})
    line = NewLine(ASK, mine.seat, mine.player, f"{kind} {what}".strip())
    told = tuple(
        NewNotice(seat.player, ASK, at, row.id, seat.seat, asked.number)
        for seat in present(row, at)
        if seat.player != mine.player and seat.seat != about
    )
    return decided(row, asked, replace(plain(row, at, line), notices=told), at)


def say(row: TableRow, mine: SeatRow, number: int, yes: bool, at: datetime) -> Change:
    """Answer a question.

    Raises:
        NoVote: it is decided; or the same was said before.
    """
    asked = next((one for one in row.asks if one.number == number and one.ended is None), None)
    if asked is None:
        raise NoVote(DECIDED)
    if asked.answers.get(mine.player) is yes:
        raise NoVote(ANSWERED)
    asked = replace(asked, answers={**asked.answers, mine.player: yes})
    line = NewLine(YES if yes else NO, mine.seat, mine.player, str(number))
    return decided(row, asked, plain(row, at, line), at)


def moved(row: TableRow, mine: SeatRow, change: Change, at: datetime) -> Change:
    """The change of a move, which says no to taking back what was before it if the mover was asked (P75)."""
    refused = tuple(
        replace(one, answers={**one.answers, mine.player: False}, ended=at, outcome=FAILED)
        for one in row.asks
        if one.kind == BACK and one.ended is None and one.player != mine.player
    )
    return replace(change, asks=(*change.asks, *refused), redraw=change.redraw or bool(refused))


def closing(row: TableRow, at: datetime) -> Change | None:
    """What comes of the first question whose time is over; None: there is none."""
    for one in row.asks:
        if one.ended is None and one.closes is not None and one.closes <= at:
            return decided(row, one, plain(row, at), at, silence=True)
    return None


def decided(row: TableRow, asked: AskRow, change: Change, at: datetime, *, silence: bool = False) -> Change:
    """The change with what comes of the question by it. ``silence``: whoever has said nothing says no."""
    verdict = QUESTIONS[asked.kind].verdict(row, asked, at)
    if verdict is None and silence:
        verdict = False
    if verdict is not None:
        asked = replace(asked, ended=at, outcome=PASSED if verdict else FAILED)
    change = replace(change, asks=(*change.asks, asked))
    return QUESTIONS[asked.kind].carry_out(row, asked, change) if verdict else change


def plain(row: TableRow, at: datetime, *lines: NewLine) -> Change:
    """An action that the live post shows; the channel hears nothing new of it."""
    return replace(membership.change(row, at, list(lines), ""), redraw=True)
