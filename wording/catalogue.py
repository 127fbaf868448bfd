"""The message catalogues: English in the code, and a ``.po`` file for every other language, loaded on first use.

The files are read as they are, so a translator's change needs no build step, and no compiled file is stored.
"""

import gettext
import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from babel.core import Locale, UnknownLocaleError
from babel.messages.pofile import PoFileError, read_po
from babel.numbers import format_decimal

from rules.errors import P_, InContext

log = logging.getLogger(__name__)

LOCALE_FOLDER = Path(__file__).parent / "locale"
PO_FILE = "LC_MESSAGES/miasma.po"
TWO_CLAUSES = P_("clauses", "{some} and {last}")
# Hungarian articles, which depend on how the word behind them is read aloud.
ARTICLE = re.compile(r"\b(A|a)\(z\)(?=\W*(\w+))")
VOWELS = "aáeéiíoóöőuúüű"
LETTERS_SPOKEN_WITH_A_VOWEL = VOWELS + "flmnrsxy"


def plural(one: str, many: str) -> tuple[str, str]:
    """Mark a text's singular and plural for translation, and return both as the first arguments of `Words.ngettext`."""
    return one, many


class InflectedText(str):
    """A text with inflected forms, which another text can use as attributes: "{region.in}" becomes "w Galii".

    In a translation, the forms follow the text, each after a bar: "Galia|in=w Galii|to=do Galii". A missing form is the
    text itself.
    """

    _form: Callable[[str], str]  # the underscore distinguishes it from the names of forms

    def __getattr__(self, form: str) -> str:
        """Return the form with this name. Raise AttributeError if the name begins with an underscore."""
        if form.startswith("_"):
            raise AttributeError(form)
        return self._form(form)


def inflected(text: str, form: Callable[[str], str]) -> InflectedText:
    """Return the text with inflected forms, each of which ``form`` computes from the name of that form."""
    name = InflectedText(text)
    name._form = form
    return name


class Words:
    """The texts of one language. Safe to share between threads."""

    def __init__(self, lang: str, catalogue: gettext.NullTranslations) -> None:
        self.lang = lang
        self.catalogue = catalogue

    def __reduce__(self) -> tuple[Callable[[str], "Words"], tuple[str]]:
        """Pickle only the language code, for another process."""
        return words, (self.lang,)

    def _(self, text: str, /, **values: object) -> str:
        """Return the text in this language, with the values filled in.

        Texts marked with `P_` are looked up in their context.
        """
        translated = self.catalogue.pgettext(text.context if type(text) is InContext else "", text)
        if "|" in translated or "(z)" in translated:
            return fill(translated, text, values)
        return _filled(translated, text, values) if values else translated

    def ngettext(self, one: str, many: str, count: int, /, **values: object) -> str:
        """Return the text in the plural form for the count. ``{count}`` is the number."""
        text = self.catalogue.npgettext("", one, many, count)
        return fill(text, one if count == 1 else many, {"count": count, **values})

    def npgettext(self, context: str, one: str, many: str, count: int, /, **values: object) -> str:
        """Return the text as `ngettext` does. The context separates it from the same text with other translations."""
        text = self.catalogue.npgettext(context, one, many, count)
        return fill(text, one if count == 1 else many, {"count": count, **values})

    def decimal(self, number: float) -> str:
        """Return a number with at most one decimal, with the language's decimal separator."""
        return format_decimal(number, format="#,##0.#", locale=self.lang)

    def join_list(self, items: Sequence[str]) -> str:
        """Join the items as a list: "Anna, Bob and Cleo".

        Each form of the result joins that form of the items.
        """
        if len(items) < 2:
            return items[0] if items else ""
        return _in_every_form(
            lambda items: self._("{some} and {last}", some=self._(", ").join(items[:-1]), last=items[-1]), items
        )

    def bracketed(self, name: str, more: str) -> str:
        """Return a name with a detail in brackets: "hex 7 (build)"."""
        return self._("{name} ({more})", name=name, more=more)

    def join_clauses(self, clauses: Sequence[str]) -> str:
        """Join clauses with one subject: "moved to hex 7, rescued a nun, and ended the turn".

        Each form of the result joins that form of the clauses, because some languages inflect a verb for its subject.
        """
        return _in_every_form(self._clauses, clauses)

    def _clauses(self, clauses: Sequence[str]) -> str:
        if len(clauses) < 3:
            return self._(TWO_CLAUSES, some=clauses[0], last=clauses[1]) if len(clauses) == 2 else "".join(clauses)
        return self._("{some}, and {last}", some=self._(", ").join(clauses[:-1]), last=clauses[-1])

    def join_choice(self, items: Sequence[str]) -> str:
        """Join alternatives: "build or 1 big fire"."""
        if len(items) < 2:
            return "".join(items)
        return self._("{some} or {last}", some=self._(", ").join(items[:-1]), last=items[-1])


T = TypeVar("T", bound=Callable[..., str])


def cached_text(text_of: T) -> T:
    """Cache a function whose texts depend only on its arguments and the language, not on the position.

    The function's last positional argument is the speaker or the `Words`.
    """

    @lru_cache(maxsize=1024)
    def cached(lang: str, catalogue: gettext.NullTranslations, args: tuple[object, ...], **options: object) -> str:
        return text_of(*args, Words(lang, catalogue), **options)

    @wraps(text_of)
    def look_up(*args: Any, **options: object) -> str:
        w = args[-1]
        return cached(w.lang, w.catalogue, args[:-1], **options)

    return look_up  # type: ignore[return-value]


def _in_every_form(join: Callable[[Sequence[str]], str], items: Sequence[str]) -> str:
    """Join the items. If any of them has forms, each form of the result joins that form of the items."""
    text = join(items)
    if InflectedText not in map(type, items):
        return text
    return inflected(
        text, lambda form: join([getattr(item, form) if isinstance(item, InflectedText) else item for item in items])
    )


def fill(translated: str, text: str, values: dict[str, object]) -> str:
    """Return the translation with values and forms filled in.

    If the translation needs a value that is missing, use the English text.
    """
    if "|" in translated:
        return _with_forms(translated, text, values) if values else _constant(translated)
    filled = _filled(translated, text, values) if values else translated
    return with_articles(filled) if "(z)" in translated else filled


def with_articles(text: str) -> str:
    """Replace "a(z)" with the Hungarian article that fits the next word: "az 5. lapka", "a 7. lapka", "az M"."""
    return ARTICLE.sub(lambda found: found[1] + ("z" if _begins_with_a_vowel(found[2]) else ""), text)


def _begins_with_a_vowel(word: str) -> bool:
    """Return whether a Hungarian word, number or single letter starts with a vowel when read aloud."""
    if word.isdecimal():  # egy, ezer, egymillió; öt, ötven, ötszáz
        return word[0] == "5" or (word[0] == "1" and len(word) % 3 == 1)
    if word in ("II", "III", "IV", "VI"):
        return False
    if len(word) == 1:
        return word == "V" or word.lower() in LETTERS_SPOKEN_WITH_A_VOWEL  # the fifth: ötödik
    return word[0].lower() in VOWELS


def _with_forms(translated: str, text: str, values: dict[str, object]) -> InflectedText:
    name, forms = _split(translated)
    return inflected(
        fill(name, text, values),
        lambda form: fill(forms[form], text, values) if form in forms else missing_form(fill(name, text, values), form),
    )


@lru_cache(maxsize=4096)
def _constant(translated: str) -> InflectedText:
    """Return a translation without placeholders, together with its forms."""
    return _with_forms(translated, translated, {})


@lru_cache(maxsize=4096)
def _split(translated: str) -> tuple[str, Mapping[str, str]]:
    """Split a translation into its text and the other forms listed after it."""
    name, *others = translated.split("|")
    return name, {form: said for form, _, said in (one.partition("=") for one in others)}


def _filled(translated: str, text: str, values: dict[str, object]) -> str:
    try:
        filled = translated.format_map(values)
        if "-" in filled and any(isinstance(value, int) and value < 0 for value in values.values()):
            filled = translated.format_map({key: with_minus_sign(value) for key, value in values.items()})
        return filled
    except AttributeError:
        # Some values, such as players, have no forms.
        return translated.format_map({key: _with_any_form(value) for key, value in values.items()})
    except (KeyError, IndexError, ValueError):
        return text.format_map({key: with_minus_sign(value) for key, value in values.items()})


def with_minus_sign(value: object) -> object:
    """Return a negative number with a minus sign in place of the hyphen, and anything else unchanged."""
    return f"−{-value}" if isinstance(value, int) and value < 0 else value


def _with_any_form(value: object) -> InflectedText:
    text = str(with_minus_sign(value))
    return value if isinstance(value, InflectedText) else inflected(text, lambda form: missing_form(text, form))


def missing_form(text: str, form: str) -> str:
    """Return the text itself in place of a missing form."""
    return text


@lru_cache(maxsize=64)  # twice the number of language names that Discord uses
def words(lang: str) -> Words:
    """Return the texts of a language such as ``de`` or ``pt-BR``.

    If its catalogue is missing or can't be read, return the texts of its base language or English.

    All codes that resolve to one language share one object, so that everything cached by language is cached only once.
    """
    for name in dict.fromkeys((lang.replace("-", "_"), re.split("[-_]", lang)[0])):
        path = LOCALE_FOLDER / name / PO_FILE
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
    """Return the codes of English and of every language with a catalogue."""
    return ["en", *_translated(LOCALE_FOLDER)]


@lru_cache(maxsize=8)
def _translated(folder: Path) -> list[str]:
    """Return the codes of the languages with a catalogue in this folder. Cached, because every press needs them."""
    return sorted(path.parent.parent.name for path in folder.glob(f"*/{PO_FILE}"))


def language_name(lang: str) -> str:
    """Return the name of a language in that language, or its code if the language is unknown."""
    try:
        return str(Locale.parse(lang).get_display_name(lang))
    except (UnknownLocaleError, ValueError):
        return lang


class LanguageNames(Mapping[str, str]):
    """Every language with its name in that language, looked up only on demand because the look-up is slow."""

    def __getitem__(self, lang: str) -> str:
        if lang not in languages():
            raise KeyError(lang)
        return language_name(lang)

    def __iter__(self) -> Iterator[str]:
        return iter(languages())

    def __len__(self) -> int:
        return len(languages())


def command_text(text: str, lang: str) -> str | None:
    """Return a slash command's name or description in a language, or None to make Discord show the English one."""
    translated = words(lang)._(text)
    return translated if translated != text else None


class Catalogue(gettext.NullTranslations):
    """The translations of a ``.po`` file, without fuzzy and empty ones; a text without a context has the context "".

    Raise PoFileError or ValueError if the file can't be read.
    """

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

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation in this context, or the message itself."""
        return self._texts.get((context, message), ("",))[0] or message

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation in this context in the plural form for n, or the English one."""
        forms, form = self._texts.get((context, msgid1), ()), self._form(n)
        return (forms[form] if form < len(forms) else "") or (msgid1 if n == 1 else msgid2)
