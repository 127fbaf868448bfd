"""What a press or a command asks for: who, where, about which table, and whether they may know of it."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.context import ONLY_IN_CHANNEL, Press, Request
from bot.ui.message import Id
from rules_service import NoTable, Person, Place
from rules_service.repository import NO_SUCH_TABLE


def asking(**how: Any) -> Any:
    """Return an interaction of Anna, user 7, in channel 10 of server 3 unless said otherwise."""
    place = {"guild_id": 3, "channel_id": 10, "private": False, "user": False, "guild": True, **how}
    return SimpleNamespace(
        id=99,
        user=SimpleNamespace(id=7, display_name="Anna"),
        client=SimpleNamespace(app=SimpleNamespace(service=place.get("service"), announcer=place.get("announcer"))),
        locale=discord.Locale.german,
        guild_id=place["guild_id"],
        channel_id=place["channel_id"],
        context=SimpleNamespace(private_channel=place["private"]),
        is_user_integration=lambda: place["user"],
        is_guild_integration=lambda: place["guild"],
        extras={},
    )


def request(**how: Any) -> Request:
    """Return a typed request of Anna's."""
    return Request(asking(**how))


def test_a_request_has_the_person_the_table_the_seat_and_what_was_chosen() -> None:
    pressed = Press(asking(), Id(4, "pick", 1, 12, "2 x"), ("a", "b"))
    assert (pressed.id, pressed.user_id, pressed.person, pressed.lang) == (99, 7, Person(7, "Anna"), "de")
    assert (pressed.table_id, pressed.typed, pressed.custom_id.chosen_seat) == (4, False, 2)
    assert Id(4, "join").chosen_seat is None
    assert (pressed.value, pressed.values, pressed.words.lang) == ("a", ("a", "b"), "de")
    typed = request()
    assert (typed.table_id, typed.typed) == (0, True)
    info: Any = SimpleNamespace(id=5)
    about = typed.about(info)
    assert (about.table_id, about.typed, about.interaction) == (5, True, typed.interaction)


@pytest.mark.parametrize(
    ("where", "guest", "dm"),
    [
        ({}, False, False),
        ({"user": True}, False, False),
        ({"user": True, "guild": False}, True, True),
        ({"guild": False}, False, False),
        ({"guild_id": None}, False, True),
        ({"guild_id": None, "private": None}, False, True),
        ({"guild_id": None, "private": True}, True, True),
        ({"guild_id": None, "user": True, "guild": False}, False, True),
    ],
)
def test_a_guest_is_where_the_bot_can_only_answer(where: dict[str, Any], guest: bool, dm: bool) -> None:
    asked = request(**where)
    assert (asked.is_guest, asked.in_dm) == (guest, dm)


@pytest.mark.parametrize(
    ("place", "seated", "invited", "known", "usable"),
    [
        (Place(10, 3), False, False, True, True),
        (Place(11, 3), False, False, True, True),
        (Place(10, 4), False, False, False, False),
        (Place(10, 4), True, False, True, False),
        (Place(10, 4), False, True, True, False),
        (Place(10, None), False, False, True, True),
        (Place(11, None), True, False, True, False),
        (Place(11, None), False, False, False, False),
    ],
)
async def test_a_table_elsewhere_is_for_who_sits_there_or_is_invited(
    place: Place, seated: bool, invited: bool, known: bool, usable: bool
) -> None:
    """With the same words as for a table that does not exist. Its lobby and board are used only where it is."""
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


async def test_what_is_said_once_it_is_posted_names_the_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    said, troubles = list[str](), {2: SimpleNamespace(text=lambda w: f"No post ({w.lang}).")}

    async def until_shown(table_id: int) -> Any:
        return troubles.get(table_id)

    async def say(self: Request, text: str) -> None:
        said.append(text)

    monkeypatch.setattr(Request, "say", say)
    asked = request(announcer=SimpleNamespace(until_shown=until_shown))
    for table_id, text in ((1, "Done."), (2, "Done."), (1, ""), (2, "")):
        await asked.say_once_posted(table_id, text)
    assert said == ["Done.", "Done.\nNo post (de).", "No post (de)."]
