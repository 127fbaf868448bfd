"""Rewording English messages: every translation, literal and quotation follows, and mistakes change nothing."""

from io import BytesIO

import pytest
from babel.messages.pofile import read_po

from tools import reword
from tools.reword import Quotes, RewordError, check, literal, rekey, reworded_code, reworded_test, rewordings

TEMPLATE = r"""
msgid "Take back"
msgstr ""

msgid "Undo"
msgstr ""

msgid "{player} would end the table."
msgstr ""

msgctxt "button"
msgid "Take back"
msgstr ""

msgid "{count} cube more"
msgid_plural "{count} cubes more"
msgstr[0] ""
msgstr[1] ""
"""

ENGLISH = r"""
msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgctxt "button"
msgid "Take back"
msgstr "Undo it"

#, fuzzy
msgid "{player} would end the table."
msgstr "{player} voted to end the game."

msgid "{count} cube more"
msgid_plural "{count} cubes more"
msgstr[0] "{count} more cube"
msgstr[1] "{count} more cubes"
"""

GERMAN = r"""
msgid ""
msgstr ""
"Language: de\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "Take back"
msgstr "Zurücknehmen"

msgctxt "button"
msgid "Take back"
msgstr "Zurück"

msgid "Undo"
msgstr "Rückgängig"

msgid "{player} would end the table."
msgstr "{player} möchte den Tisch beenden."

msgid "{count} cube more"
msgid_plural "{count} cubes more"
msgstr[0] "{count} Würfel mehr|acc=einen Würfel mehr"
msgstr[1] "{count} Würfel mehr"
"""


def catalogue(text):
    return read_po(BytesIO(text.encode()))


def english(old, new):
    return rewordings(catalogue(f'msgid "{old}"\nmsgstr "{new}"\n'))


def test_translations_follow_their_messages_each_in_its_context():
    changes = rewordings(catalogue(ENGLISH))
    check(changes, catalogue(TEMPLATE))
    german = catalogue(GERMAN)
    assert rekey(german, changes) == ["{player} voted to end the game."]
    assert german["Take back"].string == "Zurücknehmen"
    assert german.get("Undo it", context="button").string == "Zurück"
    assert german.get("Take back", context="button") is None
    assert german["{count} more cube"].string == ("{count} Würfel mehr|acc=einen Würfel mehr", "{count} Würfel mehr")
    changed = german["{player} voted to end the game."]
    assert (changed.string, changed.fuzzy) == ("{player} möchte den Tisch beenden.", True)


def test_two_messages_may_become_one_and_the_translation_that_was_there_first_stays():
    changes = english("Take back", "Undo")
    check(changes, catalogue(TEMPLATE))
    german = catalogue(GERMAN)
    assert rekey(german, changes) == ["Undo"]
    assert german["Undo"].string == "Rückgängig"
    assert german.get("Take back", context="button").string == "Zurück"


def test_two_messages_may_swap_their_texts():
    changes = english("Take back", "Undo") + english("Undo", "Take back")
    check(changes, catalogue(TEMPLATE))
    german = catalogue(GERMAN)
    assert rekey(german, changes) == []
    assert (german["Undo"].string, german["Take back"].string) == ("Zurücknehmen", "Rückgängig")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("Take it", "Undo it", "no such message"),
        ("{player} would end the table.", "{name} voted to end the game.", "other values"),
        ("Take back", "Undo|acc=it", "a bar divides"),
        ("Take back", "{count} cube more", "other values"),
    ],
)
def test_a_wrong_rewording_says_what_is_wrong(old, new, reason):
    with pytest.raises(RewordError, match=reason):
        check(english(old, new), catalogue(TEMPLATE))


CODE = '''\
BACK = N_("Take back")
BUTTON = P_("button", "Take back")


def more(w, count):
    """Take back."""
    return w.ngettext("{count} cube more", "{count} cubes more", count), "Take back"


def rest(w, count):
    return w.ngettext("{count} more cannot be told.", "{count} more cannot be told.", count)
'''


def test_literals_are_reworded_where_they_are_messages_and_nowhere_else():
    new_texts = {
        ("", 0, "Take back"): "Undo “all”",
        ("button", 0, "Take back"): "Undo it",
        ("", 0, "{count} cube more"): "{count} more cube",
        ("", 1, "{count} cubes more"): "{count} more cubes",
        ("", 0, "{count} more cannot be told."): "{count} more is not shown.",
        ("", 1, "{count} more cannot be told."): "{count} more are not shown.",
    }
    assert (
        reworded_code(CODE, new_texts)
        == '''\
BACK = N_("Undo “all”")
BUTTON = P_("button", "Undo it")


def more(w, count):
    """Take back."""
    return w.ngettext("{count} more cube", "{count} more cubes", count), "Take back"


def rest(w, count):
    return w.ngettext("{count} more is not shown.", "{count} more are not shown.", count)
'''
    )


def test_a_long_text_is_split_between_words_into_lines_that_fit():
    text = "A word " * 40 + "“end”\n"
    lines = literal(text, 8).split("\n")
    assert all(len(line) <= reword.MAX_LINE for line in lines)
    assert "".join(eval(line) for line in lines) == text  # These are the test's own literals.


def test_what_tests_quote_is_reworded_with_its_values_also_inside_of_longer_strings():
    quotes = Quotes(rewordings(catalogue(ENGLISH)) + english("Undo", "Take back"))
    source = 'assert said == ["🔴 **Anna** would end the table.", "2 cubes more", "Undo", f"Undo {what}"]\n'
    expected = 'assert said == ["🔴 **Anna** voted to end the game.", "2 more cubes", "Take back", f"Undo {what}"]\n'
    assert reworded_test(source, quotes) == expected


def test_folding_changes_code_tests_and_catalogues_and_ends_with_no_english_catalogue(tmp_path, monkeypatch):
    files = {
        "wording/locale/miasma.pot": TEMPLATE,
        "wording/locale/en/LC_MESSAGES/miasma.po": ENGLISH,
        "wording/locale/de/LC_MESSAGES/miasma.po": GERMAN,
        "bot/panel.py": 'END = N_("{player} would end the table.")\n',
        "wording/help.md": "# undo: Take back\n\nTake back\n\n[late: yes] Take\nback\n\nTake it back\n",
        "tests/test_panel.py": 'assert text == "Anna would end the table."\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "wording/locale/en/LC_MESSAGES/miasma.po").write_text(
        ENGLISH + '\nmsgid "Take back"\nmsgstr "Undo moves"\n', "utf-8"
    )
    monkeypatch.setattr(reword, "LOCALE", tmp_path / "wording/locale")
    monkeypatch.setattr(reword, "ROOT", tmp_path)
    assert "de: 4 messages reworded, 1 translations to check" in list(reword.fold())
    assert (tmp_path / "bot/panel.py").read_text("utf-8") == 'END = N_("{player} voted to end the game.")\n'
    assert (tmp_path / "wording/help.md").read_text("utf-8") == (
        "# undo: Undo moves\n\nUndo moves\n\n[late: yes] Undo moves\n\nTake it back\n"
    )
    assert (tmp_path / "tests/test_panel.py").read_text("utf-8") == 'assert text == "Anna voted to end the game."\n'
    assert "möchte" in (tmp_path / "wording/locale/de/LC_MESSAGES/miasma.po").read_text("utf-8")
    assert not (tmp_path / "wording/locale/en/LC_MESSAGES/miasma.po").exists()
    with pytest.raises(RewordError, match="nothing to fold"):
        list(reword.fold())
