"""Draw pictures of the games: a pure function from a scene to an image.

Each game describes how it is drawn in one `Pictures` record (such as `renderer.rattus.pictures`). A picture is drawn
from the scene's view alone, so it can only show what its viewer may know.
"""

from renderer.pictures import Pictures
from renderer.scene import ENGLISH, ChangedTargets, Mark, Scene, Words

__all__ = ["ENGLISH", "ChangedTargets", "Mark", "Pictures", "Scene", "Words"]
