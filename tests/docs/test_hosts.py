"""What hosts run: the image and Compose know the settings, packages, languages and paths of this version."""

import re
import tomllib
from pathlib import Path

from bot.hosting.monitor import site
from bot.settings import read_settings
from wording import languages

ROOT = Path(__file__).parents[2]
SETTINGS = set(re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text("utf-8"), re.MULTILINE))


def text(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def test_the_image_gets_all_packages_and_nothing_else_that_is_not_installed() -> None:
    project = tomllib.loads(text("pyproject.toml"))
    packages = {name.rstrip("*") for name in project["tool"]["setuptools"]["packages"]["find"]["include"]}
    files = {"pyproject.toml", "constraints.txt", project["project"]["readme"], *project["project"]["license-files"]}
    assert set(re.findall(r"^!(.+)$", text(".dockerignore"), re.MULTILINE)) == packages | files


def test_the_image_keeps_the_data_of_our_languages_only() -> None:
    kept = set(re.findall(r"! -name '(\w+)", text("Dockerfile")))
    assert kept == {"root", *languages()}


def test_image_and_compose_set_settings_that_exist() -> None:
    environment = re.findall(r"([A-Z_]+)=(\S+)", "".join(re.findall(r"^ENV (?:.*\\\n)*.*", text("Dockerfile"), re.M)))
    assert {name for name, _ in environment if name.startswith("MIASMA")} <= SETTINGS
    settings = read_settings(dict(environment))
    assert settings.host == "0.0.0.0"
    compose = text("compose.yaml")
    assert set(re.findall(r"\$\{([A-Z_]+)", compose)) <= SETTINGS
    bot, database = compose.split("  database:\n", 1)
    assert set(re.findall(r"^      ([A-Z_]+): ", bot, re.M)) <= SETTINGS
    assert f'MIASMA_HEALTH_PORT: "{settings.health_port}"' in bot
    assert f"MIASMA_DATABASE: {settings.database}" in bot
    assert f"- data:{settings.database.parent}\n" in bot
    assert f"{settings.port}" in bot
    assert "profiles: [postgres]" in database


def test_the_health_check_asks_what_the_bot_serves() -> None:
    [path] = re.findall(r"MIASMA_HEALTH_PORT.*\}(/\w+)'", text("Dockerfile"))
    assert path in {resource.canonical for resource in site(lambda: None).router.resources()}


def test_the_bot_in_compose_has_no_privileges() -> None:
    bot = text("compose.yaml").split("  database:\n")[0]
    for line in ("read_only: true", "cap_drop: [ALL]", "security_opt: [no-new-privileges:true]"):
        assert f"    {line}\n" in bot
    assert re.search(r"^USER \d+$", text("Dockerfile"), re.M)
    assert "- 127.0.0.1:" in bot, "anybody on the local table is everybody"
