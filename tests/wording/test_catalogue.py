import re
from io import BytesIO

import pytest
from babel.messages.pofile import read_po

from wording import catalogue
from wording.catalogue import FILE, Catalogue, Words, command_text, languages, words
from wording.extract import TEMPLATE, extract

POLISH = r"""
# A catalogue as translators' tools write it.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

#: bot/posts.py
msgid "Your turn"
msgstr "Twoja kolej"
msgid "{name} said “yes”.\n"
msgstr ""
"{name} powiedział\t"
"„tak”.\n"

msgid "{count} cube"
msgid_plural "{count} cubes"
msgstr[0] "{count} kostka"
msgstr[1] "{count} kostki"
msgstr[2] "{count} kostek"

#, fuzzy
msgid "Leave"
msgstr "Może odejdź"

msgid "Join"
msgstr ""

msgid "Broken {name}"
msgstr "Zepsute {nmae}"

#~ msgid "Old"
#~ msgstr "Stare"
"""


@pytest.fixture
def polish(tmp_path, monkeypatch):
    path = tmp_path / "pl" / FILE
    path.parent.mkdir(parents=True)
    path.write_text(POLISH, "utf-8")
    monkeypatch.setattr(catalogue, "LOCALE", tmp_path)
    words.cache_clear()
    yield words("pl")
    words.cache_clear()


def test_a_text_and_a_number_are_translated_without_any_code(polish):
    assert polish.t("Your turn") == "Twoja kolej"
    assert polish.t("{name} said “yes”.\n", name="Anna") == "Anna powiedział\t„tak”.\n"
    cubes = [polish.n("{count} cube", "{count} cubes", count) for count in (1, 2, 5, 12, 22)]
    assert cubes == ["1 kostka", "2 kostki", "5 kostek", "12 kostek", "22 kostki"]


def test_what_is_missing_fuzzy_or_obsolete_stays_english(polish):
    assert [polish.t(text) for text in ("Leave", "Join", "Old", "Never seen")] == ["Leave", "Join", "Old", "Never seen"]
    assert polish.n("{count} rat", "{count} rats", 1) == "1 rat"
    assert polish.n("{count} rat", "{count} rats", 2) == "2 rats"


def test_a_translation_that_asks_for_unknown_values_is_not_used(polish):
    assert polish.t("Broken {name}", name="Anna") == "Broken Anna"


def test_a_language_falls_back_to_its_base_and_then_to_english(polish):
    assert words("pl-PL").t("Your turn") == "Twoja kolej"
    assert words("de").t("Your turn") == "Your turn"
    assert words("../../pl").lang == "en"
    assert languages() == ["en", "pl"]


def test_a_language_has_one_set_of_words_whatever_it_is_called(polish):
    assert words("pl-PL") is words("pl_PL") is polish
    assert words("en-GB") is words("xx") is words("..") is words("en")


def test_a_command_is_named_only_where_the_catalogue_has_a_name(polish):
    assert command_text("Your turn", "pl") == "Twoja kolej"
    assert command_text("Leave", "pl") is None


def test_the_file_is_read_as_babel_reads_it():
    ours = Catalogue(POLISH.splitlines(keepends=True))
    theirs = [m for m in read_po(BytesIO(POLISH.encode())) if m.id and m.string and not m.fuzzy]
    assert len(theirs) == 4
    for message in theirs:
        if message.pluralizable:
            assert [ours.ngettext(*message.id, number) for number in (1, 2, 5)] == list(message.string)
        else:
            assert ours.gettext(message.id) == message.string


def test_lists_are_told_as_a_sentence_does():
    w = words("en")
    assert [w.both(items) for items in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]


def test_values_are_never_read_as_templates():
    assert words("en").t("{name} joined.", name="{0.__class__}") == "{0.__class__} joined."


def test_the_template_for_translators_is_up_to_date():
    with TEMPLATE.open("rb") as file:
        written = {message.id for message in read_po(file) if message.id}
    found = {message.id for message in extract() if message.id}
    assert found == written, "texts have changed: run `make words`"
    assert any("rules/" in place for message in extract() for place, _ in message.locations)


def test_every_text_is_found_wherever_it_stands_in_the_code(tmp_path):
    for room in ("rules", "bot"):
        (tmp_path / room).mkdir()
    code = [
        "A = N_('marked')",
        """B = f"{w.t('in a string')} {w.n('{count} one', '{count} many', 2)}\"""",
        "C = w.t('two' ' parts', name='no text')",
        "D = w.t(A) + t(b'bytes') + other('not ours')",
    ]
    (tmp_path / "bot" / "some.py").write_text("\n".join(code), "utf-8")
    found = [message.id for message in extract(tmp_path) if message.id]
    assert found == ["marked", "in a string", ("{count} one", "{count} many"), "two parts"]


def test_words_of_one_language_do_not_change_those_of_another(polish):
    assert isinstance(polish, Words)
    assert (words("pl").t("Your turn"), words("en").t("Your turn")) == ("Twoja kolej", "Your turn")


def test_every_text_asks_for_the_same_values_in_every_language():
    """Values are called by names; a translation may use them in any order, but no others."""
    for lang in languages():
        w = words(lang)
        for message in extract():
            for text in message.id if isinstance(message.id, tuple) else [message.id]:
                wanted = set(re.findall(r"\{(.*?)\}", text))
                assert all(re.fullmatch(r"[a-z_]+", field) for field in wanted), text
                assert set(re.findall(r"\{(.*?)\}", w.t(text))) == wanted, (lang, text)
