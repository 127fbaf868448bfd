"""The city of Messina: hexes, docks, the wheel."""
