"""Private notes: written in a form or typed, hidden from all others, deleted with the table."""

from simcord.results import InteractionResult

from bot.panels.personal import MAX_NOTE
from tests.bot.forge import press
from tests.bot.players import seat_all
from tests.bot.sim import Sim, buttons, message, text


async def test_p89_a_note_stands_above_ones_next_turn(sim: Sim) -> None:
    """P89: one private text per table, from a form, shown above the player's next turn."""
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    shown = await sim.click(sim.bob, await sim.click(sim.bob, sim.latest(), "Your turn"), "Note to myself")
    assert shown.modal is not None
    said = await sim.bob.submit_modal(shown, {"text": "keep the *Knight*\n\nfor Italia"})
    assert "Only you see it" in text(said)
    assert message(said).flags.ephemeral
    for move in ("place gallia 2", "end"):
        await sim.command(sim.alice, "move", move=move)
    assert "📝 **Your note**\n> keep the \\*Knight\\*\n> for Italia" in text(
        await sim.click(sim.bob, sim.latest(), "Your turn")
    )
    assert "for Italia" in text(await sim.command(sim.bob, "view"))
    for other in (sim.alice, sim.carol):
        assert "for Italia" not in text(await sim.command(other, "view"))
        assert "for Italia" not in text(await sim.command(other, "log"))
    assert "for Italia" not in "\n".join(text(post) for post in sim.posts())


async def test_p89_the_form_holds_what_was_written_and_outlives_a_restart(sim: Sim) -> None:
    """P89: nothing of it is kept in memory; an empty text deletes it."""
    await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    await sim.note(sim.alice, "x" * MAX_NOTE)
    shown = await sim.manage(sim.alice, "note")
    assert isinstance(shown, InteractionResult)
    assert shown.modal is not None
    assert "x" * MAX_NOTE in str(shown.modal)
    await sim.restart()
    assert "Note deleted." in text(await sim.alice.submit_modal(shown, {"text": " "}))
    assert "Your note" not in text(await sim.click(sim.alice, sim.latest(), "Your turn"))


async def test_p89_who_does_not_sit_there_has_no_note(sim: Sim) -> None:
    """P89: not even with a forged press, and not after the end."""
    table = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    assert "Note to myself" not in str(buttons(await sim.manage(sim.carol)))
    assert "Only players of the table" in text(
        await press(sim, sim.carol, sim.latest(), f"m1:{table}:-:0:noted:", ["mine"])
    )
    await sim.note(sim.alice, "mine")
    for who in (sim.alice, sim.bob):
        await sim.manage(who, "close")
    said = await press(sim, sim.alice, sim.latest(), f"m1:{table}:-:0:noted:", ["mine"])
    assert "has ended" in text(said)
    assert await sim.bot.app.storage.notes.read(sim.alice.id, table) == ""


async def test_a_forgotten_person_has_no_note(sim: Sim) -> None:
    table = await seat_all(sim, [sim.alice, sim.bob], start="0", seating="joined")
    await sim.note(sim.alice, "the secret plan")
    await sim.bot.app.service.people.forget(sim.alice.id)
    assert await sim.bot.app.storage.notes.read(sim.alice.id, table) == ""
