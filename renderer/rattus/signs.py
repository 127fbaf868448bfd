"""The drawn signs on buttons of Rattus: by sign, its name and the function that draws it."""

from collections.abc import Callable
from functools import partial

from renderer import art
from renderer.canvas.canvas import Sprite
from renderer.rattus.pieces import emblem, plague, rat
from renderer.seats import SEATS, token

SIGNS: dict[str, tuple[str, Callable[[int], Sprite]]] = {
    "👥": ("cube", lambda size: token(SEATS[0], size, letter=False)),
    "🃏": ("card", partial(art.sprite, "rattus/medallion")),
    "💀": ("plague_piece", plague),
    "🐀": ("rat", lambda size: rat(size, "")),
    "🌾": ("peasantry", partial(emblem, "peasant")),
    "💰": ("bourgeoisie", partial(emblem, "merchant")),
    "⛪": ("church", partial(emblem, "monk")),
    "⚔️": ("chivalry", partial(emblem, "knight")),
    "🔮": ("magic", partial(emblem, "witch")),
    "👑": ("royalty", partial(emblem, "king")),
}
