"""Messages get simpler until Discord takes them: whole, without our emoji, without pictures, as plain text."""

import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar, cast

import discord
from discord import ui

from bot.discord_api.refusals import refuses_content
from bot.metrics import METRICS
from bot.ui.message import SIGN_EMOJI, Picture
from rules.notation import read_number

log = logging.getLogger(__name__)

T = TypeVar("T")
Send = Callable[[ui.LayoutView, Sequence[Picture]], Awaitable[T]]
EMOJI, PICTURES = "emoji", "pictures"  # as steps are called
MARKUP = re.compile(r"<a?:\w+:(\d+)>")


class Taken(NamedTuple, Generic[T]):
    """A message that Discord has taken."""

    result: T
    removed: str = ""  # what had to be removed, as the step is called; "" if nothing

    @property
    def whole(self) -> bool:
        """Return whether nothing but our emoji had to be removed."""
        return self.removed in ("", EMOJI)


class Step(NamedTuple):
    """A way to make a message simpler."""

    name: str  # in the log and the metrics
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
    """Return the message with standard signs in place of our emoji."""
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
    return any(isinstance(part, ui.MediaGallery) for part in view.walk_children())


def without_pictures(view: ui.LayoutView) -> ui.LayoutView:
    """Return the message without its galleries."""
    for part in list(view.walk_children()):
        if isinstance(part, ui.MediaGallery):
            cast("ui.Container[Any]", part.parent).remove_item(part)
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


async def accepted(
    send: Send[T], view: ui.LayoutView, pictures: Sequence[Picture] = (), *, keep_pictures: bool = False
) -> Taken[T]:
    """Send a message, simpler each time that Discord refuses what is in it.

    ``keep_pictures``: raise the refusal instead of removing them, because the caller has another way.
    Our emoji are forgotten for this process if Discord takes a message as soon as it has none.
    """
    steps = [step for step in STEPS if step.helps(view)]
    removed = ""
    while True:
        try:
            done = await send(view, pictures)
        except discord.HTTPException as error:
            if not refuses_content(error) or not steps or (keep_pictures and steps[0].name != EMOJI):
                raise
            removed = steps[0].name
            log.info("Discord refused a message (%s/%s); it is sent without %s", error.status, error.code, removed)
            view, pictures = steps[0].simplify(view), pictures if removed == EMOJI else ()
            steps = [step for step in steps[1:] if step.helps(view)]
            continue
        if removed:
            METRICS.simpler[removed] += 1
        if removed == EMOJI:
            log.warning("Discord refused the emoji of our application; buttons show standard signs until a restart")
            SIGN_EMOJI.clear()
        return Taken(done, removed)
