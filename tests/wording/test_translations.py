import re
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from babel.messages import Message
from babel.messages.pofile import read_po

from tools.catalogues import update
from wording.catalogue import LOCALE_FOLDER, PO_FILE

LANGUAGES = ("de", "hu", "pl")
HEADERS = {
    "de": "nplurals=2; plural=(n != 1);",
    "hu": "nplurals=2; plural=(n != 1);",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
}
SLOT = re.compile(r"\{([a-z_]+)(?:\.([a-z]+))?\}")
SIGNS = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\u21a9]\ufe0f?")
CODE = re.compile(r"`[^`]*`")


@dataclass(frozen=True)
class Translation:
    """A message in a language: its English singular and plural, and its forms, including those after a bar."""

    where: str
    context: str
    english: tuple[str, ...]
    forms: tuple[str, ...]

    @property
    def said(self) -> Iterator[str]:
        """Yield every text separately: each plural form, and each other form of a name."""
        for form in self.forms:
            plain, *others = form.split("|")
            yield plain
            yield from (other.partition("=")[2] for other in others)


def tuple_of(text: object) -> tuple[str, ...]:
    """Return a catalogue's text or texts as a tuple."""
    return (text,) if isinstance(text, str) else tuple(str(one or "") for one in text or ())  # type: ignore[attr-defined]


@cache
def translations(lang: str) -> list[Translation]:
    """Return a language's translations except fuzzy ones, which are never shown."""
    with (LOCALE_FOLDER / lang / PO_FILE).open("rb") as file:
        found: list[Message] = [
            message for message in read_po(file) if message.id and message.string and not message.fuzzy
        ]
    return [
        Translation(one.locations[0][0], one.context or "", tuple_of(one.id), tuple_of(one.string))
        for one in found
        if all(tuple_of(one.string))
    ]


def slots(text: str) -> set[str]:
    return {name for name, _ in SLOT.findall(text)}


def commands(text: str) -> Counter[str]:
    """Return a text's code snippets. Commands must be typed as they are; other examples may be translated."""
    return Counter(code if code.startswith("`/") else "`…`" for code in CODE.findall(SLOT.sub("{}", text)))


def wrong(lang: str, judge) -> list[tuple[str, str]]:  # type: ignore[no-untyped-def]
    """Return the English texts whose translations fail the check, with these translations."""
    return [(one.english[0], said) for one in translations(lang) for said in one.said if not judge(one, said)]


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_all_is_translated_and_make_words_has_nothing_to_do(lang: str, tmp_path: Path) -> None:
    kept = LOCALE_FOLDER / lang / PO_FILE
    path = Path(shutil.copy(kept, tmp_path))
    with (LOCALE_FOLDER / "miasma.pot").open("rb") as file:
        lacks, lost = update(path, read_po(file))
    assert not lost
    assert [message.id for message in lacks] == [], "what nobody has said in this language yet"
    assert path.read_bytes() == kept.read_bytes(), "run `make words`"


def test_plurals_have_the_forms_of_the_language(lang: str) -> None:
    header = (LOCALE_FOLDER / lang / PO_FILE).read_text("utf-8").partition("\n\n")[0]
    assert f'"Plural-Forms: {HEADERS[lang]}\\n"' in header
    count = int(HEADERS[lang][len("nplurals=")])
    assert {len(one.forms) for one in translations(lang) if len(one.english) > 1} == {count}


def test_a_translation_has_the_placeholders_of_its_english_text(lang: str) -> None:
    """Plural forms may omit the number. Forms after a bar may omit any placeholders, but may not add any."""
    for one in translations(lang):
        wanted = slots(one.english[-1])
        for form in one.forms:
            plain, *others = form.split("|")
            assert slots(plain) | ({"count"} & wanted if len(one.english) > 1 else set()) == wanted, (one.english, form)
            for other in others:
                assert re.fullmatch("[a-z]+=.+", other, re.DOTALL), (one.english, form)
                assert slots(other) <= wanted, (one.english, form)
            assert form.count("{") == form.count("}") == len(SLOT.findall(form)), (one.english, form)


def test_forms_that_are_asked_for_are_there(lang: str) -> None:
    asked = {form for one in translations(lang) for text in one.forms for _, form in SLOT.findall(text) if form}
    given = {
        other.partition("=")[0] for one in translations(lang) for text in one.forms for other in text.split("|")[1:]
    }
    assert asked <= given


def test_markdown_code_signs_and_lines_are_those_of_the_english_text(lang: str) -> None:
    def same(one: Translation, said: str) -> bool:
        english = one.english[-1]
        alike = all(said.count(sign) == english.count(sign) for sign in ("**", "~~", "\n", "-#", "##"))
        return (
            alike
            and commands(said) == commands(english)
            and Counter(SIGNS.findall(said)) == Counter(SIGNS.findall(english))
            and (said[:1].isspace(), said[-1:].isspace()) == (english[:1].isspace(), english[-1:].isspace())
        )

    assert not wrong(lang, same)


QUOTES = {"de": "„“‚‘", "pl": "„”«»", "hu": "„”»«"}


def test_quotation_marks_and_ellipses_are_those_of_the_language(lang: str) -> None:
    others = set('“”„‘‚«»"') - set(QUOTES[lang])

    def fitting(one: Translation, said: str) -> bool:
        plain = CODE.sub("x", said)
        return not others & set(plain) and "..." not in plain and "  " not in plain and not re.search(r"\w - \w", plain)

    assert not wrong(lang, fitting)


ADDRESS = {
    "de": r"(?<=[a-zäöüß,;] )(Sie|Ihnen|Ihre?[nmrs]?)\b|\b[Dd](er|en|em|es) Spieler\b|\w[*:]innen\b",
    "pl": r"\b(?!kanałem|stołem|działam|odsyłam|wysyłam)\w+(łeś|łaś|łem|łam)\b|\bPa(n|ni|na|nu|nią)\b",
    "hu": r"\b(Ön|Önt|Önnek)\b|\{player\}-",
}


def test_people_are_addressed_as_friends_and_their_sex_is_not_guessed(lang: str) -> None:
    assert not wrong(lang, lambda one, said: not re.search(ADDRESS[lang], said))


def test_a_hungarian_article_before_a_value_fits_the_value() -> None:
    """Only "a(z)" adapts: "a {region.adj} patkányok" would give "a angliai patkányok"."""
    fixed = re.compile(r"\b[Aa]z?\s\W*\{")
    assert not wrong("hu", lambda one, said: not fixed.search(said))


def test_polish_verbs_about_named_people_never_show_a_sex() -> None:
    past = re.compile(
        r"(?<!gracza )\{(?:player|name|players|host)\}\W+(?:\w+ )?\w+(?:ął|ęła|ał|ała|ił|iła|ył|yła|wał|wała)\b"
    )
    assert not wrong("pl", lambda one, said: not past.search(said))


def test_buttons_are_called_in_texts_as_they_are(lang: str) -> None:
    """If an English text names a button in asterisks, translations must name it as on the button."""
    called = {one.english[0]: plain(one.forms[0]) for one in translations(lang) if one.where.startswith("bot/")}
    called.pop("Open a table")  # In help this text is an instruction.
    named = 0
    for one in translations(lang):
        for name in re.findall(r"\*{1,2}([A-Z][^*{}]{2,30})\*{1,2}", one.english[-1]):
            if name in called and not one.english[0].startswith(f"**{name}**\n"):
                named += 1
                assert called[name] in plain(one.forms[-1]), (name, one.forms)
    assert named > 20


def plain(text: str) -> str:
    """Return the text in lower case, with ordinary spaces."""
    return text.casefold().replace("\u00a0", " ")
