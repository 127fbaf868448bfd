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
missing in it appears in English, on pictures too.

**Names of players** are untrusted. Hand them in raw, one per seat: they are made safe where they are said. Only text
that you put together yourself needs `safe_name` (Markdown) or `plain_name` (buttons, selects, alt text).

**Games.** What a game has to say is one record, its ``WORDS`` (`wording.rattus`). Whoever speaks of a position makes a
`Speaker` of that record, a language, the names and the view, and asks it: ``speaker.label(move)``. Within a game's own
words a function that needs only the language takes ``w``, one that needs names or the position too takes the speaker,
``s``, which can do all that ``w`` can.
"""

from wording.board_section import BoardSection
from wording.catalogue import Words, command_text, language_name, languages, words
from wording.facts import Facts
from wording.help_pages import BOT_HELP, Page, Thing, find, help_page, help_topics, old_words, thing_page
from wording.options import OptionWords
from wording.players import COLOURS, MARKS, mark, plain_name, plain_player, player, safe_name
from wording.refusals import refusal
from wording.speaker import GameWords, Speaker

__all__ = [
    "BOT_HELP",
    "COLOURS",
    "MARKS",
    "BoardSection",
    "Facts",
    "GameWords",
    "OptionWords",
    "Page",
    "Speaker",
    "Thing",
    "Words",
    "command_text",
    "find",
    "help_page",
    "help_topics",
    "language_name",
    "languages",
    "mark",
    "old_words",
    "plain_name",
    "plain_player",
    "player",
    "refusal",
    "safe_name",
    "thing_page",
    "words",
]
