"""Typed parameters of commands: moves, options, tables and seats, matched with the possible ones."""
