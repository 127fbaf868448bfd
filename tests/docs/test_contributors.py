import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PINS = dict(re.findall(r"^([\w.-]+)==(.+)$", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE))
MAKE = (ROOT / "Makefile").read_text("utf-8")


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_the_hooks_of_pre_commit_are_the_pinned_tools_that_make_lint_runs() -> None:
    entries = re.findall(r"^ +entry: (.+)$", text(".pre-commit-config.yaml"), re.MULTILINE)
    tools = {entry.split()[0] for entry in entries}
    assert tools == {".venv/bin/ruff", ".venv/bin/mypy"}
    for tool in tools:
        said = subprocess.run([ROOT / tool, "--version"], capture_output=True, text=True, check=True).stdout
        assert said.split()[1] == PINS[Path(tool).name]
        assert f"$(BIN)/{Path(tool).name}" in MAKE
    for entry in entries:
        command = entry.removesuffix(" --fix").removeprefix(".venv/bin/")
        assert f"\t$(BIN)/{command}" in MAKE, "a commit is checked with what `make lint` runs"


def test_the_workflows_run_targets_that_exist_on_every_supported_python() -> None:
    oldest = tomllib.loads(text("pyproject.toml"))["project"]["requires-python"].removeprefix(">=")
    versions = re.findall(r'"(3\.\d+)"', text(".github/workflows/test.yml"))
    assert versions[0] == oldest
    minors = [int(version.split(".")[1]) for version in versions]
    assert minors == [*range(minors[0], minors[-1] + 1)]
    for name, more in (("test", []), ("release", []), ("weekly", ["bench", "chaos", "chaos", "years"])):
        workflow = text(f".github/workflows/{name}.yml")
        targets = re.findall(r"^ +- run: make (\w+)", workflow, re.MULTILINE)
        assert targets == ["test", "deep", *more]
        assert all(f"\n{target}:" in MAKE for target in targets)
    assert re.findall(r"^make (\w+)$", text(".ci/run"), re.MULTILINE) == ["test", "deep"]
    assert "python3 -m tools.release notes" in text(".github/workflows/release.yml")


def test_the_template_of_pull_requests_has_five_lines() -> None:
    assert len(text(".github/PULL_REQUEST_TEMPLATE.md").splitlines()) == 5
