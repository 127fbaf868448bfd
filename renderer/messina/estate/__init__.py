"""The estates: a player's board with who lives there, and the tiles beside it."""
