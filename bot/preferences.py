"""What a person likes: how the pictures are made that only they see."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.rules_service import TableInfo
from rules.errors import N_
from rules.game import Option
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


async def liking(storage: Storage, user_id: int, info: TableInfo) -> Liking:
    """How this person wants the pictures of the table."""
    chosen: Mapping[str, Any] = await storage.people.preferences(user_id)
    layout = chosen.get(PICTURES.id, PICTURES.default)
    style = {chosen[option.id] for option in (AREAS, HEXES) if chosen.get(option.id, option.default) != option.default}
    return Liking(table_layout(info) if layout not in PICTURES.values[1:] else layout, frozenset(style))
