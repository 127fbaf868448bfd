"""Draw scenes of games with their `Pictures` records, from nothing but what the viewer may know."""

from renderer.pictures import Pictures
from renderer.scene import ENGLISH, ChangedTargets, Mark, Scene, Words, shown_names

__all__ = ["ENGLISH", "ChangedTargets", "Mark", "Pictures", "Scene", "Words", "shown_names"]
