"""A small bot that does everything that a local table must support: presses, pictures, pings, threads, messages."""

import asyncio
import io
import threading
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands, tasks
from PIL import Image

from rules_service.clock import Clock
from tests.bot.cores import BUSY

NOBODY = discord.AllowedMentions.none()
BEAT = 60.0  # seconds between two heartbeats
Pressed = discord.Interaction[Any]


class Key(ui.DynamicItem[ui.Button[Any]], template=r"probe:(?P<act>\w+):(?P<count>\d+)"):
    """A button whose id contains its action and the count at the time it was drawn."""

    def __init__(self, act: str, count: int) -> None:
        super().__init__(ui.Button(label=act.capitalize(), custom_id=f"probe:{act}:{count}"))
        self.act = act
        self.drawn_at = count

    @classmethod
    async def from_custom_id(cls, interaction: Pressed, item: ui.Item[Any], match: Any) -> "Key":
        return cls(match["act"], int(match["count"]))

    async def callback(self, interaction: Pressed) -> None:
        bot = interaction.client
        assert isinstance(bot, Probe)
        await getattr(bot, self.act)(interaction, self)


class Probe(commands.Bot):
    """A bot that counts presses, with a picture whose brightness shows the count."""

    count = 0  # All probes share it, like a database.
    beats = 0
    pinged = 0  # the id of the user that `ping` pings
    done = threading.Event()  # This event ends `slow`.
    drawn_at: list[int] = []  # noqa: RUF012

    def __init__(self, clock: Clock) -> None:
        super().__init__(command_prefix="!", help_command=None, intents=discord.Intents(guilds=True))
        self.clock = clock
        self.closed = False

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Key)
        self.beat.start()
        group = app_commands.Group(name="probe", description="Everything once")
        for command in (_open, _add, _write):
            group.add_command(command)
        self.tree.add_command(group)

    async def fresh_channels(self) -> list[int]:
        return []  # The probe has no tables.

    async def close(self) -> None:
        self.beat.cancel()
        self.closed = True
        await super().close()

    @tasks.loop(seconds=BEAT)
    async def beat(self) -> None:
        Probe.beats += 1

    async def add(self, interaction: Pressed, key: Key) -> None:
        Probe.count += 1
        Probe.drawn_at.append(key.drawn_at)
        view, file = await self.board()
        await interaction.response.edit_message(view=view, attachments=[file], allowed_mentions=NOBODY)

    async def answer(self, interaction: Pressed, key: Key) -> None:
        now = int(self.clock.now().timestamp())
        await interaction.response.send_message(f"For you alone, <t:{now}:R>", ephemeral=True, allowed_mentions=NOBODY)

    async def ping(self, interaction: Pressed, key: Key) -> None:
        await interaction.response.defer()
        assert interaction.guild is not None
        channel = interaction.channel
        assert isinstance(channel, discord.TextChannel | discord.Thread)
        other = Probe.pinged
        await channel.send(
            f"<@{other}>, your turn", allowed_mentions=discord.AllowedMentions(users=[discord.Object(other)])
        )

    async def slow(self, interaction: Pressed, key: Key) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await asyncio.to_thread(Probe.done.wait, BUSY)
        await interaction.followup.send("At last.", ephemeral=True, allowed_mentions=NOBODY)

    async def fail(self, interaction: Pressed, key: Key) -> None:
        raise RuntimeError("the probe fails as it was told to")

    async def board(self) -> tuple[ui.LayoutView, discord.File]:
        view = ui.LayoutView(timeout=None)
        keys = [Key(act, Probe.count) for act in ("add", "answer", "ping", "slow", "fail")]
        view.add_item(
            ui.Container(
                ui.TextDisplay(f"Count: {Probe.count}"),
                ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="The count")),
                ui.ActionRow(*keys),
            )
        )
        picture = await asyncio.to_thread(_picture, Probe.count)
        return view, discord.File(io.BytesIO(picture), "board.png")


def _picture(count: int) -> bytes:
    data = io.BytesIO()
    Image.new("L", (600, 400), 10 + count * 5 % 240).save(data, "PNG")
    return data.getvalue()


@app_commands.command(name="open", description="Show the count")
async def _open(interaction: Pressed) -> None:
    assert isinstance(interaction.client, Probe)
    view, file = await interaction.client.board()
    await interaction.response.send_message(view=view, file=file, allowed_mentions=NOBODY)


@app_commands.command(name="add", description="Add to the count")
async def _add(interaction: Pressed, many: int) -> None:
    Probe.count += many
    await interaction.response.send_message(f"Now it is {Probe.count}.", allowed_mentions=NOBODY)


@app_commands.command(name="write", description="Get a direct message")
async def _write(interaction: Pressed) -> None:
    await interaction.user.send(
        f"Hello there. {interaction.client.guilds[0].text_channels[0].mention}", allowed_mentions=NOBODY
    )
    await interaction.response.send_message("Done.", ephemeral=True, allowed_mentions=NOBODY)
