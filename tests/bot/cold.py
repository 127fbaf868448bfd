"""A bot that starts without first drawing all boards, which takes longer than the rest of the start.

For tests that start bots as separate processes to check something else; `test_drawing` and Q44 check the drawing.
"""

import sys

# Python runs this instead of `bot.pictures.render_worker`.
DRAW = "from bot.pictures import render_worker; render_worker.get_ready = lambda: None; render_worker.main()"
COMMAND = (sys.executable, "-c", DRAW)  # replaces `bot.pictures.render_client.COMMAND`
