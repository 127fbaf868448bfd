"""While something fails, the bot uses a fallback, reports it, and tries again every minute."""

import discord
import pytest

from bot.discord_api.permissions import FALLBACKS, Capabilities
from bot.hosting.health import collect_metrics, health_report, present_fallbacks
from bot.metrics import METRICS
from bot.pictures import Painter
from tests.bot.faults import refuse_pictures_in_edits
from tests.bot.players import seat_all
from tests.bot.sim import message
from wording import words
from workers.worker import WorkerUnavailable


class SlowWorker:
    """A render worker that isn't ready in time at its first two starts."""

    failures = 2

    def __init__(self, *command: str) -> None:
        self.closed = False

    async def start(self) -> None:
        if SlowWorker.failures:
            SlowWorker.failures -= 1
            raise WorkerUnavailable("it was not ready in time")

    async def close(self) -> None:
        self.closed = True


async def test_a_render_worker_that_starts_slowly_is_tried_again(monkeypatch, caplog):
    monkeypatch.setattr("bot.pictures.Worker", SlowWorker)
    monkeypatch.setattr("bot.pictures.usable_cores", lambda: 4)
    monkeypatch.setattr("bot.pictures.freeze_objects", lambda: None)
    monkeypatch.setattr("bot.pictures.warm_up", lambda enough: None)
    SlowWorker.failures = 2
    painter = Painter()
    await painter.prepare()
    assert painter.worker is None
    [said] = painter.fallbacks()
    assert "render worker" in said
    await painter.heal()
    assert painter.worker is None
    await painter.heal()
    assert isinstance(painter.worker, SlowWorker)
    assert painter.fallbacks() == []
    worker = painter.worker
    await painter.close()
    assert worker.closed


@pytest.mark.parametrize("method", FALLBACKS)
def test_a_method_that_was_refused_is_tried_again_unless_the_self_test_found_it_refused(method: str) -> None:
    capabilities = Capabilities()
    assert capabilities.fallbacks() == []
    setattr(capabilities, method, False)
    assert capabilities.fallbacks() == [FALLBACKS[method]]
    capabilities.heal()
    assert capabilities == Capabilities()


async def test_one_refused_edit_is_forgotten_after_a_minute_and_seen_until_then(sim, monkeypatch):
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    panel = message(await sim.click(sim.alice, sim.latest(), "Your turn"))
    await sim.click(sim.alice, panel, "Gallia")
    with monkeypatch.context() as refusing:
        refused = refuse_pictures_in_edits(refusing)
        await sim.click(sim.alice, sim.again(panel), "Undo")
    assert refused
    app = sim.bot.app
    assert present_fallbacks(app) == [FALLBACKS["pictures_in_edits"]]
    assert FALLBACKS["pictures_in_edits"] in await health_report(app, words("en"))
    assert level(await collect_metrics(app)) == 1
    await sim.pass_time(61)
    assert app.capabilities.pictures_in_edits
    assert present_fallbacks(app) == []
    assert level(await collect_metrics(app)) == 0


def level(families: list[object]) -> float:
    """Return the number of fallbacks in the metrics."""
    [found] = [one for one in families if getattr(one, "name", "") == "miasma_fallbacks"]
    return float(found.samples[0].value)  # type: ignore[attr-defined]


async def test_emoji_that_could_not_be_fetched_are_fetched_later(sim, monkeypatch, caplog):
    real, failures = sim.bot.fetch_application_emojis, [OSError("no network"), OSError("no network")]

    async def fetch() -> list[discord.Emoji]:
        if failures:
            raise failures.pop()
        return await real()

    monkeypatch.setattr(sim.bot, "fetch_application_emojis", fetch)
    sim.bot.capabilities.emoji_fetched = False
    METRICS.simpler.clear()
    assert len(present_fallbacks(sim.bot.app)) == 1
    await sim.pass_time(200)
    assert not failures
    assert present_fallbacks(sim.bot.app) == []
