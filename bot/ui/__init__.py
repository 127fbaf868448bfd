"""The user interface: messages with their buttons, and responses to interactions."""
