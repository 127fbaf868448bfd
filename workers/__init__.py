"""Worker processes, which draw and think for the bot."""
