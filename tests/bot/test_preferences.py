from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import discord
import pytest

from bot.preferences import (
    BOTH,
    COLOUR,
    DIGEST,
    NONE,
    NOTICES,
    PRIVATE,
    REFUSED,
    SPEECH,
    PictureStyle,
    apply_locale,
    city_name,
    city_zones,
    clock_time,
    get_recipient,
    likely_first,
    load_preferences,
    meant_value,
    offered_preferences,
    picture_style,
    store_preferences,
    zone_named,
)
from rules.errors import BadOptions
from rules_service.hours import Hours, clock_shows
from rules_service.options import DISPLAY_OPTIONS, PICTURE_OPTION
from storage import DatabaseError, Storage
from tests.bot import forge
from tests.bot.players import selects
from tests.bot.sim import Anything, Sim, components, message, pictures, text

ROW, TEXT, GALLERY = 1, 10, 12  # kinds of components
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def chosen(panel: Anything) -> list[str]:
    return [entry["label"] for menu in selects(panel) for entry in menu["options"] if entry.get("default")]


async def test_a_forged_choice_is_refused(sim: Sim) -> None:
    panel = message(await sim.command(sim.carol, "preferences"))
    answer = await forge.press(sim, sim.carol, panel, "m1:0:-:0:prefer:theme", values=["dark"])
    assert "is not a valid value for theme" in text(answer)
    assert await sim.bot.app.storage.people.preferences(sim.carol.id) == {}


@pytest.fixture
async def storage(tmp_path: Path) -> AsyncIterator[Storage]:
    async with await Storage.open(tmp_path / "games") as storage:
        yield storage


async def test_choices_are_stored_as_they_are_meant_all_or_none(storage: Storage) -> None:
    """After refused DMs, a new choice of where to be notified lets the bot send DMs again."""
    await storage.people.prefer(7, REFUSED, "told")
    await store_preferences(storage, 7, {"coach": "off", "zone": " berlin ", "quiet": "23-7"})
    stored = {"coach": "off", "zone": "Europe/Berlin", "quiet": "23-7", REFUSED: "told"}
    assert await storage.people.preferences(7) == stored
    with pytest.raises(BadOptions):
        await store_preferences(storage, 7, {"coach": "on", "notices": "nowhere", "details": "late"})
    assert await storage.people.preferences(7) == stored
    await store_preferences(storage, 7, {"coach": "on", "notices": "both"})
    del stored[REFUSED]
    assert await storage.people.preferences(7) == {**stored, "coach": "on", "notices": "both"}


async def test_a_value_that_is_not_stored_or_no_longer_offered_is_the_default(storage: Storage) -> None:
    usual = {one.option.id: one.option.values[0] for one in offered_preferences()}
    assert await load_preferences(storage, 7) == usual
    for key, value in {"coach": "off", "digest": "7", "details": "a value of long ago", "theme": "dark"}.items():
        await storage.people.prefer(7, key, value)
    assert await load_preferences(storage, 7) == {**usual, "coach": "off", "digest": "7"}
    options = {option.id: option.default for option in DISPLAY_OPTIONS} | {PICTURE_OPTION.id: "wide"}
    info: Any = SimpleNamespace(game="rattus", options=options)
    assert await picture_style(storage, 7, info) == PictureStyle("wide")
    await store_preferences(storage, 7, {"contrast": "high", "pictures": "tall"})
    assert await picture_style(storage, 7, info) == PictureStyle("tall", frozenset({"high"}))


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("zone", "Gotham" * 7, f"I don’t know the time zone “{('Gotham' * 7)[:39]}…”. Type the name of a city"),
        ("quiet", "noon", "Write quiet hours like 22-8, at most 16 hours; “none” turns them off."),
        ("coach", "x" * 41, f"“{'x' * 39}…” is not a valid value for coach. Possible values: on, off"),
        ("theme", "dark", "“dark” is not a valid value for theme. Possible values: "),
    ],
)
def test_a_value_that_is_not_offered_is_refused_with_those_that_are(key: str, value: str, told: str) -> None:
    with pytest.raises(BadOptions) as refused:
        meant_value(key, value)
    assert str(refused.value).startswith(told)


def test_cities_are_those_of_time_zones_each_once_and_sorted() -> None:
    names = [zone.rpartition("/")[2] for zone in city_zones()]
    assert names == sorted(set(names))
    assert len(names) > 400
    assert {"Europe/Berlin", "America/New_York"} < set(city_zones())
    assert not {"Etc/Unknown", "Antarctica/Troll"} & set(city_zones()), "these are in no country"
    assert zone_named("unknown") is zone_named("troll") is None
    assert (city_name("Europe/Vienna", "de-AT"), city_name("Europe/Vienna", "en")) == ("Wien", "Vienna")
    assert city_name("America/Argentina/Buenos_Aires", "xx") == "Buenos Aires"


@pytest.mark.parametrize(
    ("locale", "hour", "first"),
    [
        *(("de", 13, "Europe/Berlin"), ("pl", 13, "Europe/Warsaw"), ("hu", 13, "Europe/Budapest")),
        *(("en-GB", 12, "Europe/London"), ("en-US", 7, "America/New_York")),
    ],
)
def test_the_likely_cities_come_first(locale: str, hour: int, first: str) -> None:
    """Cities of the language's country come first, then well-known ones. Every city is listed."""
    zones = [zone for zone in city_zones() if hour in clock_shows(zone, NOON)]
    found = likely_first(zones, locale)
    assert found[0] == first
    assert sorted(found) == sorted(zones)


@pytest.mark.parametrize(
    ("locale", "midnight", "afternoon"),
    [("en-US", "12:00 am", "1:59 pm"), ("en-GB", "0:00", "13:59"), ("de", "0:00", "13:59"), ("xx", "0:00", "13:59")],
)
def test_a_time_is_written_as_the_language_writes_it(locale: str, midnight: str, afternoon: str) -> None:
    assert (clock_time(0, locale), clock_time(13, locale, 59)) == (midnight, afternoon)


def test_each_value_of_a_preference_says_what_it_does() -> None:
    """Only languages, colours and digest hours need no separate description of each value, because they are clear."""
    for one in offered_preferences():
        if one not in (SPEECH, COLOUR, DIGEST):
            assert len({one.means[value] for value in one.option.values}) == len(one.option.values), one.option.id


async def test_choices_of_pictures_come_two_by_two_below_their_previews(sim: Sim) -> None:
    panel = message(await sim.click(sim.carol, await sim.command(sim.carol, "preferences"), "Pictures"))
    kinds = [part["type"] for part in components(panel)[0]["components"]]
    assert kinds[1:-1] == [GALLERY, *[TEXT, ROW] * 2] * 3 + [GALLERY, TEXT, ROW]
    assert len(set(pictures(sim.env, panel))) == 4


async def test_a_request_is_answered_in_the_chosen_language_which_is_remembered_of_people_we_know(storage, monkeypatch):
    """A choice made in the request applies at once, including *Discord's language*. Autocompletes store nothing."""

    def asked(locale: str, kind: str = "component") -> Any:
        return SimpleNamespace(
            user=SimpleNamespace(id=7), client=SimpleNamespace(storage=storage), extras={},
            locale=discord.Locale(locale), type=discord.InteractionType[kind],
        )  # fmt: skip

    async def spoken(request: Any) -> tuple[str, str | None]:
        await apply_locale(request)
        return str(request.locale), (await storage.people.preferences(7)).get("language")

    assert await spoken(asked("de")) == ("de", None), "we don't know the person yet"
    await storage.people.meet(7, "Anna")
    assert await spoken(asked("pl", "autocomplete")) == ("pl", None)
    assert await spoken(asked("pl")) == ("pl", "pl")
    request = asked("de")
    for chosen, locale in (("hu", "hu"), ("xx", "de"), ("pl", "pl"), ("discord", "de")):
        await storage.people.prefer(7, "speech", chosen)
        assert await spoken(request) == (locale, locale)

    async def away(_: int) -> dict[str, str]:
        raise DatabaseError

    monkeypatch.setattr(storage.people, "preferences", away)
    request = asked("pl")
    await apply_locale(request)
    assert str(request.locale) == "pl"


async def known(storage: Storage, **preferences: str) -> int:
    """Store these preferences of a person. Return the person's storage id."""
    for key, value in preferences.items():
        await storage.people.prefer(7, key, value)
    return await storage.people.meet(7, "Anna")


@pytest.mark.parametrize(
    ("where", "refused", "private", "channel"),
    [
        (None, False, False, True),
        ("elsewhere", False, False, True),
        (PRIVATE, False, True, False),
        (BOTH, False, True, True),
        (NONE, False, False, False),
        (PRIVATE, True, False, True),  # a message that can't be sent as a DM is sent to the channel
        (BOTH, True, False, True),
        (NONE, True, False, False),
    ],
)
async def test_P20_P21_where_notices_are_sent(storage, where, refused, private, channel):
    """P20, P21: notifications are sent where the person wants them, or to the channel if DMs are refused."""
    given = ({NOTICES.option.id: where} if where else {}) | ({REFUSED: "new"} if refused else {})
    found = await get_recipient(storage, await known(storage, **given), NOON)
    assert (found.in_private, found.in_channel, found.refused) == (private, channel, refused)


async def test_a_recipients_other_preferences_are_read(storage: Storage) -> None:
    player = await known(storage, language="de")
    plain = await get_recipient(storage, player, NOON)
    assert (plain.language, plain.digest_hour, plain.wants_next, plain.hours) == ("de", None, False, None)
    await known(storage, speech="pl", digest="7", next="on", zone="UTC")
    chosen = await get_recipient(storage, player, NOON)
    assert (chosen.language, chosen.digest_hour, chosen.wants_next) == ("pl", 7, True)
    assert chosen.hours is not None
    await known(storage, speech="xx", digest="off")
    odd = await get_recipient(storage, player, NOON)
    assert (odd.language, odd.digest_hour) == ("de", None)
    await storage.people.forget(7, NOON)
    assert await get_recipient(storage, player, NOON) is None


async def test_P42_an_absent_person_gets_no_notices(storage: Storage) -> None:
    """P42: an absent person gets no notifications during the whole absence, whatever their quiet hours are."""
    player = await known(storage, zone="UTC", quiet="11-13")
    end = NOON + timedelta(days=3)
    await storage.vacations.begin(player, NOON, end, end)
    for at, until in (
        (NOON - timedelta(hours=2), None),
        (NOON - timedelta(minutes=1), NOON + timedelta(hours=1)),
        (NOON, end),
        (end - timedelta(minutes=1), end),
        (end, end + timedelta(hours=1)),
        (end + timedelta(hours=2), None),
    ):
        found = await get_recipient(storage, player, at)
        assert found.quiet_until(at) == until, at


async def test_P31_the_next_digest_comes_at_the_chosen_hour_of_their_own_clock(storage: Storage) -> None:
    """P31: the digest's time is in the future, even when clocks change. People without a time zone get no digest."""
    player = await known(storage, zone="Europe/Berlin", digest="8")
    found = await get_recipient(storage, player, NOON)
    assert found is not None
    for now, due in (
        ("2026-03-01T06:59", "2026-03-01T07:00"),
        ("2026-03-01T07:00", "2026-03-02T07:00"),
        ("2026-03-01T23:30", "2026-03-02T07:00"),
        ("2026-03-28T12:00", "2026-03-29T06:00"),
    ):
        at = datetime.fromisoformat(now).replace(tzinfo=UTC)
        assert found.next_digest(at) == datetime.fromisoformat(due).replace(tzinfo=UTC)
    far_east = await get_recipient(storage, await known(storage, zone="Pacific/Kiritimati"), NOON)
    assert far_east.next_digest(NOON) == datetime(2026, 3, 1, 18, tzinfo=UTC)
    assert far_east.hours == Hours(ZoneInfo("Pacific/Kiritimati"), 22, 8, frozenset())
    unknown = await get_recipient(storage, await known(storage, zone="Mars"), NOON)
    assert unknown.next_digest(NOON) is None


def test_P5_a_zone_is_named_by_its_city_if_there_is_one_such_city() -> None:
    assert zone_named("Europe/Berlin") == zone_named(" berlin ") == "Europe/Berlin"
    assert zone_named("new york") == "America/New_York"
    assert zone_named("Gotham") is None
    assert zone_named("") is None
