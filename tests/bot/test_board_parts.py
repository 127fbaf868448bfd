import pytest

from bot.channel.posts import changed_targets, parts_of_post, parts_of_view
from bot.panels.board_panel import since_own_move
from rules.game import Target
from rules_service import Person, Place, RulesService, Snapshot, acts
from rules_service.clock import Clock
from storage import Storage
from tests.bot.players import certain_seed

ANNA, BEN = Person(1, "Anna"), Person(2, "Ben")


@pytest.fixture
async def snapshots(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> list[Snapshot]:
    """Return three positions of a table of two: at its start, after the first player's turn, and after the second's."""
    certain_seed(monkeypatch, "a" * 32)
    async with await Storage.open(tmp_path / "games.sqlite") as storage:  # type: ignore[operator]
        service = RulesService(storage, Clock())
        info = await service.opening.open(Place(10, 7), ANNA, "messina", {"seating": "joined"})
        await service.act(acts.join(), info.id, BEN)
        await service.act(acts.start(), info.id, ANNA)
        found = [await service.read.snapshot(info.id)]
        for corner in ("nw", "ne"):
            seat = found[-1].info.due[0]
            for text in (
                f"go home {corner}",
                "advance aristocrat on" if corner == "nw" else "advance craftsman on",
                "end",
            ):
                outcome = await service.play.move(info.id, (ANNA, BEN)[seat].id, text)
            found.append(outcome.snapshot)
        return found


async def test_a_post_shows_one_picture_of_what_has_changed(snapshots: list[Snapshot]) -> None:
    begun, one, both = snapshots
    first, second = begun.info.due[0], one.info.due[0]
    order = [f"estate-{seat}" for seat in (first, second)]
    for layout in ("tall", "wide"):
        assert parts_of_post(begun, layout, begun.events(None)) == ["turn"], "a round begins, but none has ended"
        assert parts_of_post(one, layout, one.events(None, begun.number)) == ["turn"]
        assert parts_of_post(both, layout, both.events(None, begun.number)) == ["turn"]
    assert parts_of_view(both, "tall", second) == ["city", "score", order[1]]
    assert parts_of_view(both, "tall", None) == ["city", "score", *order]


async def test_changes_are_drawn_on_the_estate_of_the_player_who_made_them(snapshots: list[Snapshot]) -> None:
    begun, one, both = snapshots
    first, second = begun.info.due[0], one.info.due[0]
    aristocrat, craftsman = Target("overseer", "aristocrat"), Target("overseer", "craftsman")
    assert aristocrat in changed_targets(both, begun.number, f"estate-{first}")
    assert craftsman not in changed_targets(both, begun.number, f"estate-{first}")
    assert craftsman in changed_targets(both, begun.number, f"estate-{second}")
    assert {Target("hex", "nw"), Target("hex", "ne")} <= set(changed_targets(both, begun.number, "city"))
    assert Target("hex", "nw") not in changed_targets(both, one.number, "city")
    assert Target("home", "home") in changed_targets(one, begun.number, f"estate-{first}")
    assert Target("home", "home") not in changed_targets(one, begun.number, f"estate-{second}")
    grid = changed_targets(both, begun.number, "grid")
    assert isinstance(grid, dict)
    assert aristocrat in grid[f"estate-{first}"]
    assert craftsman in grid[f"estate-{second}"]
    assert grid["city"] == changed_targets(both, begun.number, "city")


async def test_news_begin_after_ones_own_last_move(snapshots: list[Snapshot]) -> None:
    begun, one, both = snapshots
    first, second = begun.info.due[0], one.info.due[0]
    people = [seat.name for seat in both.info.seats]
    assert since_own_move(begun, first, "en") == (0, [])
    number, news = since_own_move(both, first, "en")
    assert number == one.number
    assert any(people[second] in line for line in news)
    assert not any(people[first] in line for line in news)
    assert since_own_move(both, second, "en") == (both.number, [])
    assert since_own_move(both, None, "en") == (0, [])
