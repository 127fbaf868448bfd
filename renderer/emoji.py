"""Drawings as emoji: small transparent pictures with a bone edge, legible on dark and light backgrounds."""

from io import BytesIO

from PIL import Image, ImageFilter

from renderer.canvas.canvas import Sprite
from renderer.canvas.colours import BONE

SIDE = 128  # px, the largest size at which Discord shows them
EDGE_WIDTH = 5  # px, the width of the bone edge
DRAWING_ROOM = SIDE - 2 * EDGE_WIDTH - 2  # px, the room for the drawing within its edge


def emoji(drawing: Sprite) -> bytes:
    """Return a PNG file with the drawing in its middle, at most `DRAWING_ROOM` pixels wide and high."""
    by = min(1.0, DRAWING_ROOM / max(drawing.size))
    size = (round(drawing.size[0] * by), round(drawing.size[1] * by))
    at = ((SIDE - size[0]) // 2, (SIDE - size[1]) // 2)
    mask = Image.new("L", (SIDE, SIDE))
    mask.paste(drawing.mask.resize(size, Image.Resampling.LANCZOS), at)
    whole = Image.new("RGBA", (SIDE, SIDE), (*BONE, 0))
    solid = mask.point([0] * 128 + [255] * 128)  # shadows get no edge
    edge = solid.filter(ImageFilter.MaxFilter(2 * EDGE_WIDTH + 1)).filter(ImageFilter.GaussianBlur(0.8))
    whole.putalpha(edge)
    face = Image.new("RGB", (SIDE, SIDE), BONE)
    face.paste(drawing.rgb.resize(size, Image.Resampling.LANCZOS), at)
    whole.paste(face, (0, 0), mask)
    out = BytesIO()
    whole.save(out, "PNG", optimize=True)
    return out.getvalue()
