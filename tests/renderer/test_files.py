"""PNG files: their proportions, size, palette and lack of metadata."""

import struct
from io import BytesIO

import pytest
from PIL import Image

from renderer.canvas.colours import INK, PAPER
from renderer.seats import SEAT_LOOKS
from tests.renderer.compare import GOLDEN, file
from tests.renderer.rattus.views import NAMES, position
from tests.renderer.scenes import painted, png


def chunks(picture: bytes) -> list[bytes]:
    """Return the kinds of a PNG file's chunks, in order."""
    at, kinds = 8, []
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        kinds.append(picture[at + 4 : at + 8])
        at += length + 12
    return kinds


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_proportions(seats: int) -> None:
    wide = painted(position(seats), NAMES[:seats])
    assert wide.mode == "RGB"
    assert wide.width * 7 <= wide.height * 11, "wider than 11:7 is cropped"
    for phase in ("setup", "turns", "final", "over"):
        tall = painted(position(seats, phase), NAMES[:seats], "tall")
        assert tall.width == 1000
        assert tall.height <= 1970, "more than a phone shows without much scrolling"


@pytest.mark.deep(one_in=10)
@pytest.mark.parametrize("name", GOLDEN)
def test_a_file_is_small_and_has_no_metadata(name: str) -> None:
    picture = file(name)
    assert len(picture) <= 480 * 1024
    assert set(chunks(picture)) == {b"IHDR", b"PLTE", b"IDAT", b"IEND"}
    assert Image.open(BytesIO(picture)).mode == "P"


def test_an_image_that_carries_words_loses_them() -> None:
    image = painted(position(2), NAMES[:2])
    image.info["comment"] = "gallia-a shows a 4"
    assert b"gallia" not in png(image, "rattus")


def test_colours_with_a_meaning_come_out_exactly() -> None:
    sheet = Image.new("RGB", (16 * (len(SEAT_LOOKS) + 2), 16))
    wanted = [*(seat.rgb for seat in SEAT_LOOKS), INK, PAPER]
    for i, colour in enumerate(wanted):
        sheet.paste(colour, (16 * i, 0, 16 * i + 16, 16))
    out = Image.open(BytesIO(png(sheet, "rattus"))).convert("RGB")
    assert [out.getpixel((16 * i + 8, 8)) for i in range(len(wanted))] == wanted
