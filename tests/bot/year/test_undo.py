"""T10: notifications, votes and absences are not in the game's log, so undo does not affect them."""

from datetime import timedelta

from rules_service import acts
from tests.bot.year.test_stuck import CARA, DAY, HOUR, PAUL, VERA, begun
from tests.bot.year.world import World, world

BESIDE = ("pings", "notices", "asks", "answers", "aways", "stops")


def beside(w: World) -> list[list[tuple[object, ...]]]:
    """Return all rows of the tables in `BESIDE`, which an undo must not change."""
    return [[tuple(row) for row in w.truth(f"SELECT * FROM {table} ORDER BY 1, 2, 3")] for table in BESIDE]


async def test_T10_undo_changes_only_the_games_log(games, monkeypatch):
    """T10: a reminder, a vote, an absence, a pause and an outage remain after an undo."""
    async with world(games, monkeypatch) as w:
        table = await begun(w, 5, "relaxed", (VERA, PAUL, CARA), moved=True)
        await w.tell()
        await w.until(w.clock.now() + 3 * DAY)
        await w.service.act(acts.propose_pause(2), table, PAUL)
        for person in (VERA, CARA):
            [ask] = (await w.service.read.info(table)).votes
            await w.service.act(acts.answer(ask.number, True), table, person)
        await w.service.act(acts.propose("pace", "none"), table, PAUL)
        await w.service.people.go_away(CARA, w.clock.now(), w.clock.now() + DAY)
        await w.again(timedelta(hours=5))
        await w.until(w.clock.now() + HOUR)
        before = beside(w)
        assert all(before), "each of them has rows"
        digest = (await w.service.read.snapshot(table)).table.digest
        await w.service.play.move(table, VERA.id, "walk 1")
        await w.service.play.move(table, VERA.id, "walk 2")
        await w.service.play.undo(table, VERA.id, None)
        assert (await w.service.read.snapshot(table)).table.digest == digest
        await w.tell()
        assert beside(w) == before
