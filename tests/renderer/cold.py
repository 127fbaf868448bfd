"""What is remembered of drawings, forgotten: as when the bot has just started."""

from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

WARM: set[str] = set()  # "bot": everything was drawn once since, as it is at every start of the bot


def modules(within: str = "renderer") -> list[ModuleType]:
    """The modules of a room of pictures."""
    return [import_module(one.name) for one in walk_packages(import_module(within).__path__, f"{within}.")]


def forget_drawings(*but: ModuleType) -> None:
    """Begin anew: whatever is drawn next is drawn as for the first time. A test on a bot warms it up before.

    What these modules made stays: letters (`text`) and pieces from files (`art`), where a test is about neither.
    """
    WARM.clear()
    kept = {id(thing) for module in but for thing in vars(module).values()}
    for module in modules():
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear") and id(thing) not in kept:
                thing.cache_clear()
