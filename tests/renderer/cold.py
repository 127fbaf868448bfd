"""What is remembered of drawings, forgotten: as when the bot has just started."""

from collections.abc import Container
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

from renderer import art
from renderer.canvas import text

WARM: set[str] = set()  # "bot": everything was drawn once since, as it is at every start of the bot


def modules(within: str = "renderer") -> list[ModuleType]:
    """The modules of a room of pictures."""
    return [import_module(one.name) for one in walk_packages(import_module(within).__path__, f"{within}.")]


def forget_drawings() -> None:
    """Begin anew: whatever is drawn next is drawn as for the first time. A test on a bot warms it up before."""
    forget()


def forget_writing() -> None:
    """Begin anew with whatever words are written on; the letters of words, and pieces from files, stay drawn."""
    kept = {id(thing) for module in (art, text) for thing in vars(module).values()}
    forget(kept)


def forget(kept: Container[int] = ()) -> None:
    """What all modules remember, but what is kept, by its id."""
    WARM.clear()
    for module in modules():
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear") and id(thing) not in kept:
                thing.cache_clear()
