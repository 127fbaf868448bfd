"""Start a bot without first drawing all boards, which takes longer than the rest of the start.

This is for tests that start bots as separate processes to check something else. `test_drawing` and Q44 check the
drawing.
"""

import sys

DRAW = "from workers.program import main; main(lambda: None)"  # Python runs this as the render worker.
COMMAND = (sys.executable, "-c", DRAW)  # It replaces `bot.pictures.RENDER_WORKER`.
