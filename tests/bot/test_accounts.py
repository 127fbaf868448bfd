"""Test the bot as a user app: commands on servers it isn't a member of, ephemeral answers, and games in the DM."""

from typing import Any

import discord
import pytest

from bot.discord_api.permissions import NO_ACCOUNTS, allows_accounts, register_commands
from tests.bot import forge
from tests.bot.sim import Sim, buttons, message, text
from wording import words

PERSONAL = {"play", "daily", "learn", "help", "preferences", "me", "mygames"}
SERVER, ACCOUNT = 0, 1  # Discord's integration types
IN_SERVER, IN_DM, IN_PRIVATE = 0, 1, 2  # Discord's contexts
GROUP_DM = 3
FOREIGN = 999_000_000_000_000_000  # a server that the bot isn't a member of


@pytest.fixture(params=["server", "group"])
def abroad(sim: Sim, request: pytest.FixtureRequest) -> None:
    """Turn the first channel into a server channel or group DM where only people's accounts have the bot.

    simcord has no such channels, so this function rewrites what Discord sends. Answers arrive in the channel, and
    forbidden posts would be noticed.
    """
    rewrite = {"server": foreign_server, "group": group_dm}[request.param]

    def send(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE" and int(payload["channel_id"]) == sim.channel.id:
            rewrite(payload)

    sim.env.backend.subscribers.insert(1, send)


def foreign_server(payload: Any) -> None:
    payload["guild_id"] = str(FOREIGN)
    payload["guild"] = {"id": str(FOREIGN), "features": ["COMMUNITY"], "locale": "hu"}
    payload["guild_locale"] = "hu"
    payload["app_permissions"] = "0"
    payload["authorizing_integration_owners"] = {"1": payload["member"]["user"]["id"]}
    payload["context"] = IN_SERVER


def group_dm(payload: Any) -> None:
    payload["user"] = payload.pop("member")["user"]
    payload["channel"] = {"id": payload["channel_id"], "type": GROUP_DM, "recipients": [], "name": None, "icon": None}
    payload["authorizing_integration_owners"] = {"1": payload["user"]["id"]}
    payload["context"] = IN_PRIVATE
    for name in ("guild_id", "guild_locale"):
        payload.pop(name)


async def test_only_commands_that_make_sense_without_a_server_are_offered_on_accounts(sim: Sim) -> None:
    payloads: dict[str, Any] = {command.name: command.to_dict(sim.bot.tree) for command in sim.bot.tree.get_commands()}
    assert payloads.keys() > PERSONAL
    for name, payload in payloads.items():
        personal = name in PERSONAL
        assert payload["integration_types"] == [SERVER, *[ACCOUNT] * personal], name
        assert sorted(payload["contexts"]) == [IN_SERVER, IN_DM, *[IN_PRIVATE] * personal], name


@pytest.mark.deep(one_in=2)
@pytest.mark.usefixtures("abroad", "undrawn")
async def test_a_game_that_is_started_where_the_bot_cannot_post_lives_in_the_dm(sim: Sim) -> None:
    sim.locales[sim.alice.id] = "de"
    here = sim.alice.user.dm_channel
    answer = await sim.command(sim.alice, "play", game="rattus", opponent="casual")
    assert message(answer).flags.ephemeral
    assert f"[Direktnachrichten](https://discord.com/channels/@me/{here.id})" in text(answer)
    [info] = await sim.open_tables()
    assert (info.place.channel_id, info.place.guild_id, info.status) == (here.id, None, "running")
    assert [seat.computer for seat in info.seats if seat.computer] == ["casual"]
    assert info.language == "de", "the person's language, not that of a server which the bot isn't a member of"
    assert not sim.posts(), "nothing is posted where the command was typed"
    assert words("de")._("Your turn") in buttons(sim.latest(here))


@pytest.mark.usefixtures("abroad", "undrawn")
async def test_the_buttons_of_an_answer_work_where_the_bot_cannot_post(sim: Sim) -> None:
    panel = message(await sim.command(sim.alice, "play"))
    assert panel.flags.ephemeral
    await sim.click(sim.alice, panel, "Messina 1347, solo")
    [info] = await sim.open_tables()
    assert (info.game, info.place.guild_id) == ("messina", None)
    tables = message(await sim.command(sim.alice, "mygames"))
    turn = message(await sim.click(sim.alice, tables, "Your turn: our DM"))
    assert turn.flags.ephemeral
    assert len(buttons(turn)) > 3, "the turn can be played from anywhere"
    assert not sim.posts()


@pytest.mark.usefixtures("abroad")
async def test_each_personal_command_answers_only_the_person(sim: Sim) -> None:
    for command in ("help", "learn", "preferences", "mygames", "play", "daily", "me export", "me block"):
        assert message(await sim.command(sim.alice, command)).flags.ephemeral, command
    answer = text(await sim.command(sim.alice, "me block", person=sim.bob.user))
    assert f"<@{sim.bob.id}> can no longer nudge you" in answer
    assert not sim.posts()


@pytest.mark.usefixtures("abroad")
async def test_friends_are_played_with_on_a_server_of_the_bot(sim: Sim) -> None:
    panel = message(await sim.command(sim.alice, "play"))
    await sim.click(sim.alice, panel, "◀ Back")
    await sim.click(sim.alice, sim.again(panel), "Play with friends")
    assert "You’re the only player here." in text(sim.again(panel))
    assert not [label for label in buttons(sim.again(panel)) if "thread" in label]
    await forge.press(sim, sim.alice, panel, "m1:0:-:0:open:rattus thread")
    assert "I can’t make a thread here." in text(sim.panel(sim.alice))
    assert not await sim.open_tables()


@pytest.mark.usefixtures("abroad")
async def test_without_a_dm_the_person_learns_what_to_allow(sim: Sim) -> None:
    sim.fail("POST", "/users/@me/channels", 403)
    answer = text(await sim.command(sim.alice, "play", game="rattus", opponent="casual"))
    assert answer.startswith("Discord doesn’t let me write to you. Allow messages from me in your privacy settings")
    assert not await sim.open_tables()


@pytest.mark.usefixtures("abroad", "undrawn")
async def test_a_dm_that_takes_no_posts_is_explained_and_the_game_is_kept(sim: Sim) -> None:
    here = sim.alice.user.dm_channel
    sim.env.inject_error("POST", f"/channels/{here.id}/messages", status=403, code=50007, times=None)
    answer = text(await sim.command(sim.alice, "play", game="messina", opponent="alone"))
    assert "The game is safe. Allow messages from me in your privacy settings on Discord" in answer
    assert await sim.open_tables()


@pytest.mark.usefixtures("undrawn")
async def test_on_a_server_of_the_bot_and_in_its_dm_play_starts_right_there(sim: Sim) -> None:
    alone = sim.bob.user

    def on_account(event: str, payload: Any) -> None:
        """Mark an interaction as coming from a person who has also added the bot to their account."""
        if event == "INTERACTION_CREATE":
            server, user = payload.get("guild_id"), (payload.get("member") or payload)["user"]["id"]
            payload["authorizing_integration_owners"] = {**({"0": server} if server else {}), "1": user}

    sim.env.backend.subscribers.insert(1, on_account)
    await sim.command(sim.alice, "play", game="rattus", opponent="strong")
    here = await sim.bot.app.service.read.table_in(sim.channel.id)
    assert here.status == "running"
    answer = await sim.command(alone, "play", game="messina", opponent="alone")
    assert text(answer) == "Your table is open."
    assert (await sim.bot.app.service.read.table_in(alone.dm_channel.id)).status == "running"


async def test_commands_are_registered_for_accounts_only_if_the_host_allows_that(sim, monkeypatch, caplog):
    """If accounts can't install the bot, Discord might refuse all commands because of a single one for accounts."""
    about = await sim.bot.application_info()
    assert allows_accounts(about), "it says nothing about installs"

    async def configured() -> discord.AppInfo:
        return about

    monkeypatch.setattr(sim.bot, "application_info", configured)
    for installs, on_accounts in (({"0": {}, "1": {}}, PERSONAL), ({"0": {}}, set()), ({"0": {}, "1": {}}, PERSONAL)):
        about._integration_types_config = installs  # Made up: simcord doesn't send it.
        caplog.clear()
        assert await register_commands(sim.bot) == len(sim.bot.tree.get_commands())
        [*_, request] = [entry for entry in sim.strict if entry.method == "PUT" and entry.path.endswith("/commands")]
        assert {one["name"] for one in request.json if ACCOUNT in one["integration_types"]} == on_accounts
        assert (NO_ACCOUNTS in caplog.text) == (not on_accounts)
