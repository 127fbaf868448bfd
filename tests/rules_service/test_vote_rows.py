"""How votes open, pass and end, tested on rows without a database."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from rules_service import NotSeated, NoVote, Person
from rules_service.act import Case
from rules_service.errors import AlreadySeated
from rules_service.options import read_options
from rules_service.table_info import vote_info
from rules_service.votes import (
    CHANNEL_GONE,
    FAILED,
    MODERATOR,
    PASSED,
    VOID,
    VOTE_RULES,
    answer,
    ask_for_seat,
    declined_by_moving,
    expired,
    failed,
    open_vote,
    present_seats,
    voters,
)
from storage import Change, LineKind, LogRow, NoticeKind, SeatRow, TableRow, VoteKind, VoteOutcome, VoteRow
from storage.records import Absence
from tests.rules_service.house import NOON
from tests.rules_service.rows import DAY, HOUR, change, computer, seat, seats_of, table, waiting
from tests.rules_service.toy import TOY

NOW = NOON + 10 * DAY


def late(number: int, **values: Any) -> SeatRow:
    """Return the seat of a player who has been late for a long time."""
    return waiting(number, **{"second_reminder_at": NOON + 2 * DAY, "late_since": NOON + 3 * DAY} | values)


def case(row: TableRow, at: datetime = NOW, **values: Any) -> Case:
    """Return the input of an act at this table and time."""
    return Case(row, TOY, Person(0, ""), at, **values)


def vote(kind: VoteKind, about: int | None = None, number: int = 5, **values: Any) -> VoteRow:
    """Return a vote opened now by player 1, who is for it."""
    given: dict[str, Any] = {"what": "", "player": 1, "opened": NOW, "closes": None, "answers": {1: True}}
    return VoteRow(number, kind, seat=about, **given | values)


def outcome(row: TableRow, one: VoteRow, at: timedelta = timedelta()) -> VoteOutcome | None:
    """Return the outcome of a vote this long after now, or None if it is still open."""
    return VOTE_RULES[one.kind].outcome(row, one, NOW + at)


def test_P61_late_players_free_seats_and_seats_that_a_computer_plays_have_no_vote() -> None:
    """P45, P61, P68: even an absent player's seat has no vote while a computer plays it."""
    gone = Absence(NOW - DAY, NOW + DAY, computer=True)
    waits = Absence(NOW - DAY, NOW + DAY, computer=False)
    row = table(seat(0), late(1), seat(2, vacant=True), seat(3, computer="steady"), computer(4))
    row = replace(row, seats=(*row.seats, seat(5, absence=gone), seat(6, absence=waits)))
    assert [one.seat for one in present_seats(row, NOW)] == [0, 6]


def test_who_votes_on_what() -> None:
    """P52, P62: the player concerned has no vote, except on a request for their seat, where only they vote."""
    row = table(seat(0), seat(1), late(2))
    assert [one.seat for one in voters(row, vote(VoteKind.FREE_SEAT, 1), NOW)] == [0]
    assert [one.seat for one in voters(row, vote(VoteKind.PACE), NOW)] == [0, 1]
    assert [one.seat for one in voters(row, vote(VoteKind.RETURN_SEAT, 2), NOW)] == [2]
    free = replace(row, seats=(*row.seats[:2], seat(2, vacant=True)))
    assert voters(free, vote(VoteKind.RETURN_SEAT, 2), NOW) == []


@pytest.mark.parametrize(
    ("answers", "passes"),
    [
        ({1: True}, True),
        ({1: True, 2: False}, False),  # a tie
        ({1: True, 2: False, 4: True}, True),
        ({1: True, 2: False, 4: False}, False),
        ({1: True, 2: False, 3: True}, False),  # the late player's answer does not count
    ],
)
def test_P52_more_players_are_for_it_than_against_it(answers: dict[int, bool], passes: bool) -> None:
    """P52: only present players' votes count. The vote is decided when the late player's time is up."""
    row = table(seat(0), seat(1), late(2), seat(3))
    asked = vote(VoteKind.FREE_SEAT, 2, closes=NOW + 48 * HOUR, answers=answers)
    assert outcome(row, asked, 48 * HOUR - timedelta(seconds=1)) is None
    assert outcome(row, asked, 48 * HOUR) == (PASSED if passes else FAILED)
    assert outcome(row, replace(asked, closes=None), 48 * HOUR) is None


def test_P52_P116_a_player_with_time_keeps_the_seat_and_one_no_is_enough() -> None:
    """P52, P69, P116: a player who isn't late keeps the seat. A single no stops a moderator's request."""
    row = table(seat(0), seat(1), late(2), seat(3))
    asked = vote(VoteKind.STAND_IN, 2, closes=NOW, answers={1: True})
    assert outcome(replace(row, seats=(*row.seats[:2], seat(2), seat(3))), asked) == VOID
    unwilling = replace(asked, answers={1: True, 3: False})
    assert outcome(replace(row, seats=(*row.seats[:2], seat(2), seat(3))), unwilling) == VOID
    moderated = replace(asked, what=MODERATOR, player=77, answers={})
    assert outcome(row, moderated) == PASSED
    assert outcome(row, replace(moderated, answers={1: True, 2: True, 4: False})) == FAILED


def test_P54_P55_a_table_closes_when_all_agree_but_late_players_have_their_time() -> None:
    """P54, P55: late players have their time to answer even if all others agree."""
    row, there = table(seat(0), seat(1), late(2)), table(seat(0), seat(1), waiting(2, NOW))
    both = {1: True, 2: True}
    asked = vote(VoteKind.CLOSE, closes=NOW + 48 * HOUR, answers=both)
    assert outcome(row, asked) is None
    assert outcome(row, asked, 48 * HOUR) == PASSED
    assert outcome(row, replace(asked, closes=None), 48 * HOUR) is None
    assert outcome(row, replace(asked, answers={1: True, 2: False})) == FAILED
    assert outcome(there, asked) is None, "one has not answered"
    assert outcome(there, replace(asked, answers={**both, 3: True})) == PASSED


def test_P70_silence_agrees_only_where_the_old_server_is_out_of_reach() -> None:
    row, week = table(seat(0), seat(1)), NOW + 7 * DAY
    gone = vote(VoteKind.MOVE, what=f"11 8 0 {CHANNEL_GONE}", closes=week)
    assert outcome(row, gone) is None
    assert outcome(row, gone, 7 * DAY) == PASSED
    assert outcome(row, replace(gone, answers={1: True, 2: False}), 7 * DAY) == FAILED
    assert outcome(row, replace(gone, what="11 8 0"), 7 * DAY) is None


def test_P70_all_agree_but_it_moves_after_two_days() -> None:
    """P70: a no still counts until exactly two days are over."""
    row = table(seat(0), seat(1), votes=(vote(VoteKind.MOVE, what="11 8 0", closes=NOW + 7 * DAY),))
    agreed = answer(case(row, NOW + HOUR), row.seats[1], 5, True)
    assert (agreed.votes[-1].outcome, agreed.votes[-1].closes, agreed.place) == (VoteOutcome.OPEN, NOW + 2 * DAY, None)
    waits = replace(row, votes=agreed.votes)
    assert answer(case(waits, NOW + 2 * HOUR), row.seats[0], 5, False).votes[-1].outcome == FAILED
    assert expired(waits, NOW + 2 * DAY - timedelta(seconds=1)) is None
    moved = expired(waits, NOW + 2 * DAY)
    assert moved.place == (11, 8, None)
    with_parent = replace(row, votes=(replace(row.votes[0], what="11 0 9", opened=NOW - 2 * DAY),))
    assert answer(case(with_parent), row.seats[1], 5, True).place == (11, None, 9)


@pytest.mark.parametrize(
    ("old", "kept", "new", "left"),
    [
        ("daily", "", "relaxed", ""),  # a slower pace applies at once
        ("daily", "", "brisk", "daily"),  # with a faster pace, the present wait keeps its pace
        ("brisk", "daily", "live", "daily"),  # the wait keeps the first pace that it had
        ("brisk", "daily", "daily", ""),
        ("brisk", "daily", "none", "daily"),
    ],
)
def test_P17_a_faster_pace_is_for_waits_that_begin_later(old: str, kept: str, new: str, left: str) -> None:
    row = table(waiting(0, NOW, pace=kept), seat(1), pace=old)
    done = VOTE_RULES[VoteKind.PACE].effect(row, vote(VoteKind.PACE, what=new), NOW)
    assert [one.pace for one in seats_of(done)] == [left, ""]
    assert read_options(done.options)["pace"] == new


def opened(row: TableRow, kind: VoteKind, about: int | None = None, at: timedelta = timedelta()) -> Change:
    """Open a vote as the first player."""
    return open_vote(case(row, NOW + at), row.seats[0], kind, "relaxed" if kind == VoteKind.PACE else "", about)


def test_P52_each_vote_about_a_late_player_sends_a_final_notice_unless_one_is_on_its_way() -> None:
    row = table(seat(0), seat(1), late(2))

    def final(row: TableRow, kind: VoteKind, about: int | None = 2) -> list[tuple[int | None, int, int]]:
        told = opened(row, kind, about).notices
        return [(one.seat, one.number, one.count) for one in told if one.kind == NoticeKind.FINAL_WARNING]

    assert final(row, VoteKind.FREE_SEAT) == [(2, 1, 0)]
    on_its_way = replace(row, votes=(vote(VoteKind.STAND_IN, 2),))
    assert final(on_its_way, VoteKind.FREE_SEAT) == []
    assert final(replace(row, votes=(vote(VoteKind.CLOSE),)), VoteKind.FREE_SEAT) == []
    sent = replace(row, votes=(vote(VoteKind.STAND_IN, 2, closes=NOW + DAY),))
    assert final(sent, VoteKind.FREE_SEAT) == [(2, 1, 1)]
    over = replace(row, votes=(vote(VoteKind.STAND_IN, 2, ended=NOW, outcome=VOID),))
    assert final(over, VoteKind.FREE_SEAT) == [(2, 1, 1)]
    other = table(seat(0), late(1), late(2), votes=(vote(VoteKind.STAND_IN, 1),))
    assert final(other, VoteKind.FREE_SEAT) == [(2, 1, 1)]
    assert final(replace(row, votes=(vote(VoteKind.PACE),)), VoteKind.FREE_SEAT) == [(2, 1, 0)]


def test_P57_a_vote_is_open_once_and_asks_the_others_once() -> None:
    row = table(seat(0), seat(1), late(2), computer(3))
    asked = opened(row, VoteKind.PACE)
    assert [(one.player, one.kind, one.number) for one in asked.notices] == [(2, NoticeKind.VOTE, 10)]
    again = replace(row, votes=asked.votes)
    with pytest.raises(NoVote, match="already a vote"):
        opened(again, VoteKind.PACE)
    agreed = open_vote(case(again), row.seats[1], VoteKind.PACE, "relaxed")
    assert agreed.votes[-1].answers == {1: True, 2: True}
    with pytest.raises(NoVote, match="already a vote"):
        open_vote(case(again), row.seats[1], VoteKind.PACE, "brisk")
    there = replace(row, votes=opened(row, VoteKind.STAND_IN, 2).votes)
    with pytest.raises(NoVote, match="already a vote"):
        open_vote(case(there, player=9), None, VoteKind.STAND_IN, about=2)


def test_P57_the_same_vote_is_opened_again_a_while_after_it_failed() -> None:
    """P57: at a daily table a vote about the same player can be repeated after three days."""
    row = table(seat(0), seat(1), late(2), late(3))

    def possible(*before: VoteRow, about: int = 2, after: timedelta = HOUR) -> bool:
        try:
            return bool(opened(replace(row, votes=before), VoteKind.FREE_SEAT, about, after))
        except NoVote:
            return False

    no = vote(VoteKind.FREE_SEAT, 2, ended=NOW, outcome=FAILED)
    assert not possible(no)
    assert not possible(no, after=3 * DAY - timedelta(seconds=1))
    assert possible(no, after=3 * DAY)
    long_ago, still_open = replace(no, number=4, ended=NOW - 4 * DAY), replace(no, ended=None, outcome=None)
    assert possible(long_ago)
    assert not possible(long_ago, no)
    assert not possible(no, long_ago)
    assert possible(long_ago, replace(still_open, answers={2: True})), "it counts as a yes"
    assert possible(no, about=3)
    assert possible(replace(no, outcome=VOID))
    assert possible(replace(no, kind=VoteKind.STAND_IN))


def test_P46_only_pauses_that_passed_count() -> None:
    """P46: a game may have two pauses."""
    row = table(seat(0), seat(1))
    until = str(int((NOW + DAY).timestamp()))
    ended = [vote(VoteKind.PAUSE, number=number, ended=NOW, outcome=PASSED) for number in (5, 6)]
    refused = vote(VoteKind.PAUSE, number=7, ended=NOW, outcome=FAILED)
    assert open_vote(case(replace(row, votes=(ended[0], refused, refused))), row.seats[0], VoteKind.PAUSE, until).votes
    with pytest.raises(NoVote, match="paused 2 times"):
        open_vote(case(replace(row, votes=tuple(ended))), row.seats[0], VoteKind.PAUSE, until)


def test_P62_a_former_holder_asks_once_and_the_present_one_decides() -> None:
    """P62: even after the vote, the former player can't ask again."""
    row = table(seat(0), seat(1))
    begun = LogRow(1, LineKind.START, None, 1, 101, "", NOON, "", "")
    asked = ask_for_seat(case(row, lines=[begun], player=9, seats_before=[1]), None)
    assert (asked.votes[0].closes, [one.player for one in asked.notices]) == (NOW + 14 * DAY, [2])
    other = vote(VoteKind.PACE, what="brisk")
    for before in (asked.votes[0], replace(asked.votes[0], ended=NOW, outcome=FAILED)):
        with pytest.raises(NoVote, match="only once"):
            ask_for_seat(case(replace(row, votes=(other, before)), lines=[begun], player=9, seats_before=[0]), None)
    assert ask_for_seat(case(replace(row, votes=asked.votes), lines=[begun], player=8, seats_before=[1]), None).votes
    assert outcome(row, asked.votes[0]) is None
    assert outcome(row, replace(asked.votes[0], answers={2: False, 1: True})) == FAILED
    stranger = case(row, lines=[begun], player=9)
    for who, refusal in ((stranger, NotSeated), (replace(stranger, person=Person(101, "")), AlreadySeated)):
        with pytest.raises(refusal):
            ask_for_seat(who, None)


def test_P75_a_move_votes_against_undoing_earlier_moves() -> None:
    """P75: a move doesn't answer the player's own request or a vote about anything else."""
    open_votes = (vote(VoteKind.UNDO, number=5), vote(VoteKind.PACE, number=6), vote(VoteKind.UNDO, number=7, player=2))
    over = vote(VoteKind.UNDO, number=8, ended=NOW, outcome=VOID)
    row = table(seat(0), seat(1), votes=(*open_votes, over))
    done = declined_by_moving(row, row.seats[1], change(row, NOW), NOW)
    assert [(one.number, one.outcome, one.answers[2], one.ended) for one in done.votes] == [(5, FAILED, False, NOW)]
    assert done.redraw
    assert not declined_by_moving(replace(row, votes=()), row.seats[1], change(row, NOW), NOW).redraw


def test_expired_and_impossible_votes_fail() -> None:
    row = table(seat(0), seat(1), votes=(vote(VoteKind.PACE, what="brisk", closes=NOW + DAY),))
    assert expired(row, NOW + DAY - timedelta(seconds=1)) is None
    late_no = expired(row, NOW + DAY)
    assert (late_no.votes[-1].outcome, late_no.votes[-1].ended) == (FAILED, NOW + DAY)
    over = replace(row, votes=(replace(row.votes[0], ended=NOW),))
    assert expired(over, NOW + DAY) is None
    passed = replace(late_no, votes=(replace(row.votes[0], outcome=PASSED), replace(row.votes[0], outcome=VOID)))
    assert [one.outcome for one in failed(row, passed).votes] == [FAILED, VOID]


def test_a_vote_is_shown_without_the_answer_of_a_player_who_has_left() -> None:
    row = table(seat(0), seat(1, vacant=True), seat(2), votes=(vote(VoteKind.PACE, answers={1: True, 2: True}),))
    shown = vote_info(row, row.votes[0], NOW)
    assert (shown.by, shown.answers) == (0, {0: True})


@pytest.mark.parametrize(
    ("kind", "usual", "live"),
    [
        *((kind, 7 * DAY, 7 * DAY) for kind in (VoteKind.PACE, VoteKind.SLEEP, VoteKind.MOVE)),
        (VoteKind.PAUSE, 7 * DAY, HOUR / 6),
        *((kind, DAY, HOUR / 6) for kind in (VoteKind.UNDO, VoteKind.START)),
        (VoteKind.RETURN_SEAT, 14 * DAY, 14 * DAY),
    ],
)
def test_how_long_a_vote_stays_open(kind: VoteKind, usual: timedelta, live: timedelta) -> None:
    """P46, P62, P70, P75, P94: votes about pauses, seats, places, undos and starts have their own time limits."""
    for pace, length in (("daily", usual), ("live", live)):
        assert VOTE_RULES[kind].opening(table(seat(0), seat(1), pace=pace), None, NOW) == (NOW + length, ())


def test_P61_a_stand_in_has_its_own_wait() -> None:
    """P61: if the table waits for the seat, the stand-in plays a minute from now."""
    for owner, since in ((late(1), NOW), (seat(1), None)):
        row = table(seat(0), owner)
        done = VOTE_RULES[VoteKind.STAND_IN].effect(row, vote(VoteKind.STAND_IN, 1), NOW)
        assert (seats_of(done)[1].computer, seats_of(done)[1].due_since) == ("steady", since)
        assert [(one.kind, one.seat, one.player) for one in done.lines] == [(LineKind.STANDIN, 1, 2)]
