import os
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distributions, requires
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CONSTRAINTS = (ROOT / "constraints.txt").read_text("utf-8")
PINNED = [Requirement(line) for line in CONSTRAINTS.splitlines()]
LOCK = (ROOT / "requirements-image.txt").read_text("utf-8")
PYTHONS = re.findall(r'"(3\.\d+)"', (ROOT / ".github/workflows/test.yml").read_text("utf-8"))
IN_THE_IMAGE = re.findall(r"--extra (\w+)", (ROOT / "Makefile").read_text("utf-8"))
BUILT_WITH = {"setuptools"}  # setuptools builds the package and is then removed from the image.


def pins(python: str) -> dict[str, str]:
    """Return each package's pinned version for this version of Python."""
    found: dict[str, str] = {}
    for one in PINNED:
        if one.marker is None or one.marker.evaluate({"python_version": python, "python_full_version": f"{python}.0"}):
            name = canonicalize_name(one.name)
            assert name not in found, f"{name} has two pins on {python}"
            found[name] = str(one.specifier)
    return found


def needed(python: str, *extras: str) -> set[str]:
    """Return the names of all packages that the bot needs on Linux with these extras and this version of Python."""
    wanted = [*PROJECT["dependencies"], *(one for extra in extras for one in PROJECT["optional-dependencies"][extra])]
    environment = {**default_environment(), "python_version": python, "python_full_version": f"{python}.0"}
    found, left = set[str](), [Requirement(one) for one in wanted]
    while left:
        one = left.pop()
        name = canonicalize_name(one.name)
        if name not in found and name != canonicalize_name(PROJECT["name"]):
            found.add(name)
            left += [*dependencies(one, environment)]
    return found


def dependencies(one: Requirement, environment: dict[str, str]) -> Iterator[Requirement]:
    """Yield what a package, with the extras asked for, requires in this environment: nothing if it isn't installed."""
    try:
        texts = requires(one.name) or []
    except PackageNotFoundError:
        return
    for found in map(Requirement, texts):
        asked = [{**environment, "extra": extra} for extra in ("", *one.extras)]
        if found.marker is None or any(map(found.marker.evaluate, asked)):
            yield found


def test_every_package_is_pinned_on_every_python() -> None:
    assert PYTHONS == ["3.11", "3.12", "3.13", "3.14", "3.15"]
    said = [one.rpartition(" ")[2] for one in PROJECT["classifiers"] if one.startswith("Programming Language")]
    assert said == PYTHONS
    for python in PYTHONS:
        assert needed(python, *PROJECT["optional-dependencies"]) - pins(python).keys() == set(), python


def test_every_installed_package_has_a_pin_and_its_version() -> None:
    """Packages that only this version of Python needs are included. Other packages of a contributor are ignored."""
    python = "{}.{}".format(*sys.version_info)
    pinned = pins(python)
    installed = {canonicalize_name(one.name): f"=={one.version}" for one in distributions()}
    ours = needed(python, *PROJECT["optional-dependencies"]) & installed.keys()
    assert len(ours) > 50
    assert {name: installed[name] for name in ours if installed[name] != pinned.get(name)} == {}
    if os.environ.get("CI"):
        assert installed.keys() - pinned.keys() <= {"pip", canonicalize_name(PROJECT["name"])}


def test_make_play_says_how_much_it_installs() -> None:
    [said] = re.findall(r"Installing (\d+) packages", (ROOT / "Makefile").read_text("utf-8"))
    assert {len(needed(python, "table")) for python in PYTHONS} <= {int(said), int(said) + 1}


@pytest.mark.parametrize("arch", ["x86_64", "aarch64"])
def test_the_image_installs_pinned_packages_with_all_hashes(arch: str) -> None:
    """If packages change, `make lock` writes the file again."""
    assert not re.search(r"://|index|find-links", LOCK), "which index is read is the host's choice"
    found = {}
    for entry in re.split(r"\n(?=[a-z])", LOCK)[1:]:
        required, *hashes = [line.strip(" \\") for line in entry.strip().splitlines()]
        assert hashes, required
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", one) for one in hashes), required
        one = Requirement(required)
        [python] = re.findall(r"^FROM python:(3\.\d+)", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)[:1]
        if one.marker is None or one.marker.evaluate({"platform_machine": arch, "python_full_version": f"{python}.0"}):
            found[canonicalize_name(one.name)] = str(one.specifier)
    wanted = needed(python, *IN_THE_IMAGE) | BUILT_WITH
    pinned = pins(python)
    assert found == {name: pinned[name] for name in wanted}


def test_the_image_is_built_with_hashes_only() -> None:
    installs = re.findall(r"pip .*install .*", (ROOT / "Dockerfile").read_text("utf-8"))
    assert ["--require-hashes" in one or "--no-index" in one or " uninstall " in one for one in installs] == [True] * 3


def test_images_and_actions_are_named_by_their_content() -> None:
    """A tag can move to another image. A digest can't."""
    files = "".join(map(text, ("Dockerfile", "compose.yaml", "compose.litestream.yaml")))
    named = re.findall(r"^(?:FROM|    image:) (?:&\w+ )?(\S+)", files, re.MULTILINE)
    images = [re.sub(r"\$\{\w+:-(.*)\}", r"\1", one) for one in named if not one.startswith("*")]
    images.remove("miasma")  # Our own image is built, not fetched.
    assert len(images) == 4
    assert all(re.fullmatch(r"[\w/]+:[\d.]+(-slim)?@sha256:[0-9a-f]{64}", one) for one in images), images
    actions = [one for path in (ROOT / ".github/workflows").iterdir() for one in re.findall(r"uses: (.*)", text(path))]
    assert len(actions) >= 5
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", one) for one in actions), actions


def text(path: str | Path) -> str:
    return (ROOT / path).read_text("utf-8")
