"""Make each game's ``palette.txt`` from real boards: ``python -m tools.palette`` after a change of what they look like.

Colours with a name in the themes are kept exactly; the others are chosen so that pictures of every kind come out well.
"""
