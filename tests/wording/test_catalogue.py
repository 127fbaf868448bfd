import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from PIL import ImageChops

from renderer import Scene
from rules.errors import P_
from rules.rattus.events import TurnEnded
from tests.renderer.scenes import paint
from tests.wording.speakers import rattus_speaker
from wording import catalogue
from wording.catalogue import LOCALE_FOLDER, PO_FILE, command_text, languages, with_articles, words
from wording.text_files import blocks

ROOMS = ("rules", "rules_service", "renderer", "wording", "games", "bot", "local_table")
MARKS = {
    "_": (0, 1),
    "N_": (0, 1),
    "ngettext": (0, 2),
    "npgettext": (1, 3),
    "P_": (1, 2),
    "plural": (0, 2),
    "locale_str": (0, 1),
}  # Names of the arguments that are texts.

POLISH = Path(__file__).with_name("polish.po").read_text("utf-8")  # a catalogue as translators' tools write it


@pytest.fixture
def polish(tmp_path, monkeypatch):
    path = tmp_path / "pl" / PO_FILE
    path.parent.mkdir(parents=True)
    path.write_text(POLISH, "utf-8")
    monkeypatch.setattr(catalogue, "LOCALE_FOLDER", tmp_path)
    words.cache_clear()
    yield words("pl")
    words.cache_clear()


def test_a_text_and_a_number_are_translated_without_any_code(polish):
    assert polish._("Your turn") == "Twoja kolej"
    assert polish._("{name} said “yes”.\n", name="Anna") == "Anna powiedział\t„tak”.\n"
    cubes = [polish.ngettext("{count} cube", "{count} cubes", count) for count in (1, 2, 5, 12, 22)]
    assert cubes == ["1 kostka", "2 kostki", "5 kostek", "12 kostek", "22 kostki"]


def test_a_new_language_is_one_file_in_sentences_and_in_pictures(tmp_path, monkeypatch):
    path = tmp_path / "fr" / PO_FILE
    path.parent.mkdir(parents=True)
    path.write_text('msgid "Palace"\nmsgstr "Palais"\n\nmsgid "ended the turn"\nmsgstr "a fini"\n', "utf-8")
    monkeypatch.setattr(catalogue, "LOCALE_FOLDER", tmp_path)
    words.cache_clear()
    said = [rattus_speaker(None, ["Anna", "Bob"], lang=lang) for lang in ("en", "fr")]
    assert [one.summary([TurnEnded(0)]) for one in said] == [["🔴 **Anna** ended the turn."], ["🔴 **Anna** a fini."]]
    english, french = (paint(Scene(one.view, one.names, "tall", words(one.lang))) for one in said)
    assert ImageChops.difference(english, french).getbbox() is not None
    words.cache_clear()


def test_one_text_may_mean_two_things_and_each_has_its_translation(polish):
    assert [polish._(text) for text in ("red", P_("player", "red"), P_("ship", "red"))] == [
        "czerwony",
        "Czerwony",
        "red",
    ]
    cubes = [polish.npgettext(where, "{count} cube", "{count} cubes", 2) for where in ("on the shelf", "in the box")]
    assert [*cubes, polish.ngettext("{count} cube", "{count} cubes", 2)] == ["2 Kostki", "2 cubes", "2 kostki"]


def test_missing_fuzzy_and_obsolete_translations_stay_english(polish):
    assert [polish._(text) for text in ("Leave", "Join", "Old", "Never seen")] == ["Leave", "Join", "Old", "Never seen"]
    assert polish.ngettext("{count} rat", "{count} rats", 1) == "1 rat"
    assert polish.ngettext("{count} rat", "{count} rats", 2) == "2 rats"


def test_a_translation_that_asks_for_unknown_values_is_not_used(polish):
    assert polish._("Broken {name}", name="Anna") == "Broken Anna"
    for count, said in ((1, "1 wall of Anna"), (2, "2 walls of Anna")):
        assert polish.ngettext("{count} wall of {name}", "{count} walls of {name}", count, name="Anna") == said
        broken = polish.npgettext("map", "{count} wall of {name}", "{count} walls of {name}", count, name="Anna")
        assert broken == said
    assert polish._("Broken {name}, {count}", name=-1, count=-2) == "Broken −1, −2"


def test_a_text_asks_for_the_forms_of_the_names_in_it(polish):
    """Names without the form that a text asks for, and names in untranslated texts, appear unchanged."""
    gallia, italia, turcia = (polish._(P_("region", one)) for one in ("Gallia", "Italia", "Turcia"))
    assert (gallia, f"{gallia}, {italia}") == ("Galia", "Galia, Italia")
    text = "moved the plague piece from {region} to {to}"
    assert polish._(text, region=gallia, to=italia) == "przesuwa pionek zarazy z Galii do Italii"
    assert words("en")._(text, region="Gallia", to="Italia") == "moved the plague piece from Gallia to Italia"
    around = polish._("the neighbours of {regions}", regions=polish.join_list([gallia, turcia, italia]))
    assert around == "sąsiedzi Galii, Turcia i Italii"
    coins = [polish.ngettext("{count} coin", "{count} coins", count) for count in (1, 2)]
    assert [polish._("gained {amounts}", amounts=one) for one in coins] == ["zyskuje 1 monetę", "zyskuje 2 monety"]


def test_sentences_about_the_reader_use_the_form_for_you(polish):
    coins = polish.ngettext("{count} coin", "{count} coins", 1)
    did = polish.join_clauses([polish._("gained {amounts}", amounts=coins), polish._("ended the turn")])
    assert did == "zyskuje 1 monetę and kończy turę"
    assert polish._("You {did}.", did=did) == "Ty zyskujesz 1 monetę and kończysz turę."
    assert polish._("You {did}.", did=polish.join_clauses(["waited"])) == "Ty waited."


def test_a_hungarian_article_fits_the_sound_of_the_next_word():
    words_behind = ["Apáca", "Lovag", "1.", "5.", "7.", "12.", "50.", "1000.", "II.", "V.", "M", "b", "🔴 **Éva**"]
    said = [with_articles(f"a(z) {word}").split()[0] for word in words_behind]
    assert said == ["az", "a", "az", "az", "a", "a", "az", "az", "a", "az", "az", "a", "az"]
    numbers = {
        word: with_articles(f"a(z) {word}").split()[0] for word in ("10", "100", "10000", "1000000", "15", "500")
    }
    assert numbers == {"10": "a", "100": "a", "10000": "a", "1000000": "az", "15": "a", "500": "az"}
    letters = {word: with_articles(f"a(z) {word}").split()[0] for word in ("I", "IV", "VI", "X", "v", "Ő", "k", "Ab")}
    assert letters == {"I": "az", "IV": "a", "VI": "a", "X": "az", "v": "a", "Ő": "az", "k": "a", "Ab": "az"}
    assert with_articles("A(z) 5. lapka és a(z) 6. lapka") == "Az 5. lapka és a 6. lapka"
    english = words("en")
    typed = english.ngettext("{count} cube of {name}", "{count} cubes of {name}", 2, name="a(z) Ödön")
    assert typed == "2 cubes of a(z) Ödön", "an article that somebody typed stays"


def test_a_bar_in_typed_text_does_not_start_a_form(polish):
    assert polish._("{name} said “yes”.\n", name="A|of=B") == "A|of=B powiedział\t„tak”.\n"


def test_a_language_falls_back_to_its_base_and_then_to_english(polish):
    assert words("pl-PL")._("Your turn") == "Twoja kolej"
    assert words("de")._("Your turn") == "Your turn"
    assert words("../../pl").lang == "en"
    assert languages() == ["en", "pl"]


def test_a_language_has_one_set_of_words_whatever_it_is_called(polish):
    assert words("pl-PL") is words("pl_PL") is polish
    assert words("en-GB") is words("xx") is words("..") is words("en")


def test_a_command_is_named_only_where_the_catalogue_has_a_name(polish):
    assert command_text("Your turn", "pl") == "Twoja kolej"
    assert command_text("Leave", "pl") is None


@pytest.mark.parametrize("broken", [b"no catalogue", POLISH.encode("utf-16")])
def test_an_unreadable_catalogue_is_reported_and_replaced_by_english(polish, tmp_path, caplog, broken):
    path = tmp_path / "pl" / PO_FILE
    path.write_bytes(broken)
    words.cache_clear()
    assert words("pl-PL")._("Your turn") == words("pl")._("Your turn") == "Your turn"
    [record] = caplog.records
    assert str(path) in record.message


def test_lists_are_joined_as_in_a_sentence():
    w = words("en")
    assert [w.join_list(items) for items in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "", "a", "a and b", "a, b and c",
    ]  # fmt: skip
    some = (["a"], ["a", "b"], ["a", "b", "c"])
    assert [w.join_clauses(clauses) for clauses in some] == ["a", "a and b", "a, b, and c"]
    assert [w.join_choice(items) for items in some] == ["a", "a or b", "a, b or c"]


def test_values_are_never_read_as_templates():
    assert words("en")._("{name} joined.", name="{0.__class__}") == "{0.__class__} joined."


def template() -> set[tuple[str, ...]]:
    """Return every text of the translation template, singular and plural together."""
    with (LOCALE_FOLDER / "miasma.pot").open("rb") as file:
        return {one.id if isinstance(one.id, tuple) else (one.id,) for one in read_po(file) if one.id}


def calls(code: str) -> Iterator[tuple[str, ...]]:
    """Yield every text for translation in a module's code, singular and plural together."""
    for call in [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)]:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        said = call.args[slice(*MARKS.get(name, (0, 0)))]
        texts = tuple(one.value for one in said if isinstance(one, ast.Constant) and isinstance(one.value, str))
        if said and len(texts) == len(said):
            yield texts


def test_the_template_for_translators_has_every_text_of_the_code_and_no_other():
    """The test finds texts that the extraction misses: those in an f-string, or nested in another text's values."""
    root = LOCALE_FOLDER.parent.parent
    found = {text for room in ROOMS for path in (root / room).rglob("*.py") for text in calls(path.read_text("utf-8"))}
    text_files = [path for room in ROOMS for path in (root / room).rglob("*.md") if path.name != "ART.md"]
    found |= {(text,) for path in text_files for _, text in blocks(path.read_text("utf-8")) if text}
    plural = {texts[:1] for texts in found if len(texts) > 1}  # A text may be used both with and without a number.
    assert len(found) > 1000
    assert template() == found - plural, "run `make words`; no call may contain another string, such as a key"
