import json
import re
import runpy
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import yaml

from bot.hosting.health import MISSING_PACKAGES, NO_METRICS, health_site
from bot.settings import read_settings
from miasma.__main__ import COMMANDS
from wording import languages

ROOT = Path(__file__).parents[2]
SETTINGS = set(re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text("utf-8"), re.MULTILINE))


HOSTING = "docs/procedures.md"
COMPOSE = ("compose.yaml", "compose.litestream.yaml")


def text(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def services() -> dict[str, dict[str, Any]]:
    """Return the services of both Compose files by name. If both files define one, return that of the first file."""
    found: dict[str, dict[str, Any]] = {}
    for path in reversed(COMPOSE):
        found |= yaml.safe_load(text(path))["services"]
    return found


SERVICES = services()


def test_the_image_gets_all_packages_and_only_files_needed_to_install() -> None:
    project = tomllib.loads(text("pyproject.toml"))
    packages = {name.rstrip("*") for name in project["tool"]["setuptools"]["packages"]["find"]["include"]}
    about = ["README.md", *project["project"]["license-files"]]
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
    assert set(re.findall(r"\$\{([A-Z_]+)", "".join(map(text, COMPOSE)))) <= SETTINGS | {"COMMIT"}
    bot = SERVICES["bot"]
    assert bot["environment"].keys() <= SETTINGS
    assert bot["environment"]["MIASMA_HEALTH_PORT"] == str(settings.health_port)
    assert bot["environment"]["MIASMA_DATABASE"] == str(settings.database)
    assert bot["volumes"] == [f"data:{settings.database.parent}"]
    assert f"{settings.port}" in bot["environment"]["MIASMA_PORT"]
    assert SERVICES["database"]["profiles"] == ["postgres"]


def test_in_compose_no_log_grows_without_end_and_no_service_takes_all_memory() -> None:
    lasting = [about for about in SERVICES.values() if "restart" in about]
    assert len(lasting) == 4
    for about in lasting:
        assert about["logging"]["options"].keys() == {"max-size", "max-file"}
        assert about["mem_limit"]


def test_the_images_health_check_uses_a_path_that_the_bot_serves() -> None:
    [path] = re.findall(r"MIASMA_HEALTH_PORT.*\}(/\w+)'", text("Dockerfile"))
    assert path in {resource.canonical for resource in health_site(lambda: None).router.resources()}


def test_the_bot_in_compose_has_no_privileges() -> None:
    for name in ("bot", "backup", "litestream"):
        about = SERVICES[name]
        assert about["read_only"], name
        assert about["cap_drop"] == ["ALL"], name
        assert about["security_opt"] == ["no-new-privileges:true"], name
    assert re.search(r"^USER \d+$", text("Dockerfile"), re.M)
    [port] = SERVICES["bot"]["ports"]
    assert port.startswith("127.0.0.1:"), "anybody on the local table is everybody"


def test_units_and_pages_run_commands_that_exist() -> None:
    units = {path.name: path.read_text("utf-8") for path in (ROOT / "contrib").glob("miasma*")}
    named = re.findall(r"(?:miasma@|run --rm (?:-T )?bot |exec bot miasma )([\w-]+)", text(HOSTING))
    assert {"backup", "sync", "verify"} <= set(named) <= COMMANDS.keys()
    [folder] = re.findall(r"git clone \S+ (/\S+)", text(HOSTING))
    extras = re.findall(r"pip install [^\n]*'\.\[(.*)\]'", text(HOSTING))
    project = tomllib.loads(text("pyproject.toml"))["project"]
    assert set(",".join(extras).split(",")) <= project["optional-dependencies"].keys()
    [script] = project["scripts"]
    for name in (name for name in units if name.endswith(".service")):
        assert f"ExecStart={folder}/.venv/bin/{script}" in units[name]
    assert text(HOSTING).count("\ncontrib/install-units\n") == 3, "on each way to another version"


def test_the_bot_and_its_commands_have_the_same_protections() -> None:
    """All systemd services get the protections from one shared file."""
    shared = dict(re.findall(r"^(\w+)=(.*)$", text("contrib/protections.conf"), re.M))
    assert (shared["StateDirectory"], shared["WorkingDirectory"]) == ("miasma", "/var/lib/miasma")
    assert (shared["DynamicUser"], shared["UMask"], shared["MemoryMax"]) == ("yes", "0077", "80%")
    for name in ("miasma.service", "miasma@.service", "miasma-backup.service"):
        assert not shared.keys() & set(re.findall(r"^(\w+)=", text(f"contrib/{name}"), re.M)), name


def test_no_page_says_to_install_the_strangers_package_miasma() -> None:
    """We install from a folder or a repository, because the name may belong to a stranger on the package index."""
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


def test_the_readme_agrees_with_the_constant_for_the_public_address() -> None:
    project, readme = tomllib.loads(text("pyproject.toml")), text("README.md")
    address = project["tool"]["miasma"]["address"]
    assert re.fullmatch(r"(https://[\w./-]+\w)?", address)
    shown = address or "ADDRESS"
    assert f"\nuvx --from 'git+{shown}[table]' miasma\n" in readme
    assert f"\ngit clone --depth 1 {shown} miasma && cd miasma && make play\n" in readme
    assert ("no public address yet" in readme) == (not address)
    assert "REPOSITORY" not in readme + text("docs/procedures.md")
    absolute = runpy.run_path(str(ROOT / "setup.py"))["absolute"](readme, "https://host/project")
    assert "https://host/project/raw/HEAD/docs/pictures/phone.png" in absolute
    assert not re.search(r'(\]\(|src=")(?!https://)', absolute)


def readable(path: Path) -> str:
    """Return a file's text, or "" if it is deleted or not text."""
    try:
        return path.read_text("utf-8")
    except (UnicodeDecodeError, OSError):
        return ""


def test_hosts_with_buttons_start_the_process_of_the_procfile() -> None:
    app = json.loads(text("app.json"))
    assert app["formation"].keys() == {text("Procfile").partition(":")[0]}
    assert app["env"].keys() <= SETTINGS
    assert len(text("app.json").splitlines()) <= 10
