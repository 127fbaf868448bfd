from datetime import timedelta

import pytest

from rules_service import acts
from rules_service.models import Person
from storage import NoticeKind, VoteOutcome
from tests.rules_service.house import ANNA, BEN, CARA, DAVE, DAY, House
from tests.storage.build import row_of

HOUR = 3600.0


def days(count: float) -> timedelta:
    return timedelta(days=count)


async def told(house: House, kind: str) -> list[int]:
    """Return the players with a pending notification of this kind, and mark these notifications as sent."""
    now, found = house.clock.now(), []
    for notice in await house.storage.notices.pending(now, 50):
        if notice.kind == kind:
            found.append(notice.player)
            await house.storage.notices.done(notice.id, now, "sent")
    return found


async def player(house: House, person: Person) -> int:
    """Return the person's storage id."""
    return await house.storage.people.meet(person.id, person.name)


@pytest.mark.parametrize(("ready", "status"), [((BEN,), "running"), ((), "lobby")])
async def test_P94_after_a_day_the_ready_players_start_if_they_are_enough(house, ready, status):
    """P94: players who aren't ready lose their seats. If too few are ready, all stay, and the host can ask again."""
    info = await house.lobby((ANNA, BEN, CARA))
    house.clock.wait(1.5 * DAY)
    await house.service.act(acts.start(), info.id, ANNA)
    for person in ready:
        await house.service.act(acts.ready(), info.id, person)
    await house.pass_time(DAY - 1)
    assert (await house.service.read.info(info.id)).status == "lobby"
    await house.pass_time(1)
    info = await house.service.read.info(info.id)
    assert (info.status, info.votes) == (status, ())
    assert [seat.name for seat in info.seats] == (["Anna", "Ben"] if ready else ["Anna", "Ben", "Cara"])
    assert (await house.service.read.verify(info.id)).ok
    if not ready:
        row = await row_of(house.storage, info.id)
        assert [vote.outcome for vote in row.votes] == [VoteOutcome.FAILED]
        assert not (await house.service.act(acts.start(), info.id, ANNA)).started


async def test_P94_a_game_starts_once_though_it_was_asked_whether_all_are_ready(house: House) -> None:
    """P94: a player who leaves and comes back is ready, so the vote ends."""
    info = await house.lobby((ANNA, BEN))
    house.clock.wait(2 * DAY)
    assert not (await house.service.act(acts.start(), info.id, ANNA)).started
    await house.service.act(acts.leave(), info.id, BEN)
    await house.service.act(acts.join(), info.id, BEN)
    begun = await house.service.act(acts.start(), info.id, ANNA)
    assert (bool(begun.started), begun.votes) == (True, ())


async def test_P96_a_live_lobby_closes_after_three_hours_without_a_join(house: House) -> None:
    info = await house.lobby((ANNA,), pace="live")
    house.clock.wait(2 * HOUR)
    await house.service.act(acts.join(), info.id, BEN)
    await house.pass_time(3 * HOUR - 1)
    assert (await house.service.read.info(info.id)).open
    await house.pass_time(1)
    assert not (await house.service.read.info(info.id)).open


async def test_P99_play_again_opens_invites_and_lets_computers_sit_down_at_once(house: House) -> None:
    """P99, P91: invited players are notified once, but not if they have blocked the host. Double clicks count once."""
    old = await house.service.act(acts.add_computer("strong"), (await house.lobby(pace="daily")).id, ANNA)
    await house.service.act(acts.start(), old.id, ANNA)
    for person in (ANNA, BEN):
        await house.service.act(acts.close(), old.id, person)
    for person, host in ((BEN, CARA), (ANNA, DAVE), (BEN, DAVE)):
        await house.storage.people.block(person.id, host.id, most=50)
    rows = (
        (ANNA, [BEN], [BEN], 1), (BEN, [ANNA], [ANNA], 1), (CARA, [ANNA, BEN], [ANNA], 0), (DAVE, [ANNA, BEN], [], 0),
    )  # fmt: skip
    for host, invited, hear, programs in rows:  # The table has three seats.
        new = await house.service.opening.open_again(old.id, host, interaction=host.id)
        assert await house.service.opening.open_again(old.id, host, interaction=host.id) == new
        assert (new.status, new.options["pace"], new.number) == ("lobby", "daily", 3)
        seated = [(host.name, ""), *[("Ugolina", "strong")] * programs]
        assert [(seat.name, seat.computer) for seat in new.seats] == seated
        assert [one.name for one in new.invited] == [one.name for one in invited]
        assert await told(house, NoticeKind.INVITE) == [await player(house, one) for one in hear]
        row = await row_of(house.storage, new.id)
        assert row.next_at == house.clock.now() + days(3)
        await house.service.act(acts.leave(), new.id, host)
