"""Make each game's ``palette.txt`` from real boards: ``python -m tools.palette`` after a change to their look.

Named colours of the themes are kept exactly. The others are chosen so that pictures of every kind come out well.
"""
