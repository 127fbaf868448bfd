"""Empty the caches of drawings, as when the bot has just started."""

import inspect
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

from renderer.canvas import texture
from renderer.canvas.memory import LARGE_CACHE, PACKED_CACHE, SPRITE_CACHE
from renderer.messina.city import printed
from renderer.rattus import geography
from renderer.rattus import map as region_map

GROUNDS = (texture, geography, region_map._land, region_map._sea, region_map.bare_map, printed._ground)  # without words
WARM: set[str] = set()  # "bot": everything was drawn since the last emptying, as at every start of the bot.


def modules(within: str = "renderer") -> list[ModuleType]:
    """Return the modules of a package that draws pictures."""
    return [import_module(one.name) for one in walk_packages(import_module(within).__path__, f"{within}.")]


def forget_drawings(*but: object) -> None:
    """Empty the caches, so that the next drawings are made from scratch.

    The next test on a bot fills them again. `but` has the modules or functions whose caches are kept: letters (`text`),
    pieces from files (`art`) and `GROUNDS` in tests about other things, or those of the other game.
    """
    WARM.clear()
    for module in modules():
        for thing in vars(module).values():
            own = hasattr(thing, "cache_clear") and thing.__module__ == module.__name__
            if own and module not in but and thing not in but:
                forget(thing)


def forget(thing: Any) -> None:
    """Empty one function's cache."""
    if hasattr(thing, "cache_info"):
        thing.cache_clear()
    for cache in (SPRITE_CACHE, LARGE_CACHE, PACKED_CACHE):
        for key in [key for key in cache if key[0] in (inspect.unwrap(thing), getattr(thing, "__wrapped__", None))]:
            del cache[key]


def packed_by(thing: Any) -> list[Any]:
    """Return the cache keys of a function's compressed pictures."""
    return [key for key in PACKED_CACHE if key[0] is inspect.unwrap(thing)]


def drawn_by(thing: Any) -> list[Any]:
    """Return the cache keys of a function's drawings."""
    return [key for key in (*SPRITE_CACHE, *LARGE_CACHE) if key[0] is getattr(thing, "__wrapped__", None)]
