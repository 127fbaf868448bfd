from itertools import combinations

import pytest
from PIL import Image

from renderer.review_chart import DASHES, HIGH, WIDE, ReviewChart, review_chart
from renderer.seats import SEAT_LOOKS
from tests.renderer.compare import CHARTS


def test_each_seat_has_dashes_of_its_own_so_that_lines_differ_without_colours() -> None:
    assert DASHES.keys() == {seat.shape for seat in SEAT_LOOKS}
    for one, other in combinations(DASHES.values(), 2):
        assert one != other
    flat = ReviewChart("", [""], (0,), [[0.5] * 30])
    drawn = []
    for colour in range(len(SEAT_LOOKS)):
        picture = review_chart(ReviewChart("", [""], (colour,), flat.lines))
        row = picture.crop((100, 285, 800, 286))
        mask = [row.getpixel((x, 0)) == SEAT_LOOKS[colour].rgb for x in range(row.width)]
        drawn.append(mask)
        assert sum(mask) / len(mask) > 0.3
    shares = [sum(mask) / len(mask) for mask in drawn]
    assert shares[0] == max(shares), "the first line is drawn through"
    assert len({round(share, 2) for share in shares}) == len(SEAT_LOOKS)


@pytest.mark.parametrize("name", CHARTS)
def test_text_in_charts_is_legible_on_a_phone_and_inside_the_picture(name: str) -> None:
    picture = CHARTS[name]()
    assert picture.size == (WIDE, HIGH)
    edge = Image.new("L", picture.size, 255)
    edge.paste(0, (3, 3, WIDE - 3, HIGH - 3))
    dark = picture.convert("L").point([255 * (tone < 90) for tone in range(256)])
    assert not Image.composite(dark, Image.new("L", picture.size), edge).getbbox()
