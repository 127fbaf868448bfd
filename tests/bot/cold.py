"""A bot that starts without first drawing all boards, which takes longer than the rest of the start.

For tests that start bots as separate processes to check something else; `test_drawing` and Q44 check the drawing.
"""

import sys

DRAW = "import bot.draw; bot.draw.get_ready = lambda: None; bot.draw.main()"  # Python runs this instead of `bot.draw`.
COMMAND = (sys.executable, "-c", DRAW)  # replaces `bot.drawing.COMMAND`
