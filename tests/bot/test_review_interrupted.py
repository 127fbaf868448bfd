import asyncio
from typing import Any

import aiohttp
import discord
import pytest

from bot.channel import reviewer
from tests.bot.chaos.fault_injection import FaultInjection
from tests.bot.sim import Sim, buttons, text
from tests.bot.test_review import Judging, reviewed
from tests.bot.test_stats import play_out

pytestmark = pytest.mark.usefixtures("undrawn", "judging")
HOUR = 3600.0
STOP, SHOWN, STOPPED = "Stop the review", "## Review", "was stopped"


@pytest.fixture
def judging(monkeypatch: pytest.MonkeyPatch) -> Judging:
    return Judging(monkeypatch, float("inf"))  # With such a long interval, a run edits its post only once.


def posts(sim: Sim) -> list[discord.Message]:
    """Return the public posts that show a review."""
    found = [post for post in sim.posts() if not post.flags.ephemeral]
    return [post for post in found if any(one in text(post) for one in (SHOWN, STOPPED, "I’m reviewing", "couldn’t"))]


async def begin(sim: Sim) -> discord.Message:
    """Ask for a review of the finished game. Return the post with the result."""
    [result] = [post for post in sim.posts() if "Review" in buttons(post) and post not in posts(sim)]
    await sim.click(sim.alice, result, "Review")
    return result


async def go_on(sim: Sim) -> None:
    """Let the bot find and finish its remaining work on reviews."""
    await sim.bot.app.reviewer.poll()
    await reviewed(sim)


async def kill(sim: Sim) -> None:
    for task in asyncio.all_tasks():
        if task.get_name().startswith(("reviews", "ends of reviews", "table ")):
            task.cancel()
    await sim.kill(HOUR)


async def refused(*args: Any) -> None:
    """Raise the error of an unreachable Discord."""
    raise aiohttp.ServerDisconnectedError


@pytest.mark.deep(one_in=4)
async def test_a_finished_review_is_shown_when_discord_allows_it_again(sim, judging, caplog):
    table = await play_out(sim)
    judging.waits = True
    result = await begin(sim)
    judging.waits = False
    sim.forbid("view_channel")
    with caplog.at_level("INFO", "bot.channel.reviewer"):
        await sim.restart()
        await go_on(sim)
    assert f"table {table}: the end of its review can't be shown yet, 403/50001" in caplog.text
    row = await sim.bot.app.storage.reviews.of_table(table)
    assert row.finished, "the result waits for no post"
    assert "## Review" in text(await sim.click(sim.alice, result, "Review"))
    sim.forbid()
    await sim.env.settle()
    await reviewed(sim)
    assert [text(post).startswith(SHOWN) for post in posts(sim)] == [True]


@pytest.mark.deep(one_in=4)
async def test_a_review_that_fails_each_time_says_so_and_may_be_wanted_again(sim, monkeypatch, judging):
    """A new review can be requested even before the post shows that the old one stopped. It then uses the same post."""
    await play_out(sim)
    judging.fails = True
    result = await begin(sim)
    for _ in range(3):
        await go_on(sim)
    [post] = posts(sim)
    assert text(post) == "I couldn’t review this game."
    sim.delete(post)
    judging.fails, judging.waits = False, True
    await sim.click(sim.bob, result, "Review")
    [post] = posts(sim)
    with monkeypatch.context() as patch:
        patch.setattr(reviewer, "edit_message", refused)
        await sim.click(sim.bob, post, STOP)
    judging.waits = False
    await sim.click(sim.bob, result, "Review")
    await reviewed(sim)
    assert [text(post).startswith(SHOWN) for post in posts(sim)] == [True]


@pytest.mark.deep(one_in=6)
@pytest.mark.parametrize(
    ("stopped", "edits"), [(False, True), (False, False), (True, True)], ids=["finished", "no-edits", "stopped"]
)
async def test_killed_anywhere_a_review_is_shown_once_and_has_no_dead_button(sim, monkeypatch, judging, stopped, edits):
    """The process is killed after one change in the database or at Discord, then after two, and so on."""
    table = await play_out(sim)
    faults = Mortal(sim, "killed anywhere", monkeypatch)
    faults.no_picture_edits = not edits
    deaths = 0
    while True:
        judging.waits = stopped
        deaths += 1
        faults.left = deaths
        result = await begin(sim)
        await reviewed(sim) if not stopped else None
        if stopped and not faults.dead:
            await sim.click(sim.bob, posts(sim)[-1], STOP)
        died, faults.left = faults.dead, 0
        judging.waits = False
        if died:
            await kill(sim)
        await go_on(sim)
        row, shown = await sim.bot.app.storage.reviews.of_table(table), posts(sim)
        assert len(shown) <= 1, f"{[text(post)[:40] for post in shown]} after {faults.story[-30:]}"
        assert not any(STOP in buttons(post) for post in shown), faults.story[-30:]
        assert row is None or (row.finished and text(shown[0]).startswith(SHOWN)), faults.story[-30:]
        assert row is None or text(shown[0]).endswith(f"<@{sim.alice.id}> asked for this review."), faults.story[-30:]
        if not died:
            break
        await sim.bot.app.storage.database.write(lambda db: db.run("DELETE FROM reviews"))
        for post in shown:
            sim.delete(post)
    faults.forgive()
    faults.close()
    assert deaths > 5
    assert text(result)


class Mortal(FaultInjection):
    """Kills the process after ``left`` further changes in the database or at Discord."""

    left = 0

    def _breathe(self, where: str) -> None:
        changed = where.startswith(("after a write", "after POST", "after PATCH", "after DELETE"))
        if changed and self.left and not self.dead:
            self.left -= 1
            if not self.left:
                self.die(where)
        super()._breathe(where)
