from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import wording
from bot.channel import notice_texts, server_list
from bot.channel.notice_texts import KINDS, buttons_of, still_matters, text_of, values_of
from rules_service import Place, TableInfo
from rules_service.options import ENTRY_INVITED, ENTRY_OPTION
from storage import InvitedRow, Notice, NoticeKind, SearchEntry, TableStatus, VoteKind
from tests.bot.infos import DAY, HOUR, NOON, computer, lobby, pressable, running, seat, vote, waiting
from tests.kept import kept_case

W = wording.words("en")
BEN = "<@102>"
HERE, YOUR_TURN, MORE = "+I am here m1:5:1:0:here:", "!Your turn m1:5:1:0:turn:", "More time m1:5:1:0:time:"


def at(moment: datetime, style: str = "R") -> str:
    return f"<t:{int(moment.timestamp())}:{style}>"


def notice(kind: NoticeKind, **values: Any) -> Notice:
    usual: dict[str, Any] = dict.fromkeys(("by", "begun", "channel_id", "message_id"))
    usual |= {"id": 1, "not_before": NOON, "table_id": 5, "count": 0, "nonce": "n", "player": 2, "seat": 1, "number": 1}
    return Notice(kind=kind, **usual | values)


TABLE = running(
    "rattus", seat(0), waiting(1, NOON - DAY, late_from=NOON + 3 * DAY), seat(2), options={"pace": "daily"},
    votes=(vote(VoteKind.PACE, "brisk", number=3), vote(VoteKind.SLEEP, voters=(0, 1, 2))),
    sleeps_at=NOON + 9 * DAY,
)  # fmt: skip
LOBBY = lobby(
    "rattus", seat(0), options={"pace": "daily"}, closes_at=NOON + 7 * DAY,
    invited=(InvitedRow(3, NOON + 4 * DAY, 103, "Cleo"), InvitedRow(2, NOON + 5 * DAY, 102, "Ben")),
)  # fmt: skip
FULL_LOBBY = lobby("rattus", *(seat(number) for number in range(4)))
ABOUT_A_WAIT = (
    *(NoticeKind.FIRST_REMINDER, NoticeKind.SECOND_REMINDER, NoticeKind.MEMBER_CHECK, NoticeKind.NUDGE),
    *(NoticeKind.FINAL_WARNING, NoticeKind.PLAN),
)


def assert_kept(case: str, now: list[str]) -> None:
    """Check that these texts are those kept for this case."""
    assert now == kept_case(Path(__file__).with_name("kept") / "notice_texts.json", case, now)


def about(kind: NoticeKind) -> tuple[Notice, TableInfo]:
    """Return a notification of this kind and the table that it concerns."""
    if kind == NoticeKind.VOTE:
        return notice(kind, number=4), TABLE
    if kind in (NoticeKind.INVITE, NoticeKind.IDLE, NoticeKind.FULL):
        return notice(kind, seat=1 if kind == NoticeKind.FULL else None, number=0, by=1), LOBBY
    return notice(kind, by=1 if kind == NoticeKind.NUDGE else None), TABLE


@pytest.mark.kept
@pytest.mark.parametrize("kind", [kind for kind in NoticeKind if kind in KINDS and kind != NoticeKind.MEMBER_CHECK])
def test_each_kind_has_its_texts_for_dms_and_channels_and_its_buttons(kind: NoticeKind) -> None:
    told, info = about(kind)
    said = [text_of(told, info, W, NOON), text_of(told, info, W, NOON, BEN)]
    assert_kept(kind, [*said, *pressable([buttons_of(told, info, W)])[0]])


def changed(**values: Any) -> TableInfo:
    return replace(TABLE, seats=(seat(0), replace(TABLE.seats[1], **values), seat(2)))


ENDED = [replace(TABLE, status=status) for status in (TableStatus.LOBBY, TableStatus.OVER, TableStatus.CANCELLED)]
OTHER_WAIT = [changed(due_number=2), changed(player=9), changed(vacant=True), changed(due_number=None), *ENDED]
VOTED = replace(TABLE.votes[1], answers={1: True})
WITHOUT_POINT = {
    **dict.fromkeys((NoticeKind.TURN, *ABOUT_A_WAIT), OTHER_WAIT),
    NoticeKind.LATE: [TABLE, changed(away=True, due_number=2)],
    NoticeKind.SLEEP_WARNING: [replace(TABLE, sleeps_at=None), replace(TABLE, asleep_since=NOON)],
    NoticeKind.VOTE: [
        replace(TABLE, votes=TABLE.votes[:1]),
        replace(TABLE, votes=(VOTED,)),
        replace(TABLE, votes=(replace(VOTED, answers={}, voters=(0, 2)),)),
        changed(vacant=True),
        changed(player=9),
    ],
    NoticeKind.NEXT: [changed(due_number=2), *ENDED],
    NoticeKind.FULL: [LOBBY, replace(FULL_LOBBY, status=TableStatus.RUNNING)],
    NoticeKind.INVITE: [replace(LOBBY, invited=LOBBY.invited[:1]), replace(LOBBY, status=TableStatus.RUNNING)],
    NoticeKind.IDLE: [replace(LOBBY, closes_at=None), replace(LOBBY, status=TableStatus.CANCELLED)],
    NoticeKind.OVER: [TABLE, *ENDED[::2]],
}
WITH_POINT = {NoticeKind.LATE: changed(away=True), NoticeKind.FULL: FULL_LOBBY, NoticeKind.OVER: ENDED[1]}


@pytest.mark.parametrize("kind", WITHOUT_POINT)
def test_a_notification_is_sent_only_while_it_has_a_point(kind: NoticeKind) -> None:
    told, info = about(kind)
    assert still_matters(told, WITH_POINT.get(kind, info))
    assert [still_matters(told, one) for one in WITHOUT_POINT[kind]] == [False] * len(WITHOUT_POINT[kind])
    assert not still_matters(told, None)
    assert not still_matters(replace(told, kind=NoticeKind.DIGEST), info)


def test_only_the_texts_that_need_it_are_given_a_capital_letter() -> None:
    named = replace(TABLE, seats=(seat(0, name="ann"), *TABLE.seats[1:]))
    nudge = text_of(notice(NoticeKind.NUDGE, by=1), named, W, NOON)
    assert nudge == "ann asks: are you still there? Rattus in <#10>."


def test_a_notification_about_a_vote_that_is_over_has_no_buttons() -> None:
    assert buttons_of(notice(NoticeKind.VOTE, number=8), TABLE, W) == []


def test_P14_P56_buttons_of_reminders() -> None:
    """P14, P56: reminders and nudges offer more time unless it was given, and *I am here* to late players."""
    for kind in (NoticeKind.FIRST_REMINDER, NoticeKind.SECOND_REMINDER, NoticeKind.NUDGE):
        for away, extra, shown in (
            *((False, True, [YOUR_TURN]), (True, False, [HERE, YOUR_TURN, MORE]), (True, True, [HERE, YOUR_TURN])),
        ):
            seats = (seat(0), waiting(1, away=away, extra_time=extra))
            assert pressable([buttons_of(notice(kind), replace(TABLE, seats=seats), W)]) == [shown]


def test_P15_nobody_is_late_within_a_day_of_the_reminder() -> None:
    """P15: a player is late a day after the reminder at the earliest."""
    late = NOON + 3 * DAY
    told = notice(NoticeKind.SECOND_REMINDER)
    for now, said in ((late - DAY, late), (late - DAY + HOUR, late + HOUR)):
        assert values_of(told, TABLE, W, now)["late"] == f"{at(said, 'f')} ({at(said)})"
    unknown = replace(TABLE, seats=(seat(0), waiting(1), seat(2)))
    assert values_of(told, unknown, W, NOON)["late"].startswith(at(NOON + DAY, "f"))


def test_P52_a_late_player_has_two_days_to_answer_or_one_if_brisk() -> None:
    """P52: late players have two days after the final warning to answer, or one day at brisk tables."""
    brisk = replace(TABLE, options={**TABLE.options, "pace": "brisk"})
    until = [values_of(notice(NoticeKind.FINAL_WARNING), info, W, NOON)["until"] for info in (TABLE, brisk)]
    assert [text.partition(" (")[0] for text in until] == [at(NOON + days * DAY, "f") for days in (2, 1)]


def test_values_that_do_not_apply_are_empty() -> None:
    plain = running("rattus", waiting(0), seat(1), place=Place(10))
    found = values_of(notice(NoticeKind.OVER, number=7, seat=None), plain, W, NOON)
    assert {name: found[name] for name in ("name", "when", "what", "where", "since")} == {
        "name": "somebody", "when": "", "what": "", "where": "our DM", "since": at(NOON),
    }  # fmt: skip
    assert values_of(notice(NoticeKind.NUDGE, by=9), TABLE, W, NOON)["name"] == "somebody"
    assert values_of(notice(NoticeKind.NUDGE, by=3), TABLE, W, NOON)["name"] == "Cleo"


def test_P27_only_a_reminder_in_a_dm_says_that_only_the_end_is_left() -> None:
    """P27: a reminder in a channel and a ping for a new turn don't say that only the end of the turn is left."""
    left = replace(TABLE, seats=(seat(0), waiting(1, NOON - DAY, late_from=NOON + 3 * DAY, only_end_left=True)))
    only = "Your turn hasn’t ended yet: Rattus in <#10>. All that’s left is to end it."
    for kind in (NoticeKind.FIRST_REMINDER, NoticeKind.SECOND_REMINDER):
        assert text_of(notice(kind), left, W, NOON) == only
        assert text_of(notice(kind), left, W, NOON, BEN) == text_of(notice(kind), TABLE, W, NOON, BEN)
    assert text_of(notice(NoticeKind.TURN), left, W, NOON) == "Your turn: Rattus in <#10>."


def test_P29_one_message_lists_the_waiting_tables() -> None:
    """P29: one message lists the waiting tables, the longest wait first."""
    messina = running("messina", waiting(1, NOON), id=6, place=Place(11))
    two = [(TABLE, TABLE.seats[1]), (messina, messina.seats[0])]
    began = at(NOON - DAY)
    assert notice_texts.waiting_tables(two[:1], W) == (
        f"1 table is waiting for you. Your turn began {began}: Rattus in <#10>."
    )
    both = f"2 tables are waiting for you. Your first turn began {began}: Rattus in <#10> and Messina 1347 in our DM."
    assert notice_texts.waiting_tables(two, W) == both
    assert notice_texts.waiting_tables([(LOBBY, LOBBY.seats[0]), *two], W).count(began) == 1
    eleven = notice_texts.waiting_tables([two[0]] * 11, W)
    assert (eleven.count("<#10>"), eleven.endswith(". `/mygames` lists the others.")) == (10, True)
    assert "/mygames" not in notice_texts.waiting_tables([two[0]] * 10, W)


# The list of a server


def listed(*tables: TableInfo, looking: tuple[SearchEntry, ...] = ()) -> list[str]:
    return server_list.list_texts(tables, looking, W)


@pytest.mark.kept
def test_P101_a_list_has_lobbies_with_room_free_seats_and_people_who_look() -> None:
    """P101, P58: the list has no full lobbies, lobbies by invitation, or sleeping tables."""
    open_ = lobby("rattus", seat(0), seat(1), invited=(InvitedRow(8, NOON, 108, "Hal"),))
    full = replace(open_, id=6, invited=(*open_.invited, InvitedRow(9, NOON, 109, "Ida")))
    closed = replace(open_, id=7, options={**open_.options, ENTRY_OPTION.id: ENTRY_INVITED})
    free = running("messina", seat(0, vacant=True), seat(1), seat(2, vacant=True), options={"pace": "brisk"})
    asleep = replace(free, asleep_since=NOON)
    taken = running("rattus", seat(0), computer(1))
    ida = SearchEntry(7, 109, "Ida", "rattus", (2, 4), "daily", NOON + DAY)
    looking = (ida, replace(ida, name="Jo", counts=(3,)))
    assert_kept("list", listed(open_, full, closed, free, asleep, taken, looking=looking))
    assert_kept("list without anything to join", listed(full, closed, asleep, taken))


@pytest.mark.parametrize(("count", "more"), [(20, False), (21, True)])
def test_P101_a_list_names_twenty_of_each_kind(count: int, more: bool) -> None:
    [_, shown] = listed(*[lobby("rattus", seat(0))] * count)
    assert shown.count("**Rattus**") == 20
    assert shown.endswith("\n…") is more
