"""Run the commands of docs/procedures.md as a host does, on fresh machines: ``python -m tools.walk [WAY …]``.

The ways are "readme" (the lines at its top), "make", "compose", "postgresql", "litestream" and "systemd". Most begin
with an earlier version and go through the page's procedures, including mistakes that a host may make. Nothing needs
Discord: without a token the bot is the local table. Containers need `docker`. WALK_SYSTEMD_IMAGE names an image of
Debian with systemd, git and python3-venv; without it, one is built. Ways that can't be run here are reported as not
run.
"""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "procedures.md").read_text("utf-8")
VERSION_0_3 = "c36668f2"  # the version from which `make` updates; containers came later
PORT = 8399
MAX_SECONDS = 900.0
STOP = "# stop the bot with Ctrl-C"
ANNA, BEN = 111, 222  # Ben is forgotten; Cem comes after the backup.
SYSTEMD_IMAGE = """\
FROM debian:trixie
RUN apt-get update && apt-get install --yes systemd systemd-sysv git python3-venv ca-certificates
"""

# The commands that did the work of contrib/install-units in older versions.
OLD_UNITS = """\
cp contrib/*.service contrib/*.timer /etc/systemd/system/
for unit in miasma miasma@; do
  install -D -m 644 contrib/protections.conf -t /etc/systemd/system/$unit.service.d
done
systemctl daemon-reload
"""

# This program puts a person and a game into the database of any version since 0.3.0.
PLAY = """
import asyncio, os, sys
from pathlib import Path
from rules_service import Person, Place, RulesService
from rules_service.clock import Clock
from storage import Storage
async def main(path):
    async with await Storage.open(path) as storage:
        service = RulesService(storage, Clock())
        if hasattr(service, "opening"):
            from rules_service import acts
            table = await service.opening.open(Place(1, 1), Person(111, "Anna"), "rattus")
            await service.act(acts.join(), table.id, Person(222, "Ben"))
            await service.act(acts.start(), table.id, Person(111, "Anna"))
        else:
            table = await service.open(Place(1, 1), Person(111, "Anna"), "rattus")
            await service.join(table.id, Person(222, "Ben"))
            await service.start(table.id, Person(111, "Anna"))
asyncio.run(main(Path(os.environ.get("MIASMA_DATABASE") or "data/miasma.sqlite")))
"""
ASK = "SELECT name FROM players WHERE user_id IS NOT NULL ORDER BY user_id"
NAMES = f"""
import os, sqlite3
path = os.environ.get("MIASMA_DATABASE") or "data/miasma.sqlite"
print("people:", *[name for name, in sqlite3.connect(path).execute("{ASK}")])
"""
ADD_CEM = """
import os, sqlite3
path = os.environ.get("MIASMA_DATABASE") or "data/miasma.sqlite"
with sqlite3.connect(path) as database:
    database.execute("INSERT INTO players (user_id, name) VALUES (333, 'Cem')")
"""
SPOIL = "import sys; file = open(sys.argv[1], 'r+b'); file.seek(4096); file.write(b'x' * 20000)"


class WalkFailed(Exception):
    """A command did not do what the page says. The text has its output."""


def blocks(way: str) -> dict[str, list[str]]:
    """Return the shell scripts of each procedure in the page's section about a way."""
    [section] = re.findall(rf"^## {re.escape(way)}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    parts = re.split(r"^### (.+)\n", section, flags=re.MULTILINE)
    return {
        name: re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
        for name, text in zip(parts[1::2], parts[2::2], strict=True)
    }


class Machine:
    """A folder on this machine, or a container, in which commands are run."""

    def __init__(self, home: Path, address: str, shell: list[str], environment: dict[str, str] | None = None) -> None:
        self.home, self.address, self.shell = home, address, shell
        self.environment = {**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})}
        self.folder = ""
        self.bot: subprocess.Popen[bytes] | None = None
        self.told = ""

    def run(self, script: str, *, typed: str = "", refused: str = "") -> str:
        """Run a script and return its output. ``typed`` is its input.

        Raise WalkFailed if the script fails. If ``refused`` is given, the script must fail with this text in its
        output.
        """
        place = f"cd {shlex.quote(self.folder)}\n" if self.folder else ""
        done = subprocess.run(
            [*self.shell, f"set -eu -o pipefail\n{place}{script}"],
            input=typed.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self.home,
            env=self.environment,
            timeout=MAX_SECONDS,
            check=False,
        )
        self.told = done.stdout.decode(errors="replace")
        if bool(done.returncode) != bool(refused) or refused not in self.told:
            wanted = f"a refusal with {refused!r}" if refused else "success"
            raise WalkFailed(f"{script}\nended with {done.returncode}, not with {wanted}:\n{self.told[-3000:]}")
        return self.told

    def follow(self, script: str, *, typed: str = "", refused: str = "", **names: str) -> None:
        """Run a script of the page, with its placeholders replaced. `make play` leaves the bot running."""
        for name, value in {"ADDRESS": self.address, "USER_ID": str(BEN), **names}.items():
            script = re.sub(rf"\b{name}\b" if name != "NN" else r"(?<=schema-)NN\b", value, script)
        if STOP in script:
            self.stop()
        *lines, last = script.strip().split("\n")
        plays = last == "make play"
        for folder in re.findall(r"^cd (\S+)$", script, re.M):
            entering = folder
        before = "\n".join(lines if plays else [*lines, last])
        if before.strip():
            self.run(before, typed=typed, refused=refused)
        if "\ncd " in f"\n{before}":
            self.folder = str(Path(self.folder, entering))
        if plays:
            self.play()

    def play(self, command: str = "make play") -> None:
        """Start the bot in the background, and wait until its page is available."""
        environment = {**self.environment, "MIASMA_PORT": str(PORT)}
        where = self.home / self.folder
        self.bot = subprocess.Popen(
            ["bash", "-c", command], cwd=where, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        answers(PORT)

    def stop(self) -> None:
        """Stop the bot as Ctrl-C does, if it is running."""
        if self.bot:
            os.killpg(self.bot.pid, signal.SIGINT)
            self.bot.wait(30)
            self.bot = None


def answers(port: int, seconds: float = 300) -> None:
    """Wait until the local table answers. Raise WalkFailed if it takes longer than ``seconds``."""
    wait_until(lambda: bool(urlopen(f"http://127.0.0.1:{port}/", timeout=5).status), f"a page at port {port}", seconds)


def wait_until(holds: Callable[[], bool], what: str, seconds: float = 120) -> None:
    """Wait until the condition is true. Raise WalkFailed if it takes longer than ``seconds``."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(URLError, OSError, WalkFailed):
            if holds():
                return
        time.sleep(0.5)
    raise WalkFailed(f"there was never {what}")


def git(*arguments: str) -> str:
    """Return the output of a git command in this repository."""
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def before_this_schema() -> str:
    """Return the last commit with an older schema."""
    newest = max((ROOT / "storage" / "sqlite" / "migrations").glob("0*.sql")).relative_to(ROOT)
    return git("log", "--diff-filter=A", "--format=%H", "-1", "--", str(newest)) + "^"


class Address:
    """A repository to clone, whose main branch goes from an older version to this one."""

    def __init__(self, folder: Path, old: str) -> None:
        self.path = folder / "miasma.git"
        subprocess.run(["git", "clone", "--quiet", "--bare", ROOT, self.path], check=True)
        self.set("TAG", old)
        self.set_main(old)

    def set(self, name: str, commit: str) -> None:
        """Give a commit this tag, which is moved if it exists."""
        subprocess.run(["git", "tag", "--force", name, git("rev-parse", commit)], cwd=self.path, check=True)

    def set_main(self, commit: str) -> None:
        """Publish this commit as the main branch."""
        for command in (
            ["update-ref", "refs/heads/main", git("rev-parse", commit)],
            ["symbolic-ref", "HEAD", "refs/heads/main"],
        ):
            subprocess.run(["git", *command], cwd=self.path, check=True)


def step(about: str) -> None:
    """Print a completed step and the time."""
    sys.stdout.write(f"{time.strftime('%H:%M:%S')}   {about}\n")
    sys.stdout.flush()


def expect(told: str, *texts: str) -> None:
    """Raise WalkFailed unless the output contains all these texts."""
    for text in texts:
        if text not in told:
            raise WalkFailed(f"{text!r} is missing in:\n{told[-3000:]}")


def walk_readme(stack: ExitStack, home: Path) -> None:
    """Run each of the lines at the top of the README, as a newcomer does."""
    [lines] = re.findall(r"^```\n(uvx .*?)^```", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    address = Address(home, "HEAD")
    for line in lines.splitlines():
        folder = home / line.split()[0]
        folder.mkdir()
        host = Machine(folder, f"file://{address.path}", ["bash", "-c"])
        stack.callback(host.stop)
        began = time.monotonic()
        host.play(line.replace("ADDRESS", host.address))
        took = time.monotonic() - began
        host.stop()
        if not [*folder.rglob("data/miasma.sqlite")]:
            raise WalkFailed(f"{line}\nleft no games in a folder 'data'")
        step(f"page after {took:.0f} seconds: {line}")


def walk_make(stack: ExitStack, home: Path) -> None:
    """Follow the procedures with make, starting from version 0.3.0."""
    page = blocks("make")
    address = Address(home, VERSION_0_3)
    host = Machine(home, str(address.path), ["bash", "-c"])
    stack.callback(lambda: host.stop())
    python, miasma = ".venv/bin/python -c", ".venv/bin/miasma"
    [install], [update], [back], [backup] = page["Install"], page["Update"], page["Go back"], page["Back up"]
    [restore], [move], [forget] = page["Restore"], page["Move"], page["Forget a person"]

    host.follow(install.replace("make doctor\n", ""))  # 0.3.0 had none.
    host.stop()
    host.run(f"{python} {shlex.quote(PLAY)}")
    step("0.3.0 installed; its page answers; a game begun")
    host.play()
    address.set_main("HEAD")
    host.follow(update.replace("git pull\nmake verify", "git pull\nmake verify 2>&1"))
    host.stop()
    expect(host.run(f"{miasma} verify 2>&1"), "replayed 1 open games")
    expect(host.run("make doctor"), "ok   database")
    step("updated to this version; its game replays")
    [copy] = re.findall(r"miasma\.sqlite\.schema-(\d+)", host.run("ls data"))
    host.follow(back, NN=copy, TAG="TAG")
    host.stop()
    expect(host.run(f"{python} {shlex.quote(NAMES)}"), "people: Anna Ben")
    step(f"gone back to 0.3.0, with the copy of schema {copy}")
    host.run("git checkout --quiet main")
    host.play()
    host.stop()
    expect(host.run(f"{miasma} verify 2>&1"), "replayed 1 open games")
    step("updated again")

    host.follow(backup)
    name = re.findall(r"miasma-20\S+\.sqlite$", host.told, re.M)[-1]
    host.run(f"{python} {shlex.quote(ADD_CEM)}")
    host.play()
    host.run(f"{miasma} restore data/{name}", refused="in use by another bot. Stop that bot first.")
    step("a restore beside a running bot is refused")
    host.stop()
    host.run(f"{miasma} forget {BEN}", typed="no\n", refused="Cancelled. Nothing was deleted.")
    host.run(f"{miasma} restore data/nothing.sqlite", refused="There is no file")
    host.run(f"cp data/{name} data/bad.sqlite && {python} {shlex.quote(SPOIL)} data/bad.sqlite")
    host.run(f"{miasma} restore data/bad.sqlite", refused="is damaged")
    expect(host.run(f"{python} {shlex.quote(NAMES)}"), "people: Anna Ben Cem")
    step("a cancelled deletion, a missing backup and a damaged one change nothing")
    host.follow(forget, typed=f"{BEN}\n")
    host.follow(restore, BACKUP=name)
    host.stop()
    expect(host.run(f"{python} {shlex.quote(NAMES)}"), "people: Anna\n")
    step("Ben forgotten, the backup from before restored: Cem is gone, and Ben is forgotten again")
    time.sleep(1)
    host.follow(backup)
    newest = re.findall(r"miasma-20\S+\.sqlite$", host.told, re.M)[-1]
    other = Machine(home / "other", str(address.path), ["bash", "-c"])
    other.home.mkdir()
    stack.callback(lambda: other.stop())
    other.follow(install.replace("make play\n", ""))
    other.run(f"cp {host.home / host.folder}/data/miasma-20* .")
    other.follow(move, BACKUP=newest)
    other.stop()
    expect(other.run(f"{python} {shlex.quote(NAMES)}"), "people: Anna\n")
    other.run(f"{miasma} restore {name}")
    expect(other.run(f"{python} {shlex.quote(NAMES)}"), "people: Anna\n")
    step("moved to another folder, where the older backup forgets Ben, too")


class Compose(Machine):
    """A machine with Docker Compose."""

    def __init__(self, stack: ExitStack, home: Path, address: Address, **settings: str) -> None:
        project = {"COMPOSE_PROJECT_NAME": f"walk{os.getpid()}", "MIASMA_PORT": str(PORT)}
        super().__init__(home, str(address.path), ["bash", "-c"], {**project, **settings})
        stack.callback(lambda: self.run("docker compose down --volumes --timeout 5"))

    def python(self, code: str) -> str:
        """Run Python in a container, with the settings of the bot."""
        return self.run(f"docker compose run --rm -T --entrypoint python bot -c {shlex.quote(code)}")

    def database(self, sql: str) -> str:
        """Query PostgreSQL."""
        psql = "docker compose exec -T database psql --username=miasma --tuples-only --no-align"
        return self.run(f"{psql} --command={shlex.quote(sql)} miasma")

    def backups(self, ending: str) -> list[str]:
        """Return the names of the backups in the volume."""
        listed = self.run("docker compose run --rm -T --entrypoint ls bot /data")
        return sorted(set(re.findall(rf"miasma-20\S+\.{ending}(?=\s)", listed)))


def walk_compose(stack: ExitStack, home: Path) -> None:
    """Follow the procedures with Docker Compose, starting from the version with the previous schema."""
    page = blocks("Compose")
    address = Address(home, before_this_schema())
    host = Compose(stack, home, address)
    host.follow(page["Install"][0])
    answers(PORT)
    host.run("docker compose stop")
    host.python(PLAY)
    host.run("docker compose up --detach")
    answers(PORT)
    step("the version before this schema installed; its page answers; a game begun")
    address.set_main("HEAD")
    host.follow(page["Update"][0])
    answers(PORT)
    expect(host.python(NAMES), "people: Anna Ben")
    step("updated; its game replays; the old volume goes on")
    wait_until(lambda: len(host.backups("sqlite")) >= 2, "a backup made by itself")
    step("a backup came by itself")
    listed = host.run("docker compose run --rm -T --entrypoint ls bot /data")
    [copy] = re.findall(r"miasma\.sqlite\.schema-(\d+)", listed)
    host.follow(page["Go back"][0], NN=copy, TAG="TAG")
    answers(PORT)
    expect(host.python(NAMES), "people: Anna Ben")
    host.run("git checkout --quiet main && docker compose build && docker compose up --detach")
    answers(PORT)
    step(f"gone back with the copy of schema {copy}, and updated again")
    host.follow(page["Back up"][0])
    name = host.backups("sqlite")[-1]
    expect(host.run("ls"), name)
    host.python(ADD_CEM)
    host.run(f"docker compose run --rm -T bot restore {name}", refused="in use by another bot")
    host.run("docker compose stop")
    host.run(f"docker compose run --rm -T bot forget {BEN}", typed="no\n", refused="Cancelled. Nothing was deleted.")
    host.run("docker compose run --rm -T bot restore nothing.sqlite", refused="There is no file")
    expect(host.python(NAMES), "people: Anna Ben Cem")
    step("a restore beside a running bot, a missing backup and a cancelled deletion are refused")
    host.follow(page["Forget a person"][0].replace("--rm bot", "--rm -T bot"), typed=f"{BEN}\n")
    answers(PORT)
    host.follow(page["Restore"][0], BACKUP=name)
    answers(PORT)
    expect(host.python(NAMES), "people: Anna\n")
    step("Ben forgotten, the backup from before restored: Cem is gone, and Ben is forgotten again")
    time.sleep(1)
    host.follow(page["Back up"][0])
    newest = host.backups("sqlite")[-1]
    host.run("docker compose down --volumes")
    move = page["Move"][0]
    host.follow(move, BACKUP=newest)
    answers(PORT)
    expect(host.python(NAMES), "people: Anna\n")
    step("moved into an empty volume from the files on the host, for the container's user")


def walk_postgresql(stack: ExitStack, home: Path) -> None:
    """Follow the procedures with Docker Compose and PostgreSQL."""
    page = blocks("Compose with PostgreSQL")
    address = Address(home, "HEAD")
    host = Compose(stack, home, address)
    host.follow(page["Install"][0])
    answers(PORT)
    host.run("docker compose stop bot backup")
    host.python(PLAY)
    host.run("docker compose up --detach")
    answers(PORT)
    host.follow(page["Move from a file"][0])
    expect(host.database(ASK), "Anna\nBen")
    step("installed; a game begun in a file, and moved to PostgreSQL")
    host.follow(page["Update"][0])
    expect(host.told, "")
    expect(host.run("docker compose run --rm -T bot verify"), "replayed 1 open games")
    host.run("docker compose run --rm -T bot doctor")
    step("updated; its game replays")
    host.follow(page["Back up"][0])
    name = host.backups("dump")[-1]
    expect(host.run("ls"), name)
    wait_until(lambda: len(host.backups("dump")) >= 2, "a backup made by itself")
    step("backed up, by hand and by itself")
    host.database("INSERT INTO players (user_id, name) VALUES (333, 'Cem')")
    host.run(f"docker compose run --rm -T bot restore {name}", refused="pg_restore")
    host.run(f"docker compose run --rm -T bot forget {BEN}", typed="no\n", refused="Cancelled. Nothing was deleted.")
    expect(host.database(ASK), "Anna\nBen\nCem")
    host.follow(page["Restore"][0], BACKUP=name)
    expect(host.database(ASK), "Anna\nBen\n")
    expect(host.run("docker compose run --rm -T bot verify"), "replayed 1 open games")
    step("restored: Cem is gone, the game replays")
    host.follow(page["Forget a person"][0].replace("--rm bot", "--rm -T bot"), typed=f"{BEN}\n")
    if "Ben" in host.database(ASK):
        raise WalkFailed("Ben is still there")
    step("Ben forgotten")
    host.run("docker compose stop database")
    host.run("timeout 100 docker compose run --rm -T --no-deps bot backup", refused="Cannot write the backup")
    step("without its server, a backup fails and says so")


def walk_litestream(stack: ExitStack, home: Path) -> None:
    """Kill all containers and delete their volume. Then Litestream must restore the games."""
    page = blocks("Compose")
    address = Address(home, "HEAD")
    copies = home / "copies"
    copies.mkdir()
    copies.chmod(0o777)
    files = {
        "COMPOSE_FILE": "compose.yaml:compose.litestream.yaml:copies.yaml",
        "LITESTREAM_URL": "file:///copies/miasma",
    }
    host = Compose(stack, home, address, **files)
    volumes = {name: {"volumes": ["data:/data", f"{copies}:/copies"]} for name in ("fetch", "litestream")}
    host.run(f"git clone --quiet {address.path} miasma")
    host.folder = "miasma"
    (home / "miasma" / "copies.yaml").write_text(json.dumps({"services": volumes}), "utf-8")
    host.run("docker compose build bot")
    host.follow(page["Copies within a second"][0])
    answers(PORT)
    host.run("docker compose stop bot")
    host.python(PLAY)
    host.run("docker compose up --detach")
    answers(PORT)
    time.sleep(3)
    host.python(ADD_CEM)
    time.sleep(1.5)
    host.run("docker compose kill && docker compose down --volumes")
    began = time.monotonic()
    host.run("docker compose up --detach")
    answers(PORT)
    took = time.monotonic() - began
    expect(host.python(NAMES), "people: Anna Ben Cem")
    step(f"killed, volume deleted, back after {took:.0f} seconds with what was written 1.5 seconds before the kill")


def walk_systemd(stack: ExitStack, home: Path) -> None:
    """Follow the procedures with systemd, starting from the version with the previous schema."""
    page = blocks("systemd")
    address = Address(home, before_this_schema())
    image, name = os.environ.get("WALK_SYSTEMD_IMAGE"), f"walk-systemd-{os.getpid()}"
    if not image:
        image = "walk-systemd"
        subprocess.run(["docker", "build", "--tag", image, "-"], input=SYSTEMD_IMAGE.encode(), check=True)
    began = ["docker", "run", "--detach", "--privileged", "--name", name, "--volume", f"{home}:{home}"]
    subprocess.run([*began, image, "/sbin/init"], check=True, stdout=subprocess.DEVNULL)
    stack.callback(lambda: subprocess.run(["docker", "rm", "--force", name], check=False, stdout=subprocess.DEVNULL))
    host = Machine(home, str(address.path), ["docker", "exec", "--interactive", name, "bash", "-c"])
    wait_until(lambda: bool(host.run("systemctl list-units")), "systemd")
    host.run("git config --global --add safe.directory '*'")
    python = "MIASMA_DATABASE=/var/lib/miasma/data/miasma.sqlite /opt/miasma/.venv/bin/python -c"
    own = "chown -R --reference=/var/lib/miasma/data /var/lib/miasma/data/"
    page_there = 'from urllib.request import urlopen; urlopen("http://127.0.0.1:8347/")'
    well = f"until {python} {shlex.quote(page_there)} 2>/dev/null; do sleep 1; done"
    host.follow(page["Install"][0].replace("contrib/install-units", OLD_UNITS))
    host.run(f"timeout 60 bash -c {shlex.quote(well)}")
    host.run(f"systemctl stop miasma && {python} {shlex.quote(PLAY)} && {own} && systemctl start miasma")
    step("the version before this schema installed; its page answers; a game begun")
    address.set_main("HEAD")
    update = page["Update"][0].replace("miasma-backup", "miasma@backup")  # It had no separate unit for backups.
    host.follow(update)
    host.run(f"timeout 60 bash -c {shlex.quote(well)}")
    expect(host.run("journalctl --unit miasma@verify"), "replayed 1 open games")
    step("updated, with its units; its game replays")
    [copy] = re.findall(r"miasma\.sqlite\.schema-(\d+)", host.run("ls /var/lib/miasma/data"))
    host.follow(page["Go back"][0].replace("contrib/install-units", OLD_UNITS), NN=copy, TAG="TAG")
    host.run(f"timeout 60 bash -c {shlex.quote(well)}")
    expect(host.run(f"{python} {shlex.quote(NAMES)}"), "people: Anna Ben")
    host.run("git checkout --quiet main")
    host.follow(update)
    step(f"gone back with the copy of schema {copy}, and updated again")
    host.follow(page["Back up"][0])
    name = re.findall(r"miasma-20\S+\.sqlite$", host.told, re.M)[-1]
    restore = page["Restore"][0]
    host.run(re.sub(r"systemctl.*\n|cd .*\n", "", restore).replace("BACKUP", name), refused="in use by another bot")
    host.run("systemctl stop miasma")
    host.run(f"{python} {shlex.quote(ADD_CEM)} && {own}")
    ask = re.sub(r"systemctl.*\n|cd .*\n", "", page["Forget a person"][0]).replace("USER_ID", str(BEN))
    host.run(ask, typed="no\n", refused="Cancelled. Nothing was deleted.")
    step("a restore beside a running bot, and a cancelled deletion, are refused")
    host.follow(page["Forget a person"][0], typed=f"{BEN}\n")
    host.follow(restore, BACKUP=name)
    host.run(f"timeout 60 bash -c {shlex.quote(well)}")
    expect(host.run(f"{python} {shlex.quote(NAMES)}"), "people: Anna\n")
    step("Ben forgotten, the backup from before restored: Cem is gone, and Ben is forgotten again")
    host.run("systemctl kill --signal=KILL miasma; sleep 8")
    host.run(f"timeout 60 bash -c {shlex.quote(well)}")
    step("killed, and started again by systemd")
    host.run("rm -f /opt/miasma/miasma-20*; sleep 1")
    host.follow(page["Back up"][0])
    newest = re.findall(r"miasma-20\S+\.sqlite$", host.told, re.M)[-1]
    host.run("systemctl stop miasma && cp /var/lib/miasma/data/miasma-20* .; rm -rf /var/lib/private/miasma")
    host.follow(page["Move"][0], BACKUP=newest)
    host.run(f"timeout 60 bash -c {shlex.quote(well)}")
    expect(host.run(f"{python} {shlex.quote(NAMES)}"), "people: Anna\n")
    step("moved into an empty state folder, for the unit's user")


WAYS: dict[str, Callable[[ExitStack, Path], None]] = {
    "readme": walk_readme,
    "make": walk_make,
    "compose": walk_compose,
    "postgresql": walk_postgresql,
    "litestream": walk_litestream,
    "systemd": walk_systemd,
}


def lacking(way: str) -> str:
    """Return why a way can't be walked here, or ""."""
    if git("rev-parse", "--is-shallow-repository") == "true":
        return "this clone is shallow, so there is no earlier version"
    if way == "readme" and not shutil.which("uvx"):
        return "there is no uvx"
    if way in ("readme", "make") or (
        shutil.which("docker") and not subprocess.run(["docker", "ps"], capture_output=True).returncode
    ):
        return ""
    return "there is no docker, or it doesn't answer"


def main(ways: list[str]) -> None:
    """Walk the ways, and print the result of each. Exit with 1 if one failed."""
    if unknown := set(ways) - WAYS.keys():
        sys.exit(f"There is no way {', '.join(sorted(unknown))}. The ways: {', '.join(WAYS)}")
    results = {}
    for way in ways or WAYS:
        began = time.monotonic()
        step(f"== {way}")
        if why := lacking(way):
            results[way] = f"not run: {why}"
            continue
        try:
            with TemporaryDirectory(ignore_cleanup_errors=True) as folder, ExitStack() as stack:
                WAYS[way](stack, Path(folder))
            results[way] = f"ok, {time.monotonic() - began:.0f} s"
        except (WalkFailed, subprocess.SubprocessError, ValueError, IndexError) as error:
            step(f"failed: {error}")
            results[way] = "FAILED"
    sys.stdout.write("".join(f"{way:<12}{result}\n" for way, result in results.items()))
    if "FAILED" in results.values():
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
