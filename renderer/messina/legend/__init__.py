"""The explanation of the icons of Messina 1347."""
