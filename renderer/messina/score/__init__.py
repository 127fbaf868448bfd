"""The score board: registers, players, rounds, offers, and in the end the result."""
