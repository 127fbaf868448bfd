"""Pictures, or special parts of them, that a person has looked at and approved."""

import pytest
from PIL import Image, ImageChops, ImageDraw

from tests.renderer import compare, facts
from tests.renderer.compare import (
    CHANGED,
    CROPS,
    DRAWN_WITH,
    FAR,
    HERE,
    KEPT,
    MEAN,
    OFF,
    PIXELS,
    apart,
    drawn,
    is_exact,
    kept,
    pixels_apart,
    store,
    stored,
)

WHOLE, MEGABYTES = 40, 8  # How many pictures are kept whole, and how large all files are, at most.


@pytest.mark.parametrize("name", KEPT)
def test_picture_is_as_it_was(name: str) -> None:
    is_now, should = drawn(name), kept(name)
    mean, off = apart(is_now, should)
    pixels = pixels_apart(is_now, should) if is_exact() and is_now.size == should.size else 0
    if mean > MEAN or off > OFF or pixels > PIXELS:
        failed = HERE / "failed"
        failed.mkdir(exist_ok=True)
        is_now.save(failed / f"{name}.is.png")
        should.save(failed / f"{name}.should.png")
    assert mean <= MEAN, f"{mean:.2f} apart in the mean; both pictures are in tests/renderer/failed"
    assert off <= OFF, f"{off:.2%} of the pixels of a tile are off by more than {FAR}; see tests/renderer/failed"
    assert pixels <= PIXELS, f"{pixels} pixels differ; both pictures are in tests/renderer/failed"


def test_the_kept_pictures_are_drawn_with_the_pillow_of_this_version() -> None:
    """With another version of Pillow, no pixels are compared. After an update, renew the pictures and `DRAWN_WITH`."""
    assert f"pillow=={DRAWN_WITH['pil']}\n" in (HERE.parents[1] / "constraints.txt").read_text("utf-8")


def test_every_kept_picture_is_drawn_and_they_are_few_and_small() -> None:
    files = list((HERE / "golden").glob("*.png"))
    assert {path.name.removesuffix(".png").removesuffix(CHANGED) for path in files} == set(KEPT)
    assert len(KEPT.keys() - CROPS) <= WHOLE
    assert sum(path.stat().st_size for path in files) <= MEGABYTES * 1_000_000


def test_only_the_changed_pixels_of_a_golden_picture_are_stored(tmp_path, monkeypatch):
    monkeypatch.setattr(compare, "HERE", tmp_path)
    (tmp_path / "golden").mkdir()
    was = Image.effect_noise((200, 200), 90).convert("RGB")
    now = was.copy()
    ImageDraw.Draw(now).rectangle((10, 20, 40, 50), fill=(200, 40, 30))
    for picture, changed in ((was, False), (now, True), (was, False), (ImageChops.invert(was), False)):
        store("city", picture)
        assert kept("city").tobytes() == picture.tobytes()
        assert stored("city", CHANGED).exists() == changed


def test_letters_parts_and_motions_are_as_they_were() -> None:
    """Motions are compared only where text has the same width, because pieces are placed beside numbers."""
    is_now, should = facts.facts(), facts.kept()
    assert is_now.keys() == should.keys()
    for name in is_now:
        if is_exact() or not name.endswith(facts.IN_MOTION):
            assert is_now[name] == should[name], name


@pytest.mark.parametrize("board", [f"{game} {seats}" for game in ("messina", "rattus") for seats in (2, 3, 4)])
def test_no_two_things_have_the_same_letter(board: str) -> None:
    """Only walls share letters, with their connections. Boards to choose are left out, because they are shown alone."""
    alike = ("wall", "board", "scroll_board")
    letters = [letter for thing, (letter, _) in facts.kept()[board].items() if thing.split()[0] not in alike]
    there = [letter for letter in letters if letter]
    assert len(set(there)) == len(there) > 50


def test_the_comparison_sees_a_small_sign_missing_in_a_large_picture() -> None:
    whole = kept("messina-middle-4-grid")
    damaged = whole.copy()
    ImageDraw.Draw(damaged).rectangle((1105, 20, 1135, 50), fill=(240, 228, 202))
    assert apart(damaged, whole)[1] > OFF
