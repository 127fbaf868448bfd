from renderer.canvas.palette import colours
from tests.bot.toy import BOT_GAME, PICTURES
from tools.palette import COLOURS, boards, choose


def test_named_colours_come_first_and_the_rest_is_chosen_for_the_boards() -> None:
    found = choose(list(boards(BOT_GAME)), PICTURES.named)
    assert tuple(found[: len(PICTURES.named)]) == PICTURES.named
    assert len(found) == len(set(found)) <= COLOURS
    assert set(found) == set(colours(PICTURES.palette))
