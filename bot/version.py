"""The version, whose look-up takes longer than most of the start: only modules that show it import this one."""

from importlib.metadata import version

VERSION = version("miasma")
