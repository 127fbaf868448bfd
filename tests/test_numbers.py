"""Numbers from outside (Discord, the command line, settings, a page, files) are read only by `read_number`.

`int` raises ValueError for thousands of digits, and may return numbers too large for a database.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# The packages that get texts from outside. Sentences, pictures and computer players get moves that were already parsed.
PACKAGES = ("bot", "games", "local_table", "miasma", "rules", "rules_service", "storage", "workers")
NUMBERS = ("timestamp", "total_seconds", "min", "max", "any", "all")  # Calls of these return numbers or truth values.
# By file: conversions of texts that we have written ourselves, or that are checked right before.
OURS = {
    "bot/panels/answers.py": {"int(before)", "int(name)"},  # names of parts of the picture
    "bot/panels/manage.py": {"int(seat)"},  # words of buttons that `decision_of` has read
    "bot/panels/table_acts.py": {"int(seat)"},
    "bot/panels/tries.py": {"int(rest[at:at + PER_MOVE], len(DIGITS))"},  # two digits that were checked just before
    "bot/panels/turn_parts.py": {"int(letter.removeprefix(place) or 0)"},  # a letter of the picture
    "games/bot_game.py": {"int(part.removeprefix(self.own))"},  # the name of a picture
    "local_table/preview.py": {"int(number)"},  # a key of simcord's
    "local_table/simulation.py": {"int(made['id'])"},
    "rules/messina/action/overseers.py": {"int(effect.partition(':')[2])"},  # printed in the rulebook, as the next
    "rules/messina/action/action_step.py": {"int(space)"},
    "rules/messina/city.py": {"int(word)"},
    "rules/messina/components.py": {"int(number)", "int(number or 1)"},
    "rules/messina/ending.py": {"int(state.options['popularity_third'])"},  # a value of an option, as the next
    "rules/rattus/setup.py": {"int(options['start'])"},
    "rules/notation.py": {"int(text)"},  # the parser of moves
    "rules/rattus/components.py": {"map(int, _players)"},
    "rules_service/consent_undo.py": {"int(line)", "int(seat)", "int(count)"},  # stored texts, as the next
    "rules_service/loaded.py": {"int(line.text)"},
    "rules_service/votes.py": {"int(vote.what)", "map(int, vote.what.split()[:3])"},
    "storage/postgres/connecting.py": {
        "int(schema)",
        "int(await connection.fetchval('SHOW server_version_num'))",
        "int(script.name[:4])",
    },
    "storage/postgres/database.py": {"int(rows)"},  # the status of a statement
    "storage/postgres/partition_locks.py": {"int(said)"},  # another process of ours
    "storage/sqlite/file.py": {"int(line[1])", "int(line[2])"},  # at most 18 digits
}
# Numbers already, for the type checker.
TYPED = {
    "rules/messina/validate.py": {"int(place.taken)"},
    "rules/rattus/validate.py": {"int(state.phase == 'final' and (not state.supply))"},
    "local_table/world.py": {"int(thread.type)"},
    "storage/people.py": {"int(row['id'])", "int(player['id'])"},
    "storage/tables.py": {"int(table_id)", "int(player)"},
}


def conversions(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield each call of `int` on a value that may be text, and each place that passes `int` as a function."""
    as_types = {
        id(part)
        for node in ast.walk(tree)
        for found in types_in(node)
        for part in ast.walk(found)
        if isinstance(part, ast.Name)
    }
    called = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    passed_to = {id(given): node for node in called.values() for given in node.args}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == "int":
            call = called.get(id(node))
            if call is None and id(node) in as_types:
                continue
            if call is None:
                yield passed_to.get(id(node), node)
            elif call.args and not is_number(call.args[0]):
                yield call


def types_in(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node where `int` is a type."""
    for name in ("annotation", "returns"):
        if (found := getattr(node, name, None)) is not None:
            yield found
    if isinstance(node, ast.Subscript):
        yield node.slice
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield node
    if isinstance(node, ast.Attribute):  # such as `int.from_bytes`
        yield node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "cast"):
        yield from node.args


def is_number(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        name = value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", "")
        return name in NUMBERS
    return isinstance(value, ast.BinOp | ast.Compare)


@pytest.mark.parametrize("package", PACKAGES)
def test_numbers_from_outside_have_one_reader(package: str) -> None:
    for path in sorted((ROOT / package).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        found = {ast.unparse(one) for one in conversions(ast.parse(path.read_text("utf-8")))}
        assert found == OURS.get(name, set()) | TYPED.get(name, set()), f"{name}: use rules.notation.read_number"


CONVERTED = (
    "int(text)", "map(int, words)", "add_argument('id', type=int)", "[int(one) for one in words]", "a[int(one)]",
)  # fmt: skip


@pytest.mark.parametrize("source", CONVERTED)
def test_every_way_to_convert_is_found(source: str) -> None:
    assert [*conversions(ast.parse(source))]
    fine = "def f(a: int | str) -> int: return int(a.timestamp()) + int(b * 2) + dict[int, int]() + int.from_bytes(c)"
    assert not [*conversions(ast.parse(fine))]
