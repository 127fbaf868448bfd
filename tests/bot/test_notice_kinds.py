"""When each kind of notification still has a point, what it says, and its buttons."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import wording
from bot.channel.notice_texts import buttons_of, still_matters, text_of
from bot.channel.notice_texts import waiting_tables as text_of_several
from bot.panels.answers import label_of
from games import GAMES
from rules_service import RulesService, TableInfo
from rules_service.table_info import info_of
from storage import InvitedRow, Notice, NoticeKind, Storage, TableRow, TableStatus, VoteKind, VoteRow
from tests.bot.toy import BOT_GAME
from tests.rules_service.house import NOON, StillClock
from tests.rules_service.rows import DAY, HOUR, computer, lobby, seat, table, waiting
from tests.rules_service.toy import TOY

W = wording.words("en")
ABOUT_A_WAIT = (
    NoticeKind.TURN,
    NoticeKind.FIRST_REMINDER,
    NoticeKind.SECOND_REMINDER,
    NoticeKind.NUDGE,
    NoticeKind.FINAL_WARNING,
)


class Desk:
    """Make table infos of rows, as at a time after noon."""

    def __init__(self, storage: Storage) -> None:
        self.clock = StillClock()
        self.repository = RulesService(storage, self.clock, {"toy": TOY}, 4).repository

    def info(self, row: TableRow, after: timedelta = timedelta()) -> TableInfo:
        self.clock.time = NOON + after
        return info_of(self.repository, row)


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setitem(GAMES, "toy", BOT_GAME)
    async with await Storage.open(tmp_path / "games") as storage:
        yield Desk(storage)


def notice(kind: NoticeKind, player: int = 1, about: int | None = 0, number: int = 1, **values: Any) -> Notice:
    given: dict[str, Any] = {
        "id": 1,
        "not_before": NOON,
        "table_id": 1,
        "count": 0,
        "by": None,
        "nonce": "n",
        "begun": None,
        "channel_id": None,
        "message_id": None,
    }
    return Notice(player=player, kind=kind, seat=about, number=number, **given | values)


@pytest.mark.parametrize("kind", ABOUT_A_WAIT)
def test_a_notice_about_a_wait_matters_while_the_same_player_is_awaited(desk: Desk, kind: NoticeKind) -> None:
    mine = notice(kind)

    def matters(*seats: Any, **values: Any) -> bool:
        return still_matters(mine, desk.info(table(*seats, **values)))

    assert matters(waiting(0), seat(1))
    assert not matters(waiting(0, due_number=2), seat(1))
    assert not matters(waiting(0, vacant=True), seat(1))
    assert not matters(waiting(0, player=9), seat(1))
    assert not matters(waiting(0), seat(1), status=TableStatus.OVER)
    assert not still_matters(mine, None)


def test_P50_that_somebody_is_late_matters_while_they_are(desk: Desk) -> None:
    """P50: to the others, in that wait."""
    late = table(waiting(0, second_reminder_at=NOON), seat(1))
    told = notice(NoticeKind.LATE, 2, 1)
    assert still_matters(told, desk.info(late, 9 * DAY))
    assert not still_matters(told, desk.info(late, DAY))
    assert not still_matters(replace(told, number=2), desk.info(late, 9 * DAY))
    assert "P0" in text_of(told, desk.info(late, 9 * DAY), W, NOON)


def test_a_vote_is_asked_of_those_who_have_not_answered(desk: Desk) -> None:
    """Only while it is open, and only of seats that have a say."""
    vote = VoteRow(5, VoteKind.PACE, "brisk", None, 1, NOON, NOON + DAY, answers={1: True})

    def matters(player: int, vote: VoteRow = vote) -> bool:
        row = table(seat(0), seat(1), seat(2, vacant=True), computer(3), votes=(vote,))
        return still_matters(notice(NoticeKind.VOTE, player, number=5), desk.info(row))

    assert [matters(player) for player in (1, 2, 3, 4, 9)] == [False, True, False, False, False]
    assert not matters(2, replace(vote, ended=NOON))
    assert not matters(2, replace(vote, number=6))


def test_P95_P96_P91_notices_of_a_lobby(desk: Desk) -> None:
    """P91, P95, P96: each until what it is about has changed."""
    full, two = lobby(seat(0), seat(1), seat(2)), lobby(seat(0), seat(1))
    ready = notice(NoticeKind.FULL, number=0)
    assert still_matters(ready, desk.info(full))
    assert not still_matters(ready, desk.info(two))
    assert not still_matters(ready, desk.info(replace(full, status=TableStatus.RUNNING)))
    idle = notice(NoticeKind.IDLE, number=0)
    asked = replace(two, sleep_warned_at=NOON + 7 * DAY)
    assert still_matters(idle, desk.info(asked, 8 * DAY))
    assert not still_matters(idle, desk.info(replace(asked, kept_open_at=NOON + 8 * DAY), 8 * DAY))
    invited = replace(two, invited=(InvitedRow(8, NOON + DAY, 108, "H"), InvitedRow(9, NOON + 2 * DAY, 109, "N")))
    invite = notice(NoticeKind.INVITE, 9, None, by=1)
    assert still_matters(invite, desk.info(invited))
    assert not still_matters(replace(invite, player=7), desk.info(invited))
    assert not still_matters(invite, desk.info(replace(invited, status=TableStatus.RUNNING)))
    text = text_of(invite, desk.info(invited), W, NOON)
    assert "P0 invites you" in text
    assert f"<t:{int((NOON + 2 * DAY).timestamp())}:" in text


def test_P65_a_warning_of_sleep_matters_until_the_table_is_kept_awake(desk: Desk) -> None:
    warned = table(waiting(0), seat(1), sleep_warned_at=NOON + 14 * DAY)
    told = notice(NoticeKind.SLEEP_WARNING)
    assert still_matters(told, desk.info(warned, 15 * DAY))
    assert not still_matters(told, desk.info(replace(warned, kept_open_at=NOON + 15 * DAY), 15 * DAY))
    assert not still_matters(told, desk.info(replace(warned, asleep_since=NOON + 15 * DAY), 15 * DAY))


def test_P32_P37_who_is_next_and_that_it_is_over(desk: Desk) -> None:
    row = table(waiting(0), seat(1))
    coming = notice(NoticeKind.NEXT, 2, 1)
    assert still_matters(coming, desk.info(row))
    assert "after P0" in text_of(coming, desk.info(row), W, NOON)
    assert not still_matters(replace(coming, number=2), desk.info(row))
    over = replace(row, status=TableStatus.OVER)
    assert not still_matters(coming, desk.info(over))
    assert [still_matters(notice(NoticeKind.OVER), desk.info(one)) for one in (row, over)] == [False, True]


def test_P27_only_the_player_reads_that_the_turn_needs_only_to_be_ended(desk: Desk) -> None:
    """P27: in the channel the reminder looks like any other."""
    row = desk.info(table(waiting(0, only_end_left=True), seat(1)))
    usual = desk.info(table(waiting(0), seat(1)))
    for kind in (NoticeKind.FIRST_REMINDER, NoticeKind.SECOND_REMINDER):
        told = notice(kind)
        assert "hasn’t ended yet" in text_of(told, row, W, NOON)
        assert "hasn’t ended yet" not in text_of(told, usual, W, NOON)
        assert text_of(told, row, W, NOON, "<@101>") == text_of(told, usual, W, NOON, "<@101>")
    nudged = notice(NoticeKind.NUDGE, by=2)
    assert text_of(nudged, row, W, NOON).startswith("P1 asks: are you still there?")


def test_P14_P56_the_buttons_of_a_reminder(desk: Desk) -> None:
    """P14, P56: more time once, and "I am here" for a late player."""

    def labels(after: timedelta = timedelta(), **values: Any) -> list[str]:
        info = desk.info(table(waiting(0, second_reminder_at=NOON, **values), seat(1)), after)
        return [label_of(one) for one in buttons_of(notice(NoticeKind.SECOND_REMINDER), info, W)]

    assert labels() == ["Your turn", "More time"]
    assert labels(extra_time=True) == ["Your turn"]
    assert labels(9 * DAY) == ["I am here", "Your turn", "More time"]


def test_P15_P52_a_reminder_names_when_the_player_is_late_and_a_final_one_until_when_they_can_answer(
    desk: Desk,
) -> None:
    """P15: a day from now at least; P52: a day at a brisk table, two at others."""

    def times(kind: NoticeKind, row: TableRow, after: timedelta) -> list[bool]:
        text = text_of(notice(kind), desk.info(row, after), W, NOON + after)
        return [f"<t:{int((NOON + hours * HOUR).timestamp())}:" in text for hours in (72, 98)]

    daily, brisk = table(waiting(0), seat(1)), table(waiting(0), seat(1), pace="brisk")
    assert times(NoticeKind.SECOND_REMINDER, daily, 48 * HOUR) == [True, False]
    assert times(NoticeKind.SECOND_REMINDER, daily, 74 * HOUR) == [False, True]
    assert times(NoticeKind.FINAL_WARNING, daily, 50 * HOUR) == [False, True]
    assert times(NoticeKind.FINAL_WARNING, brisk, 48 * HOUR) == [True, False]


def test_P29_one_message_about_several_tables_names_ten_of_them(desk: Desk) -> None:
    infos = [
        replace(desk.info(table(waiting(0, NOON + number * HOUR), seat(1))), id=number, number=number)
        for number in range(11)
    ]
    together = [(info, info.seats[notice(NoticeKind.FIRST_REMINDER).seat or 0]) for info in infos]
    ten = text_of_several(together[:10], W)
    assert ten.startswith("10 tables are waiting for you.")
    assert f"<t:{int(NOON.timestamp())}:R>" in ten
    assert "/mygames" not in ten
    assert "`/mygames` lists the others." in text_of_several(together, W)
