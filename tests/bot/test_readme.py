"""The README says what is there."""

import re
from pathlib import Path

import pytest
from discord.app_commands import Group

from bot.settings import read_settings
from rules.protocol import Session
from tests.bot.sim import Sim
from wording import words

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text("utf-8")


async def test_every_command_it_names_exists_and_every_group_is_named(sim: Sim) -> None:
    known = {command.qualified_name: isinstance(command, Group) for command in sim.bot.tree.walk_commands()}
    named = set(re.findall(r"`/([a-z]+(?: [a-z]+)?)[ …`]", TEXT))
    assert not {name for name in named - known.keys() if known.get(name.split()[0], True)}, "or what is typed after it"
    assert {command.name for command in sim.bot.tree.get_commands()} <= {name.split()[0] for name in named} | {"turn"}


@pytest.mark.parametrize("lang", ["de", "hu", "pl"])
async def test_its_translations_name_commands_that_exist_and_buttons_as_they_are_called(sim: Sim, lang: str) -> None:
    text = (ROOT / "docs" / f"{lang}.md").read_text("utf-8")
    named = set(re.findall(r"`/([a-z ]+)`", text))
    assert len(named) > 20
    assert named <= {command.qualified_name for command in sim.bot.tree.walk_commands()}
    w = words(lang)
    for button in (
        "Join",
        "Invite",
        "Start",
        "Your turn",
        "Ask to take back",
        "My view",
        "Log",
        "Replay",
        "Help",
        "What now?",
        "Computer players",
    ):
        assert f"*{w._(button)}*" in text, button


def test_every_make_target_it_names_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"make ([a-z]+)", TEXT)) <= targets


def test_every_setting_stands_in_it_and_in_the_example() -> None:
    example = (ROOT / ".env.example").read_text("utf-8")
    settings = set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
    assert settings == set(re.findall(r"^\| `([A-Z_]+)` \|", TEXT, re.MULTILINE))
    read_settings(dict.fromkeys(settings, ""))


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)h][^)]*)\)", TEXT))
def test_every_file_it_shows_is_there(link: str) -> None:
    assert (ROOT / link).is_file()


def test_the_example_of_the_table_protocol_is_what_it_answers() -> None:
    table = Session()
    lines = re.findall(r"^([<>]) (\{.*\})$", TEXT, re.MULTILINE)
    assert lines[0][0] == ">"
    for side, line in lines:
        if side == ">":
            answer = table.answer(line.encode()).decode()
        else:
            assert answer.startswith(line.split(",…")[0])
