"""Everything that is stored and returned at each step, while people play at some tables, matches `told.txt`."""

import secrets
import sqlite3
from collections.abc import Awaitable, Iterator
from contextlib import closing
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from rules.errors import RulesError
from rules_service import Outcome, Place, Snapshot, TableInfo, acts
from rules_service.history import moves_of, turns_of
from rules_service.plans import Plan
from storage import NoticeKind, VoteKind
from storage.records import moment
from tests.kept import kept
from tests.rules_service.house import ANNA, BEN, CARA, DAVE, DAY, HERE, House
from tests.rules_service.telling import text

pytestmark = pytest.mark.kept

HOUR = 3600.0
KEYS = {"notices": ("player", "kind", "number", "count")}  # unlike row numbers, these don't depend on failed insertions
SECRET = ("id", "nonce", "digest", "seed", "fingerprint", "key")
Rows = dict[tuple[str, ...], dict[str, str]]
THERE = Place(11, 7, 3)


def shown(value: Any) -> str:
    """Return a stored value as text. Large numbers are times."""
    return text(moment(value)) if isinstance(value, int) and value > 10**12 else text(value)


def everything(database: sqlite3.Connection) -> Rows:
    """Return every row of the file by table and key, without random values."""
    found: Rows = {}
    names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    for [name] in database.execute(names).fetchall():
        rows = database.execute(f"SELECT * FROM {name}").fetchall()
        about = database.execute(f"PRAGMA table_info ({name})").fetchall() if rows else []
        given = KEYS.get(name, [one[1] for one in about if one[5]])
        keys = [one[0] for one in about if one[1] in given]
        told = [one for one in about if one[1] not in (*SECRET, *given)]
        for row in rows:
            key = (name, *(str(row[at]) for at in keys))
            found[key] = {one[1]: shown(row[one[0]]) for one in told if row[one[0]] is not None}
    return found


def changes(before: Rows, after: Rows) -> Iterator[str]:
    """Yield a line for each row that is new, gone or changed."""
    for key in sorted(before.keys() | after.keys()):
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        if old is None or new is None:
            said = "gone" if new is None else ", ".join(f"{name}={value}" for name, value in new.items())
        else:
            names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
            said = ", ".join(f"{name}={new.get(name)}" for name in names)
        yield f"  {' '.join(key)}: {said}"


def answered(result: Any) -> str:
    """Return the result of a step as text, without snapshots, which the rows show."""
    if isinstance(result, Outcome):
        names = ("number", "seat", "events", "public", "crossed_barrier", "turn_over", "announced", "duplicate")
        return text({name: getattr(result, name) for name in names})
    if isinstance(result, TableInfo):
        return f"table {result.id}, line {result.number}, {result.status}"
    if result is None:
        return "nothing"
    if isinstance(result, Plan):
        return text([move.text for move in result.moves])
    parts = result if isinstance(result, tuple) else [result]
    return text([one for one in parts if not isinstance(one, Snapshot)])


class Teller:
    """Takes steps at a house, and notes the changes made by each."""

    def __init__(self, house: House) -> None:
        self.house, self.said = house, list[str]()
        self.file = sqlite3.connect(house.storage.database.path)
        self._rows = everything(self.file)
        house.service.repository.on_announce = lambda table: self.said.append(f"  to announce: {table}")
        house.service.repository.on_computer = lambda table: self.said.append(f"  a computer has to move: {table}")

    async def __call__(self, what: str, work: Awaitable[Any], wait: float = 60) -> Any:
        """Let some seconds pass, take a step, and note its changes. Return its result, or None if it is refused."""
        self.house.clock.wait(wait)
        self.said.append(f"{text(self.house.clock.now())} {what}")
        result = None
        try:
            result = await work
            self.said.append(f"  -> {answered(result)}")
        except RulesError as error:
            self.said.append(f"  -> {type(error).__name__}: {error}")
        self.compare()
        return result

    def compare(self) -> None:
        """Note the changed rows."""
        now = everything(self.file)
        self.said += changes(self._rows, now)
        self._rows = now

    async def act(self, name: str, table: int, person: Any, *how: Any, wait: float = 60, **named: Any) -> Any:
        """Carry out an act at a table."""
        decision = getattr(acts, name)(*how, **named)
        return await self(f"{name} {text(how)}, {person.name}", self.house.service.act(decision, table, person), wait)

    async def play(self, table: int, person: Any, *moves: str) -> None:
        """Play some moves."""
        for move in moves:
            await self(f"{person.name}: {move}", self.house.service.play.move(table, person.id, move))

    async def send(self, wait: float) -> None:
        """Let time pass, then write and send everything that is due."""
        notices = self.house.storage.notices
        await self("what is due", self.house.service.see_to(50), wait)
        for one in await notices.pending(self.house.clock.now() + timedelta(days=1), 50):
            last = one.kind == NoticeKind.SECOND_REMINDER
            await notices.done(one.id, self.house.clock.now(), "sent", last=last)
            if one.kind == NoticeKind.FINAL_WARNING:
                await self.act("start_reply_window", one.table_id or 0, ANNA, one.seat)
        for table in await self.house.storage.outbox.redraws(self.house.clock.now(), 50):
            await self.house.storage.outbox.mark_redrawn(table, self.house.clock.now())
        self.compare()


@pytest.fixture
def teller(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Teller]:
    drawn = count(1)
    monkeypatch.setattr(secrets, "token_hex", lambda length: f"{next(drawn):0{2 * length}x}")
    monkeypatch.setattr(secrets, "choice", lambda some: some[7])
    teller = Teller(house)
    with closing(teller.file):
        yield teller


async def test_the_records_of_a_game_of_three_are_as_kept(teller: Teller) -> None:
    """Play from invitation to result, with moves, undo, a plan, a substitute, a late player, a stand-in and a pause."""
    service, tell = teller.house.service, teller
    opened = service.opening.open(HERE, ANNA, "toy", {"seating": "joined", "start": "0", "pace": "daily"})
    table = (await tell("Anna opens a table", opened)).id
    await tell.act("invite", table, ANNA, [BEN, CARA])
    await tell.act("join", table, BEN)
    await tell.act("decline", table, CARA)
    await tell.act("join", table, CARA)
    await tell.act("set_options", table, ANNA, {"confirm": "off"})
    await tell.act("choose_colour", table, BEN, 3)
    await tell.act("move", table, CARA, Place(50, 8))
    await tell.act("start", table, ANNA)
    await tell.act("ready", table, BEN)
    await tell.act("ready", table, CARA)
    await tell.play(table, ANNA, "walk 1", "walk 2")
    await tell("Anna undoes one", service.play.undo(table, ANNA.id, interaction=5))
    await tell("the same press", service.play.undo(table, ANNA.id, interaction=5))
    for person in (BEN, CARA):
        plan = await service.plans.of(table, person.id)
        for move in ("walk 3", "end"):
            plan = await tell(f"{person.name} plans {move}", service.plans.add(plan, move))
        if person == BEN:
            await tell("Ben lets it be played", service.plans.by_itself(plan, wanted=True))
    await tell.play(table, ANNA, "look", "walk 3")
    await tell("Anna starts over", service.play.undo(table, ANNA.id, None))
    await tell.play(table, ANNA, "end")
    await tell("Ben's plan", service.see_to(50), 66)
    await tell("Ben's plan", service.see_to(50), 1)
    await tell("what Ben may undo", service.read.undo_request(table, BEN))
    asked = (await service.read.undo_request(table, BEN))[1]
    await tell.act("propose", table, BEN, VoteKind.UNDO, asked.text)
    await tell.act("answer", table, ANNA, (await service.read.info(table)).votes[0].number, True)
    await tell.act("answer", table, CARA, (await service.read.info(table)).votes[0].number, True)
    await tell.play(table, BEN, "walk 1", "end")
    plan = await service.plans.of(table, CARA.id)
    await tell("Cara plays her plan", service.plans.play(table, CARA.id, plan.row.revision, interaction=6))
    await tell("the same press", service.plans.play(table, CARA.id, plan.row.revision, interaction=6))
    for person in (ANNA, BEN):
        await tell.play(table, person, "walk 1", "end")
    await tell.act("leave", table, CARA)
    await tell.act("join", table, DAVE)
    await tell.act("more_time", table, DAVE)
    await tell.send(DAY / 2)
    await tell.play(table, DAVE, "walk 1")
    for wait in (DAY / 2, DAY, DAY, DAY, DAY, DAY):
        await tell.send(wait)
    await tell("Ben nudges", service.people.nudge(table, BEN), 0)
    await tell.act("free", table, ANNA, wait=0, computer=True)
    await tell.act("answer", table, BEN, (await service.read.info(table)).votes[0].number, True)
    await tell.send(60)
    await tell.send(2 * DAY)
    await tell("a computer", service.play.computer_due(table), 60)
    number = (await service.read.info(table)).number
    await tell("a computer moves", service.play.move_for(table, 2, "walk 1", "casual", number))
    await tell("Dave takes his seat back", service.people.take_seat_back(table, DAVE))
    await tell.act("propose_pause", table, DAVE, 2)
    number = (await service.read.info(table)).votes[0].number
    for person in (ANNA, BEN):
        await tell.act("answer", table, person, number, True)
    await tell.act("end_pause", table, BEN, wait=HOUR)
    await tell.act("set_language", table, BEN, "de")
    lobby = (await tell("Dave opens a table", service.opening.open(Place(13, 7), DAVE, "toy"))).id
    begins = teller.house.clock.now()
    away = service.people.go_away(DAVE, begins, begins + timedelta(days=3), computer=True)
    await tell("Dave is away", away)
    await tell("Dave is back", service.people.come_back(DAVE), HOUR)
    await tell.act("close", lobby, DAVE)
    await tell.act("sleep_as_moderator", table, CARA)
    away = service.people.go_away(DAVE, begins + timedelta(days=1), begins + timedelta(days=31))
    await tell("Dave will be away", away)
    await tell("Dave stays", service.people.come_back(DAVE))
    other = (await tell("Cara opens a table", service.opening.open(HERE, CARA, "toy"))).id
    await tell.act("wake", table, ANNA, THERE, wait=2 * DAY)
    await tell.act("move", table, ANNA, HERE)
    await tell.act("close", other, CARA)
    await tell.act("move", table, ANNA, HERE)
    await tell.play(table, DAVE, "shout", "walk 2", "end")
    await tell.play(table, ANNA, *["walk 3"] * 3, "end")
    await tell("Anna opens it again", service.opening.open_again(table, ANNA))
    for person in (ANNA, BEN, CARA, DAVE):
        await tell(f"results of {person.name}", service.read.results(person.id))
    snapshot = await service.read.snapshot(table)
    for seat in (None, 0, 2):
        turns = turns_of(snapshot.table, seat)
        tell.said += [f"turns for {seat}: {text(turns)}", f"moves: {text(moves_of(snapshot.table, seat, turns))}"]
        tell.said.append(f"events for {seat}: {text(snapshot.events(seat, 20, 60))}")
    tell.said.append(f"public turns: {text(snapshot.turns(20, 60))}")
    tell.said += [text(line) for line in await service.read.people_lines(table, 7, reminders=True)]
    tell.said.append(text(await service.read.verify(table)))
    now = "\n".join(tell.said) + "\n"
    assert now == kept(Path(__file__).with_name("told.txt"), now)


async def test_the_records_of_a_game_that_starts_over_are_as_kept(teller: Teller) -> None:
    """The game starts over without a player who never moved. The computer in it moves when it has the turn."""
    service, tell = teller.house.service, teller
    opened = service.opening.open(THERE, ANNA, "toy", {"seating": "joined", "start": "1", "pace": "brisk"}, "pl")
    table = (await tell("Anna opens a table", opened)).id
    await tell.act("add_computer", table, ANNA, "strong")
    await tell.act("join", table, BEN)
    await tell.act("start", table, BEN)
    await tell.act("start", table, ANNA)
    for move in ("walk 1", "shout", "end"):
        number = (await service.read.info(table)).number
        await tell(f"the computer: {move}", service.play.move_for(table, 1, move, "strong", number))
    for wait in (DAY / 2, DAY, DAY):
        await tell.send(wait)
    await tell.act("start_over", table, ANNA, wait=0)
    await tell.send(60)
    await tell.send(DAY)
    new = await service.read.table_in(THERE.channel_id)
    await tell.act("join", new.id, CARA)
    await tell.act("start", new.id, ANNA)
    await tell("what is due", service.see_to(50), 20 * DAY)
    await tell("what is due", service.see_to(50), 8 * DAY)
    now = "\n".join(tell.said) + "\n"
    assert now == kept(Path(__file__).with_name("told_anew.txt"), now)
