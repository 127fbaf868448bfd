"""The drawing tools for all pictures: canvas, text, colours, rectangles, files.

This package is independent of the games.
"""
