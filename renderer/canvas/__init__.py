"""What every picture is drawn with: a canvas, writing, colours, rectangles, files. It knows no game."""
