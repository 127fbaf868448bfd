"""The board of Rattus: a map, and the panel beside or below it."""
