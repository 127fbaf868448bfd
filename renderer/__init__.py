"""Draw scenes of games as their `Pictures` records say, from what the viewer may know alone."""

from renderer.pictures import Pictures
from renderer.scene import ENGLISH, ChangedTargets, Mark, Scene, Words, shown_names

__all__ = ["ENGLISH", "ChangedTargets", "Mark", "Pictures", "Scene", "Words", "shown_names"]
