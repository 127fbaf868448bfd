"""The score board: registers, players, rounds, offers, and at the end the result."""
