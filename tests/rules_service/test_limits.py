import pytest

from rules_service import Place, acts, guards
from rules_service.errors import TooMany
from rules_service.guards import MAX_OPENED, OPENED_WITHIN, must_have_room
from storage import Counts
from tests.rules_service.house import ANNA, BEN, House


@pytest.mark.parametrize(
    ("counts", "hosts", "said"),
    [
        (Counts(2, 19, 99), True, ""), (Counts(3, 19, 99), True, "with `/table manage`"),
        (Counts(3, 19, 100), False, ""), (Counts(0, 20, 0), False, "leave one: `/mygames`"),
        (Counts(0, 20, 0), True, "leave one: `/mygames`"), (Counts(0, 0, 100), True, "put one to sleep"),
    ],
)  # fmt: skip
def test_P119_each_limit_has_its_refusal(counts: Counts, hosts: bool, said: str) -> None:
    """P119: the limits are 3 lobbies per host and server, 20 open seats per person, 100 open tables per server."""
    if not said:
        must_have_room(counts, hosts=hosts)
        return
    with pytest.raises(TooMany, match=said):
        must_have_room(counts, hosts=hosts)


def test_P119_how_many_invitations_and_entries_are_too_many() -> None:
    """P119: the limits are six invitations and three searches for players. Other tests reach them."""
    assert (guards.MAX_INVITATIONS, guards.MAX_ENTRIES) == (6, 3)


async def test_P119_which_tables_and_seats_count(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """P119: lobbies count per server and host, seats on all servers, and tables only while they are open."""
    for channel in range(10, 13):
        await house.service.opening.open(Place(channel, 7), ANNA, "toy")
    with pytest.raises(TooMany):
        await house.service.opening.open(Place(13, 7), ANNA, "toy")
    other = await house.service.opening.open(Place(14, 8), ANNA, "toy")
    mine = await house.service.opening.open(Place(15, 7), BEN, "toy")
    monkeypatch.setattr(guards, "SEATS", 4)
    with pytest.raises(TooMany):
        await house.service.act(acts.join(), mine.id, ANNA)
    await house.service.act(acts.close(), other.id, ANNA)
    await house.service.act(acts.join(), mine.id, ANNA)
    player = await house.storage.people.find(ANNA.id)
    assert player is not None
    assert await house.storage.tables.counts(player, 7) == Counts(3, 4, 4)
    assert await house.storage.tables.counts(player, None) == Counts(0, 4, 0)


async def test_the_same_click_opens_the_last_possible_table_once(house: House) -> None:
    for channel in (10, 11):
        await house.service.opening.open(Place(channel, 7), ANNA, "toy")
    both = [await house.service.opening.open(Place(12, 7), ANNA, "toy", interaction=5) for _ in range(2)]
    assert both[0] == both[1]


async def test_P119_a_person_opens_twelve_tables_an_hour_and_reads_when_the_next_is_possible(house: House) -> None:
    """P119: all tables opened by the person count, even closed ones, on any server, and those of *Play again*."""
    begun = house.clock.now()
    for number in range(MAX_OPENED):
        info = await house.service.opening.open(Place(10 + number % 3, 7 + number % 2), ANNA, "toy")
        await house.service.act(acts.close(), info.id, ANNA)
        house.clock.wait(60)
    again = int((begun + OPENED_WITHIN).timestamp())
    for open_one in (
        lambda: house.service.opening.open(Place(10), ANNA, "toy"),
        lambda: house.service.opening.open_again(info.id, ANNA),
        lambda: house.service.opening.must_have_room(ANNA, 7),
    ):
        with pytest.raises(TooMany, match=f"opened 12 tables within an hour.* another one <t:{again}:R>"):
            await open_one()
    await house.service.act(acts.close(), (await house.service.opening.open(Place(10), BEN, "toy")).id, BEN)
    house.clock.time = begun + OPENED_WITHIN
    await house.service.act(acts.close(), (await house.service.opening.open(Place(10), ANNA, "toy")).id, ANNA)
    with pytest.raises(TooMany, match=f"<t:{again + 60}:R>"):
        await house.service.opening.open(Place(10), ANNA, "toy")
    house.clock.time = begun - OPENED_WITHIN  # If a clock was ahead and is set back, nobody is locked out.
    await house.service.opening.open(Place(10), ANNA, "toy")
