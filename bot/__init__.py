"""The Discord front: the only room that knows Discord."""

from importlib.metadata import version

VERSION = version("miasma")
