"""The environment: defaults, refusals, and a token that is never shown."""

from pathlib import Path

import pytest

from bot.settings import BadSettings, Settings, read_settings


def test_nothing_said_is_the_local_table() -> None:
    assert read_settings({}) == Settings("", Path("data/miasma.sqlite"), 8347, "INFO")


def test_everything_said() -> None:
    said = {"DISCORD_TOKEN": " abc ", "MIASMA_DATABASE": "x.sqlite", "MIASMA_PORT": "80", "MIASMA_LOG_LEVEL": "debug"}
    assert read_settings(said) == Settings("abc", Path("x.sqlite"), 80, "DEBUG")


def test_the_token_is_not_in_the_repr() -> None:
    assert "secret" not in repr(read_settings({"DISCORD_TOKEN": "secret"}))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_TOKEN", "two words"),
        ("MIASMA_PORT", "70000"),
        ("MIASMA_PORT", "a"),
        ("MIASMA_LOG_LEVEL", "LOUD"),
        ("MIASMA_HOST", "here"),
        ("MIASMA_MEMORY", "tiny"),
    ],
)
def test_a_bad_value_is_named_but_a_token_not_quoted(name: str, value: str) -> None:
    with pytest.raises(BadSettings, match=name) as refused:
        read_settings({name: value})
    assert (value in str(refused.value)) == (name != "DISCORD_TOKEN")


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="folder"):
        read_settings({"MIASMA_DATABASE": str(tmp_path)})


def test_env_example_names_every_setting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / ".env.example"
    (tmp_path / ".env").write_text(example.read_text().replace("MIASMA_PORT=", "MIASMA_PORT=1234"))
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "MIASMA_DATABASE", "MIASMA_PORT", "MIASMA_LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
        assert f"\n{name}=" in example.read_text()
    assert read_settings() == Settings(port=1234)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_q2_the_address_of_a_database_shows_no_password(scheme: str) -> None:
    """Q2: neither its text nor its `repr`, nor those of the settings."""
    settings = read_settings({"DATABASE_URL": f" {scheme}://anna:hush%40@db.example:6543/games?sslmode=require "})
    assert settings.address is not None
    assert settings.games == settings.address
    assert settings.address.secret == f"{scheme}://anna:hush%40@db.example:6543/games?sslmode=require"
    assert str(settings.address) == "the database games at db.example:6543"
    assert "hush" not in f"{settings!r} {settings} {settings.address!r}"


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("mysql://anna:hush@db.example/games", "does not start with postgresql://"),
        ("postgresql+asyncpg://anna:hush@db.example/games", "does not start with postgresql://"),
        ("postgresql://anna:hush@db.example", "must name exactly one database"),
        ("postgresql://anna:hush@db.example/games/more", "must name exactly one database"),
        ("postgresql:///games", "names no host"),
        ("postgresql://anna:hush@db.example:port/games", "its host or port is invalid"),
        ("postgresql://anna:hush#1@db.example/games", "contains a #"),
        ("postgresql://anna:hush @db.example/games", "contains a space"),
        ("hush", "does not start with"),
    ],
)
def test_q2_a_bad_address_is_refused_without_its_password(address: str, why: str) -> None:
    """Q2."""
    with pytest.raises(BadSettings) as refused:
        read_settings({"DATABASE_URL": address})
    assert str(refused.value).startswith("DATABASE_URL is not a valid PostgreSQL URL")
    assert why in str(refused.value)
    assert "hush" not in str(refused.value)
