"""The estates: a player's board with its citizens and overseers, and the tiles beside it."""
