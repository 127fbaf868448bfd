"""Slash commands: each receives, acknowledges, and passes on."""
