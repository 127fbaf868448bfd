"""Draw the pictures of all games: each game has a `Pictures` record. A picture uses only what its viewer may know."""

from renderer.pictures import Pictures
from renderer.scene import ENGLISH, ChangedTargets, Mark, Scene, Words, shown_names

__all__ = ["ENGLISH", "ChangedTargets", "Mark", "Pictures", "Scene", "Words", "shown_names"]
