"""A supersampling canvas, and sprites: small cached pictures for pasting."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, TypeAlias, TypeVar

from PIL import Image, ImageDraw

from renderer.canvas.colours import SHADE_TABLE, Rgb
from renderer.canvas.layers import Cut, Layers, Pasted, paste_core
from renderer.canvas.memory import cached_drawing

FINE = 3  # the oversampling factor
BOARD_OVERSAMPLING = 2  # the oversampling factor of whole boards, which are large and cached
MIN_CUT_AREA = 2500  # square px of a sprite that is cut up when it is cached
MIN_PART_AREA = 1500  # square px of a part that is cut further, as each part takes time to paste
MAX_MASKED = 0.8  # a sprite is cut up only if at most this share of it still needs a mask
EDGES = (2, 5, 9, 12, 16, 24)  # px, the edge widths that are tried
OF, TO = 3, 2  # on a smaller board, 3 pixels become 2
REDUCED_SCALE = TO / OF
Point = tuple[float, float]
Box = tuple[int, int, int, int]  # left, top, right, bottom
Colour = Rgb | tuple[int, int, int, int] | int
Ink = Colour | None
OPAQUE = 255  # a mask's value
CLEAR = (0, 0, 0, 0)  # draws a hole
# A part of a sprite: its image, its mask, and its upper left corner in the sprite.
Piece = tuple[Image.Image, Image.Image | None, int, int]
F = TypeVar("F", bound=Callable[..., "Sprite"])


@dataclass(frozen=True)
class Surface:
    """An image to draw on in the coordinates of the full-size board, whose corner is at ``left``, ``top`` of the image.

    Sprites and text can be drawn ``shaded``, like things that can't be chosen, or ``reduced`` to two thirds of their
    size.
    """

    image: Image.Image | Layers
    left: int = 0
    top: int = 0
    shaded: bool = False
    reduced: bool = False


Board: TypeAlias = Image.Image | Layers | Surface


def reduce_length(pixels: int) -> int:
    """Scale a length in pixels to two thirds."""
    return pixels * TO // OF


def reduce_image(image: Image.Image) -> Image.Image:
    """Scale a picture to two thirds of its size.

    Pixels at the right and lower edges that don't fill a whole pixel of the result are dropped.
    """
    w, h = reduce_length(image.width), reduce_length(image.height)
    return image.resize((w, h), Image.Resampling.BOX, (0, 0, w * OF / TO, h * OF / TO))


def with_opacity(mask: Image.Image, part: float) -> Image.Image:
    """Multiply a mask by an opacity, from 0 to 1."""
    return mask.point([round(value * part) for value in range(256)])


class Sprite:
    """A picture with soft edges: paste ``rgb`` through ``mask``.

    ``images`` are all images that the sprite keeps in memory, listed so that the caches can add up their sizes.
    """

    def __init__(self, rgb: Image.Image, mask: Image.Image) -> None:
        self.rgb, self.mask, self.size = rgb, mask, rgb.size
        self.images: Sequence[Image.Image] = (rgb, mask)

    def copy(self) -> "Sprite":
        """Return a copy to draw on, because cached sprites must never change."""
        return Sprite(self.rgb.copy(), self.mask.copy())

    def faint(self, strength: float) -> "Sprite":
        """Return the sprite at this opacity, from 0 to 1, to show that a piece was here before or is missing here."""
        return Sprite(self.rgb, with_opacity(self.mask, strength))

    def put(self, board: Board, x: float, y: float) -> None:
        """Paste the sprite onto the board with its centre at x, y."""
        w, h = self.size
        left, top = round(x - w / 2), round(y - h / 2)
        if not isinstance(board, Surface):
            self._paste(board, left, top)
        elif board.reduced:
            (right, dx), (down, dy) = divmod(left, OF), divmod(top, OF)
            _reduced(self, dx, dy)._paste(board.image, board.left + right * TO, board.top + down * TO)
        else:
            (_shaded(self) if board.shaded else self)._paste(board.image, board.left + left, board.top + top)

    @cached_property
    def _cores(self) -> Pasted:
        """Pillow's cores of both images, cached because a piece is pasted a dozen times per picture."""
        return self.rgb.im, self.mask.im

    def _paste(self, board: Image.Image | Layers, left: int, top: int) -> None:
        box = left, top, left + self.size[0], top + self.size[1]
        if isinstance(board, Layers):
            board.add(self._cores, box)
        else:
            paste_core(board.im, self._cores, box)


class Kept(Sprite):
    """A large sprite that was cut up to make pasting cheaper: opaque parts need no mask, and empty parts are skipped.

    It keeps only the parts, because keeping the whole sprite, too, would take twice the memory. For uses other than
    pasting, the whole sprite is reassembled.
    """

    def __init__(self, size: tuple[int, int], pieces: Sequence[Piece], ground: Rgb) -> None:
        """Create a sprite from its pieces and the colour of its transparent pixels."""
        self.size, self.pieces, self._ground = size, pieces, ground
        self.images = [image for rgb, mask, _, _ in pieces for image in (rgb, mask) if image is not None]
        self._cut = Cut(pieces) if pieces else None

    @property
    def rgb(self) -> Image.Image:  # type: ignore[override]
        """The whole picture."""
        whole = Image.new("RGB", self.size, self._ground)
        for rgb, _, x, y in self.pieces:
            whole.paste(rgb, (x, y))
        return whole

    @property
    def mask(self) -> Image.Image:  # type: ignore[override]
        """The mask of the whole picture."""
        whole = Image.new("L", self.size)
        for rgb, mask, x, y in self.pieces:
            whole.paste(mask or 255, (x, y, x + rgb.width, y + rgb.height))
        return whole

    def _paste(self, board: Image.Image | Layers, left: int, top: int) -> None:
        if self._cut is None:
            return
        if isinstance(board, Layers):
            board.paste_cut(self._cut, left, top)
        else:
            for part, (x, y, right, bottom) in self._cut.parts:
                paste_core(board.im, part, (left + x, top + y, left + right, top + bottom))


@cached_drawing
def _reduced(sprite: Sprite, dx: int, dy: int) -> Sprite:
    """Return the sprite at two thirds of its size, after moving it right by ``dx`` and down by ``dy`` pixels."""
    w, h = sprite.size
    size = (dx + w + -(dx + w) % OF, dy + h + -(dy + h) % OF)
    whole = Image.new("RGBA", size)
    whole.paste(Image.merge("RGBA", (*sprite.rgb.split(), sprite.mask)), (dx, dy))
    small = reduce_image(whole)
    return cut_up(Sprite(small.convert("RGB"), small.getchannel("A")))


@cached_drawing
def _shaded(sprite: Sprite) -> Sprite:
    """Return the sprite darkened, as on things that can't be chosen."""
    return cut_up(Sprite(sprite.rgb.point(SHADE_TABLE), sprite.mask))


def cut_up(sprite: Sprite) -> Sprite:
    """Prepare a sprite for the cache: cut it into opaque and other parts, without the empty ones, if that pays off."""
    w, h = sprite.size
    if w * h < MIN_CUT_AREA or isinstance(sprite, Kept):
        return sprite
    rgb, mask = sprite.rgb, sprite.mask
    boxes = list(_visible(mask.im, (0, 0, w, h)))
    if sum((box[2] - box[0]) * (box[3] - box[1]) for box, opaque in boxes if not opaque) > MAX_MASKED * w * h:
        return sprite
    pieces = [(rgb.crop(box), None if opaque else mask.crop(box), *box[:2]) for box, opaque in boxes]
    ground: Any = rgb.getpixel((0, 0))
    return Kept((w, h), pieces, ground)


def _visible(mask: Any, within: Box) -> Iterator[tuple[Box, bool]]:
    """Yield boxes that cover all visible pixels, and whether each is opaque.

    Large boxes that aren't opaque are split round a uniform middle, or in half if there is none. ``mask`` is the core
    of an image, because a core is faster to crop thousands of times.
    """
    x, y, *_ = within
    seen = (part := mask.crop(within)).getbbox()
    if not seen:
        return
    left, top, right, bottom = box = (x + seen[0], y + seen[1], x + seen[2], y + seen[3])
    w, h = right - left, bottom - top
    opaque = part.crop(seen).getextrema()[0] == OPAQUE
    if opaque or w * h < MIN_PART_AREA:
        yield box, opaque
    elif middle := _even_middle(mask, box):
        edges = ((left, top, right, middle[1]), (left, middle[3], right, bottom))
        sides = ((left, middle[1], middle[0], middle[3]), (middle[2], middle[1], right, middle[3]))
        for one in (*edges, *sides, middle):
            yield from _visible(mask, one)
    elif w * h < MIN_CUT_AREA:
        yield box, False
    else:
        for upper, lower in ((top, top + h // 2), (top + h // 2, bottom)):
            yield from _visible(mask, (left, upper, right, lower))


def _even_middle(mask: Any, box: Box) -> Box | None:
    """Return the largest wholly opaque or wholly empty part that was found in the middle of a box, or None."""
    left, top, right, bottom = box
    w, h = right - left, bottom - top
    tried = sorted(
        ((w - 2 * dx) * (h - 2 * dy), dx, dy)
        for dx in (*EDGES, w // 4 + 9)
        for dy in (0, *EDGES, h // 4 + 3, h // 4 + 9)
        if 2 * dx < w and 2 * dy < h and (w - 2 * dx) * (h - 2 * dy) >= MIN_PART_AREA // 2
    )
    middles = [(left + dx, top + dy, right - dx, bottom - dy) for _, dx, dy in reversed(tried)]
    if not middles:
        return None
    lefts, tops, rights, bottoms = zip(*middles, strict=True)
    common = max(lefts), max(tops), min(rights), min(bottoms)
    if not _is_even(mask, common):  # Then no middle is even.
        return None
    return next((middle for middle in middles if _is_even(mask, middle)), None)


def _is_even(mask: Any, box: Box) -> bool:
    """Return whether a box is wholly opaque or wholly empty."""
    low, high = mask.crop(box).getextrema()
    return low == high and low in (0, OPAQUE)


class Canvas:
    """A canvas for a picture of this size in pixels. It is ``fine`` times as large while it is drawn on.

    A transparent canvas, the default, becomes a `sprite`. One with a colour as its ``ground``, or with 0 for a mask,
    becomes a `picture`. Coordinates and line widths are in pixels of the result, in which the point 0, 0 is at
    ``corner``.
    """

    def __init__(
        self, width: float, height: float, ground: Colour = CLEAR, *, fine: int = FINE, corner: Point = (0, 0)
    ) -> None:
        self.width, self.height = round(width), round(height)
        self.fine, self.corner = fine, corner
        # Premultiplied alpha makes reducing a transparent canvas correct.
        mode = "L" if isinstance(ground, int) else "RGB" if len(ground) == 3 else "RGBa"
        self.image = Image.new(mode, (self.width * fine, self.height * fine), ground)
        self._draw = ImageDraw.Draw(self.image)

    def _at(self, points: Iterable[Point]) -> list[Point]:
        left, top = self.corner
        return [((left + x) * self.fine, (top + y) * self.fine) for x, y in points]

    def _ink(self, colour: Colour | None) -> Colour | None:
        """Convert a colour to the mode of the canvas. None stays None."""
        if isinstance(colour, tuple) and len(colour) == 4 and self.image.mode == "RGBa":
            *tones, solid = colour
            red, green, blue = ((tone * solid + 127) // OPAQUE for tone in tones)
            return red, green, blue, solid
        return colour

    def polygon(
        self, points: Iterable[Point], fill: Colour | None = None, line: Colour | None = None, width: float = 0
    ) -> None:
        """Draw a closed shape, filled, outlined or both. The line has round corners and is centred on the edge."""
        points = list(points)
        if fill is not None:
            self._draw.polygon(self._at(points), fill=self._ink(fill))
        if line is not None:
            self.stroke([*points, points[0]], line, width)

    def stroke(self, points: Iterable[Point], colour: Colour, width: float) -> None:
        """Draw a line with round corners and ends."""
        at, w = self._at(points), width * self.fine
        ink = self._ink(colour)
        self._draw.line(at, fill=ink, width=max(1, round(w)))
        for x, y in dict.fromkeys(at):
            self._draw.ellipse((x - w / 2, y - w / 2, x + w / 2, y + w / 2), fill=ink)

    def line(self, points: Iterable[Point], colour: Colour, width: float) -> None:
        """Draw a line with round bends and blunt ends, which is faster than a stroke for many points."""
        self._draw.line(self._at(points), fill=self._ink(colour), width=round(width * self.fine), joint="curve")

    def disc(self, x: float, y: float, radius: float, fill: Ink = None, line: Ink = None, width: float = 0) -> None:
        """Draw a circle with its centre at x, y. The line is inside the radius."""
        ((x, y),), r = self._at([(x, y)]), radius * self.fine
        ink, edge = self._ink(fill), self._ink(line)
        self._draw.ellipse((x - r, y - r, x + r, y + r), fill=ink, outline=edge, width=round(width * self.fine))

    def box(
        self,
        area: tuple[float, float, float, float],
        radius: float,
        fill: Ink = None,
        line: Ink = None,
        width: float = 0,
    ) -> None:
        """Draw a rectangle with round corners. The line is inside its edge."""
        x, y, w, h = area
        corners = self._at([(x, y), (x + w, y + h)])
        reach = radius * self.fine
        ink, edge = self._ink(fill), self._ink(line)
        self._draw.rounded_rectangle(corners, reach, fill=ink, outline=edge, width=round(width * self.fine))

    def sprite(self) -> Sprite:
        """Return the drawing on a transparent canvas."""
        small = self.image.reduce(self.fine).convert("RGBA")
        return Sprite(small.convert("RGB"), small.getchannel("A"))

    def picture(self) -> Image.Image:
        """Return the drawing on its background, as a picture or a mask."""
        return self.image.reduce(self.fine)


def cached_sprite(function: F) -> F:
    """Cache the sprites drawn by the function. Large ones are cut up."""

    @wraps(function)
    def made(*some: Any, **more: Any) -> Sprite:
        return cut_up(function(*some, **more))

    return cached_drawing(made)  # type: ignore[return-value]
