"""Typed parameters of commands: moves, options, tables and seats, matched with what is possible."""
