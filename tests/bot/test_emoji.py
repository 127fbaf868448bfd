import asyncio
import random
import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from discord import PartialEmoji
from discord.ui import LayoutView, TextDisplay
from PIL import Image
from simcord.components import walk_components

from bot.pictures import DRAWN_SIGNS, EMOJI_NAME, drawn_emoji, recall_emoji, upload_emoji
from bot.ui.message import SIGN_EMOJI, layout, split_sign
from games import GAMES
from games.messina import PLACE_SIGNS
from tests.bot.players import by_buttons, due, seat_all
from tests.bot.sim import BUTTON, STRING_SELECT, Anything, Sim, components, text
from wording import SEAT_MARKS, help_page, safe_name, words

pytestmark = pytest.mark.usefixtures("forgotten")


@pytest.fixture
def forgotten() -> Iterator[None]:
    """After the test, remove the emoji that a bot has loaded, so that other tests don't see them."""
    yield
    SIGN_EMOJI.clear()


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return asyncio.run(drawn_emoji())


def labels(on: Anything) -> list[tuple[str, str]]:
    """Return the labels of buttons and select options, each with its emoji's name."""
    parts = list(walk_components(components(on)))
    found = [part for part in parts if part["type"] == BUTTON]
    found += [entry for part in parts if part["type"] == STRING_SELECT for entry in part["options"]]
    return [(part["label"], (part.get("emoji") or {}).get("name", "")) for part in found]


def said(view: LayoutView) -> list[str]:
    return [part.content for part in view.walk_children() if isinstance(part, TextDisplay)]


async def upload(sim: Sim, files: dict[str, bytes]) -> dict[int, bytes]:
    with sim.env.as_bot():
        return await upload_emoji(sim.bot, files)


@pytest.mark.deep(one_in=10)
def test_the_files_are_as_discord_takes_them(files: dict[str, bytes]) -> None:
    signs = [sign for game in GAMES.values() for sign in game.pictures.signs]
    assert len(files) == len({name for name, _ in DRAWN_SIGNS.values()}) == len(signs) + len(SEAT_MARKS)
    for name, data in files.items():
        assert re.fullmatch(r"\w{2,32}", name)
        assert EMOJI_NAME.fullmatch(name)
        assert len(data) < 256 * 1024
        with Image.open(BytesIO(data)) as picture:
            assert (picture.format, picture.size, picture.mode) == ("PNG", (128, 128), "RGBA")
            alpha = picture.getchannel("A")
            assert alpha.getextrema() == (0, 255)
            assert alpha.crop((0, 0, 4, 4)).getextrema() == (0, 0), "no ground"


@pytest.mark.parametrize("game", GAMES)
def test_every_sign_that_is_drawn_is_one_of_the_games(game: str) -> None:
    pages = "".join(help_page(page.id, GAMES[game].words.help, words("en")) or "" for page in GAMES[game].words.help)
    signs = {move.sign for one in GAMES.values() for move in one.words.moves.values()}
    own = GAMES[game]
    assert all(sign in signs or sign in pages or sign in PLACE_SIGNS for sign in own.pictures.signs)


@pytest.mark.parametrize("game", GAMES)
def test_a_sign_of_one_game_is_never_drawn_as_another_game_would(game: str) -> None:
    """A button doesn't know its game, so the sign alone must determine the drawing."""
    own = GAMES[game]
    others = {sign for name, one in GAMES.items() if name != game for sign in one.pictures.signs}
    assert not others & own.pictures.signs.keys()
    assert not others & {move.sign for move in own.words.moves.values()}


@pytest.mark.parametrize(
    ("name", "topic", "crown"), [("rattus", "symbols", "royalty"), ("messina", "icons", "class_a")]
)
async def test_help_shows_the_signs_as_the_game_draws_them(sim, files, name, topic, crown):
    plain = text(await sim.command(sim.alice, "help", topic=topic, game=name))
    signs = [sign for sign in GAMES[name].pictures.signs if sign in plain]
    assert len(signs) >= 9
    await upload(sim, files)
    drawn = text(await sim.command(sim.alice, "help", topic=topic, game=name))
    assert not any(sign in drawn for sign in signs)
    assert re.search(rf"<:{crown}\w+:\d+>", drawn)


def test_a_message_that_would_get_too_long_keeps_its_signs() -> None:
    crown, red = (PartialEmoji(name=f"{name}_12345678", id=10**18) for name in ("royalty", "seat_red"))
    SIGN_EMOJI.update({"👑": crown, "🔴": red})
    assert said(layout(["👑 king"], rows=["🐀 and 👑"], above="👑")) == [f"{crown}", f"{crown} king", f"🐀 and {crown}"]
    assert said(layout(["👑" * 100, "👑"])) == ["👑" * 100, "👑"]
    assert said(layout(["👑 of 🔴"])) == [f"{crown} of {red}"]
    assert said(layout(["👑" + "🔴" * 100])) == [f"{crown}{'🔴' * 100}"], "the signs of seats stay first"
    assert said(layout([safe_name("👑 King")])) == ["\u200b👑 King"], "a name stays as it was typed"


@pytest.mark.usefixtures("undrawn")
async def test_posts_show_the_signs_as_the_game_draws_them(sim: Sim, files: dict[str, bytes]) -> None:
    await seat_all(sim, [sim.alice, sim.bob])
    chance = random.Random(1)
    while "🐀" not in text(sim.latest()):
        await by_buttons(sim, await due(sim, 1), chance)
    await upload(sim, files)
    [waits] = [one for one in (sim.alice, sim.bob) if one.id != (await due(sim, 1)).id]
    assert re.search(r"<:seat_\w+:\d+> \*\*", text(await sim.command(waits, "move", move="end"))), "in refusals, too"
    told = sim.latest()
    while sim.latest().id == told.id or not re.search(r"<:rat_\w+:\d+> \*\*", text(sim.latest())):
        await by_buttons(sim, await due(sim, 1), chance)
        assert sim.latest().id == told.id or "🐀" not in text(sim.latest())


async def test_uploading_keeps_existing_emoji_and_replaces_changed_ones(sim: Sim, files: dict[str, bytes]) -> None:
    await upload(sim, files)
    assert await upload(sim, files) == {}
    first = sorted(files)[0]
    word = first.rpartition("_")[0]
    changed = {name: data for name, data in files.items() if name != first} | {f"{word}_00000000": files[first]}
    with sim.env.as_bot():
        await sim.bot.create_application_emoji(name="by_hand", image=files[first])
        await sim.bot.create_application_emoji(name="hand_made_12345678", image=files[first])
    assert len(await upload(sim, changed)) == 1
    with sim.env.as_bot():
        names = {one.name for one in await sim.bot.fetch_application_emojis()}
    assert names == {*changed, "by_hand", "hand_made_12345678"}


async def test_the_bot_starts_even_if_discord_does_not_list_its_emoji(sim: Sim) -> None:
    sim.fail("GET", "/applications/*/emojis", 500, times=None)
    with sim.env.as_bot():
        await recall_emoji(sim.bot)
    assert split_sign("🐀 Turn over a rat") == (None, "🐀 Turn over a rat")
