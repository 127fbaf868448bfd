"""What is remembered of drawings, forgotten: as when the bot has just started."""

from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

from renderer.canvas import texture
from renderer.messina.city import base
from renderer.rattus import geography
from renderer.rattus import map as region_map

GROUNDS = (texture, geography, region_map._land, region_map._sea, region_map._ground, base._ground)  # without any words
WARM: set[str] = set()  # "bot": everything was drawn once since, as it is at every start of the bot


def modules(within: str = "renderer") -> list[ModuleType]:
    """The modules of a room of pictures."""
    return [import_module(one.name) for one in walk_packages(import_module(within).__path__, f"{within}.")]


def forget_drawings(*but: object) -> None:
    """Begin anew: whatever is drawn next is drawn as for the first time. A test on a bot warms it up before.

    What these made stays, modules or functions of theirs: letters (`text`), pieces from files (`art`) and `GROUNDS`,
    where a test is about none of them; the other game.
    """
    WARM.clear()
    for module in modules():
        for thing in vars(module).values():
            own = hasattr(thing, "cache_clear") and thing.__module__ == module.__name__
            if own and module not in but and thing not in but:
                thing.cache_clear()
