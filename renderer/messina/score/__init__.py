"""The score board: registers, players, rounds and offers, and finally the result."""
