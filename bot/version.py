"""The version of Miasma. Looking it up takes longer than most of the start, so only modules that show it do that."""

from importlib.metadata import version

VERSION = version("miasma")
