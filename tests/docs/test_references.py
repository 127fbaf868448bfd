"""Every reference to a statement of the rules or slow play, a section, or a rulebook reading has a target."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2]
STATEMENT = re.compile(r"^[*-] \**(R\d+)\b(?!,)", re.MULTILINE)
READING = re.compile(r"^\| \**([ADM]\d+)\b", re.MULTILINE)
HEADING = re.compile(r"^#+ (\d+(?:\.\d+)*)\.? ", re.MULTILINE)
CITED = re.compile(r"\b[Ss]ections? (\d+(?:\.\d+)*)((?:(?:, | and | to )\d+(?:\.\d+)*(?![.\d]* ?[a-z]))*)")
GAMES = ("rattus", "messina")
IN_THE_LOBBY = {"R153": "rules_service/test_colours.py"}  # Statements of Rattus about the time before the game.


def rules(game: str) -> str:
    return (HERE / "docs" / "spec" / "rules" / f"{game}.md").read_text("utf-8")


def texts(*folders: str) -> Iterator[tuple[Path, str]]:
    """Yield the path and text of every Python and TOML file in these folders."""
    for folder in folders:
        assert (HERE / folder).is_dir(), f"{folder} does not exist"
        for path in sorted((HERE / folder).rglob("*")):
            if path.suffix in (".py", ".toml"):
                yield path.relative_to(HERE), path.read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_every_statement_is_named_by_a_test_and_every_name_is_a_statement(game: str) -> None:
    stated = STATEMENT.findall(rules(game))
    assert len(stated) == len(set(stated)) > 100
    named = {
        name
        for _, text in texts(f"tests/rules/{game}")
        # Leave out what a file's docstring promises.
        for name in re.findall(r"\bR[1-9]\d*\b|(?<=_)R\d+(?=_)", re.sub(r'\A""".*?"""', "", text))
    }
    elsewhere = {
        name for name, path in IN_THE_LOBBY.items() if f"_{name}_" in (HERE / "tests" / path).read_text("utf-8")
    }
    assert named | (elsewhere if game == "rattus" else set()) == set(stated)


@pytest.mark.parametrize("game", GAMES)
def test_every_section_that_is_cited_exists(game: str) -> None:
    sections = set(HEADING.findall(rules(game)))
    cited = {
        (str(path), number)
        for path, text in texts(f"rules/{game}", f"tests/rules/{game}")
        for first, others in CITED.findall(text)
        for number in [first, *re.findall(r"[\d.]*\d", others)]
    }
    assert len(cited) > 20
    assert not {(path, number) for path, number in cited if number not in sections}


@pytest.mark.parametrize("game", GAMES)
def test_every_reading_that_is_cited_exists(game: str) -> None:
    readings = set(READING.findall(rules(game)))
    assert len(readings) > 40
    cited = {
        (str(path), name)
        for path, text in texts(f"rules/{game}")
        for name in re.findall(r"\(((?:[ADM]\d+(?:, )?)+)\)", text)
        for name in name.split(", ")
    }
    assert not {(path, name) for path, name in cited if name not in readings}


def test_every_statement_of_slow_play_is_named_by_a_test_and_every_name_is_a_statement() -> None:
    stated = re.findall(
        r"^- \*\*(P\d+)\*\*", (HERE / "docs" / "spec" / "slow-play.md").read_text("utf-8"), re.MULTILINE
    )
    assert stated == [f"P{number}" for number in range(1, 172)]
    named = {
        name.upper()
        for _, text in texts(
            "tests/bot",
            "tests/rules",
            "tests/rules_service",
            "tests/storage",
            "tests/docs",
            "tests/local_table",
            "tests/miasma",
        )
        for name in re.findall(r"""(?<=[ _("])[Pp][1-9]\d*(?=[ .,:;)_])""", text)
    }
    assert named == set(stated)


def test_each_test_of_slow_play_on_the_simulated_clock_is_there() -> None:
    stated = re.findall(
        r"^- \*\*(T\d+)\*\*", (HERE / "docs" / "spec" / "slow-play.md").read_text("utf-8"), re.MULTILINE
    )
    assert stated == [f"T{number}" for number in range(1, 14)]
    folders = ("tests/bot", "tests/local_table", "tests/rules", "tests/rules_service")
    named = {name for _, text in texts(*folders) for name in re.findall(r"\bT\d+\b(?=[,:])", text)}
    assert named >= set(stated)


def test_every_statement_of_the_storage_is_named_by_a_test() -> None:
    stated = re.findall(r"^- \*\*(Q\d+)\*\*", (HERE / "docs" / "spec" / "storage.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(stated, key=lambda name: int(name[1:])) == [f"Q{number}" for number in range(1, 52)]
    named = {
        name.upper()
        for _, text in texts("tests/bot", "tests/local_table", "tests/miasma", "tests/rules_service", "tests/storage")
        for name in re.findall(
            r'(?<=def test_)q[1-9]\d*(?=_)|(?<=""")Q[1-9]\d*(?=[,:.])|(?<=[, ])Q[1-9]\d*(?=: )', text
        )
    }
    assert sorted(named) == sorted(stated)


def test_docstrings_of_tests_say_what_the_statement_is_about() -> None:
    """A docstring that is only ``R58.`` explains nothing. If the test's name states the rule, none is needed."""
    bare = re.compile(r'^ +"""[A-Z]\d+(?:, [A-Z]\d+)*[.:]?"""$', re.MULTILINE)
    assert {str(path): found for path, text in texts("tests") if (found := bare.findall(text))} == {}
