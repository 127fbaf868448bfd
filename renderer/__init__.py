"""Pictures of the games: a pure function from a scene to an image.

`paint` draws what the scene's view holds and nothing else, so a picture can only show what its viewer may know.
A game is one entry in `PICTURES`.
"""

from typing import Any

from PIL import Image

from renderer.canvas import palette
from renderer.messina.pictures import PICTURES as MESSINA
from renderer.pictures import Pictures
from renderer.rattus.pictures import PICTURES as RATTUS
from renderer.scene import Changes, Mark, Scene
from renderer.words import ENGLISH, Words
from rules.game import Target

__all__ = ["ENGLISH", "PICTURES", "Changes", "Mark", "Pictures", "Scene", "Words", "paint", "parts", "place", "png"]

PICTURES = {"rattus": RATTUS, "messina": MESSINA}


def parts(view: Any, layout: str) -> tuple[str, ...]:
    """The names of the pictures that the game's board consists of, in the "wide" or "tall" layout, in their order.

    Raises:
        KeyError: no board is known for the game.
    """
    return PICTURES[view.game].parts(view, layout)


def place(view: Any, target: Target) -> str:
    """The name of the part that a choice is on, so that choices on several parts get a picture each; "" for any.

    Raises:
        KeyError: no board is known for the game.
    """
    return PICTURES[view.game].place(view, target)


def paint(scene: Scene[Any]) -> Image.Image:
    """Draw a picture of the board that the scene's view describes, as an RGB image of its own. Safe in threads.

    Raises:
        KeyError: no board is known for the game, or no such part.
    """
    pictures = PICTURES[scene.view.game]
    return pictures.legend(scene) if scene.part == "legend" else pictures.paint(scene)


def png(image: Image.Image, game: str) -> bytes:
    """The picture as a PNG file with the palette of its game, and without any metadata.

    Raises:
        KeyError: no board is known for the game.
    """
    return palette.png(image, PICTURES[game].palette)
