from itertools import combinations
from typing import Any

import pytest

from renderer import Scene
from renderer.canvas.text import PLAIN, Text, drawable, has_character
from renderer.review_chart import ReviewChart, review_chart
from renderer.scene import ENGLISH, shown_names
from renderer.seats import SEAT_LOOKS, initials
from tests.renderer.messina import views as messina
from tests.renderer.rattus import views as rattus
from tests.renderer.scenes import LANGUAGES, paint, words
from wording.player_names import COLOUR_NAMES

SHOWN = {
    "שלום": "Slvm", "محمد علي": "Mhmd Ly", "สมชาย ใจดี": "Smchay Chaidi", "ໄຊ": "Xai", "ד\u05bc\u05b8ו\u05b4ד": "David",
    "🅰🅻🅴🆇": "ALEX", "राहुल शर्मा": "Rahul Srma", "王小明": "WangXiaoMing", "さくら": "Sakura", "ガク": "Gaku",
    "김민준": "GimMinJun", "தமிழ்": "Tmil", "Դավիթ": "Davit'", "李雷 Leo 🐀": "LiLei Leo", "𝕬𝖑𝖊𝖝": "Alex",
    "A\u0337l\u0337e\u0337x": "Alex", "ﷺ": "Salla Allah 'alayhi wa-sallam", "１２": "12", "「王」": "[Wang]",
    "木\u200d\u3164村": "MuCun", "🐀🐀": "", "\u3164\u2800\u200b": "", "\u0337": "",
}  # fmt: skip


@pytest.mark.parametrize("name", SHOWN)
def test_names_are_written_in_latin_letters(name: str) -> None:
    assert drawable(name) == SHOWN[name]


@pytest.mark.deep(one_in=4)
def test_names_in_pictures_fit_and_use_only_characters_of_the_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """This covers many scripts, both games, boards and panels, each number of seats, and the chart of a review."""
    put, room_for = Text.put, Text.fit
    written: list[str] = []

    def fit(text: Text, room: int, least: int = 12) -> Text:
        fitted = room_for(text, room, least)
        assert fitted.width <= room, text
        return fitted

    def record(text: Text, *at: Any, **more: Any) -> None:
        assert all(has_character(text.font, c) or has_character(PLAIN, c) for c in text.text), text
        written.append(text.text)
        put(text, *at, **more)

    monkeypatch.setattr(Text, "fit", fit)
    monkeypatch.setattr(Text, "put", record)
    people = [*SHOWN, *(name * 6 for name in ("王小明", "شمس", "🐀 Ω", "สมชาย "))]
    groups = [tuple(people[-4:]), *(tuple(people[at : at + 4]) for at in range(0, len(SHOWN), 4))]
    groups += [tuple(people[2 : 2 + seats]) for seats in (1, 2, 3)]
    for group in groups:
        seats = len(group)
        view = messina.position(seats if seats > 1 else "alone")
        scenes: list[Scene[Any]] = [Scene(view, group, f"estate-{seat}") for seat in range(seats)]
        scenes.append(Scene(view, group, "score"))
        if seats > 1:
            scenes += [Scene(rattus.position(seats, "turns"), group, part) for part in ("wide", "tall", "part")]
        for scene in scenes:
            written.clear()
            paint(scene)
            assert not any("?" in text for text in written)
            if scene.part != "part":
                shown = scene.shown_names[int(scene.part[-1]) :][:1] if scene.part[-1].isdigit() else scene.shown_names
                cut = [text.rstrip("…") for text in written if text.rstrip("…")]
                assert all(any(one.startswith(text) and text[0] == one[0] for text in cut) for one in shown), shown
        written.clear()
        review_chart(ReviewChart("", group, (), [[0.1 * seat] * 3 for seat in range(seats)]))
        assert not any("?" in text for text in written)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_invisible_name_becomes_the_colour_of_the_seat(lang: str) -> None:
    told = words(lang)
    colours = [told._(colour) for colour in COLOUR_NAMES]
    assert [seat.name.capitalize() for seat in SEAT_LOOKS] == list(COLOUR_NAMES)
    assert shown_names(["🐀", "", "\u3164", "👑"], told) == colours
    assert shown_names(["🐀", "Ann"], told, (3, 1)) == [colours[3], "Ann"]
    assert initials(["🐀", "王"]) == ["R", "W"]


def test_different_names_that_come_out_alike_get_numbers() -> None:
    assert shown_names(["王", "汪", "王", "Wang 2"], ENGLISH) == ["Wang", "Wang 2", "Wang", "Wang 2 2"]
    assert shown_names(["Blue", "🐀", "Al🐀", "Al👑"], ENGLISH) == ["Blue", "Blue 2", "Al", "Al 2"]
    for names in combinations(SHOWN, 4):
        if all(map(drawable, names)):
            continue
        shown = shown_names(names, ENGLISH)
        assert len(set(shown)) == len(names), names
        assert all(shown), names


def test_a_name_is_cut_between_letters_not_before_a_mark() -> None:
    for room in range(100, 130):
        name = Text("Q\u0323" * 30, 20, PLAIN).fit(room, least=20)
        assert name.text.endswith("Q\u0323…"), room


def test_a_question_mark_of_a_name_stays() -> None:
    assert shown_names(["?", "Who؟"], ENGLISH) == ["?", "Who?"]
