"""Every kind that the bot says something of has a text, and no other kind has one."""

from datetime import UTC, datetime

from bot.channel.notice_texts import KINDS, WITHOUT_CAPITAL
from bot.channel.table_events import ASKED, EVENTS, FELL_ASLEEP, LIVE_SESSION_OVER, PUT_TO_SLEEP, SHOWN_IN_POSTS, VOTED
from bot.channel.table_events import event_text as text_of
from bot.channel.table_words import PROPOSALS
from rules_service import LogLine
from rules_service.votes import BY_ONE, MODERATOR
from storage import LineKind, NoticeKind, VoteKind


def test_every_kind_of_vote_says_what_it_is_about():
    assert PROPOSALS.keys() == set(VoteKind)
    assert ASKED.keys() == {*VoteKind} - {VoteKind.START, VoteKind.RETURN_SEAT}


def test_every_notification_about_a_table_has_a_text():
    silent = {kind for kind, one in KINDS.items() if not one.text}
    assert silent == {NoticeKind.MEMBER_CHECK}, "the check is never sent"
    assert {*NoticeKind} - KINDS.keys() == {NoticeKind.DIGEST, NoticeKind.BACK, NoticeKind.UNKNOWN}


def test_texts_that_begin_with_a_small_letter_get_a_capital_one_in_a_dm():
    assert {kind for kind, one in KINDS.items() if one.text[:1].islower()} == set(WITHOUT_CAPITAL)


def test_what_posts_show_of_people_has_a_text():
    assert set(SHOWN_IN_POSTS) <= EVENTS.keys()
    reminders = {NoticeKind.FIRST_REMINDER, NoticeKind.SECOND_REMINDER, NoticeKind.NUDGE}
    assert EVENTS.keys() <= {*LineKind, *reminders}


def test_posts_leave_out_who_sits_where_and_votes_which_have_texts_of_their_own():
    of_people = EVENTS.keys() & {*LineKind}
    seats, votes = {LineKind.JOIN, LineKind.LEAVE, LineKind.FREE}, {LineKind.YES, LineKind.UNVOTE}
    assert of_people - set(SHOWN_IN_POSTS) == {*seats, *votes, LineKind.MORE, LineKind.PLACE, LineKind.CANCEL}


def test_an_event_is_told_by_who_did_it_and_why():
    def event(kind: LineKind, name: str = "Ann", text: str = "") -> str | None:
        return text_of(LogLine(1, kind, 0, name, text, datetime(2026, 1, 1, tzinfo=UTC)))

    assert (event(LineKind.PACE), event(LineKind.PACE, "")) == (EVENTS[LineKind.PACE], LIVE_SESSION_OVER)
    assert (event(LineKind.SLEEP), event(LineKind.SLEEP, "")) == (EVENTS[LineKind.SLEEP], FELL_ASLEEP)
    for by in (MODERATOR, BY_ONE):
        assert event(LineKind.SLEEP, text=by) == PUT_TO_SLEEP[by]
    assert event(LineKind.ASK, text="rest 3") == ASKED[VoteKind.PAUSE]
    assert event(LineKind.VOTE, text="free 2") == VOTED["free"]
    assert event(LineKind.WAKE) == EVENTS[LineKind.WAKE]
    assert event(LineKind.MOVE) is None
