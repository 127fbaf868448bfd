"""Q5: both engines accept every statement in the storage's code. The tests find the statements themselves."""

import ast
import inspect
import sqlite3
import sys
from collections.abc import Collection, Coroutine, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import asyncpg
import pytest

import storage as package
from storage import (
    Change,
    Conflict,
    NewLine,
    NewNotice,
    NewTable,
    NoticeKind,
    PlanRow,
    Post,
    ResultRow,
    SeatRow,
    Storage,
    VoteKind,
    VoteRow,
)
from storage.engine import Engine, Partition
from storage.kinds import ReviewEnd
from storage.part import Part
from storage.records import ChainRow, Claim, DailyRow, SearchEntry, SeatLoss, stamp
from tests.storage.build import NOON, later, open_table

FOLDER = Path(package.__file__).parent
VERBS = ("run", "rows", "many", "insert", "insert_all", "put")  # methods of a transaction
QUERIES = ("query", "_records", "_column", "_moments", "_run")  # methods of a database and of its parts
Place = tuple[str, int]
CHANGE = Change(
    *(1, 1, NOON, (NewLine("cancel", 0, 1),)), status="cancelled", seats=(SeatRow(0, 1),), paused_until=later(60),
    votes=(VoteRow(1, VoteKind.CLOSE, "", None, 1, NOON, None, answers={1: True}),),
    invited=((1, NOON),), notices=(NewNotice(1, "first", NOON, 1, 0, 1),), redraw=True, announce="turn", interaction=5,
)  # fmt: skip
# Arguments for each type of parameter.
SAMPLES: dict[Any, Any] = {
    int: 1, str: "1", bool: True, datetime: NOON, timedelta: timedelta(hours=1), tuple[int, int]: (1, 1),
    tuple[int, int | None, datetime | None]: (0, 1, NOON),
    Change: CHANGE,
    Claim: Claim(1, later(120), (), ()),
    SearchEntry: SearchEntry(1, 100, "Anna", "toy", (2,), "", NOON),
    NewNotice: NewNotice(1, next(iter(NoticeKind)), NOON, 1, 0, 1),
    DailyRow: DailyRow(1, "toy", "print", "digest"),
    ChainRow: ChainRow(1, 9, "root", "anchor"),
    tuple[int, ...]: (1,),
    NewTable: NewTable("toy", 9, 7, None, 1, "seed", "print", "{}", "en"),
    PlanRow: PlanRow(1, ("walk 1",), 1, 1, 1),
    Post: Post(1, 1, 1, 1, "board", True),
    ResultRow: ResultRow(0, 1, 1, (1,)),
    SeatLoss: SeatLoss(0, 1, 0.5),
}  # fmt: skip


def written() -> Iterator[tuple[Place, str]]:
    """Yield each statement's place in the storage's code, and its name if it has one."""
    for path in set(FOLDER.glob("*.py")) - {FOLDER / "engine.py"}:  # engine.py has no statements of its own
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(value=on, attr=verb), args=[*_, ast.expr()] as given):
                    if verb in QUERIES or (verb in VERBS and isinstance(on, ast.Name) and on.id == "db"):
                        sql = given[verb == "_records"]
                        yield (path.name, node.lineno), sql.id if isinstance(sql, ast.Name) and sql.id.isupper() else ""


def sample(kind: Any, *, full: bool) -> Any:
    """Return a value of this type. ``full``: give optional values, too."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (UnionType, Union):
        return sample(inner[0], full=full) if full else None
    if kind in SAMPLES:
        return SAMPLES[kind]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return next(iter(kind))
    if origin is Mapping or (origin is not None and issubclass(origin, Mapping)):
        return {sample(inner[0], full=full): sample(inner[1], full=full)} if full else {}
    if origin is not None and issubclass(origin, Sequence | Collection):
        return [sample(inner[0], full=full)] if full else []
    raise LookupError(f"what is a {kind}?")


def calls(part: object, *, full: bool) -> Iterator[Coroutine[Any, Any, Any]]:
    """Yield a call of every method of a part of the storage, with sample arguments."""
    for name, method in inspect.getmembers(part, inspect.iscoroutinefunction):
        if not name.startswith("_") and name not in ("open", "close"):
            kinds = get_type_hints(method)
            parameters = inspect.signature(method).parameters.items()
            given = [key for key, one in parameters if key != "db" and (full or one.default is one.empty)]
            yield method(**{key: sample(kinds[key], full=full) for key in given})


def note_caller(places: set[Place]) -> None:
    """Record the place in the code that called this function's caller."""
    frame = sys._getframe(2)
    places.add((Path(frame.f_code.co_filename).name, frame.f_lineno))


class Noting:
    """A connection that records which places in the code use it."""

    def __init__(self, db: Any, places: set[Place]) -> None:
        self._db, self._places = db, places

    def __getattr__(self, verb: str) -> Any:
        note_caller(self._places)
        return getattr(self._db, verb)


async def test_q5_every_statement_is_understood(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[Place] = set()

    async def forgotten() -> list[tuple[int, int]]:
        return [(1, stamp(later(60)))]

    monkeypatch.setattr(storage.database, "forgotten", forgotten)
    for way in ("write", "read"):
        real = getattr(storage.database, way)
        noting = lambda work, real=real, **how: real(lambda db: work(Noting(db, asked)), **how)  # noqa: E731
        setattr(storage.database, way, noting)
    for whole, name in ((Engine, "query"), *((Part, one) for one in QUERIES[1:])):

        def noting_query(real: Any) -> Any:
            def noted(*how: Any, **more: Any) -> Any:
                note_caller(asked)
                return real(*how, **more)

            return noted

        monkeypatch.setattr(whole, name, noting_query(getattr(whole, name)))
    storage.database.partition, storage.database.alone = Partition(), True
    parts = [part for part in vars(storage).values() if type(part).__module__.startswith("storage.")]
    for full in (False, True):
        for user in (1, 100, 101):
            await storage.people.meet(user, "Anna")
        table = await open_table(storage, 20 + full, interaction=77 + full)
        assert table
        await storage.notices.write([NewNotice(1, "first", NOON, table, 0, 1)])
        await storage.tables.append(replace(CHANGE, table_id=table, status="running", votes=(), interaction=99 + full))
        for part in [*parts, storage]:
            for call in calls(part, full=full):
                with suppress(Conflict, sqlite3.IntegrityError, asyncpg.IntegrityConstraintViolationError):
                    await call
        # These statements only run in rare situations.
        await storage.heartbeat.beat(later(1e7 + 1e7 * full), timedelta())
        await storage.reviews.begin(table, 100, NOON)
        await storage.reviews.finish(table, NOON, [SeatLoss(0, 1, 0.5)])
        for end in (ReviewEnd.FINISHED, ReviewEnd.STOPPED):
            await storage.reviews.told(table, end)
        await storage.vacations.begin(1, NOON, later(60), later(60))
        seated = Change(table, 2, NOON, (NewLine("seat", 0, await storage.people.meet(102 + full, "Ben")),))
        await storage.tables.append(seated)
        await storage.people.forget(102 + full, NOON)
        await storage.tables.append(replace(CHANGE, table_id=table, after=3, interaction=88 + full))
        await storage.tables.create(replace(SAMPLES[NewTable], daily=5 + full), NOON)
        assert await storage.dailies.delete_tables(9, 9) == 1
        other, back = await open_table(storage, 40 + full), (NewLine("back", 0, 1, "1", "0123456789abcdef"),)
        assert await storage.plans.write(other, PlanRow(1, ("walk 1",), 1), NOON)
        await storage.tables.append(Change(other, 1, NOON, back, plan=PlanRow(1, revision=1), plans_over=(1,)))
    left = {place: name for place, name in written() if place not in asked}
    known = {name for place, name in written() if name and place in asked}
    assert {place: name for place, name in left.items() if name not in known} == {}
