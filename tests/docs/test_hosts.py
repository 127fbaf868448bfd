"""What hosts run: the image and Compose know the settings, packages, languages and paths of this version."""

import json
import re
import subprocess
import tomllib
from pathlib import Path

from bot.hosting.health import MISSING_PACKAGES, NO_METRICS, health_site
from bot.settings import read_settings
from miasma.__main__ import COMMANDS
from wording import languages

ROOT = Path(__file__).parents[2]
SETTINGS = set(re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text("utf-8"), re.MULTILINE))


def text(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def test_the_image_gets_all_packages_and_nothing_else_that_is_not_installed() -> None:
    project = tomllib.loads(text("pyproject.toml"))
    packages = {name.rstrip("*") for name in project["tool"]["setuptools"]["packages"]["find"]["include"]}
    about = [project["project"]["readme"], *project["project"]["license-files"]]
    files = {"pyproject.toml", "setup.py", "requirements-image.txt", *about}
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
    assert path in {resource.canonical for resource in health_site(lambda: None).router.resources()}


def test_the_bot_in_compose_has_no_privileges() -> None:
    bot = text("compose.yaml").split("  database:\n")[0]
    for line in ("read_only: true", "cap_drop: [ALL]", "security_opt: [no-new-privileges:true]"):
        assert f"    {line}\n" in bot
    assert re.search(r"^USER \d+$", text("Dockerfile"), re.M)
    assert "- 127.0.0.1:" in bot, "anybody on the local table is everybody"


def test_units_and_pages_run_commands_that_exist() -> None:
    units = {path.name: path.read_text("utf-8") for path in (ROOT / "contrib").glob("miasma*")}
    timer = units["miasma-backup.timer"]
    named = re.findall(r"(?:miasma@|run --rm bot |exec bot miasma )(\w+)", text("docs/hosting.md") + timer)
    assert {"backup", "sync", "verify"} <= set(named) <= COMMANDS.keys()
    [folder] = re.findall(r"git clone REPOSITORY (\S+) ", text("docs/hosting.md"))
    extras = re.findall(r"pip install [^\n]*'\.\[(.*)\]'", text("docs/hosting.md"))
    project = tomllib.loads(text("pyproject.toml"))["project"]
    assert set(",".join(extras).split(",")) <= project["optional-dependencies"].keys()
    [script] = project["scripts"]
    for name in ("miasma.service", "miasma@.service"):
        assert f"ExecStart={folder}/.venv/bin/{script}" in units[name]
        assert "protections.conf -t /etc/systemd/system/$unit.service.d" in text("docs/hosting.md")
    assert "for unit in miasma miasma@;" in text("docs/hosting.md")


def test_the_bot_and_its_commands_have_the_same_protections() -> None:
    """They are in one file, and nowhere else."""
    shared = dict(re.findall(r"^(\w+)=(.*)$", text("contrib/protections.conf"), re.M))
    assert (shared["StateDirectory"], shared["WorkingDirectory"]) == ("miasma", "/var/lib/miasma")
    assert (shared["DynamicUser"], shared["UMask"], shared["MemoryMax"]) == ("yes", "0077", "80%")
    for name in ("miasma.service", "miasma@.service"):
        assert not shared.keys() & set(re.findall(r"^(\w+)=", text(f"contrib/{name}"), re.M)), name


def test_nothing_says_to_install_the_package_called_miasma_which_is_a_strangers() -> None:
    """Only a folder is installed: our own name may be taken on the index of packages, too."""
    assert tomllib.loads(text("pyproject.toml"))["project"]["name"] == "miasma-bot"
    by_name = (
        r"\bmiasma(-bot)?\[(?!metrics,postgres,table,train\]\",$)"
        r"|(pip3?|pipx|uv|uvx) (install|run|add)\b[^\n`]*[\s'\"]miasma\b"
    )
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    said = {name: re.findall(by_name, readable(ROOT / name), re.M) for name in listed.splitlines()}
    said.pop("tests/docs/test_hosts.py")
    assert {name: found for name, found in said.items() if found} == {}
    assert MISSING_PACKAGES.keys() == {"asyncpg", "simcord"}
    for message in (*MISSING_PACKAGES.values(), NO_METRICS):
        [extra] = re.findall(r"\.venv/bin/pip install -c constraints\.txt '\.\[(\w+)\]'$", message)
        assert extra in tomllib.loads(text("pyproject.toml"))["project"]["optional-dependencies"]


def readable(path: Path) -> str:
    """Return the text of a file, or "" if it is no text, or deleted."""
    try:
        return path.read_text("utf-8")
    except (UnicodeDecodeError, OSError):
        return ""


def test_hosts_with_buttons_start_the_process_of_the_procfile() -> None:
    app = json.loads(text("app.json"))
    assert app["formation"].keys() == {text("Procfile").partition(":")[0]}
    assert app["env"].keys() <= SETTINGS
    assert len(text("app.json").splitlines()) <= 10
