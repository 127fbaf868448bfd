from dataclasses import replace
from datetime import timedelta

import pytest

import computer_players
from rules_service import Place, Snapshot, Stale, acts, computers
from rules_service.computers import COMPUTER_SIGN
from rules_service.errors import NotHost, TableFull
from rules_service.table_info import info_at
from tests.rules_service.house import ANNA, BEN, CARA, HERE, NOON, House

HOUR = timedelta(hours=1).total_seconds()


async def against(house: House, count: int = 1, level: str = "casual", place: Place = HERE) -> Snapshot:
    """Start Anna's game, or Cara's in another channel, against this many computers."""
    info = await house.lobby([ANNA] if place == HERE else [CARA], place)
    host = ANNA if place == HERE else CARA
    for _ in range(count):
        await house.service.act(acts.add_computer(level), info.id, host)
    await house.service.act(acts.start(), info.id, host)
    return await house.service.read.snapshot(info.id)


def test_the_levels_are_those_of_the_players() -> None:
    assert tuple(computer_players.LEVELS) == computers.COMPUTER_LEVELS
    assert computers.STANDIN in computer_players.LEVELS


async def test_only_the_host_adds_computers_while_there_is_room(house: House) -> None:
    info = await house.lobby([ANNA, BEN])
    with pytest.raises(NotHost):
        await house.service.act(acts.add_computer("casual"), info.id, BEN)
    info = await house.service.act(acts.add_computer("strong"), info.id, ANNA, interaction=5)
    again = await house.service.act(acts.add_computer("strong"), info.id, ANNA, interaction=5)
    assert again == info, "the same press once more"
    [third] = info.seats[2:]
    assert (third.computer, third.person, third.user_id, third.ready) == ("strong", False, None, True)
    assert third.shown == f"{COMPUTER_SIGN} {third.name}"
    with pytest.raises(TableFull):
        await house.service.act(acts.add_computer("casual"), info.id, ANNA)
    info = await house.service.act(acts.remove(2), info.id, ANNA)
    assert [seat.name for seat in info.seats] == ["Anna", "Ben"]


async def test_each_computer_of_a_table_has_a_name_of_its_own_and_tables_share_them(house: House) -> None:
    one = await against(house, 2)
    await house.service.act(acts.close(), one.info.id, ANNA)
    other = await against(house, 2)
    names = [{(seat.name, seat.player) for seat in info.seats if not seat.person} for info in (one.info, other.info)]
    assert names[0] == names[1]
    assert len(names[0]) == 2


async def test_the_rows_show_whose_turn_it_is_and_each_move_once(house: House) -> None:
    game = await against(house)
    table, number = game.info.id, game.number
    assert await house.service.play.computers_to_move() == []
    assert await house.service.play.computer_due(table) is None
    number = (await house.play(table, ANNA, "walk 1", "end")).number
    assert await house.service.play.computers_to_move() == [table]
    found = await house.service.play.computer_due(table)
    assert found is not None
    snapshot, seat, level = found
    assert (snapshot.number, seat, level) == (number, 1, "casual")
    await house.service.play.move_for(table, 1, "walk 2", "casual", number)
    assert (await house.service.play.move_for(table, 1, "walk 3", "casual", number)).duplicate
    with pytest.raises(Stale):
        await house.service.play.move_for(table, 0, "walk 2", "casual", number + 1)
    log = await house.storage.tables.log(table)
    assert [(line.text, line.person) for line in log[-1:]] == [("walk 2", False)]
    assert (await house.service.read.verify(table)).ok


async def test_a_computer_moves_only_while_its_table_plays(house: House) -> None:
    """A computer doesn't move at a sleeping, paused or ended table, but moves again after a pause."""
    table, now = (await against(house)).info.id, house.clock.now()
    await house.play(table, ANNA, "end")
    async with house.service.repository.lock(table) as locked:
        row = locked.row
        for seats, values in (
            ([1], {}),
            ([], {"asleep_since": now}),
            ([], {"status": "over"}),
            ([], {"paused_until": now + timedelta(seconds=1)}),
            ([1], {"paused_until": now}),
        ):
            locked.row = replace(row, **values)  # type: ignore[arg-type]
            assert locked.computers == seats, values
        assert info_at(house.service.repository, locked.row, now).paused_until is None, "the pause is over"


async def test_the_log_says_that_a_computer_has_played_at_a_simpler_level(house: House) -> None:
    game = await against(house, level="strong")
    number = (await house.play(game.info.id, ANNA, "walk 1", "end")).number
    outcome = await house.service.play.move_for(game.info.id, 1, "walk 2", "casual", number)
    assert outcome.number == number + 2
    outcome = await house.service.play.move_for(game.info.id, 1, "end", "strong", outcome.number)
    told = [(line.kind, line.text) for line in await house.service.read.people_lines(game.info.id)]
    assert told[-1] == ("simpler", "casual")
    names = {line.name for line in await house.service.read.people_lines(game.info.id) if line.kind == "simpler"}
    assert names == {f"{COMPUTER_SIGN} {game.info.seats[1].name}"}
    assert (await house.service.read.verify(game.info.id)).ok


async def test_p45_a_computer_plays_for_an_absent_player_on_request(house: House) -> None:
    game = await house.running([ANNA, BEN])
    table, now = game.info.id, house.clock.now()
    await house.service.people.go_away(ANNA, now + timedelta(hours=1), now + timedelta(days=3), computer=True)
    house.clock.wait(HOUR - 60)
    assert await house.service.play.computer_due(table) is None
    house.clock.wait(120)
    assert await house.service.play.computers_to_move() == [table]
    info = await house.service.read.info(table)
    assert info.seats[0].computer == computers.STANDIN
    assert info.seats[0].away_until is not None
    await house.service.people.take_seat_back(table, ANNA)
    assert await house.service.play.computers_to_move() == []
    info = await house.service.read.info(table)
    assert (info.seats[0].computer, info.seats[0].away_until) == ("", None)


async def test_a_game_where_a_computer_played_for_somebody_does_not_count_for_them(house: House, monkeypatch) -> None:
    """P104: the game doesn't count for the absent player. It counts for the others, who played all of it."""
    game = await house.running([ANNA, BEN])
    table, now = game.info.id, house.clock.now()
    await house.service.people.go_away(ANNA, now, now + timedelta(days=1), computer=True)
    house.clock.wait(61)
    await house.service.play.move_for(table, 0, "end", computers.STANDIN, game.number)
    await house.service.people.come_back(ANNA)
    await house.play(table, BEN, "walk 3", "walk 3", "walk 3", "end")
    assert not (await house.service.read.info(table)).open
    monkeypatch.setattr("rules_service.read.MOST_COMPUTED", 1)
    found = [await house.service.read.server_results(HERE.guild_id, NOON, "statistics", "server") for _ in range(2)]
    assert [(len(rows), complete) for rows, complete in found] == [(1, False), (1, True)], "P148"
    assert await house.service.read.results(ANNA.id) == []
    [ben] = await house.service.read.results(BEN.id)
    assert (ben.people, ben.computers) == (2, 0)
