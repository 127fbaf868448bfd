from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.context import ONLY_IN_CHANNEL, Request
from rules_service import NoTable, Place
from rules_service.repository import NO_SUCH_TABLE


def asking(**how: Any) -> Any:
    """Return an interaction of Anna, user 7, by default in channel 10 of server 3."""
    place = {"guild_id": 3, "channel_id": 10, "private": False, "user": False, "guild": True, **how}
    return SimpleNamespace(
        id=99,
        user=SimpleNamespace(id=7, display_name="Anna"),
        client=SimpleNamespace(app=SimpleNamespace(service=place.get("service"), announcer=place.get("announcer"))),
        locale=discord.Locale.german, guild_id=place["guild_id"], channel_id=place["channel_id"],
        context=SimpleNamespace(private_channel=place["private"]), is_user_integration=lambda: place["user"],
        is_guild_integration=lambda: place["guild"], extras={},
    )  # fmt: skip


def request(**how: Any) -> Request:
    return Request(asking(**how))


@pytest.mark.parametrize(
    ("where", "guest", "dm"),
    [
        ({}, False, False), ({"user": True}, False, False), ({"user": True, "guild": False}, True, True),
        ({"guild": False}, False, False), ({"guild_id": None}, False, True),
        ({"guild_id": None, "private": None}, False, True), ({"guild_id": None, "private": True}, True, True),
        ({"guild_id": None, "user": True, "guild": False}, False, True),
    ],
)  # fmt: skip
def test_a_guest_is_where_the_bot_can_only_answer(where: dict[str, Any], guest: bool, dm: bool) -> None:
    asked = request(**where)
    assert (asked.is_guest, asked.in_dm) == (guest, dm)


@pytest.mark.parametrize(
    ("place", "seated", "invited", "known", "usable"),
    [
        (Place(10, 3), False, False, True, True), (Place(11, 3), False, False, True, True),
        (Place(10, 4), False, False, False, False), (Place(10, 4), True, False, True, False),
        (Place(10, 4), False, True, True, False), (Place(10, None), False, False, True, True),
        (Place(11, None), True, False, True, False), (Place(11, None), False, False, False, False),
    ],
)  # fmt: skip
async def test_a_table_elsewhere_is_for_who_sits_there_or_is_invited(place, seated, invited, known, usable):
    """For others, the table doesn't seem to exist. Buttons of lobbies and boards work only in the table's place."""
    seats = {7: 1} if seated else {8: 1}
    others = [SimpleNamespace(user_id=8), *([SimpleNamespace(user_id=7)] if invited else [])]
    info: Any = SimpleNamespace(place=place, seat_of=seats.get, invited=others)

    async def find(table_id: int) -> Any:
        assert table_id == 4
        return info

    asked = request(service=SimpleNamespace(read=SimpleNamespace(info=find)))
    for here, may, refusal in ((False, known, NO_SUCH_TABLE), (True, usable, ONLY_IN_CHANNEL)):
        if may:
            assert await asked.accessible_table(4, only_there=here) is info
        else:
            with pytest.raises(NoTable) as refused:
                await asked.accessible_table(4, only_there=here)
            assert refused.value.template == (refusal if known else NO_SUCH_TABLE)
