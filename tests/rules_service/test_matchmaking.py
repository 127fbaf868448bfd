"""P100: the players who look for a game on a server, and the matches among them."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from rules.errors import BadOptions
from rules_service import NoList, Person, Place, acts
from rules_service.errors import TooMany
from rules_service.guards import MAX_ENTRIES
from rules_service.matchmaking import best_match
from storage import Change, SearchEntry
from tests.rules_service.house import ANNA, BEN, CARA, DAY, NOON, House

GUILD, CHANNEL = 7, 10


@pytest.fixture
async def listed(house: House) -> House:
    """Return the house, with a list of players who look for a game on the server."""
    await house.storage.matchmaking.create_list(GUILD, CHANNEL, "en", NOON)
    return house


def entry(player: int, counts: Sequence[int] = (2, 3, 4), pace: str = "relaxed", game: str = "toy") -> SearchEntry:
    return SearchEntry(player, player, str(player), game, tuple(counts), pace, NOON)


def players(found: Sequence[SearchEntry]) -> list[int]:
    return [one.player for one in found]


def test_P100_the_best_match_is_the_largest_with_the_longest_waiting_first() -> None:
    others = [entry(2), entry(3, pace="brisk"), entry(4, game="other"), entry(5, (3,)), entry(6, (2, 3))]
    assert players(best_match(entry(1), others, ())) == [1, 2, 5]
    assert players(best_match(entry(1, (2,)), others, ())) == [1, 2]
    assert best_match(entry(1, (4,)), others, ()) == []
    assert best_match(entry(1, pace="daily"), others, ()) == []


def test_P113_nobody_is_matched_with_a_blocked_person() -> None:
    """P113: a block counts in both directions, and between any two people of a match."""
    others = [entry(2), entry(3)]
    assert players(best_match(entry(1), others, {frozenset({1, 2})})) == [1, 3]
    assert players(best_match(entry(1), others, {frozenset({2, 3})})) == [1, 2]
    assert best_match(entry(1, (3,)), others, {frozenset({2, 3})}) == []


async def test_P100_an_entry_lasts_a_week_and_waits_for_others(listed: House) -> None:
    matchmaking = listed.service.matchmaking
    assert await matchmaking.add(GUILD, ANNA, "toy", [2, 3], "relaxed") == []
    [one] = await matchmaking.entries(GUILD)
    assert (one.user_id, one.name, one.counts) == (ANNA.id, "Anna", (2, 3))
    assert one.until == NOON + timedelta(days=7)
    assert await matchmaking.entries(8) == []
    listed.clock.wait(7 * DAY)
    assert await matchmaking.entries(GUILD) == []
    assert await matchmaking.add(GUILD, BEN, "toy", [2], "relaxed") == [], "whose time is over is not found"


async def test_P100_matching_players_are_found_and_leave_the_list(listed: House) -> None:
    matchmaking = listed.service.matchmaking
    await matchmaking.add(GUILD, ANNA, "toy", [2, 3], "relaxed")
    await matchmaking.add(GUILD, BEN, "toy", [3], "relaxed")
    found = await matchmaking.add(GUILD, CARA, "toy", [3], "relaxed")
    assert [one.name for one in found] == ["Cara", "Anna", "Ben"]
    await matchmaking.remove_all(GUILD, players(found), "toy")
    assert await matchmaking.entries(GUILD) == []


async def test_P100_impossible_searches_are_refused(house: House) -> None:
    """P100, P101: entries on a server without a list are refused, too."""
    matchmaking = house.service.matchmaking
    with pytest.raises(NoList):
        await matchmaking.add(GUILD, ANNA, "toy", [2], "relaxed")
    await house.storage.matchmaking.create_list(GUILD, CHANNEL, "en", NOON)
    for game, counts, pace in (
        ("chess", [2], "daily"),
        ("toy", [9], "daily"),
        ("toy", [1], "daily"),
        ("toy", [2], "x"),
    ):
        with pytest.raises(BadOptions):
            await matchmaking.add(GUILD, ANNA, game, counts, pace)
    assert await matchmaking.entries(GUILD) == []


async def test_P119_three_entries_a_person_and_server(listed: House) -> None:
    player = await listed.storage.people.meet(ANNA.id, ANNA.name)
    for number in range(MAX_ENTRIES):
        one = SearchEntry(player, ANNA.id, "Anna", f"game {number}", (2,), "daily", NOON + timedelta(days=1))
        await listed.storage.matchmaking.add(GUILD, one, NOON)
    with pytest.raises(TooMany, match=f"for {MAX_ENTRIES} games here"):
        await listed.service.matchmaking.add(GUILD, ANNA, "toy", [2], "daily")
    await listed.service.matchmaking.remove(GUILD, ANNA, "game 0")
    for _ in range(2):  # the second one replaces the first
        assert await listed.service.matchmaking.add(GUILD, ANNA, "toy", [2], "daily") == []


async def test_P101_a_list_is_checked_when_its_content_may_have_changed(listed: House) -> None:
    """P101: the list is checked when a table opens, starts or changes place, or players come or go, not after moves."""
    lists = listed.storage.matchmaking

    async def stirred() -> bool:
        rows = await lists.due_lists(listed.clock.now(), 9)
        for row in rows:
            await lists.schedule_list(row.guild_id, None)
        return bool(rows)

    assert await stirred()
    assert not await stirred()
    table = (await listed.lobby((ANNA,))).id
    assert await stirred()
    await listed.service.act(acts.join(), table, BEN)
    assert await stirred()
    await listed.service.act(acts.start(), table, ANNA)
    assert await stirred()
    await listed.play(table, ANNA, "walk 1", "end")
    assert not await stirred()
    await listed.service.act(acts.leave(), table, BEN)
    assert await stirred()
    await lists.create_list(8, 80, "en", listed.clock.now())
    assert await stirred()
    row = await listed.storage.tables.get((await listed.lobby((ANNA, BEN), Place(12, 9))).id)
    assert not await stirred()
    await listed.storage.tables.append(Change(row.id, row.number, NOON, (), place=(80, 8, None)))
    assert [one.guild_id for one in await lists.due_lists(listed.clock.now(), 9)] == [8]
    assert await stirred()
    await listed.service.matchmaking.add(GUILD, Person(9, "Ida"), "toy", [2], "relaxed")
    assert await stirred()
    assert await listed.storage.anything_due(listed.clock.now()) is False
    await listed.service.matchmaking.remove(GUILD, Person(9, "Ida"), "toy")
    assert await listed.storage.anything_due(listed.clock.now())
