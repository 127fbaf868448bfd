"""People's preferences, such as notifications, quiet times, pictures, language and advice."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from types import MappingProxyType
from zoneinfo import ZoneInfo

import discord
from babel.core import Locale, UnknownLocaleError, get_global
from babel.dates import get_timezone_location
from discord.enums import try_enum

import wording
from bot.ui.reply import Interaction
from games import GAMES, Preference
from rules.errors import N_, BadOptions
from rules.game import Option
from rules.notation import read_number
from rules_service import TableInfo
from rules_service.hours import (
    QUIET_DAYS_KEY,
    QUIET_KEY,
    ZONE_KEY,
    Hours,
    quiet_days,
    quiet_hours,
    read_hours,
    time_zones,
)
from rules_service.membership import COLOUR_NAMES, FAVOURITE_COLOUR_KEY
from rules_service.options import DISPLAY_OPTIONS, PICTURE_OPTION
from storage import DatabaseError, Storage
from wording import OptionWords, language_name, languages, words
from wording.text_limits import MAX_QUOTE, shortened


def preference(name: str, title: str, *values: tuple[str, str, str]) -> Preference:
    """Return a preference. Each value is a name, a label and a sentence about its effect; the first is the default."""
    labels, sentences = ({row[0]: row[column] for row in values} for column in (1, 2))
    return Preference(Option(name, tuple(labels)), OptionWords(title, labels), sentences)


CHANNEL, PRIVATE, BOTH, NONE = "channel", "private", "both", "none"
TABLE = "table"  # This value means "the same as the table's".
PICTURES = preference(
    "pictures",
    N_("Pictures only you see"),
    (TABLE, N_("same as the table"), N_("As the host of the table chose, usually tall.")),
    ("wide", N_("wide, for a computer"), N_("One large picture with everything side by side.")),
    ("tall", N_("tall, for a phone"), N_("Several pictures, one below the other, each as wide as a phone screen.")),
)
ANIMATIONS = preference(
    "animations",
    N_("Replays"),
    ("on", N_("animated"), N_("Pieces move from place to place.")),
    ("reduced", N_("step by step"), N_("One position after another, without animation.")),
    ("off", N_("as text"), N_("A text of what happened, with a picture of the result.")),
)
COACH = preference(
    "coach",
    N_("Advice in your first game"),
    (
        "on",
        N_("yes"),
        N_("The first time you play a game, every new kind of question comes with some advice."),
    ),
    ("off", N_("no"), N_("You don’t see any advice.")),
)
DETAILS = preference(
    "details",
    N_("What each answer costs and gives"),
    (
        "early",
        N_("in my first games"),
        N_("The first three times you play a game, I list what no button shows. *Details* always lists it all."),
    ),
    ("on", N_("always"), N_("Each question lists what each answer costs and gives.")),
    ("off", N_("when I ask"), N_("The picture shows it, and *Details* lists it.")),
)
ENDING = preference(
    "ending",
    N_("Ending your turn"),
    ("press", N_("with a button"), N_("Your turn ends when you press *End my turn*. Until then you can undo steps.")),
    (
        "itself",
        N_("automatically"),
        N_("Your turn ends automatically when there’s nothing left to do or lose and you’ve seen no secret."),
    ),
)
STATISTICS = preference(
    "statistics",
    N_("Your statistics"),
    ("server", N_("can be shown"), N_("`/stats` shows them to you, `/table stats` to everyone on a server.")),
    ("me", N_("only for me"), N_("`/stats` shows them only to you.")),
    ("none", N_("none at all"), N_("No statistics are calculated.")),
)
NOTICES = preference(
    "notices",
    N_("Notifications"),
    (
        CHANNEL,
        N_("in the channel"),
        N_("I mention you in the table’s channel when it’s your turn and when others have waited a long time."),
    ),
    (PRIVATE, N_("by DM"), N_("I send you DMs instead. In the channel I name you without a mention.")),
    (BOTH, N_("in the channel and by DM"), N_("I mention you in the table’s channel and send you the same as a DM.")),
    (NONE, N_("none"), N_("I name you in the channel without a mention, and never send you a DM.")),
)
NEXT = preference(
    "next",
    N_("Before your turn"),
    ("off", N_("nothing"), N_("You are only notified when it’s your turn.")),
    (
        "on",
        N_("a DM"),
        N_("You also get a DM when the player before you starts their turn, if it’s certain that you’re next."),
    ),
)
IN_LANGUAGE = N_("Messages only you can see are in this language, DMs too.")
SPEECH = preference(
    "speech",
    N_("Language"),
    (
        "discord",
        N_("same as Discord"),
        N_("Messages only you can see are in your Discord language if I speak it, otherwise in English."),
    ),
    *((one, language_name(one), IN_LANGUAGE) for one in languages()),
)
IF_FREE = N_("You get this colour unless someone who joined before you has it.")
COLOUR = preference(
    FAVOURITE_COLOUR_KEY,
    N_("Your favourite colour"),
    ("any", N_("none"), N_("You get a colour that is free, or choose one at each table before the start.")),
    *((colour, name, IF_FREE) for colour, name in zip(COLOUR_NAMES, wording.COLOUR_NAMES, strict=True)),
)
AT_THIS_HOUR = N_("One DM a day, at this hour, lists the tables waiting for you. It replaces the first reminders.")
DIGEST = preference(
    "digest",
    N_("One DM a day"),
    ("off", N_("no"), N_("Each table reminds you separately.")),
    *((str(hour), f"{hour}:00", AT_THIS_HOUR) for hour in range(24)),
)
NO_ZONE = N_("I don’t know the time zone “{value}”. Type the name of a city and choose one from the list.")
NO_HOURS = N_("Write quiet hours like 22-8, at most 16 hours; “none” turns them off.")
NO_DAYS = N_("Write quiet days like “sat sun”, at most five; “none” turns them off.")
# The bot also stores these: a DM was refused, quiet hours were offered, and the language of the last interaction.
REFUSED, QUIET_HOURS_OFFERED, LANGUAGE = "refused", "asked", "language"
DISCORD_LOCALE = "locale"  # The key, in an interaction's extras, of the locale that Discord sent.


def as_preference(option: Option) -> Preference:
    """Return a table's display option as a personal preference."""
    words = next(game.words.option(option.id) for game in GAMES.values() if option.id in game.display)
    as_host = (TABLE, N_("same as the table"), N_("Same as the host chose."))
    made = preference(
        option.id, words.title, as_host, *((*value, words.does[value[0]]) for value in words.values.items())
    )
    return replace(made, words=replace(made.words, about=words.about))


DISPLAY_PREFERENCES = [as_preference(option) for option in DISPLAY_OPTIONS]
PREFERENCE_PAGES: dict[str, list[Preference]] = {  # The pages of the panel; the page for times has its own selects.
    "notices": [NOTICES, NEXT, DIGEST],
    "time": [],
    "pictures": [PICTURES, *DISPLAY_PREFERENCES, ANIMATIONS],
    "playing": [SPEECH, COLOUR, COACH, DETAILS, ENDING],
    "privacy": [STATISTICS],
}


def offered_preferences() -> list[Preference]:
    """Return every preference with a fixed set of values."""
    return [one for page in PREFERENCE_PAGES.values() for one in page]


DEFAULTS = {one.option.id: one.option.default for one in offered_preferences()}
OFFERED_VALUES = {one.option.id: one.option.values for one in offered_preferences()}


@dataclass(frozen=True)
class PictureStyle:
    """The style of pictures: the layout ("tall", "wide" or "large"), and words for the renderer's ``style``."""

    layout: str
    style: frozenset[str] = frozenset()


def style_of(info: TableInfo, own: Mapping[str, str] = MappingProxyType({})) -> PictureStyle:
    """Return the style of a table's pictures, changed by a person's own choices, if any."""
    style, layout = set(), own.get(PICTURES.option.id, TABLE)
    layout = info.options[PICTURE_OPTION.id] if layout == TABLE else layout
    for option in DISPLAY_OPTIONS:
        mine = own.get(option.id, TABLE)
        value = info.options[option.id] if mine == TABLE else mine
        if option.id in GAMES[info.game].display and value != option.default:
            style.add(value)
    return PictureStyle("large" if "large" in style else layout, frozenset(style))


async def load_preferences(storage: Storage, user_id: int) -> dict[str, str]:
    """Return the person's value for each of `offered_preferences`: the default if no valid value is stored."""
    known = await storage.people.preferences(user_id)
    return DEFAULTS | {key: value for key, value in known.items() if value in OFFERED_VALUES.get(key, ())}


async def store_preferences(storage: Storage, user_id: int, said: Mapping[str, str]) -> None:
    """Store a person's choices. Raises BadOptions, and stores none, if one of them is not offered.

    A new choice of where to be notified lets the bot try DMs again after one was refused.
    """
    chosen = {key: meant_value(key, value) for key, value in said.items()}
    for key, value in chosen.items():
        await storage.people.prefer(user_id, key, value)
    if NOTICES.option.id in chosen:
        await storage.people.prefer(user_id, REFUSED, None)


def meant_value(key: str, value: str) -> str:
    """Return a preference's chosen or typed value in its stored form. Raises BadOptions if it is not offered."""
    free = {ZONE_KEY: (zone_named, NO_ZONE), QUIET_KEY: (quiet_hours, NO_HOURS), QUIET_DAYS_KEY: (quiet_days, NO_DAYS)}
    if key in free:
        read, refusal = free[key]
        found = read(value)
        if found is None:
            raise BadOptions(refusal, value=shortened(value, MAX_QUOTE))
        return found
    values = next((one.option.values for one in offered_preferences() if one.option.id == key), ())
    if value not in values:
        text = N_("“{value}” is not a valid value for {name}. Possible values: {some}")
        raise BadOptions(text, value=shortened(value, MAX_QUOTE), name=key, some=", ".join(values))
    return value


def zone_named(said: str) -> str | None:
    """Return the time zone that has this name or is named after this city, or None if there is none or several."""
    if said in time_zones():
        return said
    named = {zone: zone.rpartition("/")[2].replace("_", " ").casefold() for zone in city_zones()}
    found = [zone for zone in city_zones() if named[zone] == said.strip().casefold()]
    return found.pop() if len(found) == 1 else None


@lru_cache(maxsize=1)
def city_zones() -> tuple[str, ...]:
    """Return the time zones that are named after cities, sorted by city."""
    known = [zone for zone, place in get_global("zone_territories").items() if place != "001" and zone in time_zones()]
    return tuple(sorted(known, key=lambda zone: zone.rpartition("/")[2]))


def likely_first(zones: Collection[str], locale: str) -> list[str]:
    """Return the zones, starting with those where a person with this Discord locale probably lives.

    First come those of the locale's own country, then the well-known ones where its language is official, then the
    other well-known ones. Each group is sorted by the cities' names.
    """
    spoken, *rest = locale.split("-")
    own = rest[0] if rest else get_global("likely_subtags").get(spoken, "").rpartition("_")[2]
    places, languages_of = get_global("zone_territories"), get_global("territory_languages")
    known = set(get_global("windows_zone_mapping").values())

    def rank(zone: str) -> tuple[bool, bool, bool, str]:
        place = places.get(zone, "")
        official = bool(languages_of.get(place, {}).get(spoken, {}).get("official_status"))
        return place != own, not (zone in known and official), zone not in known, city_name(zone, locale)

    return sorted(zones, key=rank)


def clock_time(hour: int, locale: str, minute: int = 0) -> str:
    """Return a time of day in the locale's format: "2:00 pm" or "14:00"."""
    try:
        pattern = Locale.parse(locale, sep="-").time_formats["short"].pattern
    except (UnknownLocaleError, ValueError):
        pattern = ""
    if "a" not in pattern:
        return f"{hour}:{minute:02}"
    return f"{hour % 12 or 12}:{minute:02} {'am' if hour < 12 else 'pm'}"


def city_name(zone: str, lang: str) -> str:
    """Return the name of a time zone's city in this language, or in English if it is unknown."""
    try:
        name: str = get_timezone_location(ZoneInfo(zone), locale=Locale.parse(lang, sep="-"), return_city=True)
    except (UnknownLocaleError, ValueError):
        name = zone.rpartition("/")[2].replace("_", " ")
    return name


async def apply_locale(interaction: Interaction) -> None:
    """Set the interaction's locale to the language that the person has chosen, and remember the language used.

    All later code sees that locale as if Discord had sent it. Nothing is stored during autocomplete, or for people of
    whom nothing is stored. Database errors are ignored, because the handler of the request meets and reports them.
    """
    user, storage = interaction.user.id, interaction.client.storage
    try:
        known = await storage.people.preferences(user)
        original = interaction.extras.setdefault(DISCORD_LOCALE, interaction.locale)
        chosen = known.get(SPEECH.option.id)
        interaction.locale = try_enum(discord.Locale, chosen) if chosen in languages() else original
        spoken = words(str(interaction.locale)).lang
        typing = interaction.type is discord.InteractionType.autocomplete
        if known.get(LANGUAGE) != spoken and not typing and await storage.people.find(user) is not None:
            await storage.people.prefer(user, LANGUAGE, spoken)
    except DatabaseError:  # The handler of the request will meet and report the error.
        return


async def picture_style(storage: Storage, user_id: int, info: TableInfo) -> PictureStyle:
    """Return the style in which this person wants the pictures of the table."""
    return style_of(info, await load_preferences(storage, user_id))


@dataclass(frozen=True)
class Recipient:
    """A person who may get notifications."""

    user_id: int
    in_private: bool  # Whether the person gets DMs.
    in_channel: bool  # Whether the person is mentioned in channels.
    refused: bool  # Whether a DM was refused; no DM is tried until they change the preference.
    hours: Hours | None  # None if their time zone is unknown.
    digest_hour: int | None  # None if they want no digest.
    wants_next: bool  # Whether they want to know that they are next.
    language: str  # "" if unknown.
    away_until: datetime | None = None  # None if they aren't away now.

    def quiet_until(self, now: datetime) -> datetime | None:
        """Return when the recipient's quiet time ends, or None if they may be notified now."""
        return self.away_until or (self.hours.quiet_until(now) if self.hours else None)

    def next_digest(self, now: datetime) -> datetime | None:
        """Return when the recipient's next digest is due, or None if they want none or their time zone is unknown."""
        if self.hours is None or self.digest_hour is None:
            return None
        today = now.astimezone(self.hours.zone).date()
        days = (today + timedelta(days=day) for day in range(3))
        return next(at for day in days if (at := self.hours.instant(day, self.digest_hour)) > now)


async def get_recipient(storage: Storage, player: int, now: datetime) -> Recipient | None:
    """Return how a player in the storage wants to be notified, or None if their data was deleted."""
    found = await storage.people.recipient(player, now)
    return await recipient_of(storage, *found) if found else None


async def recipient_of(storage: Storage, user_id: int, away_until: datetime | None) -> Recipient:
    """Return how a user wants to be notified. ``away_until``: the end of their time off, if they are away."""
    known = await storage.people.preferences(user_id)
    refused, where = REFUSED in known, known.get(NOTICES.option.id)
    digest, chosen = known.get(DIGEST.option.id, DIGEST.option.default), known.get(SPEECH.option.id)
    return Recipient(
        user_id,
        in_private=where in (PRIVATE, BOTH) and not refused,
        in_channel=where not in (PRIVATE, NONE) or (where == PRIVATE and refused),
        refused=refused,
        hours=read_hours(known),
        digest_hour=read_number(digest),
        wants_next=known.get(NEXT.option.id) == "on",
        language=chosen if chosen in languages() else known.get(LANGUAGE, ""),
        away_until=away_until,
    )
