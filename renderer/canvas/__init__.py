"""The drawing tools of every picture: canvas, text, colours, rectangles, files.

This package is independent of the games.
"""
