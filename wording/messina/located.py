"""Events made complete with what only the position tells: on which board of side b a square or a scroll track is."""

from collections.abc import Sequence

from msgspec.structs import replace

from rules.game import Event
from rules.messina.components import TRACKS
from rules.messina.events import Scrolled
from rules.messina.view_types import View
from wording.messina.names import on_board

PLACES = ("square", "spot", "source")  # fields of events that may name a square


class TrackScrolled(Event, frozen=True):
    """A scroll cube advanced on the track that counts this."""

    seat: int
    track: str


def located(events: Sequence[Event], view: View | None) -> list[Event]:
    """The events, with squares as "yellow:cl1" and scroll cubes by their tracks; all of side a without a view."""
    return [_located(event, view) for event in events]


def _located(event: Event, view: View | None) -> Event:
    seat = getattr(event, "seat", None)
    own = view.players[seat] if view and seat is not None and seat < view.seats else None
    if isinstance(event, Scrolled):
        return TrackScrolled(event.seat, TRACKS[own.scroll_board if own else "a"][event.column - 1].scores)
    if own is None or own.board == "a":
        return event
    said = {field: getattr(event, field) for field in event.__struct_fields__ if field in PLACES}
    return replace(event, **{field: on_board(word, own.board) for field, word in said.items()})
