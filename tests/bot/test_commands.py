import dataclasses

from discord import Permissions, app_commands

from bot.client import MiasmaBot
from games import GAMES as BOT_GAMES
from rules_service.pace import PACES
from tests.bot.sim import Sim, text


def every(bot: MiasmaBot) -> list[app_commands.Command]:  # type: ignore[type-arg]
    return [command for command in bot.tree.walk_commands() if isinstance(command, app_commands.Command)]


async def test_P115_only_moderators_managers_and_administrators_see_their_commands(sim: Sim) -> None:
    """P115: by default only moderators, managers and administrators see their commands, and only on a server."""
    wanted = {
        "moderate": Permissions(manage_channels=True),
        "server": Permissions(manage_guild=True),
        "admin": Permissions(administrator=True),
    }
    top = {command.name: command for command in sim.bot.tree.get_commands()}
    assert {name: command.default_permissions for name, command in top.items() if command.default_permissions} == wanted
    assert all(top[name].guild_only for name in ("moderate", "server"))


async def test_every_command_and_parameter_is_described(sim: Sim) -> None:
    for command in every(sim.bot):
        assert len(str(command.description)) > 3, command.qualified_name
        for parameter in command.parameters:
            assert len(str(parameter.description)) > 1, f"{command.qualified_name} {parameter.name}"


async def test_every_kind_of_move_of_every_game_has_its_command(sim: Sim) -> None:
    for game in BOT_GAMES.values():
        known = {command.qualified_name: command for command in every(sim.bot)}
        for verb, kind in game.rules.notation.kinds.items():
            command = known.pop(game.command(verb))
            assert {parameter.name for parameter in command.parameters} == set(kind.__struct_fields__)
        assert not [name for name in known if name.split()[0] == game.rules.id]


async def test_one_word_means_one_thing_among_the_commands(sim: Sim) -> None:
    meanings: dict[str, set[str]] = {}
    for command in every(sim.bot):
        meanings.setdefault(command.name, set()).add(str(command.description))
    meanings.pop("stats")  # the same name: results of a person, and of a server
    several = {name: about for name, about in meanings.items() if len(about) > 1}
    assert not several, "`BotGame.command_names` gives the command of a move another name"


async def test_commands_are_not_synced_at_a_start(sim: Sim) -> None:
    def syncs() -> int:
        return len([e for e in sim.env.http_requests if e.method == "PUT" and e.path.endswith("/commands")])

    before = syncs()
    await sim.restart()
    assert syncs() == before


async def test_P120_admin_is_for_the_owner_only(sim: Sim) -> None:
    """P120: only the bot's owner can sync commands, check games or see the bot's state."""
    for name in ("admin sync", "admin check", "admin health"):
        # Bob can see the command, but does not own the bot.
        sim.env.backend.guilds[sim.world.guild.id].owner_id = sim.bob.id
        assert "Only the bot’s host" in text(await sim.command(sim.bob, name))


async def test_the_owner_syncs_replays_and_sees_how_it_goes(sim: Sim) -> None:
    sim.env.backend.guilds[sim.world.guild.id].owner_id = sim.alice.id
    sim.bot.owner_id = sim.alice.id
    assert "commands" in text(await sim.command(sim.alice, "admin sync"))
    assert "0 games replayed" in text(await sim.command(sim.alice, "admin check"))
    assert "Process: 1 of 1. Shards: 1." in text(await sim.command(sim.alice, "admin health"))


def test_every_field_of_every_move_has_a_question_in_words() -> None:
    for game in BOT_GAMES.values():
        for verb, kind in game.rules.notation.kinds.items():
            assert set(kind.__struct_fields__) <= set(game.words.moves[verb].asks)


def test_P127_the_bot_never_watches_people_or_plays_for_them(sim: Sim) -> None:
    """P127: the bot can't see chats, members or presence. No pace or command forfeits games or rates players."""
    bot = sim.bot
    assert not (bot.intents.message_content)
    assert not (bot.intents.members)
    assert not (bot.intents.presences)
    lengths = {"first_reminder", "second_reminder", "late", "max_absence", "sleep", "sleep_warning"}
    lengths |= {"reply_window", "vote_cooldown", "end_reminder"}
    assert {one.name for pace in PACES.values() for one in dataclasses.fields(pace)} == lengths
    commands = {command.qualified_name for command in bot.tree.walk_commands()}
    for word in ("forfeit", "clock", "timeout", "premove", "program", "kick", "rating", "karma", "role"):
        assert not [name for name in commands if word in name], word
