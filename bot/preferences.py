"""What a person likes: how the pictures are made that only they see, and whether they are advised."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.games import GAMES, Preference
from rules.errors import N_, BadOptions
from rules.game import Option
from rules_service import TableInfo
from rules_service.options import DISPLAY, PICTURE
from storage import Storage
from wording import OptionWords
from wording.options import TABLE as OPTION_WORDS

PICTURES = Preference(
    Option("pictures", ("table", "wide", "tall")),
    OptionWords(
        N_("Pictures only you see"),
        {
            "table": N_("as at the table"),
            "wide": N_("wide, for a computer"),
            "tall": N_("tall, for a phone"),
        },
    ),
    {
        "table": N_("Whoever opened the table has chosen; mostly that is tall."),
        "wide": N_("One large picture with everything beside each other."),
        "tall": N_("Parts below each other, each as wide as the screen of a phone."),
    },
)
ANIMATIONS = Preference(
    Option("animations", ("on", "reduced", "off")),
    OptionWords(N_("Replays"), {"on": N_("moving"), "reduced": N_("step by step"), "off": N_("in words")}),
    {
        "on": N_("Pieces move from place to place."),
        "reduced": N_("One position after the other, without motion between them."),
        "off": N_("What has happened is told, with a picture of how it ended."),
    },
)
COACH = Preference(
    Option("coach", ("on", "off")),
    OptionWords(N_("Advice in your first game"), {"on": N_("yes"), "off": N_("no")}),
    {
        "on": N_("In your first game of a kind each new sort of question comes with a sentence of advice."),
        "off": N_("Questions come without advice."),
    },
)
STATISTICS = Preference(
    Option("statistics", ("server", "me", "none")),
    OptionWords(
        N_("Your statistics"),
        {"server": N_("can be shown"), "me": N_("only for me"), "none": N_("none at all")},
    ),
    {
        "server": N_("`/stats` shows them to you, and you can show those of a server there."),
        "me": N_("`/stats` shows them to you alone."),
        "none": N_("Nothing is worked out."),
    },
)


TABLE = "table"  # a value: as whoever opened the table has chosen


def displayed(option: Option) -> Preference:
    """A display option of tables, as one's own."""
    words = OPTION_WORDS[option.id]
    return Preference(
        Option(option.id, (TABLE, *option.values)),
        OptionWords(words.title, {TABLE: N_("as at the table"), **words.values}),
        {TABLE: N_("As whoever opened the table has chosen for all."), **dict.fromkeys(option.values, words.about)},
    )


DISPLAYED = [displayed(option) for option in DISPLAY]


def offered() -> list[Preference]:
    """Everything that can be chosen."""
    return [PICTURES, *DISPLAYED, ANIMATIONS, COACH, STATISTICS]


@dataclass(frozen=True)
class PictureStyle:
    """How pictures are made: the layout ("tall", "wide" or "large"), and words for the renderer's ``style``."""

    layout: str
    style: frozenset[str] = frozenset()


def table_style(info: TableInfo) -> PictureStyle:
    """What the table's pictures in the channel are like."""
    return style_of(info, info.options[PICTURE.id], {})


def style_of(info: TableInfo, layout: str, own: Mapping[str, str]) -> PictureStyle:
    """The layout and the words for what a person has chosen, and the table where they have not."""
    style = set()
    for option in DISPLAY:
        mine = own.get(option.id, TABLE)
        value = info.options[option.id] if mine == TABLE else mine
        if option.id in GAMES[info.game].display and value != option.default:
            style.add(value)
    return PictureStyle("large" if "large" in style else layout, frozenset(style))


async def preferences(storage: Storage, user_id: int) -> dict[str, str]:
    """A value for everything; what this version does not offer, whoever stored it, is as if it had not been said."""
    known = await storage.people.preferences(user_id)
    return {
        option.id: value if (value := known.get(option.id)) in option.values else option.default
        for option in (one.option for one in offered())
    }


async def prefer(storage: Storage, user_id: int, said: Mapping[str, str]) -> None:
    """Remember what a person has chosen.

    Raises:
        BadOptions: something that is not offered; nothing of it is remembered.
    """
    known = {one.option.id: one.option.values for one in offered()}
    for key, value in said.items():
        if value not in known.get(key, ()):
            some = ", ".join(known.get(key, ()))
            raise BadOptions(
                N_("“{value}” is no value of {name}. Values: {some}"), value=value[:40], name=key, some=some
            )
    for key, value in said.items():
        await storage.people.prefer(user_id, key, value)


async def picture_style(storage: Storage, user_id: int, info: TableInfo) -> PictureStyle:
    """How this person wants the pictures of the table."""
    chosen = await preferences(storage, user_id)
    layout = chosen[PICTURES.option.id]
    return style_of(info, info.options[PICTURE.id] if layout == TABLE else layout, chosen)
