from hashlib import sha256

import pytest

from rules.chance import Chance
from rules_service import Place, TableInfo, WrongPhase, acts
from rules_service.errors import NotHost, WrongPlayers
from tests.rules_service.house import ANNA, BEN, CARA, House


def names(info: TableInfo) -> list[str]:
    return ["(vacant)" if seat.vacant else seat.name for seat in info.seats]


async def test_who_may_start_and_when(house: House) -> None:
    info = await house.lobby((ANNA,))
    with pytest.raises(WrongPlayers) as refused:
        await house.service.act(acts.start(), info.id, ANNA)
    assert "2, 3" in str(refused.value)
    await house.service.act(acts.join(), info.id, BEN)
    with pytest.raises(NotHost):
        await house.service.act(acts.start(), info.id, BEN)
    begun = await house.service.act(acts.start(), info.id, ANNA, interaction=5)
    assert (begun.status, begun.started) == ("running", house.clock.now())
    again = await house.service.act(acts.start(), info.id, ANNA, interaction=5)
    assert again == begun
    with pytest.raises(WrongPhase):
        await house.service.act(acts.start(), info.id, ANNA)
    with pytest.raises(WrongPhase):
        await house.service.act(acts.set_options({"confirm": "off"}), info.id, ANNA)
    assert await house.kinds(info.id) == ["open", "join", "seat", "seat", "start"]
    assert (await house.waiting(info.id))[-1] == (0, 5, "start")


async def test_seats_are_drawn_from_the_seed_that_is_shown_after_the_game(house: House) -> None:
    orders = set()
    for channel in range(100, 112):
        snapshot = await house.running((ANNA, BEN, CARA), Place(channel), seating="lot")
        table = snapshot.info.id
        assert snapshot.info.seed is None
        order = names(snapshot.info)
        while snapshot.info.status == "running":
            user = snapshot.info.seats[snapshot.info.due[0]].user_id
            assert user is not None
            for text in ("walk 3", "end"):
                snapshot = (await house.service.play.move(table, user, text)).snapshot
        assert sha256(snapshot.info.seed.encode()).hexdigest() == snapshot.info.fingerprint
        expected = ["Anna", "Ben", "Cara"]
        Chance(f"{snapshot.info.seed}/seats").shuffle(expected)
        assert order == expected
        orders.add(tuple(order))
    assert len(orders) > 1
