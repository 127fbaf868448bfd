"""Pictures of the games: a pure function from a scene to an image.

What is drawn of a game is one `Pictures` record (`renderer.rattus.pictures`). A picture holds what the scene's view
holds and nothing else, so it can only show what its viewer may know.
"""

from renderer.pictures import Pictures
from renderer.scene import Changes, Mark, Scene
from renderer.words import ENGLISH, Words

__all__ = ["ENGLISH", "Changes", "Mark", "Pictures", "Scene", "Words"]
