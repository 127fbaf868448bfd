import pytest

from renderer import Mark
from renderer.canvas.text import Text
from renderer.rattus.regions import changes_from
from renderer.rattus.words import word
from rules.game import Event, Target
from rules.rattus.components import TOKEN_FACES
from rules.rattus.events import Discarded, PlagueMoved, Revealed
from tests.renderer.rattus.views import NAMES, position
from tests.renderer.scenes import LANGUAGES, apart, painted, words
from tests.wording.speakers import rattus_speaker

ON_PHONE, ON_DESKTOP = 351, 563  # px, the width of a picture in a window of 400 px, and of 1280
FACES = [TOKEN_FACES[one] for one in ("S11", "R01", "R26")]
LOST = ([1, 1, 1, 1], [0, 0, 0, 0], [0, 2, 1, 0])


def strike(region: str, came_from: str = "gallia") -> list[Event]:
    """Return a strike's events with three rats: all players lose a cube, then nobody, then two players lose some."""
    rats = [
        Revealed(f"{region}-{letter}", face, 12 - number, not number % 2, LOST[number])
        for number, (letter, face) in enumerate(zip("abc", FACES, strict=True))
    ]
    return [PlagueMoved(1, came_from, region), *rats]


def test_rats_of_a_region_are_one_strike_until_the_plague_moves() -> None:
    twice = [*strike("italia"), *strike("italia"), Discarded("italia-c", FACES[0])]
    found = changes_from(twice).strikes
    assert [(one.region, len(one.rats)) for one in found] == [("italia", 3), ("italia", 4)]
    devastation = [Revealed(f"{region}-a", FACES[0], 5, True, LOST[0]) for region in ("gallia", "italia")]
    assert [one.region for one in changes_from(devastation).strikes] == ["gallia", "italia"]


@pytest.mark.parametrize("strikes", [1, 2, 5])
@pytest.mark.parametrize("part", ["part", "tall", "cards", "wide", "replay"])
def test_every_rat_is_drawn(part: str, strikes: int) -> None:
    """Questions and replays show the latest strike, and boards show all of them."""
    view = position(4, plague="italia", rats=0)
    events = [
        event for one in ("gallia", "turcia", "polonia", "hispania", "italia")[-strikes:] for event in strike(one)
    ]
    whole = painted(view, NAMES, part, events=events)
    for at, event in enumerate(events):
        if isinstance(event, Revealed) and (part in ("tall", "cards", "wide") or at > len(events) - 4):
            other = Revealed(event.rat, TOKEN_FACES["R36"], event.population, event.outbreak, event.lost)
            assert apart(whole, painted(view, NAMES, part, events=[*events[:at], other, *events[at + 1 :]])), event.rat


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_phone_shows_legibly_what_each_rat_needs_and_finds(lang: str, written: list[Text]) -> None:
    """The log says the same about each rat as the picture, and so do posts if there is no outbreak."""
    w, speaks = words(lang), rattus_speaker(position(4), lang=lang)
    for part in ("part", "tall", "replay"):
        written.clear()
        picture = painted(position(4, plague="italia", rats=0), NAMES, part, lang=lang, events=strike("italia"))
        told = " ".join(run.text for run in written)
        for event in strike("italia")[1:]:
            assert isinstance(event, Revealed)
            needs = word("needs", w, number=event.face.number, population=event.population)
            assert needs in told
            posted = [] if event.outbreak else speaks.headlines([event])
            assert all(needs in text for text in (speaks.sentence(event) or "", *posted))
        small = [run for run in written if run.text in needs.split(", ") and run.size * ON_PHONE / picture.width < 11]
        assert not small


def test_the_picture_of_a_strike_is_no_higher_and_leaves_choices_unshaded() -> None:
    view = position(4, plague="germania", rats=2)
    marks = [Mark("Fb", Target("rat", "germania-b"))]
    before = painted(view, NAMES, "part", marks=marks)
    after = painted(view, NAMES, "part", marks=marks, events=strike("germania")[:2])
    assert before.size == after.size
    assert after.height * ON_DESKTOP / after.width <= 420
    assert apart(before, after) is not None
