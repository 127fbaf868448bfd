"""Slash commands: each reads its parameters, defers its response and calls the panel or service behind it."""
