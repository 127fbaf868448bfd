"""The drawing tools of every picture: canvas, text, colours, rectangles, files. This package knows no game."""
