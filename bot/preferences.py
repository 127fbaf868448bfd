"""What a person likes: how the pictures are made that only they see."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.errors import N_, BadOptions
from rules.game import Option
from rules_service import TableInfo
from storage import Storage

PICTURES = Option("pictures", ("table", "wide", "tall"))
AREAS = Option("areas", ("automatic", "fixed"))
HEXES = Option("hexes", ("dimmed", "full"))
PREFERENCES = (PICTURES, AREAS, HEXES)
TITLES = {
    "pictures": N_("The pictures that only you see"),
    "areas": N_("How much room each player has in them, where that can change"),
    "hexes": N_("The hexes of Messina in them"),
}
VALUES = {
    "pictures table": N_("as at the table"),
    "pictures wide": N_("wide, for a computer"),
    "pictures tall": N_("tall, for a phone"),
    "areas automatic": N_("as much as is needed, so that everything is large"),
    "areas fixed": N_("always the same, so that nothing moves"),
    "hexes dimmed": N_("dimmed, so that what lies on them stands out"),
    "hexes full": N_("in full colour"),
}


@dataclass(frozen=True)
class Liking:
    """How a person's pictures are made: the layout, and words for the renderer's ``style``."""

    layout: str
    style: frozenset[str] = frozenset()


def table_layout(info: TableInfo) -> str:
    """What the table's pictures in the channel are like: "tall" or "wide"."""
    return info.options["picture"]


async def preferences(storage: Storage, user_id: int) -> dict[str, str]:
    """A value for everything; what this version does not offer, whoever stored it, is as if it had not been said."""
    known = await storage.people.preferences(user_id)
    return {
        option.id: value if (value := known.get(option.id)) in option.values else option.default
        for option in PREFERENCES
    }


async def prefer(storage: Storage, user_id: int, said: Mapping[str, str]) -> None:
    """Remember what a person has chosen.

    Raises:
        BadOptions: something that is not offered; nothing of it is remembered.
    """
    for option in PREFERENCES:
        value = said.get(option.id, option.default)
        if value not in option.values:
            some = ", ".join(option.values)
            raise BadOptions(
                N_("“{value}” is no value of {name}. Values: {some}"), value=value[:40], name=option.id, some=some
            )
    for key, value in said.items():
        await storage.people.prefer(user_id, key, value)


async def liking(storage: Storage, user_id: int, info: TableInfo) -> Liking:
    """How this person wants the pictures of the table."""
    chosen = await preferences(storage, user_id)
    layout = chosen[PICTURES.id]
    style = {chosen[option.id] for option in (AREAS, HEXES) if chosen[option.id] != option.default}
    return Liking(table_layout(info) if layout == PICTURES.default else layout, frozenset(style))
