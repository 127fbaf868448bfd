"""P97: colours are chosen in the lobby, kept through the game, and never shared."""

import pytest

from renderer.seats import SEAT_LOOKS
from rules_service import NotSeated, TableInfo, WrongPhase, acts
from rules_service.errors import ColourTaken
from rules_service.membership import COLOUR_NAMES
from tests.rules_service.house import ANNA, BEN, CARA, DAVE, House

RED, BLUE, GREEN, YELLOW = range(4)


def chosen(info: TableInfo) -> list[int | None]:
    return [seat.colour for seat in info.seats]


def test_P97_shape_and_pattern_follow_the_colour() -> None:
    assert tuple(seat.name for seat in SEAT_LOOKS) == COLOUR_NAMES


async def test_R153_every_player_may_choose_a_colour_that_nobody_else_has(house: House) -> None:
    """R153, P97: a player who chooses none gets a free colour."""
    table = (await house.lobby((ANNA, BEN, CARA))).id
    info = await house.service.act(acts.choose_colour(BLUE), table, ANNA)
    assert (chosen(info), info.colours) == ([BLUE, None, None], (BLUE, RED, GREEN))
    before = await house.storage.tables.get(table)
    with pytest.raises(ColourTaken):
        await house.service.act(acts.choose_colour(BLUE), table, BEN)
    with pytest.raises(NotSeated):
        await house.service.act(acts.choose_colour(RED), table, DAVE)
    assert await house.storage.tables.get(table) == before
    await house.service.act(acts.choose_colour(GREEN), table, ANNA)
    info = await house.service.act(acts.choose_colour(BLUE), table, BEN)
    assert chosen(info) == [GREEN, BLUE, None]
    assert chosen(await house.service.act(acts.choose_colour(None), table, ANNA)) == [None, BLUE, None]
    assert all(seat.ready for seat in info.seats), "nobody else need agree to it"


async def test_P97_colours_stay_with_their_players(house: House) -> None:
    """P97: colours stay with their players when seats are drawn or taken over."""
    table = (await house.lobby((ANNA, BEN, CARA), seating="lot")).id
    wanted = {ANNA.id: YELLOW, CARA.id: RED}
    for person in (ANNA, CARA):
        await house.service.act(acts.choose_colour(wanted[person.id]), table, person)
    await house.service.act(acts.start(), table, ANNA)
    info = await house.service.read.info(table)
    own = {seat.user_id: colour for seat, colour in zip(info.seats, info.colours, strict=True)}
    assert {**own, **wanted} == own
    assert len(set(info.colours)) == 3
    with pytest.raises(WrongPhase):
        await house.service.act(acts.choose_colour(GREEN), table, BEN)
    await house.service.act(acts.leave(), table, CARA)
    assert (await house.service.act(acts.join(), table, DAVE)).colours == info.colours


async def test_P97_players_at_an_older_table_keep_their_colours(house: House) -> None:
    """P97: at a table where no player has chosen a colour, each seat has the colour of its number."""
    assert (await house.running((ANNA, BEN, CARA))).info.colours == (RED, BLUE, GREEN)
