"""The decisions of every act in many situations are as in `decided.txt`, which a person has read and approved."""

from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from rules.errors import RulesError
from rules_service import Person, Place, acts, escalation, lobby, turn_timers, votes
from rules_service.act import Case, Decision, quiet_change
from rules_service.options import read_options, write_options
from rules_service.table_info import info_of
from storage import Change, InvitedRow, LineKind, LogRow, TableRow, VoteKind, VoteRow
from storage.records import Absence, Stop
from tests.kept import kept
from tests.rules_service import rows
from tests.rules_service.house import NOON
from tests.rules_service.rows import DAY, HOUR, computer, seat, table, waiting
from tests.rules_service.telling import differences, text
from tests.rules_service.toy import TOY

pytestmark = pytest.mark.kept

NOW = NOON + 10 * DAY
GAME = replace(TOY, seats=(2, 3, 4, 5))
STRANGER, NEWCOMER = Person(199, "Zoe"), 9
THERE = Place(11, 8, 3)


def log(*kinds: tuple[LineKind, int | None, int | None, str]) -> tuple[LogRow, ...]:
    """Return a log of these lines, each given as kind, seat, player and text, all written an hour ago."""
    return tuple(
        LogRow(number, kind, one, player, None, "", NOW - HOUR, text, "")
        for number, (kind, one, player, text) in enumerate(kinds, 1)
    )


STARTED = log(
    (LineKind.JOIN, 2, NEWCOMER, ""), (LineKind.START, None, 1, ""), (LineKind.JOIN, 1, NEWCOMER, ""),
    (LineKind.MORE, 2, 3, ""), (LineKind.KEEP, 0, 1, ""),
)  # fmt: skip


def vote(number: int, kind: VoteKind, about: int | None = None, **values: Any) -> VoteRow:
    """Return an open vote that the first player has started and voted for."""
    given: dict[str, Any] = {"what": "", "player": 1, "opened": NOW - DAY, "closes": NOW + DAY, "answers": {1: True}}
    return VoteRow(number, kind, seat=about, **given | values)


def situations() -> Iterator[tuple[str, TableRow, str]]:
    """Yield tables in all kinds of states, each with its name and the acts to try there."""
    known = {"zone": "Europe/Berlin"}
    pause = (Stop(NOON + 2 * DAY, NOON + 4 * DAY),)
    gone = (Stop(NOON + DAY, NOON + 9 * DAY, away=True),)
    late = waiting(1, second_reminder_at=NOON + 2 * DAY, late_since=NOON + 3 * DAY, reminded=NOON + 2 * DAY)
    told = replace(late, final_warning_at=NOW - HOUR, presence_count=1, extra_time=True)
    open_votes = (
        vote(1, VoteKind.SLEEP), vote(2, VoteKind.PACE, what="brisk"), vote(3, VoteKind.FREE_SEAT, 1, closes=None),
        vote(4, VoteKind.CLOSE, player=3, answers={3: True}), vote(5, VoteKind.UNDO, what="2 0:3", player=1),
        vote(6, VoteKind.RETURN_SEAT, 2, player=8, answers={}),
        vote(7, VoteKind.STAND_IN, 1, ended=NOW - DAY, outcome="failed"),
        vote(8, VoteKind.MOVE, what="11 8 3", opened=NOW - 3 * DAY, answers={1: True, 4: True}),
        vote(9, VoteKind.PAUSE, what=str(int((NOW + DAY).timestamp()))),
    )  # fmt: skip
    people = (seat(0, acted_at=NOW - HOUR), seat(1, acted_at=NOW - 2 * DAY, favourite="blue"))
    in_lobby = "set_options ready start leave choose_colour add_computer remove invite join decline"
    yield (
        "a lobby of two, the guest is not ready",
        rows.lobby(*people),
        f"{in_lobby} close keep_awake set_language free move close_as_moderator free_as_moderator more_time"
        " propose_pause sleep_as_moderator ask_for_seat",
    )
    asked = (vote(5, VoteKind.START, closes=NOW + HOUR), vote(6, VoteKind.START, ended=NOW - DAY, outcome="failed"))
    invited = (InvitedRow(9, NOW + DAY, 199, "Zoe"), InvitedRow(8, NOW - DAY, 108, "H"))
    mixed = (*people, computer(2, colour=1), seat(3, acted_at=NOW - HOUR, colour=3))
    yield "a lobby of four that is asked, one is invited", rows.lobby(*mixed, votes=asked, invited=invited), in_lobby
    ready = (people[0], replace(people[1], acted_at=NOW - DAY), *mixed[2:], seat(4, acted_at=NOW))
    row = rows.lobby(*ready, kept_open_at=NOW - DAY)
    yield "a full lobby, all are ready", row, "start join add_computer"
    row = rows.lobby(seat(0), seat(1), pace="live")
    yield "a live lobby whose host is away", row, "free free_as_moderator start close ready"
    closed = write_options({**read_options(rows.lobby().options), "entry": "invited", "picture": "wide"})
    row = rows.lobby(seat(0), seat(1), options=closed, sleep_warned_at=NOW - DAY, changed=("pace", "size"))
    yield "a lobby for the invited whose host was asked whether to keep it", row, "join keep_awake set_options"
    row = rows.lobby(seat(0), seat(1), game="chess", options=write_options({"pace": "daily", "board": "round"}))
    yield "a lobby of a game that this version does not know", row, "leave close"
    yield (
        "a game in which the first player has to move",
        table(waiting(0, NOW - HOUR), seat(1), seat(2)),
        "leave join more_time confirm_presence propose propose_pause end_pause move close set_language keep_awake"
        " note_absence note_return mark_left_server start_over sleep free close_as_moderator take_seat_back wake"
        " remove decline ready start",
    )
    without = "free free_as_moderator close start_over sleep start_reply_window close_as_moderator"
    yield (
        "a game with a late player",
        table(seat(0), late, waiting(2, NOW - HOUR, only_end_left=True), seat(3)),
        f"{without} confirm_presence more_time sleep_as_moderator",
    )
    yield (
        "a game with a late player and all kinds of votes",
        table(seat(0), told, waiting(2, NOW - HOUR, moved=False), seat(3), votes=open_votes),
        "answer leave confirm_presence start_reply_window propose close free sleep_as_moderator ask_for_seat move",
    )
    never = replace(late, seat=2, player=3, user_id=103, name="P2", moved=False)
    yield (
        "two late players, one who never moved, and a computer",
        table(seat(0), late, never, computer(3), pace="brisk"),
        without,
    )
    free = waiting(1, NOON + DAY, vacant=True, freed=True)
    yield (
        "a game with a free seat",
        table(seat(0), free, seat(2, vacant=True, user_id=None), seat(3)),
        "join ask_for_seat leave sleep close_as_moderator",
    )
    yield (
        "alone against computers",
        table(waiting(0, acted_at=NOON + DAY), computer(1), computer(2)),
        "leave propose move sleep close more_time confirm_presence",
    )
    here = Absence(NOW - DAY, NOW + DAY, computer=False)
    yield (
        "a stand-in plays, another is away",
        table(waiting(0, NOW - DAY, computer="steady"), waiting(1, NOW - DAY, absence=here), seat(2)),
        "take_seat_back close free leave",
    )
    here = Absence(NOW - DAY, NOW + DAY, computer=True)
    row = table(seat(0), waiting(1, NOW - DAY, absence=here), seat(2, user_id=None))
    yield "a computer plays for who is away", row, "leave_if_forgotten close note_return"
    row = table(waiting(0, NOW - HOUR / 2), seat(1), pace="live", kept_open_at=NOW - HOUR)
    yield "an evening", row, "propose propose_pause confirm_presence"
    yield (
        "no pace, and a player who has left the server",
        table(waiting(0, left_server_at=NOW - DAY), waiting(1, hours=known), seat(2), pace="none"),
        "free mark_left_server confirm_presence more_time",
    )
    away_and_back = waiting(1, stops=gone, acted_at=NOON + 9 * DAY)
    row = table(waiting(0, stops=pause, hours=known), away_and_back, seat(2), pace="brisk")
    yield "waits that stopped for a while", row, "more_time free note_return"
    row = table(waiting(0, NOW - DAY, reminded=NOW - HOUR), seat(1), paused_until=NOW + DAY, guild_id=None)
    yield "a paused game", row, "end_pause propose_pause move"
    row = table(waiting(0, NOON - 9 * DAY, late_since=NOON), seat(1), seat(2), sleep_warned_at=NOW - 7 * DAY)
    yield "a game that will sleep", row, "keep_awake sleep close_as_moderator"
    yield "a game asleep", table(seat(0), seat(1), asleep_since=NOON), "wake close leave"
    yield "a game that has ended", table(seat(0), seat(1), status="over", ended=NOW, closer="M"), "join wake"


def decisions(names: str) -> Iterator[tuple[str, Decision]]:
    """Yield a description and the act for each set of arguments to try. ``names``: acts, separated by spaces."""
    given: dict[str, list[tuple[Any, ...]]] = {
        "set_options": [({"confirm": "off", "pace": "daily"},), ({"size": "large"},)],
        "add_computer": [("casual",)], "remove": [(1,)], "invite": [([],)], "choose_colour": [(1,), (None,)],
        "join": [(), (1,)], "move": [(THERE,), (Place(12, 7),)], "set_language": [("de",), ("en",)], "free": [(), (2,)],
        "free_as_moderator": [(), (1,)],
        "propose": [(VoteKind.PACE, "brisk"), (VoteKind.PACE, "none"), (VoteKind.UNDO, "2 0:3")],
        "propose_pause": [(3,)],
        "answer": [(number, yes) for number in range(2, 9) for yes in (True, False)],
        "wake": [(THERE,)],
        "note_absence": [(NOW, NOW + DAY)],
        "mark_left_server": [(0, 1)],
        "start_reply_window": [(1,)],
    }  # fmt: skip
    more = {"free": acts.free(computer=True), "move": acts.move(THERE, gone=True)}
    for name in names.split():
        for arguments in given.get(name, [()]):
            yield f"{name} {text(arguments) if arguments else ''}".strip(), getattr(acts, name)(*arguments)
        if name in more:
            yield f"{name} otherwise", more[name]


def told(row: TableRow, change: Change | None) -> str:
    """Return, as text, everything that a change would change, including timers."""
    if change is None:
        return "nothing"
    found, change = [], turn_timers.with_timers(row, change)
    for one in fields(change):
        value = getattr(change, one.name)
        if one.name in ("table_id", "after", "at") or value == (row.number if one.name == "since" else one.default):
            continue
        if one.name == "seats":
            known = {seat.player: seat for seat in row.seats}
            for now in value:
                said = differences(known[now.player], now) if now.player in known else text(now)
                found += [f"player {now.player}: {said}"] * bool(said)
            found += [f"{len(value)} seats"] * (len(value) != len(row.seats))
        elif one.name == "options":
            new, old = msgspec.json.decode(value, type=dict[str, str]), read_options(row.options)
            found.append(f"options: {text({name: new[name] for name in new if old.get(name) != new[name]})}")
        elif one.name == "votes":
            before = {vote.number: vote for vote in row.votes}
            for vote in value:
                said = differences(before[vote.number], vote) if vote.number in before else text(vote)
                found.append(f"vote {vote.number}: {said}")
        elif isinstance(value, tuple) and one.name != "place":
            found += [f"{one.name.removesuffix('s')} {text(part)}" for part in value]
        else:
            found.append(f"{one.name}={text(value)}")
    return "; ".join(found)


def story(name: str, row: TableRow, tried: str) -> Iterator[str]:
    """Yield lines about everything visible and due at a table, and what each person may and may not do."""
    yield f"# {name}"
    world: Any = SimpleNamespace(clock=SimpleNamespace(now=lambda: NOW), games={"toy": GAME}, infos={})
    info = info_of(world, row)
    usual = read_options(table().options)
    options = {name: value for name, value in info.options.items() if value != usual.get(name)}
    yield f"table: {text(replace(info, seats=(), votes=(), options=options))}"
    yield from (f"seat: {text(one)}" for one in info.seats)
    yield from (f"vote: {text(one)}" for one in info.votes)
    yield f"late: {told(row, escalation.mark_late(row, NOW))}"
    yield f"expired: {told(row, votes.expired(row, NOW + 2 * DAY))}"
    for one in (one for one in row.votes if one.ended is None):
        agreed = replace(one, closes=NOW, answers=dict.fromkeys((seat.player for seat in row.seats), True))
        yield f"all are for {one.number}: {told(row, votes.with_outcome(row, agreed, quiet_change(row, NOW), NOW))}"
    awake = escalation.evening_over if turn_timers.is_live(row) else escalation.due_change
    due = lobby.due_change if row.started is None else awake
    yield f"due: {told(row, due(row, NOW + 2 * DAY))}"
    yield f"reminders: {text([turn_timers.reminders(row, one) for one in row.seats])}"
    checked = replace(row, seats=tuple(replace(one, next_at=NOW) for one in row.seats if one.due_since))
    yield f"next: {text(turn_timers.reschedule(checked, NOW, NOW + 6 * HOUR))}"
    seated = [Person(one.user_id, one.name) for one in row.seats if one.user_id is not None]
    people = [*(seated if row.votes else seated[:2]), STRANGER]
    refused: dict[str, list[str]] = {}
    for what, decision in decisions(tried):
        said: dict[str, list[str]] = {}
        for person in people:
            player = next((one.player for one in row.seats if one.user_id == person.id), NEWCOMER)
            case = Case(row, GAME, person, NOW, player, STARTED, others={8: True, 7: False}, waiting=(1,))
            try:
                said.setdefault(told(row, decision.decide(case, decision.who(case))), []).append(person.name)
            except RulesError as error:
                why = f"{type(error).__name__}: {error.template[:40]} {text(error.values)}"
                refused.setdefault(why, []).append(f"{what}, {person.name}")
        yield from (f"{what}, {' '.join(names)}: {done}" for done, names in said.items())
    yield from (f"{why}: {'; '.join(sorted(some))}" for why, some in refused.items())


def test_everything_is_decided_as_it_was() -> None:
    now = "".join(f"{line}\n" for each in situations() for line in story(*each))
    assert now == kept(Path(__file__).with_name("decided.txt"), now)
