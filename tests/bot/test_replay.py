import json
import random
import subprocess
import sys
from collections.abc import Sequence
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

from bot.panels.history import PlayedTurns
from bot.pictures import draw_replay
from renderer import Scene
from renderer.replay import LAST_HOLD_MS, MAX_BYTES, MAX_FRAMES, REPLAY_WIDTHS
from rules.log import Played
from rules.messina.events import RoundBegan
from rules.rattus.events import Saw
from rules.rattus.view import View
from rules.table import Table
from rules_service.history import TurnRecord, turns_of
from tests.bot.forge import press
from tests.bot.players import by_commands, certain_seed, due, game, seat_all
from tests.bot.sim import Anything, Sim, alts, buttons, message, pictures, text
from tests.bot.test_stats import play_out

MAP = (0, 0, 1000, 875)  # of the tall picture of Rattus, and of the frames of a replay, where it is whole pixels high


async def rattus(sim: Sim, turns: int = 6) -> int:
    """Start a game of two with this many random turns without posts, then one with a post. Return the table's id."""
    with pytest.MonkeyPatch.context() as dealt:
        certain_seed(dealt, "seen again")
        table = await seat_all(sim, [sim.alice, sim.bob], game="rattus", seating="joined", picture="tall")
    chance, service = random.Random(5), sim.bot.app.service
    for _ in range(turns):
        info = await service.read.info(table)
        before = info.due
        while (info := await service.read.info(table)).due == before:
            turn = (await service.read.snapshot(table)).table.due()[0]
            await service.play.move(table, info.seats[turn.seat].user_id or 0, chance.choice(turn.moves))
    await sim.command(sim.dora, "table show")
    await by_commands(sim, table, await due(sim, table), chance)
    return table


def film(sim: Sim, answer: Anything) -> tuple[list[Image.Image], list[int]]:
    """Return the frames of the answer's only animation, without the caption, and their durations in milliseconds."""
    [data] = pictures(sim.env, answer)
    assert len(data) < MAX_BYTES
    with Image.open(BytesIO(data)) as gif:
        assert gif.format == "GIF"
        frames = [(frame.convert("RGB"), int(frame.info["duration"])) for frame in ImageSequence.Iterator(gif)]
    return [board(frame) for frame, _ in frames], [time for _, time in frames]


def board(frame: Image.Image) -> Image.Image:
    """Return the part of the picture above the caption strip."""
    strip = frame.height - round(frame.width * MAP[3] / MAP[2])
    name = frame.crop((0, frame.height - strip, frame.width, frame.height))
    assert len(name.getcolors() or ()) > 2, "a name is there"
    return frame.crop((0, 0, frame.width, round(frame.width * MAP[3] / MAP[2])))


def apart(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference between two pictures over all pixels and channels, from 0 to 255."""
    alike = other.resize(one.size, Image.Resampling.HAMMING).convert("RGB")
    return sum(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), alike)).mean) / 3


@pytest.mark.deep(one_in=10)
async def test_the_turn_of_a_post_is_a_press_away_and_ends_as_the_board_is(sim: Sim) -> None:
    await rattus(sim)
    post = sim.latest()
    answer = await sim.click(sim.carol, post, "Replay")
    assert message(answer).flags.ephemeral
    frames, times = film(sim, answer)
    assert {frame.width for frame in frames} == {REPLAY_WIDTHS[0]}
    assert 10 < len(frames) <= MAX_FRAMES
    assert times[-1] == LAST_HOLD_MS
    assert min(times) >= 20
    assert any(apart(one, frames[0]) > 0.05 for one in frames[1:])
    [png] = pictures(sim.env, await sim.command(sim.carol, "board"))
    with Image.open(BytesIO(png)) as shown:
        kept = shown.convert("RGB").crop(MAP)
    assert apart(frames[-1], kept) < 3, "the board does not mark what has changed"
    assert apart(frames[-1], kept) < apart(frames[0], kept)
    [line] = [line for line in text(post).split("\n") if line.startswith("**")]
    number, _, headline = line.partition(" ")
    assert f"Turn {number.strip('*.')}: " in text(answer)
    assert headline.split("**")[1] in text(answer), "whose turn it was"
    [shown_there] = alts(answer)
    assert shown_there.startswith("An animation of these moves. Last frame: Rattus")


@pytest.mark.deep(one_in=4)
async def test_a_range_can_be_typed_and_a_wrong_one_gets_the_right_ones(sim: Sim) -> None:
    await rattus(sim)
    offered = await sim.offers(sim.carol, "replay", "turn")
    last = int(offered[0].split()[1].removesuffix(":"))
    titles = [one.partition(":")[0] for one in offered]
    assert titles == [*(f"Turn {at}" for at in range(last, 0, -1)), "Before the game"]
    assert offered[-2:] == ["Turn 1: Alice", "Before the game: Alice and Bob"]
    assert await sim.offers(sim.carol, "replay", "to", "alice") == [one for one in offered if "Alice" in one]
    answer = await sim.command(sim.carol, "replay", turn=0, to=last)
    assert f"## Replay: turns 0 to {last} of {last}" in text(answer)
    assert "The whole game" not in buttons(answer)
    assert f"You can replay turns 0 to {last}." in text(await sim.command(sim.carol, "replay", turn=last + 1))
    assert "can’t be later than the last" in text(await sim.command(sim.carol, "replay", turn=3, to=2))


@pytest.mark.deep(one_in=10)
async def test_a_replay_shows_a_secret_only_to_its_player(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rat that a player has looked at is face up in that player's replay only."""
    certain_seed(monkeypatch, "seen again")
    table = await seat_all(sim, [sim.alice, sim.bob], game="rattus", seating="joined", start="0")
    drawn: list[tuple[set[str], set[str]]] = []
    titles: set[str] = set()

    def note(game: str, first: Scene[View], played: Sequence[Played[View]], moving: bool) -> bytes:
        rats = [rat for move in played for region in move.view.regions for rat in region.rats]
        told = {type(event).__name__ for move in played for event in move.events}
        drawn.append(({rat.handle for rat in rats if rat.face and not rat.turned}, told))
        titles.update(move.title.partition(": ")[2] for move in played)
        return draw_replay(game, first, played, moving)

    monkeypatch.setattr("bot.pictures.draw_replay", note)
    monkeypatch.setattr("bot.panels.history.seat_names", lambda info: ["王小明", "🐀"])
    chance, service, looked = random.Random(3), sim.bot.app.service, None
    while looked is None or looked is await due(sim, table):
        who = await due(sim, table)
        moves = (await game(sim, table)).due()[0].moves
        wanted = [move for move in moves if move.startswith(("look", "witch", "take witch"))]
        outcome = await service.play.move(table, who.id, chance.choice(wanted or moves))
        if any(isinstance(event, Saw) for event in outcome.events):
            looked = who
    for person in (looked, *(one for one in (sim.alice, sim.bob, sim.carol) if one is not looked)):
        await sim.command(person, "replay")
    (mine, told), *others = drawn
    assert mine
    assert "Saw" in told
    assert len(others) == 2
    assert not any(known or "Saw" in events for known, events in others)
    assert titles
    assert titles <= {"WangXiaoMing", "Blue"}, "players of turns, as pictures name them"


@pytest.mark.deep(one_in=4)
async def test_p88_replays_of_a_running_game_hide_what_others_know(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """P88: even a forged press shows only what the person may see."""
    table = await rattus(sim)
    seen: list[int | None] = []

    def note(game: Table, seat: int | None) -> list[TurnRecord]:
        seen.append(seat)
        return turns_of(game, seat)

    monkeypatch.setattr("bot.panels.history.turns_of", note)
    panel = message(await sim.click(sim.carol, sim.latest(), "Replay"))
    await press(sim, sim.carol, panel, f"m1:{table}:-:0:rewind:1 1 0 first")
    await press(sim, sim.carol, panel, f"m1:{table}:-:0:eyes:1 1 - ", ["0"])
    assert seen == [None, None, None]


@pytest.mark.deep(one_in=10)
async def test_p88_the_log_is_a_file_that_the_rules_read(sim: Sim) -> None:
    """P88: the file has the whole log and, after the end of the game, its seed."""
    table = await play_out(sim)
    newest = await sim.command(sim.carol, "log")
    assert "-# Seed `" in text(newest)
    await sim.click(sim.carol, newest, "Earlier")
    assert "-# Seed `" not in text(sim.again(newest)), "the seed is on the newest page only"
    panel = message(await sim.command(sim.carol, "replay", turn=1))
    answer = message(await sim.click(sim.carol, panel, "Log as a file"))
    assert [one.filename for one in answer.attachments] == [f"rattus-{table}.json", f"rattus-{table}-events.json"]
    read = subprocess.run(
        [sys.executable, "-m", "rules"], input=pictures(sim.env, answer)[0], capture_output=True, check=True
    )
    assert json.loads(read.stdout) == {"ok": True, "due": [], "over": True}


def test_a_round_ends_with_the_turn_in_which_the_next_one_begins() -> None:
    began = RoundBegan(2, [0, 1], "score")
    steps = [SimpleNamespace(events=[began] if number in (2, 4) else []) for number in range(6)]
    snapshot: Any = SimpleNamespace(info=SimpleNamespace(game="messina"), table=SimpleNamespace(steps=steps))
    turns = PlayedTurns(snapshot, None, [TurnRecord(number, number, number, (0,), None) for number in range(6)])
    rounds = [turns.round_of(number) for number in range(6)]
    assert rounds == [*[range(3)] * 3, *[range(3, 5)] * 2, range(5, 6)]
