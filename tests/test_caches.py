"""Every cache of the product is bounded, so that a process running for months doesn't keep growing."""

import functools
import gc
import importlib
import pkgutil

from cachetools import Cache

from renderer.canvas.memory import Drawings

PACKAGES = (
    *("bot", "computer_players", "games", "local_table", "miasma", "renderer", "rules", "rules_service", "storage"),
)
PACKAGES += ("wording", "workers")
MAX_ENTRIES = 10_000
# Caches without a limit whose arguments are not texts from outside, but a few names of our own.
OF_OUR_NAMES = {
    "bot.version.full_version": "one version", "computer_players.evaluator_for": "games",
    "renderer.canvas.palette.colours": "picture files", "renderer.canvas.palette._channels": "picture files",
    "renderer.canvas.palette._palette": "picture files", "renderer.canvas.palette.in_contrast": "picture files",
    "renderer.rattus.geography.map_data": "one map", "renderer.rattus.geography.arcs": "one map",
    "renderer.rattus.geography.border_lines": "one map", "renderer.rattus.geography.outlines": "regions",
    "renderer.rattus.map.region_bounds": "regions",
    "renderer.rattus.regions.wall_place": "connections of regions",
    "renderer.rattus.regions.on_connection": "connections of regions",
    "rules.messina.action.gains.effect_name": "effects that the rulebook prints",
    "rules_service.options.with_our_default": "options",
    "storage.records.forms_of": "records",
    "storage.sqlite.file.fresh": "migrations",
}  # fmt: skip


# Each belongs to a question, which some tests keep.
OF_QUESTIONS = {"bot.panels.turn_parts.buttons.<locals>.<lambda>"}


def load_product() -> None:
    for package in PACKAGES:
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)


def test_every_cache_has_a_bound() -> None:
    load_product()
    gc.collect()  # caches of calls that have ended
    gc.unfreeze()  # otherwise frozen objects, such as imported ones, would be left out
    everything = gc.get_objects()
    gc.freeze()
    sizes, unbounded = [], set()
    for cache in everything:
        if isinstance(cache, functools._lru_cache_wrapper) and str(cache.__module__).partition(".")[0] in PACKAGES:
            size = cache.cache_parameters()["maxsize"]
            if size is None:
                unbounded.add(f"{cache.__module__}.{cache.__qualname__}")
            else:
                sizes.append(size)
        elif isinstance(cache, Cache):  # the limit of drawings is in bytes
            sizes.append(cache.limit // 2**14 if isinstance(cache, Drawings) else cache.maxsize)
    assert unbounded - OF_QUESTIONS == OF_OUR_NAMES.keys()
    assert len(sizes) > 50
    assert max(sizes) <= MAX_ENTRIES
