"""A bot that starts without drawing all boards first, which takes longer than all else of a start.

For tests that start bots as processes of their own and ask for something else; `test_drawing` and Q44 ask for that.
"""

import sys

DRAW = (
    "import bot.draw; bot.draw.get_ready = lambda: None; bot.draw.main()"  # what Python does in the place of `bot.draw`
)
COMMAND = (sys.executable, "-c", DRAW)  # in the place of `bot.drawing.COMMAND`
