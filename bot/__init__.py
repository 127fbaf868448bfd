"""The Discord front end: the only package that depends on discord.py."""
