"""The text files of the bot have a text for every kind that the code looks up there, and no other."""

from datetime import UTC, datetime

from bot.channel.notice_texts import KINDS, NOTICE_TEXTS, WITHOUT_CAPITAL
from bot.channel.table_words import EVENTS, PROPOSALS, SHOWN_IN_POSTS, event_of
from rules_service import LogLine
from rules_service.votes import BY_ONE, CHANNEL_GONE, MODERATOR
from storage import LineKind, NoticeKind, VoteKind


def test_every_kind_of_vote_says_what_it_is_about():
    assert PROPOSALS.keys() == set(VoteKind)
    ends = {(kind, word) for kind, section in PROPOSALS.items() for word in section.tagged("last")}
    assert ends == {(VoteKind.FREE_SEAT, MODERATOR), (VoteKind.MOVE, CHANNEL_GONE)}


def test_every_notification_about_a_table_has_a_text():
    assert NOTICE_TEXTS.keys() == {*KINDS.keys() - {NoticeKind.MEMBER_CHECK}, "only-end-left"}, (
        "the check is never sent"
    )
    assert {name for section in NOTICE_TEXTS.values() for name, _ in section.tagged("in").items()} == {"channel"}


def test_texts_that_begin_with_a_small_letter_get_a_capital_one_in_a_dm():
    assert {kind for kind, section in NOTICE_TEXTS.items() if section.plain[0].islower()} == set(WITHOUT_CAPITAL)


def test_every_event_of_a_table_has_a_text():
    assert set(SHOWN_IN_POSTS) <= EVENTS.keys()
    kinds = {key for key in EVENTS if "-" not in key}
    assert kinds <= {*LineKind, NoticeKind.FIRST_REMINDER, NoticeKind.SECOND_REMINDER, NoticeKind.NUDGE}
    sleeps = {f"sleep-{by}" for by in (MODERATOR, BY_ONE, "idle")}
    asked = {f"{LineKind.ASK}-{kind}" for kind in {*VoteKind} - {VoteKind.START, VoteKind.RETURN_SEAT}}
    voted = {f"{LineKind.VOTE}-{what}" for what in ("end", "free", "place")}
    assert EVENTS.keys() - kinds == {"pace-alone", *sleeps, *asked, *voted}


def test_an_event_is_told_by_who_did_it_and_why():
    def event(kind: LineKind, name: str = "Ann", text: str = "") -> str:
        return event_of(LogLine(1, kind, 0, name, text, datetime(2026, 1, 1, tzinfo=UTC)))

    assert (event(LineKind.PACE), event(LineKind.PACE, "")) == ("pace", "pace-alone")
    assert (event(LineKind.SLEEP), event(LineKind.SLEEP, "")) == ("sleep", "sleep-idle")
    assert [event(LineKind.SLEEP, text=by) for by in (MODERATOR, BY_ONE)] == ["sleep-moderator", "sleep-alone"]
    assert (event(LineKind.ASK, text="rest 3"), event(LineKind.VOTE, text="free 2")) == ("ask-rest", "vote-free")
    assert event(LineKind.WAKE) == "wake"
