"""Makes the animation of the README from a recorded game: ``python -m tools.animation``."""
