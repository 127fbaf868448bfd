"""Simplify messages until Discord accepts them: first without our emoji, then without pictures, then as plain text.

For a message with too much content, Discord may report a server error, not a refusal. So a message that fails several
times while others succeed is simplified, too: it loses long alt texts, emoji and pictures. It keeps its buttons.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Hashable, Sequence
from types import SimpleNamespace
from typing import Any, Generic, NamedTuple, TypeVar, cast

import discord
from cachetools import LRUCache
from discord import ui

from bot.discord_api.refusals import TOO_LARGE, refuses_content
from bot.metrics import METRICS
from bot.ui.message import MIN_ALT_BYTES, SIGN_EMOJI, Picture
from rules.notation import read_number
from wording.text_limits import lighter, weight

log = logging.getLogger(__name__)

T = TypeVar("T")
Send = Callable[[ui.LayoutView, Sequence[Picture]], Awaitable[T]]
EMOJI, PICTURES, ALT_TEXTS = "emoji", "pictures", "long alt texts"  # the names of steps
WHOLE_ATTEMPTS = 3  # After this many failures, the message is simplified.
MAX_REMEMBERED = 1000  # How many failed messages are remembered.
MARKUP = re.compile(r"<a?:\w+:(\d+)>")


class Taken(NamedTuple, Generic[T]):
    """A message that Discord accepted: the result of sending it, and what had to be removed from it."""

    result: T
    removed: str = ""  # the name of the step that removed something; "" if nothing was removed

    @property
    def whole(self) -> bool:
        """Return whether the message was accepted unchanged, except for our emoji."""
        return self.removed in ("", EMOJI)


class Step(NamedTuple):
    """A step that makes a message simpler."""

    name: str  # the step's name in the log and the metrics
    helps: Callable[[ui.LayoutView], bool]  # whether a message has what this step removes
    simplify: Callable[[ui.LayoutView], ui.LayoutView]


def signs() -> dict[int, str]:
    """Return the standard sign for each of our emoji, by the id of the emoji."""
    return {emoji.id: sign for sign, emoji in SIGN_EMOJI.items() if emoji.id}


def emoji_of(part: Any) -> int | None:
    """Return the id of the custom emoji of a button or an option, or None."""
    return getattr(getattr(part, "emoji", None), "id", None)


def labelled(view: ui.LayoutView) -> list[Any]:
    """Return the buttons and the options of selects of a message."""
    found: list[Any] = []
    for part in view.walk_children():
        found += [part] if isinstance(part, ui.Button) else part.options if isinstance(part, ui.Select) else []
    return found


def texts_of(view: ui.LayoutView) -> list["ui.TextDisplay[Any]"]:
    """Return the texts of a message."""
    return [part for part in view.walk_children() if isinstance(part, ui.TextDisplay)]


def has_emoji(view: ui.LayoutView) -> bool:
    """Return whether a message has an emoji of our own."""
    return any(map(emoji_of, labelled(view))) or any(MARKUP.search(text.content) for text in texts_of(view))


def without_emoji(view: ui.LayoutView) -> ui.LayoutView:
    """Return the message with the standard sign in place of each of our own emoji."""
    known = signs()
    for part in labelled(view):
        if number := emoji_of(part):
            part.emoji = None
            part.label = " ".join(filter(None, [known.get(number), part.label])) or "?"
    for text in texts_of(view):
        text.content = MARKUP.sub(lambda found: known.get(read_number(found[1]) or 0, ""), text.content)
    return view


def has_pictures(view: ui.LayoutView) -> bool:
    """Return whether a message shows pictures."""
    return bool(galleries(view))


def galleries(view: ui.LayoutView) -> list["ui.MediaGallery[Any]"]:
    """Return the galleries of a message."""
    return [part for part in view.walk_children() if isinstance(part, ui.MediaGallery)]


def long_alt_texts(view: ui.LayoutView) -> list[discord.MediaGalleryItem]:
    """Return the pictures of a message that have a long description."""
    shown = (item for gallery in galleries(view) for item in gallery.items)
    return [item for item in shown if weight(item.description or "") > MIN_ALT_BYTES]


def has_long_alt_texts(view: ui.LayoutView) -> bool:
    """Return whether a picture of a message has a long description."""
    return bool(long_alt_texts(view))


def with_short_alt_texts(view: ui.LayoutView) -> ui.LayoutView:
    """Return the message with the long descriptions of its pictures cut to their beginnings."""
    for shown in long_alt_texts(view):
        shown.description = lighter(shown.description or "", MIN_ALT_BYTES)
    return view


def without_pictures(view: ui.LayoutView) -> ui.LayoutView:
    """Return the message without its galleries."""
    for gallery in galleries(view):
        cast("ui.Container[Any]", gallery.parent).remove_item(gallery)
    return view


def plain_text(view: ui.LayoutView) -> ui.LayoutView:
    """Return only the texts of the message, in one component."""
    said = "\n".join(text.content for text in texts_of(view))
    plain = ui.LayoutView(timeout=None)
    plain.add_item(ui.TextDisplay(said or "…"))
    plain.stop()
    return plain


def is_more_than_text(view: ui.LayoutView) -> bool:
    """Return whether a message is more than one text."""
    return [type(part) for part in view.walk_children()] != [ui.TextDisplay]


STEPS = (
    Step(EMOJI, has_emoji, without_emoji),
    Step(PICTURES, has_pictures, without_pictures),
    Step("all but text", is_more_than_text, plain_text),
)
LIGHTER = (Step(ALT_TEXTS, has_long_alt_texts, with_short_alt_texts), *STEPS)  # if Discord fails


def that_help(steps: Sequence[Step], view: ui.LayoutView) -> Sequence[Step]:
    """Return the steps that would remove something from this message."""
    return [step for step in steps if step.helps(view)]


class TooHeavy(discord.HTTPException):
    """Discord has failed to handle a message several times, although it accepts others."""

    def __init__(self) -> None:
        answer: Any = SimpleNamespace(status=TOO_LARGE, reason="failed several times")
        super().__init__(answer, None)


class Failures:
    """How often Discord failed to handle each message while accepting others, which shows that it wasn't down."""

    def __init__(self) -> None:
        self._taken = 0
        # By message: how often it failed while other messages succeeded in between, and how many had succeeded at the
        # last failure.
        self._failed: LRUCache[Hashable, tuple[int, int]] = LRUCache(MAX_REMEMBERED)

    def add(self, message: Hashable) -> None:
        """Record that Discord failed to handle a message."""
        times, before = self._failed.get(message, (0, -1))
        self._failed[message] = times + (self._taken > before), self._taken

    def took(self, message: Hashable) -> None:
        """Record that Discord accepted a message."""
        self._taken += 1
        self.forget(message)

    def forget(self, message: Hashable) -> None:
        """Forget the failures of a message."""
        self._failed.pop(message, None)

    def steps(self, message: Hashable) -> int:
        """Return by how many steps a message must be simplified."""
        times, _ = self._failed.get(message, (0, 0))
        return max(0, times + 1 - WHOLE_ATTEMPTS)


FAILURES = Failures()


async def accepted(
    send: Send[T],
    view: ui.LayoutView,
    pictures: Sequence[Picture] = (),
    *,
    keep_pictures: bool = False,
    message: Hashable = None,
) -> Taken[T]:
    """Send a message, simplified by a step each time that Discord refuses its content.

    Raises Discord's refusal if nothing is left to simplify. ``keep_pictures``: raise it instead of removing the
    pictures, because the caller can send them in another way. ``message``: the key of a message that is sent again
    after a failure; after several failures it is simplified from the start. This process stops using our emoji if
    Discord accepts a message only without them.
    """
    heavy = to_remove = FAILURES.steps(message)
    steps: Sequence[Step] = LIGHTER if heavy else STEPS
    removed = ""
    while True:
        try:
            if to_remove and (steps := that_help(steps, view)) and steps[0] is not STEPS[-1]:
                to_remove -= 1
                raise TooHeavy
            done = await send(view, pictures)
        except discord.HTTPException as error:
            if error.status >= 500 and message is not None:
                FAILURES.add(message)
            if not refuses_content(error) or not (steps := that_help(steps, view)):
                raise
            if keep_pictures and steps[0].name not in (ALT_TEXTS, EMOJI):
                FAILURES.forget(message)
                raise
            removed = steps[0].name
            log.info("Discord refused a message (%s/%s); it is sent without %s", error.status, error.code, removed)
            view, pictures = steps[0].simplify(view), pictures if removed in (ALT_TEXTS, EMOJI) else ()
            steps = steps[1:]
            continue
        FAILURES.took(message)
        if removed:
            METRICS.simpler[removed] += 1
        if removed == EMOJI and not heavy:
            log.warning("Discord refused the emoji of our application; messages show standard signs until a restart")
            SIGN_EMOJI.clear()
        return Taken(done, removed)
