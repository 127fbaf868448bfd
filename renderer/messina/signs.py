"""The drawn signs on buttons and in help of Messina 1347: by sign, its name and the function that draws it."""

from collections.abc import Callable
from functools import partial

from renderer.canvas.canvas import Sprite
from renderer.messina.icons import citizen, icon
from renderer.messina.pieces import lieutenant
from renderer.seats import SEATS

SIGNS: dict[str, tuple[str, Callable[[int], Sprite]]] = {
    "🐁": ("rats", partial(icon, "rat")),
    "♟️": ("lieutenant", lambda size: lieutenant(SEATS[1], True, size)),
    "⛵": ("ship", partial(icon, "ship")),
    "🤝": ("nun", partial(citizen, "nun", "normal")),
    "⚒️": ("craftsman", partial(citizen, "craftsman", "normal")),
    "🔥": ("fire", partial(icon, "fire")),
    "🪙": ("coin", partial(icon, "coin")),
    "📖": ("register", partial(icon, "register")),
    "📜": ("scroll", partial(icon, "scroll")),
    "✨": ("upgrade", partial(icon, "upgrade")),
    "👣": ("overseer", partial(icon, "overseer:any")),
    "🎖️": ("better_overseer", partial(icon, "upgrade_overseer")),
    "⏫": ("overseer_up", partial(icon, "upgrade_and_advance_overseer")),
    "🔔": ("activate", partial(icon, "activate")),
    "🔁": ("any_hex", partial(icon, "any_hex_action")),
    "🔄": ("build", partial(icon, "build")),
    "🛖": ("hut", partial(icon, "hut")),
    "🏭": ("workshop", partial(icon, "workshop")),
    "🛒": ("wagon", partial(icon, "wagon")),
    "🏘️": ("house", partial(icon, "tile")),
    "☠️": ("plague_cube", partial(icon, "plague")),
    "🔨": ("class_craftsman", partial(citizen, "craftsman", "normal")),
    "📿": ("class_nun", partial(citizen, "nun", "normal")),
    "🤴": ("class_aristocrat", partial(citizen, "aristocrat", "normal")),
}
