import re
from io import BytesIO
from pathlib import Path

import pytest

from tools.catalogues import extract_from_text_file
from wording.help_pages import LessonStep, Ruling, read_lesson, read_pages
from wording.option_words import OptionWords, read_options
from wording.speaker import read_moves, read_questions
from wording.text_files import BadTextFile, read_sections

HELP = """\
# fight: Fighting the plague

Prices,
and rewards

Fight it. [No tag]

[fire: small] Small: one.

[fire: big] Big: two.

[fire: small] Small: three.

[fire: big] [order: first] Big: four, first.

[fire: big] [order: last] Big: four, last.

# legend

Signs
"""
SMALL_BIG = OptionWords("Fire", {"small": "small", "big": "big"})
FIRST_LAST = OptionWords("Order", {"first": "first", "last": "last"})


def test_a_file_has_sections_of_paragraphs_that_may_span_lines(tmp_path):
    path = tmp_path / "help.md"
    path.write_text(HELP, "utf-8")
    fight, legend = read_sections(path, tags=["fire", "order"]).values()
    assert (fight.id, fight.title, legend.id, legend.title) == ("fight", "Fighting the plague", "legend", "")
    assert fight.texts[:3] == ["Prices, and rewards", "Fight it. [No tag]", "Small: one."]
    assert fight.paragraphs[5].tags == [("fire", "big"), ("order", "first")]


def test_paragraphs_tagged_with_values_of_an_option_are_rulings(tmp_path):
    path = tmp_path / "help.md"
    path.write_text(HELP, "utf-8")
    page, _ = read_pages(path, {"fire": SMALL_BIG, "order": FIRST_LAST}, {"fight": lambda w: ["generated"]})
    assert (page.about, page.generated(None)) == ("Prices, and rewards", ["generated"])
    order = Ruling("order", FIRST_LAST, {"first": "Big: four, first.", "last": "Big: four, last."})
    assert page.paragraphs == (
        "Fight it. [No tag]",
        Ruling("fire", SMALL_BIG, {"small": "Small: one.", "big": "Big: two."}),
        Ruling("fire", SMALL_BIG, {"small": "Small: three.", "big": order}),
    )


def test_a_paragraph_of_a_lesson_is_a_step_with_its_move_its_picture_and_the_moves_of_others(tmp_path):
    (tmp_path / "lesson.md").write_text(
        "# lesson: A turn\n\nRead this.\n\n[move: end] [others: 1 go h7; 2 end] [show: score] [score: yes] End it.\n"
    )
    lesson = read_lesson(tmp_path, ("Anna", "", "Bob"))
    assert (lesson.about, lesson.seat) == ("A turn", 1)
    assert lesson.steps == [
        LessonStep("Read this."),
        LessonStep("End it.", move="end", show="score", others=((1, "go h7"), (2, "end")), score=True),
    ]


def test_titles_and_paragraphs_are_messages_and_ids_and_tags_are_not():
    found = [text for _, _, text, _ in extract_from_text_file(BytesIO(HELP.encode()), {}, [], {})]
    assert found[:4] == ["Fighting the plague", "Prices, and rewards", "Fight it. [No tag]", "Small: one."]
    assert found[-2:] == ["Big: four, last.", "Signs"]


def sections(path: Path) -> object:
    return read_sections(path, tags=["fire"], known=[["goal"]])


def pages(path: Path) -> object:
    return read_pages(path, {"fire": SMALL_BIG}, {"goal": lambda w: []})


def moves(path: Path) -> object:
    return read_moves(path, {"end": lambda move, s: ""})


def questions(path: Path) -> object:
    return read_questions(path, {"end": lambda s, verbs: ""}, {}, {})


@pytest.mark.parametrize(
    ("read", "source", "mistake"),
    [
        (sections, "# goal\n\nA.\n\n# goal\n\nB.", "a.md, section goal: there are two with this id"),
        (sections, "# goal\n\n[fyre: small] A.", "a.md, section goal: unknown tag [fyre: …]"),
        (sections, "A text.\n\n# goal", "a.md: no id: A text."),
        (sections, "# goal\n\n# two, and more: A", "a.md: no id: # two, and more: A"),
        (sections, "# gaol: A", "a.md: no section goal"),
        (pages, "# goal: A", "a.md, section goal: it has no text"),
        (pages, "# goal: A\n\nB.\n\n[fyre: small] C.", "a.md, section goal: unknown tag [fyre: …]"),
        (pages, "# goal: A\n\nB.\n\n[fire: smal] C.", "a.md, section goal: unknown value [fire: smal]"),
        (pages, "# gaol: A\n\nB.", "a.md: no section goal"),
        (read_options, "# fire: A\n\n[value: on] B", "a.md, section fire: it has no sentence on what it decides"),
        (read_options, "# fire: A\n\nB.\n\n[value: on]", "a.md, section fire: [value: on] has no text"),
        (read_options, "# fire: A\n\nB.\n\n[value: on] C\n\n[value: on] D", "section fire: [value: on] has two texts"),
        (moves, "# end: A", "a.md, section end: it has 0 tags [sign: …] instead of one"),
        (moves, "# end: A\n\n[sign: B]\n\n[sign: C]", "a.md, section end: it has 2 tags [sign: …] instead of one"),
        (moves, "# end: A\n\n[sign: B]\n\n[button: x] C", "a.md, section end: unknown tag [button: …]"),
        (moves, "# ende: A\n\n[sign: B]", "a.md: no section end"),
        (questions, "# ende: A", "a.md: no section end"),
        (questions, "# end: A\n\n[value: x] B", "a.md, section end: unknown tag [value: …]"),
    ],
)
def test_a_mistake_in_a_file_is_reported_with_its_place(read, source, mistake, tmp_path):
    path = tmp_path / "a.md"
    path.write_text(source, "utf-8")
    with pytest.raises(BadTextFile, match=re.escape(mistake)):
        read(path)
