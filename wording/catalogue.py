"""The message catalogues: English in the code, every other language a ``.po`` file read when it is first needed.

The files are read as they are, so that a translator's change needs no build step and no compiled file is kept.
"""

import gettext
import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from babel.core import Locale, UnknownLocaleError
from babel.messages.pofile import PoFileError, read_po
from babel.numbers import format_decimal

from rules.errors import P_, InContext
from wording.hungarian import with_articles

log = logging.getLogger(__name__)

LOCALE = Path(__file__).parent / "locale"
FILE = "LC_MESSAGES/miasma.po"


TWO_CLAUSES = P_("clauses", "{some} and {last}")


class Name(str):
    """A text with its other forms, which another text asks for as attributes: "{region.in}" becomes "w Galii".

    In a translation they stand behind the text, each after a bar: "Galia|in=w Galii|to=do Galii". What has no such
    form is its own.
    """

    _form: Callable[[str], str]  # no name without a line before it, for that could be the name of a form

    def __getattr__(self, form: str) -> str:
        """A form. Raises AttributeError for what Python itself looks for."""
        if form.startswith("_"):
            raise AttributeError(form)
        return self._form(form)


def name_with(text: str, form: Callable[[str], str]) -> Name:
    """The text, and what makes each form of it."""
    name = Name(text)
    name._form = form
    return name


class Words:
    """What to say in one language. Safe to share between threads."""

    def __init__(self, lang: str, catalogue: gettext.NullTranslations) -> None:
        self.lang = lang
        self.catalogue = catalogue

    def __reduce__(self) -> tuple[Callable[[str], "Words"], tuple[str]]:
        """To another process goes which language it is."""
        return words, (self.lang,)

    def _(self, text: str, /, **values: object) -> str:
        """The text in this language, with the values filled in. What `P_` marked is looked up in its context."""
        if type(text) is InContext:
            translated = self.catalogue.pgettext(text.context, text)
        else:
            translated = self.catalogue.gettext(text)
        if "|" in translated or "(z)" in translated:
            return fill(translated, text, values)
        return _filled(translated, text, values) if values else translated

    def ngettext(self, one: str, many: str, count: int, /, **values: object) -> str:
        """The text in the form that the number asks for. ``{count}`` is the number."""
        return fill(self.catalogue.ngettext(one, many, count), one if count == 1 else many, {"count": count, **values})

    def npgettext(self, context: str, one: str, many: str, count: int, /, **values: object) -> str:
        """As `ngettext`, of what is called or spelt otherwise elsewhere: the context says where this stands."""
        text = self.catalogue.npgettext(context, one, many, count)
        return fill(text, one if count == 1 else many, {"count": count, **values})

    def decimal(self, number: float) -> str:
        """A number with one digit after the point, or comma, if it has one."""
        return format_decimal(number, format="#,##0.#", locale=self.lang)

    def join_list(self, items: Sequence[str]) -> str:
        """The items as a list in a sentence: "Anna, Bob and Cleo". A form of it is the list of their forms."""
        if len(items) < 2:
            return items[0] if items else ""
        return _in_every_form(self._list, items)

    def _list(self, items: Sequence[str]) -> str:
        return self._("{some} and {last}", some=self._(", ").join(items[:-1]), last=items[-1])

    def bracketed(self, name: str, more: str) -> str:
        """A name with what more there is to know of it: "hex 7 (build)"."""
        return self._("{name} ({more})", name=name, more=more)

    def join_clauses(self, clauses: Sequence[str]) -> str:
        """What one subject did, one thing after the other: "moved to hex 7, rescued a nun, and ended the turn".

        A form of it joins their forms: some languages inflect a verb by who did it.
        """
        return _in_every_form(self._clauses, clauses)

    def _clauses(self, clauses: Sequence[str]) -> str:
        if len(clauses) < 3:
            return self._(TWO_CLAUSES, some=clauses[0], last=clauses[1]) if len(clauses) == 2 else "".join(clauses)
        return self._("{some}, and {last}", some=self._(", ").join(clauses[:-1]), last=clauses[-1])

    def join_choice(self, items: Sequence[str]) -> str:
        """The items of which one can be had: "build or 1 big fire"."""
        if len(items) < 2:
            return "".join(items)
        return self._("{some} or {last}", some=self._(", ").join(items[:-1]), last=items[-1])


T = TypeVar("T", bound=Callable[..., str])


def kept(told: T) -> T:
    """Keep what is said of what the rules print: nothing but the language decides it. Who speaks is given last."""

    @lru_cache(maxsize=1024)
    def said(lang: str, catalogue: gettext.NullTranslations, about: tuple[object, ...], **more: object) -> str:
        return told(*about, Words(lang, catalogue), **more)

    @wraps(told)
    def say(*given: Any, **more: object) -> str:
        w = given[-1]
        return said(w.lang, w.catalogue, given[:-1], **more)

    return say  # type: ignore[return-value]


def _in_every_form(join: Callable[[Sequence[str]], str], items: Sequence[str]) -> str:
    """The items joined; if some of them have forms, a form of the whole joins those."""
    text = join(items)
    if Name not in map(type, items):
        return text
    return name_with(
        text, lambda form: join([getattr(item, form) if isinstance(item, Name) else item for item in items])
    )


def fill(translated: str, text: str, values: dict[str, object]) -> str:
    """The translation with its values and its forms; the English text if it asks for values there are none of."""
    if "|" in translated:
        return _with_forms(translated, text, values) if values else _constant(translated)
    filled = _filled(translated, text, values) if values else translated
    return with_articles(filled) if "(z)" in translated else filled


def _with_forms(translated: str, text: str, values: dict[str, object]) -> Name:
    name, forms = _split(translated)
    return name_with(
        fill(name, text, values),
        lambda form: fill(forms[form], text, values) if form in forms else own(fill(name, text, values), form),
    )


@lru_cache(maxsize=4096)
def _constant(translated: str) -> Name:
    """A name that asks for no values."""
    return _with_forms(translated, translated, {})


@lru_cache(maxsize=4096)
def _split(translated: str) -> tuple[str, Mapping[str, str]]:
    """A name, and its other forms that stand behind it."""
    name, *others = translated.split("|")
    return name, {form: said for form, _, said in (one.partition("=") for one in others)}


def _filled(translated: str, text: str, values: dict[str, object]) -> str:
    try:
        filled = translated.format_map(values)
        if "-" in filled and any(isinstance(value, int) and value < 0 for value in values.values()):
            filled = translated.format_map({key: minus(value) for key, value in values.items()})
        return filled
    except AttributeError:  # of something that has no forms, as a player
        named = {
            key: value if isinstance(value, Name) else _unchanging(str(minus(value))) for key, value in values.items()
        }
        return translated.format_map(named)
    except (KeyError, IndexError, ValueError):
        return text.format_map({key: minus(value) for key, value in values.items()})


def minus(value: object) -> object:
    """A number below nothing with the sign that stands before numbers, not with a hyphen; anything else as it is."""
    return f"−{-value}" if isinstance(value, int) and value < 0 else value


def _unchanging(text: str) -> Name:
    return name_with(text, lambda form: own(text, form))


def own(text: str, form: str) -> str:
    """What stands for a form that a text lacks: itself."""
    return text


@cache
def words(lang: str) -> Words:
    """The words of a language such as ``de`` or ``pt-BR``; of its base, or English, if there is no catalogue for it.

    Whatever names a language has, its words are one object: what is kept by them is kept once.
    """
    for name in dict.fromkeys((lang.replace("-", "_"), re.split("[-_]", lang)[0])):
        path = LOCALE / name / FILE
        if re.fullmatch("[A-Za-z_]{2,10}", name) and path.is_file():
            if name != lang:
                return words(name)
            try:
                with path.open("rb") as file:
                    return Words(name, Catalogue(file))
            except (PoFileError, ValueError) as error:
                log.error("could not read the catalogue %s, falling back to English: %s", path, error)
    return Words("en", gettext.NullTranslations()) if lang == "en" else words("en")


def languages() -> list[str]:
    """English and every language with a catalogue."""
    return ["en", *_translated(LOCALE)]


@lru_cache(maxsize=8)
def _translated(folder: Path) -> list[str]:
    """The languages with a catalogue in this folder: looked for once, for it is asked at each press."""
    return sorted(path.parent.parent.name for path in folder.glob(f"*/{FILE}"))


def language_name(lang: str) -> str:
    """What a language is called by those who speak it."""
    try:
        return str(Locale.parse(lang).get_display_name(lang))
    except (UnknownLocaleError, ValueError):
        return lang


class LanguageNames(Mapping[str, str]):
    """Every language with what it is called by those who speak it, looked up when it is asked for: that takes long."""

    def __getitem__(self, lang: str) -> str:
        if lang not in languages():
            raise KeyError(lang)
        return language_name(lang)

    def __iter__(self) -> Iterator[str]:
        return iter(languages())

    def __len__(self) -> int:
        return len(languages())


def command_text(text: str, lang: str) -> str | None:
    """The name or description of a slash command in a language, or None: Discord then shows English."""
    translated = words(lang)._(text)
    return translated if translated != text else None


class Catalogue(gettext.NullTranslations):
    """The translations of a ``.po`` file; fuzzy and empty ones are left out. Raises PoFileError, ValueError."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        catalogue = read_po(file, abort_invalid=True)
        self._form = gettext.c2py(catalogue.plural_expr)
        self._texts: dict[tuple[str, str], Sequence[str]] = {}  # by context and text
        for message in catalogue:
            if message.id and not message.fuzzy:
                one = message.id if isinstance(message.id, str) else message.id[0]
                forms = (message.string,) if isinstance(message.string, str) else message.string or ()
                self._texts[message.context or "", one] = [str(form or "") for form in forms]

    def gettext(self, message: str) -> str:
        """The translation, or the message itself."""
        return self._texts.get(("", message), ("",))[0] or message

    def pgettext(self, context: str, message: str) -> str:
        """The translation in this context, or the message itself."""
        return self._texts.get((context, message), ("",))[0] or message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The translation in the form for n, or the English one."""
        return self.npgettext("", msgid1, msgid2, n)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """The translation in this context in the form for n, or the English one."""
        forms, form = self._texts.get((context, msgid1), ()), self._form(n)
        return (forms[form] if form < len(forms) else "") or (msgid1 if n == 1 else msgid2)
