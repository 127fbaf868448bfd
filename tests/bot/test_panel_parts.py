from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.panels import lobby_panel
from bot.panels.lobby_panel import option_pages, option_rows
from bot.panels.opening import NewTable, read_new_table
from bot.panels.search import new_search
from bot.panels.table_acts import back_button, more_time_said, presence_said, vote_progress, with_late_times
from bot.panels.turn import SAME_GAIN, hint_text, hints_allowed
from bot.panels.turn_parts import Turn
from computer_players.advantage import Advantage
from computer_players.search import PlanAdvice
from rules_service import TableInfo, Vote
from rules_service.pace import PACE_OPTION
from storage import VoteKind
from tests.bot.infos import DAY, NOON, computer, lobby, running, seat, snapshot, vote, waiting
from tests.bot.story import rows_of
from tests.kept import kept_case
from wording import words

W = words("en")
ANN, BEN = seat(0), seat(1)
CALLED = {"late_from": NOON + DAY}


def test_options_without_a_choice_have_no_place_and_long_ones_end_with_the_chosen_value(monkeypatch: Any) -> None:
    """A select has at most 25 options: the first 24 values and the chosen one."""
    info = lobby("rattus", ANN, BEN)
    pages = option_pages(info)
    late, start = pages[1][:2]
    assert [option.id for option in pages[1]] == ["late_abilities", "start", "confirm", "seating", "entry"]
    only = [msgspec.structs.replace(late, values=("on",)), start]
    monkeypatch.setattr(lobby_panel, "options_at", lambda info: only)
    assert [[option.id for option in page] for page in option_pages(info)] == [["language"], ["start"], []]
    for count in (24, 25):
        long = msgspec.structs.replace(late, values=tuple(f"v{number}" for number in range(count)))
        for chosen in ("v0", "v24", "on"):
            *_, select = option_rows(replace(info, options={long.id: chosen}), long, 3, W)
            assert not isinstance(select, str)
            values = [option.value for option in select[0].options]  # type: ignore[attr-defined]
            assert values == [*long.values[:24], *[chosen] * (chosen not in long.values[:24])]
            assert [option.value for option in select[0].options if option.default] == [chosen]  # type: ignore[attr-defined]


def test_a_new_table_and_a_search_are_read_back_from_an_id() -> None:
    for new in (
        NewTable("rattus"),
        NewTable("rattus", thread=True),
        NewTable("messina", alone=True),
        NewTable("messina", thread=True, against="strong"),
    ):
        assert read_new_table(str(new)) == new
    assert str(NewTable("messina", thread=True, alone=True)) == "messina thread alone"
    assert str(new_search("rattus", "420", "daily")) == "rattus 24 daily"
    assert str(new_search("messina", "", "?")) == f"messina 234 {PACE_OPTION.default}"
    assert new_search("chess").game == "rattus"


def assert_kept(case: str, now: list[str]) -> None:
    """Check that these texts are those kept for this case."""
    assert now == kept_case(Path(__file__).with_name("kept") / "panel_parts.json", case, now)


@pytest.mark.kept
def test_p52_the_asker_sees_what_a_vote_waits_for() -> None:
    """P52: the answer says whether a vote waits for the others, for a late player or for nothing, and until when."""
    table = running("rattus", ANN, waiting(1, **CALLED))
    about, close = vote(VoteKind.FREE_SEAT, seat=1), vote(VoteKind.CLOSE)
    voted = replace(about, answers={0: True}, voters=(0,))
    cases: dict[str, tuple[tuple[Vote, ...], int | None]] = {
        "done": ((), None), "another vote": ((close,), 1), "the others": ((about,), 1),
        "the others, about any seat": ((about,), None), "about another seat": ((about,), 0),
        "the time of the late player": ((close, voted), 1),
        "the notice to the late player": ((replace(voted, closes=None),), 1),
    }  # fmt: skip
    for case, (votes, named) in cases.items():
        now = replace(table, votes=votes)
        assert_kept(case, [vote_progress(now, VoteKind.FREE_SEAT, W, done="Free.", seat=named)])
    asked, late = replace(table, votes=(close,)), table.seats[1]
    assert_kept("to end", [vote_progress(one, VoteKind.CLOSE, W) for one in (table, asked)])
    assert_kept("until when the late have time", [with_late_times("Asked.", asked, W)])
    for one in (replace(late, away=True), replace(late, vacant=True), replace(late, late_from=None)):
        assert with_late_times("Asked.", replace(asked, seats=(ANN, one)), W) == "Asked."
    assert with_late_times("Asked.", table, W) == "Asked."


@pytest.mark.kept
def test_a_returning_player_sees_until_when_the_others_wait() -> None:
    """The time is shown only on the player's turn, and not while they are late. Seats that they left don't count."""
    left = seat(1, user_id=101, vacant=True, away=True)
    mine = (waiting(0, **CALLED), waiting(0, away=True, **CALLED), ANN)
    tables = [running("rattus", left, BEN, one) for one in mine]
    assert_kept("back", [presence_said(one, ANN.user_id, W) for one in tables])
    assert_kept("more time", [more_time_said(tables[0], ANN.user_id, W)])


def test_p71_an_undo_is_asked_for_at_a_running_table_of_several_that_allows_it() -> None:
    def shown(info: TableInfo) -> list[str]:
        return rows_of([back_button(info, W)])[1:]

    assert shown(running("rattus", ANN, BEN)) == ["  [Ask to undo] grey m1:5:-:0:back:"]
    assert shown(running("rattus", ANN, computer(1))) == ["  [Undo my turn] grey m1:5:-:0:back:"]
    for none in (
        running("rattus", ANN, BEN, options={"take_back": "never"}),
        running("messina", ANN),
        lobby("rattus", ANN, BEN),
    ):
        assert not shown(none)


def test_hints_are_for_tables_that_allow_them() -> None:
    """By default only tables with a single person allow hints."""
    for seats, wanted, allowed in (
        ((ANN, computer(1)), "alone", True),
        ((ANN, BEN), "alone", False),
        ((ANN, BEN), "always", True),
        ((ANN, computer(1)), "never", False),
    ):
        assert hints_allowed(running("rattus", *seats, options={"hints": wanted})) == allowed


def test_a_hint_says_what_matters_why_and_what_is_second_best() -> None:
    """A move that is up to half a point worse is about as good. Reasons are given in words, not in expected points."""
    info = running("messina", ANN, BEN)
    now = snapshot(info)
    turn = Turn(now, now.table.due()[0].seat, "en")
    then = "Then: Hex action: 1 coin and any overseer step; Nun overseer: step 1, nobody is there."
    for advice, said in (
        (PlanAdvice(["go home h6"]), "Nothing else is possible."),
        (PlanAdvice(["go home h6"], "go home h3", SAME_GAIN), "**E · Hex 3** is about as good."),
        (PlanAdvice(["go home h6"], "go home h3", 0.6), "Second best: **E · Hex 3**."),
        (
            PlanAdvice(["go home h6", "act 1", "advance nun on"], "go home h3", 0.6),
            f"{then} Second best: **E · Hex 3**.",
        ),
        (
            PlanAdvice(["go home h6"], "go home h3", 0.6, Advantage("citizens", 3, 2)),
            "By the next turn: 3 citizens instead of 2. Second best: **E · Hex 3**.",
        ),
    ):
        assert hint_text(turn, advice) == f"🤖 **B · Hex 6**: 1 coin and any overseer step. {said}"
    now = snapshot(running("rattus", ANN, BEN))
    [due] = now.table.due()
    for gain in (SAME_GAIN, 0.6):  # If no kind differs by a whole thing, the hint names something in the position.
        text = hint_text(Turn(now, due.seat, "en"), PlanAdvice(due.moves[:1], due.moves[1], gain))
        assert ". Nobody has cubes in Anglia. " in text
