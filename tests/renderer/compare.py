"""Comparing a picture with the one kept in ``golden/``.

Renew the kept pictures after a wanted change, and look at every one of them before committing:
``python -m tests.renderer.compare``
"""

from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from renderer import paint, paint_faces, png
from tests.renderer.views import CHANGED, MARKS, NAMES, SEEN, position

HERE = Path(__file__).parent
MEAN = 0.6  # of 255: how far the pictures may be apart in the mean
OFF = 0.002  # the part of the pixels that may be off by more than FAR
FAR = 48

PICTURES: dict[str, Callable[[], Image.Image]] = {
    "setup-4-wide": partial(paint, position(4, "setup"), names=NAMES),
    "setup-2-tall": partial(paint, position(2, "setup"), names=NAMES[:2], layout="tall"),
    "turns-4-wide": partial(paint, position(4), names=NAMES, changed=CHANGED),
    "turns-4-tall-private": partial(
        paint, position(4, faces=SEEN, seat=1, plague="gallia"), names=NAMES, layout="tall", marks=MARKS
    ),
    "turns-3-wide-pl": partial(paint, position(3, plague="bulgaria"), names=NAMES[:3], lang="pl"),
    "final-3-tall": partial(paint, position(3, "final", plague="turcia"), names=NAMES[:3], layout="tall"),
    "over-2-wide": partial(paint, position(2, "over", plague="anglia"), names=NAMES[:2]),
    "over-4-tall": partial(paint, position(4, "over", plague="russia"), names=NAMES, layout="tall"),
    "faces": partial(paint_faces, list(SEEN.items())),
}


def drawn(name: str) -> Image.Image:
    """The picture as players get it."""
    return Image.open(BytesIO(png(PICTURES[name](), "rattus")))


def kept(name: str) -> Image.Image:
    """The picture as it should be."""
    return Image.open(HERE / "golden" / f"{name}.png")


def apart(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """How far two pictures are apart: in the mean of all channels, and the part of the pixels that are far off."""
    if one.size != other.size:
        return 255.0, 1.0
    gap = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    far = gap.convert("L").point(lambda v: 255 if v > FAR else 0)
    return sum(ImageStat.Stat(gap).mean) / 3, ImageStat.Stat(far).mean[0] / 255


def renew() -> None:
    """Draw all pictures anew and keep them."""
    for name, draw in PICTURES.items():
        (HERE / "golden" / f"{name}.png").write_bytes(png(draw(), "rattus"))


if __name__ == "__main__":
    renew()
