"""The version of Miasma.

The look-up takes longer than most of a start, so only modules that show it import this one.
"""

from importlib.metadata import version

VERSION = version("miasma")
