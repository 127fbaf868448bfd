import asyncio
import json
import signal
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle
from simcord.enums import InteractionType

from bot.client import MiasmaBot
from bot.discord_api.permissions import NEEDED_PERMISSIONS
from bot.settings import Settings
from bot.ui.message import Passing
from local_table import LocalTable, open_table, serve
from local_table.page_api import Pings
from local_table.preview import LOOPBACK
from local_table.simulation import copied
from local_table.world import MAX_TRANSCRIPT_LINES, InvalidWorld, trim_data
from miasma.play import open_local_bot
from rules_service.clock import Clock
from storage import Storage
from tests.bot.cores import BUSY
from tests.local_table.probe import Probe


async def make(clock: Clock) -> Probe:
    return Probe(clock)


async def test_people_and_channels_keep_their_ids(tmp_path: Path) -> None:
    ids = []
    for _ in range(2):
        async with open_table(make, permissions=NEEDED_PERMISSIONS, threads=tmp_path / "threads.json") as table:
            ids.append((table.world.ids(), dict(table.env.backend.dm_channels), table.env.backend.bot_user.id))
    assert ids[0] == ids[1]


async def test_the_clock_does_not_go_back_behind_what_was_played_before(tmp_path: Path) -> None:
    """If the clock went back at a restart, turns that began after days were skipped would begin in the future."""
    settings = Settings(database=tmp_path / "games.sqlite")
    ahead = datetime.now(UTC).replace(microsecond=0) + timedelta(days=6)
    async with await Storage.open(tmp_path / "games.sqlite") as storage:
        assert await storage.heartbeat.last() is None
        await storage.heartbeat.beat(ahead, timedelta(hours=1))
        assert await storage.heartbeat.last() == ahead
    bots: list[MiasmaBot] = []
    make_bot = partial(open_local_bot, settings, bots)
    async with open_table(make_bot, permissions=NEEDED_PERMISSIONS, threads=tmp_path / "threads.json") as table:
        assert table.env.backend.clock.now() >= ahead
        assert bots == [table.env.bot]


async def test_threads_of_an_earlier_run_are_open_again_under_their_ids(tmp_path: Path) -> None:
    file = tmp_path / "threads.json"
    async with open_table(make, permissions=NEEDED_PERMISSIONS, threads=file) as table:
        backend = table.env.backend
        thread = backend.create_thread(table.world.channels[1].id, "a quiet corner", table.world.people[0].id)
        backend.add_thread_member(thread.id, table.world.people[1].id)
        gone = backend.create_thread(table.world.channels[0].id, "gone", table.world.people[0].id)
        backend.edit_channel(thread.id, {"name": "a quieter corner"})
        backend.delete_channel(gone.id)
        await table.env.settle()

    async with open_table(make, permissions=NEEDED_PERMISSIONS, threads=file) as table:
        alice, bob = table.world.people[:2]
        again = table.env.backend.channels[thread.id]
        assert (again.name, again.parent_id) == ("a quieter corner", table.world.channels[1].id)
        assert {alice.id, bob.id} <= again.thread_members.keys()
        assert gone.id not in table.env.backend.channels
        known = table.env.bot.get_channel(thread.id)
        assert isinstance(known, discord.Thread)
        answer = await alice.slash(ChannelHandle(table.env, table.world.guild, again), "probe open")
        assert answer.acknowledged
        assert table.env.backend.messages[thread.id]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"ids": {"alice": 5}, "threads": []}'])
async def test_a_strange_file_of_threads_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "threads.json"
    file.write_text(text)
    with pytest.raises(InvalidWorld, match="Move it away"):
        async with open_table(make, permissions=NEEDED_PERMISSIONS, threads=file):
            pass
    assert file.read_text() == text


async def test_a_taken_port_is_said_in_a_sentence(table: LocalTable, tmp_path: Path) -> None:
    port = int(table.preview.url.split(":")[2].split("/")[0])
    with pytest.raises(SystemExit, match=rf"(?s){port}.*MIASMA_PORT"):
        await serve(make, permissions=NEEDED_PERMISSIONS, database=tmp_path / "games.sqlite", host=LOOPBACK, port=port)


async def test_the_table_opens_in_the_browser_if_it_is_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def show(url: str) -> None:
        shown.append(url)
        signal.raise_signal(signal.SIGINT)  # Ctrl-C ends the table.

    monkeypatch.setattr("webbrowser.open", show)
    kept = {"permissions": NEEDED_PERMISSIONS, "database": tmp_path / "games.sqlite", "host": LOOPBACK, "port": 0}
    await asyncio.wait_for(serve(make, browser=True, **kept), BUSY)
    assert len(shown) == 1
    assert shown[0].endswith("/#table")


async def test_the_bot_has_the_permissions_of_its_invitation_only(table: LocalTable) -> None:
    backend = table.env.backend
    channel = table.world.channels[0].id
    granted = backend.compute_permissions(table.world.guild.id, backend.bot_user.id, channel)
    everyone = backend.guilds[table.world.guild.id].everyone_role.permissions
    assert granted == NEEDED_PERMISSIONS.value | everyone


async def test_the_first_person_manages_the_server_and_hosts_the_bot_also_after_a_restart(table: LocalTable) -> None:
    alice, bob = table.world.people[:2]
    guild = table.env.backend.guilds[table.world.guild.id]
    assert guild.members.keys() == {*(person.id for person in table.world.people), table.env.backend.bot_user.id}
    page = table.preview._open_page()
    for _ in range(2):
        known = table.env.bot.get_guild(guild.id)
        assert known.owner_id == alice.id
        assert isinstance(table.env.bot, Probe)
        assert [table.env.bot.owner_id == person.id for person in (alice, bob)] == [True, False]
        assert (await table.answer(page, {"kind": "table.restart"}))["ok"]


async def test_more_tabs_than_there_is_room_for_push_out_the_longest_unused(table: LocalTable) -> None:
    preview = table.preview
    first, second = preview._open_page(), preview._open_page()
    for _ in range(preview._MAX_PAGES - 2):
        preview._open_page()
    preview._get_page(first.id)  # Reading the page counts as use.
    preview._open_page()
    assert first.id in preview._pages
    assert second.id not in preview._pages


async def test_trimming_forgets_old_pictures_and_records_but_no_message(table: LocalTable) -> None:
    alice = table.world.people[0]
    await alice.slash(table.world.channels[0], "probe open")
    for _ in range(40):
        post = table.world.channels[0].history()[-1]
        await alice.click(post, label="Add")
    backend = table.env.backend
    backend.transcript.extend([("HTTP", "GET /nothing", None)] * MAX_TRANSCRIPT_LINES)
    assert len(backend.cdn._blobs) == 41
    before = table.preview.world_age()

    table.preview.age += trim_data(table.env)

    assert len(backend.cdn._blobs) == 1
    assert len(backend.transcript) == MAX_TRANSCRIPT_LINES
    assert len(backend.interactions) == 41  # All interactions can still be answered.
    assert table.preview.world_age() == before  # Nothing happened that a page must draw.
    await table.env.advance_time(3600)
    trim_data(table.env)
    assert not backend.interactions
    post = table.world.channels[0].history()[-1]
    assert (await alice.click(post, label="Add")).acknowledged
    assert json.dumps(post.components[0].to_dict()).count("Count: 40") == 1


@pytest.mark.parametrize("among", [1, InteractionType(3), Passing("for a while")], ids=["plain", "kind", "text"])
def test_a_copied_payload_shares_no_mutable_parts(among: Any) -> None:
    sent = {"type": among, "message": {"among": [among], "components": [{"content": "a"}]}}
    copy = copied(sent)
    assert copy == sent
    assert type(copy["type"]) is type(copy["message"]["among"][0]) is type(among)
    copy["message"]["components"][0]["content"] = "b"
    copy["message"]["among"].append(2)
    copy["message"]["more"] = 3
    copy["more"] = 4
    assert sent == {"type": among, "message": {"among": [among], "components": [{"content": "a"}]}}


def test_pings_are_unread_until_a_person_reads_the_channel() -> None:
    """In a DM every message by somebody else counts as a ping unless it is ephemeral."""

    def said(channel: int, number: int, author: int, *pinged: int, hidden: bool = False) -> None:
        seen = {"is_ephemeral": hidden, "visible_to": lambda viewer: not hidden or viewer == 1}
        one = SimpleNamespace(id=number, author_id=author, ping_user_ids=pinged, **seen)
        messages.setdefault(channel, {})[number] = one

    messages, direct = dict[int, dict[int, Any]](), {1: 11, 2: 12}
    for sent in ((10, 1, 9, 1), (10, 2, 2, 1, 2), (11, 4, 9)):
        said(*sent)
    for channel, number in ((10, 3), (11, 5)):
        said(channel, number, 9, hidden=True)
    channels = {10: SimpleNamespace(guild_id=7), 11: SimpleNamespace(guild_id=None)}
    env: Any = SimpleNamespace(backend=SimpleNamespace(messages=messages, channels=channels, dm_channels=direct))
    world: Any = SimpleNamespace(people=[SimpleNamespace(id=1, name="alice"), SimpleNamespace(id=2, name="bob")])
    pings = Pings(env, world)
    assert [pings.unread(*at) for at in ((1, 10), (1, 11), (2, 10), (2, 11), (1, 99))] == [[1, 2], [4], [], [], []]
    assert [(pings.waiting(seat), pings.where(seat)) for seat in (1, 2)] == [(3, 11), (0, None)]
    assert pings.in_channel(10, 1) == {"1": ["Alice"], "2": ["Alice", "Bob"]}
    pings.read(1, 11)
    assert [pings.fresh(*at) for at in ((1, 10), (1, 11), (2, 10), (2, 11))] == [True, False, True, False]
    assert (pings.waiting(1), pings.where(1)) == (2, 10)
