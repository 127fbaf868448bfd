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
    [("DISCORD_TOKEN", "two words"), ("MIASMA_PORT", "70000"), ("MIASMA_PORT", "a"), ("MIASMA_LOG_LEVEL", "LOUD")],
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
    for name in ("DISCORD_TOKEN", "MIASMA_DATABASE", "MIASMA_PORT", "MIASMA_LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
        assert f"\n{name}=" in example.read_text()
    assert read_settings() == Settings(port=1234)
