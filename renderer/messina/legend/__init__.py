"""The icons of Messina 1347 explained."""
