"""The user interface: messages with their buttons, and how interactions are answered."""
