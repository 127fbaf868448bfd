"""The browser measures on whole games how much of a panel fits on one screen."""

from pathlib import Path

import pytest
from playwright.async_api import Browser

from bench.panels import SCREENS, Game, Laid, Layout, Panel, opened, rows

pytestmark = pytest.mark.deep

PHONE, HIGH, LOW = SCREENS
WIDE = 351, 563  # picture widths in px: on a phone, and on other screens


def panel(*heights: int, lines: int = 1, rows: int = 1, first: bool = False, lang: str = "en") -> Panel:
    """Return a panel with pictures of these heights in px (1000 px wide), then this many lines and one-button rows."""
    galleries = [{"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]} for _ in heights]
    text = {"type": 10, "content": "\n".join(["Where to?"] * lines)}
    buttons = [
        {"type": 1, "components": [{"type": 2, "style": 2, "label": "Here", "custom_id": f"m1:1:0:1:pick:{number}"}]}
        for number in range(rows)
    ]
    box = {"type": 17, "components": [*galleries, text, *buttons]}
    return Panel("rattus", lang, first, [box], tuple((1000, height) for height in heights))


async def test_heights_are_those_of_the_page(browser: Browser, tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        layout = await Layout.open(table, browser)
        small, large, worded = await layout.lay_out([panel(600), panel(1800), panel(600, lines=9)], [PHONE])
        assert small.pictures == pytest.approx(0.6 * WIDE[0], abs=1)
        assert large.whole - small.whole == pytest.approx(1.2 * WIDE[0], abs=2)
        assert worded.whole - small.whole == pytest.approx(worded.texts - small.texts, abs=1)
        assert worded.texts == pytest.approx(9 * small.texts, rel=0.1)
        assert (small.fits, large.fits) == (True, False)
        [low] = await layout.lay_out([panel(600)], [LOW])
        assert low.pictures == pytest.approx(0.6 * WIDE[1], abs=1)
        [both] = await layout.lay_out([panel(600, 400)], [PHONE])
        assert both.pictures == pytest.approx(WIDE[0], abs=2)


async def test_a_game_is_played_to_its_end_and_each_question_kept(browser: Browser, tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        played = Game(table, "rattus", "de", 1)
        panels = await played.play()
        info = await played.bot.app.service.read.info(played.id)
        assert info.status == "over"
        assert 5 <= sum(one.first for one in panels) < len(panels)
        assert all("Würfel" in str(one.components) for one in panels)
        [laid] = await (await Layout.open(table, browser)).lay_out(panels[:1], [PHONE])
        assert laid.whole > laid.pictures + laid.texts > laid.pictures > 100


def test_the_share_is_that_of_the_language_with_the_lowest() -> None:
    def laid(lang: str, whole: float, *, first: bool = False) -> Laid:
        return Laid(panel(lang=lang, first=first), PHONE, whole, 0, 0)

    some = [laid("en", 100), laid("en", 691), laid("de", 690, first=True), laid("en", 690, first=True)]
    every, first = rows(some)[:2]
    assert every[1:] == (2 / 3, PHONE.every)
    assert "rattus, 400x850, all questions (en 67%, de 100%; 4 questions)" in every[0]
    assert first[1:] == (1.0, PHONE.first)
