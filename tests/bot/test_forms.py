"""Discord accepts a form only as the first response. If the database is slow, it still opens, or a button offers it."""

import asyncio
import time

import pytest

from bot import handling
from bot.panels.dispatch import ACTIONS
from bot.ui.reply import DEADLINE, Interaction
from tests.bot.players import seat_all
from tests.bot.sim import Sim, buttons, message, text


async def opener_of(sim: Sim, form: str) -> tuple[object, str]:
    """Return the message with the button that opens a form, and the button's label."""
    if form == "note":
        return await sim.click(sim.bob, sim.latest(), "Your turn"), "Note to myself"
    return await sim.command(sim.bob, "me forget"), "Delete"


def slow_down(monkeypatch: pytest.MonkeyPatch, sim: Sim, seconds: float) -> None:
    """Delay looking up the person's language by this many seconds."""
    real = handling.apply_locale

    async def slow(interaction: Interaction) -> None:
        await asyncio.to_thread(time.sleep, seconds)
        await real(interaction)

    monkeypatch.setattr(handling, "apply_locale", slow)


FORMS = [name for name, action in ACTIONS.items() if action.form]


def test_both_forms_are_known() -> None:
    assert FORMS == ["forget", "note"]


@pytest.mark.parametrize("form", FORMS)
async def test_a_form_opens_though_the_database_is_slow(sim: Sim, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    """The form opens even if the database takes longer than the time after which other responses are deferred."""
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    on, label = await opener_of(sim, form)
    monkeypatch.setattr(handling, "DEFER_AFTER", 0.1)
    monkeypatch.setattr(handling, "DEFER_FORM_AFTER", 1.0)
    slow_down(monkeypatch, sim, 0.3)
    shown = await sim.click(sim.bob, on, label)  # type: ignore[arg-type]
    assert shown.modal is not None


@pytest.mark.parametrize("form", FORMS)
async def test_a_form_that_comes_too_late_is_offered(sim: Sim, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    on, label = await opener_of(sim, form)
    with monkeypatch.context() as slow:
        slow.setattr(handling, "DEFER_FORM_AFTER", 0.1)
        slow_down(slow, sim, 0.4)
        answer = await sim.click(sim.bob, on, label)  # type: ignore[arg-type]
    assert answer.modal is None
    assert "went wrong" not in text(answer)
    [opens] = buttons(answer)
    shown = await sim.click(sim.bob, message(answer), opens)
    assert shown.modal is not None


def test_a_form_is_given_up_in_time_for_the_button() -> None:
    assert handling.DEFER_AFTER < handling.DEFER_FORM_AFTER <= DEADLINE - 0.5
