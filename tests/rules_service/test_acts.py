from typing import Any

import pytest

from rules.errors import RulesError
from rules_service import Closed, NotSeated, NoVote, Person, Place, RulesService, Stale, WrongPhase, acts
from rules_service.act import Act, Decision, retry_conflicts
from rules_service.errors import Asleep, NotHost
from rules_service.repository import MOVED_ON, ConcurrentUpdate
from storage import VoteKind
from tests.rules_service.house import ANNA, BEN, HERE, House

STRANGER = Person(99, "Zoe")
# The arguments of the acts that take arguments.
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "set_options": ({"confirm": "off"},), "add_computer": ("casual",), "remove": (1,), "invite": ([STRANGER],),
    "choose_colour": (0,), "move": (Place(77, 7),), "set_language": ("de",), "propose": (VoteKind.SLEEP,),
    "propose_pause": (3,), "answer": (1, True), "wake": (HERE,),
}  # fmt: skip
BY_THE_BOT = {"note_absence", "note_return", "mark_left_server", "start_reply_window", "leave_if_forgotten"}
BY_STRANGERS = {"join", "ask_for_seat", "decline", "close_as_moderator", "free_as_moderator", "sleep_as_moderator"}
NAMES = sorted(name for name, act in vars(acts).items() if isinstance(act, Act) and name not in BY_THE_BOT)


def decision(name: str) -> Decision:
    made: Decision = getattr(acts, name)(*ARGUMENTS.get(name, ()))
    return made


async def tables(service: RulesService) -> list[int]:
    """Open a lobby, and start a game in another channel. Return the ids of both tables."""
    lobby = (await service.opening.open(HERE, ANNA, "toy")).id
    running = (await service.opening.open(Place(11, 7), ANNA, "toy")).id
    for table in (lobby, running):
        await service.act(acts.join(), table, BEN)
    await service.act(acts.start(), running, ANNA)
    return [lobby, running]


async def test_no_act_is_possible_at_a_closed_table_nor_at_one_asleep_but_to_wake_it(house: House) -> None:
    lobby, running = await tables(house.service)
    await house.service.act(acts.close(), lobby, ANNA)
    await house.service.act(acts.sleep_as_moderator(), running, STRANGER)
    for table, refusal, others in ((lobby, Closed, ()), (running, Asleep, ("wake",))):
        before = await house.storage.tables.get(table)
        for name in {*NAMES} - {*others}:
            with pytest.raises((refusal, NoVote) if name == "answer" else refusal):
                await house.service.act(decision(name), table, ANNA)
        assert await house.storage.tables.get(table) == before


async def test_people_without_a_seat_cannot_act(house: House) -> None:
    for table in await tables(house.service):
        before = await house.storage.tables.get(table)
        for name in {*NAMES} - BY_STRANGERS:
            with pytest.raises((NotSeated, NotHost, WrongPhase)):
                await house.service.act(decision(name), table, STRANGER)
        assert await house.storage.tables.get(table) == before


@pytest.mark.parametrize("name", NAMES)
async def test_a_trial_says_what_the_act_would_do_and_stores_nothing(house: House, name: str) -> None:
    for table in await tables(house.service):
        before = await house.storage.tables.get(table), await house.storage.tables.log(table)
        trial = (await house.service.try_acts({name: decision(name)}, table, ANNA))[name]
        assert (await house.storage.tables.get(table), await house.storage.tables.log(table)) == before
        refused = None
        try:
            await house.service.act(decision(name), table, ANNA)
        except RulesError as error:
            refused = error
        assert repr(trial.refusal) == repr(refused)
        assert trial.ends == ((await house.service.read.info(table)).status == "cancelled")


@pytest.mark.parametrize(("faster", "tries"), [(0, 1), (1, 2), (4, 5), (5, 5), (9, 5)])
async def test_concurrent_updates_are_retried_up_to_five_times(faster: int, tries: int) -> None:
    tried = 0

    async def work() -> str:
        nonlocal tried
        tried += 1
        if tried <= faster:
            raise ConcurrentUpdate(MOVED_ON, number=tried)
        return "done"

    if faster < tries:
        assert await retry_conflicts(work) == "done"
    else:
        with pytest.raises(Stale):
            await retry_conflicts(work)
    assert tried == tries


async def test_refused_acts_are_not_retried() -> None:
    tried = 0

    async def work() -> None:
        nonlocal tried
        tried += 1
        raise NoVote("")

    with pytest.raises(NoVote):
        await retry_conflicts(work)
    assert tried == 1
