"""The computer players: when they move, and the client of the AI workers that plan their turns."""
