"""Makes the animation of the README anew, from a recorded game: ``python -m tools.animation``."""
