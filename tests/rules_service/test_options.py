import json

import pytest

from rules.errors import BadOptions
from rules_service import acts
from rules_service.errors import NotHost
from rules_service.options import DISPLAY_OPTIONS, read_options, table_options
from storage import Change, NewLine
from tests.rules_service.house import ANNA, BEN, HERE, House
from tests.rules_service.toy import TOY


@pytest.mark.parametrize(
    ("game", "options"),
    [("chess", {}), ("toy", {"start": "9"}), ("toy", {"colour": "red"}), ("toy", {"seating": "throne"})],
)
async def test_unknown_games_and_options(house: House, game: str, options: dict[str, str]) -> None:
    with pytest.raises(BadOptions):
        await house.service.opening.open(HERE, ANNA, game, options)
    with pytest.raises(BadOptions):
        house.service.opening.check(game, options)
    house.service.opening.check("toy", {"start": "1", "seating": "lot"})
    assert await house.storage.tables.open_ids() == []


async def test_options_are_the_hosts(house: House) -> None:
    info = await house.lobby()
    with pytest.raises(NotHost):
        await house.service.act(acts.set_options({"confirm": "off"}), info.id, BEN)
    with pytest.raises(BadOptions):
        await house.service.act(acts.set_options({"confirm": "perhaps"}), info.id, ANNA)
    info = await house.service.act(acts.set_options({"confirm": "off", "seating": "lot"}), info.id, ANNA)
    chosen = {
        "start": "0", "confirm": "off", "pace": "relaxed", "seating": "lot", "entry": "anybody", "take_back": "ask",
        "hints": "alone", "picture": "tall",
    }  # fmt: skip
    assert info.options == {**chosen, **{option.id: option.default for option in DISPLAY_OPTIONS}}
    lines = await house.storage.tables.log(info.id)
    assert [line.text for line in lines if line.kind == "option"] == ["confirm off", "seating lot"]
    number = info.number
    assert (await house.service.act(acts.set_options({"confirm": "off"}), info.id, ANNA)).number == number


async def test_an_option_that_does_not_fit_the_number_of_players(house: House) -> None:
    info = await house.lobby((ANNA, BEN), start="2")
    with pytest.raises(BadOptions):
        await house.service.act(acts.start(), info.id, ANNA)
    assert (await house.service.read.info(info.id)).status == "lobby"


async def test_options_that_are_not_offered_do_not_spoil_a_lobby(house: House) -> None:
    info = await house.lobby()
    odd = '{"start": "9", "confirm": "perhaps", "seating": "throne", "picture": "round", "colour": "red"}'
    await house.storage.tables.append(
        Change(info.id, info.number, house.clock.now(), (NewLine("option"),), options=odd)
    )
    defaults = {option.id: option.default for option in table_options(TOY)}
    assert (await house.service.read.info(info.id)).options == defaults
    info = await house.service.act(acts.set_options({"start": "0"}), info.id, ANNA)
    assert info.options == {**defaults, "start": "0"}
    await house.storage.tables.append(
        Change(info.id, info.number, house.clock.now(), (NewLine("option"),), options=odd)
    )
    await house.service.act(acts.ready(), info.id, BEN)
    await house.service.act(acts.start(), info.id, ANNA)
    table = await house.service.read.info(info.id)
    assert table.options == defaults
    assert (await house.service.read.verify(table.id)).ok


def test_a_table_of_an_older_version_has_the_defaults_of_newer_options() -> None:
    older = {"seating": "joined", "start": "0"}
    newer = {option.id: option.default for option in DISPLAY_OPTIONS}
    assert read_options(json.dumps(older)) == {
        **older, "pace": "relaxed", "entry": "anybody", "take_back": "ask", "hints": "alone", "picture": "tall",
        **newer,
    }  # fmt: skip


def test_a_solo_table_offers_only_options_that_matter() -> None:
    """A solo table has no options about other players, such as waiting, seats, joining and consent."""
    alone = {option.id for option in table_options(TOY, (1,))}
    assert {option.id for option in table_options(TOY, (1, 2))} - alone == {"pace", "seating", "entry", "take_back"}
    assert {"start", "confirm", "hints", "picture"} < alone


def test_options_are_shown_as_the_largest_table_has_them() -> None:
    """Values that need more players are offered from the start."""
    [start] = [option for option in table_options(TOY) if option.id == "start"]
    assert start.values == ("lot", "0", "1", "2")
    [fewer] = [option for option in table_options(TOY, (2,)) if option.id == "start"]
    assert fewer.values == ("lot", "0", "1")
