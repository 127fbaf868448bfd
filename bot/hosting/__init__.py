"""What the host of the bot can see and check: health, metrics, the self-test, replays of open games."""
