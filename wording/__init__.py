"""The words of the bot: every text a player reads, in the reader's language. No Discord in here.

**Saying something.** English sentences stand in the code and are the keys of the catalogue::

    w = words(lang)                                  # "en", "de", "pt-BR" ...: as Discord calls them
    w._("Your turn")                                 # a text
    w._("{name} joined.", name=safe_name(name))      # with values
    w.ngettext("{count} cube", "{count} cubes", cubes)  # with a number
    w.join_list(["Anna", "Bob", "Cleo"])              # "Anna, Bob and Cleo"

Write the sentence in the call itself, whole (never glued from pieces). A text in a table is marked with ``N_`` of
`rules.errors` and translated where it is used: ``w._(TITLES[key])``. Private answers speak the reader's language,
public posts the table's. Names and descriptions of slash commands are marked as well and translated by `command_text`.
After changing any text: ``make words`` writes `wording/locale/miasma.pot` anew. It reads tokens, not grammar: no text
stands inside of an f-string, nor deeper than directly among the values of another one.

**A new language** is a file ``wording/locale/<lang>/LC_MESSAGES/miasma.po`` made from it, read at run time; what is
missing in it appears in English, on pictures too. Names of Rattus's regions and cards stand in its ``components.toml``.

**Names of players** are untrusted. Hand them in raw, one per seat: the functions below make them safe. Only text
that you put together yourself needs `safe_name` (Markdown) or `plain_name` (buttons, selects, alt text).

**Games.** The functions below ask the module of that name in this package (`wording.rattus`). ``names`` may be
left empty: seats are then called by their colours.
"""

from collections.abc import Collection, Sequence
from importlib import import_module
from typing import Any

from rules.game import Event, Score
from rules.notation import Move
from wording import help_pages, refusals
from wording.catalogue import Words, command_text, languages, words
from wording.players import mark, plain_name, plain_player, player, safe_name

__all__ = [
    "Words",
    "account",
    "ask",
    "board_text",
    "choice",
    "command_text",
    "describe",
    "discreet",
    "final_table",
    "help_page",
    "help_topics",
    "label",
    "languages",
    "mark",
    "plain_name",
    "plain_player",
    "player",
    "refusal",
    "safe_name",
    "secrets",
    "sentence",
    "status",
    "verb",
    "words",
]

GAMES = ("rattus", "messina")


def _game(game: str) -> Any:
    if game not in GAMES:
        raise ValueError(f"no words for the game {game!r}")
    return import_module(f"wording.{game}")


def verb(game: str, verb: str, view: Any, lang: str) -> str:
    """The button for a kind of move, with an emoji: "🐀 Turn over a rat". Plain text, at most 38 characters."""
    text: str = _game(game).verb(verb, view, words(lang))
    return text


def choice(
    game: str,
    verb: str,
    field: str,
    value: str | int,
    prefix: Sequence[str],
    view: Any,
    lang: str,
    names: Sequence[str] = (),
) -> str:
    """One value of one field of a move, when a panel asks field by field: "Gallia", "3 cubes", "Monk (Anna)".

    ``prefix`` holds the words of the notation chosen so far, the verb first. Plain text, at most 80 characters,
    different for different values.
    """
    text: str = _game(game).choice(verb, field, value, list(prefix), view, words(lang), names)
    return text


def label(game: str, move: Move, view: Any, lang: str, names: Sequence[str] = ()) -> str:
    """A whole move: "Merchant: 2 cubes from Gallia to Italia". Plain text, at most 80 characters, each move its own."""
    text: str = _game(game).label(move, view, words(lang), names)
    return text


def ask(
    game: str,
    question: str,
    prefix: Sequence[str],
    view: Any,
    names: Sequence[str],
    lang: str,
    verbs: Collection[str] = (),
) -> str:
    """What the panel asks, in a sentence, with a hint of what matters now. Markdown.

    ``prefix`` as in `choice`; empty when the kind of move is still open, and ``verbs`` then names the kinds there are.
    """
    text: str = _game(game).ask(question, list(prefix), view, names, words(lang), verbs)
    return text


def sentence(
    game: str, event: Event, names: Sequence[str], lang: str, reader: int | None = None, view: Any = None
) -> str | None:
    """One event as one sentence (Markdown), or None if there is nothing to say or ``reader`` may not know of it.

    ``reader`` is the seat that will read it; None stands for everybody. ``view`` as in `account`.
    """
    if event.reader() is not None and event.reader() != reader:
        return None
    text: str | None = _game(game).sentence(event, names, words(lang), view)
    return text


def account(game: str, events: Sequence[Event], names: Sequence[str], lang: str, view: Any = None) -> list[str]:
    """What happened, as public sentences (Markdown), short and complete: what one seat did is told in one sentence.

    Hand in the events of a whole turn, or of several. Events that only one seat may know of are left out.
    ``view``: the game as anybody may see it, for what events name only by its place (players' boards that differ).
    """
    public = [event for event in events if event.reader() is None]
    lines: list[str] = _game(game).account(public, names, words(lang), view)
    return lines


def describe(game: str, view: Any, names: Sequence[str], lang: str, part: str = "") -> str:
    """The position as the alt text of its picture: plain text, never more than 1,024 characters.

    ``part`` is the picture's name where the board is drawn in several (`renderer.parts`); "" stands for all of it.
    """
    text: str = _game(game).describe(view, names, words(lang), part)
    return text


def board_text(game: str, view: Any, names: Sequence[str], lang: str) -> list[str]:
    """The whole position in order, for playing without pictures. Markdown, pages of at most 3,500 characters."""
    pages: list[str] = _game(game).board_text(view, names, words(lang))
    return pages


def secrets(game: str, view: Any, lang: str) -> str:
    """What only the viewer knows, in a line to go under the private picture; "" if that is nothing. Markdown."""
    text: str = _game(game).secrets(view, words(lang))
    return text


def discreet(game: str, view: Any) -> Any:
    """The view as its seat has it, without what only that seat knows: for what is suggested while somebody types."""
    return _game(game).discreet(view)


def status(
    game: str, view: Any, names: Sequence[str], lang: str, since: int | None = None, mentions: Sequence[str] = ()
) -> str:
    """Whose turn it is, for what, and since when (seconds since 1970, shown in the reader's own time). Markdown.

    ``mentions``, one per seat, take the place of the names where the post is to ping.
    """
    text: str = _game(game).status(view, names, words(lang), since, mentions)
    return text


def refusal(error: Exception, lang: str, game: str = "", view: Any = None, names: Sequence[str] = ()) -> str:
    """What a refused player reads (Markdown): why, and what would be legal, the first 8 of it.

    Takes every error that carries a ``template`` and its ``values`` (`rules.errors.RulesError` and the like). With
    the game and what the reader may see of it (``view``), ids become names and moves become labels.
    """
    return refusals.refusal(error, words(lang), game and _game(game), view, names)


def final_table(game: str, score: Score, view: Any, names: Sequence[str], lang: str) -> str:
    """The result: why the game ended, who won, every seat with its points and where they come from. Markdown."""
    text: str = _game(game).final_table(score, view, names, words(lang))
    return text


def help_topics(lang: str, game: str = "") -> list[tuple[str, str, str]]:
    """What `/help` offers, at most 25: id, title and a line about it. Topics of the bot, then those of the game."""
    return help_pages.topics(words(lang), _game(game).HELP if game else ())


def help_page(topic: str, lang: str, game: str = "") -> str | None:
    """The text of a topic, Markdown of at most 3,500 characters; None if there is no such topic."""
    return help_pages.page(topic, words(lang), _game(game).HELP if game else ())
