"""Worker processes, which draw pictures and compute moves for the bot."""
