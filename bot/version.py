"""The version of the bot. Only this file states it: the package and `make release` read it from here."""

VERSION = "0.3.0"
