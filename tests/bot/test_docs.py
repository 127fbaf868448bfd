import re
from pathlib import Path

import pytest
from discord import AppCommandType

from bot.settings import read_settings
from rules.protocol import Session
from tests.bot.sim import Sim
from wording import words

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
README = (ROOT / "README.md").read_text("utf-8")
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), ROOT / "renderer" / "ART.md"])
FOR_PLAYERS = (
    "playing",
    "absence",
    *(f"games/{page.stem}" for page in sorted(DOCS.glob("games/*.md")) if "." not in page.stem),
)
LANGUAGES = ("de", "hu", "pl")
TEMPLATE = ROOT / "wording" / "locale" / "miasma.pot"
PARTS_OF_TEXTS = {"Nudge", "Rulings"}  # from the buttons "Nudge {player}" and "Rulings ▶"

LINK = re.compile(r"""\]\(([^)\s]+)\)|src="([^"]+)\"""")


def text(*parts: str) -> str:
    return DOCS.joinpath(*parts).read_text("utf-8")


async def test_every_group_of_commands_is_on_a_page(sim: Sim) -> None:
    named = {name.split()[0] for name in commands(text("playing.md") + text("hosting.md"))}
    assert {command.name for command in sim.bot.tree.get_commands(type=AppCommandType.chat_input)} <= named | {"turn"}


def shape(page: str) -> tuple[list[str], list[int], int]:
    """Return the levels of a page's headings, the number of rows in each table, and the number of list items."""
    tables = re.findall(r"(?:^\|.*\n)+", page, re.MULTILINE)
    items = re.findall(r"^(?:-|\d+\.) ", page, re.MULTILINE)
    return re.findall(r"^#+(?= )", page, re.MULTILINE), [table.count("\n") for table in tables], len(items)


def commands(page: str) -> set[str]:
    return set(re.findall(r"`/([a-z]+(?: [a-z][a-z-]*)*)", page))


def buttons(page: str) -> set[str]:
    return set(re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", page))


def test_every_button_that_a_page_for_players_names_is_a_text_of_the_bot() -> None:
    texts = set(re.findall(r'^msgid "(.*)"$', TEMPLATE.read_text("utf-8"), re.MULTILINE))
    for name in FOR_PLAYERS:
        assert buttons(text(f"{name}.md")) - texts <= PARTS_OF_TEXTS, name
    texts |= {re.sub(r"\{\w+\}", "…", one).removesuffix(".") for one in texts}  # "Open …’s seat"
    specified = {
        " ".join(name.split()) for name in re.findall(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)", text("spec/slow-play.md"))
    }
    assert specified - {"R1, R2, late"} <= texts


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", FOR_PLAYERS)
def test_pages_for_players_say_the_same_in_every_language(name: str, lang: str) -> None:
    english, page = text(f"{name}.md"), text(f"{name}.{lang}.md")
    assert shape(page) == shape(english)
    assert commands(page) == commands(english)
    w = words(lang)
    named = {w._(button) for button in buttons(english) - PARTS_OF_TEXTS}
    assert named <= buttons(page)
    assert len(buttons(page)) == len(buttons(english))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", FOR_PLAYERS)
def test_pages_for_players_link_to_pages_in_their_language(name: str, lang: str) -> None:
    page = DOCS / f"{name}.{lang}.md"
    others = {
        f"{page.name.split('.')[0]}{ending}.md" for ending in ("", *(f".{one}" for one in LANGUAGES if one != lang))
    }
    linked = {link for link, _ in LINK.findall(page.read_text("utf-8")) if not link.startswith("http")}
    assert others <= linked
    for link in linked - others:
        assert not (page.parent / link).with_suffix(f".{lang}.md").exists() or link.endswith(f".{lang}.md"), link


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
    """Return the anchors of a page's headings as GitHub makes them."""
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


def test_the_example_of_the_table_protocol_is_up_to_date() -> None:
    table = Session()
    lines = re.findall(r"^([<>]) (\{.*\})$", text("protocol.md"), re.MULTILINE)
    assert lines[0][0] == ">"
    for side, line in lines:
        if side == ">":
            answer = table.answer(line.encode()).decode()
        else:
            assert answer.startswith(line.split(",…")[0])
