"""Help on using the bot, and how pages of help are found. A page is a title, a line about it, and its paragraphs."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.wording.catalogue import Words
from rules.errors import N_


@dataclass(frozen=True)
class Page:
    """One topic of help; all texts are keys of the catalogue."""

    id: str
    title: str
    about: str
    paragraphs: tuple[str, ...]


BOT = (
    Page(
        "start",
        N_("Opening and joining a table"),
        N_("How a game begins"),
        (
            N_(
                "**Open a table** with `/table open`: choose the game, the number of seats and the options. One channel"
                " holds one table; more tables go into threads."
            ),
        ),
    ),
)


def topics(w: Words, game: Sequence[Page]) -> list[tuple[str, str, str]]:
    """Id, title and a line about every topic."""
    return [(page.id, w.t(page.title), w.t(page.about)) for page in (*BOT, *game)]


def page(topic: str, w: Words, game: Sequence[Page]) -> str | None:
    """The text of a topic."""
    for found in (*BOT, *game):
        if found.id == topic:
            return "\n\n".join([f"## {w.t(found.title)}", *(w.t(text) for text in found.paragraphs)])
    return None
