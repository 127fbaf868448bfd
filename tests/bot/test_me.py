import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from simcord.results import InteractionResult

from bot.panels.export_fields import EXPORT_FIELDS
from bot.panels.personal import MAX_BLOCKED, MAX_NOTE
from rules_service.matchmaking import ENTRY_LASTS
from storage.people import EXPORT
from storage.tables import INTERACTION_LIFETIME
from tests.bot.forge import press
from tests.bot.players import DAY, leave, seat_all, selects, take_seat
from tests.bot.sim import Sim, alts, buttons, message, pictures, text
from wording import BOT_HELP, help_page, words


async def test_p108_the_export_has_all_personal_data_and_explains_it(sim: Sim, table: int) -> None:
    """P108: the file has everything stored about the person and explains each field."""
    await sim.command(sim.alice, "move", move="place gallia 2")
    await sim.note(sim.alice, "remember Hispania")
    answer = message(await sim.command(sim.alice, "me export"))
    assert answer.flags.ephemeral
    [data] = [json.loads(file) for file in pictures(sim.env, answer)]
    assert data["stored"]["players"] == [{"user_id": sim.alice.id, "name": "Alice"}]
    assert [row["text"] for row in data["stored"]["moves"] if row["kind"] == "move"] == ["place gallia 2"]
    assert data["stored"]["notes"][0]["text"] == "remember Hispania"
    for table, rows in data["stored"].items():
        assert all(row.keys() <= data["explained"][table].keys() for row in rows), table
    assert "Nothing is stored" in text(await sim.command(sim.dora, "me export"))


def test_p108_every_exported_column_is_explained() -> None:
    """P108: the export explains every exported column."""
    columns = {table: set(columns.split(" AS ")[-1].split(", ")) for table, (columns, _) in EXPORT.items()}
    assert {table: fields.keys() - {""} for table, fields in EXPORT_FIELDS.items()} == columns


def test_p114_the_privacy_page_covers_the_whole_schema(sim: Sim) -> None:
    """P114: a help page explains what is stored, why, and for how long."""
    lines = Path(__file__).with_name("kept").joinpath("stored.txt").read_text("utf-8").splitlines()
    told = dict(line.split(" | ") for line in lines)
    with closing(sqlite3.connect(sim.bot.app.settings.database)) as database:
        query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        assert {name for [name] in database.execute(query)} == told.keys()
    page = help_page("privacy", BOT_HELP, words("en"))
    assert page is not None
    assert not [words for words in told.values() if words not in page]
    assert (timedelta(days=1), timedelta(days=7)) == (INTERACTION_LIFETIME, ENTRY_LASTS), "as the page says"


async def test_p109_deletion_takes_a_word_and_a_day_and_can_be_cancelled(sim: Sim, table: int) -> None:
    """P109: five minutes with somebody else's account must not be enough to delete their data."""
    asked = await sim.command(sim.alice, "me forget")
    assert "Your data is deleted a day after" in text(asked)
    shown = await sim.click(sim.alice, asked, "Delete my data")
    assert "Nothing was deleted" in text(await sim.alice.submit_modal(shown, {"text": "yes"}))
    answer = await sim.alice.submit_modal(await sim.click(sim.alice, asked, "Delete my data"), {"text": " forget "})
    assert "Your data will be deleted on <t:" in text(answer)
    await sim.click(sim.alice, answer, "Keep my data")
    sim.jump(2 * DAY)
    await sim.sweep()
    assert (await sim.bot.app.service.read.info(table)).seats[0].user_id == sim.alice.id
    await sim.alice.submit_modal(await sim.click(sim.alice, asked, "Delete my data"), {"text": "FORGET"})
    assert "Keep my data" in buttons(await sim.command(sim.alice, "me forget"))
    sim.jump(DAY - 60)
    await sim.sweep()
    assert (await sim.bot.app.service.read.info(table)).seats[0].user_id == sim.alice.id
    sim.jump(61)
    await sim.sweep()
    info = await sim.bot.app.service.read.info(table)
    assert (info.seats[0].user_id, info.seats[0].vacant) == (None, True)


async def forget(sim: Sim) -> None:
    mine = await sim.bot.app.service.read.my_tables(sim.alice.id)
    await sim.bot.app.service.people.forget(sim.alice.id)
    for info in mine:
        await sim.bot.app.announcer.until_shown(info.id)


async def test_p110_live_posts_are_drawn_again_without_the_name(sim: Sim) -> None:
    """P110: the board and a lobby no longer show a forgotten name."""
    table = await seat_all(sim, [sim.alice, sim.bob, sim.carol], start="1", seating="joined")
    there = sim.thread("another")
    await sim.command(sim.alice, "table open", channel=there)
    await sim.click(sim.bob, sim.latest(there), "Join")
    await sim.manage(sim.alice, "close")
    assert "wants to end this game" in text(sim.latest())
    await forget(sim)
    assert "wants to end this game" not in text(sim.latest()), "nobody is left who asks"
    for post in (sim.latest(), sim.latest(there)):
        assert "Alice" not in text(post)
        assert not any("Alice" in one for one in alts(post))
    assert "Take the free seat" in buttons(sim.latest())
    verdict = await sim.bot.app.service.read.verify(table)
    assert verdict.ok


async def test_p111_a_forgotten_player_may_not_take_another_seat(sim: Sim) -> None:
    """P111: a forgotten player may take their own former seat, and no other."""
    await seat_all(sim, [sim.alice, sim.bob, sim.carol], start="1", seating="joined")
    await forget(sim)
    await take_seat(sim, sim.dora)
    await leave(sim, sim.bob)
    assert "Someone else plays your seat now" in text(await take_seat(sim, sim.alice))
    await leave(sim, sim.dora)
    offer = await sim.click(sim.alice, sim.latest(), "Take the free seat")
    await sim.click(sim.alice, offer, "Take the seat of Dora")
    [info] = await sim.open_tables()
    assert info.seat_of(sim.alice.id) == 0


async def test_p113_fifty_are_enough(sim: Sim) -> None:
    """P113: a person can block up to 50 people."""
    for user in range(MAX_BLOCKED):
        await sim.bot.app.storage.people.block(sim.alice.id, 1000 + user, most=MAX_BLOCKED)
    assert "50 people" in text(await sim.command(sim.alice, "me block", person=sim.dora.user))
    panel = await sim.command(sim.alice, "me block")
    assert [len(menu["options"]) for menu in selects(panel)] == [25, 25]
    await press(sim, sim.alice, panel, "m1:0:-:0:unblock:0", ["1003", "no number"])
    assert sum(len(menu["options"]) for menu in selects(sim.panel(sim.alice))) == MAX_BLOCKED - 1


async def test_p89_a_note_is_shown_above_the_next_turn(sim: Sim, table: int) -> None:
    """P89: a private note for each table, written in a form, is shown above the player's next turn."""
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


async def test_p89_the_form_has_the_stored_note_even_after_a_restart(sim: Sim, table: int) -> None:
    """P89: no note is kept only in memory. An empty text deletes the note."""
    await sim.note(sim.alice, "x" * MAX_NOTE)
    shown = await sim.manage(sim.alice, "note")
    assert isinstance(shown, InteractionResult)
    assert shown.modal is not None
    assert "x" * MAX_NOTE in str(shown.modal)
    await sim.restart()
    assert "Note deleted." in text(await sim.alice.submit_modal(shown, {"text": " "}))
    assert "Your note" not in text(await sim.click(sim.alice, sim.latest(), "Your turn"))


async def test_p89_only_seated_players_have_a_note(sim: Sim, table: int) -> None:
    """P89: people without a seat can't write a note, even with a forged press. After the end, players can't either."""
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
