"""The words of the bot: every text for players, in the reader's language. This package does not use Discord.

**Texts.** English sentences are in the code and are the keys of the catalogue::

    w = words(lang)                                  # "en", "de", "pt-BR" ...: Discord's names for languages
    w._("Your turn")                                 # a text
    w._("{name} joined.", name=safe_name(name))      # with values
    w.ngettext("{count} cube", "{count} cubes", cubes)  # with a number
    w.join_list(["Anna", "Bob", "Cleo"])              # "Anna, Bob and Cleo"

Write the whole sentence in the call itself, never glued from pieces. Mark a text in a table with ``N_`` of
`rules.errors`, and translate it where it is used: ``w._(TITLES[key])``. Private answers use the reader's language,
public posts the table's. Names and descriptions of slash commands are marked as well, and translated by `command_text`.
After changing any text, run ``make words``, which rewrites `wording/locale/miasma.pot`. The extraction reads tokens,
not grammar, so a text must not be inside an f-string, nor nested more than one call deep in the values of another text.
No other string may be inside the call: read ``asks["heap"]`` on the line before. Pages, and the texts of moves,
questions and options, are in Markdown files (`wording.text_files`).

**A new language** is a file ``wording/locale/<lang>/LC_MESSAGES/miasma.po`` made from ``miasma.pot``, loaded at run
time. Missing texts appear in English, on pictures too.

**Names of players** are untrusted. Pass them raw, one per seat: they are made safe where they are used. Only text that
you compose yourself needs `safe_name` (Markdown) or `plain_name` (buttons, selects, alt text).

**Games.** The texts of a game are one record, its ``WORDS`` (`wording.rattus`). For a position, make a `Speaker`
from that record, a language, the names and the view, and ask it: ``speaker.label(move)``. Within a game's own words, a
function that needs only the language takes ``w``. One that also needs names or the position takes the speaker, ``s``,
which can do everything that ``w`` can.
"""

from wording.catalogue import Words, command_text, language_name, languages, words
from wording.facts import Facts
from wording.help_pages import BOT_HELP, Page, Thing, find, help_page, help_topics, old_words, thing_page
from wording.option_words import OptionWords
from wording.player_names import COLOUR_NAMES, SEAT_MARKS, plain_name, plain_player, player, safe_name, seat_mark
from wording.speaker import BoardSection, GameWords, PlainSpeaker, Speaker, refusal

__all__ = [
    "BOT_HELP",
    "COLOUR_NAMES",
    "SEAT_MARKS",
    "BoardSection",
    "Facts",
    "GameWords",
    "OptionWords",
    "Page",
    "PlainSpeaker",
    "Speaker",
    "Thing",
    "Words",
    "command_text",
    "find",
    "help_page",
    "help_topics",
    "language_name",
    "languages",
    "old_words",
    "plain_name",
    "plain_player",
    "player",
    "refusal",
    "safe_name",
    "seat_mark",
    "thing_page",
    "words",
]
