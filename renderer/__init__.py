"""The pictures of all games. Each game defines its `Pictures`. A picture shows only what its viewer may know."""

from renderer.pictures import Pictures
from renderer.scene import ENGLISH, ChangedTargets, Mark, Scene, Words, shown_names

__all__ = ["ENGLISH", "ChangedTargets", "Mark", "Pictures", "Scene", "Words", "shown_names"]
