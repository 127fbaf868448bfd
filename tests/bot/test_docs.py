"""README and docs agree with the code: commands, buttons, settings, make targets, links and examples exist."""

import re
from pathlib import Path

import pytest
from discord.app_commands import Group

from bot.settings import read_settings
from rules.protocol import Session
from tests.bot.sim import Sim
from wording import words

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
README = (ROOT / "README.md").read_text("utf-8")
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), ROOT / "renderer" / "ART.md"])
LINK = re.compile(r"""\]\(([^)\s]+)\)|src="([^"]+)\"""")


def text(*parts: str) -> str:
    return DOCS.joinpath(*parts).read_text("utf-8")


async def test_every_command_the_players_page_names_exists_and_every_group_is_named(sim: Sim) -> None:
    known = {command.qualified_name: isinstance(command, Group) for command in sim.bot.tree.walk_commands()}
    named = set(re.findall(r"`/([a-z]+(?: [a-z-]+)?)[ …`]", text("playing.md") + text("hosting.md")))
    named -= {"health", "metrics"}  # addresses of the bot, not commands
    assert not {name for name in named - known.keys() if known.get(name.split()[0], True)}, "or what is typed after it"
    assert {command.name for command in sim.bot.tree.get_commands()} <= {name.split()[0] for name in named} | {"turn"}


@pytest.mark.parametrize("lang", ["de", "hu", "pl"])
async def test_its_translations_name_commands_that_exist_and_buttons_as_they_are_called(sim: Sim, lang: str) -> None:
    page = text(f"playing.{lang}.md")
    named = set(re.findall(r"`/([a-z ]+)`", page))
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
        assert f"*{w._(button)}*" in page, button


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for page in PAGES:
        assert set(re.findall(r"`make ([a-z]+)", page.read_text("utf-8"))) <= targets, page


def test_every_setting_is_on_the_hosting_page_and_in_the_example() -> None:
    example = (ROOT / ".env.example").read_text("utf-8")
    settings = set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
    assert settings == set(re.findall(r"^\| `([A-Z_]+)` \|", text("hosting.md"), re.MULTILINE))
    read_settings(dict.fromkeys(settings, ""))


def headings(page: Path) -> set[str]:
    """Return the anchors of a page as GitHub makes them."""
    found = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for pair in LINK.findall(page.read_text("utf-8")):
        path, _, anchor = "".join(pair).partition("#")
        if path.startswith("http"):
            continue
        target = page.parent / path if path else page
        assert target.exists(), path
        assert not anchor or anchor in headings(target), f"{path}#{anchor}"


def test_every_page_for_people_can_be_reached_from_the_readme() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        for pair in LINK.findall(page.read_text("utf-8")):
            path = (page.parent / "".join(pair).partition("#")[0]).resolve()
            if path.suffix == ".md" and path not in reached and path.is_file():
                waiting.append(path)
    assert set(PAGES) <= reached


def test_the_readme_is_short_and_its_first_command_is_on_the_first_screen() -> None:
    prose = re.sub(r"<img[^>]*>|\]\([^)]*\)", "", README)
    assert len(prose.split()) <= 700
    assert not [part for part in re.split(r"\n\n|\n[-|\d]|\|", prose) if len(part.split()) > 50]
    assert "make play" in "\n".join(README.split("\n")[:12])


def test_the_example_of_the_table_protocol_is_what_it_answers() -> None:
    table = Session()
    lines = re.findall(r"^([<>]) (\{.*\})$", text("protocol.md"), re.MULTILINE)
    assert lines[0][0] == ">"
    for side, line in lines:
        if side == ">":
            answer = table.answer(line.encode()).decode()
        else:
            assert answer.startswith(line.split(",…")[0])
