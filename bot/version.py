"""Which Miasma this is. To look it up takes longer than most of a start, so only who tells it does."""

from importlib.metadata import version

VERSION = version("miasma")
