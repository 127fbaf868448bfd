"""Tools for the bot's host: health, metrics, the self-test, and replaying open games."""
