import dataclasses
import json
import random
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from rules import GAMES
from rules.__main__ import lines
from rules.protocol import MAX_LINE, Request, Session
from tests.kept import kept

ROOT = Path(__file__).parents[2]


class Direct:
    """A session of the protocol in this process."""

    def __init__(self):
        self.session = Session()

    def line(self, line: bytes):
        return json.loads(self.session.answer(line))

    def ask(self, do, **fields):
        return self.line(json.dumps({"do": do, **fields}).encode())

    def ok(self, do, **fields):
        answer = self.ask(do, **fields)
        assert answer.pop("ok") is True, answer
        return answer

    def refused(self, code, do, **fields):
        answer = self.ask(do, **fields)
        assert (answer["ok"], answer["error"]) == (False, code), answer
        assert answer["message"]
        return answer


class Pipe(Direct):
    """A process that speaks the protocol."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rules"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )  # fmt: skip

    def line(self, line: bytes):
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer.endswith(b"\n")
        return json.loads(answer)


@pytest.fixture
def direct():
    return Direct()


@pytest.mark.kept
def test_a_conversation_is_as_it_was_kept(direct):
    """Each request in the file is answered with its changes, its result, or the reason for a refusal."""
    path = Path(__file__).with_name("kept") / "protocol.txt"
    requests = [told.split("\n")[0] for told in path.read_text("utf-8").split("\n\n")]
    now = "\n\n".join(f"{one}\n{direct.session.answer(one.encode()).decode().strip()}" for one in requests) + "\n"
    assert now == kept(path, now)


@pytest.fixture
def pipe():
    pipe = Pipe()
    yield pipe
    out, err = pipe.process.communicate(timeout=120)
    assert (out, err, pipe.process.returncode) == (b"", b"", 0)


def test_the_seed_may_be_a_number_or_a_word(direct):
    direct.ok("new", game="rattus", seats=2, seed=17)
    one = direct.ok("position")
    direct.ok("new", game="rattus", seats=2, seed="17")
    assert direct.ok("position") == one
    for seed in (True, None, 1.5, [], 2**63, -(2**63) - 1, "", "x" * 65):
        assert not direct.ask("new", game="rattus", seats=2, seed=seed)["ok"]
    assert direct.ok("position") == one
    for seed in (2**63 - 1, -(2**63)):
        direct.ok("new", game="rattus", seats=2, seed=seed)


BAD_LINES = [
    b"", b"nonsense", b"[]", b"{}", b'{"do":"dance"}', b'{"do":"due","extra":1}',
    b'{"do":"due"',
    b'{"do":"due"} {"do":"due"}',
    b'{"do":"play","seat":NaN,"move":"end"}',
    b'{"do":"play","seat":true,"move":"end"}',
    b'{"do":"play","seat":' + b"9" * 5000 + b',"move":"end"}',
    b'{"do":"play","seat":0,"move":"\xff\xfe"}',
    b'{"do":"play","seat":0,"move":"\\ud800"}',
    b'{"do":"play","seat":0,"move":"' + b"place " * 5000 + b'"}',
    b'{"do":"play","seat":99999999,"move":"end"}',
    b'{"do":"undo","seat":0,"moves":-5}',
    b'{"do":"view","seat":-1}',
    b'{"do":"new","game":"rattus","seats":2,"seed":"x","options":{"start":0}}',
    b'{"do":"load","log":{"game":"rattus","seats":2,"seed":"x","options":{},"entries":[{"seat":7,"undo":1}]}}',
    b'{"do":"set","position":{"game":"rattus","seats":2,"pending":' + b"[" * 500 + b"]" * 500 + b"}}",
    b"[" * 100_000,
    b'{"do":"set","position":' + b'{"a":' * 100_000,
    b'{"do":"due","x":"' + b"y" * 3_000_000 + b'"}',
    b"\xff\xfe\x00",
]  # fmt: skip


def test_bad_lines_are_answered_and_change_nothing(pipe):
    pipe.ok("new", game="rattus", seats=2, seed="x")
    before = pipe.ok("position")
    for line in BAD_LINES:
        answer = pipe.line(line)
        assert answer["ok"] is False, line[:80]
        assert answer["error"] not in ("internal", ""), (line[:80], answer)
        assert 0 < len(answer["message"]) < 1000
    assert pipe.ok("position") == before


def test_random_damage_is_answered_and_changes_nothing(direct):
    lot = random.Random(8)
    direct.ok("new", game="rattus", seats=2, seed="x")
    for _ in range(20):
        (due,) = direct.ok("due")["due"]
        direct.ok("play", seat=due["seat"], move=lot.choice(due["moves"]))
    before = direct.ok("position")
    good = [
        {"do": "load", **direct.ok("log")}, {"do": "set", **before}, {"do": "play", "seat": 0, "move": "plague gallia"},
        {"do": "undo", "seat": 0, "moves": 1}, {"do": "view", "seat": 1},
        {"do": "new", "game": "rattus", "seats": 3, "seed": 5, "options": {"confirm": "on"}},
    ]  # fmt: skip
    for _ in range(1500):
        line = bytearray(json.dumps(lot.choice(good)).encode())
        for _ in range(lot.randint(1, 4)):
            place = lot.randrange(len(line))
            line[place : place + lot.randint(0, 3)] = bytes(
                lot.choice(b'{}[]",:0123456789.eabn\\ \xff') for _ in range(lot.randint(0, 3))
            )
        answer = direct.line(bytes(line).replace(b"\n", b" "))
        assert answer.get("error") != "internal", bytes(line)
        if answer["ok"]:
            direct.ok("set", **before)
        else:
            assert direct.ok("position") == before


def test_the_protocol_ends_quietly_when_its_output_is_closed():
    process = subprocess.Popen(
        [sys.executable, "-m", "rules"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.close()
    try:
        process.stdin.write(b'{"do":"games"}\n' * 100)
        process.stdin.close()
    except BrokenPipeError:
        pass
    assert process.stderr.read() == b""
    assert process.wait(20) == 0
    process.stderr.close()


def test_the_last_line_needs_no_end():
    done = subprocess.run(
        [sys.executable, "-m", "rules"], cwd=ROOT, input=b'{"do":"games"}\n{"do":"due"}', capture_output=True,
        check=True,
    )  # fmt: skip
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, False]
    assert done.stderr == b""


def test_a_line_has_at_most_a_million_bytes_and_the_rest_of_a_longer_one_is_skipped():
    request = b'{"do":"due"}'
    fits, longer = request.ljust(MAX_LINE), request.ljust(MAX_LINE + 1)
    assert json.loads(Session().answer(fits)) == {
        "ok": False,
        "error": "table",
        "message": "There is no table yet. Start with new, load or set.",
    }
    assert json.loads(Session().answer(longer)) == {
        "ok": False,
        "error": "request",
        "message": "A request must not exceed 1000000 bytes.",
    }
    stream = b"\n".join((longer * 3, request, fits[:-1], longer, request))
    assert [len(line) for line in lines(BytesIO(stream))] == [MAX_LINE + 1, 13, MAX_LINE, MAX_LINE + 1, 12]


def test_an_internal_error_is_answered_without_its_text_and_ends_nothing(direct, monkeypatch):
    def fail(state, seat):
        raise ZeroDivisionError("secret")

    monkeypatch.setitem(GAMES, "rattus", dataclasses.replace(GAMES["rattus"], view=fail))
    begun = direct.ask("new", game="rattus", seats=2, seed="x")
    assert direct.ask("view") == {
        "ok": False,
        "error": "internal",
        "message": "Internal error (ZeroDivisionError). The table is unchanged.",
    }
    assert direct.ask("due") == {"ok": True, "due": begun["due"], "over": False}


def test_the_page_has_every_request_with_its_fields_and_no_other():
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    rows = [line.split("|")[1:3] for line in page.splitlines() if line.startswith("| `")]
    told = [(do.strip(" `"), re.findall("`(.+?)`", fields)) for do, fields in rows]
    declared = [
        (kind.__struct_config__.tag, [field.name for field in msgspec.structs.fields(kind)])
        for kind in get_args(Request)
    ]
    assert sorted(told) == sorted(declared)
