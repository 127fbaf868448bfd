import re
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tests.kept import kept
from tools import catalogues
from tools.catalogues import update

TEMPLATE, POLISH = (Path(__file__).with_name(name).read_text("utf-8") for name in ("template.pot", "polish.po"))


@pytest.mark.kept
def test_a_catalogue_keeps_translations_and_marks_those_of_reworded_messages(tmp_path):
    path = tmp_path / "miasma.po"
    path.write_text(POLISH, "utf-8")
    for _ in range(2):  # An up-to-date catalogue stays unchanged.
        lacks, lost = update(path, read_po(BytesIO(TEMPLATE.encode())))
        assert [message.id for message in lacks] == ["Leave now", ("{count} rat", "{count} rats")]
        assert not lost
        now = path.read_text("utf-8")
        assert now == kept(Path(__file__).with_name("updated_catalogue.txt"), now)


@pytest.mark.parametrize("reworded", [False, True])
def test_a_reworded_message_fails_the_check_until_its_translation_is_checked(tmp_path, monkeypatch, capsys, reworded):
    path = tmp_path / "pl/LC_MESSAGES/miasma.po"
    path.parent.mkdir(parents=True)
    path.write_text(POLISH.replace('msgid "Stay"\nmsgstr ""\n\n', ""), "utf-8")
    english = "Leave now" if reworded else "Leave"
    (tmp_path / "miasma.pot").write_text(f'#: bot/posts.py\nmsgid "{english}"\nmsgstr ""\n', "utf-8")
    monkeypatch.setattr(catalogues, "LOCALE_FOLDER", tmp_path)
    monkeypatch.setattr("sys.argv", ["catalogues", "--drop"])
    catalogues.main()
    assert ("'Leave now' (was: 'Leave')" in capsys.readouterr().out) == reworded
    monkeypatch.setattr("sys.argv", ["catalogues", "--check"])
    with pytest.raises(SystemExit, match="pl: 'Leave now'") if reworded else nullcontext():
        catalogues.main()


def test_obsolete_translations_are_dropped_only_on_request(tmp_path, monkeypatch):
    path = tmp_path / "pl/LC_MESSAGES/miasma.po"
    path.parent.mkdir(parents=True)
    polish = POLISH.replace("#~ ", "").replace("Old", "Wait").replace("Stare", "Czekaj")
    path.write_text(polish, "utf-8")
    located = re.sub(r"\n\nmsgid", "\n\n#: bot/posts.py\nmsgid", TEMPLATE)
    (tmp_path / "miasma.pot").write_text(located, "utf-8")
    monkeypatch.setattr(catalogues, "LOCALE_FOLDER", tmp_path)
    monkeypatch.setattr("sys.argv", ["catalogues"])
    with pytest.raises(SystemExit, match="pl: 'Wait'") as refused:
        catalogues.main()
    assert "Stay" not in str(refused.value), "it has no translation to lose"
    assert path.read_text("utf-8") == polish
    monkeypatch.setattr("sys.argv", ["catalogues", "--drop"])
    catalogues.main()
    assert "Czekaj" not in path.read_text("utf-8")
