"""Drawings as emoji: small pictures with a bone edge, as they stand on dark or light, without any ground."""

from io import BytesIO

from PIL import Image, ImageFilter

from renderer.canvas.canvas import Sprite
from renderer.canvas.colours import BONE

SIDE = 128  # px, as Discord shows them at most
EDGE = 5  # px, of bone round a drawing
ROOM = SIDE - 2 * EDGE - 2  # px, a drawing without it


def emoji(drawing: Sprite) -> bytes:
    """A drawing of at most `ROOM` pixels in the middle of a PNG file."""
    by = min(1.0, ROOM / max(drawing.size))
    size = (round(drawing.size[0] * by), round(drawing.size[1] * by))
    at = ((SIDE - size[0]) // 2, (SIDE - size[1]) // 2)
    mask = Image.new("L", (SIDE, SIDE))
    mask.paste(drawing.mask.resize(size, Image.Resampling.LANCZOS), at)
    whole = Image.new("RGBA", (SIDE, SIDE), (*BONE, 0))
    solid = mask.point([0] * 128 + [255] * 128)  # no edge round a shadow
    edge = solid.filter(ImageFilter.MaxFilter(2 * EDGE + 1)).filter(ImageFilter.GaussianBlur(0.8))
    whole.putalpha(edge)
    face = Image.new("RGB", (SIDE, SIDE), BONE)
    face.paste(drawing.rgb.resize(size, Image.Resampling.LANCZOS), at)
    whole.paste(face, (0, 0), mask)
    out = BytesIO()
    whole.save(out, "PNG", optimize=True)
    return out.getvalue()
