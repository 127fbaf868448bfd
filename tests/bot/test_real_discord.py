"""Behaviour of Discord that simcord doesn't simulate, so these tests add it."""

import random
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.components import walk_components

from bot import client
from bot.channel.announcer import back_off
from bot.discord_api.permissions import missing_permissions
from bot.discord_api.refusals import THREAD_IS_ARCHIVED, THREAD_IS_LOCKED
from bot.panels import board_panel
from bot.panels.history import LogSection, log_pages
from bot.ui.message import fit_texts
from games import GAMES as BOT_GAMES
from rules import GAMES
from rules.table import Table
from tests.bot.players import game, turn
from tests.bot.sim import Sim, buttons, components, message, pictures, text
from wording import Speaker, words


async def test_an_old_post_keeps_a_picture_known_only_from_its_gallery(sim, table, monkeypatch):
    fetch = sim.bot.http.get_message

    async def get_message(*where: Any) -> Any:
        """Leave the pictures shown in components out of a message's attachments, as Discord does."""
        return {**await fetch(*where), "attachments": []}

    monkeypatch.setattr(sim.bot.http, "get_message", get_message)
    old = sim.latest()
    [picture] = pictures(sim.env, old)
    await turn(sim, "gallia")
    now = sim.again(old)
    assert now.id != sim.latest().id
    assert not buttons(now)
    assert pictures(sim.env, now) == [picture]
    [shown] = [item for part in walk_components(components(now)) for item in part.get("items", [])]
    assert shown["media"]["url"].startswith(message(now).attachments[0].url.split("?")[0])


def asleep(sim: Sim, times: int | None = None) -> None:
    """Refuse the next ``times`` edits (default: all), as in an archived thread."""
    sim.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=THREAD_IS_ARCHIVED, times=times)


async def test_a_lobby_in_an_archived_thread_is_posted_again(sim: Sim) -> None:
    await sim.command(sim.alice, "table open")
    old = sim.latest()
    asleep(sim, times=1)
    await sim.click(sim.bob, old, "Join")
    assert sim.latest().id != old.id
    assert "Bob" in text(sim.latest())
    assert not buttons(sim.again(old))
    assert not sim.bot.app.announcer.troubles


async def test_no_permission_is_missing_in_a_thread_of_an_unknown_channel(sim, monkeypatch):
    thread = sim.bot.get_channel(sim.thread("a game").id)
    assert isinstance(thread, discord.Thread)
    monkeypatch.setattr(discord.Thread, "parent", None)
    assert missing_permissions(thread) == []


async def test_the_bots_permissions_are_those_sent_with_the_command(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    thread = sim.thread("a game")
    every = discord.Permissions.all()
    monkeypatch.setattr(discord.TextChannel, "permissions_for", lambda *_: every)  # as if computed from old roles
    monkeypatch.setattr(discord.Thread, "parent", None)
    sim.forbid("send_messages", "create_public_threads", "send_messages_in_threads")
    assert "give me these permissions: Send Messages." in text(await sim.command(sim.alice, "table open"))
    assert "give me these permissions: Send Messages in Threads." in text(
        await sim.command(sim.alice, "table open", thread)
    )
    answer = await sim.command(sim.alice, "table open", thread=True)
    assert "Create Public Threads and Send Messages in Threads" in text(answer)
    assert not await sim.open_tables()
    monkeypatch.setattr(discord.TextChannel, "permissions_for", lambda *_: discord.Permissions.none())
    sim.forbid()
    assert "Your table is open" in text(await sim.command(sim.alice, "table open"))


def test_a_channel_that_fails_for_long_is_tried_seldom() -> None:
    assert back_off(0) == timedelta(seconds=10)
    assert back_off(20) == timedelta(hours=1)
    assert back_off(1000) == timedelta(days=1)
    assert sum((back_off(tries) for tries in range(57)), timedelta()) > timedelta(days=1)


async def test_a_channel_that_stays_away_is_reported_once(sim, table, caplog):
    sim.fail("POST", "/channels/*/messages", times=None)
    await turn(sim, "gallia")
    await sim.pass_time(120)
    told = [line for line in caplog.messages if f"table {table}" in line and "announcing failed" in line]
    assert len(told) == 1
    assert await sim.bot.app.storage.outbox.pending(sim.bot.app.clock.now() + timedelta(days=1), table)


async def test_translations_never_change_the_names_of_commands(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "command_text", lambda text, lang: f"{text} auf Deutsch!" if lang == "de" else None)
    for command in sim.bot.tree.get_commands(type=discord.AppCommandType.chat_input):
        payload: Any = await command.get_translated_payload(sim.bot.tree, client.CommandWords())
        for part in [payload, *payload.get("options", [])]:
            assert not part.get("name_localizations"), part["name"]
        assert payload["description_localizations"]["de"].endswith("auf Deutsch!")


async def test_a_failing_autocomplete_offers_nothing_and_logs_no_text(sim, table, monkeypatch, caplog):
    secret = "what lies under the rat in Gallia"

    async def fail(*_: object) -> None:
        raise ValueError(secret)

    monkeypatch.setattr(type(sim.bot.app.service.read), "seen_from_seat", fail)
    assert await sim.offers(sim.alice, "move", "move") == []
    assert await sim.offers(sim.alice, "rattus place", "region") == []
    assert "ValueError" in caplog.text
    assert secret not in caplog.text
    caplog.clear()


@pytest.mark.parametrize("code", [THREAD_IS_ARCHIVED, THREAD_IS_LOCKED])
async def test_a_thread_that_takes_no_post_is_called_locked(sim: Sim, code: int) -> None:
    thread = sim.thread("a game")
    sim.env.inject_error("POST", "/channels/*/messages", status=400, code=code, times=None)
    answer = await sim.command(sim.alice, "table open", thread)
    assert "locked" in text(answer)
    sim.env.backend.faults.clear()
    await sim.pass_time(60)
    assert "Join" in buttons(sim.latest(thread))


async def test_a_server_that_added_only_the_commands_is_informed(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.Guild, "roles", [])
    assert "not a member of it. Ask a moderator to add me" in text(await sim.command(sim.alice, "table open"))
    assert await sim.open_tables() == []


async def test_a_shared_table_cannot_be_moved_to_a_dm_by_one_player(sim: Sim, table: int) -> None:
    for options in ({}, {"table": str(table)}):
        assert "stays where it is" in text(await sim.command(sim.bob.user, "table show", **options))
    assert (await sim.bot.app.service.read.info(table)).place.channel_id == sim.channel.id


@pytest.mark.parametrize("seed", ["3", "7"])
def test_a_page_of_the_log_is_never_cut_whatever_the_names(seed: str) -> None:
    people = ["_*Ann*_`~|_Annabella__#"] * 4
    table, chance = Table(GAMES["rattus"], 4, seed, {}), random.Random(seed)
    while not table.over:
        [now] = table.due()
        table.play(now.seat, chance.choice(now.moves))
    events = [event for step in table.steps for event in step.events]
    lines = Speaker(BOT_GAMES["rattus"].words, words("en"), people, table.view(None)).summary(events)
    pages = ["\n".join(one.text for one in page) for page in log_pages([LogSection("Turn 5, final round", lines)])]
    assert sum(page.count("\n") for page in pages) == len(lines)
    assert [page for page in pages if fit_texts(["## Log of table 100000, page 10 of 10", page])[-1] != page] == []


async def test_the_board_in_words_is_whole_however_much_has_happened(sim, table, monkeypatch):
    lines = [f"Something happened to rat {number}." for number in range(100)]
    monkeypatch.setattr(board_panel, "since_own_move", lambda *_, whole: (0, lines))
    answer = await sim.command(sim.alice, "board", text=True)
    told = [text(answer), *(text(post) for post in answer.followups)]
    view = (await game(sim, 1)).view(None)
    [whole] = Speaker(BOT_GAMES["rattus"].words, words("en"), ["Alice", "Bob"], view).board_text()
    assert any(whole in part for part in told)
    assert any("\n".join(lines) in part for part in told)
