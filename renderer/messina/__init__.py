"""The boards of Messina 1347: city, score board and estates."""
