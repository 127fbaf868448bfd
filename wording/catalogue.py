"""The message catalogues: English in the code, every other language a ``.po`` file read when it is first needed.

The files are read as they are, so that a translator's change needs no build step and no compiled file is kept.
"""

import gettext
import re
from ast import literal_eval
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
FILE = "LC_MESSAGES/miasma.po"


class Words:
    """What to say in one language. Safe to share between threads."""

    def __init__(self, lang: str, catalogue: gettext.NullTranslations) -> None:
        self.lang = lang
        self._catalogue = catalogue

    def t(self, text: str, /, **values: object) -> str:
        """The text in this language, with the values filled in."""
        return fill(self._catalogue.gettext(text), text, values)

    def n(self, one: str, many: str, count: int, /, **values: object) -> str:
        """The text in the form that the number asks for. ``{count}`` is the number."""
        return fill(self._catalogue.ngettext(one, many, count), one if count == 1 else many, {"count": count, **values})

    def both(self, items: Sequence[str]) -> str:
        """The items as a list in a sentence: "Anna, Bob and Cleo"."""
        if len(items) < 2:
            return "".join(items)
        return self.t("{some} and {last}", some=self.t(", ").join(items[:-1]), last=items[-1])


def fill(translated: str, text: str, values: dict[str, object]) -> str:
    """The translation with its values; the English text if the translation asks for values there are none of."""
    if not values:
        return translated
    try:
        return translated.format_map(values)
    except (KeyError, IndexError, ValueError, AttributeError):
        return text.format_map(values)


@cache
def words(lang: str) -> Words:
    """The words of a language such as ``de`` or ``pt-BR``; of its base, or English, if there is no catalogue for it.

    Whatever names a language has, its words are one object: what is kept by them is kept once.
    """
    for name in (lang.replace("-", "_"), re.split("[-_]", lang)[0]):
        path = LOCALE / name / FILE
        if re.fullmatch("[A-Za-z_]{2,10}", name) and path.is_file():
            if name != lang:
                return words(name)
            with path.open(encoding="utf-8") as file:
                return Words(name, Catalogue(file))
    return Words("en", gettext.NullTranslations()) if lang == "en" else words("en")


def languages() -> list[str]:
    """English and every language with a catalogue."""
    return ["en", *sorted(path.parent.parent.name for path in LOCALE.glob(f"*/{FILE}"))]


def command_text(text: str, lang: str) -> str | None:
    """The name or description of a slash command in a language, or None: Discord then shows English."""
    translated = words(lang).t(text)
    return translated if translated != text else None


class Catalogue(gettext.NullTranslations):
    """A ``.po`` file. Fuzzy and empty translations are left out, as gettext's own tools do."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__()
        self._texts: dict[tuple[str, int], str] = {}
        self._plural = gettext.c2py("n != 1")
        entry: dict[str, str] = {}
        flags = field = ""
        for line in lines:
            found = re.match(r'\s*(msg[a-z]+(?:_plural|\[\d\])?)?\s*(".*")\s*$', line)
            if line.startswith("#,"):
                flags = line
            elif found:
                field = found[1] or field
                if found[1] == "msgid":
                    self._keep(entry)
                    entry, flags = {"flags": flags}, ""
                entry[field] = entry.get(field, "") + literal_eval(found[2])
        self._keep(entry)

    def _keep(self, entry: dict[str, str]) -> None:
        key = entry.get("msgid")
        if key == "":
            rule = re.search(r"plural=([^;\n]+)", entry["msgstr"])
            self._plural = gettext.c2py(rule[1]) if rule else self._plural
        elif key and "fuzzy" not in entry["flags"]:
            for field, text in entry.items():
                if field.startswith("msgstr") and text:
                    self._texts[key, int(field[7:-1] or 0)] = text

    def gettext(self, message: str) -> str:
        """The translation, or the message itself."""
        return self._texts.get((message, 0), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The translation in the form for n, or the English one."""
        return self._texts.get((msgid1, self._plural(n)), msgid1 if n == 1 else msgid2)
