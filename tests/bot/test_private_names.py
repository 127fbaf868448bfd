"""The private names of other packages that the bot uses: they still exist, and only the listed modules use them."""

import ast
import inspect
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import aiosqlite
import discord
import pytest
import simcord
from discord.shard import AutoShardedClient

from tests.packages import PACKAGES, ROOT

# The modules that may use private names of a package, whose version is pinned for them.
ALLOWED = {
    "discord.py": ["bot/discord_api/private_names.py"],
    "simcord": ["local_table/simulation.py", "local_table/preview.py"],
}
OF_ASYNCIO = {"_ready", "_fut_waiter"}  # We use these with simcord, which uses them itself.
OUR_OWN = {"_repeat"}  # the loops of bot/periodic.py, which the simulated Discord knows
STANDARD = {"_asdict", "_fields", "_make", "_replace", "_exit"}  # Public in spite of the underscore.


def private_names(tree: ast.Module, ours: set[str]) -> set[str]:
    """Return the private names that a module uses on objects of other packages."""
    own, found = defined_in(tree), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and re.match("_[a-zA-Z]", node.attr):
            on_itself = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            found |= {node.attr} - (ours if on_itself else own)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] not in PACKAGES:
            found |= {name for one in node.names if re.match("_[a-zA-Z]", name := one.name)}
            found |= set(re.findall(r"\b_[a-zA-Z]\w*", node.module or ""))
    return found - STANDARD


def defined_in(tree: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
    return found


@pytest.mark.deep(one_in=4)
def test_only_few_modules_use_private_names_of_other_packages() -> None:
    allowed = {ROOT / path for paths in ALLOWED.values() for path in paths}
    trees = {
        str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8"))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if path not in allowed
    }
    ours = set().union(*map(defined_in, trees.values()))
    found = {path: names for path, tree in trees.items() if (names := private_names(tree, ours))}
    assert found == {}


def test_nothing_uses_private_names_of_aiosqlite() -> None:
    """Neither the bot nor its tests use private names of aiosqlite, which may change with any version."""
    source = inspect.getsource(aiosqlite.core) + inspect.getsource(aiosqlite.cursor)
    theirs = set(re.findall(r"\b_[a-z]\w*", source))
    assert "_execute" in theirs
    for path in (path for folder in (*PACKAGES, "tests", "bench") for path in (ROOT / folder).rglob("*.py")):
        text = path.read_text("utf-8")
        if re.search(r"^(import|from) aiosqlite\b", text, re.MULTILINE):
            tree = ast.parse(text)
            assert not private_names(tree, defined_in(tree)) & theirs, path


@pytest.mark.parametrize("package", ALLOWED)
def test_packages_with_private_names_in_use_are_pinned_exactly(package: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["table"]]
    assert any(re.match(rf"{re.escape(package)}(\[.*\])?=={re.escape(version(package))}$", one) for one in needed)


def test_discord_py_keeps_its_shards_and_its_queue_where_ours_are_put() -> None:
    source = inspect.getsource(AutoShardedClient)
    for name in ("self.__shards", "self.__queue"):
        assert name in source, f"discord.py has renamed {name}: see bot/discord_api/private_names.py"


def test_discord_py_makes_an_attachment_of_the_state_of_a_message() -> None:
    assert "_state" in discord.PartialMessage.__slots__, "see state_of in bot/discord_api/private_names.py"
    assert list(inspect.signature(discord.Attachment).parameters) == ["data", "state"]


@pytest.mark.parametrize("path", ALLOWED["simcord"])
def test_simcord_still_has_the_private_names_in_use(path: str) -> None:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    used = private_names(tree, defined_in(tree)) - OF_ASYNCIO - OUR_OWN
    source = "\n".join(file.read_text("utf-8") for file in Path(simcord.__file__).parent.rglob("*.py"))
    modules = {file.stem for file in Path(simcord.__file__).parent.rglob("_*")}
    missing = {name for name in used - modules if not re.search(rf"\b{name}\b", source)}
    assert not missing, f"simcord has renamed these, which {path} uses"
