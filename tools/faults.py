"""Break the product on purpose, and print which tests notice: ``python -m tools.faults``.

Without arguments it draws a random place in the product: ``--seed`` draws another, ``--number`` several, ``--room`` one
in that room. ``rules/chance.py:20`` breaks that line; ``R125 --game rattus``, ``P58`` or ``Q12`` breaks a line related
to this statement. Each fault is made in a copy of the working tree. Then the tests that name the statement are run, or
otherwise the tests that ran through the line when ``python -m tools.faults map PYTEST_ARGUMENTS`` last recorded the
lines of each test.
"""

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from textwrap import shorten

import pytest
from coverage import Coverage

ROOT = Path(__file__).parents[1]
ROOMS = [
    "bot", "computer_players", "games", "local_table", "miasma", "renderer", "rules", "rules_service", "storage",
    "wording", "workers",
]  # fmt: skip
MAP = Path(tempfile.gettempdir(), "miasma-test-map.json")
# By file and by the first line of a statement: its tests, each with the number of lines that it runs through. Lines are
# keyed by their text, because their numbers change too often.
Map = dict[str, dict[str, dict[str, int]]]
TESTS_OF_A_LINE = 40  # how many tests of a line are run: those that run through the fewest lines
LINES_OF_A_STATEMENT = 20
WIDTH = 120  # characters of a fault that are printed
SECONDS = 300  # the time limit for the tests of one fault; a test that hangs counts as having noticed it
FLIPPED: dict[type[ast.AST], str] = {
    ast.Lt: ">=", ast.LtE: ">", ast.Gt: "<=", ast.GtE: "<", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
MOVED: dict[type[ast.AST], str] = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
SWAPPED: dict[type[ast.AST], str] = {ast.Add: "-", ast.Sub: "+", ast.BitOr: "&", ast.BitAnd: "|"}
FUNCTIONS = {"any": "all", "all": "any", "min": "max", "max": "min"}


@dataclass(frozen=True)
class Fault:
    """A change to a file: some of its bytes are replaced."""

    path: str
    line: int
    start: int
    end: int
    new: str
    statement: str  # the first line of the innermost statement

    def apply(self, source: bytes) -> bytes:
        """Return the source with the fault applied."""
        return source[: self.start] + self.new.encode() + source[self.end :]

    def is_code(self) -> bool:
        """Return whether the file with the fault is valid Python."""
        try:
            ast.parse(self.apply((ROOT / self.path).read_bytes()))
        except SyntaxError:
            return False
        return True

    def __str__(self) -> str:
        source = (ROOT / self.path).read_bytes()
        old = shorten(source[self.start : self.end].decode(), WIDTH)
        return f"{self.path}:{self.line}  {old}  ->  {shorten(self.new, WIDTH)}"


def faults_of(path: str) -> list[Fault]:
    """Return every fault that can be made in a file."""
    source = (ROOT / path).read_bytes()
    lines, starts = source.decode().splitlines(), [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, statement in _nodes(ast.parse(source), 1):
        for part, new in changes(node):
            end = starts[(part.end_lineno or 0) - 1] + (part.end_col_offset or 0)
            start = starts[part.lineno - 1] + part.col_offset
            found.append(Fault(path, part.lineno, start, end, new, lines[statement - 1].strip()))
    return found


def _nodes(node: ast.AST, statement: int) -> Iterator[tuple[ast.AST, int]]:
    """Yield a node and all nodes within it except types and decorators, each with the first line of its statement."""
    statement = node.lineno if isinstance(node, ast.stmt) else statement
    yield node, statement
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list", "bases"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _nodes(child, statement)


def changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt | ast.keyword, str]]:
    """Yield each change that a fault can make to a node: the replaced code and its replacement."""
    match node:
        case ast.Compare(left, [operator], [right]):
            for signs in (FLIPPED, MOVED):
                if sign := signs.get(type(operator)):
                    yield node, f"{ast.unparse(left)} {sign} {ast.unparse(right)}"
        case ast.BoolOp(operator, values):
            texts = [f"({ast.unparse(value)})" for value in values]
            yield node, f"({(' or ' if isinstance(operator, ast.And) else ' and ').join(texts)})"
            for number in range(len(texts)):
                rest = texts[:number] + texts[number + 1 :]
                yield node, f"({(' and ' if isinstance(operator, ast.And) else ' or ').join(rest)})"
        case ast.UnaryOp(ast.Not(), operand):
            yield node, f"bool({ast.unparse(operand)})"
        case ast.If(test) | ast.IfExp(test) | ast.While(test) if isinstance(test, ast.Name | ast.Attribute | ast.Call):
            yield test, f"(not {ast.unparse(test)})"
        case ast.BinOp(left, operator, right) if type(operator) in SWAPPED:
            yield node, f"({ast.unparse(left)} {SWAPPED[type(operator)]} {ast.unparse(right)})"
        case ast.comprehension(ifs=conditions):
            for condition in conditions:
                yield condition, "True"
        case ast.Constant(bool() as value):
            yield node, str(not value)
        case ast.Constant(int() as value):
            yield node, str(value + 1)
        case ast.Call(ast.Name(name) as function):
            if name in FUNCTIONS:
                yield function, FUNCTIONS[name]
        case ast.Continue() | ast.Break() | ast.AugAssign() | ast.Expr(ast.Call() | ast.Await()):
            yield node, "pass"
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield node, "pass"
    if isinstance(node, ast.Call):
        for keyword in node.keywords:
            yield keyword, "**{}"


def naming(statement: str, game: str | None) -> list[str]:
    """Return the tests that mention a statement of the specification in their name or anywhere in their code."""
    folder = ROOT / "tests" / ("rules" if statement[0] == "R" else "") / (game or "")
    name = re.compile(rf"\b{statement}\b|(?i:_{statement}_)")
    found = []
    for path in sorted(folder.rglob("test_*.py")):
        lines = path.read_text("utf-8").splitlines()
        tree = ast.parse("\n".join(lines))
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        for within, nodes in [("", tree.body), *((f"{one.name}::", one.body) for one in classes)]:
            for node in nodes:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
                    first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                    if name.search("\n".join(lines[first - 1 : node.end_lineno])):
                        found.append(f"{path.relative_to(ROOT)}::{within}{node.name}")
    return found


class Recorder:
    """A pytest plugin that records which lines each test runs."""

    def __init__(self, coverage: Coverage) -> None:
        self.coverage = coverage

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Attribute to this test all lines that it and its fixtures run."""
        self.coverage.switch_context(item.nodeid.split("[")[0])
        done = yield
        self.coverage.switch_context("")
        return done


def write_map(path: Path, arguments: Sequence[str]) -> None:
    """Run tests, and write for each line which of them run it, starting with the test that runs the fewest lines."""
    coverage = Coverage(data_file=None, source=[str(ROOT / room) for room in ROOMS])
    coverage.start()
    pytest.main(["-p", "no:cacheprovider", *arguments], plugins=[Recorder(coverage)])
    coverage.stop()
    data, found = coverage.get_data(), _read(path)
    places = {file: data.contexts_by_lineno(file) for file in data.measured_files()}
    size = Counter(test for lines in places.values() for tests in lines.values() for test in tests if test)
    for file, lines in places.items():
        source = Path(file).read_text("utf-8").splitlines()
        texts = found.setdefault(str(Path(file).relative_to(ROOT)), {})
        for number, tests in lines.items():
            if not any(tests) or number > len(source):  # A test may have run a longer text under this name.
                continue
            text = source[number - 1].strip()
            every = texts.get(text, {}) | {test: size[test] for test in tests if test}
            texts[text] = dict(sorted(every.items(), key=_size)[:TESTS_OF_A_LINE])
    path.write_text(json.dumps(found, indent=0), "utf-8")


def _size(test: tuple[str, int]) -> tuple[int, str]:
    return test[1], test[0]


def _read(path: Path) -> Map:
    found: Map = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def break_and_run(copy: Path, fault: Fault, tests: Sequence[str]) -> str:
    """Make a fault in the copy, run the tests, and undo the fault. Return a phrase that says which tests failed."""
    file = copy / fault.path
    sound = file.read_bytes()
    file.write_bytes(fault.apply(sound))
    environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=no", "-rfE", *tests]
    try:
        run = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "noticed: the tests did not end"
    finally:
        file.write_bytes(sound)
    noticed = dict.fromkeys(re.findall(r"^(?:FAILED|ERROR) (\S+)", run.stdout, re.MULTILINE))
    if noticed or run.returncode not in (0, 1):
        return f"noticed by {', '.join(noticed) or 'pytest itself: ' + run.stdout[-300:]}"
    return f"NOBODY NOTICED, of {len(tests)} tests"


def copy_tree(copy: Path) -> None:
    """Copy the working tree, including uncommitted changes."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0"):
        if name and (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)


def main() -> None:
    """Run the command given on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.faults", description=__doc__)
    parser.add_argument("subject", nargs="?", default="", help="FILE:LINE, a statement, or `map`")
    parser.add_argument("--game", help="the game to which the statement R… belongs")
    parser.add_argument("--room", choices=ROOMS, help="choose random faults only in this folder")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--number", type=int, default=1, help="number of random faults")
    parser.add_argument("--map", type=Path, default=MAP, help="the file with the map of lines and tests")
    arguments, others = parser.parse_known_args()
    if arguments.subject == "map":
        write_map(arguments.map, others)
        return
    lot, places = Random(arguments.seed), _read(arguments.map)
    tests: list[str] = []
    if re.fullmatch(r"[RPQ]\d+", arguments.subject):
        tests = naming(arguments.subject, arguments.game)
        sites = about(tests, places)
    elif arguments.subject:
        path, _, line = arguments.subject.partition(":")
        sites = [fault for fault in faults_of(path) if line in ("", str(fault.line))]
    else:
        rooms = [arguments.room] if arguments.room else ROOMS
        paths = sorted(str(path.relative_to(ROOT)) for room in rooms for path in (ROOT / room).rglob("*.py"))
        sites = [fault for path in paths for fault in faults_of(path)]
    if not sites:
        sys.exit("No line is known that could be broken: make a map of the tests with `map` first.")
    with tempfile.TemporaryDirectory() as folder:
        copy_tree(Path(folder))
        for fault in islice(filter(Fault.is_code, lot.sample(sites, len(sites))), arguments.number):
            known = tests or list(places.get(fault.path, {}).get(fault.statement, {}))
            result = break_and_run(Path(folder), fault, known) if known else "no test is known: make a map"
            sys.stdout.write(f"{fault}\n    {result}\n")
            sys.stdout.flush()


def about(tests: Sequence[str], places: Map) -> list[Fault]:
    """Return the faults in lines that are run by these tests and by few others."""
    shares = {
        (path, text): len(known.keys() & set(tests)) / len(known)
        for path, texts in places.items()
        for text, known in texts.items()
    }
    best = sorted((place for place in shares if shares[place]), key=lambda place: (-shares[place], place))[
        :LINES_OF_A_STATEMENT
    ]
    return [
        fault for path in {path for path, _ in best} for fault in faults_of(path) if (path, fault.statement) in best
    ]


if __name__ == "__main__":
    main()
