"""The texts and buttons of a table's posts are as in kept/post_texts.json. Every kind of vote or event has a text."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from discord import ui

import wording
from bot.channel import posts, table_words
from bot.channel.notice_texts import KINDS, WITHOUT_CAPITAL
from bot.channel.posts import board_rows, lobby_post, numbered, table_state
from bot.channel.table_events import ASKED, EVENTS, SHOWN_IN_POSTS, event_sentence, event_text
from bot.channel.table_words import PROPOSALS, option_lines, vote_buttons, vote_text
from games import GAMES
from rules_service import LogLine, Place, TableInfo, Vote
from rules_service.votes import BY_ONE, MODERATOR
from storage import InvitedRow, LineKind, NoticeKind, TableStatus, VoteKind
from tests.bot.infos import DAY, HOUR, NOON, computer, lobby, pressable, rows_in, running, seat, texts, vote, waiting
from tests.bot.toy import BOT_GAME
from tests.kept import kept_case

pytestmark = pytest.mark.kept

W = wording.words("en")
AT = int(NOON.timestamp())
DM = Place(10)
HAL = InvitedRow(8, NOON + DAY, 108, "Hal")
THREE = running("rattus", seat(0), seat(1), seat(2))


def assert_kept(case: str, now: list[str]) -> None:
    """Check that these lines are those kept for this case."""
    assert now == kept_case(Path(__file__).with_name("kept") / "post_texts.json", case, now)


def rows(shown: list[list[str]]) -> list[str]:
    return [" | ".join(row) for row in shown]


def lines_of(view: ui.LayoutView) -> list[str]:
    return [*"\n".join(texts(view)).split("\n"), *rows(rows_in(view))]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the toy game for two or three players, which no computer player can play."""
    monkeypatch.setitem(GAMES, "toy", BOT_GAME)


STARTS = vote(VoteKind.START, by=None, voters=(0, 1, 3), answers={0: True})
MIXED = (seat(0), seat(1, ready=False), computer(2, name="Doc"), seat(3, colour=2))
FEW_CARDS = {"cards": "peasant+monk+merchant+witch+baker+bishop"}
VOTED = (vote(VoteKind.START, number=2), vote(VoteKind.MOVE, "77"))
OF_FOUR = lobby("rattus", *(seat(number) for number in range(4)), closes_at=NOON)
STARTED = running("rattus", seat(0), seat(1), seat(2, vacant=True))
CLOSED = lobby("rattus", seat(0), status=TableStatus.CANCELLED)
LOBBIES = {
    "P90: the first player can call others, or play against the computer": lobby("rattus", seat(0)),
    "P91, P93: who is ready, a kept seat, a changed option; the host is named wherever they sit": lobby(
        "rattus", seat(0), seat(1, ready=False), invited=(HAL,), changed=("pace",), host_id=102
    ),
    "P94, P96: a full lobby counts who is not ready and says when it closes; a computer's seat can be given up": lobby(
        "rattus", *MIXED, closes_at=NOON + 7 * DAY, votes=(STARTS,)
    ),
    "four people": OF_FOUR,
    "a live lobby isn't kept": replace(OF_FOUR, options={**OF_FOUR.options, "pace": "live"}),
    "a kept seat is not free": lobby("rattus", seat(0), seat(1), invited=(HAL, replace(HAL, player=9, name="Ida"))),
    "in a DM for one person and computers": lobby("messina", seat(0), place=DM),
    "in a DM a game for several": lobby("rattus", seat(0), place=DM),
    "in the language of the table": lobby("rattus", seat(0), language="de"),
    "a warning about the cards": lobby("rattus", seat(0), seat(1), seat(2), options=FEW_CARDS),
    "four need no warning": lobby("rattus", *MIXED, options=FEW_CARDS),
    "other votes are below": lobby("rattus", seat(0), seat(1), votes=VOTED),
    "after the start": STARTED,
    "after the end it says the same": replace(STARTED, status=TableStatus.OVER),
    "closed": CLOSED,
    "closed by a moderator": replace(CLOSED, closer="Mo"),
}


@pytest.mark.parametrize("case", LOBBIES)
def test_a_lobby_shows_players_settings_and_what_it_waits_for(case: str) -> None:
    assert_kept(case, lines_of(lobby_post(LOBBIES[case])))


@pytest.mark.usefixtures("toy")
def test_a_game_that_computers_do_not_play_offers_none() -> None:
    alone = lobby("toy", seat(0))
    assert_kept("no computer plays it", lines_of(lobby_post(lobby("toy", seat(0), seat(1), seat(2)))))
    assert_kept("no computer plays it with one", lines_of(lobby_post(alone)))
    assert table_words.seats_at(replace(alone, place=DM)) == ()
    assert table_words.seats_at(alone) == (2, 3)


@pytest.mark.parametrize("counts", [(1,), (1, 2)])
def test_a_game_for_one_or_for_two_gathers_as_many(monkeypatch: pytest.MonkeyPatch, counts: tuple[int, ...]) -> None:
    """The lobby's text fits a game for one or two players, because a third game may be for one person only."""
    rattus = GAMES["rattus"]
    monkeypatch.setitem(GAMES, "rattus", replace(rattus, rules=replace(rattus.rules, seats=counts)))
    assert_kept(f"a game for {counts}", lines_of(lobby_post(lobby("rattus", seat(0)))))


def test_a_lobby_that_has_moved_says_where_it_is() -> None:
    moved = posts.moved_away(running("rattus", seat(0), place=Place(77, 7)))
    assert texts(moved) == ["This channel’s Rattus table continues in <#77>."]


PLAIN = running("rattus", waiting(0), seat(1))
BUSY = running(
    "rattus", waiting(0, away=True), computer(1, person=True, user_id=102), seat(2, vacant=True),
    votes=(vote(VoteKind.RETURN_SEAT, seat=1), vote(VoteKind.PACE, "brisk"), vote(VoteKind.UNDO, "3", number=5)),
    sleeps_at=NOON,
    paused_until=NOON + DAY,
)  # fmt: skip
BOARDS = {
    "two players": (PLAIN, "turn"), "nothing to replay": (PLAIN, ""),
    "rounds": (running("messina", waiting(0), seat(1)), "round"), "all that can be done": (BUSY, "turn"),
    "asleep": (replace(BUSY, asleep_since=NOON), "turn"),
    "its own seat isn't taken back": (replace(PLAIN, seats=(waiting(0), computer(1))), "turn"),
}  # fmt: skip


@pytest.mark.parametrize("case", BOARDS)
def test_the_buttons_of_a_running_game_are_its_own_and_those_of_the_table(case: str) -> None:
    info, again = BOARDS[case]
    assert_kept(f"buttons: {case}", rows(pressable(board_rows(info, 6, W, again))))


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("game", ["rattus", "messina", "toy"])
def test_the_buttons_of_a_game_that_is_over(game: str) -> None:
    """No computer player can play the toy game, so it has no review."""
    over = running(game, waiting(0, away=True), seat(1, vacant=True), status=TableStatus.OVER, sleeps_at=NOON)
    cancelled = replace(over, status=TableStatus.CANCELLED)
    found = [*pressable(board_rows(over, 6, W, "game")), *pressable(board_rows(cancelled, 6, W, ""))]
    assert_kept(f"buttons: {game} is over, and cancelled", rows(found))


def test_P61_only_a_shared_table_offers_what_now() -> None:
    """P61: a lobby or a game of a single person doesn't ask what to do about a late player."""
    late = (waiting(0, away=True), seat(1))
    assert [one.seat for one in posts.late_seats(running("rattus", *late))] == [0]
    assert posts.late_seats(lobby("rattus", *late)) == []
    assert posts.late_seats(running("rattus", late[0], computer(1))) == []
    assert posts.late_seats(running("rattus", waiting(0), seat(1))) == []


REMINDED: dict[str, Any] = {"reminded": NOON + 2 * HOUR, "due_since": NOON - DAY}
TROUBLED = running(
    "rattus", seat(0, **REMINDED, late_from=NOON + DAY), seat(1, **REMINDED, late_from=NOON, away=True),
    seat(2, **REMINDED),
    seat(3, **REMINDED, vacant=True, freed=True, away_until=NOON + DAY),
    votes=(vote(VoteKind.PACE, "brisk"), vote(VoteKind.RETURN_SEAT, seat=1), vote(VoteKind.SLEEP)),
    sleeps_at=NOON + DAY,
    paused_until=NOON + 2 * DAY,
)  # fmt: skip
AWAY = running(
    "rattus", seat(0, reminded=NOON, away_until=NOON + DAY),
    computer(1, person=True, user_id=102, away_until=NOON + DAY), seat(2, vacant=True), computer(3),
    colours=(3, 2, 1, 0),
)  # fmt: skip


def test_P49_a_board_names_everything_else_that_the_table_waits_for() -> None:
    """P49: the board names everything that the table waits for. P3: deadlines are Discord timestamps."""
    asleep = replace(TROUBLED, asleep_since=NOON + HOUR)
    for case, info in {"in trouble": TROUBLED, "people who are away": AWAY, "asleep": asleep}.items():
        assert_kept(f"state: {case}", table_state(info, W).split("\n"))
    assert table_state(running("rattus", waiting(0), seat(1)), W) == ""


def test_P33_a_board_begins_with_the_pings_and_their_reason() -> None:
    assert posts.call(THREE, [], W) == ""
    over = replace(THREE, status=TableStatus.OVER, place=DM)
    assert posts.call(over, [0], W) == "<@101>, the game is over: Rattus in our DM."


def test_P84_the_first_line_of_a_turn_has_its_number() -> None:
    assert numbered(3, ["a", "b"]) == ["**3.** a", "b"]
    assert numbered(0, ["a", "b"]) == ["a", "b"]
    assert numbered(3, []) == []


def about(kind: VoteKind, what: str = "", seat: int | None = None) -> list[Vote]:
    """Return a vote of three people at three moments: with one yes, a yes and a no, and three yes votes."""
    first = vote(kind, what, seat=seat, voters=(0, 1, 2), answers={0: True})
    return [first, replace(first, answers={0: True, 2: False}), replace(first, answers=dict.fromkeys(range(3), True))]


FREE = vote(VoteKind.FREE_SEAT, seat=1, closes=None)
BACK = vote(VoteKind.RETURN_SEAT, seat=1)
VOTES = {
    "P47: the pace": about(VoteKind.PACE, "brisk"), "P47: a pause": about(VoteKind.PAUSE, f"{AT} 3"),
    "P47: sleep": about(VoteKind.SLEEP), "P47: another place": about(VoteKind.MOVE, "77 9"),
    "P55: by the majority, to free a seat": about(VoteKind.FREE_SEAT, seat=1),
    "P55: by the majority, a computer that plays for the late": about(VoteKind.STAND_IN, seat=1),
    "P47: the end": about(VoteKind.CLOSE),
    "P47: another start": about(VoteKind.START_OVER),
    "P52: a seat, before the late player has been notified": [FREE],
    "P116: a moderator's": [replace(FREE, what="moderator", by=None, seat=2)],
    "P62: between two people alone": [vote(VoteKind.CLOSE, closes=None)],
    "a seat that is wanted back": [BACK],
    "a place that is gone": [vote(VoteKind.MOVE, "77 gone")],
    "P94: the start, by being ready": about(VoteKind.START),
    "P71: an undone turn, with the number of moves of others since": [
        vote(VoteKind.UNDO, what, answers={0: True, 1: True}) for what in ("3 0:2", "3 0:2 1:1", "3 0:1 1:1 2:2")
    ],
}  # fmt: skip


@pytest.mark.parametrize("case", VOTES)
def test_a_vote_shows_its_subject_its_condition_and_its_deadline(case: str) -> None:
    """The text may show who started the vote, but not who else has voted, or how."""
    told = [vote_text(THREE, one, W) for one in VOTES[case]]
    assert_kept(f"vote: {case}", [*told, *rows(pressable([vote_buttons(THREE, VOTES[case][0], W, 1, 6)]))])


def test_a_vote_for_one_player_is_shown_to_nobody_else() -> None:
    assert table_words.to_all(replace(THREE, votes=(BACK, FREE))) == [FREE]


def test_settings_begin_with_the_main_ones_and_in_brief_are_those_that_differ() -> None:
    two = running("messina", seat(0), seat(1), options={"big_fire": "printed", "pace": "daily"}, changed=("confirm",))
    every = option_lines(two, W)
    assert_kept("settings in brief", option_lines(two, W, brief=True))
    assert_kept("all settings begin so", every[:6])
    assert len(every) == len(set(every)) == len(table_words.options_at(two))
    unsettled = replace(two, changed=tuple(two.options))
    assert option_lines(unsettled, W, brief=True) == option_lines(unsettled, W), "nothing is left out"
    assert all(line.endswith("*(changed)*") for line in option_lines(unsettled, W))


def test_options_are_those_that_matter_with_as_many_players_as_there_may_be() -> None:
    def known(info: TableInfo) -> set[str]:
        return {option.id for option in table_words.options_at(info)}

    one, two = lobby("messina", seat(0)), lobby("messina", seat(0), seat(1))
    alone = {"solo_bonus_scope", "solo_reshuffle"}
    assert known(one) - known(two) == alone
    assert known(two) - known(one) == set()
    assert known(running("messina", seat(0))) >= alone
    assert "priority_tile" not in known(running("messina", seat(0)))
    assert "priority_tile" in known(two)
    with_tile = replace(two, options={**two.options, "priority_tile": "on"})
    assert known(two) - known(with_tile) == {"round4_order"}
    assert "hexes" in known(two)
    assert "hexes" not in known(lobby("rattus", seat(0))), "its board has none"
    start = {len(seats): {option.id: option.values for option in table_words.options_at(running("rattus", *seats))}
             for seats in ([seat(0), seat(1)], [seat(0), seat(1), seat(2)])}  # fmt: skip
    assert [start[count]["start"] for count in (2, 3)] == [("lot", "0", "1"), ("lot", "0", "1", "2")]


def test_the_language_of_a_table_begins_with_the_present_one() -> None:
    assert table_words.language_option(running("rattus", language="hu")).values == ("hu", "en", "de", "pl")
    assert table_words.language_option(running("rattus", language="xx")).values[0] == "en"


def test_pace_and_proof_are_shown_where_they_mean_something() -> None:
    assert table_words.pace_text(THREE, W) == "-# Pace: a move every few days; late after 7 days"
    assert table_words.pace_text(running("rattus", seat(0), computer(1)), W) == ""
    assert table_words.proof_text(THREE, W) == ""
    assert table_words.proof_text(replace(THREE, seed="abc"), W) == (
        "-# Seed `abc`. Its SHA-256 fingerprint `0123456789abcdef` was fixed before the start."
    )


LINES = (
    *((LineKind.AWAY, "Ann", f"{AT} {AT + 9}"), (LineKind.REST, "Ann", f"{AT}"), (LineKind.LANGUAGE, "Ann", "de")),
    *((LineKind.PACE, "Ann", "daily"), (LineKind.PACE, "", "daily"), (LineKind.JOIN, "Ann", "")),
    *((LineKind.VOTE, "Ann", "free 2"), (LineKind.ASK, "Ann", "standin 1")),
    *((LineKind.SLEEP, "", ""), (LineKind.SLEEP, "Ann", MODERATOR), (LineKind.SLEEP, "Ann", BY_ONE)),
    *((LineKind.GONE, "\u200b", ""), (LineKind.WAKE, "Doc", "")),
    *((LineKind.SIMPLER, "Doc", ""), (LineKind.SIMPLER, "🤖 Doc", "")),
)


def test_a_line_of_the_log_says_what_was_done_by_whom() -> None:
    """Each line names the person who acted, unless nobody did. Ben is the other person."""
    lines = [LogLine(3, kind, 0, name, text, NOON) for kind, name, text in LINES]
    told = [event_sentence(event_text(line) or "", line, "Ben", W) for line in lines]
    assert_kept("log lines", told)


def test_every_kind_of_vote_says_what_it_is_about() -> None:
    assert PROPOSALS.keys() == set(VoteKind)
    assert ASKED.keys() == {*VoteKind} - {VoteKind.START, VoteKind.RETURN_SEAT}


def test_every_notification_about_a_table_has_a_text() -> None:
    silent = {kind for kind, one in KINDS.items() if not one.text}
    assert silent == {NoticeKind.MEMBER_CHECK}, "the check is never sent"
    assert {*NoticeKind} - KINDS.keys() == {NoticeKind.DIGEST, NoticeKind.BACK, NoticeKind.UNKNOWN}


def test_texts_that_begin_with_a_small_letter_get_a_capital_one_in_a_dm() -> None:
    assert {kind for kind, one in KINDS.items() if one.text[:1].islower()} == set(WITHOUT_CAPITAL)


def test_every_act_shown_in_posts_has_a_text() -> None:
    assert set(SHOWN_IN_POSTS) <= EVENTS.keys()
    reminders = {NoticeKind.FIRST_REMINDER, NoticeKind.SECOND_REMINDER, NoticeKind.NUDGE}
    assert EVENTS.keys() <= {*LineKind, *reminders}


def test_posts_leave_out_seats_votes_and_the_state_of_the_table() -> None:
    """P142: a post has separate texts for seats, votes and the table's state, which are removed when no longer true."""
    of_people = EVENTS.keys() & {*LineKind}
    seats, votes = {LineKind.JOIN, LineKind.LEAVE, LineKind.FREE}, {LineKind.YES, LineKind.UNVOTE}
    states = {LineKind.AWAY, LineKind.LATE, LineKind.STANDIN}
    others = {LineKind.MORE, LineKind.PLACE, LineKind.CANCEL}
    assert of_people - set(SHOWN_IN_POSTS) == seats | votes | states | others
