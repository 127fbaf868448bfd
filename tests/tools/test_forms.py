"""The forms for GitHub are valid, because GitHub would silently leave an invalid one out of the list."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")
FIELDS = {"dropdown", "input", "textarea"}


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def test_every_file_can_be_read() -> None:
    files = [*GITHUB.rglob("*.yml"), ROOT / ".pre-commit-config.yaml", ROOT / "compose.yaml"]
    assert len(files) > 5
    assert all(isinstance(read(path), dict) for path in files)


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_a_form_has_what_github_requires(path: Path) -> None:
    form = read(path)
    assert {"name", "description", "body"} <= form.keys() <= {"name", "description", "body", "labels"}
    assert form["labels"]
    fields = form["body"]
    assert len(fields) >= 2
    for field in fields:
        assert field["type"] in FIELDS
        assert isinstance(field["attributes"]["label"], str)
        assert isinstance(field["attributes"].get("description", ""), str)
    assert any(field.get("validations", {}).get("required") for field in fields)


def test_a_wrong_rule_is_reported_with_its_table_and_log() -> None:
    fields = [field["attributes"]["label"] for field in read(GITHUB / "ISSUE_TEMPLATE" / "wrong-rule.yml")["body"]]
    assert fields == ["Game", "Table and turn", "What happened", "The rule", "Log"]


def test_the_form_of_the_first_server_asks_for_each_step_of_its_page() -> None:
    page = (ROOT / "docs" / "first-server.md").read_text("utf-8")
    steps = re.findall(r"^\d+\. \*\*([\w -]+?)\.?\*\*", page, re.MULTILINE)
    assert len(steps) == 10
    asked = read(GITHUB / "ISSUE_TEMPLATE" / "first-server.yml")["body"][0]["attributes"]["value"]
    assert asked == "".join(f"{number}. {step}:\n" for number, step in enumerate(steps, 1))


def test_only_the_release_may_write_to_the_repository() -> None:
    assert read(GITHUB / "workflows" / "test.yml")["permissions"] == {"contents": "read"}
    release = read(GITHUB / "workflows" / "release.yml")
    assert release["permissions"] == {}
    assert release["jobs"]["test"]["permissions"] == {"contents": "read"}
    assert release["jobs"]["image"]["permissions"] == {"contents": "read", "packages": "write"}
    assert [release["jobs"][job]["needs"] for job in ("image", "release")] == ["test", "image"]
    assert release[True] == {"push": {"tags": ["v*"]}}, "YAML reads the key `on` as true"
