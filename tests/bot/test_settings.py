from pathlib import Path

import pytest

from bot.settings import BadSettings, Memory, Settings, read_settings


def test_without_settings_the_local_table_runs() -> None:
    assert read_settings({}) == Settings("", Path("data/miasma.sqlite"), 8347, "INFO")


def test_everything_said() -> None:
    said = {
        "DISCORD_TOKEN": " abc ", "MIASMA_DATABASE": "x.sqlite", "MIASMA_PORT": "80", "MIASMA_LOG_LEVEL": "debug",
        "MIASMA_HOST": "0.0.0.0", "MIASMA_PROCESSES": "2", "MIASMA_SHARDS": "6", "MIASMA_HEALTH_PORT": "81",
        "MIASMA_MEMORY": "small",
    }  # fmt: skip
    settings = read_settings(said)
    assert settings == Settings("abc", Path("x.sqlite"), 80, "DEBUG", "0.0.0.0", 2, 6, 81, Memory.SMALL)
    assert settings.games == Path("x.sqlite")
    bare = read_settings({"MIASMA_PORT": None, "MIASMA_HEALTH_PORT": " "})
    assert (bare.port, bare.host, bare.processes, bare.shards, bare.health_port) == (8347, "127.0.0.1", 1, 0, None)
    assert (bare.memory, bare.pause, bare.health_host) == (Memory.NORMAL, 4.0, "127.0.0.1")


@pytest.mark.parametrize(
    ("name", "most"), [("MIASMA_PORT", 65535), ("MIASMA_HEALTH_PORT", 65535), ("MIASMA_PROCESSES", 10000)]
)
def test_numbers_have_a_range(name: str, most: int) -> None:
    for number in (1, most):
        settings = read_settings({name: str(number)})
        assert number in (settings.port, settings.health_port, settings.processes)
    for wrong in ("0", str(most + 1), "-1", "1.5"):
        with pytest.raises(BadSettings) as refused:
            read_settings({name: wrong})
        assert str(refused.value) == f"{name} is {wrong!r}. It must be a number from 1 to {most}."


def test_the_token_is_not_in_the_repr() -> None:
    assert "secret" not in repr(read_settings({"DISCORD_TOKEN": "secret"}))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("DISCORD_TOKEN", "two words"), ("MIASMA_HEALTH_PORT", "http"), ("MIASMA_PORT", "a")),
        *(("MIASMA_LOG_LEVEL", "LOUD"), ("MIASMA_HOST", "here"), ("MIASMA_HEALTH_HOST", "everywhere")),
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
    monkeypatch.setenv("MIASMA_PORT", "1235")
    assert read_settings() == Settings(port=1235), "the environment counts more than the file"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_q2_the_address_of_a_database_shows_no_password(scheme: str) -> None:
    """Q2: neither `str` nor `repr` of the address or of the settings contains the password."""
    settings = read_settings({"DATABASE_URL": f" {scheme}://anna:hush%40@db.example:6543/games?sslmode=require "})
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
    with pytest.raises(BadSettings) as refused:
        read_settings({"DATABASE_URL": address})
    assert str(refused.value).startswith("DATABASE_URL is not a valid PostgreSQL URL")
    assert why in str(refused.value)
    assert "hush" not in str(refused.value)
