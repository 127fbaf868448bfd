from dataclasses import replace
from pathlib import Path

import pytest

from games import GAMES
from renderer.canvas.palette import colours
from tests.bot.toy import BOT_GAME, PICTURES
from tools.palette import COLOURS, MAX_ERROR, boards, choose, error, fits


def test_named_colours_come_first_and_the_rest_is_chosen_for_the_boards() -> None:
    found = choose(list(boards(BOT_GAME)), PICTURES.named)
    assert tuple(found[: len(PICTURES.named)]) == PICTURES.named
    assert len(found) == len(set(found)) <= COLOURS
    assert set(found) == set(colours(PICTURES.palette))


@pytest.mark.parametrize("name", GAMES)
def test_named_colours_are_in_the_stored_palette(name: str) -> None:
    pictures = GAMES[name].pictures
    assert {*pictures.named} <= {*colours(pictures.palette)}, "`make keep` renews it"


@pytest.mark.deep(one_in=16)
@pytest.mark.parametrize("name", GAMES)
def test_the_stored_palette_still_fits_the_boards(name: str) -> None:
    assert fits(GAMES[name]), "`make keep` renews it"


def test_a_palette_without_the_colours_of_the_boards_does_not_fit(tmp_path: Path) -> None:
    palette = tmp_path / "palette.txt"
    palette.write_text("000000\nffffff\n", "ascii")
    assert error(boards(BOT_GAME), palette) > MAX_ERROR
    assert not fits(replace(BOT_GAME, pictures=replace(PICTURES, palette=palette, named=())))
    assert not fits(replace(BOT_GAME, pictures=replace(PICTURES, named=(*PICTURES.named, (1, 2, 3)))))
